"""The paper itself: its context, whole or as far as it goes, ready to be frozen."""

from __future__ import annotations

from msgspec.structs import replace

from app.paper.book import letterhead
from app.paper.corrected import correction_said, told_by
from app.paper.dossier import case_of, document, signers
from app.paper.grounds import ORDERS, articles_of
from app.paper.material import Material
from app.paper.parts import parts_of
from notices.context import Context
from notices.dossier import Body, Case, Fact, Law, Respondent, Signer
from workflow.event import Paper

_DECIDED = (
    "minutes", "decision", "reconsideration_order", "appeal_decision", "alternate_summons", "revocation_proposal",
)  # fmt: skip


def context_of(material: Material, paper: Paper, body: str, number: str) -> Context:
    """All that this paper, of that body, will say. Raises whatever stands in the way of one of its parts."""
    track = material.track(paper)
    case = case_of(material, paper)
    if paper.kind in ORDERS and paper.about:
        case = replace(case, items=tuple(each for each in case.items if each.code == paper.about))
    parts = parts_of(material, paper, track, case)
    if "plain" not in parts and paper.kind != "withdrawal_record" and (again := correction_said(material, paper.kind)):
        parts["notes"] = (*parts.get("notes", ()), again)
    by_inspector = paper.kind == "infraction_notice" and case.inspector.name
    return Context(
        town=letterhead(material.office),
        document=document(material, number),
        case=case,
        signers=(case.inspector,) if by_inspector else signers(material, body),
        articles=articles_of(material, paper, parts),
        **parts,
    )


def signing_body(material: Material, paper: Paper) -> str:
    """The id of the body whose paper it is and whose series numbers it: the one that decided, else the home body.

    A decision that a correction makes go out anew is still that of the body that took it.
    """
    by = told_by(material, paper.kind).by if paper.kind in _DECIDED else ""
    return by if by in material.book.bodies else material.book.home


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
    return Context(
        town=letterhead(material.office),
        document=replace(document(material, number), automatic=""),
        case=case,
        fault=fault,
    )
