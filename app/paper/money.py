"""Slips, debts and refunds: what is to be paid, what was paid, what goes back."""

from __future__ import annotations

from decimal import Decimal

from app.paper.dossier import day_after
from app.paper.material import Material
from app.paper.reckoning import imposed
from app.paper.story import Deed
from app.paper.term_words import silence_of
from app.paper.wording import lower_first
from notices.dossier import Case as Told
from notices.endings import Debt, Discounted, Instalment, Paid, Refund, Slip, SlipLine
from notices.words import capital
from workflow.case import Deadline, Obligation, Track
from workflow.case_money import Part
from workflow.dates import short_label
from workflow.money import still_asked
from workflow.purse import purse_of
from workflow.standing import stands
from workflow.terms import last_of


def slip_of(material: Material, track: Track | None = None) -> Slip:
    """What the slip in force still asks of whoever owes on a track: a line for each fine not paid, less what was."""
    slip = material.after.head.slip
    listed = [each for each in material.obligations(track) if slip and each.id in slip.lines]
    fines = [each for each in listed if slip and each.status != "settled" and each.id not in slip.asked]
    lines = tuple(_line(material, each) for each in fines)
    due = payment_deadline(material, track)
    treasury = material.office.town.treasury
    mine = [each.id for each in fines]
    charges = sum((amount for fine, amount in slip.charges.items() if fine in mine), Decimal(0)) if slip else Decimal(0)
    late = material.procedure.money.late
    owner = listed[0].respondent if listed else ""
    paid = _toward(material, owner, listed, fines)
    parts = [each for each in material.after.head.parts if each.owner == owner]
    plan = material.procedure.money.instalments
    return Slip(
        lines=lines,
        total=sum((each.amount for each in lines), charges) - paid,
        paid=paid or None,
        due=due.due if due is not None and due.status == "open" else None,
        where=treasury.where if treasury else ("na Tesouraria do Município, com esta guia.",),
        revenue_code=treasury.revenue_code if treasury else "",
        after_due=_after_due(material),
        discounts=_discounts(material, owner, paid) if slip else (),
        parts=tuple(_instalment(material, each) for each in parts),
        parts_citation=material.book.cite(*plan.basis) if plan and parts else "",
        charges=charges or None,
        charges_citation=material.book.cite(*late.basis) if late else "",
    )


def _after_due(material: Material) -> str:
    """What not paying in time comes to, as the law's file says of the term to pay."""
    book = material.book
    name = next((name for name in book.rules.limits if name in book.rules.falls_due), "")
    return silence_of(book, name) if name else ""


def _toward(material: Material, owner: str, listed: list[Obligation], open_: list[Obligation]) -> Decimal:
    """What was paid toward the fines that a slip still asks: all that was, less what the others of it took."""
    slip = material.after.head.slip
    if slip is None:
        return Decimal(0)
    done = still_asked(slip, (each for each in listed if each not in open_))
    return purse_of(material.after.head, owner).paid - done


def _instalment(material: Material, part: Part) -> Instalment:
    """A part, with what is left of it where something of it was paid."""
    left = min(part.amount, max(part.reaches - purse_of(material.after.head, part.owner).paid, Decimal(0)))
    return Instalment(
        amount=part.amount,
        due=_deadline(material, part.deadline).due,
        paid=not left,
        left=left if 0 < left < part.amount else None,
    )


def _deadline(material: Material, name: str) -> Deadline:
    return next(each for each in material.after.deadlines if each.id == name)


def _discounts(material: Material, owner: str, paid: Decimal) -> tuple[Discounted, ...]:
    """The discounts that the slip shows, each with its article and what paying so gives up, less what was paid."""
    slip, book = material.after.head.slip, material.book
    rules = book.procedure.money.discounts
    return tuple(
        Discounted(
            label=rules[each.name].label or f"Desconto de {rules[each.name].less}",
            citation=book.cite(*rules[each.name].basis),
            total=each.total - paid,
            until=each.until,
            waives="; ".join(lower_first(book.procedure.steps[step].label or step) for step in rules[each.name].waives),
        )
        for each in (slip.discounts if slip else ())
        if each.owner == owner
    )


def _line(material: Material, obligation: Obligation) -> SlipLine:
    told = imposed(material, obligation)
    if told.amount is None:
        raise ValueError(f"a multa de {obligation.item} não se diz em reais: falta o valor da {obligation.unit} do ano")
    book = material.book
    code = f", código {told.code}" if told.code else ""
    return SlipLine(
        description=f"Multa, {book.cite(book.rules.citation(obligation.item))}{code}",
        citation=told.citation,
        amount=told.amount,
        memo=told.memo,
        goes_to=book.procedure.penalties[obligation.code].goes_to,
    )


def payment_deadline(material: Material, of: Track | None = None) -> Deadline | None:
    """The last term to pay that was opened, on a track or on any; of instalments, the earliest not yet paid."""
    limits = material.book.rules.limits
    parts = {each.deadline for each in material.after.head.parts}
    for each in material.after.deadlines:
        if each.id in parts and each.status == "open" and (of is None or each.track == of.id):
            return each
    names = [name for name in limits if name in material.book.rules.falls_due]
    found = [
        last_of(material.after.deadlines, name, track.id, track.round)
        for name in names
        for track in ([of] if of is not None else material.after.tracks)
    ]
    known = [each for each in found if each is not None]
    return next((each for each in known if each.status == "open"), known[-1] if known else None)


def payments(material: Material) -> tuple[Paid, ...]:
    """Every payment in force."""
    return tuple(
        Paid(on=deed.on, amount=Decimal(deed.text("amount")), proof=_proof(deed)) for deed in material.story.of("pay")
    )


def _proof(deed: Deed) -> str:
    bank = deed.text("bank_id")
    return f"autenticação {bank}" if bank else "comprovante nos autos"


def refund_of(material: Material) -> Refund:
    """What was paid beyond what stands, and how to get it back."""
    return Refund(
        paid=payments(material),
        amount=material.after.head.refund,
        because=_refund_because(material),
        how=(
            "informe no protocolo, por escrito, os dados da conta em nome de quem pagou;",
            "o depósito é feito pela Tesouraria, e o comprovante é juntado ao processo.",
        ),
    )


def _refund_because(material: Material) -> str:
    if any(stands(each) for each in material.after.obligations if each.kind == "fine"):
        return "Foi pago mais do que a multa que ficou de pé."
    reversed_on_appeal = any(deed.outcome == "reversed" for deed in material.story.of("review"))
    return f"{'O recurso foi provido, e a' if reversed_on_appeal else 'A'} multa paga deixou de existir."


def debt_of(material: Material, told: Told) -> Debt:
    """The overdue fines that this act refers, with what a certificate of debt asks for."""
    fines = [
        each
        for each in material.after.obligations
        if each.kind == "fine" and stands(each) and each.overdue_on is not None and each.status != "settled"
    ]
    lines = tuple(_line(material, each) for each in fines)
    amount, paid = sum((each.amount for each in lines), Decimal(0)), _toward_debt(material, fines)
    deadline = next((each for each in material.after.deadlines if each.id == material.event.deadline), None)
    deadline = deadline or payment_deadline(material)
    due = deadline.due if deadline else material.event.occurred_on
    book = material.book
    return Debt(
        amount=amount,
        paid=paid or None,
        left=amount - paid if paid else None,
        due=due,
        final_on=max((each.final_on for each in fines if each.final_on), default=due),
        origin="multa administrativa, crédito não tributário, aplicada por infração à lei "
        f"que trata {told.law.subject}",
        grounds=tuple(
            capital(
                f"{book.cite(book.rules.citation(each.item), *book.procedure.penalties[each.code].basis)}, "
                f"{'da' if told.law.gender == 'f' else 'do'} {told.law.name}."
            )
            for each in fines
        ),
        charges="os que a legislação do Município prevê para créditos não tributários",
        charges_from=day_after(due),
        lines=lines,
    )


def _toward_debt(material: Material, fines: list[Obligation]) -> Decimal:
    """What those who owe these fines paid toward them: on account, for a fine wholly paid is not referred."""
    paid = Decimal(0)
    for owner in dict.fromkeys(each.respondent for each in fines):
        listed = [each for each in material.obligations(None) if each.kind == "fine" and each.respondent == owner]
        paid += _toward(material, owner, listed, [each for each in fines if each.respondent == owner])
    return paid


def collection_note(material: Material) -> tuple[str, ...]:
    """Until when the debt may be collected, where the law's file says."""
    done = {each.step for each in material.story.deeds if each.version == material.event.version}
    for deadline in material.after.deadlines:
        limit = material.procedure.time_limits[deadline.kind]
        if deadline.opened_by in done and limit.of == "fine" and limit.binds == "authority":
            ground = material.book.cite(*limit.basis)
            return (f"{limit.label or deadline.kind}: até {short_label(deadline.due)} ({ground}).",)
    return ()
