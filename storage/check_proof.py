"""Verification of what was signed: every checkpoint's root comes again from the bytes of the acts, and none is missing.

A skilled owner of the file can mend the chain of a case, the log and everything read off them. He cannot sign.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from storage.canonical import leaf_of
from storage.connection import Connection, one_by_one
from storage.findings import Finding
from storage.log_tree import BLOCK
from storage.merkle import BadProof, Growing
from storage.notes import read_checkpoint, read_verifier, require_signed
from storage.signing import SigningKey, is_signed

LAYER = "pontos de controle"
_CHECKPOINTS = "SELECT id, size, root, note, key FROM checkpoint ORDER BY id"
_RECORDS = "SELECT seq, record FROM event ORDER BY seq"


def check_checkpoints(connection: Connection, key: SigningKey) -> Iterator[Finding]:
    """Every checkpoint is signed, for this log, in order, and of the acts as they are; so is every block."""
    rows = connection.execute(_CHECKPOINTS).fetchall()
    due: defaultdict[int, set[tuple[str, bytes]]] = defaultdict(set)
    before = 0
    for row in rows:
        yield from _signed(row, key)
        if row[1] < before:
            yield Finding(LAYER, "", row[1], f"o ponto de controle de {row[1]} atos foi assinado depois do de {before}")
        before = max(before, row[1])
        due[row[1]].add(("o ponto de controle", row[2]))
    if rows and key.there and rows[-1][4] != str(key.verifier()):
        yield Finding(LAYER, "", before, f"o último ponto de controle não é da chave guardada em {key.path.name}")
    try:
        remembered = key.remembered()
    except BadProof as error:
        yield Finding(LAYER, "", 0, str(error))
    else:
        if remembered is not None:
            due[remembered.size].add((f"o último assinado, guardado em {key.memory.name},", remembered.root))
            if before < remembered.size:
                yield Finding(LAYER, "", remembered.size, "falta o último ponto de controle que a chave assinou")
    yield from _rebuilt(connection, due)


def _signed(row: Any, key: SigningKey) -> Iterator[Finding]:
    _, size, root, note, signer = row
    try:
        verifier = read_verifier(signer)
        require_signed(note, verifier, is_signed)
        found = read_checkpoint(note)
    except BadProof as error:
        yield Finding(LAYER, "", size, str(error))
        return
    if {found.origin, verifier.name} != {key.origin}:
        yield Finding(LAYER, "", size, f"o ponto de controle é do livro {found.origin}")
    if (found.size, found.root) != (size, root):
        yield Finding(LAYER, "", size, "o ponto de controle não diz o que a lista diz dele")


def _rebuilt(connection: Connection, due: dict[int, set[tuple[str, bytes]]]) -> Iterator[Finding]:
    """One pass over the bytes of all acts: the root at every size that was signed, and every block."""
    kept = dict(connection.execute("SELECT ordinal, root FROM block"))
    tree, block = Growing(), Growing()

    def at_this_size() -> Iterator[Finding]:
        for said, root in due.pop(tree.size, ()):
            if tree.root != root:
                yield Finding(LAYER, "", tree.size, f"{said} diz outra raiz do que os {tree.size} primeiros atos dão")

    yield from at_this_size()
    for _, record in one_by_one(connection, _RECORDS):
        leaf = leaf_of(record)
        tree.add(leaf)
        block.add(leaf)
        if block.size == BLOCK:
            ordinal = tree.size // BLOCK - 1
            if ordinal in kept and kept.pop(ordinal) != block.root:
                yield Finding(LAYER, "", tree.size, "a raiz guardada do bloco não é a dos atos dele")
            block = Growing()
        if tree.size in due:
            yield from at_this_size()
    for size in sorted(due):
        for said, _ in due[size]:
            yield Finding(LAYER, "", size, f"{said} tem {size} atos, e o registro, {tree.size}: o fim foi cortado")
    if kept:
        yield Finding(LAYER, "", tree.size, "há raízes guardadas de blocos que o registro não tem")
