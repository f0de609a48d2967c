"""The SQL of checkpoints, of the tree over the log, and of what leaves with a proof."""

from __future__ import annotations

from sqlalchemy import bindparam, func, insert, select

from storage.statements import compiled, paged, table, wrapped_for

_checkpoint, _publication, _block = table("checkpoint"), table("publication"), table("block")
_event, _private, _paper = table("event"), table("private_value"), table("document")
_columns = (_checkpoint.c.id, _checkpoint.c.note, _checkpoint.c.key)
CHECKPOINT_KEYS = compiled(select(_checkpoint.c.key).distinct())
LATEST_CHECKPOINT = paged(select(*_columns).order_by(_checkpoint.c.id.desc()))
CHECKPOINT_BEFORE = paged(
    select(*_columns)
    .where(_checkpoint.c.size < bindparam("seq"))
    .order_by(_checkpoint.c.size.desc(), _checkpoint.c.id.desc())
)
PUBLISHED = compiled(
    select(_publication.c.edition, _publication.c.day, _checkpoint.c.note)
    .join(_checkpoint, _checkpoint.c.id == _publication.c.checkpoint)
    .where(_checkpoint.c.size >= bindparam("least"))
    .order_by(_checkpoint.c.id, _publication.c.edition)
)
CHECKPOINT_OF_EDITION = paged(
    select(_checkpoint.c.note)
    .join(_publication, _checkpoint.c.id == _publication.c.checkpoint)
    .where(_publication.c.edition == bindparam("edition"), _checkpoint.c.size >= bindparam("least"))
    .order_by(_publication.c.checkpoint)
)
_new_checkpoint = compiled(
    insert(_checkpoint).values({each.name: bindparam(each.name) for each in _checkpoint.c if each.name != "id"})
)
NEW_CHECKPOINT = f"{_new_checkpoint} RETURNING id"
PUBLISH = compiled(insert(_publication))
ACTS_SHOWN = compiled(
    select(_event.c.seq, _event.c.version, _event.c.leaf, _event.c.record)
    .where(_event.c.case_id == bindparam("case_id"))
    .order_by(_event.c.version)
)
VALUES_SHOWN = compiled(
    select(_private.c.version, _private.c.field, _private.c.sealed, wrapped_for(_private))
    .where(_private.c.case_id == bindparam("case_id"), _private.c.sealed.is_not(None))
    .order_by(_private.c.version, _private.c.field)
)
PAPERS_SHOWN = compiled(
    select(
        _paper.c.version, _paper.c.kind, _paper.c.series, _paper.c.body, _paper.c.year, _paper.c.ordinal,
        _paper.c.code, _paper.c.context, _paper.c.file, wrapped_for(_paper),
    )
    .where(_paper.c.case_id == bindparam("case_id"))
    .order_by(_paper.c.version, _paper.c.id)
)  # fmt: skip
ACT_AT = compiled(
    select(_event.c.seq, _event.c.version, _event.c.leaf, _event.c.record).where(_event.c.seq == bindparam("seq"))
)
RECORDED_AT = compiled(select(_event.c.recorded_at).where(_event.c.seq == bindparam("seq")))
LEAVES = compiled(
    select(_event.c.leaf)
    .where(_event.c.seq > bindparam("start"), _event.c.seq <= bindparam("end"))
    .order_by(_event.c.seq)
)
RECORDS_BETWEEN = compiled(
    select(_event.c.seq, _event.c.leaf, _event.c.record)
    .where(_event.c.seq > bindparam("start"), _event.c.seq <= bindparam("end"))
    .order_by(_event.c.seq)
)
BLOCKS = compiled(
    select(_block.c.root)
    .where(_block.c.ordinal >= bindparam("start"), _block.c.ordinal < bindparam("end"))
    .order_by(_block.c.ordinal)
)
BLOCKS_KEPT = compiled(select(func.count(_block.c.ordinal)))
NEW_BLOCK = compiled(insert(_block))
