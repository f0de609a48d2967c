"""PostgreSQL: how the town's database is reached there, written under row locks, and told apart from what it is not.

Transactions are READ COMMITTED. What two might do at once is held first, always in one order (``storage.store``), and
checked again once it is held; nothing relies on SERIALIZABLE. Nobody waits for ever: a lock, a statement and an idle
transaction each have their limit, and the connection notices a server that is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import psycopg
from psycopg.pq import TransactionStatus

from storage.connection import Connection
from storage.faults import StorageFault
from storage.findings import Finding
from storage.person_keys import PersonKeys
from storage.postgres_address import address_shown, read_address
from storage.postgres_connection import PostgresConnection
from storage.postgres_faults import is_mistake, lost_at_commit, postgres_fault
from storage.postgres_schema import prepare

_NEXT_PAPERS = "SELECT nextval('document_id_seq') FROM generate_series(1, 200)"


class Postgres:
    """The database at an address ``postgresql://role:password@server/database``; ``owner`` is its owner's address.

    ``keys`` seal what an older version kept in the clear.
    Raises ``BadAddress``.
    """

    lock = " FOR UPDATE"
    skip = " FOR UPDATE OF outbox SKIP LOCKED"

    def __init__(self, address: str, keys: PersonKeys, owner: str = "") -> None:
        self.keys = keys
        self.address = read_address(address)
        self.owner = read_address(owner) if owner else ""
        self.place = address_shown(self.address)

    def session(self) -> PostgresSession:
        """A new connection."""
        return PostgresSession(self)

    def papers_to_come(self, connection: Connection) -> Iterator[int]:
        """The server's own next numbers, some at a time; what is not used is passed over, as after any failed act."""
        while True:
            yield from [number for (number,) in connection.execute(_NEXT_PAPERS)]

    def moment(self, connection: Connection) -> datetime:
        """What the server's clock says, in UTC."""
        found: datetime = connection.execute("SELECT clock_timestamp() AT TIME ZONE 'UTC'").fetchone()[0]
        return found.replace(tzinfo=UTC)

    def findings(self, connection: Connection) -> Iterator[Finding]:
        """What does not hold of the references, the triggers and the rights."""
        from storage.check_postgres import check_schema  # noqa: PLC0415 - only a verification needs it

        return check_schema(connection)

    def fault(self, error: BaseException) -> StorageFault | None:
        """What the server or the network did, as a typed fault in Portuguese; None for a mistake of ours."""
        if isinstance(error, psycopg.Error) and not is_mistake(error):
            return postgres_fault(error, self.place)
        return None


class PostgresSession:
    """One connection to the server."""

    def __init__(self, server: Postgres) -> None:
        self.server = server
        self.connection = PostgresConnection(server.address)

    def prepare(self) -> None:
        """Refuse another program's database and a role that owns this one; bring the schema up to date."""
        prepare(self.connection, self.server.place, self.server.owner, self.server.keys)

    def begin(self, connection: Connection) -> None:
        """Begin a transaction that writes."""
        self._begin(connection, "BEGIN")

    def commit(self, connection: Connection) -> None:
        """Make it last. Raises ``Unsure`` where the server went away while it was asked to."""
        if self.connection.status is TransactionStatus.INERROR:
            raise RuntimeError("a statement failed and the act went on: the server would take it back in silence")
        try:
            connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if self.connection.driver.closed:
                raise lost_at_commit(error, self.server.place) from error
            raise

    def end(self, connection: Connection) -> None:
        """Take back what was not made to last."""
        mine = self.connection
        try:
            if not mine.driver.closed and mine.status is not TransactionStatus.IDLE:
                connection.execute("ROLLBACK")
        finally:
            mine.within = mine.driver.at_leisure = False

    @contextmanager
    def reading(self, connection: Connection) -> Iterator[None]:
        """One consistent view."""
        if self.connection.within:
            yield
            return
        self._begin(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            self.end(connection)

    def _begin(self, connection: Connection, begin: str) -> None:
        connection.execute(begin)
        self.connection.within = True

    def close(self) -> None:
        """Close the connection."""
        self.connection.driver.close()
