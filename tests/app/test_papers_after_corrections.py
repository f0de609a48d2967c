"""What papers say of acts that were put right, and what the paper of a correction says it put right."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from notices import writers
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose, public_text
from tests.app.clerk import COMMITTEE, Clerk

VOTES: dict[str, Any] = {"outcome": "upheld", "voters": COMMITTEE, "votes": {"upheld": 3}, "reasons": "Está provado."}
WHY = {"reasons": "A data do aviso estava ilegível.", "approved_by": "procuradoria"}


def said(clerk: Clerk, case: str, kind: str) -> str:
    """The last paper of a kind, in words, in one line."""
    line, frozen = clerk.paper(case, kind)
    return " ".join(writers.text(compose(kind_of(line.kind), thaw(frozen))).split())


def served(clerk: Clerk, **receipt: str) -> str:
    case = clerk.open("2027-03-01", ["36-XIX"])
    return clerk.act(case, "serve_notice", "2027-03-05", via="post", receipt="ar", **receipt)


def rectified(clerk: Clerk, case: str, field: str, value: Any, *, step: str = "serve_notice", day: str = "") -> str:
    of = {"step": step, "date": day or "2027-03-05"}
    return clerk.act(case, "rectify", "2027-03-08", of=of, field=field, value=value, **WHY)


def test_a_decision_tells_the_day_of_receipt_that_a_correction_left(clerk: Clerk) -> None:
    case = served(clerk, received_on="2027-03-04")
    rectified(clerk, case, "received_on", "2027-03-03")
    clerk.act(case, "file_defense", "2027-03-22")
    clerk.act(case, "judge", "2027-04-12", **VOTES)
    for kind in ("decision", "decision_letter"):
        told = thaw(clerk.paper(case, kind)[1]).decision
        assert told is not None
        assert "A ciência da autuação ocorreu em 3 de março de 2027." in told.report[0]


def test_a_decision_tells_the_end_of_a_term_that_a_correction_moved(clerk: Clerk) -> None:
    case = clerk.open("2027-05-03", ["36-VII"])
    clerk.act(case, "serve_notice", "2027-05-05", via="post", receipt="ar")
    clerk.morning(date(2027, 6, 9))
    of = {"step": "serve_notice", "date": "2027-05-05"}
    clerk.act(case, "rectify", "2027-06-21", of=of, field="date", value="2027-05-12", **WHY)
    clerk.act(case, "judge", "2027-07-01", **VOTES)
    told = thaw(clerk.paper(case, "decision")[1]).decision
    assert told is not None
    assert told.report[0] == (
        "O auto de infração foi lavrado em 3 de maio de 2027. A ciência da autuação ocorreu em 12 de maio de 2027. "
        "O prazo de defesa terminou em 11 de junho de 2027, sem manifestação da pessoa autuada."
    )


def test_a_report_tells_late_known_facts_in_the_order_of_their_days(clerk: Clerk) -> None:
    case = clerk.open("2027-05-03", ["36-VII"])
    clerk.act(case, "serve_notice", "2027-05-05", via="personal", receipt="signed")
    clerk.morning(date(2027, 6, 9))
    clerk.act(
        case, "file_defense", "2027-05-20", known="2027-06-10", approved_by="procuradoria", reasons="Veio a outra mesa."
    )  # fmt: skip
    clerk.act(case, "judge", "2027-07-01", **VOTES)
    told = thaw(clerk.paper(case, "decision")[1]).decision
    assert told is not None
    assert "terminou" not in told.report[0]
    assert told.report[0].endswith("A defesa foi apresentada em 20 de maio de 2027.")


def test_the_paper_of_a_correction_says_which_act_what_it_was_what_it_is_why_and_who_approved(clerk: Clerk) -> None:
    case = rectified(clerk, served(clerk, received_on="2027-03-04"), "received_on", "2027-03-03")
    told = said(clerk, case, "proof_of_service")
    assert (
        "Esta peça sai de novo, em lugar da peça CC 000001/2027, porque o ato “Notificar da autuação”, "
        "de 5 de março de 2027, foi retificado em 8 de março de 2027." in told
    )
    assert "Recebimento: quarta-feira, 3 de março de 2027" in told
    assert "Ato retificado: “Notificar da autuação”, de 5 de março de 2027" in told
    assert "Campo retificado: Recebido em Constava: 4 de março de 2027 Passa a constar: 3 de março de 2027" in told
    assert "Motivos da retificação: A data do aviso estava ilegível." in told
    assert "Quem retificou: protocolo Quem aprovou: procuradoria" in told


@pytest.mark.parametrize(
    ("field", "value", "before", "after"),
    [
        ("receipt", "signed", "Aviso de recebimento com data", "Recibo assinado"),
        ("date", "2027-03-04", "5 de março de 2027", "4 de março de 2027"),
        ("tracking", "BR123456785BR", "Não informado", "BR123456785BR"),
    ],
)
def test_a_paper_of_a_correction_shows_no_word_of_the_file(
    field: str, value: str, before: str, after: str, clerk: Clerk
) -> None:
    case = rectified(clerk, served(clerk, received_on="2027-03-04"), field, value)
    told = said(clerk, case, "proof_of_service")
    assert f"Constava: {before} Passa a constar: {after}" in told
    assert not re.search(r"\d{4}-\d{2}-\d{2}|[a-z]+_[a-z]+|\bar\b", told)


def test_whoever_may_not_see_the_rest_sees_no_reasons_nor_value_of_a_personal_field(clerk: Clerk) -> None:
    case = rectified(clerk, served(clerk), "tracking", "BR123456785BR")
    line, frozen = clerk.paper(case, "proof_of_service")
    told = public_text(line.kind, thaw(frozen))
    assert "Campo retificado" in told
    assert "BR123456785BR" not in told
    assert "ilegível" not in told


def test_the_record_of_a_withdrawal_says_the_field_by_its_name_and_the_day_in_words(clerk: Clerk) -> None:
    case = clerk.open("2027-05-03", ["36-VII"])
    clerk.act(case, "serve_notice", "2027-05-05", via="post", receipt="ar")
    clerk.morning(date(2027, 6, 9))
    of = {"step": "serve_notice", "date": "2027-05-05"}
    clerk.act(case, "rectify", "2027-06-10", of=of, field="date", value="2027-05-12", **WHY)
    assert (
        "no ato “Notificar da autuação”, retificou-se “data do ato”: de 5 de maio de 2027 para 12 de "
        "maio de 2027" in said(clerk, case, "withdrawal_record")
    )


def test_a_notice_drawn_up_anew_by_a_correction_says_so_and_names_the_one_of_before(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    rectified(clerk, case, "place", "Rua Corrigida, 1", step="draw_up", day="2027-03-01")
    told = said(clerk, case, "infraction_notice")
    assert "Esta peça sai de novo, em lugar da peça AI 000001/2027, porque o ato “Lavrar o auto”, de 1º de" in told


@pytest.mark.parametrize(
    ("vehicle", "told"),
    [
        ({"plate": "EXM0A11"}, "Veículo: placa EXM0A11 "),
        ({"make": "Van Exemplo"}, "Veículo: Van Exemplo "),
        ({"plate": "EXM0A11", "kind": "van"}, "Veículo: placa EXM0A11, van "),
    ],
)
def test_no_paper_prints_a_comma_for_what_nobody_gave(vehicle: Any, told: str, clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"], vehicle=vehicle)
    clerk.act(case, "serve_notice", "2027-03-05", via="post", receipt="ar")
    for kind in ("infraction_notice", "proof_of_service"):
        assert told in said(clerk, case, kind)


def test_who_gave_no_number_is_told_as_giving_none(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"], respondent={"name": "Sem Número Exemplo", "address": "Rua A, 1"})
    clerk.act(case, "serve_notice", "2027-03-05", via="post", receipt="ar")
    assert "Sem Número Exemplo, CPF ou CNPJ não informado" in said(clerk, case, "proof_of_service")


def test_a_decision_issued_again_by_a_correction_says_the_outcome_that_it_left(clerk: Clerk) -> None:
    case = served(clerk)
    clerk.act(case, "file_defense", "2027-03-22")
    clerk.act(case, "judge", "2027-03-29", outcome="upheld", voters=3, reasons="Está provado.")
    of = {"step": "judge", "date": "2027-03-29"}
    clerk.act(case, "rectify", "2027-03-30", of=of, field="outcome", value="dismissed", **WHY)
    told = thaw(clerk.paper(case, "decision")[1]).decision
    assert told is not None
    assert (told.outcome, told.stands) == ("dismissed", False)


def test_a_decision_says_that_a_petition_came_in_time_once_its_day_is_put_right(clerk: Clerk) -> None:
    case = served(clerk)
    clerk.act(case, "file_defense", "2027-04-07")
    of = {"step": "file_defense", "date": "2027-04-07"}
    clerk.act(case, "rectify", "2027-04-08", of=of, field="date", value="2027-03-31", **WHY)
    receipt = thaw(clerk.paper(case, "defense_receipt")[1]).filing
    assert receipt is not None
    assert receipt.timely
    clerk.act(case, "judge", "2027-04-12", **VOTES)
    told = thaw(clerk.paper(case, "decision")[1]).decision
    assert told is not None
    assert told.report[0].endswith("A defesa foi apresentada em 31 de março de 2027.")


def test_a_letter_of_change_says_the_terms_that_ended_on_another_day_and_if_none_changes(clerk: Clerk) -> None:
    case = _judged_and_told(clerk)
    clerk.morning(date(2027, 6, 1))
    of = {"step": "serve_decision", "date": "2027-04-19"}
    clerk.act(case, "rectify", "2027-06-02", of=of, field="date", value="2027-04-22", **WHY)
    told = said(clerk, case, "change_letter")
    assert "Prazo de recurso ia até: terça-feira, 4 de maio de 2027" in told
    assert "Prazo de recurso foi até: sexta-feira, 7 de maio de 2027" in told
    assert "Nenhum muda" not in told
    of = {"step": "draw_up", "date": "2027-03-01"}
    clerk.act(case, "rectify", "2027-06-03", of=of, field="place", value="Rua Nova, 5", **WHY)
    told = said(clerk, case, "change_letter")
    assert "Prazos da pessoa autuada: Nenhum muda" in told
    assert "vai até" not in told


def test_an_order_issued_again_names_the_act_that_made_the_decision_final_and_a_debt_until_when_to_collect(
    clerk: Clerk,
) -> None:
    case = _judged_and_told(clerk)
    clerk.morning(date(2027, 6, 1))
    of = {"step": "serve_decision", "date": "2027-04-19"}
    clerk.act(case, "rectify", "2027-06-02", of=of, field="date", value="2027-04-22", **WHY)
    told = said(clerk, case, "suspension_order")
    assert "8 de maio de 2027: fim do prazo de recurso em 07/05/2027, sem recurso" in told
    assert "Prazo para cobrar a multa: até" in said(clerk, case, "active_debt_referral")


def test_a_letter_of_an_extension_says_the_new_end_of_the_term_of_the_authority(clerk: Clerk) -> None:
    case = served(clerk)
    clerk.act(case, "file_defense", "2027-03-10")
    clerk.act(case, "extend_term", "2027-04-06", term="decision", length="10 days", **WHY)
    told = said(clerk, case, "change_letter")
    assert "Meta para julgar a defesa ia até: sexta-feira, 9 de abril de 2027" in told
    assert "Meta para julgar a defesa vai até: segunda-feira, 19 de abril de 2027" in told
    assert "O prazo foi prorrogado por mais 10 dias." in told
    assert told.count("O ato que abre o prazo produziu efeito") == 1


def test_letters_after_a_death_go_to_the_estate(clerk: Clerk) -> None:
    case = served(clerk)
    clerk.act(case, "extinguish", "2027-03-10", reason="death", reasons="Certidão de óbito juntada.")
    assert "Para Espólio de Joana Fictícia da Silva" in said(clerk, case, "archiving_record")
    pardoned = clerk.open("2027-03-01", ["36-II"], fact_time="09:00", place="Rua B")
    clerk.act(pardoned, "serve_notice", "2027-03-05", known="2027-03-10", via="personal", receipt="signed")
    clerk.act(pardoned, "extinguish", "2027-03-11", reason="pardon", reasons="Lei de anistia.")
    assert "Para Joana Fictícia da Silva" in said(clerk, pardoned, "archiving_record")


@pytest.mark.parametrize(("step", "reason"), [("extinguish", "death"), ("annul", "void")])
def test_whoever_may_not_see_the_rest_does_not_see_the_words_of_whoever_ended_the_case(
    step: str, reason: str, clerk: Clerk
) -> None:
    case = served(clerk)
    clerk.act(case, step, "2027-03-10", reason=reason, reasons="O filho, Caio Exemplo, o contou.")
    assert "Caio Exemplo" in said(clerk, case, "archiving_record")
    line, frozen = clerk.paper(case, "archiving_record")
    told = public_text(line.kind, thaw(frozen))
    assert "10 de março de 2027." in told.partition("RAZÕES")[2]
    assert "Caio" not in told


def test_a_decision_without_its_reasons_has_no_empty_heading_for_them(clerk: Clerk) -> None:
    case = _judged_and_told(clerk)
    line, frozen = clerk.paper(case, "decision_letter")
    assert "RAZÕES" not in public_text(line.kind, thaw(frozen))


def _judged_and_told(clerk: Clerk) -> str:
    case = served(clerk)
    clerk.act(case, "file_defense", "2027-03-22")
    clerk.act(case, "judge", "2027-04-12", **VOTES)
    return clerk.act(case, "serve_decision", "2027-04-19", via="post", receipt="ar")
