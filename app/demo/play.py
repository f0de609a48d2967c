"""Plays the story day by day: acts in their order, the clock every morning, each through the one road for writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from app import clock
from app.casework import handle
from app.office import Office
from app.request import Request
from app.saying import effect_said
from procedures.reader import read
from workflow.event import Command
from workflow.procedure import Procedure

STORY = Path(__file__).parent / "story.yaml"
_OWN = ("on", "known_on", "step", "approved_by", "by")
_CLERK, _NOON = "protocolo-1", time(15, 0)


@dataclass(frozen=True, kw_only=True)
class Told:
    """One thing that happened in the story: its day, the case, the words, and whether the clock did it."""

    day: date
    case: str
    what: str
    by_clock: bool = False


@dataclass(kw_only=True)
class Played:
    """The whole story as it went: the number each case got, what happened, in order, and the moment it ended."""

    until: datetime
    numbers: dict[int, str] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class _Act:
    known_on: date
    case: int
    position: int
    act: dict[str, Any]


def story() -> dict[str, Any]:
    """The story's data."""
    data: dict[str, Any] = read(STORY).data
    return data


def play(office: Office, *, progress: Callable[[date], None] | None = None) -> Played:
    """Play the whole story into an empty office."""
    data = story()
    told = Played(until=datetime.combine(data["until"], _NOON, UTC))
    acts = sorted(_acts(data), key=lambda each: (each.known_on, each.case, each.position))
    day, until = acts[0].known_on, data["until"]
    while day <= until:
        _morning(office, told, day)
        while acts and acts[0].known_on == day:
            _play(office, told, data, acts.pop(0))
        if progress is not None:
            progress(day)
        day += timedelta(days=1)
    return told


def days(data: dict[str, Any]) -> int:
    """How many days the story lasts."""
    first: date = min(each.known_on for each in _acts(data))
    last: date = data["until"]
    return (last - first).days + 1


def _acts(data: dict[str, Any]) -> Iterator[_Act]:
    for number, case in enumerate(data["cases"]):
        for position, act in enumerate(case["acts"]):
            yield _Act(known_on=act.get("known_on", act["on"]), case=number, position=position, act=act)


def _morning(office: Office, told: Played, day: date) -> None:
    for ring in clock.run(office, datetime.combine(day, time(9, 0), UTC), on=day).rings:
        when = effect_said(ring.legal_day, lapse=bool(ring.deadline))
        legal = f" ({when})" if ring.legal_day != day - timedelta(days=1) else ""
        told.told.append(Told(day=day, case=ring.case, what=f"{ring.label}{legal}", by_clock=True))


def _play(office: Office, told: Played, data: dict[str, Any], each: _Act) -> None:
    case, act = data["cases"][each.case], each.act
    now = datetime.combine(each.known_on, _NOON, UTC)
    number = told.numbers.get(each.case, "")
    fields = {key: value for key, value in act.items() if key not in _OWN}
    if act["step"] == "draw_up":
        fields |= _opening(data, case, act)
    procedure = _procedure(office, number, data["law"], now)
    step = procedure.steps[act["step"]]
    handled = handle(
        office,
        Request(
            command=Command(
                step=act["step"],
                on=act["on"],
                by=act.get("by", step.by[0]),
                data=fields,
                recorded_by=_CLERK,
                approved_by=act.get("approved_by", ""),
            ),
            key=f"demo:{each.case}:{each.position}",
            case=number,
            law="" if number else data["law"],
            person=_CLERK,
        ),
        now,
    )
    told.numbers[each.case] = handled.case.id
    late = f" (fato de {act['on']:%d/%m/%Y}, sabido agora)" if "known_on" in act else ""
    told.told.append(Told(day=each.known_on, case=handled.case.id, what=f"{step.label}{late}"))


def _procedure(office: Office, number: str, law: str, now: datetime) -> Procedure:
    if not number:
        return office.procedure_for_opening(law, now.date(), now)
    return office.procedure_for(office.store.load(number), now.date(), now)


def _opening(data: dict[str, Any], case: dict[str, Any], act: dict[str, Any]) -> dict[str, Any]:
    person = data["people"][case["person"]]
    return {
        "items": case["items"],
        "fact_on": act["on"].isoformat(),
        "fact_time": "07:10",
        "place": "Rua da Escola, Centro, Santos Dumont-MG",
        "narrative": case["narrative"],
        "inspector": "Agente Exemplo",
        "respondent": {key: person[key] for key in ("name", "tax_id", "role", "address", "permit")},
        "vehicle": {"plate": person["plate"], "make": "Van Exemplo 16 lugares", "kind": "van escolar"},
    }
