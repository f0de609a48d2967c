"""A disk whose power may fail: SQLite's writes recorded through a VFS, and what a cut at any of them may leave.

Between two syncs of a file the disk keeps what it likes of what was written: all, nothing, some of it in any order,
some sectors of one write, noise in a sector that was being written. What was synced stays: it does not lie about that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import apsw

SECTOR = 512


class Done(NamedTuple):
    """One thing done to a file, or, without a file, an answer given: its ordinal is ``offset``."""

    file: str
    kind: str
    offset: int = 0
    data: bytes = b""


@dataclass
class Recorder(apsw.VFS):
    """The system's files, with what is written to them told to ``log``."""

    name: str
    log: list[Done] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(self.log, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:
        super().xDelete(name, syncdir)
        self.log.append(Done(Path(name).name, "delete", int(syncdir)))


class _File(apsw.VFSFile):
    def __init__(self, log: list[Done], name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.log = log
        self.file = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name if name else ""

    def _tell(self, kind: str, offset: int = 0, data: bytes = b"") -> None:
        if self.file:
            self.log.append(Done(self.file, kind, offset, data))

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._tell("write", offset, bytes(data))

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self._tell("truncate", size)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._tell("sync")


class Recorded:
    """A connection through the recorder, spoken to as the product speaks to sqlite3's."""

    def __init__(self, path: str, recorder: Recorder) -> None:
        self.driver = apsw.Connection(path, vfs=recorder.name)

    @property
    def in_transaction(self) -> bool:
        return self.driver.in_transaction

    def execute(self, sql: str, parameters: Any = (), /) -> Answer:
        rows = self.driver.cursor().execute(sql, parameters).fetchall()
        return Answer(rows, self.driver.changes())

    def executemany(self, sql: str, parameters: Any, /) -> Answer:
        return Answer(self.driver.cursor().executemany(sql, parameters).fetchall(), -1)

    def close(self) -> None:
        self.driver.close()


@dataclass
class Answer:
    rows: Sequence[Any]
    rowcount: int

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def fetchone(self) -> Any:
        return next(iter(self.rows), None)

    def fetchall(self) -> Sequence[Any]:
        return self.rows


class Image(NamedTuple):
    """What a cut left: the files, how many answers had been given, and where and how it was cut."""

    files: dict[str, bytes]
    answers: int
    told: str


def images(before: dict[str, bytes], log: Sequence[Done], many: int, seed: int) -> Iterator[Image]:
    """``many`` cuts spread over what was done since the files were as ``before``."""
    chance = random.Random(seed)
    cuts = sorted(chance.randrange(len(log) + 1) for _ in range(many))
    held, waiting, answers, done = dict(before), list[Done](), 0, 0
    for cut in cuts:
        for each in log[done:cut]:
            if each.kind == "answer":
                answers = each.offset
            elif each.kind == "sync" or (each.kind == "delete" and each.offset):
                mine = [one for one in (*waiting, each) if one.file == each.file and one.kind != "sync"]
                _apply(held, mine)
                waiting = [one for one in waiting if one.file != each.file]
            else:
                waiting.append(each)
        done = cut
        way = chance.choice(("all", "none", "some", "some", "torn", "torn", "noise"))
        files = dict(held)
        _apply(files, _left_of(waiting, way, chance))
        yield Image(files, answers, f"seed {seed}, cut at {cut} of {len(log)}, {way} of {len(waiting)}")


def _left_of(waiting: Sequence[Done], way: str, chance: random.Random) -> list[Done]:
    """What stays of what was not yet synced."""
    if way == "all":
        return list(waiting)
    if way == "none" or not waiting:
        return []
    kept = [each for each in waiting if chance.random() < 0.6] if chance.random() < 0.7 else list(waiting)
    if way == "some":
        return kept
    if way == "noise":
        struck = chance.choice(waiting)
        left = [each for each in waiting if each is struck or any(each is one for one in kept)]
        return [part for each in left for part in (_noisy(each, chance) if each is struck else [each])]
    return [part for each in kept for part in (_torn(each, chance) if chance.random() < 0.5 else [each])]


def _sectors(write: Done) -> list[Done]:
    """A write in parts, as the disk's sectors cut it."""
    start, end, parts = write.offset, write.offset + len(write.data), []
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        parts.append(write._replace(offset=start, data=write.data[start - write.offset : stop - write.offset]))
        start = stop
    return parts


def _torn(write: Done, chance: random.Random) -> list[Done]:
    parts = _sectors(write) if write.kind == "write" else [write]
    where = chance.randrange(len(parts) + 1)
    how = chance.randrange(3)
    if how == 0:
        return parts[:where]
    return parts[where:] if how == 1 else [part for part in parts if chance.random() < 0.5]


def _noisy(write: Done, chance: random.Random) -> list[Done]:
    if write.kind != "write":
        return []
    parts = _sectors(write)
    struck = chance.randrange(len(parts))
    parts[struck] = parts[struck]._replace(data=chance.randbytes(len(parts[struck].data)))
    return parts


def _apply(files: dict[str, bytes], done: Sequence[Done]) -> None:
    changed: dict[str, bytearray] = {}
    for each in done:
        if each.kind == "delete":
            changed.pop(each.file, None)
            files.pop(each.file, None)
            continue
        if each.file not in changed:
            changed[each.file] = bytearray(files.get(each.file, b""))
        content = changed[each.file]
        if each.kind == "truncate":
            size = each.offset
            content[size:] = b""
            content.extend(bytes(size - len(content)))
        else:
            content.extend(bytes(max(0, each.offset - len(content))))
            content[each.offset : each.offset + len(each.data)] = each.data
    files.update({file: bytes(content) for file, content in changed.items()})
