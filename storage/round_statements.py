"""The SQL of the clock's rounds."""

from __future__ import annotations

from sqlalchemy import bindparam, func, insert, literal_column, select

from storage.statements import compiled, paged, table, word

_round = table("clock_round")
_COLUMNS = ("started_at", "finished_at", "morning", "acts", "failures", "stopped", "confirmed_by")
ADD_ROUND = compiled(insert(_round).values({name: bindparam(name) for name in _COLUMNS}))
LATEST_ROUNDS = paged(select(*(_round.c[name] for name in _COLUMNS)).order_by(_round.c.id.desc()))
ROUND_RAN = paged(select(_round.c.finished_at).where(_round.c.stopped == word("")).order_by(_round.c.id.desc()))
ROUND_ACTS = compiled(
    select(func.coalesce(func.sum(_round.c.acts), literal_column("0"))).where(
        _round.c.stopped == word(""), _round.c.finished_at >= bindparam("since")
    )
)
