"""A town's office in a test's own folder, and acts done there as people would."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

from app import clock, logs
from app.casework import handle
from app.delivery import deliver
from app.office import Office, open_office
from app.request import Handled, Request
from app.settings import Settings
from storage.files import StoredFile
from tests.databases import on_postgres, told
from workflow.event import Command
from workflow.facts import Prior

SANTOS_DUMONT, BARRA = "mg_santos_dumont_lei_4814_2026", "mt_barra_do_garcas_lei_4937_2025"
NAME, TAX_ID = "Fulano de Tal Exemplo", "529.982.247-25"
OTHER = {"name": "Beltrana Exemplo", "tax_id": "123.123.202-15", "address": "Rua Fictícia, 20"}
_keys = count(1)


def office(folder: Path, town: str = "mg_santos_dumont") -> Office:
    logs.configure(as_json=True, level=logging.CRITICAL)
    desk = open_office(Settings(data=folder, town=town, database=told(folder)))
    if not on_postgres(desk.database):
        desk.database.connection.execute("PRAGMA synchronous=OFF")
    return desk


def noon(day: str | date) -> datetime:
    day = date.fromisoformat(day) if isinstance(day, str) else day
    return datetime(day.year, day.month, day.day, 15, tzinfo=UTC)


def do(
    desk: Office,
    step: str,
    on: str,
    *,
    case: str = "",
    law: str = "",
    now: str = "",
    key: str = "",
    by: str = "",
    recorded_by: str = "p:9",
    approved_by: str = "p:2",
    priors: tuple[Prior, ...] = (),
    version: int | None = None,
    files: Sequence[StoredFile] = (),
    **data: Any,
) -> Handled:
    """One act, recorded on its own day unless ``now`` says another."""
    command = Command(
        step=step, on=date.fromisoformat(on), by=by, data=data, recorded_by=recorded_by, approved_by=approved_by
    )
    request = Request(
        command=command, key=key or f"test:{next(_keys)}", case=case, law=law, person=recorded_by, version=version,
        priors=priors, files=files,
    )  # fmt: skip
    return handle(desk, request, noon(now or on))


def draw_up(desk: Office, on: str = "2027-03-01", item: str = "36-II", **more: Any) -> str:
    """A notice against the respondent of every test, or the one given; its case's number."""
    given: dict[str, Any] = {
        "items": [item],
        "fact_on": on,
        "respondent": {"name": NAME, "tax_id": TAX_ID, "address": ["Rua do Exemplo, 10", "Centro"]},
        "narrative": f"{NAME} conduzia com excesso de lotação.",
        "place": "Rua da Escola, Centro",
        "inspector": "Agente Exemplo",
        "law": SANTOS_DUMONT,
    }
    return do(desk, "draw_up", on, **given | more).case.id


def served(desk: Office, **more: Any) -> str:
    case = draw_up(desk, **more)
    do(desk, "serve_notice", "2027-03-03", case=case, via="personal", receipt="signed")
    return case


def judged(desk: Office, **more: Any) -> str:
    case = served(desk, **more)
    do(desk, "file_defense", "2027-03-22", case=case, claims=["Um escolar desceria na primeira parada."])
    reasons = [{"item": "36-II", "code": "B-1", "reasons": "É a da lei."}]
    do(
        desk,
        "judge",
        "2027-04-12",
        case=case,
        outcome="upheld",
        voters=3,
        reasons="A lotação é limite.",
        penalties=reasons,
    )
    return case


def paid(desk: Office) -> str:
    """A whole case, papers printed: judged, told, paid, made final by the clock."""
    case = judged(desk)
    do(desk, "serve_decision", "2027-04-19", case=case, via="post", receipt="ar")
    do(desk, "issue_payment_slip", "2027-04-19", case=case)
    do(desk, "pay", "2027-05-03", case=case, amount="68.72")
    clock.run(desk, noon("2027-05-05"))
    deliver(desk, noon("2027-05-05"))
    return case
