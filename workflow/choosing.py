"""The penalties a decision chooses for an item: among those the law offers, within its bounds, with reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from workflow.case import Obligation
from workflow.errors import InvalidData, ItemNotPriced, PenaltyNotAllowed
from workflow.forms import Figures
from workflow.penalties import Offer
from workflow.price import Asked, price
from workflow.procedure import DayRange, Penalty
from workflow.rules import Rules


def chosen(
    rules: Rules,
    item: str,
    available: Sequence[Offer],
    data: Mapping[str, Any],
    bodies: Collection[str],
    figures: Figures,
) -> list[tuple[Offer, Mapping[str, Any]]]:
    """The offers a decision takes for an item, priced, each with its line of data, by the law's rule of choice.

    ``all``: every penalty the law attaches, a line only fills days and reasons. ``any``: what is listed,
    or all that these ``bodies`` may impose. ``one``: exactly one line; ``some``: one or more. ``figures`` are
    what the notice says that prices depend on. Raises ``PenaltyNotAllowed``, ``ItemNotPriced``.
    """
    choice = rules.procedure.choice
    lines = [line for line in data.get("penalties") or () if str(line.get("item", "")) == item]
    taken: list[tuple[Offer, Mapping[str, Any]]] = [(_offered(rules, item, available, line), line) for line in lines]
    codes = [offer.code for offer, _ in taken]
    if len(set(codes)) != len(codes):
        raise PenaltyNotAllowed(f"item {item}: a mesma pena aparece duas vezes na decisão.", choice.basis)
    if choice.how == "one":
        if len(lines) != 1:
            raise PenaltyNotAllowed(
                f"item {item}: a lei manda escolher uma só pena; a decisão traz {len(lines)}.", choice.basis
            )
    elif choice.how == "some":
        if not lines:
            raise PenaltyNotAllowed(f"item {item}: falta escolher a pena; a decisão não traz nenhuma.", choice.basis)
    elif choice.how == "any":
        if not lines:
            taken = [(offer, {}) for offer in available if may_impose(offer.penalty, bodies) and not offer.exceptional]
    else:
        replaced = [offer for offer, _ in taken if offer.exceptional]
        if not replaced:
            taken.extend((offer, {}) for offer in available if offer.code not in codes and not offer.exceptional)
    for offer, line in taken:
        _check(offer, line, item, bodies)
    return [(priced(rules, offer, item, line, figures), line) for offer, line in taken]


def priced(rules: Rules, offer: Offer, item: str, line: Mapping[str, Any], figures: Figures) -> Offer:
    """The offer with its price, where that depends on the line or on the notice; a simple one is as it was."""
    form = offer.form
    if form is None:
        if line.get("circumstances"):
            raise PenaltyNotAllowed(
                f"item {item}: circunstância só altera multa, não {offer.penalty.label or offer.code}.",
                offer.penalty.basis,
            )
        return offer
    if offer.units is not None and not any(line.get(name) for name in ("circumstances", "units", "reais")):
        return offer
    asked = Asked(item, offer.penalty.label or offer.code, form, line, figures, (*offer.penalty.basis, offer.origin))
    found = price(rules.procedure, asked, offer.factor, offer.repeat_cap)
    return replace(
        offer, unit=found.unit, units=found.total, base=found.base, count=found.times_over,
        circumstances=found.circumstances, articles=(*offer.articles, *found.articles),
    )  # fmt: skip


def _offered(rules: Rules, item: str, available: Sequence[Offer], line: Mapping[str, Any]) -> Offer:
    procedure = rules.procedure
    code, kind, days = line.get("code"), line.get("kind"), line.get("days")
    if code is None and kind is None:
        raise InvalidData(f"item {item}: cada linha de pena diz o código ou a espécie")
    matching = [
        each
        for each in available
        if (code is None or each.code == code) and (kind is None or each.penalty.kind == kind)
    ]
    if not matching:
        named = (
            code
            if code in procedure.penalties
            else next((n for n, p in procedure.penalties.items() if p.kind == kind), None)
        )
        ground = procedure.penalties[named].basis if named else procedure.catalogue.basis
        allowed = ", ".join(each.penalty.label or each.code for each in available) or "nenhuma"
        turned = {code for rule in procedure.repeat.values() for level in rule.levels for code in level.turns_into}
        if named in procedure.infractions[item].penalties and any(each.code in turned for each in available):
            raise PenaltyNotAllowed(
                f"item {item}: na reincidência não cabe “{procedure.penalties[named].label}”; cabem: {allowed}.",
                dict.fromkeys((rules.citation(item), *(article for each in available for article in each.articles))),
            )
        raise PenaltyNotAllowed(
            f"item {item}: a lei não dá a pena {code or kind}; as dela são: {allowed}.",
            (rules.citation(item), *ground, *procedure.choice.basis),
        )
    if days is not None:
        fitting = [each for each in matching if _fits(each, days)]
        if not fitting:
            grounds = [citation for each in matching for citation in each.penalty.basis]
            raise PenaltyNotAllowed(
                f"item {item}: {days} dias não cabem; a lei permite "
                f"{' ou '.join(_days_allowed(each.penalty) for each in matching)}.",
                (*grounds, *procedure.choice.basis),
            )
        return fitting[0]
    return matching[0]


def _fits(offer: Offer, days: object) -> bool:
    if isinstance(days, bool) or not isinstance(days, int):
        return False
    if offer.form is not None and offer.form.per == "day":
        return True
    penalty = offer.penalty
    if isinstance(penalty.days, DayRange):
        return penalty.days.start <= days <= penalty.days.end
    return penalty.days == days


def _days_allowed(penalty: Penalty) -> str:
    if isinstance(penalty.days, DayRange):
        return f"de {penalty.days.start} a {penalty.days.end} dias"
    return "pena sem dias" if penalty.days is None else f"{penalty.days} dias"


def may_impose(penalty: Penalty, bodies: Collection[str]) -> bool:
    """Whether any of these bodies is one to which the law gives the penalty."""
    return not penalty.imposed_by or any(body in penalty.imposed_by for body in bodies)


def reviewing(rules: Rules, body: str, standing: Iterable[Obligation]) -> tuple[str, ...]:
    """On whose behalf a body reviews: its own, and of those who could impose what stands and it now changes."""
    authors = (each for obligation in standing for each in rules.procedure.penalties[obligation.code].imposed_by)
    return tuple(dict.fromkeys((body, *authors)))


def _check(offer: Offer, line: Mapping[str, Any], item: str, bodies: Collection[str]) -> None:
    penalty = offer.penalty
    name = penalty.label or offer.code
    if not may_impose(penalty, bodies):
        raise PenaltyNotAllowed(
            f"item {item}: {name} cabe a outra autoridade ({', '.join(penalty.imposed_by)}).", penalty.basis
        )
    if isinstance(penalty.days, DayRange):
        if line.get("days") is None:
            raise PenaltyNotAllowed(
                f"item {item}: {name} pede o número de dias, {_days_allowed(penalty)}, com motivos; "
                f"o mínimo é {penalty.days.start}.",
                penalty.basis,
            )
        if not str(line.get("reasons", "") or "").strip():
            raise PenaltyNotAllowed(f"item {item}: {name} pede motivos para o número de dias.", penalty.basis)
    if offer.units is None and (offer.form is not None and not offer.form.exists):
        raise ItemNotPriced(f"item {item}: a lei não fixa o valor da multa.", (*penalty.basis, offer.origin))


def imposed(
    offer: Offer, line: Mapping[str, Any], item: str, round_: int, day: date, respondent: str = ""
) -> Obligation:
    """The obligation that an offer taken becomes; ``respondent`` is whose alone it is, if it is anybody's."""
    days = line.get("days")
    if days is None and isinstance(offer.penalty.days, int):
        days = offer.penalty.days
    return Obligation(
        id="/".join(filter(None, (item, offer.code, str(round_), respondent))),
        respondent=respondent,
        item=item,
        code=offer.code,
        kind=offer.penalty.kind,
        round=round_,
        imposed_on=day,
        origin=offer.origin,
        unit=offer.unit,
        units=Decimal(0) if offer.form is not None and offer.form.runs else offer.units,
        daily=offer.units if offer.form is not None and offer.form.runs else None,
        base=offer.base,
        count=offer.count,
        circumstances=offer.circumstances,
        days=days if offer.form is None else None,
        repeat=offer.repeat,
        added=offer.added,
    )
