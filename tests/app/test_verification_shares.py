"""A record of many acts is verified by several processes, and they find what one finds."""

from __future__ import annotations

import pytest

from app import verification_shares
from app.invariants import verify_all
from app.verification import verify_office
from storage import ledger
from tests.app import desk as here
from tests.databases import BOTH, SQLITE, record, without_triggers

ALTERED = (
    "UPDATE event SET leaf = zeroblob(32) WHERE case_id = '000001/2027' AND version = 2",
    "UPDATE case_file SET state = 'closed' WHERE case_id = '000003/2027'",
    "UPDATE deadline SET due = '2027-12-31', act_on = '2028-01-01' WHERE case_id = '000002/2027'",
    "UPDATE case_file SET wakes_on = '2027-01-01' WHERE case_id = '000004/2027'",
)


@pytest.fixture(params=BOTH)
def desk(request, tmp_path, empty):
    with record(request.param, tmp_path, empty):
        desk = here.office(tmp_path)
        here.judged(desk)
        here.served(desk)
        for day in ("2027-03-05", "2027-03-08", "2027-03-09"):
            here.draw_up(desk, day)
        yield desk
        desk.database.close()


@pytest.fixture
def shared(monkeypatch):
    """Two cases a page, and processes whatever the number of acts and of processors."""

    def share():
        monkeypatch.setattr(ledger, "PAGE", 2)
        monkeypatch.setattr(verification_shares, "WORTH", 1)
        monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})

    return share


def test_several_processes_find_what_one_finds_in_the_same_order(desk, shared):
    with without_triggers(desk.database) as connection:
        for each in ALTERED:
            connection.execute(each)
    alone = [each.told() for each in verify_all(desk, here.noon("2027-04-12"))]
    found = {finding["case"] for each in alone for finding in each["findings"]}
    assert found >= {"000001/2027", "000002/2027", "000003/2027", "000004/2027"}
    shared()
    seen = []
    told = verify_all(desk, here.noon("2027-04-12"), progress=lambda *counted: seen.append(counted))
    assert [each.told() for each in told] == alone
    assert seen == [(2, 5), (4, 5), (5, 5)]


@pytest.mark.parametrize("desk", [SQLITE], indirect=True)
def test_what_stops_one_of_them_stops_the_verification(desk, shared, monkeypatch):
    shared()
    monkeypatch.setattr(verification_shares, "_check", int)  # a page is no number
    with pytest.raises(TypeError):
        verify_office(desk)
