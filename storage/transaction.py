"""What one act writes: event, case, deadlines, obligations, papers and their tasks, the key, the end of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from os import urandom

from storage import sql
from storage.appended import Appended, Caused, Log
from storage.codec import SALT_BYTES, Seal, Sealed, Told, command_commitment, encode_case, seal_event
from storage.connection import Connection
from storage.faults import MissingFile
from storage.files import Files, StoredFile
from storage.numbers import number_text, read_number
from storage.papers import FrozenPaper, PaperMark, mark_paper
from storage.parts import attached, day_text, deadline_row, obligation_row
from storage.person_keys import PersonKey, PersonKeys, place
from storage.reading import Issued, conflict_of, history_of, priors_of, told_of
from workflow.case import Case
from workflow.event import Event
from workflow.facts import Prior
from workflow.fields import PRIVATE
from workflow.fold import evolve
from workflow.standing import state_of

RENDER = "render"


@dataclass(slots=True, kw_only=True)
class Transaction:
    """One act while it is being written.

    ``recorded_at`` is its moment, never before the log's latest event, and ``at`` the same as kept. ``recorded`` is
    None until ``append``, unless the command had been recorded before. ``wrapped`` is the key under which the case's
    personal data stand, as kept; None where a new one is to be made.
    """

    connection: Connection
    log: Log
    files: Files
    case: Case
    leaf: bytes
    seq: int
    cause: Caused
    recorded_at: datetime
    at: str
    recorded: Appended | None
    keys: PersonKeys
    wrapped: bytes | None = None
    numbers: set[tuple[str, str, str]] = field(default_factory=set)
    _folded: tuple[Event, Case] | None = None

    def history(self) -> tuple[Event, ...]:
        """The case's events up to now, for the acts that need them."""
        return history_of(self.connection, self.case.id, self.keys)

    def told(self) -> tuple[Told, ...]:
        """The case's acts up to now as the papers of this act tell them."""
        return told_of(self.connection, self.case.id, self.keys)

    def priors(self) -> tuple[tuple[str, tuple[Prior, ...]], ...]:
        """Each act's step and the priors it was decided with, in order."""
        return priors_of(self.connection, self.case.id)

    def after(self, event: Event) -> Case:
        """The case as it will stand once the event is appended."""
        if self._folded is None or self._folded[0] is not event:
            self._folded = event, evolve(self.case, event)
        return self._folded[1]

    def letter(self, digest: str) -> str | None:
        """The case in which a letter's code was first named, by the code's digest; None if in none."""
        row = self.connection.execute(sql.LETTER, {"digest": digest}).fetchone()
        return None if row is None else str(row[0])

    def keep_letter(self, digest: str) -> None:
        """Remember that the act just appended is the first to name this letter."""
        self.connection.execute(
            sql.NEW_LETTER, {"digest": digest, "case_id": self.case.id, "version": self.case.version}
        )

    def number(self, series: str, year: int, body: str = "") -> str:
        """Take the next number ``NNNNNN/AAAA`` of a series; it is given back if the act is not recorded."""
        taken = self.connection.execute(sql.TAKE_NUMBER, {"series": series, "body": body, "year": year}).fetchone()
        number = number_text(taken[0], year)
        self.numbers.add((series, body, number))
        return number

    def append(
        self,
        event: Event,
        *,
        phase: str = "",
        wakes_on: date | None,
        subjects: Mapping[str, str] | None = None,
        private: Collection[str] = PRIVATE,
        papers: Sequence[FrozenPaper] = (),
        files: Iterable[StoredFile] = (),
        erases: bool = False,
    ) -> Appended:
        """Record the event and all that follows from it.

        ``phase`` is that of the case's new state; ``wakes_on`` the first morning on which the clock has
        something to do; ``subjects``, where the act names respondents, find each by the name he answers under (empty:
        nothing does). The fields of its data named ``private``, at any depth, are kept apart. ``papers`` bear numbers
        taken here; ``files`` are already on disk. ``erases``: with it the key of all that the case's acts before kept
        apart is destroyed. Raises ``NotCanonical`` for data the format has no place for, ``MissingFile`` for an
        attachment not stored, ``MasterKeyLost``.
        """
        before = self.case
        if self.recorded is not None or event.version != before.version + 1:
            raise ValueError(
                f"event {event.version} does not follow version {before.version}, or a second act in one transaction"
            )
        self._require_own_numbers(papers)
        salted = [(paper, urandom(SALT_BYTES)) for paper in papers]
        sealed = self._seal(event, private, tuple([mark_paper(paper, salt) for paper, salt in salted]))
        after = self.after(event)
        at = self.at
        person = self._person_key(erases=erases)
        self._set_case(after, sealed.leaf, phase, wakes_on)
        self._set_respondents(after, subjects or {})
        self._change_key(person, event.version, at, erases=erases)
        self._add_event(event, sealed, at, person)
        self._add_files(event, files, at)
        issued = tuple([self._add_paper(event, paper, salt, at, person) for paper, salt in salted])
        self._set_parts(before, event)
        self._add_key(event, at, person)
        self.connection.execute(sql.MOVE_HEAD, {"seq": self.seq + 1, "leaf": sealed.leaf, "recorded_at": at})
        self.case = after
        self.recorded = Appended(after.id, event.version, self.seq + 1, sealed.leaf, self.recorded_at, issued)
        return self.recorded

    def _require_own_numbers(self, papers: Sequence[FrozenPaper]) -> None:
        used = [(paper.series, paper.body, paper.number) for paper in papers]
        if self.case.version == 0:
            used.append(("case", "", self.case.id))
        if len(used) != len(set(used)) or set(used) != self.numbers:
            raise ValueError(f"numbers taken and numbers used differ: {sorted(self.numbers ^ set(used))}")

    def _seal(self, event: Event, private: Collection[str], papers: tuple[PaperMark, ...]) -> Sealed:
        log = self.log
        return seal_event(
            event,
            Seal(
                log=log.name, seq=self.seq + 1, case_id=self.case.id, recorded_at=self.at, zone=log.zone,
                tzdata=log.tzdata, cause=self.cause.key, prev=self.leaf, papers=papers,
            ),
            private,
        )  # fmt: skip

    def _set_case(self, after: Case, leaf: bytes, phase: str, wakes_on: date | None) -> None:
        state, reason = state_of(after)
        row = {
            "procedure": after.procedure, "version": after.version, "leaf": leaf, "state": state, "reason": reason,
            "phase": phase, "opened_on": day_text(after.head.opened_on or after.day), "day": day_text(after.day),
            "wakes_on": day_text(wakes_on), "snapshot": encode_case(after),
        }  # fmt: skip
        if after.version == 1:
            year, ordinal = read_number(after.id)
            self.connection.execute(sql.NEW_CASE, row | {"case_id": after.id, "year": year, "ordinal": ordinal})
            return
        changed = self.connection.execute(sql.CHANGE_CASE, row | {"id": after.id, "before": after.version - 1})
        if changed.rowcount != 1:
            raise conflict_of(self.connection, after.id, after.version - 1)

    def _set_respondents(self, after: Case, subjects: Mapping[str, str]) -> None:
        kept = sql.NEW_RESPONDENT if after.version == 1 else sql.RENAME_RESPONDENT
        for name, subject in subjects.items():
            cited = {"case_id": after.id, "id": name}
            if subject:
                self.connection.execute(kept, {**cited, "subject": subject})
            elif after.version > 1:
                self.connection.execute(sql.DROP_RESPONDENT, cited)

    def _person_key(self, *, erases: bool) -> PersonKey:
        """The key that seals what this act keeps apart: the case's, or a new one where there is none any more."""
        if self.wrapped is not None and not erases:
            return self.keys.opened(self.case.id, self.wrapped)
        one = None if self.keys.proven else self.connection.execute(sql.ANY_PERSON_KEY, {"limit": 1}).fetchone()
        return self.keys.new(self.case.id, one_there=one[0] if one else None)

    def _change_key(self, person: PersonKey, version: int, at: str, *, erases: bool) -> None:
        if erases:
            self.connection.execute(sql.DESTROY_KEYS, {"id": self.case.id, "at": at})
            self.connection.execute(sql.FORGET_LETTERS, {"id": self.case.id})
            self.connection.execute(sql.FORGET_RESPONDENTS, {"id": self.case.id})
        elif self.wrapped is not None:
            return
        self.connection.execute(sql.NEW_PERSON_KEY, {
            "case_id": self.case.id, "version": version, "id": urandom(16).hex(), "wrapped": person.wrapped,
            "made_at": at, "destroyed_at": None,
        })  # fmt: skip

    def _add_event(self, event: Event, sealed: Sealed, at: str, person: PersonKey) -> None:
        case_id, version = self.case.id, event.version
        self.connection.execute(sql.NEW_EVENT, {
            "seq": self.seq + 1, "case_id": case_id, "version": version, "step": event.step,
            "occurred_on": day_text(event.occurred_on), "recorded_at": at, "cause": self.cause.key, "prev": self.leaf,
            "leaf": sealed.leaf, "record": sealed.record,
        })  # fmt: skip
        for each in sealed.private:
            self.connection.execute(sql.NEW_PRIVATE, {
                "case_id": case_id, "version": version, "field": each.field, "commitment": each.commitment,
                "sealed": person.seal(each.salt + each.value, place(case_id, version, each.field)),
            })  # fmt: skip
        for position, what in enumerate(event.derived.gazette):
            self.connection.execute(
                sql.NEW_MATTER,
                {"seq": self.seq + 1, "position": position, "case_id": case_id, "version": version, "what": what},
            )

    def _add_files(self, event: Event, files: Iterable[StoredFile], at: str) -> None:
        for each in files:
            if not self._known(each.sha256):
                self.connection.execute(sql.NEW_FILE, {**each._asdict(), "stored_at": at})
        for digest in attached(event):
            # Looked for under the write lock, which whoever removes files also holds: it stays from here on.
            if not self._known(digest) or not self.files.path(digest).is_file():
                raise MissingFile(digest)
        for digest in dict.fromkeys(attached(event)):
            named = {"case_id": self.case.id, "version": event.version, "sha256": digest}
            self.connection.execute(sql.NEW_EXHIBIT, named)

    def _known(self, sha256: str) -> bool:
        return self.connection.execute(sql.FILE_KNOWN, {"sha256": sha256}).fetchone() is not None

    def _add_paper(self, event: Event, paper: FrozenPaper, salt: bytes, at: str, person: PersonKey) -> Issued:
        year, ordinal = read_number(paper.number)
        (document,) = self.connection.execute(sql.NEW_PAPER, {
            "case_id": self.case.id, "version": event.version, "kind": paper.kind, "track": paper.track,
            "about": paper.about, "series": paper.series, "body": paper.body, "year": year, "ordinal": ordinal,
            "code": paper.code, "template": paper.template,
            "context": person.seal(salt + paper.context, place(self.case.id, event.version, paper.code)),
            "status": "pending", "reason": "", "file": None, "rendered_at": None,
        }).fetchone()  # fmt: skip
        self.connection.execute(sql.NEW_TASK, {
            "task": RENDER, "document": document, "status": "pending", "attempts": 0, "next_try": at, "owner": "",
            "leased_until": None, "reason": "",
        })  # fmt: skip
        return Issued(document, paper.kind, paper.series, paper.body, paper.number, paper.code)

    def _set_parts(self, before: Case, event: Event) -> None:
        case_id, derived, version = self.case.id, event.derived, event.version
        for deadline in derived.deadlines:
            self.connection.execute(sql.SET_DEADLINE, deadline_row(case_id, deadline, version))
        for obligation in derived.obligations:
            self.connection.execute(sql.SET_OBLIGATION, obligation_row(case_id, obligation, version))
        for gone in derived.removed:
            self.connection.execute(sql.DROP_DEADLINE, {"case_id": case_id, "id": gone})
            self.connection.execute(sql.DROP_OBLIGATION, {"case_id": case_id, "id": gone})

    def _add_key(self, event: Event, at: str, person: PersonKey) -> None:
        salt = urandom(SALT_BYTES)
        self.connection.execute(sql.NEW_KEY, {
            "key": self.cause.key, "person": self.cause.person,
            "salt": person.seal(salt, place(self.case.id, event.version, self.cause.key)),
            "commitment": command_commitment(salt, self.cause.command, self.cause.about), "case_id": self.case.id,
            "version": event.version, "created_at": at,
        })  # fmt: skip
