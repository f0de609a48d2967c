"""Looking before acting, and looking back: previews, and a case as it was held or known to be."""

import pytest
import time_machine

from app import clock
from tests.app import desk as here

LATE = ("--via", "personal", "--receipt", "signed", "--on", "10/03/2027", "--reasons", "o recibo chegou depois",
        "--approved-by", "p:2")  # fmt: skip


@pytest.fixture
def archived(tmp_path):
    """Archived by the clock on 12 March, though the notice had been received on the 10th."""
    desk = here.office(tmp_path)
    case = here.draw_up(desk)
    clock.run(desk, here.noon("2027-03-12"))
    desk.database.close()
    return tmp_path, case


@time_machine.travel(here.noon("2027-03-15"), tick=False)
def test_a_preview_shows_what_a_late_receipt_would_undo_and_records_nothing(archived, devido):
    home, case = archived
    line = ("--home", home, "case", "act", case, "serve_notice", *LATE, "--preview")
    shown = devido(*line)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("Só uma prévia: nada foi registrado.\n")
    assert "Situação: de Arquivado por falta de notificação no prazo para Aguardando defesa." in shown.out
    assert "Cai: Arquivar por falta de notificação, de 11/03/2027 (qui)." in " ".join(shown.out.split())
    assert "até 09/04/2027" in shown.out
    told = devido(*line, "--json").json
    assert [each["step"] for each in told["withdrawn"]] == ["archive_for_lapse"]
    assert "withdrawal_record" in [each["kind"] for each in told["documents"]]
    assert here.office(home).store.load(case).version == 2


@time_machine.travel(here.noon("2027-03-15"), tick=False)
def test_what_a_preview_shows_is_what_the_act_then_does(archived, devido):
    home, case = archived
    line = ("--home", home, "case", "act", case, "serve_notice", *LATE)
    foreseen = devido(*line, "--preview", "--json").json
    done = devido(*line, "--json").json
    assert foreseen["after"]["state"] == done["state"]
    assert [each["after"]["due"] for each in foreseen["deadlines"] if each["after"]["status"] == "open"] == [
        each["due"] for each in done["deadlines"] if each["status"] == "open"
    ]
    assert sorted(each["kind"] for each in foreseen["documents"]) == sorted(each["kind"] for each in done["documents"])


@time_machine.travel(here.noon("2027-03-20"), tick=False)
def test_a_preview_does_first_in_mind_what_the_clock_owes(tmp_path, devido):
    desk = here.office(tmp_path)
    case = here.draw_up(desk)
    desk.database.close()
    told = devido("--home", tmp_path, "case", "act", case, "annul", "--reason", "void", "--reasons", "x", "--preview")
    assert (told.code, "não cabe agora" in told.err) == (1, True)
    desk = here.office(tmp_path)
    assert [event.step for event in desk.store.history(case)] == ["draw_up"]


@time_machine.travel(here.noon("2027-03-15"), tick=False)
def test_a_case_is_shown_as_it_was_known_and_as_it_is_held_to_have_been(archived, devido):
    home, case = archived
    assert devido("--home", home, "case", "act", case, "serve_notice", *LATE).code == 0

    def state(*days: str) -> str:
        return devido("--home", home, "case", "show", case, *days, "--json").json["state"]

    assert state("--known", "2027-03-11") == "awaiting_notification"
    assert state("--known", "2027-03-14") == "archived"
    assert state("--on", "2027-03-09") == "awaiting_notification"
    assert state("--on", "2027-03-12") == "awaiting_defense"
    assert state("--on", "2027-03-12", "--known", "2027-03-14") == "archived"
    shown = devido("--home", home, "case", "show", case, "--on", "12/03/2027").out
    assert shown.startswith(f"Como hoje se tem de 12/03/2027 (sex), o processo {case}: Aguardando defesa.\n")
    early = devido("--home", home, "case", "show", case, "--on", "28/02/2027")
    assert (early.code, "ainda não havia sido aberto" in early.err) == (2, True)


@time_machine.travel(here.noon("2027-06-01"), tick=False)
def test_a_preview_of_a_case_entered_in_one_day_has_the_mornings_that_were_lived(tmp_path, devido):
    desk = here.office(tmp_path)
    case = here.draw_up(desk, now="2027-06-01")
    here.do(desk, "serve_notice", "2027-03-03", case=case, via="personal", receipt="signed", now="2027-06-01")
    desk.database.close()
    judge = ("judge", "--outcome", "upheld", "--voters", "3", "--reasons", "sim", "--on", "20/04/2027")
    told = devido("--home", tmp_path, "case", "act", case, *judge, "--preview", "--json").json
    assert [each["step"] for each in told["clock"]] == ["certify_no_defense"]
    done = devido("--home", tmp_path, "case", "act", case, *judge, "--json").json
    assert (told["after"]["state"], done["act"]) == (done["state"], 4)
