"""Changing the master key: every key of a case is wrapped again, and none is ever without a master key that opens it.

In this order, each step safe on disk before the next: the new key in a file (``.nova``); that it is begun, in the
record; the old one under its number, and the new one in its place; the rows, some at a time; what came in meanwhile and
that it is done, together. Cut short anywhere and asked again, it goes on. What a case's key sealed is not touched, and
a key destroyed stays so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from storage import sql
from storage.connection import Connection
from storage.database import Database
from storage.erasure import scrub
from storage.faults import Damaged, MasterKeyLost, ReadOnly, StorageFault, file_faults
from storage.instants import instant_text, read_instant
from storage.person_keys import BadSeal, PersonKeys, make_master, number_in, number_of, read_master, retired
from storage.workplace import alone_in, sync_folder

NEW = ".nova"
"""What follows the master key's name in the file of the one that is to take its place."""
_AT_A_TIME = 200


class NothingToRotate(StorageFault):
    """There is no master key yet: the first case makes it."""


class Rotation(NamedTuple):
    """The ``id``-th entry: a change of the master key ``old`` for the ``new``, begun; or done, over so many keys."""

    id: int
    at: datetime
    person: str
    approved_by: str
    old: str
    new: str
    keys: int | None = None


def rotations(database: Database) -> list[Rotation]:
    """Every change of the master key, begun and done, in order."""
    with database.reading() as connection:
        return _all(connection)


def rotate(database: Database, now: datetime, *, person: str, approved_by: str) -> Rotation:
    """Change the master key, or finish a change that was begun; gives the entry that says it is done.

    Whoever acts meanwhile waits some hundredths of a second at most; another who changes it, to the end. Raises
    ``NothingToRotate``, ``MasterKeyLost``, ``Damaged`` for a key that nothing opens, another ``StorageFault``; asked
    again, it goes on from there.
    """
    if database.closed:
        raise ReadOnly(database.closed)
    if not database.keys.path.parent.is_dir():
        raise _nothing(database.keys.path)
    with file_faults(database.keys.path.parent), alone_in(database.keys.path.parent):
        entry = Rotation(0, now, person, approved_by, "", "")
        begun = _begun(database, entry)
        _put_in_place(database.keys.path, begun)
        number, after = bytes.fromhex(begun.new), ""
        while page := _page(database, after):
            after = page[-1][0]
            _rewrap(database, [each for each in page if number_in(each[2]) != number])
        done = _done(database, entry._replace(old=begun.old, new=begun.new))
        scrub(database)
        return done


def _begun(database: Database, entry: Rotation) -> Rotation:
    """The change that was begun and is not done; else a new one, its key safe on disk."""
    found = rotations(database)
    if found and found[-1].keys is None:
        return found[-1]
    master = database.keys.path
    if not master.exists():
        raise _nothing(master)
    old, making = number_of(read_master(master)), _new(master)
    make_master(making)
    entry = entry._replace(old=old.hex(), new=number_of(read_master(making)).hex())
    with database.writing() as connection:
        connection.execute(sql.HEAD + database.lock)
        found = _all(connection)
        if found and found[-1].keys is None:
            return found[-1]
        return _add(connection, entry, found)


def _put_in_place(master: Path, begun: Rotation) -> None:
    """The old key under its number, and then, at once, the new one where the old one was."""
    if _number(master) == begun.new:
        return
    making, kept = _new(master), retired(master, bytes.fromhex(begun.old))
    if _number(master) != begun.old or not making.exists() or _number(making) != begun.new:
        raise MasterKeyLost(
            f"Uma troca da chave-mestra {begun.old} pela {begun.new} ficou a meio, e {master} e {making.name} não são "
            "essas duas. Ponha-as de volta e repita o comando; nada foi alterado."
        )
    with file_faults(master.parent):
        if not kept.exists():
            os.link(master, kept)
        sync_folder(master.parent)
        making.replace(master)
        sync_folder(master.parent)


def _page(database: Database, after: str) -> list[tuple[str, str, bytes]]:
    with database.reading() as connection:
        return _rows(connection.execute(sql.KEYS_AFTER, {"after": after, "limit": _AT_A_TIME}).fetchall())


def _rewrap(database: Database, rows: list[tuple[str, str, bytes]]) -> None:
    if not rows:
        return
    changes = _changes(database.keys, rows)
    with database.writing() as connection:
        connection.execute(sql.HEAD + database.lock)
        connection.executemany(sql.REWRAP, changes)


def _done(database: Database, entry: Rotation) -> Rotation:
    """What came in under the old key meanwhile, and that all is done, in one transaction: nobody writes in between."""
    with database.writing() as connection:
        connection.execute(sql.HEAD + database.lock)
        found = _all(connection)
        if found[-1].keys is not None:
            return found[-1]
        left = _rows(connection.execute(sql.KEYS_LEFT, {"number": bytes.fromhex(entry.new)}).fetchall())
        if left:
            connection.executemany(sql.REWRAP, _changes(database.keys, left))
        (live,) = connection.execute(sql.KEYS_LIVE).fetchone()
        return _add(connection, entry._replace(keys=int(live)), found)


def _changes(keys: PersonKeys, rows: Iterable[tuple[str, str, bytes]]) -> list[dict[str, object]]:
    """What each row is to hold; one that was changed or destroyed since it was read is left as it is."""
    found: list[dict[str, object]] = []
    for key, case, wrapped in rows:
        try:
            found.append({"key": key, "from": wrapped, "to": keys.rewrapped(case, wrapped)})
        except BadSeal as error:
            raise Damaged(
                f"A chave dos dados do processo {case} não se abre com a chave-mestra que a embrulhou: foi alterada. "
                "Veja devido verify. A troca da chave-mestra fica por acabar, e o que já se abria abre-se."
            ) from error
    return found


def _add(connection: Connection, entry: Rotation, others: list[Rotation]) -> Rotation:
    entry = entry._replace(id=1 + len(others))
    connection.execute(sql.ADD_ROTATION, entry._asdict() | {"at": instant_text(entry.at)})
    return entry


def _all(connection: Connection) -> list[Rotation]:
    rows = connection.execute(sql.ROTATIONS).fetchall()
    return [Rotation(number, read_instant(at), *rest) for number, at, *rest in rows]


def _rows(rows: Iterable[tuple[str, str, bytes]]) -> list[tuple[str, str, bytes]]:
    return [(key, case, bytes(wrapped)) for key, case, wrapped in rows]


def _nothing(master: Path) -> NothingToRotate:
    return NothingToRotate(f"Não há {master}: a chave-mestra nasce com o primeiro processo, e não há o que trocar.")


def _new(master: Path) -> Path:
    return master.with_name(f"{master.name}{NEW}")


def _number(master: Path) -> str:
    return number_of(read_master(master)).hex()
