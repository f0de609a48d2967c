"""Penalties to be served: the order, the documents taken and given back, and from when to when."""

from __future__ import annotations

from app.paper.dossier import authority, day_after
from app.paper.material import Material
from app.paper.openings import act_within
from app.paper.reckoning import imposed
from app.paper.story import Deed
from app.paper.wording import PENALTY, gender_of, lower_first
from notices.dossier import Body, Penalty
from notices.endings import Collected, Order
from notices.words import capital, listed, short_date, the, within
from workflow.case import Obligation, Track
from workflow.event import CLOCK, Paper
from workflow.procedure import Step
from workflow.standing import stands

RUNNING = ("suspension", "temporary_bar", "reregistration_ban")


def ordered(material: Material, paper: Paper) -> Obligation | None:
    """The penalty that this order is about: of the item whose code issues such a paper, or what the act began."""
    step = material.step
    if step.does == "begin" and not paper.about:
        track = material.track(paper)
        begun = [
            each for each in material.obligations(track) if each.kind in step.penalties and each.status == "serving"
        ]
        return begun[-1] if begun else None
    penalties = material.procedure.penalties
    found = [
        each
        for each in material.after.obligations
        if paper.kind in penalties[each.code].issues and (not paper.about or each.item == paper.about)
        and each.status not in ("cancelled", "absorbed")
    ]  # fmt: skip
    return found[-1] if found else None


def order_of(material: Material, obligation: Obligation) -> Order:
    """A final penalty as its order tells it; where it has already begun, with its first and last day."""
    step = starting_step(material, obligation.kind)
    begun_on = obligation.effective_on if obligation.final_on is None else None
    final_on = obligation.final_on or begun_on or material.event.occurred_on
    running = obligation.kind in RUNNING
    limit = next(
        (each for each in material.after.deadlines if each.kind == obligation.kind and each.status == "open"), None
    )
    collects = step.collects if step is not None and running else ()
    return Order(
        penalty=imposed(material, obligation),
        final_on=final_on,
        final_because="" if begun_on is not None else final_because(material),
        infraction=_infraction(material, obligation),
        effect=effect_of(material, obligation),
        days=obligation.days,
        starts=limit.first if limit and running else None if running else final_on,
        ends=limit.due if limit and running else None,
        starts_rule=_starts_rule(material, obligation, step) if running else "",
        collects=collects,
        hand_over=_hand_over(material) if collects else "",
        returns=_returns(material, obligation.kind) if collects else "",
    )


def effect_of(material: Material, obligation: Obligation) -> str:
    """What the penalty does, by the law's file, else in general words."""
    rule = material.procedure.penalties[obligation.code]
    if obligation.kind in RUNNING and material.book.penalty(obligation.code) != PENALTY[obligation.kind]:
        return rule.effect or "Enquanto durar, não se pode exercer a atividade que ela alcança."
    return rule.effect or _EFFECT.get(obligation.kind, "")


def _infraction(material: Material, obligation: Obligation) -> str:
    """The item that brought the penalty; of what begins for several items at once, all of them."""
    items = [obligation.item]
    if material.step.does == "begin":
        items = [each.item for each in material.after.obligations if each.code == obligation.code and stands(each)]
    return "; ".join(material.book.cite(material.book.rules.citation(each)) for each in dict.fromkeys(items))


_EFFECT = {
    "warning": "Ela não impõe pagamento nem suspende o serviço, e fica registrada.",
    "verbal_warning": "Ela não impõe pagamento nem suspende o serviço, e fica registrada.",
    "suspension": "Durante a suspensão não se pode prestar o serviço autorizado.",
    "temporary_bar": "Durante o impedimento não se pode prestar o serviço autorizado.",
    "revocation": "A autorização se extingue, e o serviço não pode mais ser prestado com base nela.",
    "reregistration_ban": "Durante o impedimento não se pode obter novo cadastro.",
}


def starting_step(material: Material, kind: str) -> Step | None:
    """The step by which a penalty of this kind begins to be served, the one that takes documents first."""
    found = [each for each in material.procedure.steps.values() if each.does == "begin" and kind in each.penalties]
    return next((each for each in found if each.collects), found[0] if found else None)


def final_because(material: Material) -> str:
    """What made the decision final, as the order says after its day."""
    deed = _made_final(material)
    if deed.by == CLOCK:
        deadline = next((each for each in material.after.deadlines if each.id == deed.event.deadline), None)
        if deadline is None:
            return "fim do prazo"
        limit = material.procedure.time_limits[deadline.kind]
        act = act_within(material.book.rules, limit)
        return f"fim do {lower_first(limit.label or deadline.kind)} em {short_date(deadline.due)}, sem {act.name}"
    step = material.procedure.steps[deed.step]
    return {
        "serve": "ciência da decisão final",
        "publish": "publicação da decisão final",
        "finalize": "desistência do recurso" if material.before.head.timely.get("appeal") else "renúncia ao recurso",
    }.get(deed.does, lower_first(step.label or deed.step))


def _made_final(material: Material) -> Deed:
    """The act that made the decision final: this one, or that which a correction did again or put right."""
    deeds, version = material.story.deeds, material.event.version
    mine = [each for each in deeds if each.version == version]
    correction = material.story.correction_by(version)
    put_right = [each for each in deeds if correction is not None and each.event is correction.deed.event]
    return next((each for each in mine if each.does == "finalize"), (put_right or mine)[-1])


def _starts_rule(material: Material, obligation: Obligation, step: Step | None) -> str:
    called = material.book.penalty(obligation.code)
    name = capital(the(Body(name=called, gender=gender_of(called))))
    limit = next((each for each in material.procedure.time_limits.values() if each.of == obligation.kind), None)
    counts = material.book.rules.counting(limit)[0] if limit is not None else "same_day"
    first = "e esse dia já conta" if counts == "same_day" else "e a contagem começa no dia seguinte"
    if step is not None and step.collects:
        return f"{name} começa no dia em que os documentos forem apreendidos, {first}."
    if step is not None:
        return f"{name} começa no dia em que o Município registrar o início, {first}."
    return ""


def _hand_over(material: Material) -> str:
    body = material.book.body(authority(material))
    where = within(body) if body else "no protocolo"
    return f"Entregue-os {where}, no endereço do protocolo: {material.office.town.protocol.address}."


def _returns(material: Material, kind: str) -> str:
    gives_back = any(
        each.does == "end" and CLOCK not in each.by and kind in each.penalties
        for each in material.procedure.steps.values()
    )
    return "Os documentos são devolvidos a partir do dia seguinte ao último dia da penalidade." if gives_back else ""


def collected_of(material: Material, deed: Deed, track: Track | None) -> Collected:
    """Documents taken or given back by this act, with the days of the penalties they stand for."""
    step = material.procedure.steps[deed.step]
    begun = starting_step(material, step.penalties[0]) if step.penalties else None
    mine = [
        each
        for each in material.after.obligations
        if each.kind in step.penalties
        and each.status in ("serving", "settled")
        and (track is None or track.covers(each))
    ]
    limits = [each for each in material.after.deadlines if each.kind in step.penalties]
    limit = limits[-1] if limits else None
    back = step.does == "end"
    body = material.book.body(authority(material))
    return Collected(
        items=begun.collects if begun else (),
        on=deed.on,
        place=f"{within(body)}" if body else "na repartição",
        holder="com a pessoa autuada, que os recebe de volta"
        if back
        else f"{within(body)}, até a devolução"
        if body
        else "na repartição",
        penalty=_penalties_words([imposed(material, each) for each in mine]),
        first_day=limit.first if limit else None,
        last_day=limit.due if limit else None,
        returns_on=material.calendar.next_full_day(day_after(limit.due)) if limit and not back else None,
    )


def _penalties_words(penalties: list[Penalty]) -> str:
    said = [f"{each.label} de {each.detail}" if each.detail else each.label for each in penalties]
    return listed(list(dict.fromkeys(said))) or "penalidade"
