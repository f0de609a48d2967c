"""A page of cases under verification: read by indexes, however little the database knows of its tables."""

import re

import pytest

from storage.check_page import STATEMENTS, Page
from storage.ledger import pages
from tests.databases import POSTGRES, SQLITE

ENDS = ("000001/2027", "000002/2027")


@pytest.fixture
def cases(clerk):
    """Two cases, of which a matter goes to the gazette and a person has two values; no table was ever analysed."""
    return [clerk.open().case_id, clerk.open().case_id]


@pytest.mark.parametrize("on", [SQLITE], indirect=True)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_no_table_of_a_file_is_read_whole_for_a_page(database, statement):
    plan = [row[3] for row in database.connection.execute(f"EXPLAIN QUERY PLAN {statement}", ENDS)]
    assert [step for step in plan if step.startswith("SCAN")] == [], plan


def whole(connection):
    """The statements for which the server would read a table whole, each with its plan."""
    plans = {
        each: "\n".join(row[0] for row in connection.execute(f"EXPLAIN {each}", ENDS).fetchall()) for each in STATEMENTS
    }
    return {each: plan for each, plan in plans.items() if re.search("Seq Scan|Hash|Merge|Parallel", plan)}


@pytest.mark.parametrize("on", [POSTGRES], indirect=True)
def test_no_table_of_a_server_is_read_whole_for_a_page_though_none_was_analysed(database, cases):
    with database.reading() as connection:
        assert whole(connection) != {}  # what would be read whole is seen
        Page(connection, cases)
        assert whole(connection) == {}
    assert whole(database.connection) != {}  # only in that reading


def test_what_is_not_of_the_page_is_left_out(database, cases, clerk):
    other = clerk.open().case_id
    with database.reading() as connection:
        page, last = (Page(connection, each) for each in ([cases[0], cases[1]], [other]))
    assert (sorted(page.events), sorted(last.events)) == (cases, [other])
    assert (sorted(page.private), sorted(last.keys)) == (cases, [other])


def test_pages_follow_one_another(monkeypatch):
    monkeypatch.setattr("storage.ledger.PAGE", 2)
    assert pages(["a", "b", "c"]) == [["a", "b"], ["c"]]
