"""Days as people type them on a command line."""

from __future__ import annotations

import re
from datetime import date

from workflow.errors import DevidoError

_BRAZILIAN = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4})")
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""Only this of all that the standard writes: a week and its day, in as many signs, is no day that anybody types."""


class NotADay(DevidoError):
    """What was typed is no day of the calendar."""


def read_day(text: str, option: str) -> date:
    """``02/04/2027`` or ``2027-04-02``; raises ``NotADay``."""
    brazilian = _BRAZILIAN.fullmatch(text)
    written = f"{brazilian[3]}-{brazilian[2]}-{brazilian[1]}" if brazilian else text
    try:
        if _ISO.fullmatch(written):
            return date.fromisoformat(written)
    except ValueError:
        raise NotADay(f"O dia {text!r}, dado em {option}, não existe no calendário.") from None
    raise NotADay(f"{option} pede um dia, como 02/04/2027 ou 2027-04-02; veio {text!r}.")
