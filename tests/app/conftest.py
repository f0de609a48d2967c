"""An office in a temporary folder; and, once for all, a year of cases with every paper printed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from app.delivery import Delivered, deliver
from tests.app.clerk import Clerk, year


class Told(NamedTuple):
    """The year told: the clerk, each case's number by its story, and what printing the papers came to."""

    clerk: Clerk
    cases: dict[str, str]
    delivered: Delivered


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
