"""The sitting at which a body judged the case, as its minutes tell it."""

from __future__ import annotations

from app.paper.decisions import outcome_of
from app.paper.material import Material
from app.paper.story import Deed
from app.paper.votes import counts_of, tally_of, votes_of
from app.paper.wording import hour_words
from notices.acts import Matter, Sitting, Vote
from notices.dossier import Quote
from notices.words import counted, listed, outcome
from workflow.procedure import Step


def sitting_of(material: Material, deed: Deed, number: str) -> Sitting:
    """The sitting of one case's judgment, as its minutes tell it."""
    body, rule = material.body_of(deed.by), material.procedure.bodies.get(deed.by)
    members = votes_of(material, deed)
    voters = deed.data.get("voters")
    present = len(members) or (voters if isinstance(voters, int) else sum(counts_of(deed).values())) or 1
    decided = outcome_of(deed)
    step = material.procedure.steps.get(deed.step)
    basis = material.book.quotes(rule.basis if rule else ())
    president = material.office.town.signers.get(deed.by)
    items = material.after.head.items
    return Sitting(
        number=deed.text("sitting") or number,
        body=body,
        on=deed.on,
        opened=_hour(deed),
        closed="",
        place="",
        president=president.name if president else "",
        members=tuple(
            Vote(name=each.name, post=each.post, vote="presente", qualification=each.qualification) for each in members
        ),
        quorum=_quorum(present, rule.votes if rule else 1, rule.permanent if rule else False),
        quorum_basis=basis[0] if basis else Quote(citation="", text=""),
        matters=(
            Matter(
                case_number=material.after.id,
                subject=_subject(material, step, items),
                rapporteur=deed.text("rapporteur"),
                outcome=outcome(decided, on_appeal=deed.does == "review"),
                tally=tally_of(deed, decided),
                note=_dissent(members),
            ),
        ),
        incidents=_alternates(material, deed, members),
    )


def _hour(deed: Deed) -> str:
    return hour_words(deed.text("at_time")) if deed.text("at_time") else ""


def _subject(material: Material, step: Step | None, items: tuple[str, ...]) -> str:
    what = "recurso" if step and step.does == "review" else "defesa"
    return f"{what}, {material.book.cite(*(material.book.rules.citation(each) for each in items))}"


def _quorum(present: int, needed: int, permanent: bool) -> str:
    quality = ", servidores efetivos e sem impedimento" if permanent else ", sem impedimento"
    if needed == 1:
        return "A decisão é de uma só autoridade."
    return f"Há quórum: {counted(present, 'votante', 'votantes')}{quality}; o mínimo é de {needed}."


def _dissent(members: tuple[Vote, ...]) -> str:
    against = [each.name for each in members if each.vote == "diverge"]
    return f"voto divergente de {listed(against)}" if against else ""


def _alternates(material: Material, deed: Deed, members: tuple[Vote, ...]) -> tuple[str, ...]:
    sat = [each.name for each in members if each.post.endswith("suplente")]
    return (f"Votou como suplente: {listed(sat)}.",) if sat else ()
