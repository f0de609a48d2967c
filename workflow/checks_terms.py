"""Checks of how terms are counted: bounds that hold together, data that some act gives, ends and stops that exist."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from workflow.checks_steps import known_to, outcomes_given
from workflow.errors import Fault
from workflow.fields import fields_of
from workflow.length import Length
from workflow.nearest import advice
from workflow.procedure import LengthRange, Procedure, TimeLimit

_FORESEEN = 2  # years ahead for which towns have their holidays: this one and the next
_MOST_RECESS = 180  # days of a year: with more, terms would hardly run


def terms(procedure: Procedure) -> Iterator[Fault]:
    """Each limit can be counted as its file says."""
    for name, limit in procedure.time_limits.items():
        where = f"time_limits.{name}"
        if isinstance(limit.length, LengthRange):
            yield from _bounds(where, limit.length, procedure)
        yield from _instead(where, limit, procedure)
        yield from _data(where, limit, procedure)
        yield from _ends(where, name, limit, procedure)
        yield from _stops(where, limit, procedure)
    for row, counting in procedure.counting.items():
        yield from _recess(f"counting.{row}.recess", [(each.start, each.end) for each in counting.recess])


def far_ends(procedure: Procedure) -> Iterator[Fault]:
    """Terms whose end moves to a business day of a year too far off for a town to have said its holidays: shown.

    Such a case could not even be opened: the end is counted when the term begins.
    """
    for name, limit in procedure.time_limits.items():
        own = limit.length.end if isinstance(limit.length, LengthRange) else limit.length
        row = procedure.counting.get(limit.binds)
        ends = limit.ends or (row.ends if row is not None else "literal")
        if isinstance(own, str) or ends == "literal":
            continue
        length = max((own, *(each.length for each in limit.instead)), key=in_years)
        if in_years(length) < _FORESEEN:
            continue
        yield Fault(
            f"time_limits.{name}.length",
            f"{length.in_portuguese} terminam em ano que o calendário do Município ainda não cobre, e o fim passa ao "
            "dia útil: o prazo não se abriria. Se a lei não prorroga este prazo, escreva ends: literal",
        )


def in_years(length: Length) -> float:
    """About how many years a length comes to."""
    return length.amount / {"years": 1, "months": 12, "days": 365, "business days": 250, "hours": 8760}[length.unit]


def _bounds(where: str, bounds: LengthRange, procedure: Procedure) -> Iterator[Fault]:
    given = [bounds.start, bounds.end, *([bounds.default] if bounds.default is not None else [])]
    if len({each.unit for each in given}) > 1:
        yield Fault(f"{where}.length", "from, until e default têm de estar na mesma unidade")
    elif not bounds.start.amount <= (bounds.default or bounds.start).amount <= bounds.end.amount:
        yield Fault(f"{where}.length", "tem de ser from ≤ default ≤ until")
    fields = {name: field for step in procedure.steps.values() for name, field in step.data.items()}
    field = fields.get(bounds.set_by)
    if field is None:
        hint = advice(bounds.set_by, list(fields))
        yield Fault(f"{where}.length.set_by", f"nenhum ato tem em data o campo {bounds.set_by!r}{hint}")
    elif field.type != "length":
        yield Fault(f"{where}.length.set_by", f"o campo {bounds.set_by} tem de ser type: length; é {field.type}")


def _instead(where: str, limit: TimeLimit, procedure: Procedure) -> Iterator[Fault]:
    """Another length hangs on a field that some act has, and on words that it may say."""
    if limit.instead and limit.length in ("penalty", "none"):
        yield Fault(f"{where}.instead", "só um prazo de duração própria tem outra duração")
    fields = {name: field for step in procedure.steps.values() for name, field in fields_of(step).items()}
    for number, each in enumerate(limit.instead, 1):
        at, field = f"{where}.instead[{number}º]", fields.get(each.field)
        if field is None:
            yield Fault(f"{at}.field", f"nenhum ato tem o campo {each.field!r}{advice(each.field, list(fields))}")
        elif field.type != "choice" or not set(each.word) <= set(field.values):
            known = ", ".join(field.values) or "nenhum"
            yield Fault(f"{at}.is", f"o campo {each.field} tem de ser type: choice e ter estes valores; tem {known}")


def _data(where: str, limit: TimeLimit, procedure: Procedure) -> Iterator[Fault]:
    for key, field in (("counts_from", limit.counts_from), ("before", limit.before)):
        if field is None or (key == "counts_from" and field in ("fact_on", "received_on")):
            continue
        dates = [
            name for step in procedure.steps.values() for name, each in fields_of(step).items() if each.type == "date"
        ]
        if field not in dates:
            hint = advice(field, list(dict.fromkeys(dates)))
            yield Fault(f"{where}.{key}", f"nenhum ato tem a data {field!r} (type: date){hint}")
    if limit.before is not None and limit.counts_from is not None:
        yield Fault(f"{where}.before", "ou se conta para trás (before) ou de uma data (counts_from), não os dois")
    unit = limit.length.end.unit if isinstance(limit.length, LengthRange) else getattr(limit.length, "unit", None)
    if limit.before is not None and unit in (None, "hours"):
        yield Fault(f"{where}.before", "para trás conta-se um prazo em dias, dias úteis, meses ou anos")
    if limit.starts_at == "later":
        if len(limit.opened_by) < 2:
            yield Fault(f"{where}.starts_at", "later espera por vários atos; opened_by tem um só")
        if unit == "hours":
            yield Fault(f"{where}.starts_at", "later conta do dia do último ato; não serve a prazo em horas")


def _ends(where: str, name: str, limit: TimeLimit, procedure: Procedure) -> Iterator[Fault]:
    names = list(procedure.time_limits)
    other = limit.ends_with
    if other is None:
        if limit.whichever == "later":
            yield Fault(f"{where}.whichever", "falta ends_with: o maior de dois fins, e o outro qual é?")
        return
    if other not in names:
        yield Fault(f"{where}.ends_with", f"prazo desconhecido {other!r}{advice(other, names)}")
    elif names.index(other) >= names.index(name):
        yield Fault(f"{where}.ends_with", f"{other} tem de vir antes deste no arquivo: é dele que se toma o fim")


def _stops(where: str, limit: TimeLimit, procedure: Procedure) -> Iterator[Fault]:
    for use in limit.restarted_by if limit.restarted_by != "any" else ():
        name, _, outcome = use.partition(":")
        step = procedure.steps.get(name)
        if step is None:
            yield Fault(f"{where}.restarted_by", f"ato desconhecido {name!r}{advice(name, list(procedure.steps))}")
        elif outcome and not known_to(step, outcome):
            hint = advice(outcome, list(outcomes_given(step) or ()))
            yield Fault(f"{where}.restarted_by", f"{name} não tem o resultado {outcome!r}{hint}")
    if limit.restarted_by and (limit.length in ("penalty", "none") or limit.before is not None):
        yield Fault(f"{where}.restarted_by", "só recomeça o prazo que tem duração própria e corre para a frente")
    if limit.ceiling is not None and (limit.before is not None or limit.length in ("penalty", "none")):
        yield Fault(f"{where}.ceiling", "o teto é de um prazo com duração própria, que corre para a frente")
    if limit.recess is not None:
        yield from _recess(f"{where}.recess", [(each.start, each.end) for each in limit.recess])


def _recess(where: str, parts: list[tuple[str, str]]) -> Iterator[Fault]:
    days = 0
    for start, end in parts:
        first = date.fromisoformat(f"2000-{start}")
        last = date.fromisoformat(f"{2000 if start <= end else 2001}-{end}" if end != "02-29" else "2000-02-29")
        days += (last - first).days + 1
    if days > _MOST_RECESS:
        yield Fault(where, f"{days} dias por ano sem contar; um recesso tem no máximo {_MOST_RECESS}")
