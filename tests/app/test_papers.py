"""Every paper that a case issues: numbered, complete, true to its case, and never in the way of the act."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app import papers
from app.casework import handle
from app.delivery import deliver
from app.paper.citing import cited, said
from app.request import Request
from notices import writers
from notices.context import Context, thaw
from notices.kinds import KINDS, kind_of
from notices.render import compose
from procedures.registry import law
from storage.views import PaperLine, Views
from tests.app.clerk import LAW, OPENING, PERSON, Clerk
from tests.app.conftest import Told
from workflow.event import Command
from workflow.procedure import Procedure

GOLDEN = Path(__file__).parent / "golden"
CODE = re.compile(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){6}\b")
DATE = re.compile(r"\d{1,2}º? de [a-zç]+ de \d{4}|\d{2}/\d{2}/\d{4}")
AMOUNT = re.compile(r"R\$\s[\d.]+,\d{2}")
LENGTH = re.compile(r"\d+ \([a-zãê ]+\) \w+")


def text_of(line: PaperLine, frozen: bytes) -> str:
    return writers.text(compose(kind_of(line.kind), thaw(frozen)))


def kinds_of(procedure: Procedure) -> set[str]:
    """Every kind of paper the law can ask for, with the engine's own four."""
    found = {"alternate_summons", "discharge", "refund_order", "withdrawal_record"}
    for step in procedure.steps.values():
        found.update(kind for kinds in step.issues.values() for kind in kinds)
    for section in (procedure.services, procedure.receipts, procedure.penalties, procedure.states, procedure.origins):
        found.update(kind for rule in section.values() for kind in rule.issues)  # type: ignore[attr-defined]  # all five have it
    return found


def test_a_year_of_cases_prints_every_paper_the_law_can_ask_for(told: Told) -> None:
    printed = {line.kind for line, _ in told.clerk.papers() if line.file}
    assert printed == kinds_of(law(LAW).resolve())
    assert told.delivered.failures == []


def test_numbers_have_no_gap_in_their_series(told: Told) -> None:
    taken: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for line, _ in told.clerk.papers():
        ordinal, _, year = line.number.partition("/")
        taken[line.series, line.body, year].append(int(ordinal))
    for series, ordinals in taken.items():
        assert sorted(ordinals) == list(range(1, len(ordinals) + 1)), series


def test_a_paper_prints_the_number_code_and_case_of_its_row(told: Told) -> None:
    for line, frozen in told.clerk.papers():
        document = thaw(frozen).document
        assert (document.number, document.code) == (line.number, line.code)
        assert thaw(frozen).case.number == line.case_id
        assert document.url.endswith(line.code)


@pytest.mark.parametrize("kind", sorted(kinds_of(law(LAW).resolve())))
def test_the_paper_of_a_real_case_says_what_it_said(kind: str, told: Told) -> None:
    """Write the files anew, after reading the difference, with ``DEVIDO_UPDATE_GOLDEN=1``."""
    line, frozen = next(each for each in told.clerk.papers() if each[0].kind == kind)
    written = CODE.sub("CÓDIGO", text_of(line, frozen))
    file = GOLDEN / f"{kind}.txt"
    if os.environ.get("DEVIDO_UPDATE_GOLDEN") == "1":
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(written, "utf-8")
    assert written == file.read_text("utf-8")


def test_no_golden_text_is_left_without_its_kind() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == kinds_of(law(LAW).resolve())


def test_the_plain_box_and_the_letter_tell_the_same_dates_and_amounts(told: Told) -> None:
    boxes = 0
    for line, frozen in told.clerk.papers():
        rows = text_of(line, frozen).splitlines()
        box = " ".join(row.lstrip("| ") for row in rows if row.startswith("|"))
        body = " ".join(row.strip() for row in rows if not row.startswith("|"))
        boxes += bool(box)
        for found in (*DATE.findall(box), *AMOUNT.findall(box), *LENGTH.findall(box)):
            assert found in body, f"{line.kind} {line.number}: {found!r} está só no quadro"
    assert boxes > 40


def test_no_paper_prints_a_name_of_the_file_format(told: Told) -> None:
    for line, frozen in told.clerk.papers():
        text = re.sub(r"https?://\S+|\S+@\S+", "", text_of(line, frozen))
        assert re.findall(r"\b[a-z]+_[a-z_]+\b|\bNone\b|\(\)|\[\]|\bupheld\b|\bdismissed\b", text) == [], line.kind


def test_no_public_paper_shows_a_whole_tax_number_and_the_letters_do(told: Told) -> None:
    shown: defaultdict[bool, set[bool]] = defaultdict(set)
    for line, frozen in told.clerk.papers():
        whole = re.search(r"529\.982\.247-25|111\.444\.777-35", text_of(line, frozen)) is not None
        shown[KINDS[line.kind].audience == "public"].add(whole)
    assert shown[True] == {False}
    assert True in shown[False]


def context(told: Told, case: str, kind: str) -> Context:
    return thaw(told.clerk.paper(told.cases[case], kind)[1])


def test_a_letter_before_its_receipt_counts_two_examples_one_of_which_moves(told: Told) -> None:
    term = context(told, "denied_and_suspended", "notice_letter").term
    assert term is not None
    assert term.due is None
    plain, moved = term.examples
    assert (plain.received, plain.first_day, plain.due) == (date(2027, 3, 8), date(2027, 3, 9), date(2027, 4, 7))
    assert (moved.received, moved.due) == (date(2027, 3, 11), date(2027, 4, 12))
    assert moved.note == "10 de abril de 2027 é sábado"


def test_no_example_is_of_a_receipt_after_the_last_day_to_notify(clerk: Clerk) -> None:
    for drawn_up, entered in (
        ("2026-11-25", "2026-11-30"),
        ("2027-01-04", "2027-01-05"),
        ("2027-03-01", "2027-03-10"),
        ("2027-03-01", "2027-04-01"),
    ):
        case = clerk.act("", "draw_up", drawn_up, known=entered, **{**OPENING, "items": ["36-II"], "fact_on": drawn_up})
        (limit,) = clerk.office.store.load(case).deadlines
        term = thaw(clerk.paper(case, "notice_letter")[1]).term
        assert term is not None
        assert term.examples
        since = date.fromisoformat(entered if date.fromisoformat(entered) < limit.due else drawn_up)
        late = [each.received for each in term.examples if not since < each.received <= limit.due]
        assert late == []


def test_a_term_whose_start_is_known_prints_its_date_and_count(told: Told) -> None:
    term = context(told, "third_repeat_by_edital", "public_notice").term
    assert term is not None
    assert term.due == date(2027, 7, 12)
    assert "sábado e domingo" in " ".join(term.explanation)


def test_an_appeal_still_possible_suspends_the_payment_in_words(told: Told) -> None:
    first = context(told, "denied_and_suspended", "decision_letter").payment_term
    final = context(told, "denied_and_suspended", "final_decision_letter").payment_term
    assert first
    assert final
    assert "suspende o prazo de pagamento" in first.silence
    assert "suspende" not in final.silence


def test_the_memo_shows_base_repeat_unit_and_rounding(told: Told) -> None:
    decision = context(told, "third_repeat_by_edital", "decision").decision
    assert decision is not None
    fine = next(each for each in decision.rulings[0].penalties if each.label == "multa")
    assert [(each.label, each.value) for each in fine.memo] == [
        ("Multa B-2 (20% de 5 URM)", "1 URM"),
        ("Terceira reincidência e seguintes", "+ 150% = 2,5 URM"),
        ("Valor da URM usado na conta", "R$\xa0137,45"),
        ("Fração de centavo", "desprezada"),
    ]
    assert str(fine.amount) == "343.62"


def test_a_penalty_absorbed_in_the_same_act_gets_no_order(told: Told) -> None:
    kinds = [line.kind for line, _ in told.clerk.papers(told.cases["third_repeat_by_edital"])]
    assert "revocation_order" in kinds
    assert "suspension_order" not in kinds


def test_an_order_tells_only_the_infraction_it_answers(told: Told) -> None:
    warned = context(told, "partly_upheld_and_overdue", "written_warning").case
    assert [each.code for each in warned.items] == ["36-V"]


def test_a_withdrawn_act_is_named_by_its_paper_and_day(told: Told) -> None:
    withdrawal = context(told, "late_receipt", "withdrawal_record").withdrawal
    assert withdrawal is not None
    assert withdrawal.act == "Termo de arquivamento nº TA 000001/2027"
    assert (withdrawal.act_on, withdrawal.learned_on) == (date(2027, 5, 14), date(2027, 5, 18))
    assert (withdrawal.recorded_by, withdrawal.approved_by) == ("protocolo", "procuradoria")


def test_a_paper_of_the_clock_names_rule_and_run_and_nobody_signs(told: Told) -> None:
    record = context(told, "late_receipt", "archiving_record")
    assert (
        record.document.automatic == "arquivar por falta de notificação (art. 33, § 1º), rotina de prazos de 14/05/2027"
    )
    assert record.signers == ()


def test_what_the_votes_do_not_say_is_not_invented(told: Told) -> None:
    decision = context(told, "defense_upheld", "decision").decision
    assert decision is not None
    assert decision.tally == "por 2 votos a 1"
    assert {each.vote for each in decision.members} == {"votou"}


def test_documents_that_somebody_brings_are_not_written_by_us(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    clerk.act(case, "join_document", "2027-03-02", by="party", kind="proof_of_service")
    assert [line.kind for line, _ in clerk.papers(case)] == ["infraction_notice", "notice_letter"]


def test_papers_after_a_correction_tell_the_corrected_fact(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    of = {"step": "draw_up", "date": "2027-03-01"}
    clerk.act(
        case, "rectify", "2027-03-02", of=of, field="place", value="Rua Corrigida, 1", reasons="Erro de digitação.",
        approved_by="procuradoria",
    )  # fmt: skip
    clerk.act(case, "serve_notice", "2027-03-03", via="personal", receipt="signed")
    clerk.act(case, "file_defense", "2027-03-22")
    assert thaw(clerk.paper(case, "defense_receipt")[1]).case.fact.place == "Rua Corrigida, 1"
    first, again = (thaw(each).case.fact.place for line, each in clerk.papers(case) if line.kind == "infraction_notice")
    assert first != "Rua Corrigida, 1"
    assert again == "Rua Corrigida, 1"


def test_papers_after_a_replacement_are_addressed_to_the_right_person(clerk: Clerk) -> None:
    case = clerk.open("2027-03-01", ["36-XIX"])
    other = {**PERSON, "name": "Otávio Fictício de Souza", "tax_id": "111.444.777-35"}
    clerk.act(
        case, "replace_respondent", "2027-03-02", respondent=other, reasons="Autorização transferida.",
        approved_by="procuradoria",
    )  # fmt: skip
    clerk.act(case, "serve_notice", "2027-03-03", via="personal", receipt="signed")
    person = thaw(clerk.paper(case, "proof_of_service")[1]).case.respondent
    assert (person.name, person.tax_id) == ("Otávio Fictício de Souza", "111.444.777-35")


def test_a_paper_that_cannot_be_told_stops_neither_its_act_nor_another_paper(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = papers.context_of

    def broken(material: Any, paper: Any, body: str, number: str) -> Context:
        if paper.kind == "notice_letter":
            raise RuntimeError("defeito de propósito")
        return whole(material, paper, body, number)

    monkeypatch.setattr(papers, "context_of", broken)
    case = clerk.open("2027-03-01", ["36-XIX"])
    done = deliver(clerk.office, clerk.at(date(2027, 3, 1)))
    assert done.rendered == 1
    assert [(paper, why) for _, paper, why in done.failures] == [
        ("Notificação de autuação NA 000001/2027", "a peça não pôde ser composta: defeito de propósito")
    ]
    status = {line.kind: (line.status, line.reason) for line in Views(clerk.office.database).papers(case)}
    assert status["infraction_notice"] == ("rendered", "")
    assert status["notice_letter"][0] == "failed"


def test_a_year_without_calendar_stops_the_letter_and_not_the_notice_of_it(clerk: Clerk) -> None:
    case = clerk.open("2032-12-20", ["36-XIX"])
    assert case
    done = deliver(clerk.office, clerk.at(date(2032, 12, 20)))
    assert done.rendered == 0
    assert all("não cobre o ano de 2033" in why for _, _, why in done.failures)


@pytest.mark.parametrize("respondent", [{"name": "Sem Documento"}, {"name": "Sem Rua", "address": {"a": "b"}}])
def test_an_act_with_poor_data_is_recorded_and_its_papers_say_what_they_lack(clerk: Clerk, respondent: Any) -> None:
    data = {"items": ["36-XIX"], "fact_on": "2027-03-01", "respondent": respondent}
    request = Request(command=Command(step="draw_up", on=date(2027, 3, 1), data=data), key="k", law=LAW)
    done = handle(clerk.office, request, clerk.at(date(2027, 3, 1)))
    assert [each.kind for each in done.appended.papers] == ["infraction_notice", "notice_letter"]
    failures = deliver(clerk.office, clerk.at(date(2027, 3, 1))).failures
    assert len(failures) == 2
    assert all("não pode sair sem" in why for _, _, why in failures)


def test_joint_respondents_are_named_together(tmp_path: Path) -> None:
    clerk = Clerk(tmp_path, town="sp_americana", law="sp_americana_lei_4019_2004")
    people = {
        "permit_holder": {"name": "Joana Fictícia da Silva", "tax_id": "529.982.247-25", "address": "Rua A, 1"},
        "auxiliary_driver": {"name": "Otávio Fictício de Souza", "tax_id": "111.444.777-35", "address": "Rua B, 2"},
    }
    case = clerk.open("2026-08-03", ["31-II"], respondent=people, respondents=list(people))
    told = thaw(clerk.paper(case, "infraction_notice")[1]).case
    assert told.respondent.name == "Joana Fictícia da Silva"
    assert [(each.name, each.role) for each in told.others] == [("Otávio Fictício de Souza", "condutor(a) auxiliar")]
    clerk.office.database.close()


@pytest.mark.parametrize(
    ("citation", "printed"),
    [
        ("33 §2", "art. 33, § 2º"),
        ("33 caput", "art. 33, caput"),
        ("33 §10", "art. 33, § 10"),
        ("5 VI a", "art. 5º, VI, alínea a"),
        ("25 p.u. X", "art. 25, parágrafo único, X"),
        ("36 XIX", "art. 36, XIX"),
        ("Anexo I", "Anexo I"),
        ("Lei 9.784 art. 26 §4", "art. 26, § 4º, da Lei Federal nº 9.784/1999"),
        ("Decreto 20.910 art. 1", "art. 1º do Decreto Federal nº 20.910/1932"),
        ("STJ Súmula 312", "Súmula 312 do STJ"),
        ("SV 21", "Súmula Vinculante 21 do STF"),
    ],
)
def test_a_citation_is_printed_as_lawyers_write_it(citation: str, printed: str) -> None:
    sources = {"Lei 9.784": "Lei Federal nº 9.784/1999", "Decreto 20.910": "Decreto Federal nº 20.910/1932"}
    place, source = cited(citation)
    assert printed == (f"{place} do {source}" if source not in sources and source else said(citation, sources))
