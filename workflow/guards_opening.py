"""Guards of the opening: the law and its items in time, the facts they need, whom and what the law reaches."""

from __future__ import annotations

from datetime import date

from workflow.act import Act
from workflow.deadlines import label
from workflow.errors import (
    AlreadyArchived,
    BeforeTheLaw,
    FutureDate,
    ItemNotPriced,
    ItemUnknown,
    NotInForce,
    OutOfScope,
    QuestionUnanswered,
)
from workflow.fields import fields_of
from workflow.law_time import first_day_in_force
from workflow.procedure import GuardUse


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
    refused = found & set(use.several("refuses"))
    allowed = use.parameters.get("allows")
    outside = found - set(use.several("allows")) if allowed is not None else set()
    if refused or outside:
        raise OutOfScope(f"Esta lei não alcança {name} = {', '.join(sorted(refused or outside))}.", use.basis)


def field_is(act: Act, use: GuardUse) -> None:
    """A field, where given, has one of the values the law accepts."""
    name, values = str(use.parameters["field"]), use.several("values")
    value = act.command.data.get(name)
    if value is not None and value not in values:
        field = fields_of(act.rule).get(name)
        said = [_said(act, name, each) for each in (value, *values)]
        raise OutOfScope(
            f"{field.label if field and field.label else name}: {said[0]} não cabe aqui; a lei só aceita "
            f"{', '.join(said[1:])}.",
            use.basis,
        )


def _said(act: Act, name: str, value: object) -> str:
    """A value as people call it: a means of service by its label."""
    means = act.rules.procedure.services.get(str(value)) if name == "via" else None
    return means.label if means is not None and means.label else str(value)


LAPSED = ("late_notification",)
"""The end that bars a new notice, where the file names no other."""


def not_archived_before(act: Act, use: GuardUse) -> None:
    """The same fact did not end before in one of the ways that bar a new notice for it."""
    procedure = act.rules.procedure
    items = set(act.command.data.get("items") or ())
    fact = act.text("fact_on")
    barring = use.several("reasons") or LAPSED
    for earlier in act.facts.earlier:
        same = earlier.fact_on.isoformat() == fact and items & set(earlier.items) and not earlier.apart
        if earlier.reason not in barring or not same:
            continue
        place = procedure.states.get(f"archived/{earlier.reason}")
        how = place.label if place is not None and place.label else "arquivado por decurso de prazo da autoridade"
        apart = procedure.same_fact
        raise AlreadyArchived(
            f"O mesmo fato já foi objeto do processo {earlier.case or 'anterior'}: {how[:1].lower()}{how[1:]}."
            f"{_what_tells_apart(act)}",
            (*use.basis, *(apart.basis if apart is not None else ())),
        )


def _what_tells_apart(act: Act) -> str:
    """What would have shown that it is another fact, as the file says."""
    rule = act.rules.procedure.same_fact
    fields = fields_of(act.rule)
    names = [fields[name].label.lower() or name for name in rule.told_apart_by] if rule is not None else []
    return f" É outro fato se os dois autos disserem, e diverso: {', '.join(names)}." if names else ""
