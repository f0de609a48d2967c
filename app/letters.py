"""The code by which the post follows a letter: written right, and one letter's alone.

A code typed wrong, or off another case's receipt, would prove a service that was never made. What is out of the
ordinary (one envelope for several cases) is recorded if the act says why, in its ``reasons``.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from typing import Any

from app.office import Office
from storage.transaction import Transaction
from workflow.errors import InvalidData
from workflow.event import Command

_S10 = re.compile(r"[A-Z]{2}(\d{8})(\d)[A-Z]{2}")
_WEIGHTS = (8, 6, 4, 2, 3, 5, 9, 7)
_SPOKEN = {10: 0, 11: 5}
"""How UPU S10, which the post goes by, writes what does not fit in a digit."""


def letter_code(data: Mapping[str, Any]) -> str:
    """The code that an act names or puts right, without spaces and in capitals; empty if it names none."""
    code = data.get("value") if data.get("field") == "tracking" else data.get("tracking")
    return "".join(str(code or "").split()).upper()


def require_check_digit(data: Mapping[str, Any]) -> None:
    """Refuse a postal code whose check digit is not what its number makes, unless the act says why.

    What is not written as UPU S10 is another carrier's, and is taken as it is. Raises ``InvalidData``.
    """
    code = letter_code(data)
    written = _S10.fullmatch(code)
    if written is None or data.get("reasons"):
        return
    left = 11 - sum(int(digit) * weight for digit, weight in zip(written[1], _WEIGHTS, strict=True)) % 11
    right = _SPOKEN.get(left, left)
    if int(written[2]) != right:
        raise InvalidData(
            f"código de rastreio {code}: o dígito verificador seria {right}, e veio {written[2]}. Confira-o no "
            "comprovante; se é assim mesmo, diga por quê nos motivos (reasons)."
        )


def letter_of(office: Office, tx: Transaction, command: Command) -> str:
    """The digest of the act's code to be remembered with it; empty if it has none, or it is remembered already.

    Keyed with the town's secret, like whose a case is. Raises ``InvalidData`` if another case has the code and the act
    does not say why.
    """
    code = letter_code(command.data)
    if not code:
        return ""
    digest = hmac.new(office.secret, f"letter\0{code}".encode(), "sha256").hexdigest()
    there = tx.letter(digest)
    if there is not None and there != tx.case.id and not command.data.get("reasons"):
        raise InvalidData(
            f"código de rastreio {code}: já está no processo {there}. Confira-o no comprovante; se a mesma carta "
            "serviu a mais de um processo, diga-o nos motivos (reasons)."
        )
    return "" if there is not None else digest
