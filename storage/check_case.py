"""Verification of one case: its chain, each act's bytes, personal values, papers, and all that is folded from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from storage.canonical import leaf_of
from storage.check_page import Page
from storage.check_sealed import Frozen, SealedCheck
from storage.codec import Record, decode_case, read_record, rewritten
from storage.faults import NotCanonical
from storage.findings import Finding, differing
from storage.numbers import number_text
from storage.parts import attached, deadline_row, obligation_row
from storage.person_keys import PersonKeys
from workflow.case import Case
from workflow.event import ERASED, Event
from workflow.fold import evolve
from workflow.standing import state_of


@dataclass(slots=True)
class CaseCheck:
    """One case of a page, under verification.

    ``findings`` yields what does not hold. After that ``events`` is its history, ``records`` and ``texts`` what was
    recorded of each, ``case`` what they add up to, ``papers`` those of its acts.
    """

    page: Page
    log: str
    case_id: str
    keys: PersonKeys
    events: list[Event] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    papers: list[Frozen] = field(default_factory=list)
    deadlines: dict[str, dict[str, Any]] = field(default_factory=dict)
    obligations: dict[str, dict[str, Any]] = field(default_factory=dict)
    case: Case = field(default_factory=Case)
    leaf: bytes = bytes(32)
    readable: bool = True

    @property
    def line(self) -> list[Any] | None:
        """The case in the list of cases: the morning it wakes on, its phase, the digest of whose it is come last."""
        return next(iter(self.page.lines.get(self.case_id, ())), None)

    def findings(self) -> Iterator[Finding]:
        """Everything about this case that does not hold."""
        self.case = Case(id=self.case_id)
        sealed = SealedCheck(self.page, self.case_id, self.keys, self.papers)
        papers, private = sealed.rows(), sealed.private()
        exhibits = self._exhibits()
        matters: list[tuple[int, str]] = []
        for expected, row in enumerate(self.page.events[self.case_id], start=1):
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
            self.records.append(record)
            self.texts.append(raw)
            yield from sealed.keyed(
                event, record.cause, whole=values.keys() >= record.private.keys() and ERASED not in values.values()
            )
            matters.extend((version, what) for what in event.derived.gazette)
            self._note_parts(event)
            yield from self._attached(event, exhibits.get(version, {}))
        for version in sorted({*papers, *private} - {0}):
            yield self._found("ato", version, "há papel ou dado pessoal de um ato que não existe")
        if self.readable:
            yield from self._projection()
            yield from self._parts()
            yield from self._matters(matters)

    def _found(self, layer: str, position: int, what: str) -> Finding:
        return Finding(layer, self.case_id, position, what)

    def _chain(self, version: int, prev: bytes, leaf: bytes, raw: bytes) -> Iterator[Finding]:
        mine = leaf_of(raw)
        if mine != leaf:
            yield self._found("cadeia", version, "os bytes do ato não têm o digesto registrado")
        if prev != self.leaf:
            yield self._found("cadeia", version, "o elo com o ato anterior está rompido")
        self.leaf = mine

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
        row = self.line
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
        for layer, rows, expected in (
            ("prazos", self.page.deadlines, self.deadlines),
            ("obrigações", self.page.obligations, self.obligations),
        ):
            found = rows.get(self.case_id, {})
            for key, what in differing(found, expected, "não está como os atos o deixaram"):
                yield self._found(layer, (expected.get(key) or found[key])["version"], f"{key}: {what}")

    def _exhibits(self) -> dict[int, dict[str, bool]]:
        """By act, the digests of what it joined, and whether the list of files has each."""
        exhibits: defaultdict[int, dict[str, bool]] = defaultdict(dict)
        for version, digest, listed in self.page.exhibits.get(self.case_id, ()):
            exhibits[version][digest] = bool(listed)
        return exhibits

    def _attached(self, event: Event, exhibits: dict[str, bool]) -> Iterator[Finding]:
        joined = set(attached(event))
        for digest in sorted(joined):
            if not exhibits.get(digest):
                yield self._found("arquivos", event.version, f"a peça {digest} não está na lista de arquivos")
        if exhibits.keys() != joined:
            yield self._found("arquivos", event.version, "a lista dos anexos não é a que o ato diz")

    def _matters(self, expected: list[tuple[int, str]]) -> Iterator[Finding]:
        if [tuple(row) for row in self.page.matters.get(self.case_id, ())] != expected:
            yield self._found("diário oficial", 0, "as matérias na fila não são as que os atos mandaram publicar")


def _shown(value: object) -> str:
    return value.hex()[:16] + "…" if isinstance(value, bytes) else repr(value)
