"""The Merkle tree of RFC 6962: roots, and proofs that a leaf is in a tree or that a tree only grew.

Leaves are given as digests (``storage.canonical.leaf_of``). Proofs are made from ``span``, whatever keeps the hashes;
they are checked by the algorithms of RFC 9162, section 2.1, which say the same in steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeAlias

from workflow.errors import DevidoError

Span: TypeAlias = Callable[[int, int], bytes]
"""The root of the leaves from one index up to another, which is left out; ``(0, size)`` is the root of all."""

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""


class BadProof(DevidoError):
    """A proof that proves nothing; the message names the check that failed."""


def node_of(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 ‖ left ‖ right)."""
    return sha256(b"\x01" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over these hashes, taken in pairs, level by level; one left over goes up as it is."""
    level = list(leaves)
    if not level:
        return EMPTY
    while len(level) > 1:
        pairs = iter(level)
        above = [sha256(b"\x01" + left + right).digest() for left, right in zip(pairs, pairs, strict=False)]
        if len(level) & 1:
            above.append(level[-1])
        level = above
    return level[0]


class Growing:
    """A tree that grows leaf by leaf and keeps only the roots of its complete parts, the largest first."""

    __slots__ = ("peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """The next leaf. Every complete pair of equals becomes one."""
        size, peaks = self.size, self.peaks
        while size & 1:
            leaf = sha256(b"\x01" + peaks.pop() + leaf).digest()
            size >>= 1
        peaks.append(leaf)
        self.size += 1

    @property
    def root(self) -> bytes:
        """The root of all leaves up to now."""
        if not self.peaks:
            return EMPTY
        root = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            root = node_of(peak, root)
        return root


class Tree:
    """All the hashes of a tree, level by level, in memory: 64 bytes a leaf and what Python adds."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.levels = [list(leaves)]
        while len(below := self.levels[-1]) > 1:
            pairs = iter(below)
            self.levels.append([sha256(b"\x01" + a + b).digest() for a, b in zip(pairs, pairs, strict=False)])

    def span(self, start: int, end: int) -> bytes:
        """The root of the leaves from ``start`` up to ``end``, as proofs ask for it: starting where a part starts."""
        parts = []
        while start < end:
            height = min((start & -start).bit_length() - 1 if start else 64, (end - start).bit_length() - 1)
            parts.append(self.levels[height][start >> height])
            start += 1 << height
        if not parts:
            return EMPTY
        root = parts[-1]
        for part in reversed(parts[:-1]):
            root = node_of(part, root)
        return root


def _split(count: int) -> int:
    """The largest power of two below a count of two or more: where RFC 6962 parts a tree."""
    return 1 << (count - 1).bit_length() - 1


def inclusion(span: Span, index: int, size: int) -> list[bytes]:
    """PATH(index, D[size]): the hashes beside the way from a leaf, counted from 0, up to the root."""
    if not 0 <= index < size:
        raise ValueError(f"no leaf {index} in a tree of {size}")
    start, end, path = 0, size, []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(span(middle, end))
            end = middle
        else:
            path.append(span(start, middle))
            start = middle
    return path[::-1]


def consistency(span: Span, before: int, size: int) -> list[bytes]:
    """PROOF(before, D[size]): what shows that the tree of ``before`` leaves is the start of the one of ``size``."""
    if not 0 <= before <= size:
        raise ValueError(f"a tree of {size} was never one of {before}")
    if before in (0, size):
        return []
    start, end, path = 0, size, []
    while before != end:
        middle = start + _split(end - start)
        if before <= middle:
            path.append(span(middle, end))
            end = middle
        else:
            path.append(span(start, middle))
            start = middle
    if start:
        path.append(span(start, end))
    return path[::-1]


def require_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """Refuse unless the path leads from that leaf at that index to the root. Raises ``BadProof``."""
    if not 0 <= index < size:
        raise BadProof(f"a árvore de {size} atos não tem a posição {index + 1}")
    at, last, found = index, size - 1, leaf
    for each in path:
        if not last:
            raise BadProof(f"o caminho tem mais resumos do que a posição {index + 1} de uma árvore de {size} pede")
        if at & 1 or at == last:
            found = node_of(each, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = node_of(found, each)
        at, last = at >> 1, last >> 1
    if last:
        raise BadProof(f"o caminho tem menos resumos do que a posição {index + 1} de uma árvore de {size} pede")
    if found != root:
        raise BadProof(f"o caminho da posição {index + 1} não leva à raiz da árvore de {size}")


def require_consistency(before: int, old: bytes, size: int, root: bytes, path: Sequence[bytes]) -> None:
    """Refuse unless the tree ``old`` of ``before`` leaves is the start of the one of ``size``. Raises ``BadProof``."""
    if not 0 <= before <= size:
        raise BadProof(f"uma árvore de {size} atos não continua uma de {before}: o registro encolheu")
    if before in (0, size):
        if path or old != (root if before else EMPTY):
            raise BadProof(f"as duas raízes da árvore de {before} atos não são a mesma")
        return
    hashes = [old, *path] if before & (before - 1) == 0 else list(path)
    if not hashes:
        raise BadProof("falta o caminho entre as duas árvores")
    at, last = before - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    was = now = hashes[0]
    for each in hashes[1:]:
        if not last:
            raise BadProof("o caminho entre as duas árvores tem resumos a mais")
        if at & 1 or at == last:
            was, now = node_of(each, was), node_of(each, now)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            now = node_of(now, each)
        at, last = at >> 1, last >> 1
    if last or was != old or now != root:
        raise BadProof(f"a árvore de {size} atos não continua a de {before}: algo antes dela mudou")
