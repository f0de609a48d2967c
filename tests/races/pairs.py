"""The twenty-four races of one case's life, as far as both sides exist: how each begins, and what may come of it.

Whoever wins, the story told afterwards must be one that some order of the two explains; a loser is told of the winner.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import date, timedelta
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from app import offline_verifier
from app.office import Office
from storage.views import Views
from tests.app import desk as here
from tests.app.clerk import BOARD, COMMITTEE
from tests.races import jobs
from tests.races.racing import AT_ONCE, OTHER_FIRST, Answer, Job

DONE, REFUSED = "done", "StepNotAllowed"
NOT_YET = {
    9: "declarar impedimento não é um ato: quem vota é dito no próprio julgamento",
    24: "não há usuários nem papéis antes da interface web",
}
"""Pairs of which the product has not both sides, with what is lacking."""

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


def _archive_or_receipt(desk: Office, number: int) -> Turn:
    case = here.draw_up(desk, respondent=somebody())
    late = asked("serve_notice", "2027-03-11", case, now="2027-03-12", via="personal", receipt="signed", reasons="AR")
    return Turn(desk, number, case, sweep("2027-03-12"), late)


def _silence_or_defense(desk: Office, number: int) -> Turn:
    case = served(desk)
    late = asked("file_defense", "2027-04-02", case, now="2027-04-03", reasons="no prazo")
    return Turn(desk, number, case, sweep("2027-04-03"), late)


def _certificate_or_upload(desk: Office, number: int) -> Turn:
    case = served(desk)
    given = asked("file_defense", "2027-04-02", case, now="2027-04-03", reasons="no prazo").given
    upload = Job("upload", {**given, "content": b"%PDF " + f"defesa {number}".encode() * 5_000})
    return Turn(desk, number, case, sweep("2027-04-03"), upload)


def _two_sweeps(desk: Office, number: int) -> Turn:
    return Turn(desk, number, served(desk), sweep("2027-04-03"), sweep("2027-04-03"))


def _sweep_or_later_receipt(desk: Office, number: int) -> Turn:
    case, of = served(desk), {"step": "serve_notice", "date": "2027-03-03"}
    right = asked("rectify", "2027-04-03", case, of=of, field="date", value="2027-03-08", reasons="data mal lida")
    return Turn(desk, number, case, sweep("2027-04-03"), right)


def _sweep_or_suspension(desk: Office, number: int) -> Turn:
    case, days = served(desk), {"from": "2027-03-20", "until": "2027-03-30"}
    return Turn(
        desk, number, case, sweep("2027-04-03"), asked("suspend_terms", "2027-04-03", case, **days, reasons="enchente")
    )


def _sweep_or_holiday(desk: Office, number: int) -> Turn:
    """A term that ended yesterday, and one that ends on the day that is closed as the first is certified."""
    anew = here.office(desk.settings.data)  # the days closed in the turns before count
    drawn = date(2027, 3, 1) + timedelta(7 * number)
    told = f"{drawn + timedelta(10)}"
    cases = []
    for served_on in (1, 9):
        cases.append(here.draw_up(anew, f"{drawn}", respondent=somebody(), now=told))
        service = {"via": "personal", "receipt": "signed", "now": told}
        here.do(anew, "serve_notice", f"{drawn + timedelta(served_on)}", case=cases[-1], **service)
    past, running = cases
    first, last = (
        next(each.due for each in anew.store.load(case).deadlines if each.kind == "defense") for case in cases
    )
    anew.database.close()
    now = f"{first + timedelta(1)}"
    said = {"day": f"{last}", "section": "closed", "name": "Luto oficial", "kind": "municipal"}
    change = Job("change", {"kind": "calendar", "why": f"Decreto {number}", "said": said, "now": now}, anew=True)
    return Turn(desk, number, past, sweep(now, past, running), change, (running, last))


def _votes(desk: Office, number: int) -> Turn:
    case = defended(desk)

    def sitting(vote: str) -> Job:
        votes = dict(zip(COMMITTEE, (vote, "upheld", "dismissed"), strict=True))
        return asked("judge", "2027-04-12", case, version=3, voters=COMMITTEE, votes=votes, reasons="sim")

    return Turn(desk, number, case, sitting("upheld"), sitting("dismissed"))


def _proclaimed(desk: Office, number: int) -> Turn:
    """Neither says on what version they look: the law alone refuses the one that comes after."""
    case = defended(desk)
    one, other = (
        asked("judge", "2027-04-12", case, voters=3, outcome=outcome, reasons="sim")
        for outcome in ("upheld", "dismissed")
    )
    return Turn(desk, number, case, one, other)


def _composition(desk: Office, number: int) -> Turn:
    case, name = defended(desk), f"Zélia Exemplo {number}"
    judged = asked("judge", "2027-04-12", case, voters=[*COMMITTEE[:2], name], outcome="upheld", reasons="sim")
    judged = judged._replace(anew=True)
    said = {"name": name, "body": "special_committee", "permanent": True, "since": "2027-04-01"}
    named = {"kind": "member", "why": f"Portaria {number}", "said": said, "now": "2027-04-12"}
    return Turn(desk, number, case, judged, Job("change", named, anew=True))


def _appeal_proclaimed(desk: Office, number: int) -> Turn:
    case = decided(desk)
    here.do(desk, "file_appeal", "2027-05-03", case=case)
    one, other = (
        asked("judge_appeal", "2027-05-24", case, version=6, voters=BOARD, outcome=outcome, reasons="sim")
        for outcome in ("affirmed", "reversed")
    )
    return Turn(desk, number, case, one, other)


def _decision_or_late_defense(desk: Office, number: int) -> Turn:
    case = served(desk)
    judged = asked("judge", "2027-04-12", case, voters=3, outcome="upheld", reasons="sim")
    late = asked("file_defense", "2027-04-02", case, now="2027-04-12", reasons="no prazo")
    return Turn(desk, number, case, judged, late)


def _finality_or_appeal(desk: Office, number: int) -> Turn:
    case = decided(desk)
    late = asked("file_appeal", "2027-05-04", case, now="2027-05-05", reasons="no prazo")
    return Turn(desk, number, case, sweep("2027-05-05"), late)


def _paid_or_charged(desk: Office, number: int) -> Turn:
    case = charged(desk)
    paid = asked("pay", "2027-04-20", case, amount="68.72")
    return Turn(desk, number, case, paid, asked("issue_payment_slip", "2027-04-20", case))


def _paid_or_annulled(desk: Office, number: int) -> Turn:
    case = charged(desk)
    void = asked("annul", "2027-04-20", case, reason="void", reasons="nulo")
    return Turn(desk, number, case, asked("pay", "2027-04-20", case, amount="68.72"), void)


def _reopened_or_archived(desk: Office, number: int) -> Turn:
    case = here.draw_up(desk, respondent=somebody())
    here.do(desk, "annul", "2027-03-10", case=case, reason="void", reasons="em duplicidade")
    again = asked("reopen", "2027-03-12", case, of={"step": "annul", "date": "2027-03-10"}, reasons="não era")
    return Turn(desk, number, case, sweep("2027-03-12", case), again)


def _unfound(desk: Office, on: date) -> str:
    """A case to be served by the gazette on the seventh day."""
    case = here.draw_up(desk, f"{on}", respondent=somebody())
    for later, via in ((1, "post"), (2, "personal")):
        here.do(
            desk, "record_failed_service", f"{on + timedelta(later)}", case=case, via=via, reason="não encontrado",
            now=f"{on + timedelta(7)}",
        )  # fmt: skip
    return case


def _edition_or_act(desk: Office, number: int) -> Turn:
    on = date(2027, 3, 1) + timedelta(number)
    first, second = _unfound(desk, on), _unfound(desk, on)
    day, how = f"{on + timedelta(7)}", {"via": "public_notice", "receipt": "gazette"}
    here.do(desk, "serve_notice", day, case=first, **how)
    closing = Job("edition", {"number": number + 1, "day": day})
    return Turn(desk, number, second, closing, asked("serve_notice", day, second, **how), day)


def _two_editions(desk: Office, number: int) -> Turn:
    on = date(2027, 3, 1) + timedelta(number)
    case, day = _unfound(desk, on), f"{on + timedelta(7)}"
    here.do(desk, "serve_notice", day, case=case, via="public_notice", receipt="gazette")
    closing = Job("edition", {"number": number + 1, "day": day})
    return Turn(desk, number, case, closing, closing)


def _print_or_address(desk: Office, number: int) -> Turn:
    case = here.draw_up(desk, respondent=somebody() | {"address": "Rua Errada, 1"})
    of = {"step": "draw_up", "date": "2027-03-01"}
    right = somebody() | {"address": "Rua Certa, 2"}
    mended = asked("rectify", "2027-03-02", case, of=of, field="respondent", value=right, reasons="endereço mal lido")
    return Turn(desk, number, case, Job("print_all", {"now": "2027-03-02"}), mended)


def _two_numbers(desk: Office, number: int) -> Turn:
    def opening() -> Job:
        return asked(
            "draw_up", "2027-03-01", "", law=here.SANTOS_DUMONT, items=["36-II"], fact_on="2027-03-01",
            respondent=somebody(),
        )  # fmt: skip

    return Turn(desk, number, "", opening(), opening())


def _double_click(desk: Office, number: int) -> Turn:
    case = served(desk)
    given = asked("file_defense", "2027-03-22", case).given
    upload = Job("upload", {**given, "content": b"%PDF " + f"a mesma {number}".encode() * 5_000})
    return Turn(desk, number, case, upload, upload)


def _erased_or_handed_out(desk: Office, number: int) -> Turn:
    case, file = served(desk), desk.settings.data / f"autos-{number}.zip"
    handed = Job("hand_out", {"case": case, "file": str(file), "now": "2027-03-04"})
    return Turn(desk, number, case, Job("erase", {"case": case, "version": 1, "field": "narrative"}), handed, file)


def _moved_or_certified(turn: Turn, told: Told) -> bool:
    """What had ended is certified and stays so; what still ran goes on for as long as the day closed."""
    running, before = turn.more
    case = turn.desk.store.load(running)
    beyond = [each.due > before and each.status == "open" for each in case.deadlines if each.kind == "defense"]
    certified = told.times("certify_no_defense") == 1 and told.times("recount_terms") == 0
    moved, failures = told.other.what if told.other.said == DONE else ((), None)
    return told.one == (DONE, (1, [])) and failures == [] and running in moved and certified and beyond == [True]


def _one_is_told(told: Told, step: str) -> bool:
    """One done, the other told of it by name; the case as the winner left it."""
    loser = told.one if told.other.said == DONE else told.other
    return sorted(told.said) == ["Conflict", DONE] and f"registrou '{step}'" in loser.what and told.times(step) == 1


def _numbered(turn: Turn, told: Told) -> bool:
    cases = {told.one.what[0], told.other.what[0]}
    papers = [paper.number for case in cases for paper in Views(turn.desk.database).papers(case)]
    return told.said == (DONE, DONE) and len(cases) == 2 and len(set(papers)) == 2


def _edition_holds(turn: Turn, told: Told) -> bool:
    """The root of an edition covers all its matters; made once more, it has both, each once."""
    inserted = _last(turn.desk, turn.case)
    (matters, size, _), order = told.one.what, told.order
    if told.said != (DONE, DONE) or (order != AT_ONCE and (inserted in matters) != (order == OTHER_FIRST)):
        return False
    again, later, _ = jobs.edition(turn.desk, **turn.one.given)
    return max(matters) <= size and max(again) <= later and again == sorted({*matters, inserted})


def _last(desk: Office, case: str) -> int:
    row = desk.database.connection.execute("SELECT max(seq) FROM event WHERE case_id = ?", (case,)).fetchone()
    return int(row[0])


def _printed_once(turn: Turn, told: Told) -> bool:
    """Letters already issued say what they said; the correction is another act, with its own papers if any."""
    views = Views(turn.desk.database)
    old = [views.paper(paper.id) for paper in views.papers(turn.case) if paper.version == 1]
    said = all(paper is not None and paper[0].file and b"Rua Errada" in paper[1] for paper in old)
    return told.said == (DONE, DONE) and told.one.what[1:] == ([], "") and len(old) == 2 and said


def _handed_out_whole(turn: Turn, told: Told) -> bool:
    left = turn.desk.store.history(turn.case)[0].data["narrative"]
    with redirect_stdout(StringIO()):
        checked = offline_verifier.main([str(turn.more)])
    Path(turn.more).unlink()
    return told.said == (DONE, DONE) and checked == 0 and "Fulano" not in str(left)


PAIRS: dict[int, Pair] = {
    1: Pair(
        "o arquivamento da ronda e a entrega do décimo dia",
        _archive_or_receipt,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and told.place == "awaiting_defense"
        and told.times("serve_notice") == 1 and told.times("archive_for_lapse") == 1,
    ),
    2: Pair(
        "a certidão de decurso e a defesa do último dia",
        _silence_or_defense,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and _timely(told, "defense")
        and told.times("file_defense") == 1,
    ),
    3: Pair(
        "a certidão de decurso e a peça que acaba de chegar",
        _certificate_or_upload,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and _timely(told, "defense"),
    ),
    4: Pair(
        "duas rondas",
        _two_sweeps,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[0] + told.other.what[0] == 1
        and told.one.what[1] + told.other.what[1] == [] and told.times("certify_no_defense") == 1,
    ),
    5: Pair(
        "a ronda e o recebimento corrigido",
        _sweep_or_later_receipt,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and _runs_until(told, "2027-04-07"),
    ),
    6: Pair(
        "a ronda e a suspensão dos prazos",
        _sweep_or_suspension,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and _runs_until(told, "2027-04-13"),
    ),
    7: Pair("a ronda e o feriado decretado", _sweep_or_holiday, _moved_or_certified),
    8: Pair("dois votos do mesmo membro", _votes, lambda _, told: _one_is_told(told, "judge")),
    10: Pair(
        "um voto e a proclamação",
        _proclaimed,
        lambda _, told: sorted(told.said) == [REFUSED, DONE] and told.times("judge") == 1,
    ),
    11: Pair(
        "a proclamação e a mudança da composição",
        _composition,
        lambda _, told: told.other.said == DONE and (
            told.said[0] == DONE if told.order == OTHER_FIRST else told.said[0] in (DONE, "NoQuorum")
        ) and told.times("judge") == (told.said[0] == DONE),
    ),
    12: Pair("duas proclamações", _appeal_proclaimed, lambda _, told: _one_is_told(told, "judge_appeal")),
    13: Pair(
        "a decisão e a defesa registrada tarde",
        _decision_or_late_defense,
        lambda _, told: told.said == (DONE, DONE) and _timely(told, "defense") and told.times("judge") == 1
        and told.place == "awaiting_decision_notice" and told.times("certify_no_defense") == 1,
    ),
    14: Pair(
        "o trânsito em julgado e o recurso do último dia",
        _finality_or_appeal,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and _timely(told, "appeal")
        and told.place == "under_appeal_judgment",
    ),
    15: Pair(
        "o pagamento e a nova guia",
        _paid_or_charged,
        lambda _, told: told.said == (DONE, DONE) and str(told.case.head.paid) == "68.72"
        and told.times("pay") == 1 and told.times("issue_payment_slip") == 2,
    ),
    16: Pair(
        "o pagamento e a anulação",
        _paid_or_annulled,
        lambda _, told: told.said == (DONE, DONE) and str(told.case.head.refund) == "68.72"
        and told.place == "archived/void",
    ),
    17: Pair(
        "a reabertura e o arquivamento",
        _reopened_or_archived,
        lambda turn, told: told.said == (DONE, DONE) and told.steps == ["draw_up", "annul", "reopen"]
        and _then_archived(turn),
    ),
    18: Pair("o fecho da edição e um ato que entra", _edition_or_act, _edition_holds),
    19: Pair(
        "dois fechos da mesma edição",
        _two_editions,
        lambda _, told: told.said == (DONE, DONE) and told.one.what == told.other.what,
    ),
    20: Pair("a impressão da carta e o endereço corrigido", _print_or_address, _printed_once),
    21: Pair("duas numerações", _two_numbers, _numbered),
    22: Pair(
        "a mesma juntada duas vezes",
        _double_click,
        lambda _, told: told.said == (DONE, DONE) and told.times("file_defense") == 1
        and sorted([told.one.what[1], told.other.what[1]]) == [False, True],
    ),
    23: Pair("o apagamento de um dado e a entrega dos autos", _erased_or_handed_out, _handed_out_whole),
}  # fmt: skip


def _timely(told: Told, what: str) -> bool:
    head = told.case.head
    return bool(head.timely.get(what)) and f"no_{what}" not in head.marks


def _runs_until(told: Told, day: str) -> bool:
    runs = [str(each.due) for each in told.case.deadlines if each.kind == "defense" and each.status == "open"]
    return runs == [day] and told.place == "awaiting_defense" and "no_defense" not in told.case.head.marks


def _then_archived(turn: Turn) -> bool:
    """What the reopening made due in the past is done on the next morning, once."""
    rings = here.clock.run(turn.desk, here.noon("2027-03-13"), cases=[turn.case]).rings
    return [each.step for each in rings] == ["archive_for_lapse"]
