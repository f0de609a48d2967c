"""Many acts in one transaction: what they write waits here and goes in together, each act whole or not at all.

An act finds what the acts before it did: what waits is put in before anything is read that may depend on it. Numbers,
the end of the log and the cases held are known here, and asked of the database once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from storage import sql
from storage.connection import Connection, Cursor, all_rows

Series: TypeAlias = tuple[str, str, int]


class Held(NamedTuple):
    """A case under lock, as the acts gathered up to now leave it."""

    snapshot: bytes
    leaf: bytes
    procedure: str
    wakes_on: str | None


class Answer:
    """Rows that needed no asking."""

    rowcount = 1
    description = None

    def __init__(self, *rows: Any) -> None:
        self._rows = list(rows)

    def fetchone(self) -> Any:
        return self._rows[0] if self._rows else None

    def fetchall(self) -> list[Any]:
        return self._rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


_DONE = Answer()
_TOLD = (sql.RECORDS, sql.VALUES)
"""What the papers of an act tell of the case's past: asked for at once of all the cases held."""
_FINDS = {sql.NEW_RESPONDENT: "subject", sql.NEW_KEY: "key"}
"""Statements that write what something is looked for by, and under which name."""
_ANOTHER = ("subject", "")
"""What stands for a person who answers in a case in the place of another."""


class _Notes:
    """What acts did that is known without asking, and what finds it."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, Any]] = []
        self.held: dict[str, Held] = {}
        self.keys: dict[str, bytes | None] = {}
        self.numbers: dict[Series, int] = {}
        self.taken: list[Any] = []
        self.found_by: set[tuple[str, str]] = set()
        self.end: Any = None

    def take(self, act: _Notes) -> None:
        """Add what one more act did."""
        self.rows += act.rows
        self.held |= act.held
        self.keys |= act.keys
        self.numbers |= act.numbers
        self.taken += act.taken
        self.found_by |= act.found_by
        self.end = act.end or self.end


class Gathering:
    """Stands before a connection, inside a transaction that writes, while acts are gathered.

    ``lock`` ends the SELECT of a row to be held; ``papers`` are the numbers of the rows of papers to come. ``broken``
    says that the database failed, and nothing of all that was gathered can stand.
    """

    def __init__(self, connection: Connection, lock: str, papers: Iterator[int]) -> None:
        self.broken = False
        self._connection, self._lock, self._papers = connection, lock, papers
        self._all, self._act = _Notes(), _Notes()
        self._absent: set[tuple[str, str]] = set()
        self._ahead: dict[tuple[str, str], list[Any]] = {}
        self._changed: set[str] = set()
        self._ways: dict[str, Callable[[Any], Cursor]] = {
            sql.CASE + lock: lambda given: self._case("", given, slice(0, 2)),
            sql.CASE: lambda given: self._case(sql.CASE, given, slice(0, 2)),
            sql.SNAPSHOT: lambda given: self._case(sql.SNAPSHOT, given, slice(0, 1)),
            sql.PINNED: lambda given: self._case(sql.PINNED, given, slice(2, 4)),
            sql.HEAD + lock: self._end_of_log,
            sql.END + lock: self._end_with_key,
            sql.NEW_PERSON_KEY: self._person_key,
            sql.DESTROY_KEYS: self._alone,
            sql.KEY: lambda given: self._look(sql.KEY, "key", given),
            sql.OF_SUBJECT: lambda given: self._look(sql.OF_SUBJECT, "subject", given),
            sql.FILE_KNOWN: self._file,
            sql.TAKE_NUMBER: self._number,
            sql.RENAME_RESPONDENT: lambda given: self._renamed(sql.RENAME_RESPONDENT, given),
            sql.DROP_RESPONDENT: lambda given: self._renamed(sql.DROP_RESPONDENT, given),
            sql.NEW_CASE: lambda given: self._stands(sql.NEW_CASE, "case_id", given),
            sql.CHANGE_CASE: lambda given: self._stands(sql.CHANGE_CASE, "id", given),
            sql.NEW_PAPER: self._paper,
            sql.MOVE_HEAD: self._move_end,
        }

    @contextmanager
    def one(self) -> Iterator[Gathering]:
        """One act among the others: gathered if it ends well, else left out as if nobody had begun it."""
        self._act = _Notes()
        try:
            yield self
            self._absent -= self._act.found_by
            self._all.take(self._act)
        finally:
            self._act = _Notes()

    def hold(self, cases: Iterable[str]) -> None:
        """Lock these cases, in the order of their numbers and before the end of the log, as everywhere."""
        asked = sorted(set(cases))
        for case, rows in self._all_rows(sql.HELD + self._lock, "case_id", asked):
            if rows:
                *held, wrapped = rows[0]
                self._all.held[case], self._all.keys[case] = Held(*held), wrapped
        for statement in _TOLD:
            self._ahead |= {(statement, case): rows for case, rows in self._all_rows(statement, "case_id", asked)}

    def look_for(self, keys: Iterable[str], subjects: Iterable[str]) -> None:
        """Learn at once which of these are not there; with the end of the log held, only acts gathered add any."""
        self._end_of_log({})
        for name, statement, values in (("key", sql.KEY, keys), ("subject", sql.OF_SUBJECT, subjects)):
            found = self._all_rows(statement, name, list(dict.fromkeys(values)))
            self._absent |= {(name, each) for each, rows in found if not rows}

    def execute(self, statement: str, given: Any = (), /) -> Cursor:
        """What the connection would answer, had all that waits been put in."""
        way = self._ways.get(statement)
        if way is not None:
            return way(given)
        if not statement.startswith("SELECT"):
            if "RETURNING" in statement:
                raise ValueError(f"what this answers is not known before it is put in: {statement}")
            return self._wait(statement, given)
        case = given.get("case_id") if isinstance(given, dict) else None
        if case is not None and case not in self._changed and (statement, case) in self._ahead:
            return Answer(*self._ahead[statement, case])
        if case is None or ("case", case) in self._all.found_by or self._act.rows:
            self.put_in()
        return self._ask(statement, given)

    def executemany(self, statement: str, given: Iterable[Any], /) -> Cursor:
        """The same for each of the values."""
        for each in given:
            self.execute(statement, each)
        return _DONE

    def require_whole(self) -> None:
        """Raise ``RuntimeError`` if the database failed meanwhile, whoever has dealt with that error."""
        if self.broken:
            raise RuntimeError("a statement failed among those gathered: none of it can stand")

    def put_in(self) -> None:
        """Write what waits: all the rows of a table together, tables in the order in which an act writes them."""
        if self._act.rows:
            raise ValueError("an act reads after it wrote: it could no longer be left out")
        done = self._all
        rows: dict[str, list[Any]] = {sql.NEW_FILE: []}  # first of all: an act may join what a later one brought
        self._all = _Notes()
        self._all.held, self._all.keys = done.held, done.keys
        self._all.numbers, self._all.end = done.numbers, done.end
        for statement, given in done.rows:
            rows.setdefault(statement, []).append(given)
        rows[sql.NEXT_NUMBER] = done.taken
        if sql.MOVE_HEAD in rows:
            rows[sql.MOVE_HEAD] = rows[sql.MOVE_HEAD][-1:]
        with self._or_broken():
            for statement, given in rows.items():
                written = self._connection.executemany(statement, given) if given else _DONE
                if statement == sql.CHANGE_CASE and written.rowcount != len(given):
                    raise RuntimeError(f"{len(given)} cases under lock, and {written.rowcount} of them changed")

    def _wait(self, statement: str, given: Any) -> Cursor:
        act = self._act
        act.rows.append((statement, given))
        if statement in _FINDS and (found := given[_FINDS[statement]]):
            act.found_by.add((_FINDS[statement], found))
        return _DONE

    def _ask(self, statement: str, given: Any) -> Cursor:
        with self._or_broken():
            return self._connection.execute(statement, given)

    def _all_rows(self, statement: str, name: str, values: list[str]) -> Iterator[tuple[str, list[Any]]]:
        with self._or_broken():
            rows = all_rows(self._connection, statement, [{name: each} for each in values])
        return zip(values, rows, strict=True)

    @contextmanager
    def _or_broken(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.broken = True
            raise

    def _case(self, statement: str, given: Any, columns: slice) -> Cursor:
        """A case held; another may be looked at. Where rows have locks, its own would come after the log's."""
        held = self._act.held.get(given["case_id"]) or self._all.held.get(given["case_id"])
        if held is not None:
            return Answer(held[columns])
        if not statement:
            raise ValueError(f"the case {given['case_id']} was not among those to be held")
        return self._ask(statement, given)

    def _stands(self, statement: str, name: str, given: Any) -> Cursor:
        """A case's new row: one case's acts are not put in together, where an act's order is no longer theirs."""
        case = given[name]
        if ("case", case) in self._all.found_by:
            self.put_in()
        self._changed.add(case)
        self._act.held[case] = Held(*(given[each] for each in Held._fields))
        self._act.found_by.add(("case", case))
        return self._wait(statement, given)

    def _renamed(self, statement: str, given: Any) -> Cursor:
        """Another respondent than before: whoever looks for either of them has to find what is so now."""
        self._act.found_by |= {_ANOTHER, ("subject", given.get("subject", ""))}
        return self._wait(statement, given)

    def _look(self, statement: str, name: str, given: Any) -> Cursor:
        found = name, given[name]
        if found in self._all.found_by or (name == "subject" and _ANOTHER in self._all.found_by):
            self.put_in()
        elif found in self._absent:
            return _DONE
        return self._ask(statement, given)

    def _file(self, given: Any) -> Cursor:
        digest = given["sha256"]
        waits = any(row[0] == sql.NEW_FILE and row[1]["sha256"] == digest for row in (*self._all.rows, *self._act.rows))
        return Answer((digest,)) if waits else self._ask(sql.FILE_KNOWN, given)

    def _end_of_log(self, given: Any) -> Cursor:
        if self._all.end is None:
            self._all.end = self._ask(sql.HEAD + self._lock, given).fetchone()
        return Answer(self._act.end or self._all.end)

    def _end_with_key(self, given: Any) -> Cursor:
        seq, latest = self._end_of_log(given).fetchone()
        case = given["case_id"]
        return Answer((seq, latest, self._all.keys[case]))

    def _person_key(self, given: Any) -> Cursor:
        self._act.keys[given["case_id"]] = given["wrapped"]
        return self._wait(sql.NEW_PERSON_KEY, given)

    def _alone(self, given: Any) -> Cursor:
        raise ValueError(f"an act that destroys the key of the case {given['id']} is made safe by itself")

    def _move_end(self, given: Any) -> Cursor:
        self._act.end = given["seq"], given["recorded_at"]
        return self._wait(sql.MOVE_HEAD, given)

    def _number(self, given: Any) -> Cursor:
        series = given["series"], given["body"], given["year"]
        last = self._act.numbers.get(series) or self._all.numbers.get(series)
        if last is None:
            row = self._ask(sql.LAST_NUMBER, given).fetchone()
            last = row[0] if row else 0
        self._act.numbers[series] = last + 1
        self._act.taken.append(given)
        return Answer((last + 1,))

    def _paper(self, given: Any) -> Cursor:
        number = next(self._papers)
        self._wait(sql.NUMBERED_PAPER, {**given, "id": number})
        return Answer((number,))
