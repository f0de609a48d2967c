"""The SQL of lists, compiled once; each goes by an index or gives up after a page."""

from __future__ import annotations

from sqlalchemy import bindparam, func, literal_column, select, tuple_

from storage.statements import compiled, paged, table, word, wrapped_for

_case, _deadline, _paper = table("case_file"), table("deadline"), table("document")
_cited = table("respondent")
_event, _matter, _task = table("event"), table("matter"), table("outbox")
_CASE_COLUMNS = [
    _case.c[name]
    for name in ("case_id", "state", "reason", "phase", "version", "opened_on", "day", "wakes_on", "procedure", "leaf")
]
_PAPER_COLUMNS = [
    _paper.c[name]
    for name in (
        "id", "case_id", "version", "kind", "track", "about", "series", "body", "year", "ordinal", "code", "template",
        "status", "reason", "file", "rendered_at",
    )
] + [wrapped_for(_paper)]  # fmt: skip
_newest = (_case.c.year.desc(), _case.c.ordinal.desc())

CASES = paged(select(*_CASE_COLUMNS).order_by(*_newest))
CASES_IN_STATE = paged(select(*_CASE_COLUMNS).where(_case.c.state == bindparam("state")).order_by(*_newest))
ONE_CASE = compiled(select(*_CASE_COLUMNS).where(_case.c.case_id == bindparam("case_id")))
CASES_BY_NUMBER = paged(
    select(*_CASE_COLUMNS)
    .where(_case.c.case_id >= bindparam("start"), _case.c.case_id < bindparam("end"))
    .order_by(_case.c.case_id)
)
OF_SUBJECT = compiled(
    select(_cited.c.case_id, _cited.c.id, _case.c.snapshot)
    .join(_case, _case.c.case_id == _cited.c.case_id)
    .where(_cited.c.subject == bindparam("subject"))
    .order_by(_cited.c.case_id, _cited.c.id)
)
SUBJECTS = compiled(select(_cited.c.id, _cited.c.subject).where(_cited.c.case_id == bindparam("case_id")))
ANY_SUBJECT = paged(select(_cited.c.subject).where(_cited.c.subject > literal_column("''")))
UNRECKONED = compiled(select(_cited.c.case_id).where(_cited.c.subject == literal_column("''")))
DUE = paged(
    select(_case.c.wakes_on, _case.c.case_id)
    .where(_case.c.wakes_on <= bindparam("on"))
    .where(tuple_(_case.c.wakes_on, _case.c.case_id) > tuple_(bindparam("day"), bindparam("number")))
    .order_by(_case.c.wakes_on, _case.c.case_id)
)
DUE_COUNT = compiled(select(func.count()).select_from(_case).where(_case.c.wakes_on <= bindparam("on")))
COUNT_BY_STATE = compiled(select(_case.c.state, func.count()).group_by(_case.c.state).order_by(_case.c.state))
_DEADLINE_COLUMNS = list(_deadline.c)
RUNNING = paged(
    select(*_DEADLINE_COLUMNS)
    .where(_deadline.c.status == word("open"), _deadline.c.due.between(bindparam("start"), bindparam("until")))
    .order_by(_deadline.c.due, _deadline.c.case_id, _deadline.c.id)
)
PAPERS = paged(select(*_PAPER_COLUMNS).order_by(_paper.c.id.desc()))
PAPERS_OF_CASE = compiled(
    select(*_PAPER_COLUMNS).where(_paper.c.case_id == bindparam("case_id")).order_by(_paper.c.version, _paper.c.id)
)
PAPER_BY_ID = compiled(select(*_PAPER_COLUMNS, _paper.c.context).where(_paper.c.id == bindparam("id")))
PAPER_BY_CODE = compiled(select(*_PAPER_COLUMNS).where(_paper.c.code == bindparam("code")))
PAPERS_NUMBERED = compiled(
    select(*_PAPER_COLUMNS).where(
        _paper.c.series == bindparam("series"),
        _paper.c.year == bindparam("year"),
        _paper.c.ordinal == bindparam("ordinal"),
    )
)
_unrendered = select(*_PAPER_COLUMNS).join(_task, _task.c.document == _paper.c.id)
WAITING = paged(_unrendered.where(_task.c.status == word("pending")).order_by(_task.c.next_try, _task.c.id))
GIVEN_UP = paged(_unrendered.where(_task.c.status == word("failed")).order_by(_task.c.document))
WAITING_COUNT = compiled(select(func.count()).select_from(_task).where(_task.c.status == word("pending")))
GIVEN_UP_COUNT = compiled(select(func.count()).select_from(_task).where(_task.c.status == word("failed")))
MATTERS = paged(
    select(
        _matter.c.seq, _matter.c.case_id, _matter.c.version, _matter.c.what, _event.c.occurred_on, _event.c.recorded_at
    )
    .join(_event, _event.c.seq == _matter.c.seq)
    .where(_matter.c.seq > bindparam("after"))
    .order_by(_matter.c.seq, _matter.c.position)
)
EVENTS = compiled(
    select(_event.c.leaf, _event.c.record).where(_event.c.case_id == bindparam("case_id")).order_by(_event.c.version)
)
