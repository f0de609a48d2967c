"""One run of a race: what it begins with, the two jobs, what came of them; and cases where races begin."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from app.office import Office
from tests.app import desk as here
from tests.races.racing import Answer, Job

DONE, REFUSED = "done", "StepNotAllowed"
_number = count(1)


class Turn(NamedTuple):
    """One run of a pair: its office, which run it is, its case, the two jobs, and what else the check must know."""

    desk: Office
    number: int
    case: str
    one: Job
    other: Job
    more: Any = None


class Told(NamedTuple):
    """What came of it: the order, both answers, the steps of the case, and the case."""

    order: str
    one: Answer
    other: Answer
    steps: list[str]
    case: Any

    def times(self, step: str) -> int:
        return self.steps.count(step)

    @property
    def said(self) -> tuple[str, str]:
        return self.one.said, self.other.said

    @property
    def place(self) -> str:
        return str(self.case.tracks[0].place)


class Pair(NamedTuple):
    """``begin`` makes a turn in the office; ``holds`` says whether what came of it is coherent."""

    name: str
    begin: Callable[[Office, int], Turn]
    holds: Callable[[Turn, Told], bool]


def somebody() -> dict[str, Any]:
    """Somebody else each time: an archived notice may not be drawn up again for the same fact."""
    return {"name": f"Pessoa Exemplo {next(_number)}", "address": "Rua Fictícia, 1"}


def asked(step: str, on: str, case: str, **more: Any) -> Job:
    key = more.pop("key", None) or f"race:{next(_number)}"
    return Job("act", {"step": step, "on": on, "case": case, "key": key, **more})


def sweep(now: str, *cases: str) -> Job:
    return Job("sweep", {"now": now, "cases": list(cases) or None})


def served(desk: Office) -> str:
    return here.served(desk, respondent=somebody())


def defended(desk: Office) -> str:
    case = served(desk)
    here.do(desk, "file_defense", "2027-03-22", case=case)
    return case


def decided(desk: Office) -> str:
    case = here.judged(desk, respondent=somebody())
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="personal", receipt="signed")
    return case


def charged(desk: Office) -> str:
    case = decided(desk)
    here.do(desk, "issue_payment_slip", "2027-04-19", case=case)
    return case


def timely(told: Told, what: str) -> bool:
    head = told.case.head
    return bool(head.timely.get(what)) and f"no_{what}" not in head.marks
