"""Who answers in a case: those a notice names, each by the name he answers under, as later acts leave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from app.paper.story import Deed
from workflow.errors import InvalidData

People: TypeAlias = dict[str, Mapping[str, Any]]
"""What is said of each respondent, by the name he answers under; of one alone, mostly under an empty one."""


def named_in(respondent: Any) -> People:
    """Those that an act names; nobody where it names none, or where who it was has been erased."""
    if not isinstance(respondent, Mapping):
        return {}
    if "name" in respondent or not respondent or not all(isinstance(each, Mapping) for each in respondent.values()):
        return {"": respondent}
    return dict(respondent)


def called(people: People, whose: str = "") -> People:
    """The same, one alone by that name: by an empty one his priors are nobody's in particular."""
    return {whose: next(iter(people.values()))} if len(people) == 1 else people


def in_force(deeds: Iterable[Deed]) -> People:
    """The respondents as these acts leave them, all that name any in order: of several, one is replaced by name."""
    people: People = {}
    for deed in deeds:
        if deed.does == "replace" and "respondent" not in deed.data:
            continue  # it says of nobody who he is; where who he was has been erased, that is there
        given, to = named_in(deed.data.get("respondent")), deed.text("to")
        people = {**people, to: given.get("", {})} if deed.does == "replace" and len(people) > 1 else given
    return people


def require_each_named(people: People, respondents: Sequence[str], ground: Sequence[str]) -> None:
    """Each of several respondents is named, and nobody else. Raises ``InvalidData``.

    Who is cited and not named is neither notified nor found again by what he did.
    """
    if not people or (len(people) == 1 and len(respondents) < 2):
        return
    if set(people) != set(respondents):
        found = "uma pessoa só" if set(people) == {""} else ", ".join(people)
        cited = ", ".join(respondents) or "um autuado só"
        raise InvalidData(
            f"o auto cita (respondents) {cited}, e os dados do autuado (respondent) são de {found}; dê os de cada um, "
            "pelo nome com que responde",
            ground,
        )
