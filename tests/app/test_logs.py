"""Logs: one line an act, one JSON object, of the law's own words; nothing that people typed."""

import io
import json
import logging
from types import SimpleNamespace

import pytest
import structlog

from app import casework, clock, logs
from app.delivery import deliver
from tests.app import desk as here
from workflow.errors import DevidoError

TYPED = "Fulano CPF 529.982.247-25\x1b[31m"


@pytest.fixture
def written():
    """Where the log goes."""
    return io.BytesIO()


@pytest.fixture
def desk(tmp_path, monkeypatch, written):
    desk = here.office(tmp_path)
    with monkeypatch.context() as during:
        during.setattr("sys.stderr", SimpleNamespace(buffer=written))
        logs.configure(as_json=True)
    monkeypatch.setattr(logs, "_log", structlog.get_logger("devido"))
    yield desk
    logs.configure(as_json=True, level=logging.CRITICAL)


def lines(written):
    return [json.loads(line) for line in written.getvalue().decode().splitlines()]


def test_every_act_and_round_is_a_json_line_without_a_name_a_number_or_an_address(desk, written):
    here.paid(desk)
    here.draw_up(desk, "2027-05-06", respondent={"name": "Sicrano 😀"})
    deliver(desk, here.noon("2027-05-07"))
    told = lines(written)
    assert [each["event"] for each in told].count("ato registrado") == 9
    assert {"relógio", "peça não impressa"} <= {each["event"] for each in told}
    said = json.dumps(told, ensure_ascii=False)
    for personal in ("Fulano", "Sicrano", "529.982", "52998224725", "Rua ", "escolar", "lotação", "Agente"):
        assert personal not in said


@pytest.mark.parametrize("where", ["step", "by", "case", "on the case", "law"])
def test_what_people_type_where_a_word_of_the_law_goes_is_not_logged(desk, written, where):
    case = here.draw_up(desk)
    given = {
        "step": {"step": TYPED, "case": case},
        "by": {"step": "judge", "case": case, "by": TYPED},
        "case": {"step": "judge", "case": TYPED},
        "on the case": {"step": "judge", "case": case, "outcome": TYPED},
        "law": {"step": "draw_up", "law": TYPED},
    }[where]
    with pytest.raises(DevidoError):
        here.do(desk, on="2027-03-02", **given)
    said = lines(written)
    assert said[-1]["event"] == "ato recusado"
    assert "Fulano" not in json.dumps(said)


def test_a_job_that_fails_says_the_kind_of_error_and_not_its_words(desk, written, monkeypatch):
    here.draw_up(desk)

    def fails(*_):
        raise RuntimeError(TYPED)

    monkeypatch.setattr(casework, "due_acts", fails)
    clock.run(desk, here.noon("2027-04-01"))
    (failure,) = [each for each in lines(written) if each["event"].startswith("relógio: ")]
    assert (failure["error"], failure["case"]) == ("RuntimeError", "000001/2027")


@pytest.mark.parametrize(("terminal", "refused", "colour"), [(False, "", False), (True, "", True), (True, "1", False)])
def test_the_log_for_people_is_coloured_only_on_a_terminal_that_wants_it(monkeypatch, terminal, refused, colour):
    stream = io.StringIO()
    stream.isatty = lambda: terminal  # type: ignore[method-assign] - a stream that says it is a terminal
    with monkeypatch.context() as during:
        during.setattr("sys.stderr", stream)
        during.setenv("NO_COLOR", refused)
        logs.configure(as_json=False)
        during.setattr(logs, "_log", structlog.get_logger("devido"))
        logs.done("relógio", acts=3)
    logs.configure(as_json=True, level=logging.CRITICAL)
    assert ("relógio" in stream.getvalue(), "\x1b" in stream.getvalue()) == (True, colour)
