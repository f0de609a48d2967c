"""A case as people and programs are told it: where it stands, its deadlines, penalties, acts and papers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from notices.kinds import KINDS
from storage.views import PaperLine
from workflow.case import Case, Deadline, Obligation
from workflow.explanation import STATUS
from workflow.procedure import Procedure
from workflow.standing import state_of, track_state

OBLIGATION_STATUS = {
    "imposed": "imposta",
    "final": "definitiva",
    "serving": "em cumprimento",
    "settled": "cumprida",
    "cancelled": "cancelada",
    "absorbed": "absorvida",
}
_CLOSED_AS = {
    "paid": "multa paga",
    "penalty_served": "pena cumprida",
    "warning_recorded": "advertência registrada",
    "nothing_imposed": "sem pena aplicada",
    "cured": "irregularidade sanada",
    "revoked": "autorização cassada",
}
PAPER_STATUS = {"pending": "por imprimir", "rendered": "impressa", "failed": "não saiu", "erased": "apagada por lei"}
ERASED_PAPER = "o texto desta peça foi apagado por lei"


def standing_told(procedure: Procedure, case: Case) -> dict[str, Any]:
    """State, reason and where each track is."""
    state, reason = state_of(case)
    return {
        "case": case.id,
        "version": case.version,
        "law": procedure.id,
        "state": state,
        "state_label": state_label(procedure, state, reason),
        "reason": reason or None,
        "fact_on": case.head.fact_on,
        "opened_on": case.head.opened_on,
        "items": {item: procedure.infractions[item].label for item in case.head.items if item in procedure.infractions},
        "marks": list(case.head.marks),
        "tracks": [
            {"id": track.id, "state": track_state(track, case.obligations)[0], "respondent": track.respondent or None}
            for track in case.tracks
        ],
    }


def state_label(procedure: Procedure, state: str, reason: str = "") -> str:
    """``Arquivado por nulidade``: the reason's own label where the law has one."""
    own = procedure.states.get(f"{state}/{reason}")
    if own is not None and own.label:
        return own.label
    place = procedure.states.get(state)
    label = place.label if place and place.label else state
    return f"{label}: {_CLOSED_AS[reason]}" if reason in _CLOSED_AS else label


def actor_label(procedure: Procedure, by: str) -> str:
    """Who acts, as people say it: the body's name, the respondent, the clock."""
    body = procedure.bodies.get(by)
    return body.label if body and body.label else {"party": "o autuado", "clock": "o relógio"}.get(by, by)


def deadlines_told(procedure: Procedure, deadlines: Iterable[Deadline]) -> list[dict[str, Any]]:
    """Deadlines of a case, running or not."""
    return [
        {
            "kind": each.kind,
            "label": procedure.time_limits[each.kind].label or each.kind,
            "track": each.track,
            "status": each.status,
            "status_label": STATUS[each.status],
            "anchor": each.anchor,
            "literal": each.literal,
            "due": each.due,
            "at": each.at.isoformat("minutes") if each.at else None,
            "opened_by": each.opened_by,
        }
        for each in deadlines
    ]


def obligations_told(procedure: Procedure, obligations: Iterable[Obligation]) -> list[dict[str, Any]]:
    """Penalties imposed, with what each comes to."""
    return [
        {
            "item": each.item,
            "code": each.code,
            "kind": each.kind,
            "label": _penalty_label(procedure, each),
            "status": each.status,
            "status_label": OBLIGATION_STATUS[each.status],
            "units": each.units,
            "unit": each.unit or None,
            "days": each.days,
            "amount": each.amount,
            "repeat": each.repeat,
            "origin": each.origin,
        }
        for each in obligations
    ]


def _penalty_label(procedure: Procedure, obligation: Obligation) -> str:
    penalty = procedure.penalties.get(obligation.code)
    return penalty.label if penalty and penalty.label else obligation.kind


def papers_told(papers: Iterable[PaperLine]) -> list[dict[str, Any]]:
    """Every paper, with its number, the code printed on it, and whether it is ready."""
    return [
        {
            "id": each.id,
            "case": each.case_id,
            "kind": each.kind,
            "label": paper_label(each.kind),
            "number": paper_number(each.series, each.number),
            "code": each.code,
            "status": "erased" if each.erased else each.status,
            "reason": (not each.erased and each.reason) or None,
            "sha256": None if each.erased else each.file,
        }
        for each in papers
    ]


def paper_label(kind: str) -> str:
    """``Auto de infração``."""
    return KINDS[kind].title if kind in KINDS else kind


def paper_number(series: str, number: str) -> str:
    """``AI 000001/2027``."""
    return f"{series} {number}".strip()
