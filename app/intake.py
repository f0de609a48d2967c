"""What people send, before the law looks at it: text that can be kept and printed, in bounds; people with a name.

Whatever asks for an act (command line, web, program) comes through here once, in ``app.casework.handle``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from notices.blocks import clean
from notices.codes import tax_id
from notices.faults import PaperFault
from storage.canonical import require_json
from storage.faults import NotCanonical
from workflow.errors import InvalidData
from workflow.event import Command
from workflow.facts_in_force import NAMES_THE_RESPONDENT
from workflow.nearest import advice
from workflow.procedure import Step

LINE, TEXT = 300, 50_000
"""Letters in a line, and in a text of several lines (some twenty pages)."""

DEEPEST, MOST = 5, 5_000
"""Levels inside an act's data, and values in all of it."""

LONG = frozenset({"narrative", "reasons", "claims", "address", "place"})
"""Fields whose text may have several lines."""

PERSON = ("name", "tax_id", "role", "address", "permit", "attorney")
VEHICLE = ("plate", "make", "kind", "permit")
"""What is said of a respondent and of a vehicle: a misspelt name would lose what it holds."""

_LINE_ENDS = re.compile("\r\n?|[\n\x85\u2028\u2029]")
_SHA256 = re.compile("[0-9a-f]{64}")


def taken_in(command: Command) -> Command:
    """The command as the law will see it. Raises ``InvalidData``, naming the field and what would be accepted."""
    taking = _Taking()
    said = {name: one_line(text, name) for name in _NAMES if (text := getattr(command, name))}
    corrected = command.data.get("field")
    data = taking.mapping(command.data, "", depth=0, long=isinstance(corrected, str) and corrected in LONG)
    for name in ("attachments", "value") if data.get("field") == "attachments" else ("attachments",):
        if name in data:
            data[name] = _attachments(data[name])
    for name in ("respondent", "vehicle"):
        if isinstance(data.get(name), dict):
            data[name] = require_record(name, data[name])
    return Command(on=command.on, data=data, **said)


def require_record(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What is said of a respondent or a vehicle, whole and fit to be kept; other records as they are.

    The right value of a correction comes here once it is whole (``app.partial``). Raises ``InvalidData``.
    """
    if name == "vehicle":
        _require_known(given, VEHICLE, name)
    return _people(given, name) if name == "respondent" else given


_NAMES = ("step", "by", "recorded_by", "approved_by", "deadline", "track")


def require_respondent(rule: Step, command: Command) -> None:
    """A case has somebody for its respondent. Raises ``InvalidData`` for an act that should name one and does not."""
    if rule.does in NAMES_THE_RESPONDENT and not command.data.get("respondent"):
        raise InvalidData("falta o autuado (respondent): diga ao menos o nome (name)", rule.ground)


def one_line(text: str, name: str) -> str:
    """A short text in one line, as it is kept. Raises ``InvalidData``."""
    if text.isascii() and text.isprintable() and "  " not in text and len(text) <= LINE:
        return text.strip()  # what most lines are: nothing of what follows is to be found there
    if len(text) > LINE:
        raise InvalidData(f"{name[:LINE]}: tem {len(text)} letras; cabem {LINE}")
    if _LINE_ENDS.search(text):
        raise InvalidData(f"{name}: pede uma linha só, e veio com quebra de linha")
    return _printable(text, name)


def _several_lines(text: str, name: str) -> str:
    if len(text) > TEXT:
        raise InvalidData(f"{name}: tem {len(text)} letras; cabem {TEXT}. Junte o texto inteiro como anexo")
    return "\n".join(_printable(line, name) for line in _LINE_ENDS.split(text)).strip()


@dataclass(slots=True)
class _Taking:
    """Walks what was sent, in bounds, and makes of it what the record takes."""

    left: int = MOST

    def mapping(self, given: Mapping[Any, Any], path: str, *, depth: int, long: bool) -> dict[str, Any]:
        taken: dict[str, Any] = {}
        for key, value in given.items():
            if not isinstance(key, str):
                raise InvalidData(f"{path or 'os dados'}: o nome {key!r} era para ser texto")
            name = one_line(key, path or "nome de campo")
            if name in taken:
                raise InvalidData(f"{path or 'os dados'}: o nome {name!r} aparece duas vezes")
            here = f"{path}.{name}" if path else name
            taken[name] = self.value(value, here, depth=depth + 1, long=long or name in LONG)
        return taken

    def value(self, given: Any, path: str, *, depth: int, long: bool) -> Any:
        self.left -= 1
        if self.left < 0:
            raise InvalidData(f"{path}: o ato traz mais de {MOST} valores; junte o que passa disso como anexo")
        if isinstance(given, str):
            return _several_lines(given, path) if long else one_line(given, path)
        if isinstance(given, dict | list | tuple) and depth > DEEPEST:
            raise InvalidData(f"{path}: há mais de {DEEPEST} níveis de dados uns dentro dos outros")
        if isinstance(given, dict):
            return self.mapping(given, path, depth=depth, long=long)
        if isinstance(given, list | tuple):
            return [self.value(each, path, depth=depth + 1, long=long) for each in given]
        try:
            require_json(given)
        except NotCanonical as error:
            raise InvalidData(f"{path}: {error}") from None
        return given


def _printable(text: str, path: str) -> str:
    try:
        return clean(text).strip()
    except PaperFault as fault:
        raise InvalidData(f"{path}: {fault.what}") from None


def _attachments(given: Any) -> Any:
    """Attachments are named by digest, each once: a name that is no digest would point at nothing."""
    if not isinstance(given, list):
        return given
    for each in given:
        if not isinstance(each, str) or not _SHA256.fullmatch(each):
            raise InvalidData(f"attachments: {each!r} não é o digesto SHA-256 de uma peça guardada")
    return list(dict.fromkeys(given))


def _people(given: dict[str, Any], path: str) -> dict[str, Any]:
    """One respondent, or one by each role under which they answer."""
    by_role = "name" not in given and given and all(isinstance(each, dict) for each in given.values())
    if by_role:
        return {role: _person(each, f"{path}.{role}") for role, each in given.items()}
    return _person(given, path)


def _person(given: dict[str, Any], path: str) -> dict[str, Any]:
    _require_known(given, PERSON, path)
    name = given.get("name")
    if not isinstance(name, str) or not any(map(str.isalpha, name)):
        found = f"veio {name!r}" if name else "não veio"
        raise InvalidData(f"{path}.name: o nome da pessoa autuada {found}; escreva-o por extenso")
    number = str(given.get("tax_id") or "")
    checked = tax_id(number) if number else None
    if number and checked is None:
        raise InvalidData(
            f"{path}.tax_id: {number!r} não é CPF nem CNPJ, pois os dígitos verificadores não conferem. Confira o "
            "documento; se o número não é conhecido, deixe-o de fora"
        )
    return {**given, "tax_id": checked} if checked else given


def _require_known(given: dict[str, Any], known: tuple[str, ...], path: str) -> None:
    for name in given:
        if name not in known:
            raise InvalidData(f"{path}: não há o dado {name!r}{advice(name, known)}")
