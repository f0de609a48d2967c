"""Service: when a notice takes effect, by its means and its proof (``services`` and ``receipts`` of the law)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import Any, NamedTuple

from workflow.act import Act
from workflow.case import Attempt, Track
from workflow.dates import hour_label
from workflow.deadlines import count, label
from workflow.errors import InvalidData, NotServed, TooEarly
from workflow.fields import fields_of
from workflow.length import Length
from workflow.procedure import Service


class Effect(NamedTuple):
    """When a service took place, when it binds the party, when it meets the authority's limits, and why."""

    done_on: date
    effective_on: date
    meets_on: date
    articles: tuple[str, ...]


def effect_of(act: Act, track: Track, data: Mapping[str, Any]) -> Effect:
    """The effective day of a service; refuses a means the law does not give, or not yet."""
    services, receipts = act.rules.procedure.services, act.rules.procedure.receipts
    via, receipt = data.get("via"), data.get("receipt")
    means = services.get(via or "")
    if means is None:
        raise InvalidData(f"meio de ciência {via!r} não está na lei; use {', '.join(services)}")
    proof = receipts.get(receipt or "")
    if receipt is not None and proof is None:
        raise InvalidData(f"comprovante {receipt!r} não está na lei; use {', '.join(receipts)}")
    if len(set(track.failed)) < means.after_failed_means:
        raise TooEarly(
            f"{means.label or via}: só depois de {means.after_failed_means} meio(s) diferente(s) sem êxito; "
            f"há {len(set(track.failed))} registrado(s).",
            means.basis,
        )
    _require_means(act, track, via or "", means, data)
    done = received_on(act, data)
    articles = list(means.basis)
    effective = _later(act, track, done, means.counts_from, means.effective_after)
    meets = done
    if proof is not None:
        articles.extend(proof.basis)
        if proof.effective_after is not None or proof.counts_from is not None:
            effective = max(effective, _later(act, track, done, proof.counts_from, proof.effective_after))
        meets = done if proof.meets_on == "receipt" else effective
    else:
        meets = effective
    return Effect(done, effective, meets, tuple(articles))


def _require_means(act: Act, track: Track, via: str, means: Service, data: Mapping[str, Any]) -> None:
    """The other means failed first, and what the notice must have said, it said."""
    services = act.rules.procedure.services
    for name in means.after:
        if name not in track.failed:
            other, tried = services[name], sum(each.via == name for each in track.tries)
            often = f", tentado {other.attempts} vezes (há {tried})" if other.attempts > 1 else ""
            raise TooEarly(
                f"{means.label or via}: só depois de {other.label or name} sem êxito{often}.",
                (*means.basis, *other.basis),
            )
    for field, value in means.needs.items():
        if data.get(field, False) != value:
            fields = fields_of(act.rule)
            name = fields[field].label if field in fields and fields[field].label else field
            raise NotServed(f"{means.label or via}: sem “{name}” esta ciência não vale.", means.basis)


def attempted(act: Act, track: Track, via: str) -> tuple[Attempt, ...]:
    """The attempts with this one; refuses one too soon after the last by the same means."""
    means = act.rules.procedure.services.get(via)
    mine = [each for each in track.tries if each.via == via]
    if means is not None and means.apart is not None and mine and not act.forced:
        last = mine[-1]
        since = count(
            means.apart, last.on, starts="next_day", ends="literal", calendar=act.calendar, at=last.at or act.at
        )
        too_soon = act.on < since.due or (act.on == since.due and since.at is not None and _hour(act) < since.at)
        if too_soon:
            hour = f", às {hour_label(since.at)}" if since.at is not None else ""
            raise TooEarly(
                f"{means.label or via}: entre uma tentativa e outra passam {means.apart.in_portuguese}; "
                f"a próxima cabe desde {label(since.due)}{hour}.",
                means.basis,
            )
    return (*track.tries, Attempt(via, act.on, act.at))


def _hour(act: Act) -> time:
    if act.at is None:
        raise InvalidData("informe a hora da tentativa (at_time): a lei conta horas entre uma e outra")
    return act.at


def received_on(act: Act, data: Mapping[str, Any]) -> date:
    """The day of receipt: the one written on the proof if given, else the day of the act."""
    given = data.get("received_on")
    if given is None:
        return act.on
    received = date.fromisoformat(given)
    if received > act.on:
        raise InvalidData(f"recebido em {label(received)}, depois do próprio ato ({label(act.on)})")
    return received


def _later(act: Act, track: Track, done: date, counts_from: str | None, after: Length | None) -> date:
    start = done
    if counts_from is not None:
        if track.dispatched is None:
            step = act.rules.steps.get(counts_from)
            name = step.label if step and step.label else counts_from
            raise InvalidData(f"sem a data de “{name}” não se sabe desde quando contar; registre antes essa data")
        start = track.dispatched
    if after is None or after.amount == 0:
        return start if counts_from is not None else done
    span = count(after, start, starts="next_day", ends="literal", calendar=act.calendar)
    return span.due
