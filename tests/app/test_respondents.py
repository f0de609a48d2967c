"""Several people cited in one case: each is found by his own number, and answers for what he did himself."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from app import clock
from app.erasure import Ask, erase, look
from app.foreseen import foresee
from app.people import reckon, subject_of
from app.request import Request
from app.together import handle_all
from app.verification import verify_office
from notices import writers
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose
from storage import sql
from storage.gathering import Gathering
from storage.views import Views
from tests.app import desk as here
from tests.app.clerk import Clerk
from tests.databases import without_triggers
from workflow.errors import AlreadyArchived, InvalidData
from workflow.event import Command
from workflow.facts import Prior

OWNER = {"name": "Joana Fictícia da Silva", "tax_id": "111.444.777-35", "address": "Rua A, 1"}
DRIVER = {"name": "Otávio Fictício de Souza", "tax_id": "529.982.247-25", "address": "Rua B, 2"}
THIRD = {"name": "Beltrana Exemplo", "tax_id": "123.123.202-15", "address": "Rua Fictícia, 20"}
BOTH = {"permit_holder": OWNER, "driver": DRIVER}
PRIMARY, ONCE, TWICE = (Decimal("0.5"), 0), (Decimal("0.75"), 1), (Decimal("1.0"), 2)


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def cite(desk, on="2027-06-01", people=BOTH, **more):
    """A notice against these, by the names they answer under."""
    return here.draw_up(desk, on, respondent=people, respondents=list(people), **more)


def final_against(desk, person, on="2027-03-01", **more):
    """A case that ended against somebody, fifty days after it began."""
    case = here.draw_up(desk, on, respondent=person, **more)
    return made_final(desk, case, on)


def made_final(desk, case, on):
    after = [date.fromordinal(date.fromisoformat(on).toordinal() + days).isoformat() for days in (2, 21, 42, 49, 50)]
    here.do(desk, "serve_notice", after[0], case=case, via="personal", receipt="signed")
    here.do(desk, "file_defense", after[1], case=case)
    here.do(desk, "judge", after[2], case=case, outcome="upheld", voters=3, reasons="sim")
    here.do(desk, "serve_decision", after[3], case=case, via="personal", receipt="signed")
    here.do(desk, "waive_appeal", after[4], case=case)
    return case


def fines(desk, case):
    return [(each.units, each.repeat) for each in desk.store.load(case).obligations if each.status != "cancelled"]


def cases_of(desk, person):
    return [found.case.id for found in Views(desk.database).of_subject(subject_of(desk, person))]


def known_of(desk, case):
    """The priors the notice was drawn up with, by whose they are."""
    return [(each.whose, each.item) for each in desk.store.history(case)[-1].priors]


def proposed(desk, case):
    return [(each.units, each.repeat) for each in desk.store.load(case).head.proposed]


def test_each_of_those_cited_is_found_by_his_own_number(desk):
    alone, both = here.draw_up(desk, respondent=DRIVER), cite(desk)
    assert cases_of(desk, OWNER) == [both]
    assert cases_of(desk, DRIVER) == [alone, both]
    assert set(Views(desk.database).subjects(both)) == {"permit_holder", "driver"}
    assert set(Views(desk.database).subjects(alone)) == {""}
    assert verify_office(desk).findings == []


@pytest.mark.parametrize(("person", "level"), [(OWNER, ONCE), (DRIVER, ONCE), (THIRD, PRIMARY)])
def test_who_was_cited_with_another_is_a_repeat_offender_when_cited_alone(desk, person, level):
    made_final(desk, cite(desk, "2027-03-01"), "2027-03-01")
    assert proposed(desk, here.draw_up(desk, "2027-06-01", respondent=person)) == [level]


@pytest.mark.parametrize("first", [OWNER, DRIVER])
def test_what_one_did_before_is_his_and_does_not_aggravate_what_both_owe(desk, first):
    final_against(desk, first)
    case = cite(desk)
    whose = "permit_holder" if first is OWNER else "driver"
    assert known_of(desk, case) == [(whose, "36-II")]
    assert proposed(desk, case) == [PRIMARY]
    made_final(desk, case, "2027-06-01")
    assert fines(desk, case) == [PRIMARY]
    assert verify_office(desk).findings == []


def test_the_decision_says_whose_each_prior_is_that_aggravates_what_both_owe(tmp_path):
    clerk = Clerk(tmp_path)
    priors = tuple(Prior("36-II", date(2026, 11, 2), date(2026, 12, 20), whose=each) for each in BOTH)
    case = clerk.open("2027-06-01", ["36-II"], respondent=BOTH, respondents=list(BOTH), priors=priors)
    clerk.act(case, "serve_notice", "2027-06-03", via="personal", receipt="signed")
    clerk.act(case, "file_defense", "2027-06-22")
    clerk.act(case, "judge", "2027-07-12", outcome="upheld", voters=3, reasons="sim")
    text = writers.text(compose(kind_of("decision"), thaw(clerk.paper(case, "decision")[1])))
    said = " ".join(text.replace("|", " ").split())
    assert "titular da autorização: fato de" in said
    assert "condutor(a): fato de" in said
    clerk.office.database.close()


def test_what_both_did_before_aggravates_what_both_owe_and_is_not_added_up(desk):
    final_against(desk, OWNER)
    final_against(desk, DRIVER, "2027-03-02")
    case = cite(desk)
    assert known_of(desk, case) == [("permit_holder", "36-II"), ("driver", "36-II")]
    made_final(desk, case, "2027-06-01")
    assert fines(desk, case) == [ONCE]
    assert verify_office(desk).findings == []


def test_a_prior_told_by_hand_says_whose_it_is(desk):
    prior = Prior("36-II", date(2026, 11, 2), date(2026, 12, 20))
    with pytest.raises(InvalidData, match=r"de quem é \(whose\) não veio; use permit_holder ou driver"):
        cite(desk, priors=(prior,))
    case = cite(desk, priors=tuple(prior._replace(whose=each) for each in BOTH))
    assert proposed(desk, case) == [ONCE]


def test_a_fact_archived_against_one_of_them_is_seen_when_the_other_notice_cites_both(desk):
    here.draw_up(desk, respondent=DRIVER)
    clock.run(desk, here.noon("2027-03-15"))
    with pytest.raises(AlreadyArchived):
        cite(desk, "2027-03-16", fact_on="2027-03-01")


WRONG = [
    # who is cited, whose data came
    (["permit_holder", "driver"], OWNER),
    (["permit_holder"], BOTH),
    ([], BOTH),
    (["permit_holder", "auxiliary_driver"], BOTH),
]


@pytest.mark.parametrize(("respondents", "respondent"), WRONG)
def test_a_notice_says_who_each_of_those_it_cites_is(desk, respondents, respondent):
    with pytest.raises(InvalidData, match="dê os de cada um"):
        here.draw_up(desk, respondents=respondents, respondent=respondent)


def put_right(desk, case, value, on="2027-06-01", now="2027-06-02", step="draw_up"):
    here.do(
        desk, "rectify", now, case=case, of={"step": step, "date": on}, field="respondent", value=value,
        reasons="erro de digitação",
    )  # fmt: skip


def test_putting_one_of_them_right_brings_his_priors_and_leaves_the_others(desk):
    final_against(desk, OWNER)
    final_against(desk, THIRD, "2027-03-02")
    case = cite(desk, priors=(Prior("36-II", date(2026, 11, 2), date(2026, 12, 20), whose="permit_holder"),))
    put_right(desk, case, {"permit_holder": {**OWNER, "address": "Rua Nova, 3"}, "driver": THIRD})
    assert known_of(desk, case) == [("permit_holder", "36-II")] * 2 + [("driver", "36-II")]
    assert proposed(desk, case) == [ONCE]
    assert (cases_of(desk, DRIVER), cases_of(desk, THIRD)[-1]) == ([], case)
    made_final(desk, case, "2027-06-03")
    assert fines(desk, case) == [ONCE]
    assert verify_office(desk).findings == []


def test_one_of_them_is_not_lost_in_a_correction_of_the_other(desk):
    case = cite(desk)
    with pytest.raises(InvalidData, match="dê os de cada um"):
        put_right(desk, case, {**DRIVER, "address": "Rua Nova, 3"})


def test_a_replaced_respondent_takes_his_priors_with_him_and_the_other_stays(desk):
    final_against(desk, OWNER)
    final_against(desk, DRIVER, "2027-03-02")
    case = cite(desk)
    assert proposed(desk, case) == [ONCE]
    here.do(
        desk, "replace_respondent", "2027-06-02", case=case, respondent=THIRD, to="driver", reasons="outro conduzia"
    )
    assert (cases_of(desk, DRIVER)[-1:], cases_of(desk, THIRD), cases_of(desk, OWNER)[-1]) == (
        ["000002/2027"], [case], case,
    )  # fmt: skip
    made_final(desk, case, "2027-06-03")
    assert fines(desk, case) == [PRIMARY]
    assert verify_office(desk).findings == []


@pytest.mark.parametrize("to", [{}, {"to": "owner"}])
def test_it_is_said_which_of_them_is_replaced(desk, to):
    case = cite(desk)
    with pytest.raises(InvalidData, match="diga quem se substitui"):
        here.do(desk, "replace_respondent", "2027-06-02", case=case, respondent=THIRD, reasons="venda", **to)


def test_a_replaced_respondent_put_right_is_found_by_the_right_number(desk):
    final_against(desk, OWNER)
    final_against(desk, THIRD, "2027-03-02")
    case = cite(desk)
    here.do(desk, "replace_respondent", "2027-06-02", case=case, respondent=DRIVER, to="driver", reasons="outro")
    put_right(desk, case, THIRD, "2027-06-02", "2027-06-03", step="replace_respondent")
    assert (cases_of(desk, DRIVER), cases_of(desk, THIRD)[-1]) == ([], case)
    made_final(desk, case, "2027-06-04")
    assert fines(desk, case) == [ONCE]
    assert verify_office(desk).findings == []


def test_another_persons_priors_fall_from_the_decision_once_the_respondent_is_put_right(desk):
    final_against(desk, OWNER)
    case = here.draw_up(desk, "2027-06-01", respondent=OWNER)
    assert proposed(desk, case) == [ONCE]
    made_final(desk, case, "2027-06-01")
    assert fines(desk, case) == [ONCE]
    put_right(desk, case, THIRD, now="2027-08-01")
    assert (proposed(desk, case), fines(desk, case)) == ([PRIMARY], [PRIMARY])
    assert verify_office(desk).findings == []


def test_a_decision_after_the_respondent_was_put_right_weighs_the_right_ones(desk):
    final_against(desk, OWNER)
    case = here.draw_up(desk, "2027-06-01", respondent=OWNER)
    put_right(desk, case, THIRD)
    made_final(desk, case, "2027-06-03")
    assert fines(desk, case) == [PRIMARY]


def test_a_number_that_comes_late_brings_the_priors_and_keeps_those_told(desk):
    final_against(desk, OWNER)
    told = Prior("36-II", date(2026, 11, 2), date(2026, 12, 20))
    case = here.draw_up(desk, "2027-06-01", respondent={"name": OWNER["name"]}, priors=(told,))
    put_right(desk, case, OWNER)
    assert proposed(desk, case) == [TWICE]


def test_the_same_person_under_two_names_did_once_what_is_in_one_case(desk):
    made_final(desk, cite(desk, "2027-03-01", people={"permit_holder": OWNER, "driver": OWNER}), "2027-03-01")
    (found,) = Views(desk.database).of_subject(subject_of(desk, OWNER))
    assert found.ids == ("driver", "permit_holder")
    assert proposed(desk, here.draw_up(desk, "2027-06-01", respondent=OWNER)) == [ONCE]


def test_who_was_let_out_of_a_case_has_no_prior_in_it(tmp_path):
    clerk = Clerk(tmp_path, town="sp_americana", law="sp_americana_lei_4019_2004")
    people = {"permit_holder": OWNER, "auxiliary_driver": DRIVER}
    case = clerk.open("2026-08-03", ["31-II"], respondent=people, respondents=list(people))
    for who in people:
        clerk.act(case, "serve_notice", "2026-08-04", via="personal", receipt="signed", to=who)
        clerk.act(case, "file_defense", "2026-08-10", to=who)
    reasons = "consta dos autos"
    clerk.act(case, "extinguish", "2026-08-11", reason="death", to="permit_holder", reasons=reasons)
    fine = [{"item": "31-II", "kind": "fine", "reasons": reasons}]
    clerk.act(case, "judge", "2026-08-20", outcome="upheld", penalties=fine, reasons=reasons)
    clerk.act(case, "serve_decision", "2026-08-21", via="personal", receipt="signed", to="auxiliary_driver")
    clerk.act(case, "waive_appeal", "2026-08-24", to="auxiliary_driver")
    found = {}
    for name, person in people.items():
        again = clerk.open("2026-10-01", ["31-II"], respondent=person)
        found[name] = [each.item for each in clerk.office.store.history(again)[0].priors]
    assert found == {"permit_holder": [], "auxiliary_driver": ["31-II"]}
    clerk.office.database.close()


def test_the_letters_of_one_replaced_name_the_new_one_and_the_other_still(tmp_path):
    clerk = Clerk(tmp_path, town="sp_americana", law="sp_americana_lei_4019_2004")
    people = {"permit_holder": OWNER, "auxiliary_driver": DRIVER}
    case = clerk.open("2026-08-03", ["31-II"], respondent=people, respondents=list(people))
    clerk.act(
        case,
        "replace_respondent",
        "2026-08-04",
        respondent=THIRD,
        to="auxiliary_driver",
        reasons="outro conduzia",
        approved_by="p:2",
    )
    clerk.act(case, "serve_notice", "2026-08-05", via="personal", receipt="signed", to="permit_holder")
    told = thaw(clerk.paper(case, "proof_of_service")[1]).case
    assert (told.respondent.name, [each.name for each in told.others]) == (OWNER["name"], [THIRD["name"]])
    clerk.office.database.close()


def notice(key, people):
    data = {
        "items": ["36-II"], "fact_on": "2027-06-01", "respondent": people, "place": "Rua da Escola",
        "narrative": "Excesso de lotação.", "inspector": "Agente Exemplo", "respondents": list(people),
    }  # fmt: skip
    command = Command(step="draw_up", on=date(2027, 6, 1), data=data, recorded_by="p:9")
    return Request(command=command, key=key, law=here.SANTOS_DUMONT, person="p:9")


def test_acts_made_safe_together_do_not_find_who_no_longer_answers(desk):
    case = final_against(desk, DRIVER)
    data = {"of": {"step": "draw_up", "date": "2027-03-01"}, "field": "respondent", "value": THIRD, "reasons": "engano"}
    command = Command(step="rectify", on=date(2027, 6, 1), data=data, recorded_by="p:9", approved_by="p:2")
    asked = [Request(command=command, key="a", case=case, person="p:9"), notice("b", {"driver": DRIVER})]
    answers = [answer for _, answer in handle_all(desk, asked, here.noon("2027-06-01"))]
    assert answers[1].event.priors == ()
    assert verify_office(desk).findings == []


def test_of_those_cited_in_acts_made_safe_together_all_are_looked_for_at_once(desk, monkeypatch):
    asked, ask = [], Gathering._ask
    monkeypatch.setattr(Gathering, "_ask", lambda self, said, given: (asked.append(said), ask(self, said, given))[1])
    assert len(list(handle_all(desk, [notice("a", BOTH)], here.noon("2027-06-01")))) == 1
    assert sql.OF_SUBJECT not in asked


def test_acts_made_safe_together_find_those_cited_with_others(desk):
    def replaced(key, case):
        data = {"respondent": THIRD, "to": "driver", "reasons": "outro conduzia"}
        command = Command(
            step="replace_respondent", on=date(2027, 6, 1), data=data, recorded_by="p:9", approved_by="p:2"
        )
        return Request(command=command, key=key, case=case, person="p:9")

    final_against(desk, DRIVER)
    case = cite(desk)
    asked = [notice("a", BOTH), replaced("b", case), notice("c", {"permit_holder": THIRD, "driver": DRIVER})]
    answers = [answer for _, answer in handle_all(desk, asked, here.noon("2027-06-01"))]
    assert [each.event.step for each in answers] == ["draw_up", "replace_respondent", "draw_up"]
    assert [[each.whose for each in answers[at].event.priors] for at in (0, 2)] == [["driver"], ["driver"]]
    assert cases_of(desk, THIRD) == [case, "000004/2027"]
    assert cases_of(desk, DRIVER) == ["000001/2027", "000003/2027", "000004/2027"]
    assert verify_office(desk).findings == []


def test_a_replacement_is_foreseen_as_it_is_recorded(desk):
    final_against(desk, THIRD)
    case = cite(desk)
    command = Command(
        step="replace_respondent", on=date(2027, 6, 2), recorded_by="p:9", approved_by="p:2",
        data={"respondent": THIRD, "to": "driver", "reasons": "outro conduzia"},
    )  # fmt: skip
    request = Request(command=command, key="b", case=case, person="p:9")
    seen = foresee(desk, request, here.noon("2027-06-02")).event
    here.do(desk, "replace_respondent", "2027-06-02", case=case, **command.data)
    assert seen.priors == desk.store.history(case)[-1].priors != ()


# “Apaguem meus dados”

LATER = here.noon("2033-06-01")
ASK = Ask(
    ground="request", authority="Encarregado de dados", authorization="Edital 3/2033", reasons="Pedido 45/2033.",
    person="p:9", approved_by="p:2",
)  # fmt: skip


def test_what_is_held_of_each_of_them_is_shown_by_the_name_he_answers_under(desk):
    alone, both = here.draw_up(desk, respondent=DRIVER), cite(desk)
    now = here.noon("2027-06-02")
    assert [each.case for each in look(desk, both, now, "driver")] == [alone, both]
    assert [each.case for each in look(desk, both, now, "permit_holder")] == [both]
    assert [each.case for each in look(desk, alone, now)] == [both, alone]
    with pytest.raises(InvalidData, match="diga de quem se trata"):
        look(desk, both, now)
    with pytest.raises(InvalidData, match="não há 'owner'"):
        look(desk, both, now, "owner")


def test_erasing_a_case_forgets_all_whom_it_cites(desk):
    case = made_final(desk, cite(desk, "2027-03-01"), "2027-03-01")
    here.do(desk, "issue_payment_slip", "2027-05-03", case=case)
    here.do(desk, "pay", "2027-05-04", case=case, amount="68.72")
    erase(desk, case, ASK, LATER, "driver")
    assert (Views(desk.database).subjects(case), cases_of(desk, OWNER), cases_of(desk, DRIVER)) == ({}, [], [])
    assert verify_office(desk).findings == []


def test_a_respondent_missing_from_what_finds_them_or_under_anothers_name_is_found_out(desk):
    case = cite(desk)
    for altered in (
        "DELETE FROM respondent WHERE id = 'driver'",
        "UPDATE respondent SET id = 'owner' WHERE id = 'permit_holder'",
    ):
        with without_triggers(desk.database) as connection:
            connection.execute(altered)
        assert [finding.case for finding in verify_office(desk).findings] == [case]


def test_those_an_older_schema_could_not_tell_are_reckoned_when_the_record_is_opened(desk):
    case = cite(desk)
    known = Views(desk.database).subjects(case)
    desk.store.name_respondents(case, {})
    desk.database.connection.execute("INSERT INTO respondent VALUES (:case, '', '')", {"case": case})
    assert [finding.case for finding in verify_office(desk).findings] == [case]
    reckon(replace(desk))
    assert (Views(desk.database).subjects(case), Views(desk.database).unreckoned()) == (known, [])
    assert verify_office(desk).findings == []
