"""Which parts each kind of paper is made of, and the paper itself: its context, ready to be frozen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from app.paper.book import Book, letterhead
from app.paper.decisions import decision_of, latest, sitting_of
from app.paper.dossier import case_of, document, signers
from app.paper.endings import archiving_of, discharge_of, withdrawal_of
from app.paper.filings import attempts_of, filing_of, service_of
from app.paper.material import Material
from app.paper.money import collection_note, debt_of, refund_of, slip_of
from app.paper.plain import plain_of
from app.paper.serving import collected_of, order_of, ordered, starting_step
from app.paper.story import Deed
from app.paper.terms import Opened, is_payment, known_term, opened_for_party, term_of
from app.paper.terms import filing_of as files_within
from notices.context import Context
from notices.dossier import Body, Case, Document, Fact, Law, Quote, Respondent, Signer
from workflow.case import Deadline, Paper, Track
from workflow.penalties import HARSHNESS
from workflow.rules import sorted_articles

Parts = dict[str, Any]


def context_of(material: Material, paper: Paper, number: str) -> Context:
    """All that this paper will say. Raises whatever stands in the way of one of its parts."""
    track = material.track(paper)
    case = case_of(material, paper)
    if paper.kind in _ORDERS and paper.about:
        case = replace(case, items=tuple(each for each in case.items if each.code == paper.about))
    parts = _BUILDERS.get(paper.kind, _plain)(material, paper, track, case)
    by_inspector = paper.kind == "infraction_notice" and case.inspector.name
    return Context(
        town=letterhead(material.office),
        document=document(material, number),
        case=case,
        signers=(case.inspector,) if by_inspector else signers(material, signing_body(material, paper)),
        articles=_articles(material, paper, parts),
        **parts,
    )


def signing_body(material: Material, paper: Paper) -> str:
    """The id of the body whose paper it is and whose series numbers it: the one that decided, else the home body."""
    by = material.event.by
    return by if paper.kind in _DECIDED and by in material.book.bodies else material.book.home


def blank(material: Material, number: str, fault: str) -> Context:
    """What can still be frozen of a paper that could not be made, with the reason that will stop it."""
    head = material.after.head
    on = head.opened_on or material.today
    nobody = Body(name="")
    case = Case(
        number=material.after.id, opened_on=on, notice_number="", notice_on=on, authority=nobody,
        law=Law(name=material.procedure.short, subject=""), respondent=Respondent(name="", tax_id="", role=""),
        fact=Fact(on=head.fact_on or on, time="", place="", narrative=""), items=(),
        inspector=Signer(name="", post=""),
    )  # fmt: skip
    return Context(town=letterhead(material.office), document=_document(material, number), case=case, fault=fault)


def _document(material: Material, number: str) -> Document:
    return replace(document(material, number), automatic="")


def _articles(material: Material, paper: Paper, parts: Parts) -> tuple[Quote, ...]:
    """The provisions the paper stands on, literally; those of its items are in it already."""
    found = _quoted(material.book, _grounds(material, paper), material.after.head.items, paper.kind)
    terms = [parts[name].quote for name in ("term", "payment_term", "authority_term") if name in parts]
    more = tuple(each for each in dict.fromkeys(terms) if each.text and each not in found)
    return (*found, *more) or material.book.grounds(material.step.ground)


@lru_cache(maxsize=2048)
def _quoted(book: Book, grounds: tuple[str, ...], items: tuple[str, ...], kind: str) -> tuple[Quote, ...]:
    """The provisions in reading order, without what the paper quotes elsewhere or does not touch who reads it."""
    procedure = book.procedure
    out = {book.rules.citation(each) for each in items}
    out.update(citation for unit in procedure.units.values() for citation in unit.basis[1:])
    if kind == "notice_letter":
        out.update(
            each for limit in procedure.time_limits.values() if limit.binds == "authority" for each in limit.basis
        )
    return book.quotes(sorted_articles(grounds), leaving=out)


def _grounds(material: Material, paper: Paper) -> tuple[str, ...]:
    """The citations a paper stands on: all of its act's where it prices, the penalty's own for an order."""
    procedure = material.procedure
    if paper.kind in _PRICED:
        return material.event.derived.articles
    if paper.kind in _ORDERS and (obligation := ordered(material, paper)):
        begins = starting_step(material, obligation.kind)
        return (*procedure.penalties[obligation.code].basis, *(begins.ground if begins and begins.collects else ()))
    tags = ("always", material.event.outcome)
    return tuple(citation for tag in tags for citation in material.step.basis.get(tag, ()))


def _deed(material: Material, *verbs: str) -> Deed:
    """This act; where it is a correction, the latest act of the verbs the paper is about."""
    for each in reversed(material.story.deeds):
        if each.event is material.event and (not verbs or each.does in verbs):
            return each
    found = latest(material, *verbs)
    if found is None:
        raise ValueError("o processo não tem o ato de que esta peça fala")
    return found


def _terms(material: Material, track: Track | None, letter: str) -> Parts:
    """The term to file within, and the term to pay, that this paper opens or tells of."""
    rules = material.book.rules
    opened = opened_for_party(material, track)
    parts: Parts = {}
    for each in opened:
        limit = rules.limits[each.name]
        if files_within(rules, limit) and "term" not in parts:
            parts["term"] = term_of(material, each, letter)
        elif is_payment(rules, limit) and "payment_term" not in parts:
            parts["payment_term"] = _payment(material, each, letter, appealable=False)
    if "term" in parts and "payment_term" in parts:
        paying = next(each for each in opened if is_payment(rules, rules.limits[each.name]))
        parts["payment_term"] = _payment(material, paying, letter, appealable=True)
    return parts


def _payment(material: Material, opened: Opened, letter: str, *, appealable: bool) -> Any:
    term = term_of(material, opened, letter)
    limit = material.procedure.time_limits[opened.name]
    suspends = appealable and any(
        material.procedure.steps[name].does == "file" for name in limit.suspended_by if name in material.procedure.steps
    )
    pause = "O recurso apresentado no prazo suspende o prazo de pagamento até a decisão final. " if suspends else ""
    return replace(term, silence=f"{pause}{term.silence}")


def _infraction_notice(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = _terms(material, track, "da notificação")
    parts.pop("payment_term", None)
    limits = material.procedure.time_limits
    own = [
        each
        for each in material.event.derived.deadlines
        if limits[each.kind].binds == "authority" and each.fires and each.opened_by == material.event.step
    ]
    if own:
        parts["authority_term"] = known_term(material, own[0])
    return parts


def _notice_letter(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return _terms(material, track, "desta notificação")


def _public_notice(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = _terms(material, track, "deste edital")
    parts["attempts"] = attempts_of(material, track)
    decided = latest(material)
    if decided is not None:
        parts["decision"] = decision_of(material, decided, track)
    return parts


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
    return {"sitting": sitting_of(material, deed, material.number_of("minutes", material.event.version))}


def _decision(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = _terms(material, track, "desta decisão")
    deed = _deed(material, "decide", "review", *(("lapse",) if material.step.does == "lapse" else ()))
    parts["decision"] = decision_of(material, deed, track)
    if not parts["decision"].stands:
        parts.pop("term", None)
        parts.pop("payment_term", None)
    if paper.kind in ("appeal_decision", "reconsideration_order", "decision"):
        parts.pop("payment_term", None)
    if deed.does == "review":
        first = next((each for each in reversed(list(material.story.of("decide")))), None)
        if first is not None:
            parts["appealed"] = decision_of(material, first, track)
    return parts


def _final_letter(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts = _decision(material, paper, track, case)
    serving = [each for each in material.obligations(track) if each.kind in HARSHNESS and each.kind != "fine"]
    if serving and parts["decision"].stands:
        gravest = max(serving, key=lambda each: HARSHNESS.index(each.kind))
        parts["order"] = replace(order_of(material, gravest), starts=None)
    publishes = any(each.does == "publish" for each in material.procedure.steps.values())
    if publishes:
        parts["notes"] = (f"Esta decisão também é publicada no {material.office.town.gazette.name}.",)
    return parts


def _slip(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    parts: Parts = {"slip": slip_of(material)}
    if parts["slip"].due is None:
        terms = _terms(material, track, "da decisão")
        if "payment_term" in terms:
            parts["payment_term"] = terms["payment_term"]
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
        return {**_terms(material, track, "deste edital"), "attempts": attempts_of(material, track)}
    return {"decision": decision_of(material, decided, track)}


def _plain(material: Material, paper: Paper, track: Track | None, case: Case) -> Parts:
    return {"plain": plain_of(material, paper, case)}


_BUILDERS: dict[str, Callable[[Material, Paper, Track | None, Case], Parts]] = {
    "infraction_notice": _infraction_notice,
    "notice_letter": _notice_letter,
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
_ORDERS = ("written_warning", "suspension_order", "temporary_bar_order", "revocation_order")
_DECIDED = ("minutes", "decision", "reconsideration_order", "appeal_decision", "alternate_summons")
_PRICED = ("infraction_notice", "notice_letter", "decision", "appeal_decision", "decision_letter",
           "final_decision_letter", "payment_slip")  # fmt: skip
