"""What each kind of paper tells of besides the case: the parts of its context, kind by kind."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from app.paper.changes import changed_in_short
from app.paper.decisions import decision_of, latest
from app.paper.endings import archiving_of, discharge_of
from app.paper.filings import attempts_of, filing_of, service_of
from app.paper.material import Material
from app.paper.money import collection_note, debt_of, payment_deadline, refund_of, slip_of
from app.paper.opened_terms import Parts, add_later, terms_opened
from app.paper.openings import notifying, once_final, opened_for_party
from app.paper.plain import plain_of
from app.paper.serving import collected_of, order_of, ordered
from app.paper.sittings import sitting_of
from app.paper.story import Deed
from app.paper.terms import known_term, term_of
from app.paper.withdrawals import withdrawal_of
from app.paper.wording import PENALTY, gender_of
from notices.dossier import Body, Case
from notices.words import capital, listed, the, weekday_date
from workflow.case import Deadline, Track
from workflow.event import Paper
from workflow.penalties import HARSHNESS
from workflow.standing import stands


def parts_of(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    """The parts of this paper, by their names in the context. Raises whatever stands in the way of one."""
    return _BUILDERS.get(paper.kind, _plain)(material, paper, track, case)


def _deed(material: Material, *verbs: str) -> Deed:
    """This act; where it is a correction, the latest act of the verbs the paper is about."""
    for each in material.story.deeds[::-1]:
        if each.version == material.event.version and (not verbs or each.does in verbs):
            return each
    found = latest(material, *verbs)
    if found is None:
        raise ValueError("o processo não tem o ato de que esta peça fala")
    return found


def _infraction_notice(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = terms_opened(material, track, "da notificação")
    parts.pop("payment_term", None)
    to_notify = notifying(material, track)
    if to_notify is not None:
        parts["authority_term"] = known_term(material, to_notify)
    return parts


def _notice_letter(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return terms_opened(material, track, "desta notificação")


def _cure_notice(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    """The term to cure, by itself or item by item; what each item has is a note where they differ."""
    limits = material.procedure.time_limits
    found = [each for each in opened_for_party(material, track) if limits[each.name].only_if == "cure_ordered"]
    terms = {
        each.deadline.item if each.deadline else "": term_of(material, each, "desta notificação") for each in found
    }
    if not terms:
        return {}
    book = material.book
    notes = [
        f"{capital(book.cite(book.rules.citation(item)))}: {term.length}"
        f"{f', até {weekday_date(term.due)}' if term.due else ''}"
        f"{f', {term.until}' if term.until else ''}."
        for item, term in terms.items()
        if item
    ]
    return {"term": next(iter(terms.values())), "notes": tuple(notes) if len(notes) > 1 else ()}


def _public_notice(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = terms_opened(material, track, "deste edital")
    parts["attempts"] = attempts_of(material, track)
    parts["by_edital"] = _needing_no_attempt(material)
    if "term" not in parts:
        parts |= _cure_notice(material, paper, track, case)
        parts["to_cure"] = "term" in parts
    decided = latest(material)
    if decided is not None:
        parts["decision"] = decision_of(material, decided, track, joint=True)
        add_later(material, parts, "deste edital")
    return parts


def _needing_no_attempt(material: Material) -> str:
    """The articles by which this notice is public though nobody tried another means; empty where the law wants it."""
    means = (
        material.procedure.services.get(_deed(material, "serve").text("via")) if material.step.does == "serve" else None
    )
    if means is None or means.after or means.after_failed_means:
        return ""
    return material.book.cite(*means.basis)


def _filing(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"filing": filing_of(material, _deed(material, "file"), track, case.respondent)}


def _lapse_certificate(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    deadline = _lapsed(material, paper, track)
    served = material.story.last("serve", track=track.id if track else "")
    parts: Parts = {"term": known_term(material, deadline)}
    if served is not None:
        parts["service"] = service_of(material, served)
    return parts


def _lapsed(material: Material, paper: Paper, track: Track | None) -> Deadline:
    steps = material.procedure.steps
    found = [
        each
        for each in material.after.deadlines
        if each.id == material.event.deadline
        or (
            each.status == "lapsed"
            and each.fires in steps
            and any(paper.kind in kinds for kinds in steps[each.fires].issues.values())
            and (track is None or each.track == track.id)
        )
    ]
    if not found:
        raise ValueError("não se acha o prazo que decorreu")
    return found[-1]


def _minutes(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    deed = _deed(material, "decide", "review")
    return {"sitting": sitting_of(material, deed, material.number_of("minutes", deed.version))}


def _decision(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    deed = _deed(material, "decide", "review", *(("lapse",) if material.step.does == "lapse" else ()))
    alone = paper.kind == "decision" and deed.does == "decide"
    parts = terms_opened(material, track, "desta decisão", deed.by if alone else "")
    of_all = len(material.event.moved) > 1 and any(each.respondent for each in material.after.obligations)
    parts["decision"] = decision_of(material, deed, None if of_all else track, joint=not alone)
    if not parts["decision"].stands:
        for name in ("term", "payment_term", "early_payments"):
            parts.pop(name, None)
    if paper.kind in ("appeal_decision", "reconsideration_order", "decision"):
        parts.pop("payment_term", None)
    else:
        add_later(material, parts, "desta decisão")
    if "term" in parts and (at_once := _at_once(material, None if of_all else track)):
        parts["notes"] = (*parts.get("notes", ()), at_once)
        parts["plain_language"] = (at_once,)
    if deed.does == "review":
        first = next((each for each in reversed(list(material.story.of("decide")))), None)
        if first is not None:
            parts["appealed"] = decision_of(material, first, None if of_all else track)
    return parts


def _at_once(material: Material, track: Track | None) -> str:
    """What an appeal does not hold back, in a sentence; empty where it holds back everything."""
    rules = material.procedure.penalties
    found = [
        each
        for each in material.obligations(track)
        if stands(each) and each.final_on is None and not each.withheld and rules[each.code].effective == "at_once"
    ]
    names = dict.fromkeys(material.book.penalty(each.code) for each in found)
    said = listed([the(Body(name=each, gender=gender_of(each))) for each in names])
    grounds = dict.fromkeys(citation for each in found for citation in rules[each.code].basis)
    return f"O recurso não suspende {said} ({material.book.cite(*grounds)})." if found else ""


def _final_letter(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = _decision(material, paper, track, case)
    serving = [each for each in material.obligations(track) if each.kind in HARSHNESS and each.kind != "fine"]
    if serving and parts["decision"].stands:
        gravest = max(serving, key=lambda each: HARSHNESS.index(each.kind))
        parts["order"] = replace(order_of(material, gravest), starts=None)
    published = _also_published(material, track)
    if published:
        parts["notes"] = (*parts.get("notes", ()), published)
    return parts


def _also_published(material: Material, track: Track | None) -> str:
    """What the law also wants in the gazette: the decision itself, or a penalty for which it sets a term to publish."""
    procedure, rules = material.procedure, material.book.rules
    gazette = material.office.town.gazette.name
    steps = procedure.steps
    place = track.place if track is not None else ""
    if any(
        each.does == "serve" and rules.moves_from(each, place) and each.together_with is not None
        and steps[each.together_with.step].does == "publish"
        for each in steps.values()
    ):  # fmt: skip
        return f"Esta decisão também é publicada no {gazette}."
    due = [
        each.of for each in procedure.time_limits.values() if any(steps[name].does == "publish" for name in each.met_by)
    ]
    kinds = [each.kind for each in material.obligations(track) if stands(each) and each.kind in due]
    return f"A {PENALTY[kinds[0]]} também é publicada no {gazette}." if kinds else ""


def _slip(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts: Parts = {"slip": slip_of(material, track if material.procedure.tracks.owes == "each" else None)}
    if parts["slip"].due is None:
        terms = terms_opened(material, track, "da decisão")
        lapsed = payment_deadline(material, track if material.procedure.tracks.owes == "each" else None)
        if "payment_term" in terms:
            parts["payment_term"] = terms["payment_term"]
        elif lapsed is not None and lapsed.status == "lapsed":
            parts["payment_term"] = known_term(material, lapsed)
        elif opened := once_final(material):
            parts["payment_term"] = term_of(material, opened, "")
    return parts


def _order(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    obligation = ordered(material, paper)
    if obligation is None:
        raise ValueError("não se acha a penalidade que esta ordem manda cumprir")
    return {"order": order_of(material, obligation)}


def _collected(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"collected": collected_of(material, _deed(material, "begin", "end"), track)}


def _archiving(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"closing": archiving_of(material, track)}


def _discharge(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"closing": discharge_of(material)}


def _refund(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"refund": refund_of(material)}


def _debt(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"debt": debt_of(material, case), "notes": collection_note(material)}


def _withdrawal(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"withdrawal": withdrawal_of(material, paper)}


def _gazette(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    decided = latest(material)
    if decided is None:
        return {**terms_opened(material, track, "deste edital"), "attempts": attempts_of(material, track)}
    # Where it is published that the party learns of it, the entry is the letter: it says the terms it opens.
    terms = terms_opened(material, track, "desta publicação") if material.step.does == "serve" else {}
    return {
        **{name: terms[name] for name in ("term", "payment_term") if name in terms},
        "decision": decision_of(material, decided, track),
    }


def _plain(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts: Parts = {"plain": plain_of(material, paper, case)}
    if paper.kind == "change_letter":
        parts["plain_language"] = changed_in_short(material, paper.track)
    return parts


_BUILDERS: dict[str, Callable[[Material, Paper, Track | None, Case], Parts]] = {
    "infraction_notice": _infraction_notice,
    "notice_letter": _notice_letter,
    "cure_notice": _cure_notice,
    "public_notice": _public_notice,
    "defense_receipt": _filing,
    "appeal_receipt": _filing,
    "untimeliness_order": _filing,
    "lapse_certificate": _lapse_certificate,
    "minutes": _minutes,
    "decision": _decision,
    "reconsideration_order": _decision,
    "appeal_decision": _decision,
    "decision_letter": _decision,
    "final_decision_letter": _final_letter,
    "payment_slip": _slip,
    "written_warning": _order,
    "suspension_order": _order,
    "temporary_bar_order": _order,
    "revocation_order": _order,
    "document_seizure_record": _collected,
    "document_return_record": _collected,
    "archiving_record": _archiving,
    "discharge": _discharge,
    "refund_order": _refund,
    "active_debt_referral": _debt,
    "withdrawal_record": _withdrawal,
    "gazette_entry": _gazette,
}
