"""A synthetic docket: the same for a seed, the engine's own, and different only where the law is."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date

import pytest

from app.simulation import running
from app.simulation.docket import run
from app.simulation.fate import Fate
from app.simulation.rates import ABOUT, BadRate, Rates, rates_of
from app.simulation.running import Docket, Side, began, simulate
from app.simulation.scene import NothingOpens, end_of_year, scene
from procedures.municipality import TOWNS, load_town
from procedures.registry import law
from workflow.procedure import Step

SANTOS_DUMONT, LAVRAS = "mg_santos_dumont_lei_4814_2026", "mg_lavras_lei_4545_2020"
LAWS = {
    SANTOS_DUMONT: {},
    LAVRAS: {"profile": "interim"},
    "mt_barra_do_garcas_lei_4937_2025": {},
    "sp_americana_lei_4019_2004": {},
}


def quiet(done, total):
    pass


def staged(name=SANTOS_DUMONT, rates=None, seed=7, **answers):
    procedure = law(name).resolve({**LAWS[name], **answers})
    return scene(procedure, load_town(TOWNS / f"{procedure.municipality}.yaml"), rates or Rates(), seed)


def docket(cases, **changes):
    town = TOWNS / "mg_santos_dumont.yaml"
    return replace(Docket(cases=cases, seed=7, rates=Rates(), first=date(2027, 1, 1), town=town), **changes)


ONE = Side(name="a lei", law=SANTOS_DUMONT)


@pytest.mark.parametrize("name", LAWS)
def test_every_law_runs_a_year_and_nobody_plans_what_the_engine_refuses(name):
    tally = run(staged(name), range(60))
    assert tally.cases == sum(tally.stands.values()) == 60
    assert tally.happened["decided"] > 25
    assert sum(tally.refused.values()) <= 2, tally.refused


def test_the_same_seed_is_the_same_docket_and_another_is_not():
    assert run(staged(), range(40)) == run(staged(), range(40))
    assert run(staged(), range(40)) != run(staged(seed=8), range(40))


def test_parts_add_up_to_the_whole():
    whole, first = run(staged(), range(30)), run(staged(), range(12))
    first.add(run(staged(), range(12, 30)))
    assert first == whole


def test_two_processes_count_what_one_does(monkeypatch):
    monkeypatch.setattr(running, "_WORTH_A_PROCESS", 300)
    many = docket(300)
    assert simulate([ONE], many, processes=2, progress=quiet) == simulate([ONE], many, processes=1, progress=quiet)


def test_delivering_late_archives_and_dispatching_in_time_does_not():
    other = replace(ONE, answers=(("notice_limit_met_by", "dispatch"),))
    late = docket(60, rates=Rates(late=1, service_days=4))
    delivered, dispatched = simulate([ONE, other], late, progress=quiet)
    assert delivered.happened["lapsed"] > 50
    assert dispatched.happened["lapsed"] == 0


def test_who_appeals_under_one_answer_appeals_under_the_other():
    other = replace(ONE, answers=(("payment_first_day", "same_day"),))
    first, second = simulate([ONE, other], docket(60), progress=quiet)
    assert first.happened["appealed"] == second.happened["appealed"] > 0


def test_rates_rule_what_people_do():
    nobody = run(staged(rates=Rates(defense=0, appeal=0, dismissed=0, paid=0, late=0)), range(40))
    assert {nobody.happened[each] for each in ("defended", "appealed", "dismissed", "paid", "lapsed")} == {0}
    everybody = run(staged(rates=Rates(defense=1, appeal=1, late_filing=0, dismissed=0, late=0)), range(40))
    assert everybody.happened["defended"] == everybody.happened["served"] - everybody.stands["awaiting_defense", ""]
    assert everybody.happened["appealed"] > 15


def test_a_law_that_opens_nothing_says_why():
    with pytest.raises(NothingOpens, match="profile"):
        simulate([Side(name="sem perfil", law=LAVRAS)], docket(5), progress=quiet)


def test_a_law_without_a_town_on_file_runs_with_weekends_only():
    side = Side(name="a lei", law=SANTOS_DUMONT)
    alone = docket(10, town=None, first=None)
    assert began([side], alone) == date(2027, 1, 1)
    assert simulate([side], alone.starting(date(2027, 1, 1)), progress=quiet)[0].cases == 10


def test_a_year_ends_the_day_before_it_would_begin_again():
    assert end_of_year(date(2027, 1, 1)) == date(2027, 12, 31)
    assert end_of_year(date(2028, 1, 1)) == date(2028, 12, 31)
    assert end_of_year(date(2028, 3, 1)) == date(2029, 2, 28)


def test_a_draw_does_not_depend_on_the_others():
    alone, after = Fate(1, 5), Fate(1, 5)
    after.draw("defense")
    assert alone.draw("appeal") == after.draw("appeal")
    assert alone.draw("appeal") != Fate(1, 6).draw("appeal")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("defence=0.5", "quis dizer 'defense'?"),
        ("defense", "nome=valor"),
        ("defense=2", "vai de 0 a 1"),
        ("judge_days=-1", "vai de 0 a 365"),
        ("paid=muito", "vai de 0 a 1"),
        ("paid=nan", "vai de 0 a 1"),
    ],
)
def test_a_rate_that_cannot_be_is_refused(given, said):
    with pytest.raises(BadRate, match=said.replace("?", r"\?")):
        rates_of([given])


def test_every_rate_is_said_in_portuguese():
    assert list(ABOUT) == [each.name for each in fields(Rates)]


def test_rates_are_read_with_comma_or_point():
    assert rates_of(["defense=0,25", "judge_days=40"]) == Rates(defense=0.25, judge_days=40)


def test_a_case_goes_on_where_only_an_act_without_effect_of_its_own_leads_on():
    procedure = law(SANTOS_DUMONT).resolve({})
    steps = dict(procedure.steps)
    passage = Step.model_validate(
        {"does": "note", "by": ["transport_department"], "from": ["noted"], "to": "awaiting_notification", "basis": "1"}
    )
    opening = steps["draw_up"].model_copy(update={"to": "noted"})
    changed = procedure.model_copy(update={"steps": {**steps, "draw_up": opening, "send_notice": passage}})
    town = load_town(TOWNS / f"{procedure.municipality}.yaml")
    tally = run(scene(changed, town, Rates(), 7), range(20))
    assert tally.happened["served"] > 15
