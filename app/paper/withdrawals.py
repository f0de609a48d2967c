"""An act of the clock that falls by a correction: which, for what fact, and how the case stands now."""

from __future__ import annotations

from app.paper.changes import tracks_of_the_same
from app.paper.material import Material
from app.paper.openings import act_filed
from app.paper.story import Happened
from app.paper.values import change_words, field_label, step_label, value_words
from app.paper.wording import day_of, lower_first
from notices.endings import Withdrawal
from notices.kinds import KINDS
from notices.words import listed, sentence, the
from workflow.dates import label, short_label
from workflow.event import Paper
from workflow.standing import state_of


def withdrawal_of(material: Material, paper: Paper) -> Withdrawal:
    """An act of the clock that falls by this correction: which, for what fact, and how the case stands now."""
    event = material.event
    fallen = _fallen(material, paper)
    return Withdrawal(
        act=_named(material, paper, fallen),
        act_on=(fallen.ran_on or fallen.recorded_on) if fallen else event.occurred_on,
        fact=_fact(material),
        learned_on=event.recorded_on,
        reasons=sentence(str(event.data.get("reasons") or "")),
        recorded_by=event.recorded_by,
        approved_by=event.approved_by,
        effects=tuple(_effects(material, tracks_of_the_same(material, paper.track))),
    )


def _fallen(material: Material, paper: Paper) -> Happened | None:
    """The clock's act that this record withdraws."""
    days = {
        day
        for name, track, day in (each.split(":", 2) for each in material.event.derived.withdrawn)
        if (name, track) == (paper.about, paper.track)
    }
    return next(
        (
            each
            for each in reversed(material.story.withdrawn)
            if (each.step, each.track) == (paper.about, paper.track) and each.occurred_on.isoformat() in days
        ),
        None,
    )


def _named(material: Material, paper: Paper, fallen: Happened | None) -> str:
    """The act by the papers it issued, which people hold in their hands; else by its name in the law's file."""
    step = material.procedure.steps.get(paper.about)
    kinds = [each.kind for each in material.issued_by(fallen.version) if each.kind in KINDS] if fallen else []
    named = [f"{KINDS[kind].title} nº {material.named(kind, fallen.version)}" for kind in kinds if fallen]
    return listed(named) or f"“{step.label if step and step.label else paper.about}”"


def _fact(material: Material) -> str:
    event, data = material.event, material.event.data
    procedure = material.procedure
    does = material.step.does
    correction = material.story.correction_by(event.version)
    if correction is not None:
        name, field = correction.deed.step, correction.field
        step = procedure.steps.get(name)
        was, now = change_words(procedure, step, field, correction.before, correction.after)
        label = lower_first(field_label(step, field))
        return f"no ato “{step_label(procedure, name)}”, retificou-se “{label}”: de {was} para {now}"
    if does == "suspend_terms":
        first, last = (value_words(procedure, material.step, name, data.get(name)) for name in ("from", "until"))
        return f"os prazos ficaram suspensos de {first} a {last}"
    if does == "reopen":
        return f"foi desfeito o ato {value_words(procedure, material.step, 'of', data.get('of'))}"
    day = short_label(day_of(data.get("received_on")) or event.occurred_on)
    if does == "serve":
        means = procedure.services.get(str(data.get("via")))
        proof = procedure.receipts.get(str(data.get("receipt")))
        how = ", ".join(lower_first(each.label) for each in (means, proof) if each and each.label)
        return f"a pessoa autuada teve ciência em {day}{f' ({how})' if how else ''}"
    if does == "file":
        return f"{the(act_filed(material.book.rules, material.step.of or 'file'))} chegou em {day}"
    return f"o ato “{material.step.label or event.step}” ocorreu em {day}"


def _effects(material: Material, tracks: set[str]) -> list[str]:
    """How the case stands, and the terms that run for whom the record is written."""
    before, after = state_of(material.before)[0], state_of(material.after)[0]
    states = material.procedure.states
    label_of = {name: each.label for name, each in states.items()}
    said = [f"O processo passa a esta situação: {lower_first(label_of.get(after) or after)}."]
    if before == after:
        said = [f"O processo continua nesta situação: {lower_first(label_of.get(after) or after)}."]
    for deadline in material.event.derived.deadlines:
        limit = material.procedure.time_limits[deadline.kind]
        if deadline.status == "open" and limit.binds == "party" and deadline.track in tracks:
            said.append(f"{limit.label or deadline.kind}: vai até {label(deadline.due)}.")
    return said
