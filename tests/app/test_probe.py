"""What a monitor sees: measures that it can read, and an answer that says whether something is wrong."""

import json
import socket
from datetime import timedelta
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.delivery import deliver
from app.metrics import exposition, measures
from app.probe import HERE, serving
from app.watch import make_round
from tests.app import desk as here
from tests.app.at_work import shift_at

NOON = here.noon("2027-03-12")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def measured(desk, now):
    return {name + "".join(labels.values()): value for name, labels, value in measures(desk, now)}


def asked(port, path):
    try:
        with urlopen(f"http://{HERE}:{port}{path}", timeout=20) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers["Content-Type"], refusal.read().decode()


def test_the_measures_say_what_waits_what_was_done_and_what_was_not(desk):
    here.draw_up(desk)
    before = measured(desk, NOON)
    assert (before["devido_casesawaiting_notification"], before["devido_deadlines_due"]) == (1, 1)
    assert (before["devido_outbox_pending"], before["devido_ailing"], before["devido_checkpoint_acts"]) == (2, 1, 0)
    assert "devido_round_age_seconds" not in before, "there has been none"
    make_round(desk, NOON, moment=lambda: NOON)
    desk.checkpoints.sign(NOON)
    deliver(desk, NOON)
    after = measured(desk, NOON + timedelta(minutes=3))
    assert after == {
        "devido_casesarchived": 1, "devido_deadlines_due": 0, "devido_deadlines_ending": 0,
        "devido_round_age_seconds": 180, "devido_round_failures": 0, "devido_round_stopped": 0,
        "devido_outbox_pending": 0, "devido_outbox_failed": 0, "devido_log_acts": 2, "devido_checkpoint_acts": 2,
        "devido_ailing": 0,
    }  # fmt: skip


def test_papers_and_cases_that_failed_and_a_round_that_stopped_are_measured(desk, monkeypatch):
    here.draw_up(desk, respondent={"name": "Ana 😀 Exemplo", "address": "Rua A"})
    deliver(desk, NOON)
    monkeypatch.setattr("app.casework.due_acts", lambda *_: 1 / 0)
    make_round(desk, NOON, moment=lambda: NOON)
    ill = measured(desk, NOON)
    assert (ill["devido_outbox_failed"], ill["devido_round_failures"], ill["devido_ailing"]) == (2, 1, 2)
    make_round(desk, here.noon("2027-02-01"), moment=lambda: NOON)
    assert measured(desk, NOON)["devido_round_stopped"] == 1


def test_prometheus_reads_the_text_and_finds_nobody_in_it(desk):
    case = here.draw_up(desk)
    make_round(desk, NOON, moment=lambda: NOON)
    text = exposition(desk, NOON)
    families = list(text_string_to_metric_families(text))
    assert len(families) == 11
    assert all(each.documentation.endswith(".") and each.type == "gauge" for each in families)
    assert [each for each in (here.NAME, "529", "Rua", case) if each in text] == []


def test_health_and_readiness_answer_a_program(desk, tmp_path):
    here.draw_up(desk)
    with serving(shift_at(tmp_path, NOON), 0) as port:
        status, kind, text = asked(port, "/health")
        assert (status, kind) == (503, "application/json; charset=utf-8")
        assert json.loads(text) == {
            "healthy": False, "ailing": ["o relógio nunca correu, e há processos à espera dele"], "last_round": None,
            "due": 1,
        }  # fmt: skip
        make_round(desk, NOON, moment=lambda: NOON)
        status, _, text = asked(port, "/health")
        assert (status, json.loads(text)["healthy"]) == (200, True)
        assert (asked(port, "/ready")[0], json.loads(asked(port, "/ready")[2])) == (200, {"ready": True, "why": ""})
        status, kind, text = asked(port, "/metrics")
        assert (status, kind.partition(";")[0]) == (200, "text/plain")
        assert 'devido_cases{state="archived"} 1.0' in text
        assert asked(port, "/outra")[0] == 404


def test_a_record_that_cannot_be_opened_or_written_is_not_ready(desk, tmp_path):
    here.draw_up(desk)
    desk.checkpoints.sign(NOON)
    desk.database.close()
    with serving(shift_at(tmp_path, NOON), 0) as port:
        for each in tmp_path.glob("mg_santos_dumont/registro.db*"):
            each.rename(each.with_name(each.name.replace("registro", "outro")))
        status, _, text = asked(port, "/ready")
        assert (status, json.loads(text)["ready"]) == (503, False)
        assert "falta 1 ato" in json.loads(text)["why"]
        (tmp_path / "mg_santos_dumont" / "registro.db").write_bytes(b"isto nao e um banco" * 100)
        for path in ("/ready", "/health", "/metrics"):
            status, _, text = asked(port, path)
            assert (status, "ready" in json.loads(text)) == (503, True)


def test_only_this_machine_is_answered(tmp_path):
    with serving(shift_at(tmp_path, NOON), 0) as port, socket.socket() as other:
        other.settimeout(1)
        with pytest.raises(OSError, match="refused"):
            other.connect(("127.0.0.2", port))
