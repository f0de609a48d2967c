"""What papers tell of terms: which one is for notifying, how the recess counts, the discounts that a term opens."""

from __future__ import annotations

from datetime import date

from tests.app.printed import changed, contexts_of, printed, told
from tests.planting import GONE, put

day = date.fromisoformat
OPENED = {
    "date": day("2029-03-05"),
    "step": "draw_up",
    "items": ["8-III"],
    "fact_on": day("2029-03-05"),
    "at_time": "08:00",
}
SENT = {"date": day("2029-03-09"), "step": "dispatch", "via": "personal"}
SERVED = {"date": day("2029-03-12"), "step": "serve_notice", "via": "personal", "receipt": "signed"}
DEFENDED = {"date": day("2029-03-15"), "step": "file_defense"}
JUDGED = {
    "date": day("2029-04-09"), "step": "judge", "outcome": "upheld", "voters": 5, "votes": {"upheld": 5},
}  # fmt: skip
DISPATCH = (
    put(
        "steps.dispatch",
        {
            "label": "Expedir", "does": "dispatch", "by": ["inspection"], "from": ["awaiting_notification"],
            "issues": ["notice_letter"], "basis": "4",
        },
    ),
    put("steps.serve_notice.issues", GONE),
)  # fmt: skip
FORCED = put("steps.draw_up.to", "awaiting_notification"), put("steps.draw_up.orders_cure", GONE)
OLD_AGE = {
    "label": "Prescrição", "length": "5 years", "binds": "authority", "ends": "literal", "opened_by": ["draw_up"],
    "met_by": ["make_final", "serve_decision"], "on_expiry": "extinguish_unjudged", "basis": "7",
}  # fmt: skip
NOTICE = {
    "label": "Prazo de notificar", "length": "30 days", "binds": "authority", "opened_by": ["draw_up"],
    "met_by": ["serve_notice"], "on_expiry": "extinguish_unjudged", "basis": "4",
}  # fmt: skip
NOTIFIED = {"date": day("2029-04-11"), "step": "serve_decision", "via": "personal", "receipt": "signed"}
RECESS = put("counting.party.recess", [{"from": "12-20", "until": "01-06", "basis": "5"}])
EARLY = put(
    "money.discounts",
    {"early": {"less": "30%", "until": "defense", "waives": ["file_defense", "file_appeal"], "basis": "12 §1"}},
)


def first(kind, *acts, changes=()):
    case = told(*acts)
    return next(context for found, context in contexts_of(case, changed(*changes)) if found == kind)


def test_prescription_is_not_told_as_the_time_to_notify():
    notice = first("infraction_notice", OPENED, changes=[put("time_limits.old_age", OLD_AGE)])
    assert notice.authority_term is None
    assert "para notificar" not in printed("infraction_notice", notice)


def test_the_time_to_notify_is_told_though_prescription_comes_first_in_the_file():
    changes = [*FORCED, put("time_limits.old_age", OLD_AGE), put("time_limits.notice", NOTICE)]
    notice = first("infraction_notice", OPENED, changes=changes)
    assert notice.authority_term is not None
    assert "tem 30 (trinta) dias corridos para notificar a pessoa autuada" in printed("infraction_notice", notice)


def test_the_worked_example_leaves_out_the_recess_as_the_count_itself_does():
    late = {**OPENED, "date": day("2029-11-26"), "fact_on": "2029-11-26"}
    sent = {**SENT, "date": day("2029-11-30")}
    changes = [*DISPATCH, *FORCED, put("time_limits.defense.length", "15 business days"), RECESS]
    letter = first("notice_letter", late, sent, changes=changes)
    term = letter.term
    assert term is not None
    # 5 December is a Wednesday: ten office days from the 6th to the 19th, five from 7 to 11 January.
    example = term.examples[0]
    assert (example.received, example.due) == (day("2029-12-05"), day("2030-01-11"))
    assert example.note.startswith("o prazo não correu de 20/12/2029 a 06/01/2030")
    assert term.rule.endswith("não se contam os dias de 20 de dezembro a 6 de janeiro (art. 5º)")


def test_where_no_last_day_moves_the_letter_announces_the_one_example_it_prints():
    changes = [*DISPATCH, *FORCED, put("time_limits.defense.length", "15 business days")]
    letter = first("notice_letter", OPENED, SENT, changes=changes)
    assert letter.term is not None
    assert len(letter.term.examples) == 1
    text = printed("notice_letter", letter)
    assert text.count("um exemplo de como contar") == 2
    assert "dois exemplos" not in text


def test_a_service_that_takes_effect_later_counts_the_recess_too():
    late = {**OPENED, "date": day("2029-11-26"), "fact_on": "2029-11-26"}
    served = {"date": day("2029-12-03"), "step": "serve_notice", "via": "electronic"}
    changes = [*FORCED, put("services.electronic.after", []), put("steps.record_failed_service.from", []), RECESS]
    letter = first(
        "notice_letter", late, {key: value for key, value in served.items() if key != "receipt"}, changes=changes
    )
    assert letter.term is not None
    # Effective on the 13th: six days to the 19th, four from 7 to 10 January.
    assert letter.term.due == day("2030-01-10")


def test_the_letter_tells_the_discount_that_its_term_opens_and_what_paying_so_gives_up():
    letter = first("notice_letter", OPENED, SENT, changes=[*DISPATCH, *FORCED, EARLY])
    text = printed("notice_letter", letter)
    assert "Desconto de 30% (art. 12, § 1º): para quem pagar até o último dia de “Prazo de defesa”." in text
    assert "abre mão de: defender-se e recorrer ao Prefeito." in text
    assert "pagar o valor inteiro não significa desistir deles" in text
    assert "e pagar não significa desistir" not in text


def test_a_letter_whose_terms_open_no_discount_speaks_of_none_and_still_denies_no_waiver():
    letter = first("notice_letter", OPENED, SENT, changes=[*DISPATCH, *FORCED, put("money.discounts", {
        "late": {"less": "30%", "until": "appeal", "waives": ["file_appeal"], "basis": "12 §1"},
    })])  # fmt: skip
    text = printed("notice_letter", letter)
    assert "Desconto" not in text
    assert "pagar o valor inteiro não significa desistir deles" in text


def test_the_discount_for_those_who_did_it_before_is_told_to_nobody_else():
    letter = first("decision_letter", OPENED, SERVED, DEFENDED, JUDGED, NOTIFIED, changes=FORCED)
    assert [each.label for each in letter.early_payments] == ["Desconto do primário"]
    assert letter.early_payments[0].due == day("2029-04-23")
    assert "Perde-se com: recorrer ao Prefeito" in printed("decision_letter", letter)


def test_a_discharge_says_what_was_given_up_by_paying_with_the_discount():
    early = put("money.discounts.first", {
        "label": "Desconto", "less": "30%", "until": "appeal", "waives": ["file_appeal"], "basis": "12 §1",
    })  # fmt: skip
    slip, paid = ({"date": day("2029-04-12"), "step": step} for step in ("issue_payment_slip", "pay"))
    for amount, said in (("210.00", True), ("300.00", False)):
        acts = [OPENED, SERVED, DEFENDED, JUDGED, NOTIFIED, slip, {**paid, "amount": amount}]
        text = printed("discharge", first("discharge", *acts, changes=[*FORCED, early]))
        assert ("abre mão de: recorrer ao Prefeito (art. 12, § 1º)" in text) is said
        assert ("Pagar não significa desistir do recurso" in text) is not said
