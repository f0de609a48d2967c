"""The SQL of tasks: taken up under a lease, finished, given back, begun again."""

from __future__ import annotations

from sqlalchemy import bindparam, null, or_, select, update

from storage.statements import compiled, paged, table, word, wrapped_for

_task, _paper = table("outbox"), table("document")

NEXT_TASKS = paged(
    select(
        _task.c.id, _task.c.attempts, _paper.c.id.label("document"), _paper.c.case_id, _paper.c.version, _paper.c.kind,
        _paper.c.body, _paper.c.year, _paper.c.ordinal, _paper.c.code, _paper.c.template, _paper.c.context,
        wrapped_for(_paper),
    )
    .join(_paper, _paper.c.id == _task.c.document)
    .where(_task.c.status == word("pending"), _task.c.next_try <= bindparam("now"))
    .where(or_(_task.c.leased_until.is_(None), _task.c.leased_until < bindparam("now")))
    .order_by(_task.c.next_try, _task.c.id)
)  # fmt: skip
LEASE_TASK = compiled(
    update(_task)
    .where(_task.c.id == bindparam("task"))
    .values(owner=bindparam("owner"), leased_until=bindparam("leased_until"), attempts=bindparam("attempts"))
)
FINISH_TASK = compiled(
    update(_task)
    .where(_task.c.id == bindparam("task"), _task.c.owner == bindparam("by"), _task.c.status == word("pending"))
    .values(
        status=bindparam("new_status"), next_try=bindparam("next_try"), reason=bindparam("reason"), owner=word(""),
        leased_until=null(),
    ),
)  # fmt: skip
MARK_PAPER = compiled(
    update(_paper)
    .where(_paper.c.id == bindparam("document"))
    .values(
        status=bindparam("new_status"), file=bindparam("file"), rendered_at=bindparam("at"), reason=bindparam("reason")
    )
)
GIVE_BACK_TASK = compiled(
    update(_task)
    .where(_task.c.id == bindparam("task"), _task.c.owner == bindparam("by"), _task.c.status == word("pending"))
    .values(owner=word(""), leased_until=null())
)
TASK_AGAIN = compiled(
    update(_task)
    .where(_task.c.document == bindparam("of"), _task.c.status == word("failed"))
    .values(status=word("pending"), next_try=bindparam("next_try"), reason=word("")),
)
