"""Verification of what an act keeps sealed beside its bytes: personal values, papers, the command's key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hmac import compare_digest
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from storage.canonical import commitment
from storage.codec import Record, command_commitment, private_value
from storage.connection import Connection
from storage.findings import Finding, differing
from storage.numbers import number_text
from storage.papers import PaperMark, context_commitment
from storage.person_keys import PersonKeys, place, wrapped_of
from storage.reading import unsealed
from workflow.event import Event

_PAPERS = f"""SELECT version, kind, series, body, year, ordinal, template, track, about, code, context,
             ({wrapped_of("document")}) FROM document WHERE case_id = ? ORDER BY version, id"""  # noqa: S608 - our own words
_PRIVATE = f"""SELECT version, field, commitment, sealed, ({wrapped_of("private_value")})
              FROM private_value WHERE case_id = ?"""  # noqa: S608 - our own words
_KEY = f"""SELECT salt, commitment, version, ({wrapped_of("idempotency")})
          FROM idempotency WHERE key = ?"""  # noqa: S608 - our own words
_LAW = "SELECT name FROM source WHERE digest = ? AND kind = 'procedure'"

Kept: TypeAlias = tuple[bytes, bytes | None, bytes | None]
"""A personal value's commitment, itself sealed, and the wrapped key; null where erased."""


class SealedCheck(NamedTuple):
    """What one case keeps sealed, under verification."""

    connection: Connection
    case_id: str
    keys: PersonKeys

    def papers(self) -> dict[int, list[Any]]:
        papers: defaultdict[int, list[Any]] = defaultdict(list)
        for version, *row in self.connection.execute(_PAPERS, (self.case_id,)):
            papers[version].append(row)
        return papers

    def private(self) -> dict[int, dict[str, Kept]]:
        private: defaultdict[int, dict[str, Kept]] = defaultdict(dict)
        for version, name, mark, sealed, wrapped in self.connection.execute(_PRIVATE, (self.case_id,)):
            private[version][name] = mark, sealed, wrapped
        return private

    def values(self, record: Record, found: dict[str, Kept]) -> Any:
        """Yields findings; returns the personal values by field."""
        values: dict[str, Any] = {}
        for name in sorted(record.private.keys() | found.keys()):
            kept = found.get(name)
            if kept is None or record.private.get(name) != kept[0].hex():
                yield self._found(
                    "dados pessoais", record.n, f"{name}: o compromisso do ato e o dado guardado não se correspondem"
                )
                continue
            mark, sealed, wrapped = kept
            try:
                opened = unsealed(self.keys, wrapped, sealed, self.case_id, record.n, name)
                values[name] = private_value(opened[1] if opened else None)
            except ValueError:
                yield self._found("dados pessoais", record.n, f"{name}: o dado guardado não se deixa abrir")
                continue
            if opened and commitment(opened[0], name, values[name]) != mark:
                yield self._found("dados pessoais", record.n, f"{name}: o dado guardado não é o do compromisso")
        return values

    def issued(self, record: Record, rows: list[Any]) -> Iterator[Finding]:
        found = {}
        said = {(mark.series, mark.body, mark.number): mark for mark in record.papers}
        for kind, series, body, year, ordinal, template, track, about, code, sealed, wrapped in rows:
            number = number_text(ordinal, year)
            try:
                opened = unsealed(self.keys, wrapped, sealed, self.case_id, record.n, code)
            except ValueError:
                opened = b"", b""  # altered: it is not what the act committed to
            if opened is None:  # erased by law: what the act committed to can be neither shown nor denied
                known = said.get((series, body, number))
                mark = known.context if known else ""
            else:
                mark = context_commitment(*opened).hex()
            found[series, body, number] = PaperMark(
                kind=kind,
                series=series,
                number=number,
                template=template,
                context=mark,
                body=body,
                track=track,
                about=about,
            )
        for key, what in differing(found, said, "não é o que o ato congelou"):
            yield self._found("papéis", record.n, f"{' '.join(filter(None, key))}: {what}")

    def keyed(self, event: Event, cause: str, *, whole: bool) -> Iterator[Finding]:
        """The command's key is kept, bound to what was asked: without it the same command would be a second act."""
        row = self.connection.execute(_KEY, (cause,)).fetchone()
        if row is None:
            yield self._found("chaves", event.version, "falta a chave do comando que causou o ato")
            return
        salt, commitment, version, wrapped = row
        if not whole or wrapped is None:
            return
        try:
            opened = self.keys.opened(self.case_id, wrapped).open(salt, place(self.case_id, version, cause))
        except ValueError:
            yield self._found("chaves", event.version, "a chave do comando não se deixa abrir")
            return
        about = self.case_id
        if event.version == 1:
            law = self.connection.execute(_LAW, (event.procedure,)).fetchone()
            if law is None:
                return  # that the law is not kept is said of the sources
            about = law[0]
        asked = (event.command, replace(event.command, by=""))
        if not any(compare_digest(command_commitment(opened, each, about), commitment) for each in asked):
            yield self._found("chaves", event.version, "a chave guarda outro comando que não o deste ato")

    def _found(self, layer: str, position: int, what: str) -> Finding:
        return Finding(layer, self.case_id, position, what)
