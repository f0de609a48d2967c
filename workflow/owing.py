"""Whose a penalty is where a notice cites several people: who would owe it, and whose each prior is.

Punishment does not pass from one person to another (CF art. 5 XLV): what one did before is not held against another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workflow.act import Act
from workflow.case import Case, Deadline, Track
from workflow.dates import short_label
from workflow.errors import InvalidData
from workflow.facts import Prior
from workflow.rules import Rules
from workflow.standing import stands


def owing(act: Act, track: Track) -> tuple[str, ...]:
    """The respondents who would owe a penalty imposed on this track; nobody in particular where the case has one.

    Who owes together with others is let out of it once their track is archived.
    """
    people = act.draft.head.respondents
    if len(people) < 2:
        return ()
    if act.rules.procedure.tracks.owes == "each" and track.respondent:
        return (track.respondent,)
    still = {each.respondent for each in act.draft.tracks.values() if not each.place.startswith("archived")}
    return tuple(each for each in people if each in still) or people


def alone(respondents: Sequence[str]) -> tuple[str, ...]:
    """The respondent of a case that has one and names him."""
    return tuple(respondents) if len(respondents) == 1 else ()


def still_to_pay(rules: Rules, case: Case, deadline: Deadline) -> list[Deadline]:
    """The terms to pay, still open, of the others who owe a fine of this term: it is one, and overdue for all at once.

    Whoever still has days to pay is not to see it referred because another's are over.
    """
    tracks = {each.id: each for each in case.tracks}
    mine = tracks.get(deadline.track)
    step = rules.steps.get(deadline.fires)
    if mine is None or step is None or step.does != "refer":
        return []
    fines = [
        each
        for each in case.obligations
        if each.kind == "fine" and each.round == deadline.round and stands(each) and mine.covers(each)
    ]
    return [
        each
        for each in case.deadlines
        if each.status == "open" and each.track != deadline.track
        and (each.kind, each.round) == (deadline.kind, deadline.round)
        and any(tracks[each.track].covers(fine) for fine in fines)
    ]  # fmt: skip


def named_anew(known: Sequence[Prior], told: Sequence[Prior], to: str) -> tuple[Prior, ...]:
    """The priors a case goes by once an act names a respondent anew: one of several (``to``), or whoever answers."""
    return (*(each for each in known if to and each.whose != to), *told)


def one_named(respondents: Sequence[str], data: Any) -> str:
    """Which of several respondents an act is about; empty where there is one."""
    return str(data.get("to") or "") if len(respondents) > 1 else ""


def require_whose(respondents: Sequence[str], priors: Sequence[Prior]) -> None:
    """Each prior is of somebody in the case, and says of whom where it has several. Raises ``InvalidData``."""
    known = respondents if len(respondents) > 1 else ("",)
    for prior in priors:
        if prior.whose not in known:
            found = f"veio {prior.whose!r}" if prior.whose else "não veio"
            asked = f"use {' ou '.join(known)}" if len(known) > 1 else "o processo tem um só autuado, e não se diz"
            raise InvalidData(
                f"infração anterior de {short_label(prior.fact_on)} ({prior.item}): de quem é (whose) {found}; {asked}"
            )
