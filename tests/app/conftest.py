"""An office in a temporary folder; and, once for all, a year of cases with every paper printed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from app.delivery import Delivered, deliver
from storage.driver import sqlite3
from storage.person_keys import PersonKeys
from storage.upgrade import revision_of, upgrade
from tests.app.clerk import Clerk, year
from tests.databases import BOTH, SQLITE, served
from tests.databases import told as told_address


class Told(NamedTuple):
    """The year told: the clerk, each case's number by its story, and what printing the papers came to."""

    clerk: Clerk
    cases: dict[str, str]
    delivered: Delivered


ON_BOTH = {
    "test_case", "test_clock", "test_delivery", "test_erasure", "test_gazette", "test_intake", "test_keeping",
    "test_law_diff", "test_logs", "test_looking", "test_papers", "test_priors", "test_recomputing", "test_respondents",
    "test_together", "test_watch",
}  # fmt: skip
"""The modules whose tests run on both databases; the others open none, or say themselves which they are on."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Twice each, but for the few about a file's own ways."""
    on_a_file = metafunc.definition.get_closest_marker("on_a_file")
    if metafunc.module.__name__.rpartition(".")[2] in ON_BOTH and "kept_on" in metafunc.fixturenames and not on_a_file:
        metafunc.parametrize("kept_on", BOTH)


@pytest.fixture(scope="module", autouse=True)
def made_once(empty: Path) -> Iterator[None]:
    """In this process a new file is a copy of one: migrations, which have tests of their own, take long."""
    model = sqlite3.connect(empty, check_same_thread=False)

    def copied(connection: sqlite3.Connection, path: Path, keys: PersonKeys) -> None:
        if revision_of(connection):
            upgrade(connection, path, keys)
        else:
            model.backup(connection)

    with patch("storage.sqlite.upgrade", copied):
        yield
    model.close()


@pytest.fixture
def kept_on() -> str:
    """Which database the record is on."""
    return SQLITE


@pytest.fixture
def tmp_path(kept_on: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test's own. On PostgreSQL its record is there, and the command line is told so."""
    if kept_on == SQLITE:
        yield tmp_path
        return
    with served(tmp_path):
        monkeypatch.setenv("DEVIDO_DATABASE_URL", told_address(tmp_path))
        yield tmp_path


@pytest.fixture
def clerk(tmp_path: Path) -> Iterator[Clerk]:
    clerk = Clerk(tmp_path)
    yield clerk
    clerk.office.database.close()


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    clerk = Clerk(tmp_path_factory.mktemp("year"))
    cases = year(clerk)
    yield Told(clerk, cases, deliver(clerk.office, clerk.at(date(2027, 9, 1))))
    clerk.office.database.close()
