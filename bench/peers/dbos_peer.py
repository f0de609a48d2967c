"""DBOS: a workflow of six transactions, each with its checkpoint beside the case's row and its history."""

from __future__ import annotations

import logging
import os

import sqlalchemy as sa
from dbos import DBOS, SQLAlchemyDatasource
from unit import ACTOR, AT, MOVES, PRAGMAS, SAID_JSON, STEPS, Driver, Numbers, Peer, measure

CHANGE = sa.text("UPDATE cases SET state=:after, version=version+1, updated_at=:at WHERE id=:id AND state=:before")
TELL = sa.text("INSERT INTO history VALUES (:id, :seq, :step, :before, :after, :actor, :at, :said)")


def make(place: str) -> Peer:
    """Its own tables beside the cases'; on a file with every commit waited for, as the others."""
    on_server = place.startswith("postgresql://")
    if on_server:
        ours = theirs = place.replace("postgresql:", "postgresql+psycopg:")
    else:
        ours, theirs = f"sqlite:///{place}", f"sqlite:///{place}.dbos"

        @sa.event.listens_for(sa.Engine, "connect")
        def connected(connection, _) -> None:
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")

    driver, numbers = Driver(place), Numbers()
    driver.prepare()
    logging.disable(logging.CRITICAL)
    DBOS(config={"name": "bench", "system_database_url": theirs, "log_level": "CRITICAL"})
    source = SQLAlchemyDatasource.create(ours)

    @source.transaction
    def move(number: int, step: str, said: str) -> str:
        session = source.sql_session() if callable(source.sql_session) else source.sql_session
        before, after = MOVES[step]
        given = {"id": number, "before": before, "after": after, "at": AT, "seq": STEPS.index(step) + 1}
        if session.execute(CHANGE, given).rowcount != 1:
            raise ValueError(number)
        session.execute(TELL, given | {"step": step, "actor": ACTOR, "said": said})
        return after

    @DBOS.workflow()
    def case(number: int) -> None:
        for step in STEPS:
            move(number, step, SAID_JSON)

    DBOS.launch()

    def create(count: int) -> list[int]:
        taken = numbers.take(count)
        driver.add([(number, "{}") for number in taken])
        return taken

    return Peer(create, case, driver.ended)


if __name__ == "__main__":
    measure(make)
    DBOS.destroy()
    os._exit(0)
