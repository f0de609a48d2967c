"""RFC 6962, section 2.1, word for word and as slow as it reads: the second opinion on trees and proofs."""

from hashlib import sha256


def _split(count):
    k = 1
    while k * 2 < count:
        k *= 2
    return k


def mth(entries):
    """MTH(D[n])."""
    if not entries:
        return sha256().digest()
    if len(entries) == 1:
        return sha256(b"\x00" + entries[0]).digest()
    k = _split(len(entries))
    return sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m, entries):
    """PATH(m, D[n])."""
    if len(entries) == 1:
        return []
    k = _split(len(entries))
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def proof(m, entries):
    """PROOF(m, D[n])."""
    return _subproof(m, entries, whole=True)


def _subproof(m, entries, *, whole):
    if m == len(entries):
        return [] if whole else [mth(entries)]
    k = _split(len(entries))
    if m <= k:
        return [*_subproof(m, entries[:k], whole=whole), mth(entries[k:])]
    return [*_subproof(m - k, entries[k:], whole=False), mth(entries[:k])]
