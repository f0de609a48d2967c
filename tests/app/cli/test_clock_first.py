"""What the clock owes comes before anybody's act, and it is said where it happens; so is a term that waits for it."""

import pytest
import time_machine

from tests.app import desk as here

FIRST = "Arquivar por falta de notificação (prazo até 11/03/2027 (qui), efeito em 12/03/2027 (sex))"
JUDGE = ("judge", "--outcome", "upheld", "--voters", "3", "--reasons", "Provado.", "--by", "special_committee")
LATE = ("serve_notice", "--via", "personal", "--receipt", "signed", "--on", "10/03/2027", "--reasons", "chegou depois",
        "--approved-by", "p:2")  # fmt: skip


@pytest.fixture
def forgotten(tmp_path):
    """Drawn up on 1 March, never told to anybody; it is the 15th and no clock has run."""
    desk = here.office(tmp_path)
    case = here.draw_up(desk)
    desk.database.close()
    with time_machine.travel(here.noon("2027-03-15"), tick=False):
        yield tmp_path, case


def once(text: str) -> str:
    return " ".join(text.split())


def test_a_refused_act_says_what_the_clock_did_before_it_and_only_then(forgotten, devido):
    home, case = forgotten
    line = ("--home", home, "case", "act", case, *JUDGE)
    looked_at = devido(*line, "--preview")
    assert (looked_at.code, looked_at.out) == (1, "")
    assert once(looked_at.err).endswith(f"Antes, o relógio faria: {FIRST}.")
    refused = devido(*line)
    assert refused.code == 1
    assert once(refused.err).endswith(f"Antes, o relógio fez: {FIRST}.")
    assert "Antes, o relógio" not in devido(*line).err


def test_a_program_reads_it_in_the_message_of_the_refusal(forgotten, devido):
    home, case = forgotten
    assert f"Antes, o relógio fez: {FIRST}." in devido("--home", home, "case", "act", case, *JUDGE, "--json").err


def test_an_act_that_is_done_says_what_the_clock_did_before_it(forgotten, devido):
    home, case = forgotten
    done = devido("--home", home, "case", "act", case, *LATE)
    assert (done.code, done.err) == (0, "")
    assert once(done.out).startswith(f"Antes, o relógio fez: {FIRST}. Processo {case}, ato 3: registrado.")


def test_why_not_answers_for_the_case_as_the_clock_will_leave_it_and_says_so(forgotten, devido):
    home, case = forgotten
    answer = devido("--home", home, "case", "why-not", case)
    assert once(answer.out).startswith(f"Antes, o relógio faria: {FIRST}.")
    assert "✗ dispatch_notice" in answer.out
    assert here.office(home).store.load(case).version == 1


def test_a_term_past_that_the_clock_has_not_decided_says_what_it_waits_for_and_not_that_it_runs(forgotten, devido):
    home, case = forgotten
    waits = "vencido, à espera do relógio: Arquivar por falta de notificação na próxima ronda"
    for line in (("show", case), ("show", case, "--on", "20/03/2027"), ("explain", case)):
        shown = once(devido("--home", home, "case", *line).out.replace("│", ""))
        assert waits in shown
        assert "em curso" not in shown
    lived = devido("--home", home, "case", "show", case, "--known", "11/03/2027", "--json").json
    assert [each["status_label"] for each in lived["deadlines"]] == ["em curso"]


def test_what_was_entered_today_waits_for_the_next_morning_and_that_day_is_named(tmp_path, devido, notice):
    law = "mg_santos_dumont_lei_4814_2026"
    with time_machine.travel(here.noon("2027-03-15"), tick=False):
        devido(
            "--home", tmp_path, "case", "open", law, "--items", "36-II", "--fact-on", "01/03/2027", "--on",
            "01/03/2027", "--data", notice,
        )  # fmt: skip
        told = devido("--home", tmp_path, "case", "show", "1/2027", "--json").json["deadlines"][0]
    assert told["status"] == "open"
    assert told["status_label"].endswith("Arquivar por falta de notificação na manhã de 16/03/2027 (ter)")


def test_the_clocks_acts_show_the_day_the_term_ended_and_the_day_of_their_effect(forgotten, devido):
    home, case = forgotten
    when = "prazo até 11/03/2027 (qui), efeito em 12/03/2027 (sex)"
    assert when in once(devido("--home", home, "clock", "run", "--dry-run").out)
    devido("--home", home, "clock", "run")
    shown = devido("--home", home, "case", "show", case, "--json").json["events"]
    assert [(str(each["occurred_on"]), each["when"]) for each in shown] == [
        ("2027-03-01", "01/03/2027 (seg)"),
        ("2027-03-11", when),
    ]
    table = devido("--home", home, "case", "show", case).out
    assert "prazo até 11/03/2027 (qui)" in table
    assert "efeito em 12/03/2027" in table
