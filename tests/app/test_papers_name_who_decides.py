"""Who judges, who signs, and of whom a paper speaks: what whoever gets it has to know and cannot look up."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from app.aftermath import Aftermath
from notices import writers
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose
from storage.views import Views
from tests.app.clerk import COMMITTEE, Clerk
from tests.app.test_papers_of_every_law import cases, papers_of

AMERICANA = "sp_americana_lei_4019_2004"
OWNER = {"name": "Joana Fictícia da Silva", "tax_id": "111.444.777-35", "address": "Rua A, 1"}
DRIVER = {"name": "Otávio Fictício de Souza", "tax_id": "529.982.247-25", "address": "Rua B, 2"}
WHY = {"reasons": "A ata foi relida.", "approved_by": "procuradoria"}


@lru_cache
def _papers(case: str) -> tuple[tuple[str, str], ...]:
    told = next(each for each in cases() if each.id == case)
    return tuple((kind, " ".join(str(text).replace("|", " ").split())) for kind, text in papers_of(told))


def paper(case: str, kind: str) -> str:
    """The last paper of that kind of a worked case, in one line."""
    return [text for found, text in _papers(case) if found == kind][-1]


def said(clerk: Clerk, case: str, kind: str) -> str:
    line, frozen = clerk.paper(case, kind)
    return " ".join(writers.text(compose(kind_of(line.kind), thaw(frozen))).split())


def test_where_the_one_who_decided_may_go_back_on_it_the_appeal_is_still_judged_above() -> None:
    assert "Quem julga é o Prefeito; antes, a Unidade de Transportes pode reconsiderar a decisão." in paper(
        "AM-04", "decision_letter"
    )
    assert "se dirige ao Prefeito, por intermédio da Unidade de Transportes." in paper("AM-04", "decision_letter")
    assert "Desta decisão cabe recurso ao Prefeito, por intermédio da Unidade de Transportes, no prazo" in paper(
        "AM-04", "decision"
    )
    assert "A Unidade de Transportes pode reconsiderar a decisão; se não o fizer, o Prefeito vai decidir" in paper(
        "AM-04", "appeal_receipt"
    )


def test_against_the_mayors_own_decision_one_asks_the_mayor_to_reconsider() -> None:
    letter = paper("LV-34", "decision_letter")
    assert "pode apresentar recurso ou pedido de reconsideração." in letter
    assert "Contra a cassação cabe pedido de reconsideração: quem julga é o Prefeito Municipal." in letter
    assert "Contra a multa cabe recurso: quem julga é o Prefeito Municipal; antes, a Chefia" in letter
    assert "O Prefeito Municipal vai decidir, e você receberá a decisão." in paper("LV-34", "appeal_receipt")


def test_a_petition_is_called_what_the_law_calls_it() -> None:
    assert "Cabe pedido de reconsideração no prazo de 10 (dez) dias" in paper("BG-05", "decision_letter")
    assert "O pedido de reconsideração foi apresentado em" in paper("BG-05", "appeal_decision")
    forwarded = paper("BG-05", "forwarding_order")
    assert "Encaminha-se o pedido de reconsideração deste processo a quem deve decidir." in forwarded
    assert "Espécie: pedido de reconsideração" in forwarded


@pytest.mark.parametrize(
    ("case", "opening", "outcome"),
    [
        ("AM-04", "com a decisão recorrida mantida.", "Resultado: decisão mantida"),
        ("AM-12a", "com a decisão recorrida reconsiderada só em parte.", "Resultado: recurso provido em parte"),
    ],
)
def test_what_goes_up_goes_as_it_was_left(case: str, opening: str, outcome: str) -> None:
    forwarded = paper(case, "forwarding_order")
    assert opening in forwarded
    assert outcome in forwarded


def test_a_letter_says_in_few_words_every_penalty_and_not_only_the_fine() -> None:
    box = paper("LV-34", "decision_letter").split("O Órgão competente")[0]
    assert "A decisão também aplica: cassação da autorização ou do credenciamento." in box
    assert "A decisão aplica: advertência por escrito." in paper("AM-01", "decision_letter")
    assert "As multas somam" in paper("SD-18", "decision_letter")


def test_a_proposal_to_revoke_is_signed_by_the_head_who_made_it() -> None:
    assert "Karina Exemplo Chefe do órgão municipal de trânsito" in paper("LV-34", "revocation_proposal")


def test_a_decision_issued_again_is_still_of_the_committee_and_of_its_sitting(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    clerk.act(case, "serve_notice", "2027-03-05", via="post", receipt="ar")
    clerk.act(case, "file_defense", "2027-03-22")
    clerk.act(case, "judge", "2027-03-29", outcome="upheld", voters=COMMITTEE, votes={"upheld": 3}, reasons="Provado.")
    of = {"step": "judge", "date": "2027-03-29"}
    clerk.act(case, "rectify", "2027-03-30", of=of, field="reasons", value="Provado por fotografia.", **WHY)
    for kind, number in (("decision", "DEC 000002/2027"), ("minutes", "ATA 000002/2027")):
        told = said(clerk, case, kind)
        assert f"nº {number}" in told
        assert "sessão nº 000001/2027" in told
        assert "Ana Exemplo Presidente da Comissão Especial de Julgamento" in told


def test_a_correction_of_a_set_of_data_says_only_the_part_that_it_corrects(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    of = {"step": "draw_up", "date": "2027-03-01"}
    clerk.act(case, "rectify", "2027-03-02", of=of, field="vehicle", value={"plate": "EXM0A11"}, **WHY)
    marks: Any = _correction(clerk, case)
    assert (marks["before_label"], marks["after_label"]) == ("placa: ABC1D23", "placa: EXM0A11")


def _correction(clerk: Clerk, case: str) -> Any:
    office = clerk.office
    history = office.store.history(case)
    procedure = office.procedure(office.store.load(case).procedure)
    return Aftermath(procedure, history, Views(office.database).papers(case)).correction(history[-1].version)


def _addressed(clerk: Clerk, case: str, kind: str) -> list[str]:
    return [thaw(frozen).case.respondent.name for line, frozen in clerk.papers(case) if line.kind == kind]


def test_whoever_takes_the_place_of_another_is_told_by_a_letter_in_his_own_name(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    clerk.act(case, "replace_respondent", "2027-03-02", respondent=DRIVER, **WHY)
    assert _addressed(clerk, case, "notice_letter")[-1] == DRIVER["name"]
    assert "Você pode apresentar defesa." in said(clerk, case, "notice_letter")


def test_a_report_says_whom_of_several_each_act_was_about_and_the_decision_names_all(tmp_path: Path) -> None:
    clerk = Clerk(tmp_path, town="sp_americana", law=AMERICANA)
    people = {"permit_holder": OWNER, "auxiliary_driver": DRIVER}
    case = clerk.open("2026-08-03", ["31-II"], respondent=people, respondents=list(people))
    clerk.act(case, "serve_notice", "2026-08-04", via="personal", receipt="signed", to="permit_holder")
    clerk.act(case, "serve_notice", "2026-08-05", via="personal", receipt="signed", to="auxiliary_driver")
    clerk.act(case, "file_defense", "2026-08-10", to="permit_holder")
    fine = [{"item": "31-II", "kind": "fine", "reasons": "Sem dano."}]
    clerk.act(case, "judge", "2026-08-20", outcome="upheld", penalties=fine, reasons="Provado.")
    told = said(clerk, case, "decision")
    assert "A ciência da autuação ocorreu em 4 de agosto de 2026 (titular da autorização)." in told
    assert "A ciência da autuação ocorreu em 5 de agosto de 2026 (condutor(a) auxiliar)." in told
    assert "A defesa foi apresentada em 10 de agosto de 2026 (titular da autorização)." in told
    assert "sem manifestação da pessoa autuada (condutor(a) auxiliar)." in told
    assert "Respondem também: Otávio Fictício de Souza, CPF nº 529.982.247-25" in told
    clerk.office.database.close()


def test_a_correction_of_one_respondents_receipt_is_told_to_each_as_it_is_for_him(tmp_path: Path) -> None:
    clerk = Clerk(tmp_path, town="sp_americana", law=AMERICANA)
    people = {"permit_holder": OWNER, "auxiliary_driver": DRIVER}
    case = clerk.open("2026-08-03", ["31-II"], respondent=people, respondents=list(people))
    for who, day in (("permit_holder", "2026-08-04"), ("auxiliary_driver", "2026-08-06")):
        clerk.act(case, "serve_notice", day, via="post", receipt="ar", to=who)
    of = {"step": "serve_notice", "date": "2026-08-06"}
    clerk.act(case, "rectify", "2026-08-11", of=of, field="date", value="2026-08-10", **WHY)
    told = {
        thaw(frozen).case.respondent.name: " ".join(writers.text(compose(kind_of(line.kind), thaw(frozen))).split())
        for line, frozen in clerk.papers(case)
        if line.kind == "change_letter"
    }
    for each in told.values():
        assert "Ato retificado: “Notificar da autuação”, de 6 de agosto de 2026 (condutor(a) auxiliar)" in each
    assert "Prazos da pessoa autuada: Nenhum muda" in told[OWNER["name"]]
    assert "Prazo de defesa prévia vai até: quinta-feira, 20 de agosto de 2026" in told[DRIVER["name"]]
    clerk.office.database.close()


def test_the_record_of_a_withdrawal_tells_only_the_terms_of_whom_it_is_written_to(tmp_path: Path) -> None:
    clerk = Clerk(tmp_path, town="sp_americana", law=AMERICANA)
    people = {"permit_holder": OWNER, "auxiliary_driver": DRIVER}
    case = clerk.open("2026-08-03", ["31-II"], respondent=people, respondents=list(people))
    for who, day in (("permit_holder", "2026-08-04"), ("auxiliary_driver", "2026-08-12")):
        clerk.act(case, "serve_notice", day, via="post", receipt="ar", to=who)
    clerk.morning(date(2026, 8, 17))
    clerk.act(case, "suspend_terms", "2026-08-18", **{"from": "2026-08-13", "until": "2026-08-17"}, **WHY)
    told = said(clerk, case, "withdrawal_record")
    assert f"Para {OWNER['name']}" in told
    assert set(re.findall(r"Prazo de defesa prévia: vai até ([^.]*)\.", told)) == {"quarta-feira, 19 de agosto de 2026"}
    clerk.office.database.close()
