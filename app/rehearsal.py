"""Rehearsals: worked cases told in YAML, run in memory with their own calendar and clock (``design.md`` 8).

A rehearsal is data a lawyer writes. ``run`` plays it through the same engine as any case, mornings of the
clock included, and compares what came out with what was expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from app.comparison import compare
from app.outcome import Outcome, outcome_of
from procedures.reader import read
from procedures.registry import law
from workflow.calendar import Calendar
from workflow.case import Case, Command, Earlier, Event, Facts, Member, Prior, UnitValue
from workflow.engine import decide, due_acts, evolve, needs_history, next_morning_of
from workflow.errors import DevidoError, Fault, LawFaults, Refusal
from workflow.procedure import Procedure
from workflow.standing import ended, state_of

DAY = timedelta(days=1)
_META = ("date", "recorded_on", "step", "by", "recorded_by", "approved_by", "refused", "article", "track")
_KNOWN = frozenset(
    {"id", "title", "law", "why", "tags", "closed_days", "late_openings", "early_closings", "units", "answers",
     "published_on", "priors", "members", "acts", "as_of", "expect", "alternatives", "needs", "facts"}
)  # fmt: skip
GIVEN_REASONS = "constam dos autos"


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a rehearsal (or one of its alternatives) went; ``passed`` is ``None`` when it cannot run yet."""

    id: str
    title: str
    law: str
    passed: bool | None
    differences: tuple[str, ...] = ()
    outcome: Outcome | None = None
    why: str = ""


@dataclass(slots=True, kw_only=True)
class Told:
    """A rehearsal while it runs: the case, its events, and what was refused."""

    procedure: Procedure
    base: Facts
    case: Case
    events: list[Event] = field(default_factory=list)
    refused: list[tuple[date, str, Refusal]] = field(default_factory=list)
    past: list[Case] = field(default_factory=list)
    snapshots: dict[int, tuple[Procedure, Facts]] = field(default_factory=dict)


def run_files(files: Sequence[Path], law_dir: Path | None = None) -> Iterator[Result]:
    """Run every rehearsal of these files with its alternatives, in order."""
    for file in files:
        document = read(file)
        if not isinstance(document.data, list):
            raise LawFaults([Fault(document.where(), "um arquivo de casos é uma lista de casos (- id: …)")])
        for number, entry in enumerate(document.data):
            if not isinstance(entry, Mapping) or "id" not in entry:
                raise LawFaults([Fault(document.where((number,)), "cada caso é um mapa com id")])
            unknown = sorted(set(entry) - _KNOWN)
            if unknown:
                raise LawFaults(
                    [
                        Fault(
                            document.where((number, unknown[0])),
                            f"campo desconhecido {unknown[0]!r} no caso {entry['id']}",
                        )
                    ]
                )
            yield from run(entry, law_dir, where=document.where((number,)))


def run(entry: Mapping[str, Any], law_dir: Path | None = None, where: str = "") -> Iterator[Result]:
    """One rehearsal and its alternatives (``ID/alt-1`` …)."""
    yield _run_one(
        entry, str(entry["id"]), entry.get("answers") or {}, entry.get("expect") or {}, law_dir, where, marks=True
    )
    for number, other in enumerate(entry.get("alternatives") or (), 1):
        answers = {**(entry.get("answers") or {}), **(other.get("answers") or {})}
        yield _run_one(
            entry,
            f"{entry['id']}/alt-{number}",
            answers,
            other.get("expect") or {},
            law_dir,
            where,
            marks="refused" not in (other.get("expect") or {}),
            alternative=True,
        )


def _run_one(
    entry: Mapping[str, Any],
    name: str,
    answers: Mapping[str, Any],
    expect: Mapping[str, Any],
    law_dir: Path | None,
    where: str,
    *,
    marks: bool,
    alternative: bool = False,
) -> Result:
    title, law_name = str(entry.get("title", "")), str(entry.get("law", ""))
    result = Result(id=name, title=title, law=law_name, passed=None, why=str(entry.get("why", "")))
    if entry.get("needs"):
        return replace(result, differences=(f"precisa de {entry['needs']}",))
    try:
        procedure = law(law_name, law_dir).resolve(
            {key: str(value) for key, value in answers.items()}, published_on=entry.get("published_on")
        )
        told = Told(procedure=procedure, base=_facts(entry, procedure), case=Case(id=str(entry["id"])))
        as_of = entry["as_of"]
        for act in entry.get("acts") or ():
            _play(told, act)
        _mornings(told, as_of)
    except DevidoError as fault:
        message = str(fault) if not where or isinstance(fault, LawFaults) else f"{where}: {fault}"
        return replace(result, passed=False, differences=(message,))
    outcome = outcome_of(told.procedure, told.case, told.events, told.refused, replace(told.base, today=as_of))
    expected = _expected(entry, expect, marks=marks)
    differences = tuple(compare(expected, outcome))
    return replace(result, passed=not differences, differences=differences, outcome=outcome)


def _expected(entry: Mapping[str, Any], expect: Mapping[str, Any], *, marks: bool) -> dict[str, Any]:
    """The expectation, with the acts marked as refused where it names none itself."""
    if "refused" in expect or not marks:
        return dict(expect)
    marked = [
        {
            "date": act.get("recorded_on", act["date"]),
            "step": act["step"],
            **({"article": act["article"]} if "article" in act else {}),
        }
        for act in entry.get("acts") or ()
        if act.get("refused")
    ]
    return {**expect, "refused": marked}


def _facts(entry: Mapping[str, Any], procedure: Procedure) -> Facts:
    return Facts(
        today=entry["as_of"],
        calendar=Calendar.of(
            entry.get("closed_days") or (),
            late_openings=entry.get("late_openings") or (),
            early_closings=entry.get("early_closings") or (),
        ),
        units={name: _values(value) for name, value in (entry.get("units") or {}).items()},
        members=tuple(_member(each) for each in entry.get("members") or ()),
        priors=tuple(Prior(**each) for each in entry.get("priors") or ()),
    )


def _values(value: Any) -> tuple[UnitValue, ...]:
    if isinstance(value, (str, int)):
        return (UnitValue(date.min, Decimal(str(value)), always=True),)
    return tuple(UnitValue(each["from"], Decimal(str(each["value"])), str(each.get("act", ""))) for each in value)


def _member(each: Mapping[str, Any]) -> Member:
    return Member(**{"permanent": True, **each})


def _play(told: Told, act: Mapping[str, Any]) -> None:
    """One act: the clock's mornings up to its day first, then the act; a refusal is noted and life goes on."""
    recorded_on = act.get("recorded_on") or act["date"]
    step = told.procedure.steps.get(act["step"])
    opens = step is not None and step.does == "open"
    _mornings(told, recorded_on)
    facts = replace(told.base, today=recorded_on)
    command = _command(told, act, step)
    case = told.case
    if opens and case.tracks:
        told.past.append(case)
        case = Case(id=case.id)
    facts = replace(facts, earlier=tuple(_earlier(told)))
    if needs_history(told.procedure, case, command):
        facts = replace(facts, history=tuple(told.events), known=lambda event: told.snapshots[event.version])
    try:
        event = decide(told.procedure, case, command, facts)
    except Refusal as refusal:
        told.refused.append((recorded_on, act["step"], refusal))
        return
    if opens:
        told.events.clear()
        told.snapshots.clear()
    _record(told, case, event, facts)


def _earlier(told: Told) -> Iterator[Earlier]:
    for case in dict.fromkeys((*map(_key, told.past), _key(told.case))):
        if case is not None:
            yield case


def _key(case: Case) -> Earlier | None:
    if case.head.fact_on is None or not ended(case):
        return None
    return Earlier("", case.head.items, case.head.fact_on, state_of(case)[1])


def _record(told: Told, case: Case, event: Event, facts: Facts) -> None:
    told.case = evolve(case, event)
    told.events.append(event)
    told.snapshots[event.version] = (told.procedure, replace(facts, history=(), known=None))


def _mornings(told: Told, until: date) -> None:
    """The clock has run every morning up to and including ``until``."""
    while True:
        morning = next_morning_of(told.procedure, told.case) if told.case.tracks else None
        if morning is None or morning > until:
            return
        latest = told.case.day
        if latest is not None and morning < latest:
            morning = latest
        # What an act of the day (or a correction) made due in the past is done the next morning.
        if told.events and told.events[-1].recorded_on >= morning and told.events[-1].by != "clock":
            morning = told.events[-1].recorded_on + DAY
            if morning > until:
                return
        facts = replace(told.base, today=morning)
        event = decide(
            told.procedure, told.case, due_acts(told.procedure, told.case, morning)[0].command(morning), facts
        )
        _record(told, told.case, event, facts)


def _command(told: Told, act: Mapping[str, Any], step: Any) -> Command:
    data = {key: _plain(value) for key, value in act.items() if key not in _META}
    data.setdefault("reasons", GIVEN_REASONS)
    by = act.get("by") or (step.by[0] if step else "")
    return Command(
        step=act["step"],
        on=act["date"],
        by=by,
        data=data,
        recorded_by=act.get("recorded_by", "clerk"),
        approved_by=act.get("approved_by", ""),
    )


def _plain(value: Any) -> Any:
    """YAML's dates as text, the way commands carry them."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
