"""The Merkle tree over the town's log, as the database keeps it: leaves beside the acts, and the roots of whole blocks.

A block is 256 leaves; its root is kept when a checkpoint is signed. A root of a million acts is then made from four
thousand hashes, and the path of one act from those and the leaves of its own block.
"""

from __future__ import annotations

from storage import sql
from storage.canonical import leaf_of
from storage.connection import Connection, one_by_one
from storage.faults import PastChanged
from storage.merkle import root_of

BLOCK = 256


class LogTree:
    """The tree as it stands in one transaction; ``span`` is what ``storage.merkle`` makes proofs from."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def span(self, start: int, end: int) -> bytes:
        """The root of the leaves from index ``start`` up to ``end``: a part of the tree, starting where parts do."""
        parts: list[bytes] = []
        if start % BLOCK == 0 and end - start >= BLOCK:
            asked = {"start": start // BLOCK, "end": end // BLOCK}
            parts = [root for (root,) in self.connection.execute(sql.BLOCKS, asked)]
            start += BLOCK * len(parts)
        leaves = self.leaves(start, end)
        parts += [root_of(leaves[at : at + BLOCK]) for at in range(0, len(leaves), BLOCK)]
        return root_of(parts)

    def leaves(self, start: int, end: int) -> list[bytes]:
        """The leaves from index ``start`` up to ``end``, as kept beside their acts. Raises ``PastChanged``."""
        found = [leaf for (leaf,) in self.connection.execute(sql.LEAVES, {"start": start, "end": end})]
        if len(found) != end - start:
            raise PastChanged(f"Faltam atos no registro entre as posições {start + 1} e {end}. Nada foi gravado.")
        return found

    def read_again(self, start: int, end: int) -> None:
        """Hash again the bytes of the acts after position ``start``, up to ``end``. Raises ``PastChanged``."""
        for seq, leaf, record in one_by_one(self.connection, sql.RECORDS_BETWEEN, {"start": start, "end": end}):
            if leaf_of(record) != leaf:
                raise PastChanged(f"Os bytes do ato na posição {seq} não têm o resumo registrado. Nada foi gravado.")

    def keep_blocks(self, size: int) -> None:
        """Keep the roots of the blocks that are whole by now."""
        (kept,) = self.connection.execute(sql.BLOCKS_KEPT).fetchone()
        for ordinal in range(kept, size // BLOCK):
            root = root_of(self.leaves(ordinal * BLOCK, (ordinal + 1) * BLOCK))
            self.connection.execute(sql.NEW_BLOCK, {"ordinal": ordinal, "root": root})
