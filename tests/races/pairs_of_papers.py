"""Races of what comes out on paper: numbers, letters, editions of the gazette, copies of the case."""

from __future__ import annotations

from contextlib import redirect_stdout
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

from app import offline_verifier
from app.office import Office
from storage.views import Views
from tests.app import desk as here
from tests.races import jobs
from tests.races.racing import AT_ONCE, OTHER_FIRST, Job
from tests.races.turns import DONE, Pair, Told, Turn, asked, served, somebody


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


PAPERS: dict[int, Pair] = {
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
