"""The rows of a law's tables: each rule in the words a lawyer signs, with its articles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from procedures.money_words import runs_said
from procedures.process_words import (
    besides_said,
    condition_said,
    effect_said,
    ends_said,
    holds_said,
    means_said,
    starts_said,
)
from procedures.wording import (
    BOUND,
    ENDS,
    OUTCOMES,
    PENALTIES,
    STARTS,
    actors_said,
    length_said,
    limit_said,
    place_said,
    price_said,
    said,
    step_said,
    trigger_said,
)
from workflow.forms import Form
from workflow.graph import ways
from workflow.procedure import NOT_OPENED, STAY, DayRange, Penalty, Procedure, Step
from workflow.rules import rules_of
from workflow.walk import unit_of

Row = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Book:
    """What rows are made from: the procedure, the words of every article on file, the names of papers."""

    procedure: Procedure
    articles: Mapping[str, str]
    papers: Mapping[str, str]

    def quoted(self, citations: Iterable[str]) -> str:
        """Each article with its words, one a line."""
        return "\n".join(
            f"{each}: {self.articles[each]}" if each in self.articles else each for each in dict.fromkeys(citations)
        )


def step_row(book: Book, name: str, step: Step) -> Row:
    """One step: who, from where, by what, to where, within which limits, with which papers."""
    procedure = book.procedure
    return (
        f"{step_said(procedure, name)}\n({name})",
        actors_said(procedure, step),
        "\n".join(_ways(procedure, step)),
        "\n".join(condition_said(procedure, use) for use in step.requires),
        "\n".join(_limits_of(procedure, name)),
        "\n".join(_by_outcome(step.issues, book.papers)),
        book.quoted((*step.ground, *(each for use in step.requires for each in use.basis))),
    )


def _ways(procedure: Procedure, step: Step) -> Iterator[str]:
    if step.source:
        yield (
            f"de: {', '.join(place_said(procedure, each) for each in step.source)}"
            if step.source != (NOT_OPENED,)
            else "abre o processo"
        )
    for outcome, kind, place in ways(step):
        label = ", ".join(
            filter(None, (said(outcome, OUTCOMES) if outcome else "", said(kind, PENALTIES) if kind else ""))
        )
        where = "não move" if place == STAY else place_said(procedure, place)
        if step.source:
            yield f"→ {where}{f' ({label})' if label else ''}"
    if step.together_with is not None:
        yield f"só com: {step_said(procedure, step.together_with.step)}"
    yield from besides_said(procedure, step)
    if step.also_in == "any":
        yield "só se registra: em qualquer estado"
    elif step.also_in:
        yield f"só se registra: {', '.join(place_said(procedure, each) for each in step.also_in)}"


def _limits_of(procedure: Procedure, name: str) -> Iterator[str]:
    for limit_name, limit in procedure.time_limits.items():
        opened = [use.partition(":")[2] for use in limit.opened_by if use.partition(":")[0] == name]
        shown = limit_said(procedure, limit_name)
        if opened:
            when = ", ".join(said(each, OUTCOMES) for each in opened if each)
            yield f"começa: {shown}{f' ({when})' if when else ''}"
        if name in limit.met_by:
            yield f"cumpre: {shown}"
        if name in limit.suspended_by:
            yield f"suspende: {shown}"
        if limit.on_expiry == name:
            yield f"vencido: {shown}"


def _by_outcome(divided: Mapping[str, Sequence[str]], names: Mapping[str, str]) -> Iterator[str]:
    for outcome, kinds in divided.items():
        listed = ", ".join(names.get(kind, said(kind, {})) for kind in kinds)
        yield listed if outcome == "always" else f"{said(outcome, OUTCOMES)}: {listed}"


def limit_row(book: Book, name: str) -> Row:
    """One time limit: how long, whom it binds, what opens, meets and follows it."""
    procedure, limit = book.procedure, book.procedure.time_limits[name]
    row = procedure.counting[limit.binds]
    effects = {"warn": f"só avisa. {limit.warns}".strip(), "none": "nada por si; a data se mostra"}
    opened = [trigger_said(procedure, use) for use in limit.opened_by]
    return (
        f"{limit.label or name}\n({name})",
        length_said(limit) if limit.length == "penalty" else f"{length_said(limit)}, {BOUND[limit.binds]}",
        "\n".join([*opened, *starts_said(procedure, limit)]),
        ", ".join(step_said(procedure, each) for each in limit.met_by),
        effects.get(limit.on_expiry) or step_said(procedure, limit.on_expiry),
        "\n".join(
            [
                f"{STARTS[limit.starts or row.starts]}; o fim sem expediente {ENDS[limit.ends or row.ends]}",
                *ends_said(procedure, limit),
            ]
        ),
        book.quoted((*limit.basis, *row.basis)),
    )


def item_row(book: Book, name: str) -> Row:
    """One infraction: its words and its penalties, each with what it costs."""
    procedure = book.procedure
    infraction = procedure.infractions[name]
    rules = rules_of(procedure)
    penalties = [
        _penalty(procedure, code, procedure.penalties[code], rules.form(name, code)) for code in infraction.penalties
    ]
    return (
        name,
        infraction.label,
        "\n".join(penalties) or "nenhuma na lei",
        book.quoted((unit_of(procedure, name), *infraction.basis)),
    )


def _penalty(procedure: Procedure, code: str, penalty: Penalty, form: Form) -> str:
    parts = [penalty.label or said(penalty.kind, PENALTIES)]
    if penalty.kind == "fine" and form.exists:
        parts.append(price_said(form))
    if penalty.runs is not None:
        parts.append(runs_said(procedure, penalty.runs))
    if isinstance(penalty.days, DayRange):
        parts.append(f"de {penalty.days.start} a {penalty.days.end} dias")
    elif penalty.days is not None:
        parts.append(f"{penalty.days} dias")
    if penalty.effective == "at_once":
        parts.append("desde a ciência da decisão, haja recurso ou não")
    return f"{code}: {', '.join(parts)}"


def service_row(book: Book, name: str) -> Row:
    """One means of service: when it may be used, and from when it has effect."""
    service = book.procedure.services[name]
    return (
        f"{service.label or name}\n({name})",
        "\n".join(means_said(book.procedure, service)) or "sempre",
        effect_said(book.procedure, service),
        book.quoted(service.basis),
    )


def measure_row(book: Book, name: str) -> Row:
    """One measure: what it holds, and what releases it."""
    measure = book.procedure.measures[name]
    shown = [each.label or key for key, each in measure.release.items()]
    cited = (*measure.basis, *(citation for each in measure.release.values() for citation in each.basis))
    return f"{measure.label or name}\n({name})", holds_said(measure), "\n".join(shown), book.quoted(cited)


def body_row(book: Book, name: str) -> Row:
    """One body: how many vote, who they are, what it may not do."""
    body = book.procedure.bodies[name]
    made = [f"{body.members} membros"] if body.members is not None else []
    made.append(f"{body.votes} voto(s)")
    for outcome, majority in body.majority.items():
        made.append(f"{'' if outcome == 'always' else f'{said(outcome, OUTCOMES)}: '}{majority.in_portuguese}")
    if body.short is not None:
        made.append(f"sem a maioria, {said(body.short, OUTCOMES)}")
    if body.permanent:
        made.append("só servidores efetivos")
    if body.legal:
        made.append(f"{body.legal} com formação jurídica")
    tie = said(body.tie, OUTCOMES) if body.tie else ("—" if body.votes == 1 else "não desempata")
    return f"{body.label or name}\n({name})", ", ".join(made), tie, book.quoted(body.basis)
