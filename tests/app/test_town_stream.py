"""The town's stream: what a change of its data moves in the cases, and what it never touches."""

from __future__ import annotations

import shutil

import pytest

from app import clock, town_stream
from app.facts import answers_of
from app.office import Office
from app.town_stream import look, make
from app.towns import data_named, data_on, exported, installed
from app.verification import verify_office
from procedures.municipality import TOWNS, load_town
from procedures.town_changing import Change, TownRefusal
from storage.faults import TownChanged
from storage.town_changes import TownChanges
from storage.views import Views
from tests.app import desk as here
from tests.storage.conftest import together

TWO = {"person": "p:1", "approved_by": "p:2"}
NOW = here.noon("2027-03-10")


def holiday(day: str, section: str = "closed", act: str = "Decreto nº 9/2027") -> Change:
    said = {"day": day, "section": section, "name": "Luto oficial"}
    return Change(kind="calendar", act=act, said=said | ({"kind": "municipal"} if section == "closed" else {}))


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def again(desk: Office) -> Office:
    """The office opened anew, as the next command does."""
    desk.database.close()
    return here.office(desk.settings.data)


def due(desk: Office, case: str, kind: str = "defense") -> str:
    return str(next(each.due for each in desk.store.load(case).deadlines if each.kind == kind))


def steps(desk: Office, case: str) -> list[str]:
    return [event.step for event in desk.store.history(case)]


def kinds(desk: Office, case: str) -> list[str]:
    return [paper.kind for paper in Views(desk.database).papers(case)]


def test_a_holiday_decreed_late_moves_the_running_term_by_a_day_with_a_certificate_and_verifies(desk):
    case = here.served(desk)
    before = due(desk, case)
    made = make(desk, holiday(before), NOW, **TWO)
    assert [(each.case, each.kind, str(each.before), str(each.after)) for each in made.moved] == [
        (case, "defense", "2027-04-02", "2027-04-05")
    ]
    assert due(desk, case) == "2027-04-05"
    assert kinds(desk, case)[-1] == "recount_certificate"
    assert verify_office(again(desk)).findings == []


def test_the_clock_certifies_the_lapse_on_the_new_day_and_not_before(desk):
    here.served(desk)
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    desk = again(desk)
    assert clock.run(desk, here.noon("2027-04-05")).rings == []
    assert [each.step for each in clock.run(desk, here.noon("2027-04-06")).rings] == ["certify_no_defense"]
    assert verify_office(desk).findings == []


def test_a_dry_look_lists_what_would_move_and_touches_nothing(desk):
    case = here.served(desk)
    files = sorted(each.name for each in desk.settings.folder.iterdir())
    planned = look(desk, holiday("2027-04-02"), NOW)
    assert [(each.case, str(each.before), str(each.after)) for each in planned.moved] == [
        (case, "2027-04-02", "2027-04-05")
    ]
    assert steps(desk, case) == ["draw_up", "serve_notice"]
    assert TownChanges(desk.database).all() == []
    assert sorted(each.name for each in desk.settings.folder.iterdir()) == files


def test_a_case_that_no_term_of_it_moves_gets_no_act(desk):
    moved, other = here.served(desk), here.draw_up(desk, "2027-03-09")
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    assert steps(desk, moved)[-1] == "recount_terms"
    assert steps(desk, other) == ["draw_up"]


def test_a_day_already_past_with_which_terms_were_decided_is_refused_and_said_and_with_a_yes_only_running_ones_move(
    desk,
):
    lapsed = here.served(desk)
    clock.run(desk, here.noon("2027-04-03"))
    later = here.draw_up(desk, "2027-03-29")
    here.do(desk, "serve_notice", "2027-03-31", case=later, via="personal", receipt="signed")
    now = here.noon("2027-04-07")
    with pytest.raises(TownRefusal, match=r"já passou.*000001/2027.*--confirm"):
        make(desk, holiday("2027-04-02"), now, **TWO)
    assert TownChanges(desk.database).all() == []
    before = desk.store.load(lapsed)
    made = make(desk, holiday("2027-04-02"), now, **TWO, confirmed=True)
    assert [each.case for each in made.decided] == [lapsed]
    assert desk.store.load(lapsed) == before
    assert verify_office(again(desk)).findings == []


def test_a_counter_that_closes_early_and_a_portal_that_was_down_put_the_term_off(desk):
    case = here.served(desk)
    make(desk, holiday("2027-04-02", "early_closings"), NOW, **TWO)
    assert due(desk, case) == "2027-04-05"
    desk = again(desk)
    made = make(desk, holiday("2027-04-05", "outages", act="Certidão nº 4"), here.noon("2027-03-11"), **TWO)
    assert [str(each.after) for each in made.moved] == ["2027-04-06"]
    assert verify_office(again(desk)).findings == []


def test_a_later_correction_keeps_what_was_counted_again(desk):
    case = here.served(desk)
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    desk = again(desk)
    of = {"step": "draw_up", "date": "2027-03-01"}
    here.do(desk, "rectify", "2027-03-12", case=case, of=of, field="place", value="Rua Certa, 1", reasons="erro")
    assert due(desk, case) == "2027-04-05"
    assert verify_office(desk).findings == []


def test_it_takes_two_persons(desk):
    with pytest.raises(TownRefusal, match="segunda pessoa"):
        make(desk, holiday("2027-04-02"), NOW, person="p:1", approved_by="")
    with pytest.raises(TownRefusal, match="própria mudança"):
        make(desk, holiday("2027-04-02"), NOW, person="p:1", approved_by="p:1")


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("where", ["write_whole", "handle"])
def test_killed_between_record_file_and_cases_the_same_command_finishes_it_and_nothing_comes_twice(
    desk, monkeypatch, where
):
    cases = [here.served(desk) for _ in range(3)]
    real, calls = getattr(town_stream, where), []

    def dies(*args):
        calls.append(args)
        if where == "write_whole" or len(calls) == 2:
            raise Killed
        return real(*args)

    monkeypatch.setattr(town_stream, where, dies)
    with pytest.raises(Killed):
        make(desk, holiday("2027-04-02"), NOW, **TWO)
    monkeypatch.setattr(town_stream, where, real)
    desk = again(desk)
    made = make(desk, holiday("2027-04-02"), here.noon("2027-03-11"), **TWO)
    assert made.resumed
    desk = again(desk)
    assert made.failures == make(desk, holiday("2027-04-02"), here.noon("2027-03-12"), **TWO).failures == []
    assert [steps(desk, case).count("recount_terms") for case in cases] == [1, 1, 1]
    assert {due(desk, case) for case in cases} == {"2027-04-05"}
    assert len(TownChanges(desk.database).all()) == 1
    assert verify_office(desk).findings == []


def test_a_change_recorded_is_in_force_though_its_file_was_never_written_or_is_lost(desk, monkeypatch):
    case = here.served(desk)
    monkeypatch.setattr(town_stream, "write_whole", lambda *_: (_ for _ in ()).throw(Killed))
    with pytest.raises(Killed):
        make(desk, holiday("2027-04-02"), NOW, **TWO)
    new = TownChanges(desk.database).all()[0].new
    desk = again(desk)
    assert desk.town.digest == new
    desk.settings.town_copy.unlink()
    desk = again(desk)
    assert desk.town.digest == new
    assert due(desk, case) == "2027-04-02"  # its act still waits for the command to be given again
    assert [each.case for each in look(desk, holiday("2027-04-02"), NOW).moved] == [case]


def test_two_who_open_the_office_at_once_both_find_the_file_whole(desk):
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    file, text = desk.settings.town_copy, TownChanges(desk.database).all()[0].text

    def write(_):
        for _ in range(40):
            file.unlink(missing_ok=True)
            town_stream.write_whole(file, text)

    together([(write, 1), (write, 2)])
    assert file.read_text("utf-8") == text
    assert sorted(each.name for each in file.parent.iterdir() if "municipio" in each.name) == [file.name]


def test_a_file_edited_by_hand_after_a_change_rules(desk):
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    file = desk.settings.town_copy
    file.write_text(file.read_text("utf-8").replace("Luto oficial", "Luto municipal"), "utf-8")
    desk = again(desk)
    assert "Luto municipal" in [each.name for each in desk.town.office_days.closed]
    assert desk.town.digest != TownChanges(desk.database).all()[0].new


def test_of_two_changes_at_once_the_second_is_refused(desk):
    planned = look(desk, holiday("2027-04-02"), NOW)
    make(desk, holiday("2027-04-06"), NOW, **TWO)
    entry = TownChanges(desk.database).all()[0]
    with pytest.raises(TownChanged):
        TownChanges(desk.database).add(entry._replace(key="x", new=planned.town.digest))


def test_an_answer_changed_is_for_the_acts_from_that_day_and_no_old_deadline_moves(desk):
    old = here.served(desk)
    change = Change(
        kind="answer", act="Decreto nº 5/2027",
        said={"question": "party_terms_end", "answer": "literal", "since": "2027-03-11"},
    )  # fmt: skip
    make(desk, change, NOW, **TWO)
    desk = again(desk)
    new = here.draw_up(desk, "2027-03-11")
    here.do(desk, "serve_notice", "2027-03-12", case=new, via="personal", receipt="signed")
    assert due(desk, new) == "2027-04-11"  # a Sunday: the term no longer rolls
    assert due(desk, old) == "2027-04-02"
    assert answers_of(desk.town, NOW.date()) == {}
    assert verify_office(desk).findings == []


def test_a_value_a_member_and_a_letterhead_are_recorded_and_read_back(desk):
    changes = [
        Change(kind="value", act="Decreto 1", said={"unit": "URM", "from": "2029-01-01", "value": "151.20"}),
        Change(
            kind="member", act="Portaria 3",
            said={"name": "Ivo Exemplo", "body": "review_board", "permanent": True, "since": "2027-04-01"},
        ),
        Change(
            kind="member", act="Portaria 4",
            said={"name": "Gilda Exemplo", "body": "review_board", "until": "2027-04-30"},
        ),
        Change(kind="letterhead", act="Lei 2", said={"lines": ["Estado de Minas Gerais", "Prefeitura"]}),
    ]  # fmt: skip
    for change in changes:
        make(desk, change, NOW, **TWO)
        desk = again(desk)
    town = desk.town
    assert [value.value for value in town.units["URM"]][-1] == "151.20"
    assert [each.name for each in town.members_of("review_board", here.noon("2027-05-01").date())][-1] == "Ivo Exemplo"
    assert "Gilda Exemplo" not in [
        each.name for each in town.members_of("review_board", here.noon("2027-05-01").date())
    ]
    assert town.letterhead == ("Estado de Minas Gerais", "Prefeitura")
    assert [each.act for each in TownChanges(desk.database).all()] == [each.act for each in changes]
    kept = desk.settings.town_file.read_text("utf-8").splitlines()
    assert [line for line in kept if line.startswith("#")] == [
        line for line in desk.settings.town_copy.read_text("utf-8").splitlines() if line.startswith("#")
    ]


def test_what_was_in_force_is_found_by_day_and_by_digest_and_comes_out_as_a_file(desk, tmp_path):
    first = desk.town
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    desk = again(desk)
    assert data_on(desk, here.noon("2027-03-09").date()) == (first, None)
    assert data_on(desk, NOW.date()) == (desk.town, NOW)
    assert data_named(desk, first.digest[:10]) == first
    for number, town in enumerate((first, desk.town)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(exported(desk, town).text, "utf-8")
        assert load_town(file).digest == town.digest
    assert "Decreto nº 9/2027" in exported(desk, first).text


def test_two_towns_keep_their_data_and_records_apart(tmp_path):
    one, other = here.office(tmp_path), here.office(tmp_path, "mt_barra_do_garcas")
    before = other.town.digest
    make(one, holiday("2027-04-02"), NOW, **TWO)
    other.database.close()
    other = here.office(tmp_path, "mt_barra_do_garcas")
    assert other.town.digest == before
    assert TownChanges(other.database).all() == []
    found = {each.id: each.has_record for each in installed(one.settings)}
    assert [name for name, has in found.items() if has] == ["mg_santos_dumont", "mt_barra_do_garcas"]


def test_a_town_of_an_own_file_is_changed_beside_its_record_and_the_file_stays(tmp_path):
    own = tmp_path / "minha.yaml"
    shutil.copy(TOWNS / "mg_santos_dumont.yaml", own)
    desk = here.office(tmp_path / "dados", str(own))
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    assert own.read_bytes() == (TOWNS / "mg_santos_dumont.yaml").read_bytes()
    desk.database.close()
    assert here.office(tmp_path / "dados", str(own)).town.digest == TownChanges(desk.database).all()[-1].new


ALTERED = {
    "act = 'Decreto nº 10/2027'": "não é a que se pediu",
    "text = replace(text, 'Luto oficial', 'Luto')": "não é o que ela deixou",
    "text = '{'": "não é o que ela deixou",
    "old = 'x'": "não estão guardados",
}


@pytest.mark.parametrize("altered", ALTERED)
def test_a_change_altered_in_the_record_is_found(desk, altered):
    make(desk, holiday("2027-04-02"), NOW, **TWO)
    connection = desk.database.connection
    connection.execute("DROP TRIGGER town_change_no_update")
    connection.execute("UPDATE town_change SET " + altered)
    found = [str(each) for each in verify_office(desk).findings]
    assert any(ALTERED[altered] in each for each in found)
