"""The verbs: the one effect each step has on facts and obligations, before tracks move.

Closed list (``format.md`` 1.6). Moving, limits, finality, papers and settlement are the same for every
verb and live in ``workflow.moves``. An effect may refuse: what it cannot compute is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

from workflow.act import Act
from workflow.case import Deadline, Obligation, Pending, Slip, Track
from workflow.custody import disposed, lifted, ordered
from workflow.dates import add_months
from workflow.deadlines import Span, count, label
from workflow.discount import Standing, on_slip
from workflow.errors import InvalidData, NotExtendable, NothingToPay, PenaltyNotAllowed
from workflow.fields import PRIVATE
from workflow.judgment import DROPS, INADMISSIBLE, REMANDED, rulings_of
from workflow.late import charges
from workflow.length import Length
from workflow.money import conversion_day, to_reais, value_on
from workflow.obligations import cancel, covered, current_round, due_amount, own, take_payment
from workflow.penalties import (
    Offer,
    chosen,
    held_before,
    imposed,
    left_out,
    may_impose,
    noncure_of,
    offers,
    priced,
    proposed,
    reviewing,
)
from workflow.price import COUNTED
from workflow.procedure import NOT_OPENED, DayRange, TimeLimit
from workflow.service import attempted, effect_of
from workflow.spans import pauses, span_of
from workflow.standing import may_begin, stands
from workflow.terms import acts_from, follow, last_of, meet, refuse_if_lapsed


def opened(act: Act) -> None:
    """``open``: the case begins, with one track or one per respondent, and what the notice announces."""
    data, rules, draft = act.command.data, act.rules, act.draft
    items = tuple(data["items"])
    fact = date.fromisoformat(data["fact_on"])
    figures = _figures(act)
    fines, added, articles = proposed(rules, items, fact, act.on, act.facts.priors, figures)
    infractions = rules.procedure.infractions
    respondents = tuple(data.get("respondents") or ())
    draft.note(
        opened_on=act.on,
        fact_on=fact,
        items=items,
        respondents=respondents,
        inspector=act.text("inspector"),
        origin=act.text("origin"),
        duty=act.text("duty"),
        figures=figures,
        proposed=tuple(fines),
        proposed_codes=tuple(added),
        measures=tuple(dict.fromkeys(kind for item in items for kind in infractions[item].measure)),
    )
    for item in items:
        draft.cite((rules.citation(item), *infractions[item].basis))
        for prior in left_out(rules, item, fact, act.on, act.facts.priors):
            draft.warnings.append(
                f"{item}: infração anterior de {prior.fact_on:%d/%m/%Y} ficou fora da janela da reincidência."
            )
    draft.cite(articles)
    for fine in fines:
        draft.cite(rules.procedure.units[fine.unit].basis if fine.unit in rules.procedure.units else ())
    if act.text("duty"):
        draft.cite((rules.citation(act.text("duty")),))
    origin = rules.procedure.origins.get(act.text("origin"))
    if origin is not None:
        draft.cite(origin.basis)
        draft.issue(origin.issues)
    for answer in rules.procedure.answers:
        draft.cite(answer.cites)
        if answer.warns:
            draft.warnings.append(answer.warns)
    per = respondents if rules.procedure.tracks.per == "respondent" and respondents else ("",)
    if per != ("",):
        draft.cite(rules.procedure.tracks.basis)
    act.moving = [
        draft.track(Track(id=f"t{number}", place=NOT_OPENED, respondent=name, since=act.on))
        for number, name in enumerate(per, 1)
    ]


def _figures(act: Act) -> dict[str, str]:
    """What the notice says that prices depend on: by field, and by item and field for its lines."""
    data, law = act.command.data, act.rules
    found = {name: str(data[name]) for name in sorted(law.figures) if data.get(name) is not None}
    for line in data.get("lines") or ():
        item = str(line.get("item", ""))
        if item not in data["items"]:
            raise InvalidData(f"há linha para o item {item!r}, que não está neste auto ({', '.join(data['items'])})")
        for name, value in line.items():
            if name == "item" or value is None:
                continue
            known = (*COUNTED.values(), *sorted(law.figures))
            if name not in known:
                raise InvalidData(f"linha do item {item}: {name!r} não altera pena nenhuma; há {', '.join(known)}")
            found[f"{item}/{name}"] = str(value)
    return found


def dispatched(act: Act) -> None:
    """``dispatch``: the letter left; later proofs may count from this day."""
    for track in act.tracks:
        act.draft.track(track, dispatched=act.on)


def service_failed(act: Act) -> None:
    """``fail_service``: one attempt without success; a means has failed once tried as often as the law wants."""
    via = act.text("via")
    means = act.rules.procedure.services.get(via)
    for track in act.tracks:
        tries = attempted(act, track, via)
        failed = means is None or sum(each.via == via for each in tries) >= means.attempts
        act.draft.track(
            track, tries=tries, failed=tuple(dict.fromkeys((*track.failed, via))) if failed else track.failed
        )


def served(act: Act) -> None:
    """``serve``: a notice reaches its addressee; if it takes effect later it is pending and moves nothing."""
    data, draft = act.command.data, act.draft
    for track in act.tracks:
        effect = effect_of(act, track, data)
        if act.case.head.opened_on and effect.done_on < act.case.head.opened_on:
            raise InvalidData(
                f"recebido em {label(effect.done_on)}, antes da lavratura do auto ({label(act.case.head.opened_on)})"
            )
        draft.cite(effect.articles)
        means = act.rules.procedure.services[data["via"]]
        proof = act.rules.procedure.receipts.get(data.get("receipt") or "")
        draft.issue((*means.issues, *(proof.issues if proof else ())), track.id)
        if means.publishes:
            draft.gazette.append(means.publishes)
        if track in act.told:
            continue
        if not act.forced:
            refuse_if_lapsed(draft, act, track, min(effect.meets_on, act.on))
        if effect.meets_on < effect.effective_on or effect.meets_on != effect.done_on:
            meet(draft, act, track, effect.meets_on, only="authority")
        if effect.effective_on > act.on:
            kept = {name: value for name, value in data.items() if name not in PRIVATE}
            draft.track(track, pending=Pending(step=act.step, effective_on=effect.effective_on, data=kept))
            act.moving = [each for each in act.moving if each.id != track.id]
            act.tags.append("pending")
            continue
        act.day = effect.effective_on
        draft.track(act.current(track), served_via=data["via"], pending=None)
        if draft.head.notified_on is None:
            draft.note(notified_on=effect.effective_on)


def lapsed(act: Act) -> None:
    """``lapse``: silence is recorded; where the law says so it confesses what it covers, and only that."""
    rule = act.rules.procedure.confession
    if act.rule.turns_on == "confession" and rule is not None:
        act.draft.cite(rule.basis)
        mark(act, "confession", on=act.outcome == "confessed")
        if act.outcome == "confessed":
            for track in act.moving:
                for item in act.case.head.items:
                    for offer in _offers(act, track, item):
                        if offer.penalty.kind in rule.covers and not offer.exceptional:
                            found = priced(act.rules, offer, item, {}, act.case.head.figures)
                            line = replace(imposed(found, {}, item, track.round, act.law_day), confessed=True)
                            impose(act, found, line)


def filed(act: Act) -> None:
    """``file``: a paper of the party comes in, in time or out of it."""
    key = act.rule.of or act.step
    _remember_timeliness(act, key)


def _remember_timeliness(act: Act, key: str) -> None:
    timely = dict(act.draft.head.timely)
    timely[key] = timely.get(key, False) or act.outcome.startswith("timely")
    act.draft.note(timely=timely)


def decided(act: Act) -> None:
    """``decide``: each item is upheld or falls; what is upheld imposes penalties, one line each."""
    _sat(act)
    rulings = rulings_of(act.command.data, act.case.head.items, act.body_rule, _present(act))
    for track in act.moving:
        if act.command.data.get("cure_ordered"):
            act.draft.track(act.current(track), cure="ordered")
        for item in act.case.head.items:
            fallen = act.outcome in DROPS or rulings.get(item) in DROPS
            mine = [each for each in current_round(act.draft, track) if each.item == item]
            if fallen:
                cancel(act.draft, [each for each in mine if _within_power(act, each)], "defense_upheld")
                continue
            act.draft.cite((act.rules.citation(item),))
            available = [offer for offer in _offers(act, track, item) if _in_reach(track, offer)]
            taken = chosen(act.rules, item, available, act.command.data, (act.body,), act.case.head.figures)
            for offer, line in taken:
                new = imposed(offer, line, item, track.round, act.on)
                before = act.draft.obligations.get(new.id)
                if before is None or before.ended_as == REMANDED:
                    impose(act, offer, new)
        _end_replaced(act, track)
    if act.command.data.get("proposes"):
        act.tags.append("proposed")


def _within_power(act: Act, obligation: Obligation) -> bool:
    """What a body decides is what it may impose: it does not undo, in the first instance, another's penalty."""
    return may_impose(act.rules.procedure.penalties[obligation.code], (act.body,))


def _in_reach(track: Track, offer: Offer) -> bool:
    kind = offer.penalty.kind
    return (track.kinds is None or kind in track.kinds) and kind not in track.without


def _end_replaced(act: Act, track: Track) -> None:
    """Where non-cure replaces the first penalty instead of adding to it, the first ends with the second decision."""
    for item in act.case.head.items:
        for each in act.draft.in_scope(track):
            rule = noncure_of(act.rules, each.kind)
            after = any(
                o.item == item and o.round == each.round + 1 and stands(o) for o in act.draft.obligations.values()
            )
            if rule is not None and rule.first == "ends" and each.item == item and stands(each) and after:
                cancel(act.draft, [each], "replaced")


def reviewed(act: Act) -> None:
    """``review``: a decision is confirmed, changed line by line, or falls."""
    _sat(act)
    data, draft = act.command.data, act.draft
    rulings = rulings_of(data, act.case.head.items, act.body_rule, _present(act))
    for track in act.moving:
        draft.track(act.current(track), together=())
        reason = "appeal_upheld" if act.rule.by and act.case.head.decided_by not in act.rule.by else "reconsidered"
        if act.outcome == INADMISSIBLE:
            continue
        if act.outcome == REMANDED:
            cancel(draft, current_round(draft, track), REMANDED)
            draft.track(draft.tracks[track.id], used=(), happened=())
            continue
        if act.outcome in DROPS:
            cancel(draft, current_round(draft, track), reason)
        for item in act.case.head.items:
            mine = [each for each in current_round(draft, track) if each.item == item and stands(each)]
            if rulings.get(item) in DROPS:
                cancel(draft, mine, reason)
                continue
            if any(str(line.get("item")) == item for line in data.get("penalties") or ()):
                _replace(act, track, item, mine, reason)
        if not any(stands(each) for each in current_round(draft, track)):
            draft.track(act.current(track), cure="")


def _replace(act: Act, track: Track, item: str, mine: list[Obligation], reason: str) -> None:
    """The lines listed take the place of the item's penalties (or, where the law attaches all, adjust them)."""
    bodies = reviewing(act.rules, act.body, mine)
    taken = chosen(act.rules, item, _offers(act, track, item), act.command.data, bodies, act.case.head.figures)
    new = {offer.code: (offer, imposed(offer, line, item, track.round, act.on)) for offer, line in taken}
    for each in mine:
        if each.code not in new:
            cancel(act.draft, [each], reason)
    for offer, obligation in new.values():
        kept = act.draft.obligations.get(obligation.id)
        if kept is None or not stands(kept):
            impose(act, offer, obligation)
        elif (obligation.days, obligation.units) != (kept.days, kept.units):
            act.draft.obligation(
                kept, days=obligation.days, units=obligation.units, base=obligation.base, count=obligation.count,
                circumstances=obligation.circumstances,
            )  # fmt: skip


def _offers(act: Act, track: Track, item: str) -> list[Offer]:
    head = act.case.head
    return offers(
        act.rules,
        item,
        track.round,
        head.fact_on or act.on,
        act.law_day,
        act.facts.priors,
        act.draft.obligations.values(),
        held_before(act.rules, head.items, item, act.command.data),
    )


def impose(act: Act, offer: Offer, obligation: Obligation) -> None:
    """Add a penalty to the case, with its grounds."""
    act.draft.obligation(obligation)
    act.draft.cite((*offer.articles, offer.origin))
    if offer.unit in act.rules.procedure.units:
        act.draft.cite(act.rules.procedure.units[offer.unit].basis)


def _sat(act: Act) -> None:
    sat = act.sitting
    if sat is None:
        return
    named = tuple((act.body, name) for name in sat.named)
    act.draft.note(
        sat=tuple(dict.fromkeys((*act.draft.head.sat, *named))),
        decided_by=act.body if act.rule.does == "decide" else act.draft.head.decided_by,
    )
    act.draft.cite(act.body_rule.basis)
    act.draft.cite(act.rules.procedure.choice.basis)
    if sat.alternates:
        act.draft.issue(("alternate_summons",))


def _present(act: Act) -> int:
    return act.sitting.present if act.sitting else 1


def published(act: Act) -> None:
    """``publish``: something appears in the gazette."""
    act.draft.gazette.append(act.text("what"))


def amounts_fixed(act: Act) -> None:
    """``fix_amounts``: a slip converts every standing fine, one line each, at the value its rule names."""
    money = act.rules.procedure.money
    old = act.draft.head.slip
    lines: dict[str, Decimal] = {}
    for each in list(act.draft.obligations.values()):
        if each.kind != "fine" or not stands(each) or each.units is None:
            continue
        if old is not None and each.id in old.lines and (each.status == "settled" or each.id in old.asked):
            lines[each.id] = old.lines[each.id]
            continue
        value = value_on(act.facts.units, each.unit, conversion_day(money, act.case, each, act.on))
        lines[each.id] = to_reais(each.units, value.value, money)
        act.draft.obligation(each, amount=lines[each.id])
        if each.unit in act.rules.procedure.units:
            act.draft.cite(act.rules.procedure.units[each.unit].basis)
    shown = on_slip(act.rules, Standing.of(act.draft), act.draft.obligations.values(), lines, act.on)
    for discount in shown:
        act.draft.cite(money.discounts[discount.name].basis)
    act.draft.note(
        slip=Slip(
            issued_on=act.on,
            lines=lines,
            discounts=shown,
            asked=old.asked if old is not None else {},
            earned=old.earned if old is not None else {},
            charges=_charges(act, lines, {} if old is None else old.asked),
        )
    )


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
    take_payment(act.draft, act.rules, Decimal(act.text("amount")), act.day)


def accepted(act: Act) -> None:
    """``accept``: the party gives up its defense; what the notice says is imposed, as it says it.

    With an ``amount``, accepting is paying: the slip is made and paid in the same act, and paying less than
    it asks that day is no acceptance.
    """
    head, procedure = act.case.head, act.rules.procedure
    for track in act.moving:
        for item in head.items:
            for offer in _offers(act, track, item):
                kind = offer.penalty.kind
                if offer.exceptional or not _in_reach(track, offer) or kind not in (act.rule.penalties or (kind,)):
                    continue
                _require_settled(act, item, offer)
                found = priced(act.rules, offer, item, {}, head.figures)
                impose(act, found, replace(imposed(found, {}, item, track.round, act.on), confessed=True))
    if not act.text("amount"):
        return
    amounts_fixed(act)
    take_payment(act.draft, act.rules, Decimal(act.text("amount")), act.day)
    if not covered(act.draft, act.rules, act.day):
        shown = act.draft.head.slip.discounts if act.draft.head.slip is not None else ()
        sums = [f"R$ {each.total} ({procedure.money.discounts[each.name].label or each.name})" for each in shown]
        raise NothingToPay(
            f"Pagar R$ {act.text('amount')} não chega para aceitar o auto; neste dia a multa é de "
            f"{' ou '.join([*sums, f'R$ {due_amount(act.draft, act.rules, act.day)}'])}."
        )


def _require_settled(act: Act, item: str, offer: Offer) -> None:
    """What the notice leaves to a decision cannot be accepted before one."""
    how = act.rules.procedure.choice
    if how.how in ("one", "some"):
        raise PenaltyNotAllowed(f"item {item}: a pena é escolhida por quem decide; não há o que aceitar.", how.basis)
    if isinstance(offer.penalty.days, DayRange):
        raise PenaltyNotAllowed(
            f"item {item}: quantos dias, só a decisão diz; não há o que aceitar.", offer.penalty.basis
        )


def referred(act: Act) -> None:
    """``refer``: a final fine whose term is over is overdue and goes to the active-debt office."""
    deadline = act.draft.deadlines.get(act.command.deadline)
    round_ = deadline.round if deadline else act.track.round
    for each in act.draft.in_scope(act.track):
        if each.kind == "fine" and each.status == "final" and each.round == round_ and each.overdue_on is None:
            act.draft.obligation(each, overdue_on=max(act.law_day, each.final_on or act.law_day))


def begun(act: Act) -> None:
    """``begin``: a penalty that is final, or has effect at once, starts to be served; this day is its first."""
    for track in act.tracks:
        for each in act.draft.in_scope(track):
            if each.kind in act.rule.penalties and may_begin(each):
                act.draft.obligation(each, status="serving")


def served_out(act: Act) -> None:
    """``end``: a penalty has been served."""
    for track in act.tracks:
        for each in act.draft.in_scope(track):
            if each.kind in act.rule.penalties and each.status == "serving":
                act.draft.obligation(each, status="settled", settled_on=act.law_day)
        for deadline in list(act.draft.open_deadlines(track.id)):
            if deadline.kind in act.rule.penalties:
                act.draft.deadline(deadline, status="lapsed")


def measure_ordered(act: Act) -> None:
    """``order_measure``: a precaution, never a penalty."""
    ordered(act, act.text("kind"))


def joined(act: Act) -> None:
    """``join``: a document enters the file."""
    act.draft.issue((act.text("kind"),))


def cured(act: Act) -> None:
    """``cure``: the irregularity is proved cured; out of time it is recorded and moves nothing."""
    _remember_timeliness(act, act.rule.of or "cure")
    if act.outcome in ("timely", ""):
        for track in act.tracks:
            if track.cure == "ordered" or track in act.moving:
                act.draft.track(act.current(track), cure="proved")


def uncured(act: Act) -> None:
    """``uncured``: the cure is certified as missing; a new round begins on the same track."""
    for track in act.moving:
        for item in act.case.head.items:
            for rule in (noncure_of(act.rules, e.kind) for e in current_round(act.draft, track) if e.item == item):
                if rule is not None:
                    act.draft.cite(rule.basis)
        act.draft.track(
            act.current(track), round=track.round + 1, cure="missing", used=(), together=(), happened=(), opinions=()
        )


def extended(act: Act) -> None:
    """``extend_term``: the running term counts so much further from its literal end."""
    name, length = act.text("term"), Length.parse(act.text("length"))
    limit = act.rules.limits[name]
    act.draft.cite(limit.basis)
    for track in act.tracks:
        deadline = last_of(act.draft.deadlines.values(), name, track.id, track.round)
        if deadline is None or deadline.status != "open":
            continue
        if act.on > deadline.due:
            raise NotExtendable(f"O prazo “{limit.label or name}” já terminou em {label(deadline.due)}.", limit.basis)
        _, ends = act.rules.counting(limit)
        span = count(
            length,
            deadline.literal,
            starts="next_day",
            ends=ends,
            calendar=act.calendar,
            suspended=pauses(act.rules, limit, act.draft.head.suspensions, deadline.literal, _far(deadline, length)),
            at=deadline.at,
        )
        _require_under_ceiling(act, limit, deadline, span)
        moved = act.draft.deadline(
            deadline, literal=span.literal, due=span.due, at=span.at, act_on=acts_from(limit, span, act.calendar),
            extended=(*deadline.extended, act.text("length")),
        )  # fmt: skip
        follow(act.draft, act, moved)


def _far(deadline: Deadline, length: Length) -> date:
    """A day surely after the extended term, for the recess on the way to be seen."""
    return add_months(deadline.literal, 24 + 2 * length.amount)


def _require_under_ceiling(act: Act, limit: TimeLimit, deadline: Deadline, span: Span) -> None:
    """An extension does not take a term beyond the most that the law gives it."""
    if limit.ceiling is None:
        return
    top = span_of(act.rules, limit, limit.ceiling, deadline.anchor, act.calendar, (), deadline.anchor_at)
    if span.due > top.due:
        raise NotExtendable(
            f"O prazo “{limit.label or deadline.kind}” não pode passar de {limit.ceiling.in_portuguese} ao todo, "
            f"até {label(top.due)}.",
            limit.basis,
        )


def replaced(act: Act) -> None:
    """``replace``: another person is the respondent; the notice is served anew, the authority's term is not."""
    for track in act.moving:
        for deadline in list(act.draft.deadlines.values()):
            if deadline.track != track.id or deadline.round != track.round:
                continue
            limit = act.rules.limits[deadline.kind]
            if limit.binds == "party" and deadline.status in ("open", "lapsed"):
                act.draft.deadline(deadline, status="void")
            elif limit.binds == "authority" and deadline.status in ("met", "overtaken"):
                act.draft.deadline(deadline, status="open")
        act.draft.track(
            act.current(track), failed=(), tries=(), happened=(), served_via="", dispatched=None, pending=None
        )
    act.draft.note(notified_on=None, timely={}, marks=())


def extinguished(act: Act) -> None:
    """``extinguish``: what is not yet final ends with the person, or by pardon; what another owes too stays."""
    for track in act.tracks:
        cancel(act.draft, [each for each in own(act.draft, track) if each.status == "imposed"], "extinguished")


def mark(act: Act, name: str, *, on: bool = True) -> None:
    """Set or clear a mark of the case."""
    marks = tuple(each for each in act.draft.head.marks if each != name)
    act.draft.note(marks=(*marks, name) if on else marks)


def noted(act: Act) -> None:
    """``note``: no effect but papers and warnings; those under ``overdue`` only if a final fine is.

    An act that turns on its own outcome is an opinion, and what it said is remembered.
    """
    if act.rule.turns_on == "outcome":
        for track in act.tracks:
            current = act.current(track)
            said = {**dict(current.opinions), act.step: act.outcome}
            act.draft.track(current, opinions=tuple(said.items()))
    if any(each.overdue_on is not None and each.status == "final" for each in act.draft.obligations.values()):
        act.tags.append("overdue")


def nothing(act: Act) -> None:
    """Verbs whose only effect is where they lead, and their papers."""


Effect = Callable[[Act], None]
EFFECTS: dict[str, Effect] = {
    "open": opened, "dispatch": dispatched, "fail_service": service_failed, "serve": served, "lapse": lapsed,
    "file": filed, "decide": decided, "review": reviewed, "finalize": nothing, "cancel": nothing,
    "publish": published, "fix_amounts": amounts_fixed, "pay": paid, "refer": referred, "note": noted,
    "begin": begun, "end": served_out, "order_measure": measure_ordered, "lift_measure": lifted,
    "dispose": disposed, "join": joined, "cure": cured, "uncured": uncured, "extend_term": extended,
    "replace": replaced, "extinguish": extinguished, "accept": accepted,
}  # fmt: skip


def besides(act: Act) -> None:
    """What an act orders besides its one effect: a cure, a measure."""
    if act.rule.orders_cure:
        for track in act.tracks:
            act.draft.track(act.current(track), cure="ordered")
    if act.rule.orders_measure is not None:
        ordered(act, act.rule.orders_measure)


__all__ = ["EFFECTS", "besides", "impose", "mark"]
