"""Trees and proofs: as published, as the RFC's own words make them, and no forged proof passes."""

from __future__ import annotations

import random

import pytest

from app import offline_verifier as offline
from storage.canonical import leaf_of
from storage.merkle import (
    EMPTY,
    BadProof,
    Growing,
    Tree,
    consistency,
    inclusion,
    require_consistency,
    require_inclusion,
    root_of,
)
from tests.storage import naive_merkle as naive

# The entries, roots and proofs that implementations of RFC 6962 have shared since 2012.
PUBLISHED = [
    bytes.fromhex(each)
    for each in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = """
    e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d
    fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125
    aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77
    d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7
    4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4
    76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef
    ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c
    5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328
""".split()
PATHS = {
    (0, 8): """96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7
               5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e
               6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4""",
    (5, 8): """bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b
               ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0
               d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7""",
    (2, 3): "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    (0, 1): "",
}
GROWTHS = {
    (1, 1): "",
    (1, 8): """96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7
               5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e
               6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4""",
    (6, 8): """0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a
               ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0
               d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7""",
    (2, 5): """5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e
               bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b""",
}


def hashes(text):
    return [bytes.fromhex(each) for each in text.split()]


def leaves(entries):
    return [leaf_of(each) for each in entries]


@pytest.mark.parametrize(("size", "root"), list(enumerate(ROOTS)))
def test_roots_are_the_published_ones(size, root):
    grown = Growing()
    for each in leaves(PUBLISHED[:size]):
        grown.add(each)
    assert {root_of(leaves(PUBLISHED[:size])).hex(), grown.root.hex(), naive.mth(PUBLISHED[:size]).hex()} == {root}


@pytest.mark.parametrize(("at", "path"), list(PATHS.items()))
def test_paths_are_the_published_ones(at, path):
    index, size = at
    found = inclusion(Tree(leaves(PUBLISHED[:size])).span, index, size)
    assert found == hashes(path) == naive.path(index, PUBLISHED[:size])
    require_inclusion(leaf_of(PUBLISHED[index]), index, size, found, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("sizes", "path"), list(GROWTHS.items()))
def test_growth_is_shown_as_published(sizes, path):
    before, size = sizes
    found = consistency(Tree(leaves(PUBLISHED[:size])).span, before, size)
    assert found == hashes(path)
    require_consistency(before, bytes.fromhex(ROOTS[before]), size, bytes.fromhex(ROOTS[size]), found)


def agrees(dice, most):
    """One random tree: three ways to its root, two to each proof, and three to check them, all saying the same."""
    entries = [dice.randbytes(dice.randrange(40)) for _ in range(dice.randrange(1, most))]
    size, digests = len(entries), leaves(entries)
    root, tree, grown = naive.mth(entries), Tree(digests), Growing()
    for each in digests:
        grown.add(each)
    assert root_of(digests) == tree.span(0, size) == grown.root == root
    index, before = dice.randrange(size), dice.randrange(1, size + 1)
    path = inclusion(tree.span, index, size)
    assert path == naive.path(index, entries)
    require_inclusion(digests[index], index, size, path, root)
    assert offline.climbed(digests[index], index, size, path) == root
    path, old = consistency(tree.span, before, size), naive.mth(entries[:before])
    assert path == naive.proof(before, entries)
    require_consistency(before, old, size, root, path)
    assert offline.grown(before, size, path, old) == (old, root)


def test_the_two_implementations_and_the_offline_one_agree_on_five_hundred_random_trees():
    dice = random.Random(6962)
    for _ in range(500):
        agrees(dice, 90)


@pytest.mark.heavy
def test_they_agree_on_ten_thousand_random_trees():
    dice = random.Random(9162)
    for _ in range(10_000):
        agrees(dice, 200)


def test_every_proof_of_every_tree_up_to_forty_leaves_is_the_rfcs():
    entries = [bytes([each]) for each in range(40)]
    for size in range(1, 41):
        tree = Tree(leaves(entries[:size]))
        for index in range(size):
            assert inclusion(tree.span, index, size) == naive.path(index, entries[:size])
            assert consistency(tree.span, index + 1, size) == naive.proof(index + 1, entries[:size])


def offline_inclusion(leaf, index, size, path, root):
    offline.need(0 <= index < size, "position")  # as offline.place does
    offline.need(offline.climbed(leaf, index, size, path) == root, "root")


def offline_consistency(before, old, size, root, path):
    offline.need(0 < before <= size, "size")  # as offline.compare does
    offline.need(offline.grown(before, size, path, old) == (old, root), "root")


def flipped(dice, digest):
    bit = 1 << dice.randrange(256)
    return (int.from_bytes(digest) ^ bit).to_bytes(32)


def mutants(dice, path, *, numbers, digests):
    """Ways to forge: a bit of any hash, the path cut, made longer, turned round; each number moved; hashes swapped."""
    for at in range(len(path)):
        yield [*path[:at], flipped(dice, path[at]), *path[at + 1 :]], numbers, digests
        yield [*path[:at], *path[at + 1 :]], numbers, digests
    yield [*path, dice.randbytes(32)], numbers, digests
    yield [dice.randbytes(32), *path], numbers, digests
    yield [*path, path[-1] if path else bytes(32)], numbers, digests
    if path != path[::-1]:
        yield path[::-1], numbers, digests
    for at, value in enumerate(numbers):
        for moved in (value - 1, value + 1, value * 2 + 1):
            yield path, [*numbers[:at], moved, *numbers[at + 1 :]], digests
    for at, value in enumerate(digests):
        yield path, numbers, [*digests[:at], flipped(dice, value), *digests[at + 1 :]]
    if digests[0] != digests[1]:
        yield path, numbers, digests[::-1]


def refused(check, *args):
    with pytest.raises((BadProof, AssertionError, ValueError, RecursionError)):
        check(*args)


def test_six_hundred_forged_proofs_are_refused_by_both_verifiers():
    dice, count = random.Random(600), 0
    entries = [dice.randbytes(9) for _ in range(61)]
    digests = leaves(entries)
    while count < 600:
        size = dice.randrange(2, 62)
        tree, root = Tree(digests[:size]), root_of(digests[:size])
        index, before = dice.randrange(size), dice.randrange(1, size)
        path = inclusion(tree.span, index, size)
        for forged, (at, of), (leaf, top) in mutants(dice, path, numbers=[index, size], digests=[digests[index], root]):
            if (at, of) != (index, size) and forged == path and _same_way(index, size, at, of):
                continue
            refused(require_inclusion, leaf, at, of, forged, top)
            refused(offline_inclusion, leaf, at, of, forged, top)
            count += 1
        path, old = consistency(tree.span, before, size), root_of(digests[:before])
        for forged, (was, of), (first, last) in mutants(dice, path, numbers=[before, size], digests=[old, root]):
            refused_unless_same = (was, of) != (before, size) and forged == path
            if refused_unless_same and _same_growth(before, size, was, of):
                continue
            refused(require_consistency, was, first, of, last, forged)
            refused(offline_consistency, was, first, of, last, forged)
            count += 1
    assert count >= 600


def _sides(index, size):
    """The turns on the way from a leaf up to the root: left, or right."""
    sides = []
    while size > 1:
        half = 1 << (size - 1).bit_length() - 1
        left = index < half
        sides.append(left)
        index, size = (index, half) if left else (index - half, size - half)
    return sides


def _same_way(index, size, at, of):
    """Sizes are not in a path: two trees in which a leaf has the same turns have the same path, root and all."""
    return 0 <= at < of and _sides(index, size) == _sides(at, of)


def _growth(before, size):
    sides = []
    while before != size:
        half = 1 << (size - 1).bit_length() - 1
        left = before <= half
        sides.append(left)
        before, size = (before, half) if left else (before - half, size - half)
    return sides


def _same_growth(before, size, was, of):
    return 0 < was <= of and _growth(before, size) == _growth(was, of)


@pytest.mark.parametrize(("before", "size"), [(0, 3), (0, 0), (3, 3)])
def test_nothing_and_itself_are_the_start_of_any_tree(before, size):
    digests = leaves(PUBLISHED[:size])
    old = root_of(digests[:before])
    require_consistency(before, old, size, root_of(digests), [])
    refused(require_consistency, before, flipped(random.Random(1), old), size, root_of(digests), [])
    refused(require_consistency, before, old, size, root_of(digests), [EMPTY])


def test_a_tree_never_shrinks():
    with pytest.raises(BadProof, match="o registro encolheu"):
        require_consistency(5, bytes(32), 4, bytes(32), [])
    with pytest.raises(ValueError, match="never one of 5"):
        consistency(Tree([]).span, 5, 4)


def test_no_position_beyond_the_tree_has_a_proof():
    with pytest.raises(ValueError, match="no leaf 4"):
        inclusion(Tree([]).span, 4, 4)
    with pytest.raises(BadProof, match="não tem a posição 5"):
        require_inclusion(bytes(32), 4, 4, [], bytes(32))


def test_a_second_preimage_a_node_given_as_leaf_is_refused():
    """The classical attack: without apart prefixes, two leaves' node would pass for a leaf of a smaller tree."""
    digests = leaves(PUBLISHED[:2])
    refused(require_inclusion, leaf_of(digests[0] + digests[1]), 0, 1, [], root_of(digests))
