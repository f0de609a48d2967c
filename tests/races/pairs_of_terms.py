"""Races of a term's end: the clock's round against what stops, moves, meets or undoes it."""

from __future__ import annotations

from datetime import date, timedelta

from app import clock
from app.office import Office
from tests.app import desk as here
from tests.races.racing import Job
from tests.races.turns import DONE, Pair, Told, Turn, asked, decided, served, somebody, sweep, timely


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


def _finality_or_appeal(desk: Office, number: int) -> Turn:
    case = decided(desk)
    late = asked("file_appeal", "2027-05-04", case, now="2027-05-05", reasons="no prazo")
    return Turn(desk, number, case, sweep("2027-05-05"), late)


def _reopened_or_archived(desk: Office, number: int) -> Turn:
    case = here.draw_up(desk, respondent=somebody())
    here.do(desk, "annul", "2027-03-10", case=case, reason="void", reasons="em duplicidade")
    again = asked("reopen", "2027-03-12", case, of={"step": "annul", "date": "2027-03-10"}, reasons="não era")
    return Turn(desk, number, case, sweep("2027-03-12", case), again)


def _moved_or_certified(turn: Turn, told: Told) -> bool:
    """What had ended is certified and stays so; what still ran goes on for as long as the day closed."""
    running, before = turn.more
    case = turn.desk.store.load(running)
    beyond = [each.due > before and each.status == "open" for each in case.deadlines if each.kind == "defense"]
    certified = told.times("certify_no_defense") == 1 and told.times("recount_terms") == 0
    moved, failures = told.other.what if told.other.said == DONE else ((), None)
    return told.one == (DONE, (1, [])) and failures == [] and running in moved and certified and beyond == [True]


def _runs_until(told: Told, day: str) -> bool:
    runs = [str(each.due) for each in told.case.deadlines if each.kind == "defense" and each.status == "open"]
    return runs == [day] and told.place == "awaiting_defense" and "no_defense" not in told.case.head.marks


def _then_archived(turn: Turn) -> bool:
    """What the reopening made due in the past is done on the next morning, once."""
    rings = clock.run(turn.desk, here.noon("2027-03-13"), cases=[turn.case]).rings
    return [each.step for each in rings] == ["archive_for_lapse"]


TERMS: dict[int, Pair] = {
    1: Pair(
        "o arquivamento da ronda e a entrega do décimo dia",
        _archive_or_receipt,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and told.place == "awaiting_defense"
        and told.times("serve_notice") == 1 and told.times("archive_for_lapse") == 1,
    ),
    2: Pair(
        "a certidão de decurso e a defesa do último dia",
        _silence_or_defense,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and timely(told, "defense")
        and told.times("file_defense") == 1,
    ),
    3: Pair(
        "a certidão de decurso e a peça que acaba de chegar",
        _certificate_or_upload,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and timely(told, "defense"),
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
    14: Pair(
        "o trânsito em julgado e o recurso do último dia",
        _finality_or_appeal,
        lambda _, told: told.said == (DONE, DONE) and told.one.what[1] == [] and timely(told, "appeal")
        and told.place == "under_appeal_judgment",
    ),
    17: Pair(
        "a reabertura e o arquivamento",
        _reopened_or_archived,
        lambda turn, told: told.said == (DONE, DONE) and told.steps == ["draw_up", "annul", "reopen"]
        and _then_archived(turn),
    ),
}  # fmt: skip
