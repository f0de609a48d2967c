"""A whole Santos Dumont case, appeal and payment included, and what is refused on its way: what the benches run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from workflow.event import Command

LAW = "mg_santos_dumont_lei_4814_2026"
TOWN = "mg_santos_dumont"
COMMITTEE = ["Ana Exemplo", "Bruno Exemplo", "Célia Exemplo"]
BOARD = ["Fábio Exemplo", "Gilda Exemplo", "Hélio Exemplo"]
DEPARTMENT = "transport_department"
NARRATIVE = (
    "Em fiscalização de rotina no ponto de parada, o condutor não apresentou o certificado de vistoria do veículo, "
    "vencido há mais de trinta dias, e disse que o traria no dia seguinte, o que não fez."
)
RESPONDENT = {"name": "Fulano de Tal Exemplo", "tax_id": "529.982.247-25", "address": "Rua do Exemplo, 10, Centro"}


class Scene(NamedTuple):
    """One act as it is asked for, and whether the law refuses it there."""

    command: Command
    refused: bool = False


def _act(on: date, step: str, by: str = DEPARTMENT, *, refused: bool = False, **data: Any) -> Scene:
    return Scene(Command(step=step, on=on, by=by, data=data, recorded_by="p:9"), refused)


def story(respondent: Mapping[str, Any] = RESPONDENT) -> Iterator[Scene]:
    """Notice, defense, decision, appeal, final decision and payment, in twelve acts; five more are refused."""
    yield _act(
        date(2027, 4, 5), "draw_up", items=["36-XVI"], fact_on="2027-04-05", fact_time="14:20",
        inspector="Agente Exemplo", respondent=dict(respondent), vehicle={"plate": "ABC1D23", "make": "Modelo Exemplo"},
        place="Praça do Exemplo, em frente ao nº 1", narrative=NARRATIVE,
    )  # fmt: skip
    letter = "AR" + "".join(filter(str.isdigit, respondent["tax_id"]))  # each case has letters of its own
    yield _act(date(2027, 4, 6), "dispatch_notice", via="post", tracking=letter)
    yield _act(date(2027, 4, 7), "judge", "special_committee", refused=True, outcome="upheld", voters=COMMITTEE)
    yield _act(date(2027, 4, 8), "serve_notice", via="post", receipt="ar")
    yield _act(date(2027, 5, 6), "file_defense", "party", claims=["O certificado estava no veículo."])
    yield _act(date(2027, 5, 20), "judge", "review_board", refused=True, outcome="upheld", voters=BOARD)
    yield _act(date(2027, 5, 20), "judge", "special_committee", refused=True, outcome="upheld", voters=COMMITTEE[:2])
    yield _act(
        date(2027, 5, 20), "judge", "special_committee", outcome="upheld", voters=COMMITTEE, rapporteur=COMMITTEE[0],
        reasons="A vistoria estava vencida no dia do fato e a defesa não traz documento em contrário.",
    )  # fmt: skip
    yield _act(date(2027, 5, 25), "serve_decision", via="post", receipt="ar")
    yield _act(date(2027, 6, 8), "file_appeal", "party", claims=["A vistoria foi feita depois."])
    yield _act(date(2027, 6, 9), "file_appeal", "party", refused=True, claims=["Outra vez."])
    yield _act(
        date(2027, 6, 24), "judge_appeal", "review_board", outcome="affirmed", voters=BOARD, rapporteur=BOARD[0],
        reasons="A regularização posterior não desfaz a infração.",
    )  # fmt: skip
    yield _act(date(2027, 6, 29), "serve_final_decision", via="post", receipt="ar")
    yield _act(date(2027, 6, 30), "publish", what="final_decision")
    yield _act(date(2027, 6, 30), "issue_payment_slip")
    yield _act(date(2027, 7, 1), "issue_payment_slip", "party", refused=True)
    yield _act(date(2027, 7, 14), "pay", amount="687.25")


def noon(day: date) -> datetime:
    """Midday in the town."""
    return datetime(day.year, day.month, day.day, 15, tzinfo=UTC)
