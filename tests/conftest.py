"""What holds for every test: invented histories are the same on each run, and one PostgreSQL serves all processes."""

import os
import signal
import sys

import pytest
from hypothesis import settings

from tests.server import ADDRESS, Server

settings.register_profile("devido", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("devido")


def pytest_configure(config: pytest.Config) -> None:
    """Where tests run in several processes, the first starts the server for them; alone, whoever needs it does."""
    first = not hasattr(config, "workerinput")
    if first and config.getoption("numprocesses", None) and ADDRESS not in os.environ:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a run cut short ends its server too
        try:
            os.environ[ADDRESS] = Server().address
        except RuntimeError as missing:
            pytest.exit(f"the tests run on PostgreSQL too: {missing}", returncode=1)


@pytest.fixture(scope="session")
def empty(tmp_path_factory):
    """A database file just made, to copy: making one takes a quarter of a second."""
    from storage.database import Database  # noqa: PLC0415 - most tests open none

    path = tmp_path_factory.mktemp("empty") / "registro.db"
    Database(path).close()
    return path
