"""Petitions received, services done, attempts that failed: what the party and the post brought to the case."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

from app.paper.material import Material
from app.paper.openings import act_filed, at_stake
from app.paper.routes import next_step, routes_of
from app.paper.story import Deed
from app.paper.terms import known_term
from app.paper.wording import ACTS, CHANNEL, lower_first
from notices.acts import Attempt, FiledPaper, Filing, Service
from notices.dossier import Act, Respondent
from notices.kinds import KINDS
from notices.words import number
from workflow.case import Deadline, Track
from workflow.rules import Rules

_RECEIPTS = ("defense_receipt", "appeal_receipt")
_LETTERS = ("final_decision_letter", "decision_letter", "notice_letter")


def filing_of(material: Material, deed: Deed, track: Track | None, person: Respondent) -> Filing:
    """A petition received: when, up to when it could come, whether it came in time, with what files."""
    deadline = _deadline(material, deed, track)
    if deadline is None:
        raise ValueError("não se acha o prazo dentro do qual a petição podia chegar")
    limit = material.procedure.time_limits[deadline.kind]
    timely = not is_late(material, deed)
    routes = routes_of(material.book, limit, at_stake(material, track))
    receipt = next(filter(None, (material.named(kind, deed.version) for kind in _RECEIPTS)), "")
    return Filing(
        act=filed_by(material.book.rules, deed),
        protocol=receipt or material.after.id,
        received_at=_moment(material, deed),
        filed_by=deed.text("attorney") or person.name,
        timely=timely,
        due=deadline.due,
        via=CHANNEL.get(deed.text("at"), ""),
        count=known_term(material, deadline).explanation,
        papers=_files(material, deed),
        next_step=(next_step(routes, deed.text("kind")) if timely else "O processo segue com o que já está nele."),
    )


def filed_by(rules: Rules, deed: Deed) -> Act:
    """What an act filed: what it says of itself, else what the law calls what is filed within that term."""
    asked = deed.text("kind") == "reconsideration"
    return ACTS["reconsideration"] if asked else act_filed(rules, rules.steps[deed.step].of or "file")


def is_late(material: Material, deed: Deed) -> bool:
    """Whether a petition came too late; of one whose day was put right, as the case now holds it."""
    timely = material.after.head.timely.get(material.procedure.steps[deed.step].of or "")
    moved = timely is not None and deed.on != deed.event.occurred_on
    return not timely if moved else deed.outcome == "late"


def _deadline(material: Material, deed: Deed, track: Track | None) -> Deadline | None:
    """The last limit on the track that the petition could meet."""
    limits = material.procedure.time_limits
    found = [
        each
        for each in material.after.deadlines
        if deed.step in limits[each.kind].met_by
        and limits[each.kind].binds == "party"
        and (track is None or each.track == track.id)
    ]
    return found[-1] if found else None


def _moment(material: Material, deed: Deed) -> datetime:
    """The local moment of receipt: midnight, which papers print as the day alone, where nobody noted the hour."""
    zone = ZoneInfo(material.office.town.zone)
    given = deed.text("at_time")
    if given:
        return datetime.combine(deed.on, time.fromisoformat(given), zone)
    recorded = material.tx.recorded_at.astimezone(zone)
    return (
        recorded
        if recorded.date() == deed.on and deed.event is material.event
        else datetime.combine(deed.on, time(), zone)
    )


def _files(material: Material, deed: Deed) -> tuple[FiledPaper, ...]:
    attached = deed.data.get("attachments")
    if not isinstance(attached, list | tuple):
        return ()
    return tuple(
        FiledPaper(name=f"Arquivo {at}", size=_size(material, str(digest)), digest=str(digest))
        for at, digest in enumerate(attached, 1)
    )


def _size(material: Material, digest: str) -> str:
    try:
        size = material.office.files.path(digest).stat().st_size
    except OSError:
        return "não informado"
    return f"{number(max(1, round(size / 1024)))} kB" if size < 1 << 20 else f"{number(round(size / (1 << 20)))} MB"


def service_of(material: Material, deed: Deed) -> Service:
    """A service done: of what, when, by what means, and what proves it."""
    procedure = material.procedure
    means = procedure.services.get(deed.text("via"))
    proof = procedure.receipts.get(deed.text("receipt"))
    return Service(
        of=_letter(material, deed),
        on=material.story.binds_on(deed) or deed.happened_on,
        via=lower_first(means.label if means and means.label else deed.text("via") or "meio não informado"),
        proof=lower_first(proof.label if proof and proof.label else "comprovante nos autos"),
        received_by=deed.text("recipient"),
    )


def _letter(material: Material, deed: Deed) -> str:
    """What was delivered: the public notice itself, or the last letter issued before; else the name of the act."""
    if public := material.named("public_notice", deed.version):
        return f"{KINDS['public_notice'].title} nº {public}"
    for earlier in reversed(material.story.deeds):
        if earlier.version < deed.version:
            for kind in _LETTERS:
                if named := material.named(kind, earlier.version):
                    return f"{KINDS[kind].title} nº {named}"
    return f"“{material.procedure.steps[deed.step].label or deed.step}”"


def attempts_of(material: Material, track: Track | None) -> tuple[Attempt, ...]:
    """The services tried without success since the track came to be served."""
    services = material.procedure.services
    served = [each.version for each in material.story.of("serve") if each.event is not material.event]
    since = max(served, default=0)
    return tuple(
        Attempt(
            via=lower_first(services[deed.text("via")].label or deed.text("via"))
            if deed.text("via") in services
            else deed.text("via"),
            on=deed.on,
            reason=deed.text("reason"),
        )
        for deed in material.story.of("fail_service")
        if deed.version > since and (track is None or not deed.event.moved or track.id in deed.event.moved)
    )
