"""A docket's counts as tables, CSV and plain data, two sides beside each other."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.simulation.tally import HAPPENED, Tally
from app.telling import state_label
from procedures.wording import ACTORS
from workflow.procedure import Procedure

HAPPENED_SAID = {
    "opened": "autuados", "served": "notificados da autuação", "lapsed": "arquivados por decurso de prazo",
    "defended": "com defesa no prazo", "decided": "decididos", "dismissed": "auto insubsistente",
    "appealed": "com recurso no prazo", "reversed": "recurso provido", "paid": "multa paga", "overdue": "multa vencida",
    "debt": "inscritos em dívida ativa", "cured": "irregularidade sanada", "serving": "pena começada (suspensão etc.)",
    "revoked": "cassados", "running": "ainda correndo no último dia",
}  # fmt: skip
CSV_COLUMNS = ("versão", "conta", "chave", "nome", "mês", "número")


class Row(NamedTuple):
    """One count, with a number for each side."""

    key: str
    label: str
    counts: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a docket came to: a name, a procedure and a tally for each side, in order."""

    names: tuple[str, ...]
    procedures: tuple[Procedure, ...]
    tallies: tuple[Tally, ...]

    @property
    def cases(self) -> int:
        """How many cases each side had."""
        return self.tallies[0].cases

    def happened(self) -> list[Row]:
        """Cases by what happened in them; what happened nowhere is left out."""
        rows = [Row(name, HAPPENED_SAID[name], self._each(lambda t, n=name: t.happened[n])) for name in HAPPENED]
        return [row for row in rows if any(row.counts)]

    def stands(self) -> list[Row]:
        """Cases by how they stand on the last day, the most common first."""
        keys = list(dict.fromkeys(key for tally in self.tallies for key, _ in tally.stands.most_common()))
        rows = [
            Row("/".join(filter(None, key)), self._state(*key), self._each(lambda t, k=key: t.stands[k]))
            for key in keys
        ]
        return sorted(rows, key=lambda row: (-max(row.counts), row.key))

    def bodies(self) -> list[tuple[str, str]]:
        """Who acted, by id and name: bodies in the order of the files, then the party and the clock."""
        known = {name: body.label or name for procedure in self.procedures for name, body in procedure.bodies.items()}
        every = {**known, **ACTORS}
        acted = {by for tally in self.tallies for _, by in tally.load}
        return [(name, label) for name, label in every.items() if name in acted]

    def months(self) -> list[str]:
        """The months in which anybody acted, as ``2027-03``."""
        return sorted({month for tally in self.tallies for month, _ in tally.load})

    def load(self, month: str, by: str) -> tuple[int, ...]:
        """Acts of an actor in a month, on each side."""
        return self._each(lambda tally: tally.load[month, by])

    def _each(self, count: Any) -> tuple[int, ...]:
        return tuple(count(tally) for tally in self.tallies)

    def _state(self, state: str, reason: str) -> str:
        known = [each for each in self.procedures if state in each.states or f"{state}/{reason}" in each.states]
        return state_label((known or self.procedures)[0], state, reason)


def as_csv(ran: Ran) -> str:
    """Every count, one a line, under ``CSV_COLUMNS``."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(_lines(ran))
    return text.getvalue()


def _lines(ran: Ran) -> Iterator[Sequence[Any]]:
    for kind, rows in (("aconteceu", ran.happened()), ("situação", ran.stands())):
        for row in rows:
            for name, number in zip(ran.names, row.counts, strict=True):
                yield name, kind, row.key, row.label, "", number
    for month in ran.months():
        for by, label in ran.bodies():
            for name, number in zip(ran.names, ran.load(month, by), strict=True):
                yield name, "atos", by, label, month, number


def as_data(ran: Ran) -> list[dict[str, Any]]:
    """Each side's counts for programs."""
    return [
        {
            "name": name,
            "law": procedure.id,
            "digest": procedure.digest,
            "answers": {each.question: each.answer for each in procedure.answers},
            "cases": tally.cases,
            "events": tally.events,
            "happened": {row.key: row.counts[index] for row in ran.happened()},
            "stands": {row.key: row.counts[index] for row in ran.stands()},
            "load": [
                {"month": month, "by": by, "acts": ran.load(month, by)[index]}
                for month in ran.months()
                for by, _ in ran.bodies()
            ],
            "refused": [
                {"step": step, "refusal": refusal, "times": times}
                for (step, refusal), times in sorted(tally.refused.items())
            ],
        }
        for index, (name, procedure, tally) in enumerate(zip(ran.names, ran.procedures, ran.tallies, strict=True))
    ]
