"""A whole durable act on PostgreSQL, beside the raw driver (psycopg) doing the very same statements on the same server.

The server is the tests', begun for this alone and waiting for its disk as one in use does.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from bench import durable
from bench.table import Table
from tests.databases import Cluster
from tests.server import Server

MARKS = (50, 65)


def measure(rounds: int, cases: int, folder: Path) -> Table:
    """Three lines with papers and three without them: the raw driver, the record, the product."""
    with closing(Cluster(Server(safe=True))) as cluster:

        def at(home: Path) -> str:
            home.mkdir(parents=True, exist_ok=True)
            return cluster.address(cluster.copy())

        return durable.measure(rounds, cases, {"no servidor": folder}, at, "Ato durável, PostgreSQL", MARKS)
