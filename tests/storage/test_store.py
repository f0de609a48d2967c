"""One act, one transaction: what is loaded, appended, repeated and refused."""

from datetime import date

import pytest
from msgspec.structs import fields, replace

from storage.faults import Conflict, KeyReused, UnknownCase
from storage.reading import papers_of, priors_of, told_of
from workflow.event import Event
from workflow.facts import Prior
from workflow.fold import replay


def test_an_opened_case_loads_as_the_fold_of_its_events(store, clerk, story):
    case_id = clerk.open().case_id
    clerk.act(case_id)
    clerk.act(case_id, story.judged)
    assert case_id == "000001/2027"
    assert store.load(case_id) == replay(store.history(case_id), case_id)
    assert [event.step for event in store.history(case_id)] == ["draw_up", "serve_notice", "judge"]
    assert store.history(case_id)[0].data["respondent"] == {"name": story.name, "cpf": story.tax_id}


def test_a_repeated_command_is_answered_with_what_was_recorded(store, clerk):
    first = clerk.open(key="k")
    again = clerk.open(key="k")
    assert again == first._replace(repeated=True)
    assert len(store.history(first.case_id)) == 1


def test_a_key_of_another_command_is_refused(clerk, story):
    clerk.open(key="k")
    other = clerk.open(key="other").case_id
    with pytest.raises(KeyReused, match="'k' já serviu a outro comando"):
        clerk.act(other, key="k")


def test_whoever_read_an_older_version_is_told_who_acted_and_when(clerk):
    case_id = clerk.open().case_id
    clerk.act(case_id, version=1)
    with pytest.raises(
        Conflict,
        match=r"p:9 registrou 'serve_notice' em 01/03/2027 às 15:00:00 UTC \(versão 2; este ato contava com a 1\)",
    ) as told:
        clerk.act(case_id, version=1)
    assert (told.value.step, told.value.by, told.value.version) == ("serve_notice", "p:9", 2)


def test_an_unknown_case_is_said_so(store):
    with pytest.raises(UnknownCase, match="Não há processo 000009/2027"):
        store.load("000009/2027")


def test_later_papers_are_told_every_act_whole_but_for_what_it_changed(store, database, clerk, story):
    case_id = clerk.open().case_id
    clerk.act(case_id, lambda case: withdrawing(story.judged(case)))
    told = told_of(database.connection, case_id, database.keys)
    for event, act in zip(store.history(case_id), told, strict=True):
        # Who typed it, and by which files it was decided, is for the record alone.
        alone = {"recorded_by", "approved_by", "deadline", "procedure", "town", "earlier", "derived"}
        for name in {each.name for each in fields(Event)} - alone:
            assert getattr(act, name) == getattr(event, name), name
        assert act.derived.withdrawn == event.derived.withdrawn
        issued = papers_of(database.connection, case_id, event.version)
        assert [(each.kind, each.number) for each in act.papers] == [(each.kind, each.number) for each in issued]
    assert told[1].derived.withdrawn == ("archive_for_lapse:t1:2027-03-17",)


def withdrawing(event: Event) -> Event:
    return replace(event, derived=replace(event.derived, withdrawn=("archive_for_lapse:t1:2027-03-17",)))


def test_each_act_tells_the_priors_it_was_decided_with(database, clerk, story):
    prior = Prior(item="36-II", fact_on=date(2026, 12, 1), final_on=date(2027, 1, 15))
    case_id = clerk.open().case_id
    assert priors_of(database.connection, case_id) == (("draw_up", ()),)
    clerk.act(case_id, lambda case: replace(story.followed(case), priors=(prior,)))
    clerk.act(case_id, lambda case: replace(story.followed(case), priors=(prior, prior)))
    assert [found for _, found in priors_of(database.connection, case_id)] == [(), (prior,), (prior, prior)]


def test_the_procedure_of_a_case_is_known_without_loading_it(store, clerk):
    assert store.pinned(clerk.open().case_id).procedure == "a" * 64
    with pytest.raises(UnknownCase):
        store.pinned("000009/2027")
