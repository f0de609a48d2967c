"""Effects of what follows the decision: amounts, payment, penalties served, measures, cure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from msgspec.structs import replace

from workflow.act import Act
from workflow.case import Obligation
from workflow.case_money import Slip
from workflow.choosing import priced
from workflow.cures import prove
from workflow.custody import ordered
from workflow.dates import DAY
from workflow.discount import Standing, on_slip
from workflow.effects_service import remember_timeliness
from workflow.errors import NothingToPay, NothingToServe, PenaltyNotAllowed
from workflow.event import CLOCK
from workflow.imposing import charged, impose, in_reach, offers_for, owed_by
from workflow.late import charges
from workflow.money import conversion_day, reais_label, to_reais, value_on
from workflow.obligations import current_round
from workflow.owing import still_to_pay
from workflow.payments import covered, due_amount, payer_of, take_payment
from workflow.penalties import Offer, noncure_of
from workflow.procedure import DayRange
from workflow.purse import owners_of
from workflow.running import counted, still_runs
from workflow.standing import may_begin, stands


def amounts_fixed(act: Act) -> None:
    """``fix_amounts``: a slip converts every standing fine, one line each, at the value its rule names."""
    money = act.rules.procedure.money
    old = act.draft.head.slip
    lines: dict[str, Decimal] = {}
    wholly = {owner for owner in owners_of(act.draft) if covered(act.draft, act.rules, act.day, owner)}
    # What still runs asks for more than was enough when it was last asked for.
    asked = {} if old is None else {name: sum_ for name, sum_ in old.asked.items() if not _runs(act, name)}
    for each in list(act.draft.obligations.values()):
        fine = counted(act.rules, each, act.day)
        if fine.kind != "fine" or not stands(fine) or fine.units is None:
            continue
        done = fine.status == "settled" or fine.id in asked or fine.respondent in wholly
        if old is not None and fine.id in old.lines and done:
            lines[fine.id] = old.lines[fine.id]
            continue
        value = value_on(act.facts.units, fine.unit, conversion_day(money, act.case, fine, act.on), act.rules.procedure)
        lines[fine.id] = to_reais(fine.units, value.value, money)
        act.draft.obligation(fine, amount=lines[fine.id])
        if fine.unit in act.rules.procedure.units:
            act.draft.cite(act.rules.procedure.units[fine.unit].basis)
    open_ = {name: line for name, line in lines.items() if name not in asked}
    shown = on_slip(act.rules, Standing.of(act.draft), act.draft.obligations.values(), open_, act.on)
    for discount in shown:
        act.draft.cite(money.discounts[discount.name].basis)
    act.draft.note(
        slip=Slip(
            issued_on=act.on,
            lines=lines,
            discounts=shown,
            asked=asked,
            earned={} if old is None else {name: names for name, names in old.earned.items() if name in asked},
            charges=_charges(act, lines, asked),
        )
    )


def _runs(act: Act, name: str) -> bool:
    return still_runs(act.rules, act.draft.obligations[name], act.day)


def _charges(act: Act, lines: Mapping[str, Decimal], asked: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """What each line owes besides, being late on the day of the slip."""
    rule, draft = act.rules.procedure.money.late, act.draft
    if rule is None:
        return {}
    owed = {
        name: charges(act.rules, draft.tracks.values(), draft.deadlines.values(), draft.obligations[name], line, act.on)
        for name, line in lines.items()
        if name not in asked
    }
    found = {name: amount for name, amount in owed.items() if amount}
    if found:
        draft.cite(rule.basis)
    return found


def paid(act: Act) -> None:
    """``pay``: money came in; it counts toward the whole sum of what stands."""
    if act.rules.procedure.money.convert_on == "payment":
        amounts_fixed(act)
    take_payment(act.draft, act.rules, Decimal(act.text("amount")), act.day, payer_of(act))


def accepted(act: Act) -> None:
    """``accept``: the party gives up its defense; what the notice says is imposed, as it says it.

    With an ``amount``, accepting is paying: the slip is made and paid in the same act, and paying less than
    it asks that day is no acceptance.
    """
    head, procedure = act.case.head, act.rules.procedure
    for track in act.moving:
        for item in charged(act, track):
            for offer in offers_for(act, track, item):
                kind = offer.penalty.kind
                if offer.exceptional or not in_reach(track, offer) or kind not in (act.rule.penalties or (kind,)):
                    continue
                _require_settled(act, item, offer)
                found = priced(act.rules, offer, item, {}, head.figures)
                impose(act, found, replace(owed_by(act, track, found, {}, item), confessed=True))
    if not act.text("amount"):
        return
    owner = payer_of(act)
    amounts_fixed(act)
    take_payment(act.draft, act.rules, Decimal(act.text("amount")), act.day, owner)
    if not covered(act.draft, act.rules, act.day, owner):
        shown = act.draft.head.slip.discounts if act.draft.head.slip is not None else ()
        sums = [
            f"{reais_label(each.total)} ({procedure.money.discounts[each.name].label or each.name})"
            for each in shown
            if each.owner == owner
        ]
        raise NothingToPay(
            f"Pagar {reais_label(Decimal(act.text('amount')))} não chega para aceitar o auto; neste dia a multa é de "
            f"{' ou '.join([*sums, reais_label(due_amount(act.draft, act.rules, act.day, owner))])}."
        )


def _require_settled(act: Act, item: str, offer: Offer) -> None:
    """What the notice leaves to a decision cannot be accepted before one."""
    how = act.rules.procedure.choice
    if offer.penalty.runs is not None:
        raise PenaltyNotAllowed(f"item {item}: a multa corre por dia; não há o que aceitar ainda.", offer.penalty.basis)
    if how.how in ("one", "some"):
        raise PenaltyNotAllowed(f"item {item}: a pena é escolhida por quem decide; não há o que aceitar.", how.basis)
    if isinstance(offer.penalty.days, DayRange):
        raise PenaltyNotAllowed(
            f"item {item}: quantos dias, só a decisão diz; não há o que aceitar.", offer.penalty.basis
        )


def referred(act: Act) -> None:
    """``refer``: a final fine whose term is over is overdue and goes to the active-debt office.

    What it opens counts from the end of the term, or from the day the fine became final where that came later: what
    may still be disputed is not yet to be collected. A lapse of the same day makes final on the next, and is no later.
    """
    deadline = act.draft.deadlines.get(act.command.deadline)
    round_ = deadline.round if deadline else act.track.round
    for each in list(act.draft.in_scope(act.track)):
        if each.kind == "fine" and each.status == "final" and each.round == round_ and each.overdue_on is None:
            final_on = each.final_on or act.law_day
            act.draft.obligation(each, overdue_on=max(act.law_day, final_on))
            if final_on > act.day + DAY:
                act.day = final_on
    # The others' terms, which this one waited for, end with it.
    for other in () if deadline is None else still_to_pay(act.rules, act.case, deadline):
        act.draft.deadline(other, status="lapsed")


def begun(act: Act) -> None:
    """``begin``: a penalty that is final, or has effect at once, starts to be served; this day is its first.

    Raises ``NothingToServe`` where there is none, or none that may begin: no order leaves for what has no effect.
    """
    mine = _of_the_step(act)
    ready = [each for each in mine if may_begin(each)]
    if not ready and not act.forced:
        raise NothingToServe(_why_not(mine))
    for each in ready:
        act.draft.obligation(each, status="serving")


def _of_the_step(act: Act) -> list[Obligation]:
    """The penalties that stand, of the kinds the step is about, on the tracks it touches."""
    mine = {each.id: each for track in act.tracks for each in act.draft.in_scope(track)}
    return [each for each in mine.values() if each.kind in act.rule.penalties and stands(each)]


def _why_not(mine: list[Obligation]) -> str:
    if any(each.status == "imposed" for each in mine):
        return "A pena foi aplicada, mas ainda não tem efeito; não pode começar."
    if any(each.status == "serving" for each in mine):
        return "A pena já está sendo cumprida; não começa duas vezes."
    if mine:
        return "A pena já foi cumprida; não há o que começar."
    return "Nenhuma pena desta espécie foi aplicada neste processo; não há o que começar."


def served_out(act: Act) -> None:
    """``end``: a penalty has been served. Raises ``NothingToServe`` where people end what nobody is serving."""
    serving = [each for each in _of_the_step(act) if each.status == "serving"]
    if not serving and act.command.by != CLOCK and not act.forced:
        raise NothingToServe("Nenhuma pena desta espécie está sendo cumprida; não há o que encerrar.")
    for each in serving:
        act.draft.obligation(each, status="settled", settled_on=act.law_day)
    for track in act.tracks:
        for deadline in list(act.draft.open_deadlines(track.id)):
            if deadline.kind in act.rule.penalties:
                act.draft.deadline(deadline, status="lapsed")


def measure_ordered(act: Act) -> None:
    """``order_measure``: a precaution, never a penalty."""
    ordered(act, act.text("kind"))


def cured(act: Act) -> None:
    """``cure``: the irregularity is proved cured; out of time it is recorded and moves nothing."""
    remember_timeliness(act, act.rule.of or "cure")
    if act.outcome in ("timely", ""):
        for track in act.tracks:
            if not prove(act, track):
                act.tags.append("items_left")
            elif track.cure == "ordered" or track in act.moving:
                act.draft.track(act.current(track), cure="proved")


def uncured(act: Act) -> None:
    """``uncured``: the cure is certified as missing; a new round begins on the same track."""
    for track in act.moving:
        for item in act.case.head.items:
            for rule in (noncure_of(act.rules, e.kind) for e in current_round(act.draft, track) if e.item == item):
                if rule is not None:
                    act.draft.cite(rule.basis)
        act.draft.track(
            act.current(track),
            round=track.round + 1,
            cure="missing",
            used=(),
            together=(),
            happened=(),
            opinions=(),
            acquitted=False,
        )
