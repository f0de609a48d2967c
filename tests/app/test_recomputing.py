"""A correction recomputes the case from its facts: where it puts right what was right already, nothing may change."""

from datetime import date

import pytest
from msgspec.structs import replace

from app import clock
from tests.app import desk as here
from workflow.engine import decide
from workflow.event import CLOCK, Command
from workflow.facts import Prior

PRIOR = (Prior("36-II", date(2026, 11, 2), date(2026, 12, 20)),)
APPROVED = {"recorded_by": "p:9", "approved_by": "p:2"}


def paid(folder):
    desk = here.office(folder)
    return desk, here.paid(desk)


def with_priors(folder):
    desk = here.office(folder)
    case = here.judged(desk, priors=PRIOR)
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="post", receipt="ar")
    here.do(desk, "issue_payment_slip", "2027-04-19", case=case)
    clock.run(desk, here.noon("2027-06-01"))
    return desk, case


def confessed(folder):
    desk = here.office(folder, "mt_barra_do_garcas")
    prior = (Prior("19-I", date(2026, 3, 2), date(2026, 6, 20)),)
    case = here.draw_up(desk, "2026-11-02", item="19-I", law=here.BARRA, priors=prior)
    here.do(desk, "serve_notice", "2026-11-03", case=case, via="personal", receipt="signed")
    clock.run(desk, here.noon("2026-11-19"))
    return desk, case


def acted_on_before_the_clock_ran(folder):
    desk = here.office(folder)
    case = here.served(desk)
    here.do(desk, "judge", "2027-04-20", case=case, outcome="upheld", voters=3, reasons="sim")
    here.do(desk, "serve_decision", "2027-04-22", case=case, via="personal", receipt="signed")
    here.do(desk, "file_appeal", "2027-05-30", case=case)
    return desk, case


def withdrawn(folder):
    desk = here.office(folder)
    case = here.draw_up(desk)
    clock.run(desk, here.noon("2027-03-12"))
    given = {"via": "personal", "receipt": "signed", "reasons": "chegou depois"}
    here.do(desk, "serve_notice", "2027-03-10", case=case, now="2027-03-15", **given)
    here.do(
        desk,
        "suspend_terms",
        "2027-03-16",
        case=case,
        reasons="enchente",
        **{"from": "2027-03-17", "until": "2027-03-20"},
    )
    return desk, case


def passed_to_another(folder, on="2027-03-02", **told):
    desk = here.office(folder)
    case = here.draw_up(desk)
    if told:
        here.do(desk, "serve_notice", "2027-03-03", case=case, **told)
    here.do(desk, "replace_respondent", on, case=case, respondent=here.OTHER, reasons="venda do veículo")
    here.do(desk, "serve_notice", "2027-03-09", case=case, via="personal", receipt="signed")
    clock.run(desk, here.noon("2027-08-20"))
    return desk, case


def passed_to_another_after_being_told(folder):
    return passed_to_another(folder, "2027-03-04", via="personal", receipt="signed")


def passed_to_another_before_being_told(folder):
    return passed_to_another(folder)


def passed_to_a_repeat_offender(folder):
    desk = here.office(folder)
    earlier = here.draw_up(desk, "2027-01-04", respondent=here.OTHER)
    here.do(desk, "serve_notice", "2027-01-05", case=earlier, via="personal", receipt="signed")
    here.do(desk, "judge", "2027-02-15", case=earlier, outcome="upheld", voters=3, reasons="sim")
    here.do(desk, "serve_decision", "2027-02-16", case=earlier, via="personal", receipt="signed")
    clock.run(desk, here.noon("2027-04-20"))
    case = here.draw_up(desk, "2027-04-22")
    here.do(desk, "replace_respondent", "2027-04-26", case=case, respondent=here.OTHER, reasons="venda do veículo")
    here.do(desk, "serve_notice", "2027-04-27", case=case, via="personal", receipt="signed")
    here.do(desk, "judge", "2027-06-15", case=case, outcome="upheld", voters=3, reasons="sim")
    return desk, case


STORIES = (
    paid, with_priors, confessed, acted_on_before_the_clock_ran, withdrawn, passed_to_another_after_being_told,
    passed_to_another_before_being_told, passed_to_a_repeat_offender,
)  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
def test_putting_right_what_is_right_changes_nothing(tmp_path, story):
    desk, number = story(tmp_path)
    case, history = desk.store.load(number), desk.store.history(number)
    today = max(each.recorded_on for each in history)
    procedure = desk.procedure_as_of(case.procedure, today)
    facts = replace(desk.facts(today), history=history, known=desk.known)
    tried = 0
    for event in history:
        if event.by == CLOCK or procedure.steps[event.step].does in ("rectify", "suspend_terms", "reopen"):
            continue
        day = event.occurred_on.isoformat()
        for field, value in {**event.data, "date": day}.items():
            of = {"step": event.step, "date": day}
            data = {"of": of, "field": field, "value": value, "reasons": "conferido"}
            mine = replace(facts, priors=event.priors, earlier=event.earlier) if field == "respondent" else facts
            derived = decide(procedure, case, Command(step="rectify", on=today, data=data, **APPROVED), mine).derived
            changed = (
                derived.tracks,
                derived.deadlines,
                derived.obligations,
                derived.removed,
                derived.head,
                derived.withdrawn,
            )
            assert changed == ((), (), (), (), None, ()), (event.step, field)
            tried += 1
    assert tried >= 8
