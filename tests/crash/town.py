"""A town at work as the product runs it, settings of the disk included, and what must hold of it after any end."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from app import logs
from app.office import Office, open_office
from app.request import Handled
from app.settings import Settings
from app.verification import verify_office
from notices.context import Context
from tests.app import desk as here
from tests.databases import told as told_address


class Ack(NamedTuple):
    """An act whose answer its author had: what may never be lost."""

    key: str
    case: str
    version: int
    leaf: bytes


def opened(folder: Path) -> Office:
    """The office of a folder, as a command opens it."""
    logs.configure(as_json=True, level=logging.CRITICAL)
    return open_office(Settings(data=folder, database=told_address(folder)))


def ack_of(key: str, done: Handled) -> Ack:
    return Ack(key, done.appended.case_id, done.appended.version, done.appended.leaf)


def acts(desk: Office, name: str) -> Iterator[Ack]:
    """Four acts of a new case of a respondent of its own, each with a key of its own; told once recorded."""
    yield from _done(desk, name, "2027-03-01", (
        ("serve_notice", "2027-03-03", {"via": "personal", "receipt": "signed"}),
        ("file_defense", "2027-03-22", {"claims": ["Um escolar desceria."]}),
        ("judge", "2027-04-12", {"outcome": "dismissed", "voters": 3, "reasons": "Não se provou."}),
    ))  # fmt: skip


def served(desk: Office, name: str) -> Iterator[Ack]:
    """Two acts of a new case, long ago: the clock has the next."""
    yield from _done(desk, name, "2027-01-04", (("serve_notice", "2027-01-06", {"via": "personal"}),))


def _done(desk: Office, name: str, day: str, rest: Iterable[tuple[str, str, dict[str, Any]]]) -> Iterator[Ack]:
    person = {"name": f"Pessoa Exemplo {name}", "address": ["Rua do Exemplo, 10"]}
    drawn = here.do(
        desk, "draw_up", day, key=f"{name}:1", law=here.SANTOS_DUMONT, items=["36-II"], fact_on=day, respondent=person,
        narrative="Excesso de lotação.", place="Rua da Escola", inspector="Agente Exemplo",
    )  # fmt: skip
    yield ack_of(f"{name}:1", drawn)
    for number, (step, on, data) in enumerate(rest, start=2):
        yield ack_of(f"{name}:{number}", here.do(desk, step, on, key=f"{name}:{number}", case=drawn.case.id, **data))


def wrong(desk: Office, acks: list[Ack]) -> list[str]:
    """What was acknowledged and is lost, what is there twice, and all that the product's own verification finds."""
    rows = desk.database.connection.execute("SELECT cause, case_id, version, leaf FROM event").fetchall()
    there = {row[0]: (row[1], row[2], bytes(row[3])) for row in rows}
    lost = [f"lost: {ack}" for ack in acks if there.get(ack.key) != (ack.case, ack.version, ack.leaf)]
    doubled = [] if len(there) == len(rows) else ["doubled: one key, two acts"]
    return [*lost, *doubled, *map(str, verify_office(desk).findings)]


def in_short(kind: str, told: Context, trail: object, size: int = 1) -> SimpleNamespace:
    """A paper that says its code, so many times: where many are printed, and setting type is not what is looked at."""
    return SimpleNamespace(pdf=told.document.code.encode() * size)
