"""Verification of what an act keeps sealed beside its bytes: personal values, papers, the command's key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hmac import compare_digest
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from storage.canonical import commitment
from storage.check_page import Page
from storage.codec import Record, command_commitment, private_value
from storage.findings import Finding, differing
from storage.numbers import number_text
from storage.papers import PaperMark, context_commitment
from storage.person_keys import PersonKeys, place
from storage.reading import unsealed
from workflow.event import Event

Kept: TypeAlias = tuple[bytes, bytes | None, bytes | None]
"""A personal value's commitment, itself sealed, and the wrapped key; null where erased."""


class Frozen(NamedTuple):
    """A paper of an act: its series and number, the code and the file that the list gives, what was frozen of it.

    ``context`` is null where the law had it erased, and empty where it does not let itself be opened.
    """

    version: int
    name: str
    code: str
    file: str | None
    context: bytes | None


class SealedCheck(NamedTuple):
    """What one case keeps sealed, under verification; the papers looked at are noted in ``frozen``."""

    page: Page
    case_id: str
    keys: PersonKeys
    frozen: list[Frozen]

    def rows(self) -> dict[int, list[Any]]:
        """The case's papers, by act."""
        papers: defaultdict[int, list[Any]] = defaultdict(list)
        for version, *row in self.page.papers.get(self.case_id, ()):
            papers[version].append(row)
        return papers

    def private(self) -> dict[int, dict[str, Kept]]:
        """The case's personal values, by act and field."""
        private: defaultdict[int, dict[str, Kept]] = defaultdict(dict)
        for version, name, mark, sealed, wrapped in self.page.private.get(self.case_id, ()):
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
        for kind, series, body, year, ordinal, template, track, about, code, file, sealed, wrapped in rows:
            number = number_text(ordinal, year)
            try:
                opened = unsealed(self.keys, wrapped, sealed, self.case_id, record.n, code)
            except ValueError:
                opened = b"", b""  # altered: it is not what the act committed to
            text = None if opened is None else opened[1]
            self.frozen.append(Frozen(record.n, f"{series} {number}", code, file, text))
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
        row = self.page.commands.get(cause)
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
            law = self.page.laws.get(event.procedure)
            if law is None:
                return  # that the law is not kept is said of the sources
            about = law
        asked = (event.command, replace(event.command, by=""))
        if not any(compare_digest(command_commitment(opened, each, about), commitment) for each in asked):
            yield self._found("chaves", event.version, "a chave guarda outro comando que não o deste ato")

    def _found(self, layer: str, position: int, what: str) -> Finding:
        return Finding(layer, self.case_id, position, what)
