"""Breaking any one rule of a law's file (a number, a place, a guard, a quote) is noticed, and it is said by whom."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from app.rehearsal_reading import Reading, read_rehearsals
from procedures.loader import Law
from procedures.registry import law, law_ids
from tests.mutations import Mutation, broken, cases_of, mutations, noticed, usual

GOLDEN = Path(__file__).parent.parent / "golden"
SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"
BARRA, LAVRAS = "mt_barra_do_garcas_lei_4937_2025", "mg_lavras_lei_4545_2020"
AMERICANA = "sp_americana_lei_4019_2004"
LAWS = [SANTOS_DUMONT, BARRA, LAVRAS, AMERICANA]
OTHERS = LAWS[1:]

_ALL_HAVE_DEFAULTS = "todas as questões desta lei têm resposta de partida: hoje a condição nada recusa"
_THE_VERB_REFUSES = "o próprio ato (begin, lift_measure) recusa o que não está em vigor; a condição diz o artigo"
_BEGIN = "open_questions.bar_collects_documents.options.no.set.steps.start_suspension.requires.1: penalty_final"
KEPT: dict[str, dict[str, str]] = {
    SANTOS_DUMONT: {
        "condição steps.collect_documents.requires.0: penalty_final → None": _THE_VERB_REFUSES,
        "condição steps.start_suspension.requires.1: penalty_final → None": _THE_VERB_REFUSES,
        f"condição {_BEGIN} → None": _THE_VERB_REFUSES,
    },
    BARRA: {
        "condição steps.draw_up.requires.0: questions_answered → None": _ALL_HAVE_DEFAULTS,
        "condição steps.lift_measure.requires.0: measure_ordered → None": _THE_VERB_REFUSES,
    },
    LAVRAS: {"condição steps.lift_measure.requires.0: measure_ordered → None": _THE_VERB_REFUSES},
    AMERICANA: {
        "condição steps.draw_up.requires.0: questions_answered → None": _ALL_HAVE_DEFAULTS,
        "condição steps.start_suspension.requires.0: penalty_final → None": _THE_VERB_REFUSES,
    },
}
"""Rules that nobody misses when broken, and why they stay: a question without default would need the first of them."""


@lru_cache
def told(name: str) -> tuple[Law, list[Reading], list[Mutation], frozenset[str]]:
    found = law(name)
    return found, cases_of(found, GOLDEN), mutations(found), usual(found)


def survivors(name: str, chosen: list[Mutation]) -> list[str]:
    found, cases, _, said = told(name)
    return [str(mutation) for mutation in chosen if not noticed(broken(found, mutation), cases, said)]


def sample(every: list[Mutation], one_in: int) -> list[Mutation]:
    """One in so many of the rules that only a worked case may miss, fewer of the quotes: each time the same ones."""
    quotes = [each for each in every if each.kind == "trecho"]
    return [*[each for each in every if each.kind != "trecho"][::one_in], *quotes[:: 3 * one_in]]


def test_all_the_laws_of_the_product_are_looked_at():
    assert sorted(LAWS) == sorted(law_ids())


@pytest.mark.parametrize("name", LAWS)
def test_the_law_unbroken_is_noticed_by_nobody(name):
    found, cases, _, said = told(name)
    assert noticed(found, cases, said) == ""


def test_a_sample_of_the_rules_of_santos_dumont_broken_one_at_a_time_is_noticed():
    chosen = [each for each in sample(told(SANTOS_DUMONT)[2], 2) if str(each) not in KEPT[SANTOS_DUMONT]]
    assert len(chosen) >= 60
    assert survivors(SANTOS_DUMONT, chosen) == []


@pytest.mark.parametrize("name", OTHERS)
def test_a_smaller_sample_of_the_other_laws_is_noticed(name):
    chosen = [each for each in sample(told(name)[2], 6) if str(each) not in KEPT.get(name, ())]
    assert len(chosen) >= 10
    assert survivors(name, chosen) == []


@pytest.mark.heavy
@pytest.mark.parametrize("name", LAWS)
def test_every_rule_broken_alone_is_noticed_but_those_listed_with_a_reason(name):
    every = told(name)[2]
    assert survivors(name, every) == list(KEPT.get(name, ()))
    rules = [each for each in every if each.kind != "trecho"]
    assert len(KEPT.get(name, ())) <= 0.05 * len(rules)


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_though_nobody_would_miss_it_is_kept_for_the_reason_given(name):
    found = told(name)[0]
    for rule, reason in KEPT[name].items():
        if reason == _ALL_HAVE_DEFAULTS:
            assert found.resolve().unanswered == {}
        else:
            step = rule.rpartition("steps.")[2].partition(".")[0]
            assert found.data["steps"][step].get("does") in {None, "begin", "lift_measure"}


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


def test_what_an_answer_would_put_in_place_of_a_rule_is_looked_at_too():
    answer = "open_questions.secretary_reconsiders.options.yes.set.steps"
    every = {str(each).partition(" → ")[0] for each in told(BARRA)[2]}
    assert f"destino {answer}.file_appeal.to.timely: under_reconsideration" in every
    assert f"destino {answer}.reconsider.to.reversed: archived/reconsidered" in every
    assert f"condição {answer}.reconsider.requires.4: not_worse" in every


def test_who_notices_is_named():
    found, cases, every, said = told(SANTOS_DUMONT)
    (longer,) = (each for each in every if str(each) == "número time_limits.appeal.length: 15 days → 16 days")
    assert noticed(broken(found, longer), cases, said).startswith("o caso COR-12: due.appeal: esperado 29/04/2027")


@pytest.mark.parametrize("name", LAWS)
def test_each_law_has_cases_of_its_own_refusals_among_them(name):
    own = [each.told for each in read_rehearsals(law(name).rehearsals)]
    assert len(own) >= 15
    assert sum(any(act.refused for act in each.acts) for each in own) >= 10


@pytest.mark.parametrize("name", LAWS)
def test_a_worked_case_that_cannot_be_read_is_no_witness(name):
    assert all(reading.told is not None for reading in told(name)[1])
