"""The proof: the log's tree, the check of all that was signed, the paths of single acts, a new checkpoint."""

from __future__ import annotations

import random
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from app.office import Office
from bench.measuring import Work, in_turn, percent
from bench.offices import new_office, play, told, unsafe
from bench.story import noon
from bench.table import Line, Table
from storage.canonical import leaf_of
from storage.check_proof import check_checkpoints
from storage.exhibits import Exhibits
from storage.log_tree import LogTree
from storage.merkle import inclusion, require_inclusion, root_of

FLOOR = GOAL = 80_000
LIMIT = "só o SHA-256 dos bytes"
CHECK = "conferir o registro contra o que se assinou, atos"
PROOFS, SIGNED = 200, 5
_NEW = """INSERT INTO event VALUES (?, ?, 1, 'x', '2027-03-01', '2027-03-01T15:00:00.000000Z', ?, zeroblob(32), ?, ?)"""


def measure(rounds: int, acts: int, folder: Path) -> Table:
    """Each round: hash, build, check, prove, sign, over a log of so many acts of the size that acts have."""
    office = new_office(folder)
    with unsafe(office):
        case = play(office, told(1)[0], "b0").case.id
        records = [each.record for each in Exhibits(office.database).acts(case)]
        size = round(sum(map(len, records)) / len(records))
        _fill(office, records, acts)
    office.checkpoints.sign(noon(told(1)[0][0].command.on))
    rates = in_turn(rounds, lambda _: _works(office, records))
    shares = {CHECK: percent(rates[CHECK], rates[LIMIT])}
    return Table(
        title=f"A prova, {acts} atos",
        unit="por segundo",
        of="do SHA-256 sozinho",
        lines=[
            Line(name=name, values=values, share=shares.get(name, ()), floor=FLOOR, goal=GOAL)
            if name == CHECK
            else Line(name=name, values=values)
            for name, values in rates.items()
        ],
        notes=[
            f"Atos de {size} bytes em média. Conferir é ler cada ato, refazer o resumo, a árvore e as raízes assinadas."
        ],
    )


def _fill(office: Office, records: list[bytes], count: int) -> None:
    """Acts that only their bytes matter of: each a real one with its position after it."""
    with office.database.writing() as connection:
        (start,) = connection.execute("SELECT seq FROM log_head").fetchone()
        for seq in range(start + 1, start + count + 1):
            raw = records[seq % len(records)] + str(seq).encode()
            connection.execute(_NEW, (seq, f"b{seq}", f"b{seq}", leaf_of(raw), raw))
        connection.execute("UPDATE log_head SET seq = seq + ?", (count,))


def _works(office: Office, records: list[bytes]) -> Mapping[str, Work]:
    connection, checkpoints = office.database.connection, office.checkpoints
    end = int(connection.execute("SELECT seq FROM log_head").fetchone()[0])
    size = end // 12 * 12
    tree, dice, digests = LogTree(connection), random.Random(6962), LogTree(connection).leaves(0, end)
    bytes_of_all = [records[seq % len(records)] for seq in range(size)]
    root, wanted = root_of(digests), [dice.randrange(end) for _ in range(PROOFS)]
    paths = [inclusion(tree.span, index, end) for index in wanted]

    def hashed() -> int:
        for raw in bytes_of_all:
            sha256(b"\x00" + raw).digest()
        return size

    def built() -> int:
        root_of(digests)
        return end

    def checked() -> int:
        assert not list(check_checkpoints(connection, checkpoints.key))
        return end

    def proved() -> int:
        for index in wanted:
            inclusion(tree.span, index, end)
        return PROOFS

    def verified() -> int:
        for index, path in zip(wanted, paths, strict=True):
            require_inclusion(digests[index], index, end, path, root)
        return PROOFS

    def signed() -> int:
        for _ in range(SIGNED):
            _fill(office, records, 1)
            checkpoints.sign(noon(told(1)[0][0].command.on))
        return SIGNED

    return {
        LIMIT: hashed,
        "árvore dos resumos, folhas": built,
        CHECK: checked,
        "prova de um ato, tirada do banco": proved,
        "prova de um ato, conferida": verified,
        "um ato novo e o ponto de controle assinado": signed,
    }
