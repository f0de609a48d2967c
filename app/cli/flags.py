"""The data of a step as command-line flags: one option a field, read into the values a command carries."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from app.cli.day import read_day
from workflow.errors import InvalidData
from workflow.length import Length, as_typed
from workflow.procedure import DataField

_HOW = {
    "text": "TEXTO",
    "choice": "VALOR",
    "date": "DIA",
    "time": "HH:MM",
    "number": "NÚMERO",
    "amount": "REAIS",
    "flag": "sim|não",
    "list": "A,B",
    "length": "PRAZO",
    "act": "ATO@DIA",
    "lines": "item=…",
    "record": "NOME=VALOR",
    "voters": "NÚMERO|A,B",
}
_LINES = {
    "penalties": "item=…,code=…",
    "rulings": "item=…,outcome=…",
    "lines": "item=…,quantity=…",
    "things": "what=…,quantity=…",
}
"""How a line is written where the core knows its names; Portuguese ones would be read and mean nothing."""
_MANY = ("list", "lines", "record", "voters")
_SEVERAL = ("circumstances",)
_COUNTS = ("votes", "days")
_REAIS = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
_YES, _NO = ("sim", "s", "true", "yes"), ("não", "nao", "n", "false", "no")


def metavar(name: str, field: DataField) -> str:
    """How the value of a field is written."""
    if field.type == "lines":
        return _LINES.get(name, _HOW["lines"])
    return "|".join(field.values) if field.values else _HOW[field.type]


def is_many(field: DataField) -> bool:
    """Whether the flag may come more than once."""
    return field.type in _MANY


def value_of(name: str, field: DataField, given: Sequence[str]) -> Any:
    """What a flag says, as the command carries it; raises ``InvalidData`` or ``NotADay``."""
    flag = flag_of(name)
    match field.type:
        case "list":
            return _split(given)
        case "voters":
            return int(given[0]) if len(given) == 1 and given[0].isdecimal() else _split(given)
        case "record":
            said: dict[str, Any] = {}
            for text in given:
                for part, value in _pairs(flag, text, count=name in _COUNTS):
                    put(said, part, value)
            return said
        case "lines":
            return [_line(flag, text) for text in given]
        case _:
            return _READ.get(field.type, _as_is)(given[-1], flag)


def flag_of(name: str) -> str:
    """``--fact-on`` for ``fact_on``."""
    return "--" + name.replace("_", "-")


def put(said: dict[str, Any], path: str, value: Any) -> None:
    """A part of a record, or of a record in it: ``driver.name``. Raises ``InvalidData`` for a part that is a text."""
    *outer, last = path.split(".")
    inner: Any = said
    for each in outer:
        inner = inner.setdefault(each, {})
        if not isinstance(inner, dict):
            raise InvalidData(f"{path}: {each!r} já foi dado como texto, {inner!r}")
    if last in inner:
        raise InvalidData(f"{path} foi dado duas vezes, {inner[last]!r} e {value!r}; deixe um só")
    inner[last] = value


def _as_is(text: str, flag: str) -> str:
    return text


def _split(given: Sequence[str]) -> list[str]:
    return [part.strip() for text in given for part in text.split(",") if part.strip()]


def _line(flag: str, text: str) -> dict[str, Any]:
    """A line's parts; circumstances may be several, one after the other. Raises ``InvalidData`` for another twice."""
    line: dict[str, Any] = {}
    for part, value in _pairs(flag, text):
        if part in _SEVERAL:
            line.setdefault(part, []).append(value)
        elif part in line:
            raise InvalidData(f"{flag}: {part} foi dado duas vezes, {line[part]!r} e {value!r}; deixe um só")
        else:
            line[part] = value
    return line


def _pairs(flag: str, text: str, *, count: bool = False) -> list[tuple[str, Any]]:
    """``item=36-II,days=10`` as pairs; a comma inside a value is kept where no name follows it."""
    pairs = []
    for part in re.split(r",(?=[^,=]+=)", text):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise InvalidData(f"{flag} pede nome=valor, como item=36-II; veio {part!r}")
        number = (count or name.strip() in _COUNTS) and value.strip().isdecimal()
        pairs.append((name.strip(), int(value) if number else value.strip()))
    return pairs


def _number(text: str, flag: str) -> int:
    if not text.isdecimal():
        raise InvalidData(f"{flag} pede um número inteiro; veio {text!r}")
    return int(text)


def _flag(text: str, flag: str) -> bool:
    if text.casefold() not in (*_YES, *_NO):
        raise InvalidData(f"{flag} pede sim ou não; veio {text!r}")
    return text.casefold() in _YES


def _amount(text: str, flag: str) -> str:
    """Reais as Brazilians write them (``1.234,56``) or with a point."""
    written = text.replace(".", "").replace(",", ".") if "," in text else text
    if not _REAIS.fullmatch(written) or not Decimal(written):
        raise InvalidData(f"{flag} pede reais, com até duas casas depois da vírgula, como 1.234,56; veio {text!r}")
    return written


def _length(text: str, flag: str) -> str:
    try:
        return str(Length.parse(as_typed(text)))
    except ValueError:
        raise InvalidData(f"{flag} pede um prazo, como 30 dias, 15 dias úteis ou 10 anos; veio {text!r}") from None


def _act(text: str, flag: str) -> Mapping[str, str]:
    step, at, day = text.rpartition("@")
    if not at:
        raise InvalidData(f"{flag} pede o ato e o dia, como judge@2027-04-12; veio {text!r}")
    return {"step": step, "date": read_day(day, flag).isoformat()}


_READ: Mapping[str, Callable[[str, str], Any]] = {
    "date": lambda text, flag: read_day(text, flag).isoformat(),
    "number": _number,
    "flag": _flag,
    "amount": _amount,
    "act": _act,
    "length": _length,
}
