"""Breaking any one rule of a law's file (a number, a place, a guard, a quote) is noticed, and it is said by whom."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from app.rehearsal_reading import Reading
from procedures.loader import Law
from procedures.registry import law
from tests.mutations import Mutation, broken, cases_of, mutations, noticed

GOLDEN = Path(__file__).parent.parent / "golden"
SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"


@lru_cache
def told(name: str) -> tuple[Law, list[Reading], list[Mutation]]:
    found = law(name)
    return found, cases_of(found, GOLDEN), mutations(found)


def survivors(name: str, chosen: list[Mutation]) -> list[str]:
    found, cases, _ = told(name)
    return [str(mutation) for mutation in chosen if not noticed(broken(found, mutation), cases)]


def sample(every: list[Mutation]) -> list[Mutation]:
    """Every other rule that only a worked case may miss, and every sixth quote: each time the same ones."""
    quotes = [each for each in every if each.kind == "trecho"]
    return [*[each for each in every if each.kind != "trecho"][::2], *quotes[::6]]


def test_the_law_unbroken_is_noticed_by_nobody():
    found, cases, _ = told(SANTOS_DUMONT)
    assert noticed(found, cases) == ""


def test_a_sample_of_the_rules_of_santos_dumont_broken_one_at_a_time_is_noticed():
    chosen = sample(told(SANTOS_DUMONT)[2])
    assert len(chosen) >= 60
    assert survivors(SANTOS_DUMONT, chosen) == []


@pytest.mark.heavy
def test_every_rule_of_santos_dumont_broken_alone_is_noticed():
    assert survivors(SANTOS_DUMONT, told(SANTOS_DUMONT)[2]) == []


def test_the_rules_looked_at_are_the_numbers_the_places_the_guards_and_the_quotes():
    every = {str(each).partition(" → ")[0]: each.new for each in told(SANTOS_DUMONT)[2]}
    assert every["número time_limits.defense.length: 30 days"] == "30 business days"
    assert every["número bodies.special_committee.votes: 3"] == 4
    assert every["número penalties.B-1.units: 0.5"] == "1.5"
    assert every["número penalties.D.days.until: 180"] == 181
    assert every["número repeat.surcharge.levels.0.plus: 50%"] == "60%"
    assert every["destino steps.make_final.to: enforcement"] == "awaiting_decision_notice"
    assert every["condição steps.file_appeal.requires.0: once"] is None
    assert every["trecho articles.34 I.quote: Advertência por escrito"] == "Advertência por escrit§"


def test_who_notices_is_named():
    found, cases, every = told(SANTOS_DUMONT)
    (longer,) = (each for each in every if str(each) == "número time_limits.appeal.length: 15 days → 16 days")
    assert noticed(broken(found, longer), cases).startswith("o caso COR-12: due.appeal: esperado 29/04/2027")


def test_a_worked_case_that_cannot_be_read_is_no_witness():
    assert all(reading.told is not None for reading in told(SANTOS_DUMONT)[1])
