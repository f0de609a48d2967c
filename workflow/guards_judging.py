"""Guards of judging: competence, quorum, recusal, reasons, the penalties allowed, no aggravation by surprise."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import product

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.choosing import chosen, imposed, may_impose, reviewing
from workflow.deadlines import label
from workflow.errors import (
    MissingReasons,
    NotCarried,
    NotCompetent,
    OutOfScope,
    PenaltyNotAllowed,
    TooEarly,
    UsedUp,
    WouldAggravate,
)
from workflow.imposing import offers_for
from workflow.judgment import INADMISSIBLE, REMANDED, require_quorum, require_unrecused
from workflow.penalties import HARSHNESS, Offer
from workflow.procedure import GuardUse
from workflow.standing import stands
from workflow.terms import last_of


def competent(act: Act, use: GuardUse) -> None:
    """Each penalty listed is one this body may impose."""
    for line in act.command.data.get("penalties") or ():
        found = [penalty for code, penalty in act.rules.procedure.penalties.items() if line.get("code") == code]
        if line.get("code") is None and str(line.get("item")) in act.case.head.items:
            on_offer = _on_offer(act, str(line["item"]))
            found = [offer.penalty for offer in on_offer if offer.penalty.kind == line.get("kind")]
        if found and not any(may_impose(penalty, (act.body,)) for penalty in found):
            who = ", ".join(_body_label(act, each) for each in found[0].imposed_by)
            raise NotCompetent(f"{found[0].label or found[0].kind} cabe a {who}.", (*found[0].basis, *use.basis))


def quorum(act: Act, use: GuardUse) -> None:
    """Enough unrecused members with the qualities asked for."""
    if act.sitting is not None:
        require_quorum(act.sitting, act.body_rule, act.rules.procedure.recusal, act.case.head, act.body)


def unrecused(act: Act, use: GuardUse) -> None:
    """Nobody votes who is barred from this case."""
    if act.sitting is not None:
        require_unrecused(act.sitting, act.rules.procedure.recusal, act.case.head, act.body)


def own_decision(act: Act, use: GuardUse) -> None:
    """The decision under review is this very body's: nobody reconsiders what another authority decided."""
    author = act.case.head.decided_by
    if author and author != act.body:
        raise NotCompetent(
            f"A última decisão é de {_body_label(act, author)}; só quem decidiu reconsidera.",
            (*act.rules.procedure.bodies[author].basis, *use.basis),
        )


def reasons(act: Act, use: GuardUse) -> None:
    """The act has reasons, and so has each penalty line that speaks of them."""
    lines = act.command.data.get("penalties") or ()
    blank = next((line for line in lines if "reasons" in line and not str(line["reasons"] or "").strip()), None)
    if blank is not None:
        raise MissingReasons(
            f"A pena do item {blank.get('item')} não traz motivos; a decisão tem de expô-los.", use.basis
        )
    if not act.text("reasons").strip():
        raise MissingReasons("O ato não traz motivos; exponha as razões de fato e de direito.", use.basis)


def penalties_allowed(act: Act, use: GuardUse) -> None:
    """Every penalty listed is the law's for its item, this body's to impose, with days in range, on each track."""
    items = act.case.head.items
    for line in act.command.data.get("penalties") or ():
        if str(line.get("item", "")) not in items:
            raise OutOfScope(
                f"O item {line.get('item')!r} não está neste auto; os itens são {', '.join(items)}.", use.basis
            )
    if act.outcome in ("dismissed", "reversed", "maintained", "affirmed", REMANDED, INADMISSIBLE):
        return
    _require_proposable(act, use)
    rulings = {str(line.get("item")): line.get("outcome") for line in act.command.data.get("rulings") or ()}
    listed = {str(line.get("item")) for line in act.command.data.get("penalties") or ()}
    for track, item in product(_judged(act), items):
        if (
            item in track.cured
            or rulings.get(item) in ("dismissed", "reversed")
            or (act.rule.does == "review" and item not in listed)
        ):
            continue
        standing = _standing(act, track, item)
        bodies = (act.body,) if act.rule.does == "decide" else reviewing(act.rules, act.body, standing)
        on_offer = offers_for(act, track, item)
        taken = chosen(act.rules, item, on_offer, act.command.data, bodies, act.case.head.figures)
        if act.rule.does == "decide" and on_offer and not (taken or standing or act.command.data.get("proposes")):
            grounds = [citation for offer in on_offer for citation in offer.penalty.basis if not offer.exceptional]
            raise PenaltyNotAllowed(
                f"item {item}: a decisão não impõe nem propõe pena alguma, e a da lei cabe a outra autoridade; "
                "proponha-a (proposes) ou deixe o item cair (rulings).",
                (act.rules.citation(item), *grounds, *use.basis),
            )


def _require_proposable(act: Act, use: GuardUse) -> None:
    """What is proposed is a penalty of some item, and another authority's to impose."""
    for kind in act.command.data.get("proposes") or ():
        found = [o.penalty for item in act.case.head.items for o in _on_offer(act, item) if o.penalty.kind == kind]
        if not found:
            raise PenaltyNotAllowed(f"Nenhum item deste auto leva à pena proposta ({kind}).", use.basis)
        if all(may_impose(penalty, (act.body,)) for penalty in found):
            raise PenaltyNotAllowed(
                f"{found[0].label or kind} cabe a quem decide; imponha-a, em vez de propor.",
                (*found[0].basis, *use.basis),
            )


def _standing(act: Act, track: Track, item: str) -> list[Obligation]:
    mine = [each for each in act.case.obligations if each.respondent in ("", track.respondent)]
    return [each for each in mine if each.item == item and each.round == track.round and stands(each)]


def _judged(act: Act) -> list[Track]:
    """The tracks that the decision is about."""
    return act.moving or [act.track]


def _on_offer(act: Act, item: str) -> list[Offer]:
    """The penalties on offer for an item on any track that the decision is about."""
    return [offer for track in _judged(act) for offer in offers_for(act, track, item)]


def not_worse(act: Act, use: GuardUse) -> None:
    """A review does not make the party's position worse."""
    if act.outcome == "aggravated" or any(_worse(act, track) for track in _judged(act)):
        raise WouldAggravate("A revisão não pode agravar a situação de quem recorreu.", use.basis)


def forewarned(act: Act, use: GuardUse) -> None:
    """A review may aggravate only after the party was told and could answer."""
    if act.outcome != "aggravated" and not any(_worse(act, track) for track in _judged(act)):
        return
    warned = act.text("warned_on")
    if not warned or date.fromisoformat(warned) >= act.on:
        raise WouldAggravate(
            "Antes de agravar é preciso avisar quem recorreu, em dia anterior, para que se manifeste (warned_on).",
            use.basis,
        )


def _worse(act: Act, track: Track) -> bool:
    """Whether, on a track, the lines of some item weigh more than what stands; others, ``penalties_allowed``'s."""
    data, round_ = act.command.data, track.round
    listed_items = {str(line.get("item")) for line in data.get("penalties") or ()}
    for item in listed_items.intersection(act.case.head.items):
        now = _standing(act, track, item)
        bodies = reviewing(act.rules, act.body, now)
        new = [
            imposed(offer, line, item, round_, act.on)
            for offer, line in chosen(
                act.rules, item, offers_for(act, track, item), data, bodies, act.case.head.figures
            )
        ]
        listed = {
            str(line.get("code") or line.get("kind")) for line in data["penalties"] if str(line.get("item")) == item
        }
        if act.rules.procedure.choice.how != "all":
            listed = {each.code for each in new}
        after = [each for each in new if each.code in listed or each.kind in listed]
        before = (
            [each for each in now if each.code in listed or each.kind in listed]
            if act.rules.procedure.choice.how == "all"
            else now
        )
        if _harshness(after) > _harshness(before):
            return True
    return False


def _harshness(obligations: Iterable[Obligation]) -> tuple[int, Decimal, int]:
    """How hard a set of penalties is: the gravest kind, then units, then days."""
    mine = list(obligations)
    return (
        max((HARSHNESS.index(each.kind) for each in mine if each.kind in HARSHNESS), default=-1),
        sum((each.units or Decimal(0) for each in mine), Decimal(0)),
        sum(each.days or 0 for each in mine),
    )


def once(act: Act, use: GuardUse) -> None:
    """This track has not used this means in this round."""
    if act.step in act.track.used:
        raise UsedUp(f"“{act.rule.label or act.step}” já foi usado neste processo; só cabe uma vez.", use.basis)


def opinions_in(act: Act, use: GuardUse) -> None:
    """Each opinion (or other thing) waited for has come, or its term is over; with ``required``, it has come."""
    for name in use.several("of"):
        limit = act.rules.limits[name]
        deadline = last_of(act.case.deadlines, name, act.track.id, act.track.round)
        if deadline is not None and deadline.status == "open" and act.on <= deadline.due:
            raise TooEarly(
                f"Espera-se “{limit.label or name}” até {label(deadline.due)}; ainda não veio.",
                (*limit.basis, *use.basis),
            )
        came = deadline is not None and deadline.status in ("met", "overtaken")
        if use.parameters.get("required") and not came:
            asked = "não veio" if deadline is not None else "não foi pedido"
            raise TooEarly(f"“{limit.label or name}” {asked}, e sem isso não se decide.", (*limit.basis, *use.basis))


def opinion_followed(act: Act, use: GuardUse) -> None:
    """The decision is what a binding opinion says: the outcome that the named act gave."""
    step = str(use.parameters["step"])
    said = dict(act.track.opinions).get(step, "")
    if said and act.outcome != said:
        name = act.rules.steps[step].label or step
        raise NotCarried(f"“{name}” vincula: deu {said!r}, e a decisão é {act.outcome!r}.", use.basis)


def _body_label(act: Act, name: str) -> str:
    body = act.rules.procedure.bodies.get(name)
    return body.label or name if body else name
