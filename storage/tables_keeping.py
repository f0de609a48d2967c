"""The tables of what keeps the record: where it ends, rounds of the clock, checkpoints, changes of the town."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, UniqueConstraint

from storage.columns import KEYED, STRICT, long, some
from storage.rows import Row, as_day, as_digest, as_instant, as_text, as_whole


class LogHead(Row, table=True):
    """One row: where the log ends. Locked after the case and before the numbers, by every transaction."""

    __tablename__ = "log_head"
    __table_args__: Any = (CheckConstraint("id = 1", name="one_row"), long("leaf"), STRICT)
    id: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seq: int = as_whole()
    leaf: bytes = as_digest()
    recorded_at: datetime = as_instant()


class ClockRoundRow(Row, table=True):
    """One round of the clock: what it did, or why it ``stopped`` and asked; ``confirmed_by`` let it go on."""

    __tablename__ = "clock_round"
    __table_args__: Any = (some("clock_round_ran", "finished_at", where="stopped = ''"), STRICT)
    id: int | None = as_whole(default=None, primary_key=True)
    started_at: datetime = as_instant()
    finished_at: datetime = as_instant()
    morning: date = as_day()
    acts: int = as_whole()
    failures: int = as_whole()
    stopped: str = as_text(default="")
    confirmed_by: str = as_text(default="")


class CheckpointRow(Row, table=True):
    """The log at a size, signed: ``note`` is the whole signed note, ``key`` the public key that signed it.

    ``id`` is their order. A new key signs again what the old one had signed, so that a size may come twice.
    """

    __tablename__ = "checkpoint"
    __table_args__: Any = (
        CheckConstraint("size >= 0", name="size_whole"),
        long("root"),
        Index("checkpoint_of_size", "size", "id"),
        STRICT,
    )
    id: int | None = as_whole(default=None, primary_key=True)
    size: int = as_whole()
    root: bytes = as_digest()
    note: str = as_text()
    key: str = as_text()
    signed_at: datetime = as_instant()


class BlockRow(Row, table=True):
    """The root of ``storage.checkpoints.BLOCK`` leaves in a row, counted from 0: a proof reads these, not the log."""

    __tablename__ = "block"
    __table_args__: Any = (CheckConstraint("ordinal >= 0", name="ordinal_counts"), long("root"), STRICT)
    ordinal: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    root: bytes = as_digest()


class PublicationRow(Row, table=True):
    """A checkpoint whose root an edition of the gazette bears; an edition made again with more in it bears another."""

    __tablename__ = "publication"
    __table_args__: Any = (ForeignKeyConstraint(["checkpoint"], ["checkpoint.id"]), KEYED)
    edition: str = as_text(primary_key=True)
    checkpoint: int = as_whole(primary_key=True)
    day: date = as_day()


class TownChangeRow(Row, table=True):
    """One change of the town's data: what was asked, by whom, under which act, and the data's digest before and after.

    ``text`` is the town's file after it. ``id`` is its order, from 1; ``key`` the digest of what was asked, so that
    the same change is made once.
    """

    __tablename__ = "town_change"
    __table_args__: Any = (UniqueConstraint("key"), STRICT)
    id: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    key: str = as_text()
    at: datetime = as_instant()
    person: str = as_text()
    approved_by: str = as_text()
    kind: str = as_text()
    act: str = as_text()
    said: str = as_text()
    old: str = as_text()
    new: str = as_text()
    text: str = as_text()


class KeyRotationRow(Row, table=True):
    """A change of the master key, begun or, with the number of ``keys`` it came to wrap, done; ``id`` is its order.

    ``old`` and ``new`` are the numbers of the master keys, which tell them apart and tell nothing of them.
    """

    __tablename__ = "key_rotation"
    __table_args__: Any = (STRICT,)
    id: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime = as_instant()
    person: str = as_text()
    approved_by: str = as_text()
    old: str = as_text()
    new: str = as_text()
    keys: int | None = as_whole(default=None)


class RestorationRow(Row, table=True):
    """One time the record was put back from a copy; ``id`` is its order, from 1."""

    __tablename__ = "restoration"
    __table_args__: Any = (
        long("root"),
        CheckConstraint("size >= 0 AND known_size >= 0 AND files_missing >= 0", name="counts"),
        STRICT,
    )
    id: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime = as_instant()
    copied_at: datetime = as_instant()
    size: int = as_whole()
    root: bytes = as_digest()
    known_size: int = as_whole()
    files_missing: int = as_whole()
