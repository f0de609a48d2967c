"""Guards: each refuses for one reason, with the article that makes it one. One function and one test each.

A guard never returns ``False``: it raises a typed refusal that says what was found and what was needed.
``use.basis`` is the article cited besides the step's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from workflow.act import Act
from workflow.case import Obligation
from workflow.deadlines import label
from workflow.errors import (
    AlreadyArchived,
    BeforeTheLaw,
    Conditioned,
    FutureDate,
    ItemNotPriced,
    ItemUnknown,
    MissingReasons,
    NotCarried,
    NotCompetent,
    NotConfirmed,
    NotExtendable,
    NothingToConfirm,
    NothingToCure,
    NothingToPay,
    NothingToServe,
    NotInForce,
    OutOfScope,
    PenaltyNotAllowed,
    QuestionUnanswered,
    SecondPersonMissing,
    TooEarly,
    UsedUp,
    WouldAggravate,
)
from workflow.fields import fields_of
from workflow.judgment import INADMISSIBLE, REMANDED, require_quorum, require_unrecused
from workflow.law_time import first_day_in_force
from workflow.length import Length
from workflow.penalties import chosen, harshness, held_before, imposed, may_impose, offers, reviewing
from workflow.procedure import GuardUse
from workflow.standing import confessed_only, may_be_appealed, may_begin, stands
from workflow.terms import last_of

Guard = Callable[[Act, GuardUse], None]


def law_in_force(act: Act, use: GuardUse) -> None:
    """The fact falls under this law, and each item exists and was valid on its day."""
    procedure = act.rules.procedure
    fact = date.fromisoformat(act.text("fact_on"))
    if fact > act.facts.today:
        raise FutureDate(f"O fato é de {label(fact)}, que ainda não chegou.", use.basis)
    if fact > act.on:
        raise FutureDate(f"O fato é de {label(fact)}, depois da lavratura, em {label(act.on)}.", use.basis)
    first = first_day_in_force(procedure)
    if fact < first:
        other = f" Rege o fato: {procedure.in_force.before}." if procedure.in_force.before else ""
        raise BeforeTheLaw(
            f"{procedure.short} vale para fatos desde {label(first)}; o fato é de {label(fact)}.{other}",
            (*procedure.in_force.basis, *use.basis),
        )
    if procedure.in_force.until is not None and fact > procedure.in_force.until:
        raise BeforeTheLaw(
            f"{procedure.short} valeu para fatos até {label(procedure.in_force.until)}; o fato é de {label(fact)}.",
            (*procedure.in_force.basis, *use.basis),
        )
    for item in act.command.data.get("items") or ():
        infraction = procedure.infractions.get(item)
        if infraction is None:
            raise ItemUnknown(f"{procedure.short} não tem a infração {item}.", procedure.catalogue.basis)
        early = infraction.since is not None and fact < infraction.since
        late = infraction.until is not None and fact > infraction.until
        if early or late:
            raise NotInForce(
                f"{item}: esta redação não valia em {label(fact)}; confira o texto vigente na data do fato.",
                (act.rules.citation(item), *infraction.basis),
            )


def questions_answered(act: Act, use: GuardUse) -> None:
    """Every question without a default has the town's answer."""
    for name, question in act.rules.procedure.unanswered.items():
        raise QuestionUnanswered(
            f"Falta a resposta do Município a “{question.asks or name}” ({name}); sem ela nada se abre.",
            (*question.basis, *use.basis),
        )


def items_priced(act: Act, use: GuardUse) -> None:
    """Every item has a penalty, and the facts it depends on are there."""
    procedure = act.rules.procedure
    items = act.command.data.get("items") or ()
    if not items:
        raise ItemUnknown("O auto precisa de pelo menos um item da lei.", procedure.catalogue.basis)
    if len(set(items)) != len(items):
        raise ItemNotPriced(
            "O mesmo item aparece duas vezes no auto; cada fato tem uma linha.", procedure.catalogue.basis
        )
    for item in items:
        infraction = procedure.infractions[item]
        cited = (act.rules.citation(item), *infraction.basis)
        if not infraction.penalties:
            raise ItemNotPriced(f"{item}: a lei não fixa pena para esta conduta; não há o que autuar.", cited)
        for code in infraction.penalties:
            if procedure.penalties[code].kind == "fine" and not act.rules.form(item, code).exists:
                raise ItemNotPriced(f"{item}: a lei não fixa o valor da multa.", cited)
        for name, when in infraction.needs.items():
            value = act.text(name)
            label_of = fields_of(act.rule)[name].label
            if not value or (when == "by_today" and date.fromisoformat(value) > act.on):
                raise ItemNotPriced(f"{item}: depende de “{label_of}”, que não consta até este dia.", cited)
            if isinstance(when, (list, tuple)) and value not in when:
                raise ItemNotPriced(f"{item}: “{label_of}” não é a que este item pede.", cited)
        if infraction.duty_of is not None:
            duty = act.text("duty")
            if not duty.startswith(f"{infraction.duty_of}-"):
                raise ItemNotPriced(
                    f"{item}: diga qual dever do art. {infraction.duty_of} foi descumprido.",
                    (*cited, infraction.duty_of),
                )
    _require_origin(act, use)


def _require_origin(act: Act, use: GuardUse) -> None:
    """The origin, where given, is one the law knows, and brings what it must."""
    procedure = act.rules.procedure
    origin = procedure.origins.get(act.text("origin"))
    if origin is None and act.text("origin") and procedure.origins:
        raise OutOfScope(
            f"A lei não tem a origem {act.text('origin')!r}; tem {', '.join(procedure.origins)}.", use.basis
        )
    if origin is not None:
        for name, least in origin.at_least.items():
            found = act.command.data.get(name) or 0
            if found < least:
                raise ItemNotPriced(
                    f"Esta origem pede pelo menos {least} {name.replace('witnesses', 'testemunha(s)')}; há {found}.",
                    origin.basis,
                )


def scope(act: Act, use: GuardUse) -> None:
    """The law reaches this person, service or matter."""
    name = str(use.parameters["field"])
    value = act.command.data.get(name)
    found = {value} if isinstance(value, str) else set(value or ())
    refused = found & set(_list(use.parameters.get("refuses")))
    allowed = use.parameters.get("allows")
    outside = found - set(_list(allowed)) if allowed is not None else set()
    if refused or outside:
        raise OutOfScope(f"Esta lei não alcança {name} = {', '.join(sorted(refused or outside))}.", use.basis)


def field_is(act: Act, use: GuardUse) -> None:
    """A field, where given, has one of the values the law accepts."""
    name, values = str(use.parameters["field"]), _list(use.parameters["values"])
    value = act.command.data.get(name)
    if value is not None and value not in values:
        raise OutOfScope(f"{name} = {value}: a lei só aceita {', '.join(map(str, values))}.", use.basis)


def not_archived_before(act: Act, use: GuardUse) -> None:
    """The same fact was not already archived because the authority let its term lapse."""
    items = set(act.command.data.get("items") or ())
    fact = act.text("fact_on")
    for earlier in act.facts.earlier:
        if earlier.reason == "late_notification" and earlier.fact_on.isoformat() == fact and items & set(earlier.items):
            raise AlreadyArchived(
                f"O mesmo fato já foi objeto do processo {earlier.case or 'anterior'}, "
                "arquivado por falta de notificação no prazo.",
                use.basis,
            )


def competent(act: Act, use: GuardUse) -> None:
    """Each penalty listed is one this body may impose."""
    for line in act.command.data.get("penalties") or ():
        found = [penalty for code, penalty in act.rules.procedure.penalties.items() if line.get("code") == code]
        if line.get("code") is None and str(line.get("item")) in act.case.head.items:
            on_offer = offers_now(act, str(line["item"]))
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
    """Every penalty listed is the law's for its item, this body's to impose, with days in range."""
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
    for item in items:
        if rulings.get(item) in ("dismissed", "reversed") or (act.rule.does == "review" and item not in listed):
            continue
        standing = _standing(act, item)
        bodies = (act.body,) if act.rule.does == "decide" else reviewing(act.rules, act.body, standing)
        on_offer = offers_now(act, item)
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
        found = [o.penalty for item in act.case.head.items for o in offers_now(act, item) if o.penalty.kind == kind]
        if not found:
            raise PenaltyNotAllowed(f"Nenhum item deste auto leva à pena proposta ({kind}).", use.basis)
        if all(may_impose(penalty, (act.body,)) for penalty in found):
            raise PenaltyNotAllowed(
                f"{found[0].label or kind} cabe a quem decide; imponha-a, em vez de propor.",
                (*found[0].basis, *use.basis),
            )


def _standing(act: Act, item: str) -> list[Obligation]:
    round_ = act.track.round
    return [each for each in act.case.obligations if each.item == item and each.round == round_ and stands(each)]


def offers_now(act: Act, item: str) -> list[Any]:
    """The penalties on offer for an item on the act's track and round."""
    head = act.case.head
    return offers(
        act.rules, item, act.track.round, head.fact_on or act.on, act.on, act.facts.priors, act.case.obligations,
        held_before(act.rules, head.items, item, act.command.data),
    )  # fmt: skip


def not_worse(act: Act, use: GuardUse) -> None:
    """A review does not make the party's position worse."""
    if act.outcome == "aggravated" or _worse(act):
        raise WouldAggravate("A revisão não pode agravar a situação de quem recorreu.", use.basis)


def forewarned(act: Act, use: GuardUse) -> None:
    """A review may aggravate only after the party was told and could answer."""
    if act.outcome != "aggravated" and not _worse(act):
        return
    warned = act.text("warned_on")
    if not warned or date.fromisoformat(warned) >= act.on:
        raise WouldAggravate(
            "Antes de agravar é preciso avisar quem recorreu, em dia anterior, para que se manifeste (warned_on).",
            use.basis,
        )


def _worse(act: Act) -> bool:
    data, round_ = act.command.data, act.track.round
    for item in {str(line.get("item")) for line in data.get("penalties") or ()}:
        now = _standing(act, item)
        bodies = reviewing(act.rules, act.body, now)
        new = [
            imposed(offer, line, item, round_, act.on)
            for offer, line in chosen(act.rules, item, offers_now(act, item), data, bodies, act.case.head.figures)
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
        if harshness(after) > harshness(before):
            return True
    return False


def once(act: Act, use: GuardUse) -> None:
    """This track has not used this means in this round."""
    if act.step in act.track.used:
        raise UsedUp(f"“{act.rule.label or act.step}” já foi usado neste processo; só cabe uma vez.", use.basis)


def fine_due(act: Act, use: GuardUse) -> None:
    """A fine stands."""
    if not any(each.kind == "fine" and stands(each) for each in act.case.obligations):
        raise NothingToPay("Não há multa em pé neste processo.", use.basis)


def slip_issued(act: Act, use: GuardUse) -> None:
    """A payment slip was issued."""
    if act.case.head.slip is None:
        raise NothingToPay("Nenhuma guia foi emitida; emita a guia antes de registrar o pagamento.", use.basis)


def fine_overdue(act: Act, use: GuardUse) -> None:
    """A final fine is overdue."""
    if not any(each.overdue_on is not None and each.status == "final" for each in act.case.obligations):
        raise NothingToPay("Não há multa vencida e definitiva.", use.basis)


def fine_confessed(act: Act, use: GuardUse) -> None:
    """A fine rests on silence alone, so that there is something to confirm."""
    if not confessed_only(act.case.obligations, act.case.head):
        raise NothingToConfirm("Nenhuma multa confessada pelo silêncio espera confirmação.", use.basis)


def legality_confirmed(act: Act, use: GuardUse) -> None:
    """No fine that rests on silence alone goes on before an authority has confirmed its legality."""
    if confessed_only(act.case.obligations, act.case.head):
        raise NotConfirmed("A multa só foi confessada pelo silêncio; falta quem confirme a sua legalidade.", use.basis)


def penalty_final(act: Act, use: GuardUse) -> None:
    """A penalty of the kinds the step is about is final, or has effect at once, and has not begun."""
    if not any(each.kind in act.rule.penalties and may_begin(each) for each in act.case.obligations):
        raise NothingToServe("Nenhuma pena definitiva por começar.", use.basis)


def penalty_over(act: Act, use: GuardUse) -> None:
    """The penalty being served has run its last day."""
    serving = [each for each in act.case.obligations if each.kind in act.rule.penalties and each.status == "serving"]
    if not serving:
        raise NothingToServe("Nenhuma pena está sendo cumprida.", use.basis)
    running = [each for each in act.case.deadlines if each.kind in {s.kind for s in serving} and each.status == "open"]
    last = max((each.due for each in running), default=None)
    if last is not None and act.on <= last:
        raise TooEarly(f"A pena corre até {label(last)}; o ato cabe desde o dia seguinte.", use.basis)


def not_collected(act: Act, use: GuardUse) -> None:
    """The penalty does not begin by collecting documents."""
    kinds = set(_list(use.parameters.get("kinds")))
    if any(each.kind in kinds and may_begin(each) for each in act.case.obligations):
        raise NothingToServe("Esta pena começa com a apreensão dos documentos.", use.basis)


def cure_ordered(act: Act, use: GuardUse) -> None:
    """A cure was ordered and is not proved; once its lack is certified, only a late proof may still come in."""
    pending = ("ordered", "missing") if act.rule.does == "cure" else ("ordered",)
    if act.track.cure not in pending:
        raise NothingToCure("Nenhuma ordem de sanar está pendente.", use.basis)


def cure_missing(act: Act, use: GuardUse) -> None:
    """An order to cure was not kept: its term lapsed without proof."""
    if act.track.cure != "missing":
        raise TooEarly(
            "A ordem de sanar não consta como descumprida: ou foi cumprida, ou o prazo ainda corre.", use.basis
        )


def cure_over(act: Act, use: GuardUse) -> None:
    """The term to cure is over."""
    deadline = _cure_deadline(act)
    if deadline is not None and act.on <= deadline.due:
        raise TooEarly(f"O prazo para sanar corre até {label(deadline.due)}.", use.basis)


def _cure_deadline(act: Act) -> Any:
    names = [name for name, limit in act.rules.limits.items() if limit.only_if == "cure_ordered"]
    found = [last_of(act.case.deadlines, name, act.track.id, act.track.round) for name in names]
    return next((each for each in found if each is not None), None)


def decision_final(act: Act, use: GuardUse) -> None:
    """The decision can no longer be appealed."""
    mine = [each for each in act.case.obligations if act.track.covers(each) and each.round == act.track.round]
    if any(may_be_appealed(each) for each in mine):
        raise TooEarly("A decisão ainda não é definitiva.", use.basis)


def unconditional(act: Act, use: GuardUse) -> None:
    """The lifting is not made to depend on anything."""
    if act.text("condition"):
        raise Conditioned(f"A liberação não pode depender de {act.text('condition')}.", use.basis)


def measure_ordered(act: Act, use: GuardUse) -> None:
    """The measure to be lifted was ordered."""
    if act.text("kind") not in act.case.head.ordered:
        raise NothingToServe(f"Nenhuma medida {act.text('kind')!r} está em vigor.", use.basis)


def opinions_in(act: Act, use: GuardUse) -> None:
    """Each opinion (or other thing) waited for has come, or its term is over; with ``required``, it has come."""
    for name in _list(use.parameters["of"]):
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


def second_person(act: Act, use: GuardUse) -> None:
    """Reasons, and a second person other than the one who records it."""
    require_second_person(act.command.data, act.command.recorded_by, act.command.approved_by, use.basis)


def require_second_person(data: Any, recorded_by: str, approved_by: str, basis: tuple[str, ...]) -> None:
    """Refuse what nobody gave reasons for, or what no second person approved."""
    if not str(data.get("reasons") or "").strip():
        raise SecondPersonMissing("A correção precisa de motivos.", basis)
    if not approved_by:
        raise SecondPersonMissing("A correção precisa da aprovação de uma segunda pessoa.", basis)
    if approved_by == recorded_by:
        raise SecondPersonMissing(f"Quem registra ({recorded_by}) não pode aprovar a própria correção.", basis)


def said_by(act: Act, use: GuardUse) -> None:
    """Somebody answers for the act, with reasons."""
    if not act.command.recorded_by:
        raise SecondPersonMissing("Diga quem registra o ato.", use.basis)
    if not act.text("reasons").strip():
        raise MissingReasons("O ato não traz motivos.", use.basis)


def extendable(act: Act, use: GuardUse) -> None:
    """The term exists, runs, and may be extended."""
    name = act.text("term")
    limit = act.rules.limits.get(name)
    if limit is None:
        raise NotExtendable(f"A lei não tem o prazo {name!r}; tem {', '.join(act.rules.limits)}.", use.basis)
    if not act.rules.extendable(limit):
        raise NotExtendable(f"O prazo “{limit.label or name}” não pode ser prorrogado.", (*limit.basis, *use.basis))
    running = next((each for each in act.case.deadlines if each.kind == name and each.status == "open"), None)
    if running is None:
        raise NotExtendable(f"O prazo “{limit.label or name}” não está correndo.", (*limit.basis, *use.basis))
    own = Length.parse(running.length) if running.length else limit.length
    most = own if limit.extendable == "double" else limit.extendable
    if isinstance(most, Length) and not _within(most, (*running.extended, act.text("length"))):
        raise NotExtendable(
            f"O prazo “{limit.label or name}” só pode ser prorrogado por {most.in_portuguese} ao todo.",
            (*limit.basis, *use.basis),
        )


def _within(most: Length, extensions: Sequence[str]) -> bool:
    """Whether the extensions are of the same unit and together no more than this."""
    lengths = [Length.parse(each) for each in extensions]
    return all(each.unit == most.unit for each in lengths) and sum(each.amount for each in lengths) <= most.amount


def _list(value: object) -> list[Any]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]  # a YAML sequence


def _body_label(act: Act, name: str) -> str:
    body = act.rules.procedure.bodies.get(name)
    return body.label or name if body else name


GUARDS: dict[str, Guard] = {
    guard.__name__: guard
    for guard in (
        law_in_force, questions_answered, items_priced, scope, field_is, not_archived_before, competent, own_decision,
        quorum, unrecused, reasons, penalties_allowed, not_worse, forewarned, once, fine_due, slip_issued, fine_overdue,
        fine_confessed, legality_confirmed,
        penalty_final, penalty_over, not_collected, cure_ordered, cure_missing, cure_over, decision_final,
        unconditional, measure_ordered, opinions_in, opinion_followed, second_person, said_by, extendable,
    )
}  # fmt: skip
