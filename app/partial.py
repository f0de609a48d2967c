"""A correction that gives a record in part: what it does not name stays as it stands, so that the event has it whole.

A part given empty is taken out. Who has another name and another number is another person, of whom nothing was known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.intake import require_record
from app.paper.story import Story
from notices.codes import tax_id
from workflow.errors import InvalidData
from workflow.event import ERASED, Command, Event
from workflow.fields import fields_of
from workflow.procedure import Procedure

RESPONDENT = "respondent"


def completed(procedure: Procedure, command: Command, history: Sequence[Event]) -> Command:
    """The command with the whole right value of the record it corrects. Raises ``InvalidData``."""
    rule = procedure.steps.get(command.step)
    name, given, of = (command.data.get(each) for each in ("field", "value", "of"))
    if rule is None or rule.does != "rectify" or not isinstance(given, Mapping) or not isinstance(of, Mapping):
        return command
    deed = Story(procedure, history).named(of)
    step = procedure.steps.get(deed.step) if deed is not None else None
    field = fields_of(step).get(str(name)) if step is not None else None
    if deed is None or field is None or field.type != "record":
        return command  # it is refused for that
    stands = deed.data.get(str(name))
    whole = _people(stands, given) if name == RESPONDENT else _merged(stands, given)
    return replace(command, data={**command.data, "value": require_record(str(name), whole)})


def _merged(stands: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """What stands with what is given over it, at every depth; what is given empty is taken out."""
    kept = {part: each for part, each in _parts(stands).items() if each is not ERASED}
    found = {part: _merged(kept.get(part), each) if isinstance(each, Mapping) else each for part, each in given.items()}
    return {part: each for part, each in {**kept, **found}.items() if each not in (None, "", [], (), {})}


def _people(stands: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """One respondent, or each by the name he answers under; one does not become several by being put right."""
    before = _parts(stands)
    if _by_role(given):
        each_before = before if _by_role(before) else {}
        return {**each_before, **{role: _person(each_before.get(role), each, role) for role, each in given.items()}}
    return _person({} if _by_role(before) else before, given, RESPONDENT)


def _by_role(people: Mapping[str, Any]) -> bool:
    return "name" not in people and bool(people) and all(isinstance(each, Mapping) for each in people.values())


def _person(stands: Any, given: Mapping[str, Any], path: str) -> dict[str, Any]:
    before = _parts(stands)
    number = before.get("tax_id")
    renamed = "name" in given and given["name"] != before.get("name")
    if number and number is not ERASED and renamed:
        if "tax_id" not in given:
            raise InvalidData(
                f"{path}: o nome muda e o CPF ou CNPJ não foi dito; o que consta é {number}. Diga-o também (tax_id): o "
                "mesmo, se só o nome estava errado; o de quem é, se é outra pessoa; vazio (tax_id=), se não se sabe"
            )
        if _number(given["tax_id"]) != _number(number):
            return _merged(None, given)
    return _merged(stands, given)


def _number(text: Any) -> str:
    return tax_id(str(text or "")) or str(text or "")


def _parts(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
