"""Papers of what only an invented law says: a slip of one's own, instalments, each told in full and in Portuguese."""

from __future__ import annotations

import re
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.papers import frozen_papers
from app.play import play
from app.rehearsal_reading import read_rehearsals
from notices import writers
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose
from procedures.loader import load_law
from procedures.municipality import load_town
from storage.papers import PaperMark
from tests.app.clerk import OPENING
from tests.app.test_papers_of_every_law import LEAK, Transaction
from tests.laws.played import FICTIONAL
from workflow.case import Case
from workflow.fold import evolve

TOWNS = {
    "xx_barra_dos_cajueiros_lei_19_2024": FICTIONAL / "xx_barra_dos_cajueiros.yaml",
    "xx_campo_das_seriemas_lei_212_2025": FICTIONAL / "xx_campo_das_seriemas.yaml",
    "xx_lagoa_serena_lei_58_2029": FICTIONAL / "xx_lagoa_serena.yaml",
}
TOLD = {
    each.id: each.told
    for law in TOWNS
    for each in read_rehearsals(FICTIONAL / law / "rehearsals.yaml", FICTIONAL)
    if each.told
}


@lru_cache
def papers_of(case_id: str) -> list[tuple[str, str]]:
    law, town = load_law(FICTIONAL / TOLD[case_id].law), TOWNS[TOLD[case_id].law]
    office: Any = SimpleNamespace(
        town=load_town(town), settings=SimpleNamespace(town_file=town), files=SimpleNamespace(), law_of=lambda _: law
    )
    procedure, tx = law.resolve(), Transaction()
    case, found = Case(id="000001/2029"), []
    events = play(TOLD[case_id], procedure).events
    for event in [_told(each) for each in events]:
        after = evolve(case, event)
        for paper in frozen_papers(office, tx, procedure, case, event, after):
            mark = PaperMark(
                kind=paper.kind, series=paper.series, number=paper.number, template="", context="", body=paper.body
            )
            tx.issued[event.version].append(mark)
            found.append((paper.kind, writers.text(compose(kind_of(paper.kind), thaw(paper.context)))))
        tx.events.append(event)
        case = after
    return found


def _told(event):
    return replace(event, data={**OPENING, **event.data}) if event.version == 1 else event


@pytest.mark.parametrize("case_id", TOLD)
def test_every_paper_is_whole_and_in_portuguese(case_id):
    for kind, paper in papers_of(case_id):
        assert LEAK.findall(re.sub(r"https?://\S+|\S+@\S+|FINE_BRL", "", paper)) == [], kind


def flat(text):
    return " ".join(text.replace("|", " ").replace("\xa0", " ").split())


def slips(case_id):
    return [paper for kind, paper in papers_of(case_id) if kind == "payment_slip"]


def test_the_slip_of_a_parted_fine_lists_the_parts_and_their_days():
    slip = slips("LS-17")[-1].replace("\xa0", " ")
    assert "em 6 parcelas; a próxima vence em quinta-feira, 10 de maio de 2029" in flat(slip)
    assert re.findall(r"Vencimento: (\S+)\n\s+Valor: R\$ (\S+)", slip) == [
        ("10/05/2029", "133,35"), ("11/06/2029", "133,33"), ("10/07/2029", "133,33"), ("10/08/2029", "133,33"),
        ("10/09/2029", "133,33"), ("10/10/2029", "133,33"),
    ]  # fmt: skip
    assert "art. 12, § 2º" in slip


def test_the_slip_of_one_of_two_is_his_own():
    both = [slip.replace("\xa0", " ") for slip in slips("LS-08")]
    assert len(both) == 2
    assert all("R$ 300,00" in slip and "R$ 600,00" not in slip for slip in both)


def test_the_notice_announces_each_of_two_his_own_fine_and_the_decision_says_who_repeats():
    told = {kind: flat(paper) for kind, paper in papers_of("LS-31") if kind in ("infraction_notice", "decision")}
    assert "30 ULS (dono); 60 ULS (condutor)" in told["infraction_notice"]
    for said in (
        "30 ULS (dono): R$ 300,00", "60 ULS (condutor): R$ 600,00", "Dono: Não há reincidência a considerar.",
        "Condutor: 1ª reincidência (art. 10).", "Total das multas: R$ 900,00",
    ):  # fmt: skip
        assert said in told["decision"], said


def test_the_letter_to_each_of_two_tells_his_own_fine_and_his_own_repeat():
    primary, repeat = (flat(paper) for kind, paper in papers_of("LS-31") if kind == "decision_letter")
    assert ("R$ 300,00" in primary, "R$ 600,00" in primary, "fato de 10/01/2029" in primary) == (True, False, False)
    assert ("R$ 300,00" in repeat, "R$ 600,00" in repeat, "fato de 10/01/2029" in repeat) == (False, True, True)
    assert "Não há reincidência" not in repeat


def test_a_slip_before_the_fine_is_final_says_from_when_the_term_will_count():
    slip = flat(slips("LS-10")[0])
    assert "30 (trinta) dias corridos, contados do dia seguinte ao dia em que a decisão se torna definitiva" in slip


def papers(case_id, wanted):
    return [flat(paper) for kind, paper in papers_of(case_id) if kind == wanted]


def test_an_order_to_cure_is_told_by_its_own_letter_and_is_no_notice_of_an_auto():
    (letter,) = papers("BC-02", "cure_notice")
    assert "O último dia é segunda-feira, 24 de março de 2025" in letter
    assert "prazo de defesa" not in letter
    assert "Auto de infração nº" not in letter


def test_the_auto_is_of_the_day_of_the_act_that_issues_it_and_each_thing_has_its_name():
    (decision,) = papers("BC-07", "decision")
    assert (
        "A irregularidade foi constatada em 3 de março de 2025. A ciência da ordem de sanar ocorreu em 10 de"
        in decision
    )
    assert (
        "Prazo para limpar: terminou em 24 de março de 2025, sem prova de que a irregularidade foi sanada. "
        "O auto de infração foi lavrado em 1º de abril de 2025. A ciência da autuação ocorreu em 3 de abril de 2025."
    ) in decision


def test_a_notice_that_takes_effect_later_goes_out_once_and_counts_from_then():
    (letter,) = papers("BC-05", "notice_letter")
    assert "contados do dia seguinte ao dia em que a ciência passa a valer" in letter
    assert "O último dia é segunda-feira, 14 de abril de 2025" in letter


def test_a_slip_falls_due_when_the_fine_does_and_not_when_its_discount_ends():
    (slip,) = papers("BC-09", "payment_slip")
    assert "Vencimento: segunda-feira, 26 de maio de 2025" in slip
    assert "5 de maio" not in slip


def test_a_price_is_told_without_a_word_of_the_files():
    (auto, *_) = papers("BC-11", "infraction_notice")
    assert "quantity" not in auto


def test_what_an_appeal_does_not_hold_back_is_said_and_its_order_does_not_call_it_final():
    (letter,) = papers("CS-19", "decision_letter")
    assert "O recurso não suspende a interdição do estabelecimento (art. 6º; art. 5º, § 1º)." in letter
    assert "O último dia para pagar" not in letter
    (order,) = papers("CS-19", "suspension_order")
    assert "da decisão no Processo" in order
    assert "definitiva" not in order
    assert "Produz efeito desde: segunda-feira, 23 de junho de 2025, haja recurso ou não" in order
    assert "Durante a suspensão" not in order


def test_a_share_is_told_as_the_law_writes_it():
    (decision,) = papers("CS-14", "decision")
    assert decision.count("+ 1/6") == 2
    assert "80 UFS" in decision


def test_an_edital_that_needs_no_attempt_says_by_which_article_it_is_one():
    (edital,) = papers("CS-04", "public_notice")
    assert "conforme art. 2º, III; art. 2º, § 1º, da lavratura" in edital
    assert "Tentativas" not in edital.replace("TENTATIVAS", "Tentativas")


def test_a_slip_made_late_says_when_the_term_to_pay_ended():
    (slip,) = papers("BC-14", "payment_slip")
    assert "O prazo para pagar terminou em segunda-feira, 26 de maio de 2025." in slip
    assert "Acréscimos por atraso" in slip


def test_a_slip_made_before_the_fine_is_final_says_from_when_the_term_to_pay_runs():
    (slip,) = papers("CS-10", "payment_slip")
    assert "30 (trinta) dias corridos, contados do primeiro dia útil depois do fim do prazo de recurso" in slip


def test_a_publication_that_is_the_only_notice_says_the_terms_it_opens():
    (entry,) = papers("CS-06", "gazette_entry")
    assert "Último dia para o recurso: segunda-feira, 14 de julho de 2025" in entry
    (entry,) = papers("BC-18", "gazette_entry")
    assert "até segunda-feira, 26 de maio de 2025" in entry
