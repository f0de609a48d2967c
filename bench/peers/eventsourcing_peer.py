"""The eventsourcing library: an aggregate a case, loaded by replaying its events, its history; one more is saved."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import eventsourcing.sqlite as on_file
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from unit import ACTOR, MOVES, SAID_JSON, STATES, STEPS, Peer, measure


class Case(Aggregate):
    @event("Created")
    def __init__(self, number: str) -> None:
        self.number, self.state = number, STATES[0]

    @event("Moved")
    def move(self, step: str, payload: str, actor: str) -> None:
        before, after = MOVES[step]
        if self.state != before:
            raise ValueError(step)
        self.state = after


def make(place: str) -> Peer:
    """The application over the library's own recorder; on a file with every commit waited for, as the others."""
    if place.startswith("postgresql://"):
        at = urlsplit(place)
        host = parse_qs(at.query).get("host", [at.hostname])[0]
        where = {
            "PERSISTENCE_MODULE": "eventsourcing.postgres", "POSTGRES_DBNAME": at.path[1:], "POSTGRES_HOST": host,
            "POSTGRES_PORT": str(at.port or 5432), "POSTGRES_USER": at.username, "POSTGRES_PASSWORD": at.password,
        }  # fmt: skip
    else:
        made = on_file.SQLiteConnectionPool._create_connection

        def safe(pool):
            connection = made(pool)
            driver = getattr(connection, "_sqlite_conn", None) or connection.connection
            driver.execute("PRAGMA synchronous=FULL")
            return connection

        on_file.SQLiteConnectionPool._create_connection = safe
        where = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": place}
    cases = Application(env=where)

    def create(count: int) -> list:
        made = [Case("AI-1") for _ in range(count)]
        cases.save(*made)
        return [each.id for each in made]

    def play(case) -> None:
        for step in STEPS:
            loaded = cases.repository.get(case)
            loaded.move(step, SAID_JSON, ACTOR)
            cases.save(loaded)

    return Peer(create, play, lambda case: (cases.repository.get(case).state, len(list(cases.events.get(case))) - 1))


if __name__ == "__main__":
    measure(make)
