"""What every model of a law file is made of: frozen rules with their articles, and how short forms are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from workflow.length import Length

_AMOUNT = re.compile(r"\d{1,12}(\.\d{1,9})?")
_A_PERCENT = r"^\d{1,4}(\.\d+)?%$"
_A_FRACTION = r"^[1-9]\d?/[1-9]\d?$"

Kind = Literal["warning", "verbal_warning", "fine", "suspension", "temporary_bar", "revocation", "reregistration_ban"]


def _text(value: object) -> object:
    """Bare numbers are accepted where an id or a citation stands (``basis: 36``)."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _one_or_many(value: object) -> object:
    if isinstance(value, (str, int)):
        return [_text(value)]
    return [_text(each) for each in value] if isinstance(value, (list, tuple)) else value


def _by_outcome(value: object) -> object:
    """A plain value is what always holds; a map names outcomes (and ``always``)."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {key: _one_or_many(each) for key, each in value.items()}
    return {"always": _one_or_many(value)}


def _length(value: object) -> object:
    if isinstance(value, str) and value not in ("none", "penalty"):
        return Length.parse(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        raise ValueError(f"um prazo diz a sua unidade, como '12 months' ou '5 years'; veio {value}")
    if isinstance(value, (list, tuple)) and len(value) == 2:
        return Length(*value)
    return value


def quoted_number(value: object) -> object:
    """Refuses a number without quotes: exact decimals are text in a file, binary fractions are not exact."""
    if isinstance(value, bool):
        raise ValueError("deve ser um número entre aspas, e não true ou false")
    if isinstance(value, (int, float)):
        raise ValueError(f"número {value!r} sem aspas; escreva '{value}' entre aspas")
    return value


def _amount(value: object) -> object:
    value = quoted_number(value)
    if isinstance(value, str) and not _AMOUNT.fullmatch(value):
        raise ValueError(f"{value!r} não é quantia; escreva só algarismos, com ponto antes da fração, como '12.50'")
    return value


def _percent(value: object) -> object:
    """Refuses a share without its sign, and says how to write it."""
    bare = str(value) if isinstance(value, (int, float, str)) and not isinstance(value, bool) else ""
    if bare and _AMOUNT.fullmatch(bare):
        raise ValueError(f"{bare} é porcentagem; escreva {bare}%")
    return value


def _share(value: object) -> object:
    """Refuses a share in no form that has one meaning, and says how to write it."""
    _percent(value)
    if isinstance(value, str) and not re.match(f"{_A_PERCENT}|{_A_FRACTION}", value):
        raise ValueError(f"{value!r} não é parte de um valor; escreva uma porcentagem, 25%, ou uma fração, 1/3")
    return value


def _amount_or_range(value: object) -> object:
    return value if isinstance(value, Mapping) else _amount(value)


Names = Annotated[tuple[str, ...], BeforeValidator(_one_or_many)]
ByOutcome = Annotated[dict[str, tuple[str, ...]], BeforeValidator(_by_outcome)]
AllOrNames = Annotated[
    tuple[str, ...] | Literal["all"], BeforeValidator(lambda value: value if value == "all" else _one_or_many(value))
]
AnyOrNames = Annotated[
    tuple[str, ...] | Literal["any"], BeforeValidator(lambda value: value if value == "any" else _one_or_many(value))
]
ALength = Annotated[Length, BeforeValidator(_length)]
LengthOrNone = Annotated[Length | Literal["none"], BeforeValidator(_length)]
TermLength = Annotated[Length | Literal["penalty", "none"], BeforeValidator(_length)]
Exact = Annotated[Decimal, BeforeValidator(_amount)]
Percent = Annotated[Annotated[str, Field(pattern=_A_PERCENT)], BeforeValidator(_percent)]
Share = Annotated[Annotated[str, Field(pattern=f"{_A_PERCENT}|{_A_FRACTION}")], BeforeValidator(_share)]


class Rule(BaseModel):
    """Anything the file says: frozen, unknown keys refused, with a Portuguese label."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    label: str = ""


class Grounded(Rule):
    """A rule that stands on the law: ``basis`` cites articles of this law or of a layer."""

    basis: Names = ()
