"""What the tests of the core share."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A busy machine is no defect of the count: properties are judged by what they say, not by how long they take.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(params=["UTC", "America/Rio_Branco", "America/New_York", "Pacific/Kiritimati"])
def machine_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The machine's own zone, one after another; New York has daylight saving, Kiritimati is a day ahead."""
    with monkeypatch.context() as environment:
        environment.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()
