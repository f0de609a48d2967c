"""Papers after the act: each once, under a lease, and what fails is seen and can be tried again."""

import threading
from datetime import timedelta
from io import BytesIO

import pytest

from storage.files import Files
from storage.outbox import LEASE, Outbox
from storage.views import Views
from tests.databases import opened
from tests.storage.conftest import NOON, together

SECOND = timedelta(seconds=1)


@pytest.fixture
def outbox(database):
    return Outbox(database)


@pytest.fixture
def pdf(folder):
    return Files(folder / "files").put(BytesIO(b"%PDF"), "application/pdf")


def status(database):
    paper, _ = Views(database).paper(1)
    return paper.status, paper.reason, paper.file


def test_a_task_carries_all_that_a_rendering_needs(outbox, clerk, story):
    clerk.open()
    (task,) = outbox.claim("w1", NOON)
    assert (task.document, task.case_id, task.kind, task.number, task.attempts) == (
        1,
        "000001/2027",
        "infraction_notice",
        "000001/2027",
        1,
    )
    assert story.name.encode() in task.context


def test_a_task_under_lease_is_nobody_elses_until_the_lease_runs_out(outbox, clerk, pdf):
    clerk.open()
    (first,) = outbox.claim("w1", NOON)
    assert outbox.claim("w2", NOON + SECOND) == []
    (second,) = outbox.claim("w2", NOON + LEASE + SECOND)
    assert second.attempts == 2
    assert not outbox.rendered(first, pdf, NOON), "the lease is lost"
    assert outbox.rendered(second, pdf, NOON)
    assert not outbox.rendered(second, pdf, NOON), "once"
    assert outbox.claim("w3", NOON + 9 * LEASE) == []


def test_a_failure_is_tried_again_later(outbox, clerk, database, pdf):
    clerk.open()
    (task,) = outbox.claim("w", NOON)
    assert outbox.failed(task, "falta o glifo U+1F600", NOON + timedelta(minutes=1), NOON)
    assert status(database) == ("pending", "falta o glifo U+1F600", None)
    assert outbox.claim("w", NOON + SECOND) == []
    (again,) = outbox.claim("w", NOON + timedelta(minutes=1))
    assert outbox.rendered(again, pdf, NOON)
    assert status(database) == ("rendered", "", pdf.sha256)


def test_a_paper_given_up_waits_for_a_person(outbox, clerk, database, pdf):
    clerk.open()
    (task,) = outbox.claim("w", NOON)
    assert outbox.failed(task, "modelo com erro", None, NOON)
    assert status(database) == ("failed", "modelo com erro", None)
    assert [each.id for each in Views(database).given_up()] == [1]
    assert outbox.claim("w", NOON + 99 * LEASE) == []
    assert outbox.again(1, NOON)
    assert not outbox.again(1, NOON)
    (task,) = outbox.claim("w", NOON)
    assert outbox.rendered(task, pdf, NOON)


def test_two_who_take_up_tasks_at_once_take_up_different_ones(folder, outbox, clerk):
    for _ in range(24):
        clerk.open()
    barrier, taken = threading.Barrier(3), []

    def take(owner):
        mine = Outbox(opened(folder))
        barrier.wait()
        for _ in range(4):
            taken.extend(task.task for task in mine.claim(owner, NOON, limit=2))
        mine.database.close()

    together([(take, f"w{number}") for number in range(3)])
    assert len(taken) == len(set(taken)) == 24


def test_papers_come_out_in_the_order_of_the_acts(outbox, clerk):
    case_id = clerk.open().case_id
    clerk.act(case_id)
    clerk.act(case_id)
    assert [each.document for each in outbox.claim("w", NOON, limit=2)] == [1, 2]
    assert [each.document for each in outbox.claim("w", NOON, limit=2)] == [3]
