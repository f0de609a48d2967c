"""What a body decides in a synthetic case: the outcome by chance, the penalties as the law lets them be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.simulation.fate import Fate
from app.simulation.scene import Scene
from workflow.case import Case, Track
from workflow.choosing import may_impose
from workflow.forms import COUNTED, REAIS
from workflow.outcomes import known_outcomes
from workflow.penalties import Offer, offers
from workflow.procedure import DayRange, Range, Step
from workflow.repeat import Past

_FALLS = ("dismissed", "reversed")
_STAYS = ("upheld", "affirmed", "maintained")


def deciding(scene: Scene, fate: Fate, case: Case, track: Track, step: Step) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each body that has to decide, in the order of the file, with the data of its act."""
    outcomes = known_outcomes(step)
    first = step.does == "decide"
    share = scene.rates.dismissed if first else scene.rates.reversed
    falls = fate.happens("dismissed" if first else "reversed", share)
    outcome = next(
        (each for each in outcomes if each in (_FALLS if falls else _STAYS)), outcomes[0] if outcomes else ""
    )
    common: dict[str, Any] = {"reasons": "constam dos autos", "outcome": outcome}
    if not first:
        for body in step.by:
            yield body, {**common, **_voting(scene, body, outcome)}
        return
    if scene.procedure.noncure and outcome not in _FALLS and fate.happens("cure_ordered", scene.rates.cure_ordered):
        common["cure_ordered"] = True
    offered = {item: _offers(scene, case, track, item) for item in case.head.items}
    picks = fate.draw("penalty"), fate.draw("days")
    able = [body for body in step.by if any(may_impose(o.penalty, (body,)) for each in offered.values() for o in each)]
    # Where one must be enough, only one body is asked, as chance has it: nobody chooses twice for one item.
    if scene.procedure.choice.how in ("one", "some"):
        able = able[int(picks[0] * len(able)) :][:1]
    for body in able or step.by[:1]:
        data = {**common, **_voting(scene, body, outcome)}
        if outcome not in _FALLS:
            data |= _chosen(scene, offered, body, able, picks)
        yield body, data


def _voting(scene: Scene, body: str, outcome: str) -> dict[str, Any]:
    """Who sits, all of one mind: as many as the law asks, and their votes where it counts them."""
    rule = scene.procedure.bodies[body]
    asked = rule.majority_for(outcome)
    voters = max(rule.votes, asked.needed(rule.votes, rule.members or rule.votes))
    return {"voters": voters, **({"votes": {outcome: voters}} if asked.of else {})}


def _offers(scene: Scene, case: Case, track: Track, item: str) -> list[Offer]:
    head = case.head
    day = case.day or scene.first
    found = offers(scene.rules, item, track.round, head.fact_on or day, day, Past(), case.obligations)
    return [each for each in found if not each.exceptional]


def _chosen(
    scene: Scene, offered: dict[str, list[Offer]], body: str, able: list[str], picks: tuple[float, float]
) -> dict[str, Any]:
    """The lines that fill what the law leaves to the body, and what it proposes to another."""
    how = scene.procedure.choice.how
    lines: list[dict[str, Any]] = []
    proposes: list[str] = []
    for item, found in offered.items():
        mine = [each for each in found if may_impose(each.penalty, (body,))]
        if how in ("one", "some") and mine:
            lines.append(_line(item, mine[int(picks[0] * len(mine))], picks[1]))
        elif how in ("all", "any"):
            lines += [_line(item, each, picks[1]) for each in mine if _needs_line(each)]
            if how == "any" and any(line["item"] == item for line in lines):
                listed = {line["code"] for line in lines if line["item"] == item}
                lines += [_line(item, each, picks[1]) for each in mine if each.code not in listed]
            later = able[able.index(body) + 1 :] if body in able else []
            proposes += [each.penalty.kind for each in found if each not in mine and may_impose(each.penalty, later)]
    return {**({"penalties": lines} if lines else {}), **({"proposes": proposes} if proposes else {})}


def _needs_line(offer: Offer) -> bool:
    """Whether the law leaves something of a penalty to the decision: days, an amount, how many."""
    form = offer.form
    open_form = form is not None and (isinstance(form.amount, Range) or (form.per and not form.runs))
    return isinstance(offer.penalty.days, DayRange) or bool(open_form)


def _line(item: str, offer: Offer, pick: float) -> dict[str, Any]:
    line: dict[str, Any] = {"item": item, "code": offer.code, "reasons": "constam dos autos"}
    days = offer.penalty.days
    if isinstance(days, DayRange):
        line["days"] = days.start + int(pick * (days.end - days.start + 1))
    form = offer.form
    if form is not None and isinstance(form.amount, Range):
        line["reais" if form.unit == REAIS else "units"] = str(form.amount.start)
    if form is not None and form.per and not form.runs:
        line[COUNTED[form.per]] = 1
    return line
