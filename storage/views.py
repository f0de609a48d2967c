"""What lists and screens read: cases, what is due, deadlines, papers, matters for the gazette, one case's story.

Every statement goes by an index; a test asks the database how it would run each.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple

from storage import sql
from storage.codec import Record
from storage.database import Database
from storage.instants import read_instant
from storage.numbers import number_text
from storage.reading import Issued, paper_text, papers_of, record_of, snapshot_of
from workflow.case import Case

PAGE = 500
"""How many lines a list gives at most."""


class CaseLine(NamedTuple):
    """A case in a list; ``leaf`` is the digest of its latest event."""

    case_id: str
    state: str
    reason: str
    phase: str
    version: int
    opened_on: date
    day: date
    wakes_on: date | None
    procedure: str
    leaf: bytes


class DeadlineLine(NamedTuple):
    """A deadline in a list; ``version`` is the event that last set it."""

    case_id: str
    id: str
    version: int
    kind: str
    track: str
    round: int
    literal: date
    due: date
    act_on: date
    fires: str
    status: str


class PaperLine(NamedTuple):
    """A paper in a list. ``file`` is the digest of the rendered paper; ``reason`` says why there is none.

    ``erased``: the law had its text and its file destroyed; its number and that it was issued stay.
    """

    id: int
    case_id: str
    version: int
    kind: str
    track: str
    about: str
    series: str
    body: str
    number: str
    code: str
    template: str
    status: str
    reason: str
    file: str | None
    rendered_at: datetime | None
    erased: bool


class Matter(NamedTuple):
    """Something an event sent to the gazette, at its position in the log."""

    seq: int
    case_id: str
    version: int
    what: str
    occurred_on: date
    recorded_at: datetime


class EventLine(NamedTuple):
    """An event as recorded, personal fields as commitments, with the papers it issued."""

    leaf: bytes
    record: Record
    papers: tuple[Issued, ...]


class Cited(NamedTuple):
    """A case that cites a person, and the names under which he answers in it; one empty name where he answers alone."""

    case: Case
    ids: tuple[str, ...]

    def answers_for(self, respondent: str) -> bool:
        """Whether what is this respondent's is his; what is nobody's in particular is."""
        return respondent == "" or "" in self.ids or respondent in self.ids


class Views:
    """Reads for lists. Raises a ``StorageFault`` when the database cannot be read."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def cases(self, state: str = "", limit: int = PAGE) -> list[CaseLine]:
        """The newest cases, of one state or of all."""
        rows = self._rows(sql.CASES_IN_STATE, state=state, limit=limit) if state else self._rows(sql.CASES, limit=limit)
        return [_case_line(row) for row in rows]

    def case(self, case_id: str) -> CaseLine | None:
        """One case by its whole number."""
        return next((_case_line(row) for row in self._rows(sql.ONE_CASE, case_id=case_id)), None)

    def search(self, number: str, limit: int = PAGE) -> list[CaseLine]:
        """Cases whose number starts so; ``123`` or ``123/2027`` are read as ``000123``."""
        head, slash, year = number.strip().partition("/")
        start = (head.zfill(6) if head.isdecimal() else head) + slash + year
        rows = self._rows(sql.CASES_BY_NUMBER, start=start, end=start + "\U0010ffff", limit=limit)
        return [_case_line(row) for row in rows]

    def of_subject(self, subject: str) -> list[Cited]:
        """All the cases that cite one person, as they stand, in order of number. Raises ``Damaged``."""
        found: dict[str, Cited] = {}
        for case_id, name, raw in self._rows(sql.OF_SUBJECT, subject=subject):
            known = found.get(case_id)
            found[case_id] = (
                known._replace(ids=(*known.ids, name)) if known else Cited(snapshot_of(raw, case_id), (name,))
            )
        return list(found.values())

    def subjects(self, case_id: str) -> dict[str, str]:
        """The digest by which each respondent of a case is found, by the name he answers under."""
        return dict(self._rows(sql.SUBJECTS, case_id=case_id))

    def any_subject(self) -> bool:
        """Whether any case can be found by its respondent."""
        return bool(self._rows(sql.ANY_SUBJECT, limit=1))

    def unreckoned(self) -> list[str]:
        """Cases of which an older schema could not tell the respondents: who finds them is still to be reckoned."""
        return [case_id for (case_id,) in self._rows(sql.UNRECKONED)]

    def due(self, on: date, after: tuple[str, str] = ("", ""), limit: int = PAGE) -> list[tuple[date, str]]:
        """Morning and number of the cases in which the clock has something to do by that day, the earliest first.

        ``after`` are the morning (as text) and number of the last case of the page before.
        """
        rows = self._rows(sql.DUE, on=on.isoformat(), day=after[0], number=after[1], limit=limit)
        return [(date.fromisoformat(day), case_id) for day, case_id in rows]

    def due_count(self, on: date) -> int:
        """In how many cases the clock has something to do by that day."""
        return int(self._rows(sql.DUE_COUNT, on=on.isoformat())[0][0])

    def count_by_state(self) -> dict[str, int]:
        """How many cases are in each state that any is in."""
        return {state: int(count) for state, count in self._rows(sql.COUNT_BY_STATE)}

    def running(self, start: date, until: date, limit: int = PAGE) -> list[DeadlineLine]:
        """Open deadlines that end on one of these days, both included, with effect of the clock or not."""
        rows = self._rows(sql.RUNNING, start=start.isoformat(), until=until.isoformat(), limit=limit)
        return [_deadline_line(row) for row in rows]

    def papers(self, case_id: str = "", limit: int = PAGE) -> list[PaperLine]:
        """The papers of a case in order; without a case, the newest of all."""
        rows = self._rows(sql.PAPERS_OF_CASE, case_id=case_id) if case_id else self._rows(sql.PAPERS, limit=limit)
        return [_paper_line(row) for row in rows]

    def paper(self, id: int) -> tuple[PaperLine, bytes | None] | None:
        """A paper by its row, with its frozen context; None for one that the law had erased."""
        for *row, sealed in self._rows(sql.PAPER_BY_ID, id=id):
            line = _paper_line(row)
            return line, paper_text(self.database.keys, row[-1], sealed, line.case_id, line.version, line.code)
        return None

    def paper_by_code(self, code: str) -> PaperLine | None:
        """A paper by the code printed on it."""
        return next((_paper_line(row) for row in self._rows(sql.PAPER_BY_CODE, code=code)), None)

    def papers_numbered(self, series: str, ordinal: int, year: int) -> list[PaperLine]:
        """The papers of a series and number: more than one where bodies number apart."""
        rows = self._rows(sql.PAPERS_NUMBERED, series=series, ordinal=ordinal, year=year)
        return [_paper_line(row) for row in rows]

    def waiting(self, limit: int = PAGE) -> list[PaperLine]:
        """Papers still to be rendered, the next first."""
        return [_paper_line(row) for row in self._rows(sql.WAITING, limit=limit)]

    def waiting_count(self) -> int:
        """How many papers are still to be rendered."""
        return int(self._rows(sql.WAITING_COUNT)[0][0])

    def given_up_count(self) -> int:
        """How many papers did not come out and wait for someone to look."""
        return int(self._rows(sql.GIVEN_UP_COUNT)[0][0])

    def given_up(self, limit: int = PAGE) -> list[PaperLine]:
        """Papers that did not come out and wait for someone to look; ``reason`` says what went wrong."""
        return [_paper_line(row) for row in self._rows(sql.GIVEN_UP, limit=limit)]

    def matters(self, after: int = 0, limit: int = PAGE) -> list[Matter]:
        """What goes to the gazette, from a position in the log on."""
        return [
            Matter(seq, case_id, version, what, date.fromisoformat(occurred_on), read_instant(recorded_at))
            for seq, case_id, version, what, occurred_on, recorded_at in self._rows(
                sql.MATTERS, after=after, limit=limit
            )
        ]

    def events(self, case_id: str) -> list[EventLine]:
        """One case's events as recorded, in order."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.EVENTS, {"case_id": case_id}).fetchall()
            records = [(leaf, record_of(raw, case_id)) for leaf, raw in rows]
            return [EventLine(leaf, record, papers_of(connection, case_id, record.n)) for leaf, record in records]

    def _rows(self, statement: str, **values: object) -> list[Any]:
        with self.database.faults():
            return self.database.connection.execute(statement, values).fetchall()


def _case_line(row: Any) -> CaseLine:
    *start, opened_on, day, wakes_on, procedure, leaf = row
    wakes = None if wakes_on is None else date.fromisoformat(wakes_on)
    return CaseLine._make([*start, date.fromisoformat(opened_on), date.fromisoformat(day), wakes, procedure, leaf])


def _deadline_line(row: Any) -> DeadlineLine:
    *start, literal, due, act_on, fires, status = row
    return DeadlineLine._make([*start, *(date.fromisoformat(each) for each in (literal, due, act_on)), fires, status])


def _paper_line(row: Any) -> PaperLine:
    *start, year, ordinal, code, template, status, reason, file, rendered_at, wrapped = row
    at = None if rendered_at is None else read_instant(rendered_at)
    number = number_text(ordinal, year)
    return PaperLine._make([*start, number, code, template, status, reason, file, at, wrapped is None])
