"""“Apaguem meus dados”: what is held of a person, until when the law has it kept, and the act that has it erased.

The request is of a person and the keeping is of a case: each case is erased by an act of its own, on the one road by
which a case changes. Those whose time has not come stay, and are told with the ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from app import logs
from app.casework import handle
from app.facts import local_day
from app.office import Office
from app.request import Request
from storage.erasure import Held, held, remember, remove_forgotten, scrub
from storage.faults import MissingFile
from storage.views import Views
from workflow.case import Case
from workflow.dates import short_label
from workflow.erasing import erasing_step, kept_until
from workflow.errors import InvalidData, NoSuchAct, Refusal, RetentionRunning
from workflow.event import Command
from workflow.procedure import Procedure, Step
from workflow.standing import ended

GROUNDS = ("retention_over", "request", "court_order")


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What the clerk answers for: why, decided by whom, authorised by which archive; two persons."""

    ground: str
    authority: str
    authorization: str
    reasons: str
    person: str
    approved_by: str


@dataclass(frozen=True, kw_only=True)
class Kept:
    """One case of a person: what it holds, whether it has ended, the last day on which the law has it kept.

    ``erased``: nothing is left but the act that erased it. ``retention`` is the time it is kept, in words.
    """

    case: str
    held: Held
    ended: bool
    erased: bool
    until: date | None
    retention: str
    articles: tuple[str, ...]

    def due(self, today: date) -> bool:
        """Whether it may be erased today."""
        return not self.erased and self.until is not None and self.until < today


@dataclass(frozen=True, kw_only=True)
class Erased:
    """What came of a request: the cases erased, with what each held, and those that stay."""

    done: tuple[Kept, ...]
    stay: tuple[Kept, ...]
    files: int


def look(office: Office, case: str, now: datetime, whose: str = "") -> list[Kept]:
    """The cases of the person who answers in this one, this one last; of several persons, of the one named.

    Raises ``UnknownCase``, ``InvalidData``.
    """
    respondents = office.store.load(case).head.respondents
    if (whose or len(respondents) > 1) and whose not in respondents:
        known = (
            f"{'diga de quem se trata' if not whose else f'não há {whose!r}'} (--respondent): " if respondents else ""
        )
        raise InvalidData(f"o processo {case} cita {known}{' ou '.join(respondents) or 'um autuado só'}")
    views = Views(office.database)
    subjects = views.subjects(case)
    subject = subjects.get(whose, "") if len(respondents) > 1 else next(iter(subjects.values()), "")
    others = [each.case.id for each in views.of_subject(subject) if each.case.id != case] if subject else []
    today = local_day(now, office.town.zone)
    return [_kept(office, office.store.load(each), today) for each in (*others, case)]


def erase(office: Office, case: str, ask: Ask, now: datetime, whose: str = "") -> Erased:
    """Erase each case of the person whose keeping is over, the one named last; what is left to do of earlier ones too.

    Asked again after an interruption it does what is left. Raises ``RetentionRunning`` if none may be erased,
    another ``Refusal``, a ``StorageFault``.
    """
    today = local_day(now, office.town.zone)
    found = look(office, case, now, whose)
    due = [each for each in found if each.due(today)]
    if not due and not any(each.erased for each in found):
        raise refusal(found[-1])
    for each in due:
        _erase(office, each, ask, now, today)
    return Erased(
        done=tuple(due),
        stay=tuple(each for each in found if not each.due(today) and not each.erased),
        files=finish(office),
    )


def finish(office: Office) -> int:
    """Do what is left of every erasure: files off the disk, the list beside the master key. Says how many files."""
    scrub(office.database)
    remember(office.database, office.settings.destroyed_file)
    return remove_forgotten(office.database, office.files)


def refusal(kept: Kept) -> Refusal:
    """Why a case is not erased, with the ground."""
    said = "ainda corre, e os dados dele se conservam" if not kept.ended else "acabou, e os dados dele se conservam"
    until = f" até {short_label(kept.until)}, {kept.retention} depois do último ato" if kept.until else ""
    return RetentionRunning(
        f"O processo {kept.case} {said}{until}, para cumprir obrigação legal: o pedido de os apagar se recusa. "
        "Quem pede pode receber as peças com tarjas (devido documents show PEÇA --redacted).",
        kept.articles,
    )


def restrict(office: Office, case: str, digest: str, ask: Ask, now: datetime) -> None:
    """Have a file of a case leave it no more, at once and whatever the case's state: a child's picture, above all.

    Raises ``MissingFile`` for one that the case has not, a ``Refusal``.
    """
    office.store.load(case)
    if digest not in held(office.database, case).files:
        raise MissingFile(digest)
    command = Command(
        step=RESTRICT, on=local_day(now, office.town.zone), data={"file": digest, "reasons": ask.reasons},
        recorded_by=ask.person, approved_by=ask.approved_by,
    )  # fmt: skip
    handle(office, Request(command=command, key=f"restrict:{case}:{digest}", case=case, person=ask.person), now)


RESTRICT = "restrict_file"
"""The shared step that restricts a file; what it names is left out of every bundle."""


def _kept(office: Office, case: Case, today: date) -> Kept:
    procedure = office.procedure_as_of(case.procedure, today)
    name, step = _step(procedure)
    until = kept_until(case, step.retention) if step.retention else None
    latest = office.store.history(case.id)[-1].step
    return Kept(
        case=case.id,
        held=held(office.database, case.id),
        ended=ended(case),
        erased=latest == name,
        until=until,
        retention=step.retention.in_portuguese if step.retention else "",
        articles=step.ground,
    )


def _step(procedure: Procedure) -> tuple[str, Step]:
    found = erasing_step(procedure)
    if found is None:
        raise NoSuchAct(
            f"{procedure.short} não tem o ato que elimina dados pessoais; a lei que o tome da camada lei_13709_2018."
        )
    return found


def _erase(office: Office, kept: Kept, ask: Ask, now: datetime, today: date) -> None:
    case = office.store.load(kept.case)
    name, _ = _step(office.procedure_as_of(case.procedure, today))
    data = {
        "ground": ask.ground, "authority": ask.authority, "authorization": ask.authorization, "reasons": ask.reasons,
    }  # fmt: skip
    command = Command(step=name, on=today, data=data, recorded_by=ask.person, approved_by=ask.approved_by)
    key = f"erase:{case.id}:{case.version + 1}"
    handle(office, Request(command=command, key=key, case=case.id, person=ask.person, version=case.version), now)
    logs.done("dados eliminados", values=kept.held.values, papers=kept.held.papers, files=len(kept.held.files))
