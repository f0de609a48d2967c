"""Recorded histories asked again of today's program come out the same, acts and papers, or the difference is told."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from notices import words
from procedures.loader import law_of
from procedures.municipality import Town
from tests.upgrade.declared import DECLARED, SAID, Declared, is_declared
from tests.upgrade.histories import History, differing, law_kept, laws, volume
from workflow.calendar import Calendar

LEAST, SAMPLE = 300, 50
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"


def town_of(law):
    kept = volume(law).town
    return Town.model_validate(kept, strict=False) if kept else None


def asked_again(law, histories, its_law=None):
    """Each difference, with the history it is of."""
    town = town_of(law)
    return [
        (f"{law}:{history.name}", difference)
        for history in histories
        for difference in differing(its_law or law_kept(law), town, history)
    ]


def undeclared(found):
    return [f"{history}: {difference}" for history, difference in found if not is_declared(history, difference)]


def spread():
    """So many histories of all the laws, at even distances."""
    every = sum(len(volume(law).histories) for law in laws()) // SAMPLE + 1
    return {law: volume(law).histories[::every] for law in laws()}


@pytest.mark.parametrize("law", laws())
def test_a_sample_of_histories_comes_out_the_same(law):
    assert undeclared(asked_again(law, spread()[law])) == []


@pytest.mark.heavy
@pytest.mark.parametrize("law", laws())
def test_every_history_comes_out_the_same(law):
    assert undeclared(asked_again(law, volume(law).histories)) == []


def test_there_are_histories_enough_of_every_law_and_each_goes_somewhere():
    counted = {law: len(volume(law).histories) for law in laws()}
    assert sum(counted.values()) >= LEAST
    assert len(counted) == 7
    assert min(counted.values()) >= 50
    assert sum(map(len, spread().values())) >= SAMPLE
    asked = [asked for law in laws() for history in volume(law).histories for asked in history.asked]
    assert {"refused" in each.came for each in asked} == {True, False}
    assert any(each.past for each in asked)
    assert sum(len(history.papers) for law in laws() for history in volume(law).histories) > 1500


def test_every_difference_that_is_meant_is_told_in_the_changelog():
    told = CHANGELOG.read_text("utf-8")
    assert [each for each in DECLARED if each.changelog not in told] == []
    assert [each for each in SAID if each[2] not in told] == []


@pytest.mark.heavy
def test_every_difference_that_is_meant_is_still_there():
    found = [each for law in laws() for each in asked_again(law, volume(law).histories)] if DECLARED else []
    assert [each for each in DECLARED if not any(is_declared(*one, (each,)) for one in found)] == []


def test_a_difference_is_meant_only_where_it_is_said_to_be():
    meant = (Declared("mg_*:SD-0?", "pedido 2, serve_notice: /derived", "x"),)
    assert is_declared("mg_x:SD-01", "pedido 2, serve_notice: /derived/due", meant)
    assert not is_declared("mg_x:SD-11", "pedido 2, serve_notice: /derived/due", meant)
    assert not is_declared("mg_x:SD-01", "pedido 3, serve_notice: /derived/due", meant)


def short():
    """Three whole cases, their calendars not those by which days have been counted already."""
    wanted = [each for each in volume(SANTOS_DUMONT).histories if each.name in ("SD-01", "SD-02", "SD-03")]
    return msgspec.json.decode(msgspec.json.encode(wanted), type=list[History])


def test_a_term_changed_in_the_law_is_found():
    """Negative control, as the next two: what is changed must not come out the same."""
    parts = dict(volume(SANTOS_DUMONT).parts)
    changed = parts["procedure.yaml"].replace("length: 30 days", "length: 29 days")
    assert changed != parts["procedure.yaml"]
    law = law_of(SANTOS_DUMONT, {name: text.encode() for name, text in (parts | {"procedure.yaml": changed}).items()})
    digest = law_kept(SANTOS_DUMONT).resolve().digest

    class Unchanged(type(law)):
        """The same law by its digest: only what it says is another."""

        def resolve(self, answers, published_on=None):
            procedure = law.resolve(answers, published_on=published_on)
            object.__setattr__(procedure, "digest", digest)
            return procedure

    found = asked_again(SANTOS_DUMONT, short(), Unchanged(**{f.name: getattr(law, f.name) for f in fields(law)}))
    assert {difference.partition(":")[0] for _, difference in found} == {"pedido 2, serve_notice"}


def test_a_day_counted_otherwise_by_the_program_is_found(monkeypatch):
    monkeypatch.setattr(Calendar, "full_hours", lambda *_: True)
    found = asked_again(SANTOS_DUMONT, short())
    assert any("/derived" in difference for _, difference in found)


def test_a_word_changed_in_a_paper_is_found(monkeypatch):
    monkeypatch.setitem(words.OUTCOMES, "upheld", "mantido")
    found = asked_again(SANTOS_DUMONT, short())
    assert any(difference.startswith("peça") for _, difference in found)
