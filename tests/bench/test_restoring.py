"""A record planted, copied and put back is whole; how fast is for the bench to say."""

from __future__ import annotations

import pytest

from app import verification_shares
from bench import restoring

SMALL, BIG = 120, 20_000
"""Acts in the plain run, and in the long one, where several processes verify."""
PARTS = ["plantar", "copiar", "restaurar e conferir tudo"]


@pytest.mark.parametrize("acts", [SMALL, pytest.param(BIG, marks=pytest.mark.heavy)])
def test_a_planted_record_comes_back_whole(tmp_path, acts):
    said = []
    assert list(restoring.measured(acts, tmp_path, said.append)) == PARTS
    assert len(said) == len(PARTS)
    assert BIG >= verification_shares.WORTH


def test_a_planted_record_that_was_altered_is_not_taken_for_whole(tmp_path, monkeypatch):
    """Negative control: what the bench asserts is what the restoration saw."""
    copy = restoring.back_up

    def less(office, *given):
        connection = office.database.connection
        connection.execute("UPDATE deadline SET due = '2030-01-01' WHERE case_id = '000003/2027'")
        return copy(office, *given)

    monkeypatch.setattr(restoring, "back_up", less)
    with pytest.raises(AssertionError):
        restoring.measured(SMALL, tmp_path, str)
