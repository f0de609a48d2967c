"""``devido law diff``: what changed between two versions or two answers, and the running cases that would meet it."""

import shutil
from datetime import UTC, datetime

import pytest
import time_machine

from procedures.municipality import TOWNS
from tests.planting import SANTOS_DUMONT

LAW = SANTOS_DUMONT.name
TERM = "    length: 15 days\n    binds: party\n    opened_by: [serve_decision]"


@pytest.fixture
def other(tmp_path):
    """A copy of the law with twenty days to appeal, one body less strict and one quote shorter."""
    folder = shutil.copytree(SANTOS_DUMONT, tmp_path / "outra" / LAW)
    file = folder / "procedure.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (
        (TERM, TERM.replace("15", "20")),
        ("    permanent: true\n    legal: 1\n", "    permanent: true\n"),
        ('  inspection: {label: Fiscalização municipal, basis: "30"}\n', ""),
        (
            "  36-I: {label: Veículo em más condições, penalties: [B-1, C-2]",
            "  36-I: {label: Veículo em más condições, penalties: [B-1]",
        ),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def home(devido, notice, tmp_path):
    """A record with two cases under the law: one waits for its notice, the other was archived for lack of it."""
    home = tmp_path / "dados"
    with time_machine.travel(datetime(2027, 3, 1, 15, tzinfo=UTC), tick=False) as clock:
        line = ("--home", home, "case", "open", LAW, "--data", notice, "--items")
        assert devido(*line, "36-II", "--fact-on", "01/03/2027").code == 0
        clock.move_to(datetime(2027, 3, 15, 15, tzinfo=UTC))
        assert devido("--home", home, "clock", "run").code == 0
        assert devido(*line, "36-XIV", "--fact-on", "15/03/2027").code == 0
        yield home


def test_each_rule_is_told_by_its_path_with_the_old_and_the_new(devido, other):
    answer = devido("law", "diff", LAW, other)
    assert (answer.code, answer.err) == (0, "")
    assert "~ Prazo de recurso: duração [alterada; time_limits.appeal.length]" in answer.out
    assert "15 dias  →  20 dias" in answer.out
    assert "- Origem “Fiscalização municipal” [retirada; origins.inspection]" in answer.out
    told = devido("law", "diff", LAW, other, "--json").json
    assert {each["path"]: each["what"] for each in told["rules"]} == {
        "bodies.review_board.legal": "changed",
        "time_limits.appeal.length": "changed",
        "origins.inspection": "removed",
        "infractions.36-I.penalties": "changed",
    }
    assert told["quotes"] == []
    assert told["old"]["digest"] != told["new"]["digest"]


def test_a_quote_changed_is_not_a_rule_changed(devido, other):
    file = other / "procedure.yaml"
    quote = '"Esta Lei entra em vigor na data de sua publicação, revogando-se as disposições em contrário'
    text = (SANTOS_DUMONT / "procedure.yaml").read_text(encoding="utf-8")
    assert quote in text
    file.write_text(
        text.replace(quote + ", especialmente a Lei Municipal n. 3.054, de 10 de março de 1998", quote),
        encoding="utf-8",
    )
    told = devido("law", "diff", LAW, other, "--json").json
    assert told["rules"] == []
    assert [each["path"] for each in told["quotes"]] == ["articles.47.quote"]


def test_the_same_law_has_no_difference_and_that_is_no_error(devido):
    answer = devido("law", "diff", LAW, LAW)
    assert (answer.code, answer.out) == (0, "Nenhuma diferença.\n")


def test_two_answers_are_compared_as_two_laws(devido):
    answer = devido("law", "diff", LAW, "--versus", "notice_limit_met_by=dispatch")
    assert "Notificar da autuação  →  Expedir a notificação" in answer.out
    assert answer.out.endswith("2 regras mudadas e 0 trechos.\n")
    both = devido(
        "law", "diff", LAW, "--answers", "committee_quorum=5", "--versus", "committee_quorum=4", "--json"
    ).json
    assert [(each["old"], each["new"]) for each in both["rules"]] == [("5", "4")]


def test_running_cases_are_named_by_what_they_meet_now_and_later_and_none_is_touched(devido, home, other):
    before = devido("--home", home, "case", "show", "2/2027", "--json").json
    answer = devido("--home", home, "law", "diff", LAW, other)
    assert "000002/2027" in answer.out
    assert "000001/2027" not in answer.out  # it has ended
    assert "De 1 processo em curso sob esta versão, 1 encontra regra mudada. Nenhum foi tocado" in answer.out
    running = devido("--home", home, "law", "diff", LAW, other, "--json").json["running"]
    assert running["looked_at"] == 1
    (touched,) = running["touched"]
    assert touched["now"] == []
    # Its item is not 36-I, and it was opened already: only the appeal is still to come.
    assert touched["later"] == ["bodies.review_board.legal", "time_limits.appeal.length"]
    assert devido("--home", home, "case", "show", "2/2027", "--json").json == before


def test_an_answer_about_the_open_term_is_met_now(devido, home):
    line = ("--home", home, "law", "diff", LAW, "--versus")
    now = devido(*line, "notice_limit_met_by=dispatch", "--json").json["running"]["touched"]
    assert [(each["case"], each["now"]) for each in now] == [("000002/2027", ["time_limits.notice.met_by"])]
    # A date already counted stays, whatever is answered about how to count it.
    assert devido(*line, "notice_limit_end=next_business_day", "--json").json["running"]["touched"] == []


def test_cases_under_other_bytes_are_counted_apart(devido, home, other):
    running = devido("--home", home, "law", "diff", other, LAW, "--json").json["running"]
    assert (running["looked_at"], running["under_other_bytes"], running["touched"]) == (0, 1, [])


@pytest.mark.on_a_file
def test_what_cannot_be_compared_is_said(devido, tmp_path):
    for args, said in (
        (("law", "diff", LAW), "Diga com que comparar"),
        (("law", "diff", LAW, "outra"), "Não há lei 'outra'"),
        (("--home", tmp_path, "law", "diff", LAW, LAW), "Não há registro em"),
    ):
        answer = devido(*args)
        assert (answer.code, answer.out) == (2, "")
        assert said in answer.err
    assert list(tmp_path.iterdir()) == []


def test_what_an_act_may_do_without_moving_the_case_is_met_too(devido, home):
    told = devido("--home", home, "law", "diff", LAW, "--versus", "rounding=half_up", "--json").json
    assert [each["path"] for each in told["rules"]] == ["money.round"]
    assert [(each["now"], each["later"]) for each in told["running"]["touched"]] == [([], ["money.round"])]


ANSWERED = [
    ("mg_santos_dumont", "mg_santos_dumont_lei_4814_2026", "36-II", "appeal_suspends=no"),
    ("mt_barra_do_garcas", "mt_barra_do_garcas_lei_4937_2025", "19-VI", "confession_effect=decision_always"),
    ("mg_lavras", "mg_lavras_lei_4545_2020", "25-XI", "appeal_suspends=no"),
    ("sp_americana", "sp_americana_lei_4019_2004", "31-II", "cumulation=several"),
]


@pytest.mark.parametrize(("town", "name", "item", "answer"), ANSWERED)
def test_another_answer_of_the_town_names_the_cases_of_any_law_and_leaves_the_record_byte_for_byte(
    devido, notice, tmp_path, town, name, item, answer
):
    file = tmp_path / f"{town}.yaml"
    text = (TOWNS / file.name).read_text(encoding="utf-8")
    profile = "answers: {profile: [{since: 2027-01-01, answer: interim, act: Decreto de ensaio}]}"
    file.write_text(text.replace("answers: {}", profile) if town == "mg_lavras" else text, encoding="utf-8")
    home = tmp_path / "dados"
    with time_machine.travel(datetime(2027, 3, 1, 15, tzinfo=UTC), tick=False):
        line = ("--home", home, "--town", file, "case", "open", name, "--data", notice, "--items", item)
        by = ("--by", "transport_unit") if town == "sp_americana" else ()
        assert devido(*line, "--fact-on", "01/03/2027", *by).code == 0
        before = {each: each.read_bytes() for each in home.rglob("*") if each.is_file() and each.suffix != ".db-shm"}
        running = devido("--home", home, "--town", file, "law", "diff", name, "--versus", answer, "--json").json[
            "running"
        ]
    assert [each["case"] for each in running["touched"]] == ["000001/2027"]
    after = {each: each.read_bytes() for each in home.rglob("*") if each.is_file() and each.suffix != ".db-shm"}
    assert after == before
