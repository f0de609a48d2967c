"""Checkpoints: the log at a size, signed only when it continues all that was signed before, and kept for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from storage import sql
from storage.connection import Connection
from storage.database import Database
from storage.faults import KeyLost, PastChanged
from storage.instants import instant_text
from storage.log_tree import LogTree
from storage.merkle import BadProof, consistency, inclusion, require_consistency, require_inclusion
from storage.notes import Checkpoint, Proof, Verifier, read_checkpoint, read_verifier, require_signed
from storage.signing import SigningKey, is_signed, read_anchor


class Published(NamedTuple):
    """A root that an edition of the gazette bears."""

    edition: str
    day: date
    checkpoint: Checkpoint


class Checkpoints:
    """The town's checkpoints. Raises a ``StorageFault`` when the database or the key cannot do what is asked."""

    def __init__(self, database: Database, key: SigningKey) -> None:
        self.database = database
        self.key = key
        self._end_held = sql.HEAD + database.lock

    def sign(self, now: datetime) -> Checkpoint:
        """The whole log as it is now, signed; the last one again if nothing was recorded since.

        First the new acts are hashed again from their bytes, and the tree is shown to continue the last one in the
        database and the last one the key remembers. Raises ``PastChanged``, ``KeyLost``.
        """
        with self.database.writing() as connection:
            _, signed = self._sign(connection, now)
        self.key.remember(signed)
        return signed

    def publish(self, edition: str, day: date, least: int, now: datetime) -> Checkpoint:
        """The checkpoint whose root an edition bears: its own if that covers position ``least``, else a new one."""
        with self.database.writing() as connection:
            connection.execute(self._end_held)
            row = connection.execute(
                sql.CHECKPOINT_OF_EDITION, {"edition": edition, "least": least, "limit": 1}
            ).fetchone()
            if row is not None:
                signed = read_checkpoint(row[0])
            else:
                row_id, signed = self._sign(connection, now)
                connection.execute(sql.PUBLISH, {"edition": edition, "checkpoint": row_id, "day": day.isoformat()})
        if row is None:
            self.key.remember(signed)
        else:
            self._remember_again(signed)
        return signed

    def verifiers(self) -> list[Verifier]:
        """The keys that have signed this log, the one that signs now first. Raises ``KeyLost``."""
        mine = self.key.verifier()
        with self.database.reading() as connection:
            used = [read_verifier(key) for (key,) in connection.execute(sql.CHECKPOINT_KEYS)]
        return [mine, *(each for each in used if each != mine)]

    def latest(self) -> Checkpoint | None:
        """The last one signed."""
        with self.database.reading() as connection:
            row = connection.execute(sql.LATEST_CHECKPOINT, {"limit": 1}).fetchone()
            return read_checkpoint(row[1]) if row else None

    def before(self, seq: int) -> Checkpoint | None:
        """The last one signed before the act at that position was recorded: what the act's papers can bear."""
        with self.database.reading() as connection:
            row = connection.execute(sql.CHECKPOINT_BEFORE, {"seq": seq, "limit": 1}).fetchone()
            return read_checkpoint(row[1]) if row else None

    def published(self, least: int = 0) -> list[Published]:
        """What editions bear, from a size on, in the order of signing."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.PUBLISHED, {"least": least}).fetchall()
            return [Published(edition, date.fromisoformat(day), read_checkpoint(note)) for edition, day, note in rows]

    def size(self) -> int:
        """How many acts the log has now."""
        with self.database.reading() as connection:
            return int(connection.execute(sql.HEAD).fetchone()[0])

    def root_at(self, size: int) -> bytes:
        """The root that the log had at a size, from the acts as they are now. Raises ``PastChanged``."""
        with self.database.reading() as connection:
            require_as_long(connection, size, "a raiz pedida")
            return LogTree(connection).span(0, size)

    def proof(self, seq: int, checkpoint: Checkpoint, extra: bytes = b"") -> Proof:
        """That the act at a position is in a checkpoint's log. Raises ``PastChanged`` if it is not, any more."""
        with self.database.reading() as connection:
            tree = LogTree(connection)
            path = tuple(inclusion(tree.span, seq - 1, checkpoint.size))
            proof = Proof(index=seq - 1, path=path, checkpoint=checkpoint, extra=extra)
            with _as_change():
                require_inclusion(tree.leaves(seq - 1, seq)[0], seq - 1, checkpoint.size, path, checkpoint.root)
            return proof

    def continued(self, before: Checkpoint, after: Checkpoint) -> tuple[bytes, ...]:
        """The path that shows one checkpoint's log as the start of another's. Raises ``PastChanged``."""
        with self.database.reading() as connection:
            path = tuple(consistency(LogTree(connection).span, before.size, after.size))
            with _as_change():
                require_consistency(before.size, before.root, after.size, after.root, path)
            return path

    def _remember_again(self, published: Checkpoint) -> None:
        """Whoever signed it may have been killed before the key remembered it. What it did not sign it never does."""
        if self.key.there:
            with suppress(BadProof, KeyLost):
                require_signed(published.note, self.key.verifier(), is_signed)
                self.key.remember(published)

    def _sign(self, connection: Connection, now: datetime) -> tuple[int, Checkpoint]:
        size, latest = connection.execute(self._end_held).fetchone()
        row = connection.execute(sql.LATEST_CHECKPOINT, {"limit": 1}).fetchone()
        with _as_change():
            last = read_checkpoint(row[1]) if row else None
            remembered = self.key.remembered()
        if last is None and remembered is None:
            self.key.make()
        verifier = self.key.verifier()
        before = [each for each in (last, remembered) if each is not None]
        for each in before:
            require_as_long(connection, each.size, "o ponto de controle assinado")
        tree = LogTree(connection)
        tree.read_again(max((each.size for each in before), default=0), size)
        tree.keep_blocks(size)
        root = tree.span(0, size)
        with _as_change():
            if last is not None:
                require_signed(last.note, read_verifier(row[2]), is_signed)
            for each in before:
                require_consistency(each.size, each.root, size, root, consistency(tree.span, each.size, size))
        if last is not None and last.size == size and row[2] == str(verifier):
            return row[0], last
        signed = self.key.sign(size, root)
        given = {"size": size, "root": root, "note": signed.note, "key": str(verifier)}
        at = max(instant_text(now), latest)
        (row_id,) = connection.execute(sql.NEW_CHECKPOINT, given | {"signed_at": at}).fetchone()
        return row_id, signed


@contextmanager
def _as_change() -> Iterator[None]:
    try:
        yield
    except BadProof as error:
        raise PastChanged(f"O registro já não é o que foi assinado: {error}. Rode devido verify.") from error


def close_if_older(database: Database, key: SigningKey, anchor: Path) -> None:
    """Let nothing be written into a record older than what its key signed: what it lost would be lost for good.

    Nor into one older than what a restoration knew of it and kept in ``anchor``.
    """
    try:
        known = (
            (key.remembered(), "o último ponto de controle assinado"),
            (read_anchor(anchor, key.origin), f"o que a restauração soube dele ({anchor.name})"),
        )
        for kept, said in known:
            if kept is not None:
                with database.reading() as connection:
                    require_as_long(connection, kept.size, said)
    except (BadProof, PastChanged, KeyLost) as fault:
        database.closed = f"{fault} Até lá o registro só se lê."


def require_as_long(connection: Connection, size: int, said: str) -> None:
    """Refuse if the log is shorter than what was signed or published of it. Raises ``PastChanged``."""
    (end, _) = connection.execute(sql.HEAD).fetchone()
    if end < size:
        missing = "falta 1 ato" if size - end == 1 else f"faltam {size - end} atos"
        raise PastChanged(
            f"O registro vai até a posição {end}, e {said}, até a {size}: {missing}. "
            "Este banco é mais velho do que o que se assinou; restaure a cópia mais nova."
        )
