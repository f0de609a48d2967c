"""Checks of names: every body, penalty, paper, unit, service, measure and field that a rule names exists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from workflow.checks_graph import REASONS
from workflow.checks_steps import KINDS, SHARED
from workflow.errors import Fault
from workflow.fields import fields_of
from workflow.forms import in_reais
from workflow.means import means_of
from workflow.nearest import advice
from workflow.papers import DOCUMENT_KINDS, PUBLISHED
from workflow.procedure import NOT_OPENED, Procedure
from workflow.roads import is_final
from workflow.standing import ORDER

LIMITS = (
    "notice", "defense", "appeal", "reconsideration", "payment", "cure", "suspension", "temporary_bar",
    "reregistration_ban",
)  # fmt: skip
"""Time limits as every law means them."""

_A_SLIP = 0.88  # by difflib: one letter too many or too few, in a name of five or more


def _unknown(where: str, what: str, names: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield Fault(where, f"{what} {name!r}{advice(name, sorted(known))}")


def slips(procedure: Procedure) -> Iterator[Fault]:
    """A name of the file's own that is a shared name but for a letter, while the shared one is not used."""
    declared = [name for name in procedure.states if "/" not in name]
    own_reasons = [name.partition("/")[2] for name in procedure.states if "/" in name]
    for section, used, shared in (
        ("steps", list(procedure.steps), list(SHARED)),
        ("states", declared, list(ORDER)),
        ("states.archived/", own_reasons, list(REASONS)),
        ("time_limits", list(procedure.time_limits), list(LIMITS)),
    ):
        free = [name for name in shared if name not in used]
        for name in used:
            near = get_close_matches(name, free, n=1, cutoff=_A_SLIP) if name not in shared else []
            if near:
                path = f"{section}{name}" if section.endswith("/") else f"{section}.{name}"
                yield Fault(path, f"em todas as leis isto se chama {near[0]!r}; escreva assim, ou dê nome bem diverso")


def papers(procedure: Procedure) -> Iterator[Fault]:
    """Every paper is of a kind the product can draw up; what is published is something the gazette knows."""
    issued: list[tuple[str, Iterable[str]]] = []
    for name, step in procedure.steps.items():
        issued.extend((f"steps.{name}.issues", kinds) for kinds in step.issues.values())
    for section in ("services", "receipts", "penalties", "states", "origins"):
        issued.extend((f"{section}.{name}.issues", each.issues) for name, each in getattr(procedure, section).items())
    for where, kinds in issued:
        yield from _unknown(where, "espécie de documento desconhecida", kinds, DOCUMENT_KINDS)
    for name, service in procedure.services.items():
        if service.publishes is not None:
            yield from _unknown(f"services.{name}.publishes", "não se publica", [service.publishes], PUBLISHED)


def services(procedure: Procedure) -> Iterator[Fault]:
    """A service or proof counts from a dispatch, and one that takes effect later has a step that finishes it."""
    dispatches = [name for name, step in procedure.steps.items() if step.does == "dispatch"]
    late: dict[str, list[str]] = {"services": [], "receipts": []}
    for section in ("services", "receipts"):
        for name, each in getattr(procedure, section).items():
            if each.counts_from is not None:
                where = f"{section}.{name}.counts_from"
                yield from _unknown(
                    where, "conta-se de um ato de expedição (does: dispatch), não de", [each.counts_from], dispatches
                )
            if each.counts_from is not None or (each.effective_after is not None and each.effective_after.amount):
                late[section].append(name)
    finished = {
        place
        for step in procedure.steps.values()
        if step.does == "take_effect" and "clock" in step.by
        for place in step.source
    }
    waiting: dict[tuple[str, ...], dict[str, str]] = {}
    for name, step in procedure.steps.items():
        usable = means_of(procedure, step) if step.does == "serve" else {}
        means = [f"services.{each}" for each in late["services"] if each in usable]
        means += [f"receipts.{each}" for each in late["receipts"] if usable]
        for place in step.source if means else ():
            if place not in finished and place != NOT_OPENED and not is_final(place):
                waiting.setdefault(tuple(means), {})[place] = name
    for late_means, places in waiting.items():
        yield Fault(
            f"steps.{next(iter(places.values()))}.from",
            f"a ciência pode valer só depois ({', '.join(late_means)}); falta em {', '.join(places)} "
            "o ato do relógio que a completa (does: take_effect)",
        )
    if procedure.confession is not None:
        where = "confession.unless_served_by"
        yield from _unknown(
            where, "meio de ciência desconhecido", procedure.confession.unless_served_by, procedure.services
        )


def penalties(procedure: Procedure) -> Iterator[Fault]:
    """Penalties named exist, are imposed by bodies of this law, and are priced in a unit it declares."""
    known, units = procedure.penalties, procedure.units
    for name, infraction in procedure.infractions.items():
        yield from _unknown(f"infractions.{name}.penalties", "pena desconhecida", infraction.penalties, known)
        yield from _unknown(
            f"infractions.{name}.measure", "medida desconhecida", infraction.measure, procedure.measures
        )
    for name, rule in procedure.repeat.items():
        items = () if rule.items == "all" else rule.items
        every = (*procedure.infractions, *procedure.groups)
        yield from _unknown(f"repeat.{name}.items", "item desconhecido", items, every)
        if not rule.levels:
            yield Fault(f"repeat.{name}.levels", "diga o que traz cada reincidência")
        for number, level in enumerate(rule.levels, 1):
            where = f"repeat.{name}.levels[{number}º]"
            for key in ("adds", "turns_into", "instead_of"):
                yield from _unknown(f"{where}.{key}", "pena desconhecida", getattr(level, key), known)
            if level.plus is None and level.times is None and not (level.adds or level.turns_into):
                yield Fault(where, "este grau nada muda; dê plus, times, adds ou turns_into")
    yield from _unknown("choice.exception", "pena desconhecida", procedure.choice.exception, known)
    for code, penalty in known.items():
        where = f"penalties.{code}"
        yield from _unknown(f"{where}.imposed_by", "órgão desconhecido", penalty.imposed_by, procedure.bodies)
        yield from _unknown(f"{where}.absorbs", "espécie de pena desconhecida", penalty.absorbs, KINDS)
        if penalty.unit is not None:
            yield from _unknown(f"{where}.unit", "unidade desconhecida", [penalty.unit], units)
        elif penalty.kind == "fine" and len(units) != 1 and not in_reais(penalty):
            yield Fault(
                where, f"diga em que unidade se mede a multa (unit); há {', '.join(units) or 'nenhuma em units'}"
            )
    for kind, noncure in procedure.noncure.items():
        if noncure.unit is not None:
            yield from _unknown(f"noncure.{kind}.unit", "unidade desconhecida", [noncure.unit], units)


def data_and_measures(procedure: Procedure) -> Iterator[Fault]:
    """A choice offers values; what a measure's step turns on is a measure of this law."""
    for name, step in procedure.steps.items():
        for field, data in step.data.items():
            if data.type == "choice" and not data.values:
                yield Fault(f"steps.{name}.data.{field}", "um dado de escolha diz os valores (values)")
        if step.does in ("order_measure", "lift_measure") and step.turns_on == "kind" and isinstance(step.to, dict):
            kinds = [kind for kind in step.to if kind != "always"]
            yield from _unknown(f"steps.{name}.to", "medida desconhecida", kinds, procedure.measures)


def opening_facts(procedure: Procedure) -> Iterator[Fault]:
    """What an item or an origin asks of the notice is a field that drawing it up has; a duty's article is quoted."""
    opening = next((step for step in procedure.steps.values() if step.does == "open"), None)
    if opening is None:
        return
    fields = fields_of(opening)
    for name, infraction in procedure.infractions.items():
        yield from _unknown(f"infractions.{name}.needs", "quem lavra o auto não informa", infraction.needs, fields)
        duty = infraction.duty_of
        if duty is not None and not any(each.split()[0] == duty for each in procedure.articles):
            yield Fault(
                f"infractions.{name}.duty_of", f"não há artigo {duty!r}{advice(duty, sorted(procedure.articles))}"
            )
    for name, origin in procedure.origins.items():
        yield from _unknown(f"origins.{name}.at_least", "quem lavra o auto não informa", origin.at_least, fields)
