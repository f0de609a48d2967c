"""Verification: what the acts add up to, then all that ``devido verify`` and ``devido verify --all`` look at."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from app.invariants import verify_all
from app.office import Office
from app.verification import verify_office
from bench.measuring import Work, in_turn, percent
from bench.offices import new_office, play, told, unsafe
from bench.story import noon
from bench.table import Line, Table
from storage.exhibits import Exhibits
from storage.ledger import verify
from storage.views import Views

FLOOR, GOAL = 5_000, 15_000
LIMIT = "só o SHA-256 dos bytes"
FOLDED = "bytes, cadeia, raízes, dados, peças e somas"
DECIDED = "devido verify: também cada ato decidido de novo"


def measure(rounds: int, cases: int, folder: Path) -> Table:
    """Each round: hash, fold, decide again, look at everything, in a record of so many whole cases with papers."""
    office = new_office(folder)
    scenes = told(cases)
    with unsafe(office):
        for number, scene in enumerate(scenes):
            play(office, scene, f"v{number}")
    office.checkpoints.sign(noon(scenes[0][-1].command.on))
    rates = in_turn(rounds, lambda _: _works(office))
    return Table(
        title=f"Conferir, {office.checkpoints.size()} atos",
        unit="atos por segundo",
        of="do SHA-256 sozinho",
        lines=[
            Line(
                name=name, values=values, share=percent(values, rates[LIMIT]), floor=FLOOR if name == FOLDED else None,
                goal=GOAL if name == FOLDED else None,
            )
            for name, values in rates.items()
        ],
        notes=["Num só processo; num registro de 20.000 atos ou mais, os processos são repartidos (`restoring`)."],
    )  # fmt: skip


def _works(office: Office) -> Mapping[str, Work]:
    size = office.checkpoints.size()
    acts = Exhibits(office.database).acts
    records = [act.record for line in Views(office.database).cases(limit=size) for act in acts(line.case_id)]
    end = noon(Views(office.database).cases()[0].day)

    def hashed() -> int:
        for raw in records:
            sha256(b"\x00" + raw).digest()
        return size

    def folded() -> int:
        assert not verify(office.store, office.files, key=office.checkpoints.key)
        return size

    def verified() -> int:
        assert not verify_office(office).findings
        return size

    def whole() -> int:
        assert not [each for each in verify_all(office, end) if each.findings]
        return size

    return {LIMIT: hashed, FOLDED: folded, DECIDED: verified, "devido verify --all": whole}
