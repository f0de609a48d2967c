"""What stands around the uses of a database: its faults said in Portuguese, and writes that are whole or not at all.

Plain classes, since every act goes through both: a generator for each would cost it more than what they do.
"""

from __future__ import annotations

from collections.abc import Callable

from storage.connection import Connection, Session
from storage.faults import StorageFault


class Faults:
    """Raises, for what the database said, the typed fault that ``fault`` makes of it; keeps nothing, and serves all."""

    __slots__ = ("_fault",)

    def __init__(self, fault: Callable[[BaseException], StorageFault | None]) -> None:
        self._fault = fault

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and (found := self._fault(error)) is not None:
            raise found from error


class Writing:
    """One transaction that writes: all of it or, on any error, nothing."""

    __slots__ = ("_connection", "_faults", "_session")

    def __init__(self, session: Session, connection: Connection, faults: Faults) -> None:
        self._session, self._connection, self._faults = session, connection, faults

    def __enter__(self) -> Connection:
        with self._faults:
            self._session.begin(self._connection)
        return self._connection

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with self._faults:
            try:
                if error is None:
                    self._session.commit(self._connection)
            finally:
                self._session.end(self._connection)
        self._faults.__exit__(kind, error, trace)
