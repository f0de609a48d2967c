"""Checks of each step by itself: who acts, what it turns on, where each outcome leads, what it asks and issues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from workflow.errors import Fault
from workflow.fields import fields_of
from workflow.judgment import DROPS, KEEPS
from workflow.nearest import advice
from workflow.papers import SERVED
from workflow.procedure import Kind, Procedure, Step
from workflow.roads import destinations

KINDS: tuple[str, ...] = get_args(Kind)
ACTORS = ("party", "clock")
TAGS = ("always", "told", "first", "pending", "proposed", "overdue", SERVED)
"""What ``issues``, ``warns`` and ``basis`` may be divided by, besides the step's own outcomes."""

_FIXED: Mapping[str, tuple[str, ...]] = {
    "timeliness": ("timely", "late"),
    "standing": ("stands", "falls"),
    "confession": ("confessed", "silent"),
    "how_fixed": ("judged", "confessed"),
    "amount": ("over", "up_to"),
}
_SITTING: Mapping[str, tuple[str, ...]] = {
    "decide": ("upheld", "dismissed", "partial"),
    "review": ("affirmed", "maintained", "reversed", "partial", "aggravated", "remanded", "inadmissible"),
}
_ALIKE = 0.75  # outcomes are few, and to take ``reduced`` for ``remanded`` would mislead: better all of them
SHARED: Mapping[str, str] = {
    "draw_up": "open", "dispatch_notice": "dispatch", "record_failed_service": "fail_service", "serve_notice": "serve",
    "file_defense": "file", "judge": "decide", "serve_decision": "serve", "file_appeal": "file",
    "waive_appeal": "finalize", "withdraw_appeal": "finalize", "reconsider": "review", "judge_appeal": "review",
    "serve_final_decision": "serve", "publish": "publish", "issue_payment_slip": "fix_amounts", "pay": "pay",
    "collect_documents": "begin", "return_documents": "end", "start_suspension": "begin", "prove_cure": "cure",
    "certify_noncure": "uncured", "order_measure": "order_measure", "lift_measure": "lift_measure",
    "join_document": "join", "annul": "cancel", "rectify": "rectify", "suspend_terms": "suspend_terms",
    "extend_term": "extend_term", "recount_terms": "recount", "erase_data": "erase", "reopen": "reopen",
    "replace_respondent": "replace", "extinguish": "extinguish",
    "enter_active_debt": "note", "accept_notice": "accept", "service_takes_effect": "take_effect",
    "archive_for_lapse": "cancel", "certify_no_defense": "lapse", "make_final": "finalize", "mark_overdue": "refer",
    "end_suspension": "end",
}  # fmt: skip
"""The steps every law shares, with the effect that their name promises to screens, letters and rehearsals."""


def outcomes_given(step: Step) -> tuple[str, ...] | None:
    """The outcomes that what the step turns on can give; ``None`` where the act's own field names them freely."""
    if step.turns_on is None:
        return ()
    if step.turns_on in _FIXED:
        own = step.to if isinstance(step.to, dict) else {}
        special = tuple(name for name in own if step.turns_on == "timeliness" and name.startswith("timely_"))
        return (*_FIXED[step.turns_on], *special)
    if step.turns_on == "outcome":
        return _SITTING.get(step.does)
    field = fields_of(step).get(step.turns_on)
    return field.values or None if field is not None else ()


def known_to(step: Step, outcome: str) -> bool:
    """Whether an act of this step can have this outcome: what it turns on gives it, or ``to`` names it."""
    given = outcomes_given(step)
    if given is not None and outcome not in given:
        return False
    return given is not None or not isinstance(step.to, dict) or outcome in step.to


def names(procedure: Procedure) -> Iterator[Fault]:
    """A step that bears a shared name does what that name means."""
    for name, step in procedure.steps.items():
        meant = SHARED.get(name)
        if meant is not None and meant != step.does:
            yield Fault(f"steps.{name}.does", f"o ato {name} é sempre does: {meant}; para outro efeito, dê outro nome")


def retention(procedure: Procedure) -> Iterator[Fault]:
    """An act that has data erased says how long they are kept, and no other does; it never moves the case."""
    for name, step in procedure.steps.items():
        if step.does == "erase" and step.retention is None:
            yield Fault(f"steps.{name}", "diga em retention quanto tempo, desde o fim do processo, os dados se guardam")
        elif step.does != "erase" and step.retention is not None:
            yield Fault(f"steps.{name}.retention", f"um ato {step.does} não apaga dados; só does: erase tem retention")
        if step.retention is not None and step.retention.unit not in ("days", "months", "years"):
            yield Fault(f"steps.{name}.retention", "a guarda se conta em dias, meses ou anos")
        if step.does == "erase" and step.source:
            yield Fault(f"steps.{name}.from", "apagar dados não move o processo; escreva also_in")


def actors(procedure: Procedure) -> Iterator[Fault]:
    """Whoever acts is a body of this law, the party or the clock; a step somebody may do somewhere."""
    for name, step in procedure.steps.items():
        known = [*procedure.bodies, *ACTORS]
        if not step.by:
            yield Fault(f"steps.{name}.by", f"diga quem pratica o ato; há {', '.join(known)}")
        for who in step.by:
            if who not in known:
                yield Fault(f"steps.{name}.by", f"órgão desconhecido {who!r}{advice(who, known)}")
        if not step.source and not step.also_in:
            yield Fault(f"steps.{name}", "o ato não cabe em estado nenhum; dê from (move) ou also_in (só registra)")


def turning(procedure: Procedure) -> Iterator[Fault]:
    """Where a step leads fits what it turns on: every outcome it can give, and no other."""
    for name, step in procedure.steps.items():
        where = f"steps.{name}"
        given = outcomes_given(step)
        to = step.to if isinstance(step.to, dict) else None
        if step.does in _SITTING and step.turns_on != "outcome":
            yield Fault(f"{where}.turns_on", "quem julga decide pelo resultado; escreva turns_on: outcome")
        elif step.turns_on == "confession" and procedure.confession is None:
            yield Fault(f"{where}.turns_on", "a lei não tem a seção confession; sem ela o silêncio nada confessa")
        elif given == () and step.turns_on is not None:
            yield Fault(f"{where}.turns_on", f"um ato {step.does} não tem o campo {step.turns_on!r}")
        elif not step.source and destinations(step):
            yield Fault(f"{where}.to", "o ato não tem from: nunca move, e este destino não vale nada")
        elif to is None:
            if step.turns_on in ("outcome", "reason", "kind"):
                yield Fault(f"{where}.to", f"diga para onde leva cada resultado ({', '.join(given or ('…',))})")
        else:
            yield from _outcomes(where, step, to, given)


def _outcomes(where: str, step: Step, to: Mapping[str, object], given: tuple[str, ...] | None) -> Iterator[Fault]:
    named = [outcome for outcome in to if outcome != "always"]
    if step.turns_on is None:
        if named:
            yield Fault(f"{where}.to", f"o ato não tem resultado; diga em turns_on de que dependem {', '.join(named)}")
        return
    for outcome in named:
        if given is not None and outcome not in given:
            hint = advice(outcome, given, cutoff=_ALIKE)
            yield Fault(f"{where}.to.{outcome}", f"{step.turns_on} não dá o resultado {outcome!r}{hint}")
    if "always" in to:
        return
    if step.turns_on in _FIXED:
        lacking = [each for each in _FIXED[step.turns_on] if each not in to and each != "late"]
        if lacking:
            yield Fault(f"{where}.to", f"falta dizer para onde vai o resultado {', '.join(lacking)}")
    elif step.outcome:
        if step.outcome not in to:
            yield Fault(f"{where}.to", f"este ato só decide {step.outcome}; falta dizer para onde leva")
    elif step.does in _SITTING:
        for group, means in ((KEEPS, "mantê-lo"), (DROPS, "derrubá-lo")):
            possible = [each for each in group if given is None or each in given]
            if not set(possible) & set(to):
                yield Fault(f"{where}.to", f"quem julga o auto tem de poder {means}; falta {' ou '.join(possible)}")


def kinds_and_papers(procedure: Procedure) -> Iterator[Fault]:
    """Kinds of penalty exist; papers, warnings and grounds are divided by outcomes the step has."""
    for name, step in procedure.steps.items():
        where = f"steps.{name}"
        for outcome, places in step.to.items() if isinstance(step.to, dict) else ():
            for kind in places if isinstance(places, dict) else ():
                if kind not in (*KINDS, "rest"):
                    yield Fault(
                        f"{where}.to.{outcome}.{kind}", f"espécie de pena desconhecida {kind!r}{advice(kind, KINDS)}"
                    )
        for kind in step.penalties:
            if kind not in KINDS:
                yield Fault(f"{where}.penalties", f"espécie de pena desconhecida {kind!r}{advice(kind, KINDS)}")
        if step.does in ("begin", "end", "withhold") and not step.penalties:
            yield Fault(f"{where}.penalties", "diga de que espécies de pena este ato trata")
        divided: tuple[tuple[str, Mapping[str, object]], ...] = (
            ("issues", step.issues), ("warns", step.warns), ("basis", step.basis),
        )  # fmt: skip
        for key, by_outcome in divided:
            for outcome in by_outcome:
                if outcome not in TAGS and not known_to(step, outcome):
                    can = [*TAGS, *(outcomes_given(step) or (step.to if isinstance(step.to, dict) else ()))]
                    yield Fault(
                        f"{where}.{key}.{outcome}", f"o ato não tem o resultado {outcome!r}{advice(outcome, can)}"
                    )


def conditions(procedure: Procedure) -> Iterator[Fault]:
    """``when`` names the act's own data and leaves it somewhere to be told; ``together_with`` is said by both acts."""
    own = {name: [*_conditions(f"steps.{name}", step, procedure)] for name, step in procedure.steps.items()}
    for name, step in procedure.steps.items():
        yield from own[name]
        other = step.together_with
        if other is None or own[name] or own.get(other.step):
            continue
        where, partner = f"steps.{name}.together_with", procedure.steps[other.step]
        if partner.together_with is None or partner.together_with.step != name:
            yield Fault(where, f"{other.step} tem de dizer o mesmo: together_with: {{step: {name}}}")
        elif {key: str(value) for key, value in partner.when.items()} != other.data:
            yield Fault(where, f"os dados têm de ser os de steps.{other.step}.when, iguais")
        elif set(step.source) != set(partner.source):
            yield Fault(where, f"{other.step} tem de mover desde os mesmos estados")


def _conditions(where: str, step: Step, procedure: Procedure) -> Iterator[Fault]:
    fields = fields_of(step)
    for key, value in step.when.items():
        path = f"{where}.when.{key}"
        if key not in fields:
            yield Fault(path, f"o ato não tem o campo {key!r}{advice(key, list(fields))}")
        elif fields[key].values and str(value) not in fields[key].values:
            yield Fault(path, f"{key} não tem o valor {value!r}{advice(str(value), fields[key].values)}")
    if step.when and not step.also_in:
        yield Fault(f"{where}.when", "diga em also_in onde o ato só se registra quando os dados são outros")
    other = step.together_with
    if other is not None and other.step not in procedure.steps:
        hint = advice(other.step, list(procedure.steps))
        yield Fault(f"{where}.together_with", f"ato desconhecido {other.step!r}{hint}")
