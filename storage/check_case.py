"""Verification of one case: its chain, each act's bytes, personal values, papers, and all that is folded from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from storage.canonical import leaf_of
from storage.check_sealed import SealedCheck
from storage.codec import decode_case, read_record, rewritten
from storage.connection import Connection
from storage.faults import NotCanonical
from storage.findings import Finding, differing
from storage.numbers import number_text
from storage.parts import attached, deadline_row, obligation_row
from storage.person_keys import PersonKeys
from workflow.case import Case
from workflow.event import ERASED, Event
from workflow.fold import evolve
from workflow.standing import state_of

_EVENTS = """SELECT version, seq, step, occurred_on, recorded_at, cause, prev, leaf, record
             FROM event WHERE case_id = ? ORDER BY version"""
_CASE = """SELECT snapshot, procedure, version, leaf, state, reason, opened_on, day, year, ordinal
           FROM case_file WHERE case_id = ?"""
_EXHIBITS = "SELECT sha256 FROM exhibit WHERE case_id = ? AND version = ?"
_PARTS = (
    ("prazos", "SELECT * FROM deadline WHERE case_id = ?"),
    ("obrigações", "SELECT * FROM obligation WHERE case_id = ?"),
)


@dataclass(slots=True)
class CaseCheck:
    """One case under verification; ``findings`` yields what does not hold, and ``events`` is then its history."""

    connection: Connection
    log: str
    case_id: str
    keys: PersonKeys
    events: list[Event] = field(default_factory=list)
    deadlines: dict[str, dict[str, Any]] = field(default_factory=dict)
    obligations: dict[str, dict[str, Any]] = field(default_factory=dict)
    case: Case = field(default_factory=Case)
    leaf: bytes = bytes(32)
    readable: bool = True

    def findings(self) -> Iterator[Finding]:
        """Everything about this case that does not hold."""
        self.case = Case(id=self.case_id)
        sealed = SealedCheck(self.connection, self.case_id, self.keys)
        papers, private = sealed.papers(), sealed.private()
        matters: list[tuple[int, str]] = []
        for expected, row in enumerate(self.connection.execute(_EVENTS, (self.case_id,)), start=1):
            version, raw = row[0], bytes(row[8])
            if version != expected:
                yield self._found("cadeia", expected, f"falta o ato {expected}; o seguinte é o {version}")
                self.readable = False
                break
            yield from self._chain(version, row[6], row[7], raw)
            record = yield from self._record(version, row, raw)
            if record is None:
                self.readable = False
                continue
            values = yield from sealed.values(record, private.pop(version, {}))
            yield from sealed.issued(record, papers.pop(version, []))
            try:
                event = record.event(values)
                self.case = evolve(self.case, event)
            except (ValueError, LookupError, TypeError) as error:
                yield self._found("ato", version, f"o ato não se deixa somar aos anteriores ({error})")
                self.readable = False
                continue
            self.events.append(event)
            yield from sealed.keyed(
                event, record.cause, whole=values.keys() >= record.private.keys() and ERASED not in values.values()
            )
            matters.extend((version, what) for what in event.derived.gazette)
            self._note_parts(event)
            yield from self._attached(event)
        for version in sorted({*papers, *private} - {0}):
            yield self._found("ato", version, "há papel ou dado pessoal de um ato que não existe")
        if self.readable:
            yield from self._projection()
            yield from self._parts()
            yield from self._matters(matters)

    def _found(self, layer: str, position: int, what: str) -> Finding:
        return Finding(layer, self.case_id, position, what)

    def _chain(self, version: int, prev: bytes, leaf: bytes, raw: bytes) -> Iterator[Finding]:
        if leaf_of(raw) != leaf:
            yield self._found("cadeia", version, "os bytes do ato não têm o digesto registrado")
        if prev != self.leaf:
            yield self._found("cadeia", version, "o elo com o ato anterior está rompido")
        self.leaf = leaf_of(raw)

    def _record(self, version: int, row: Any, raw: bytes) -> Any:
        """Yields findings; returns the record, or None if the bytes are not one."""
        try:
            record = read_record(raw)
            same = rewritten(record) == raw
        except (ValueError, RecursionError, NotCanonical) as error:
            yield self._found("ato", version, f"os bytes do ato não são um registro do formato 1 ({error})")
            return None
        if not same:
            yield self._found("ato", version, "os bytes do ato não estão na forma canônica")
        said = (
            record.n, record.seq, record.step, record.occurred_on.isoformat(), record.recorded_at, record.cause,
            bytes.fromhex(record.prev),
        )  # fmt: skip
        names = ("número", "posição", "passo", "data do ato", "momento do registro", "chave", "elo")
        for name, mine, column in zip(names, said, row, strict=False):
            if mine != column:
                yield self._found(
                    "ato", version, f"{name}: a coluna diz {_shown(column)}, o registro diz {_shown(mine)}"
                )
        if (record.case, record.log) != (self.case_id, self.log):
            yield self._found("ato", version, f"o registro é do processo {record.case} do livro {record.log}")
        return record

    def _projection(self) -> Iterator[Finding]:
        row = self.connection.execute(_CASE, (self.case_id,)).fetchone()
        if row is None:
            yield self._found("processo", 0, "há atos, e o processo não está na lista")
            return
        if not self.events:
            yield self._found("processo", 0, "o processo está na lista sem nenhum ato")
            return
        try:
            snapshot: Case | None = decode_case(row[0])
        except (ValueError, RecursionError):
            snapshot = None
        if snapshot != self.case:
            yield self._found("processo", self.case.version, "a situação guardada não é a que os atos somam")
        state, reason = state_of(self.case)
        opened = self.case.head.opened_on or self.case.day
        told = (
            self.case.procedure,
            self.case.version,
            self.leaf,
            state,
            reason,
            str(opened),
            str(self.case.day),
            self.case_id,
        )
        names = ("rito", "versão", "digesto do último ato", "estado", "razão", "abertura", "último dia", "número")
        for name, mine, column in zip(names, told, (*row[1:8], number_text(row[9], row[8])), strict=True):
            if mine != column:
                yield self._found(
                    "processo", self.case.version, f"{name}: a lista diz {_shown(column)}, os atos dizem {_shown(mine)}"
                )

    def _note_parts(self, event: Event) -> None:
        for deadline in event.derived.deadlines:
            self.deadlines[deadline.id] = deadline_row(self.case_id, deadline, event.version)
        for obligation in event.derived.obligations:
            self.obligations[obligation.id] = obligation_row(self.case_id, obligation, event.version)
        for gone in event.derived.removed:
            self.deadlines.pop(gone, None)
            self.obligations.pop(gone, None)

    def _parts(self) -> Iterator[Finding]:
        for (layer, statement), expected in zip(_PARTS, (self.deadlines, self.obligations), strict=True):
            cursor = self.connection.execute(statement, (self.case_id,))
            names = [each[0] for each in cursor.description]
            found = {row["id"]: row for row in (dict(zip(names, values, strict=True)) for values in cursor)}
            for key, what in differing(found, expected, "não está como os atos o deixaram"):
                yield self._found(layer, (expected.get(key) or found[key])["version"], f"{key}: {what}")

    def _attached(self, event: Event) -> Iterator[Finding]:
        for digest in attached(event):
            if self.connection.execute("SELECT 1 FROM file WHERE sha256 = ?", (digest,)).fetchone() is None:
                yield self._found("arquivos", event.version, f"a peça {digest} não está na lista de arquivos")
        listed = {row[0] for row in self.connection.execute(_EXHIBITS, (self.case_id, event.version))}
        if listed != set(attached(event)):
            yield self._found("arquivos", event.version, "a lista dos anexos não é a que o ato diz")

    def _matters(self, expected: list[tuple[int, str]]) -> Iterator[Finding]:
        rows = self.connection.execute(
            "SELECT version, what FROM matter WHERE case_id = ? ORDER BY version, position", (self.case_id,)
        )
        if rows.fetchall() != expected:
            yield self._found("diário oficial", 0, "as matérias na fila não são as que os atos mandaram publicar")


def _shown(value: object) -> str:
    return value.hex()[:16] + "…" if isinstance(value, bytes) else repr(value)
