"""Lists: the right lines in the right order, each by an index."""

import ast
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from storage import erasure
from storage.compiling import FILE, built, written
from storage.tables import metadata
from storage.views import Views
from tests.databases import POSTGRES, SQLITE
from tests.storage.conftest import DAY, followed, judged

ROOT = Path(__file__).resolve().parents[2]
ERASURE = {
    name: text for name, text in vars(erasure).items() if str(text).startswith("SELECT") and not name.startswith("_OF")
}
STATEMENTS = dict(built()) | ERASURE
# A page of a list in its order, from its newest end, or of an index that holds only what is left to do.
WHOLE_IN_ORDER = {
    "TOWN_CHANGES",
    "LATEST_TOWN_CHANGE",
    "CASES",
    "PAPERS",
    "WAITING",
    "GIVEN_UP",
    "LATEST_ROUNDS",
    "ROUND_RAN",
    "LATEST_CHECKPOINT",
    "ANY_PERSON_KEY",
}
# What a monitor asks once a minute counts an index from end to end, and no table.
WHOLE_IN_ORDER |= {"COUNT_BY_STATE", "WAITING_COUNT", "GIVEN_UP_COUNT"}
ONE_ROW = {"HEAD", "END", "MOVE_HEAD"}
# What the check of the whole record reads, all of it, and the few tasks that wait.
WHOLE = {"GIVE_BACK_TASK"}
# A town changes its data a few times a year. Blocks are counted when a checkpoint is signed, its keys listed when a
# receipt is compared; few editions bear a root.
WHOLE |= {"BLOCKS_KEPT", "PUBLISHED", "CHECKPOINT_KEYS"}
# A record is put back from a copy a few times in its life. Of erasure: what one case has, put in order, and the few
# keys that were destroyed, which an index of their own holds.
WHOLE |= {"RESTORATIONS", "_HELD", "_FILES", "_FORGOTTEN", "_DESTROYED"}
# A new master key wraps every key anew: they are counted, and those left looked for, over all there are.
WHOLE |= {"ROTATIONS", "KEYS_LEFT", "KEYS_LIVE"}


@pytest.fixture
def views(database):
    return Views(database)


@pytest.fixture
def cases(clerk):
    ids = [clerk.open().case_id for _ in range(3)]
    clerk.act(ids[0])
    clerk.act(ids[1], judged)
    return ids


@pytest.mark.parametrize("on", [SQLITE], indirect=True)
@pytest.mark.parametrize("name", STATEMENTS)
def test_every_statement_goes_by_an_index(database, name):
    statement = STATEMENTS[name]
    values = dict.fromkeys(re.findall(r":(\w+)", statement))
    plan = [row[3] for row in database.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    if statement.startswith("INSERT"):
        return  # what it prints are checks of references, which run only when one is broken
    scans = [step for step in plan if step.startswith(("SCAN", "USE TEMP"))]
    assert (
        not scans or name in ONE_ROW | WHOLE or (name in WHOLE_IN_ORDER and not any("TEMP" in each for each in scans))
    ), plan


@pytest.mark.parametrize("on", [POSTGRES], indirect=True)
def test_every_statement_has_an_index_to_go_by_on_postgresql(database):
    """Told to avoid it, the planner reads an empty table whole only for want of an index."""
    connection = database.connection
    for setting in ("enable_seqscan", "enable_bitmapscan", "enable_sort"):
        connection.execute(f"SET {setting} = off")
    found = {name: plan_of(connection, statement) for name, statement in STATEMENTS.items()}
    scans = {name for name, plan in found.items() if "Seq Scan" in plan}
    assert scans - WHOLE <= ONE_ROW, {name: found[name] for name in scans}
    # Papers of one case come by its index, and are put in order act by act.
    sorts = {name for name, plan in found.items() if "Sort  " in plan.replace("Incremental Sort", "")}
    assert sorts == set(), {name: found[name] for name in sorts}


def plan_of(connection, statement):
    values = iter(range(1, 99))
    numbered = re.sub(r":(\w+)", lambda _: f"${next(values)}", statement)
    return "\n".join(row[0] for row in connection.execute(f"EXPLAIN (GENERIC_PLAN) {numbered}"))


@pytest.mark.parametrize("on", [POSTGRES], indirect=True)
def test_a_query_without_an_index_would_be_seen_on_postgresql_too(database):
    database.connection.execute("SET enable_seqscan = off")
    assert "Seq Scan" in plan_of(database.connection, "SELECT * FROM deadline WHERE kind = 'x'")


def test_the_statements_that_run_are_those_that_were_built():
    """Where this fails: ``python -m storage.compiling``."""
    assert FILE.read_text(encoding="utf-8") == written()


# The check of the whole record and its copy read it all; the last paper's number is at the end of its key.
READ_IT_WHOLE = {
    "ledger.py",
    "copying.py",
    "key_copy.py",
    *(each.name for each in (ROOT / "storage").glob("check_*.py")),
}
ELSEWHERE = {"SELECT coalesce(max(id), 0) + 1 FROM document"}
# Guards ask by key, and are triggers; these modules make statements (erasure's are looked at above), or are about
# the schema and the queue.
NOT_RUN = {
    "sql.py",
    "erasure.py",
    "guards.py",
    "triggers.py",
    "postgres_triggers.py",
    "upgrade.py",
    "postgres_schema.py",
}


def spoken_in(module):
    """The statements that a module has in its text, and that are about the record's tables."""
    tables = rf"\b(?:FROM|UPDATE|INTO|JOIN)\s+(?:{'|'.join(metadata.tables)})\b"
    verbs = ("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")
    texts = [each.value for each in ast.walk(ast.parse(module)) if isinstance(each, ast.Constant)]
    said = [each for each in texts if isinstance(each, str) and each.lstrip().startswith(verbs)]
    return [each for each in said if re.search(tables, each)]


def test_no_statement_runs_but_those_whose_index_is_looked_at():
    modules = [each for folder in ("storage", "app") for each in (ROOT / folder).rglob("*.py")]
    looked_at = [each for each in modules if each.name not in READ_IT_WHOLE | NOT_RUN and "versions" not in each.parts]
    assert {said for each in looked_at for said in spoken_in(each.read_text("utf-8"))} == ELSEWHERE


def test_a_statement_written_elsewhere_would_be_seen():
    assert spoken_in('rows = connection.execute("SELECT 1 FROM deadline WHERE kind = ?")') != []


@pytest.mark.parametrize("on", [SQLITE], indirect=True)
@pytest.mark.parametrize("statement", sorted(ELSEWHERE))
def test_and_those_written_elsewhere_go_by_an_index_too(database, statement):
    plan = [row[3] for row in database.connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert plan == ["SEARCH document"]


def test_statements_were_found_at_all():
    assert len(STATEMENTS) > 40


@pytest.mark.parametrize("on", [SQLITE], indirect=True)
def test_a_query_without_an_index_would_be_seen(database):
    plan = [row[3] for row in database.connection.execute("EXPLAIN QUERY PLAN SELECT * FROM deadline WHERE kind = 'x'")]
    assert plan == ["SCAN deadline"]


def test_cases_are_listed_newest_first_and_by_state(views, cases):
    assert [each.case_id for each in views.cases()] == cases[::-1]
    assert [each.case_id for each in views.cases("awaiting_notification")] == [cases[2]]
    assert views.cases("closed") == []
    line = views.case(cases[0])
    assert (line.version, line.phase, line.opened_on, line.day) == (2, "defense", date(2027, 3, 1), date(2027, 3, 2))
    assert views.case("000009/2027") is None


@pytest.mark.parametrize("typed", ["2", "000002", "2/2027", " 000002/2027 "])
def test_a_case_is_found_by_its_number_however_typed(views, cases, typed):
    assert [each.case_id for each in views.search(typed)] == ["000002/2027"]


def test_a_search_is_text_and_nothing_more(views, cases):
    for typed in ("%", "_", "' OR 1=1 --", "000002/2028", "2027"):
        assert views.search(typed) == [], typed
    assert len(views.search("")) == 3


def test_what_is_due_comes_by_morning(views, cases):
    first = date(2027, 3, 17)
    assert views.due(first - DAY) == []
    assert [case_id for _, case_id in views.due(first)] == [cases[2]]
    assert [case_id for _, case_id in views.due(first + 9 * DAY)] == [cases[2], cases[0], cases[1]]
    assert len(views.due(first + 9 * DAY, limit=2)) == 2


def test_deadlines_running_are_those_that_end_on_some_days(views, cases):
    running = views.running(date(2027, 3, 1), date(2027, 3, 16))
    assert [(each.case_id, each.kind, each.due) for each in running] == [(cases[2], "notice", date(2027, 3, 16))]
    assert views.running(date(2027, 3, 1), date(2027, 3, 15)) == []
    assert len(views.running(date(2027, 3, 16), date(2027, 3, 31))) == 3


def test_papers_by_case_by_code_and_all(views, cases):
    one, two = views.papers(cases[0])
    assert [(each.kind, each.number, each.status) for each in (one, two)] == [
        ("infraction_notice", "000001/2027", "pending"),
        ("decision_letter", "000001/2027", "pending"),
    ]
    assert views.paper_by_code(two.code) == two
    assert views.paper_by_code("nothing") is None
    assert [each.id for each in views.papers()] == [5, 4, 3, 2, 1]
    assert [each.id for each in views.waiting()] == [1, 2, 3, 4, 5]
    assert views.paper(99) is None


def test_matters_for_the_gazette_from_a_position_on(views, cases):
    assert [(each.seq, each.case_id, each.what) for each in views.matters()] == [
        (1, cases[0], "public_notice"),
        (2, cases[1], "public_notice"),
        (3, cases[2], "public_notice"),
    ]
    assert [each.seq for each in views.matters(after=2)] == [3]


def test_a_cases_story_with_its_papers_and_without_personal_data(views, cases, story):
    opened, served = views.events(cases[0])
    assert (opened.record.step, served.record.step) == ("draw_up", "serve_notice")
    assert [each.kind for each in served.papers] == ["decision_letter"]
    assert set(opened.record.private) == {"respondent", "narrative"}
    assert story.name not in repr(opened)


def test_a_month_of_acts_lists_in_order(views, clerk):
    case_id = clerk.open().case_id
    for _ in range(30):
        clerk.act(case_id, followed, papers=False)
    assert [each.record.n for each in views.events(case_id)] == list(range(1, 32))
    assert views.case(case_id).day == date(2027, 3, 1) + timedelta(days=30)
