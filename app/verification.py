"""Verifies a town's record: the chain and all that stands beside it, and that the law was applied right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.facts import now
from app.office import Office, Pinned
from app.people import people_in_force, subjects_of
from app.town_plan import key_of
from app.verification_shares import in_turn_or_shared
from procedures.loader import law_of
from procedures.municipality import Town
from procedures.reader import read
from procedures.town_changing import Change
from storage.check_case import CaseCheck
from storage.faults import MissingFile
from storage.findings import Finding
from storage.ledger import Checked, erased, sources, verify, verify_cases
from storage.parts import day_text
from storage.restorations import Restoration, Restorations
from storage.rotation import Rotation, rotations
from storage.town_changes import TownChanges
from workflow.engine import next_morning_of, recheck
from workflow.errors import DevidoError, Refusal
from workflow.event import ERASED, Event
from workflow.phases import phase_of
from workflow.standing import state_of

Look: TypeAlias = Callable[[Office, CaseCheck], Iterable[Finding]]
"""Looks at a case besides; a function of a module, so that another process finds it."""


@dataclass(frozen=True, kw_only=True)
class Verified:
    """What a verification found: nothing in ``findings`` is the good answer.

    ``erased`` are the personal values and papers that are gone by law: case, act and path of each. They are no fault,
    and are told so that none goes unnoticed; nor are the restorations in ``restored``, the master keys in ``rotated``.
    """

    findings: list[Finding] = field(default_factory=list)
    erased: list[tuple[str, int, str]] = field(default_factory=list)
    restored: list[Restoration] = field(default_factory=list)
    rotated: list[Rotation] = field(default_factory=list)


def verify_office(
    office: Office,
    *,
    look: Look | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verified:
    """Check everything, showing ``look`` each case's events. Raises a ``StorageFault`` if nothing can be read.

    The cases of a record of many acts are shared among processes.
    """
    check = partial(check_cases, look=look)
    findings = verify(
        office.store, office.files, key=office.checkpoints.key, check=partial(in_turn_or_shared, office, check),
        progress=progress,
    )  # fmt: skip
    return Verified(
        findings=[*findings, *_sources(office), *_town_stream(office)], erased=erased(office.store),
        restored=Restorations(office.database).all(), rotated=rotations(office.database),
    )  # fmt: skip


def check_cases(office: Office, cases: list[str], look: Look | None = None) -> Checked:
    """Everything about these cases, and that each of their acts is what the law and the data of its time give."""

    def by_the_law(case: CaseCheck) -> Iterator[tuple[int, str]]:
        try:
            if look is not None:
                besides.extend(look(office, case))
            yield from _decided_again(office, case.events)
            yield from _beside(office, case)
        except Exception as error:  # noqa: BLE001 - what an altered record breaks is a finding, not a failure to look
            yield (
                len(case.events),
                f"não se deixa decidir de novo pela lei e pelos dados da época ({type(error).__name__})",
            )
        yield from _papers(office, case)

    besides: list[Finding] = []
    checked = verify_cases(office.store, cases, recheck=by_the_law)
    return checked._replace(findings=[*checked.findings, *besides])


def _decided_again(office: Office, events: list[Event]) -> Iterator[tuple[int, str]]:
    """Every act decided again comes out as it is recorded."""
    facts = replace(office.facts(now().date()), known=office.known)
    for event, again in recheck(events, facts):
        came = f"a recusa: {again}" if isinstance(again, Refusal) else "outro resultado"
        yield event.version, f"decidido de novo pela lei e pelos dados da época, o ato dá {came}"


def _beside(office: Office, checked: CaseCheck) -> Iterator[tuple[int, str]]:
    """What the list of cases takes from the law: when the clock wakes, the phase, whose case it is."""
    case, events = checked.case, checked.events
    if checked.line is None or not events:
        return
    *_, wakes_on, phase = checked.line
    morning = next_morning_of(office.procedure(events[-1].procedure), case, events[-1])
    said = {
        "manhã em que o relógio age": (wakes_on, day_text(morning)),
        "fase": (phase, phase_of(office.procedure(case.procedure), state_of(case)[0])),
    }
    for name, (found, due) in said.items():
        if found != due:
            yield case.version, f"{name}: a lista diz {str(found)!r}, os atos dizem {str(due)!r}"
    yield from _erasures(office, checked)
    people = people_in_force(office.procedure(events[-1].procedure), events)
    kept = checked.page.subjects.get(case.id, {})
    expected = {whose: subject for whose, subject in subjects_of(office, people).items() if subject}
    gone = any(value is ERASED for event in events for value in event.data.values())
    if kept != expected and (kept or not gone):
        yield case.version, "o que acha os processos de cada autuado não é o dos autuados deste processo"


def _erasures(office: Office, case: CaseCheck) -> Iterator[tuple[int, str]]:
    """A key is destroyed by the act that says so, and by nothing else."""
    erasing = [
        each.version for each in case.events if office.procedure(each.procedure).steps[each.step].does == "erase"
    ]
    keys = case.page.keys.get(case.case_id, [])
    if not keys or keys[0][0] != 1:
        yield 1, "falta a chave dos dados pessoais do processo"
    for made, destroyed_at in keys:
        said = next((version for version in erasing if version > made), None)
        if destroyed_at is not None and said is None:
            yield made, "a chave dos dados pessoais foi destruída sem ato que o diga"
        elif destroyed_at is None and said is not None:
            yield said, "o ato diz que os dados se eliminaram, e a chave deles ainda existe"


def _papers(office: Office, case: CaseCheck) -> Iterator[tuple[int, str]]:
    """A paper bears the code it was frozen with, in the list and in its file."""
    for paper in case.papers:
        if paper.context is None:
            continue
        if _code_in(paper.context) != paper.code:
            yield paper.version, f"{paper.name}: o código na lista não é o que o ato congelou"
        if paper.file is not None:
            try:
                bears = paper.code.encode() in office.files.read(paper.file)
            except MissingFile:
                continue  # told with the files
            if not bears:
                yield paper.version, f"{paper.name}: o arquivo guardado não é o desta peça"


class _Coded(msgspec.Struct):
    """What a frozen paper says of its own code."""

    code: str


class _Frozen(msgspec.Struct):
    """The part of a frozen paper that is looked at here."""

    document: _Coded


_frozen = msgspec.json.Decoder(_Frozen)


def _code_in(context: bytes) -> str:
    try:
        return _frozen.decode(context).document.code
    except ValueError:
        return ""


def _sources(office: Office) -> Iterator[Finding]:
    """The law and the town's data kept in the record are those whose digest the acts cite."""
    for digest, kind, name, content in sources(office.store):
        try:
            same = _digest(office, digest, kind, name, content) == digest
        except Exception:  # noqa: BLE001 - whatever was done to it, it is no longer what it was
            same = False
        if not same:
            yield Finding("fontes", "", 0, f"o que está guardado como {digest[:16]}… não tem esse digesto")


def _town_stream(office: Office) -> Iterator[Finding]:
    """Each change of the town's data bears the key of what it asked, and what they were before and after is kept."""
    for place, change in enumerate(TownChanges(office.database).all(), start=1):
        asked = Change(kind=change.kind, act=change.act, said=json.loads(change.said))
        if change.id != place or key_of(asked) != change.key:
            yield Finding("município", "", change.id, "a mudança registrada não é a que se pediu")
        try:
            same = Town.model_validate(read(change.text).data).digest == change.new
        except (DevidoError, ValueError):
            same = False
        if not same:
            yield Finding("município", "", change.id, "o arquivo guardado com a mudança não é o que ela deixou")
        for digest in (change.old, change.new):
            if office.store.source(digest) is None:
                yield Finding("município", "", change.id, f"não estão guardados os dados de digesto {digest[:16]}…")


def _digest(office: Office, digest: str, kind: str, name: str, content: bytes) -> str:
    if kind == "town":
        return Town.model_validate_json(content).digest
    if kind == "procedure":
        pinned = Pinned(**json.loads(content))
        return office.law_of(digest).resolve(pinned.answers).digest
    parts = json.loads(content)
    return law_of(name, {file: text.encode() for file, text in parts.items()}).digest
