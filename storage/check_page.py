"""What the tables hold of a page of cases, read table by table: asked case by case, a server answers thirty times more.

Everything is read on one consistent view and looked at afterwards, so that no view is held open while the law is
decided again.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from storage.connection import Connection, by_index
from storage.person_keys import wrapped_of

_EVENTS = """SELECT case_id, version, seq, step, occurred_on, recorded_at, cause, prev, leaf, record
             FROM event WHERE case_id BETWEEN ? AND ? ORDER BY case_id, version"""
_LINES = """SELECT case_id, snapshot, procedure, version, leaf, state, reason, opened_on, day, year, ordinal,
                   wakes_on, phase FROM case_file WHERE case_id BETWEEN ? AND ?"""
_PAPERS = f"""SELECT case_id, version, kind, series, body, year, ordinal, template, track, about, code, file, context,
                     ({wrapped_of("document")})
              FROM document WHERE case_id BETWEEN ? AND ? ORDER BY case_id, version, id"""  # noqa: S608 - our own words
_PRIVATE = f"""SELECT case_id, version, field, commitment, sealed, ({wrapped_of("private_value")})
               FROM private_value WHERE case_id BETWEEN ? AND ?"""  # noqa: S608 - our own words
# CROSS JOIN: from the acts of these cases to what each has elsewhere, and never over all there is there.
_COMMANDS = f"""SELECT idempotency.key, idempotency.salt, idempotency.commitment, idempotency.version,
                       ({wrapped_of("idempotency")})
                FROM event CROSS JOIN idempotency
                WHERE event.case_id BETWEEN ? AND ? AND idempotency.key = event.cause"""  # noqa: S608 - our own words
_MATTERS = """SELECT event.case_id, matter.version, matter.what FROM event CROSS JOIN matter
              WHERE event.case_id BETWEEN ? AND ? AND matter.seq = event.seq
              ORDER BY event.case_id, event.version, matter.position"""
_EXHIBITS = """SELECT exhibit.case_id, exhibit.version, exhibit.sha256, file.sha256 IS NOT NULL
               FROM exhibit LEFT JOIN file ON file.sha256 = exhibit.sha256
               WHERE exhibit.case_id BETWEEN ? AND ?"""
_SUBJECTS = "SELECT case_id, id, subject FROM respondent WHERE case_id BETWEEN ? AND ?"
_KEYS = "SELECT case_id, version, destroyed_at FROM person_key WHERE case_id BETWEEN ? AND ? ORDER BY case_id, version"
_DEADLINES = "SELECT * FROM deadline WHERE case_id BETWEEN ? AND ?"
_OBLIGATIONS = "SELECT * FROM obligation WHERE case_id BETWEEN ? AND ?"
_LAWS = "SELECT digest, name FROM source WHERE kind = 'procedure'"
STATEMENTS = (
    _EVENTS, _LINES, _PAPERS, _PRIVATE, _COMMANDS, _MATTERS, _EXHIBITS, _SUBJECTS, _KEYS, _DEADLINES, _OBLIGATIONS,
)  # fmt: skip
"""Those that ask of some cases, and so must go by an index."""


class Page:
    """What is kept of ``cases``, which follow one another by number; of each, its rows without that number.

    ``commands`` are by the command's key, ``laws`` the names of laws by their procedures' digests.
    """

    def __init__(self, connection: Connection, cases: list[str]) -> None:
        by_index(connection)
        self._connection, self._ends = connection, (cases[0], cases[-1])
        self.events, self.lines, self.papers = map(self._rows, (_EVENTS, _LINES, _PAPERS))
        self.private, self.matters, self.exhibits = map(self._rows, (_PRIVATE, _MATTERS, _EXHIBITS))
        self.keys = self._rows(_KEYS)
        self.subjects = {case_id: dict(rows) for case_id, rows in self._rows(_SUBJECTS).items()}
        self.deadlines, self.obligations = self._named(_DEADLINES), self._named(_OBLIGATIONS)
        self.commands = {key: row for key, *row in connection.execute(_COMMANDS, self._ends)}
        self.laws: dict[str, str] = dict(connection.execute(_LAWS).fetchall())

    def _rows(self, statement: str) -> defaultdict[str, list[Any]]:
        found: defaultdict[str, list[Any]] = defaultdict(list)
        for case_id, *row in self._connection.execute(statement, self._ends):
            found[case_id].append(row)
        return found

    def _named(self, statement: str) -> defaultdict[str, dict[str, dict[str, Any]]]:
        """By case and by the row's own name, whole rows by the names of their columns."""
        found: defaultdict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
        cursor = self._connection.execute(statement, self._ends)
        names = [each[0] for each in cursor.description]
        for values in cursor:
            row = dict(zip(names, values, strict=True))
            found[row["case_id"]][row["id"]] = row
        return found
