"""What each type of field takes, and what to say of a value it does not take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal

from workflow.event import ERASED
from workflow.length import Length
from workflow.procedure import DataField

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HOUR = re.compile(r"[0-9]{2}:[0-9]{2}")
_MOST_SHOWN = 60
_MOST_DAYS_OF_LENGTH = 36600  # a hundred years: beyond it dates run out before sense does


def problem_of(field: DataField, value: object) -> str:
    """What is wrong with a value given for a field, in Portuguese; empty if nothing is."""
    said = _CHECKS[field.type](value)
    if not said and field.values and value not in field.values:
        return f"{_shown(value)} não serve; escolha entre {', '.join(field.values)}"
    return said


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_record(value: object) -> bool:
    """Names with plain values, with lists of them, or with such names and values one level down."""
    return isinstance(value, Mapping) and all(_is_said(each) or _is_person(each) for each in value.values())


def _is_person(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_said, value.values()))


def _is_said(value: object) -> bool:
    return _is_plain(value) or (isinstance(value, (list, tuple)) and all(map(_is_plain, value)))


def _is_line(value: object) -> bool:
    """Names with plain values; only votes are names and values again, and only circumstances a list."""
    return isinstance(value, Mapping) and all(
        _is_plain(each) or (name == "votes" and _is_flat(each)) or (name == "circumstances" and not _list(each))
        for name, each in value.items()
    )


def _is_flat(value: object) -> bool:
    return isinstance(value, Mapping) and all(_is_plain(each) for each in value.values())


def _is_plain(value: object) -> bool:
    return value is None or value is ERASED or isinstance(value, (str, int))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "sim" if value else "não"
    written = "nada" if value is None else repr(value)
    return written if len(written) <= _MOST_SHOWN else f"{written[:_MOST_SHOWN]}…"


def _text(value: object) -> str:
    return "" if isinstance(value, str) else f"era para ser texto, veio {_shown(value)}"


def _date(value: object) -> str:
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            date.fromisoformat(value)
            return ""
    except ValueError:
        return f"a data {value!r} não existe"
    return f"era para ser data AAAA-MM-DD, veio {_shown(value)}"


def _time(value: object) -> str:
    try:
        if isinstance(value, str) and _HOUR.fullmatch(value):
            time.fromisoformat(value)
            return ""
    except ValueError:
        return f"a hora {value!r} não existe"
    return f"era para ser hora HH:MM, veio {_shown(value)}"


def _number(value: object) -> str:
    return "" if _is_count(value) else f"era para ser número inteiro, veio {_shown(value)}"


def _amount(value: object) -> str:
    good = isinstance(value, str) and _AMOUNT.fullmatch(value) and Decimal(value) > 0
    return "" if good else f"era para ser valor em reais com até duas casas, como '68.72', veio {_shown(value)}"


def _flag(value: object) -> str:
    return "" if isinstance(value, bool) else f"era para ser sim ou não, veio {_shown(value)}"


def _list(value: object) -> str:
    good = isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value)
    return "" if good else f"era para ser lista de textos, veio {_shown(value)}"


def _voters(value: object) -> str:
    good = _is_count(value) or not _list(value)
    return "" if good else f"era para ser o número de votantes ou a lista dos nomes, veio {_shown(value)}"


def _lines(value: object) -> str:
    good = isinstance(value, (list, tuple)) and all(_is_line(each) for each in value)
    return "" if good else f"era para ser lista de linhas com nomes e valores, veio {_shown(value)}"


def _record(value: object) -> str:
    return "" if _is_record(value) else f"era para ser um conjunto de nomes e valores, veio {_shown(value)}"


def _length(value: object) -> str:
    try:
        length = Length.parse(value if isinstance(value, str) else "")
    except ValueError as fault:
        return str(fault)
    days = {"months": 31, "years": 366}.get(length.unit, 1) * length.amount
    return "" if days <= _MOST_DAYS_OF_LENGTH else f"{value!r} passa de cem anos"


def _act(value: object) -> str:
    if isinstance(value, Mapping) and set(value) == {"step", "date"} and isinstance(value["step"], str):
        return _date(value["date"])
    return f"era para ser o ato, com passo e data, veio {_shown(value)}"


_CHECKS = {
    "text": _text,
    "choice": _text,
    "date": _date,
    "time": _time,
    "number": _number,
    "amount": _amount,
    "flag": _flag,
    "list": _list,
    "voters": _voters,
    "lines": _lines,
    "record": _record,
    "length": _length,
    "act": _act,
}
