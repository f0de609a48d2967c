"""A clerk of Santos Dumont at a record in a temporary folder, and a year of invented cases that issue every paper.

People, plates and acts are invented. Each case is told in the order it happens; the clock runs before each act.
"""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app import clock
from app.casework import handle
from app.office import Office, open_office
from app.request import Request
from app.settings import Settings
from app.town_stream import make
from procedures.town_changing import Change
from storage.views import PaperLine, Views
from tests.databases import told
from workflow.event import Command
from workflow.facts import Prior

ZONE = ZoneInfo("America/Sao_Paulo")
LAW = "mg_santos_dumont_lei_4814_2026"
PERSON = {
    "name": "Joana Fictícia da Silva",
    "tax_id": "52998224725",
    "role": "autorizatária do serviço de transporte escolar",
    "address": "Rua das Amostras, 100, casa 2\nBairro Modelo, Santos Dumont, MG\nCEP 36240-000",
    "permit": "TE-0000",
}
OPENING = {
    "inspector": "Bento Sampaio de Exemplo",
    "respondent": PERSON,
    "vehicle": {"plate": "ABC1D23", "make": "furgão de marca fictícia", "kind": "transporte escolar"},
    "place": "Avenida Imaginária, altura do nº 500, Bairro Modelo",
    "fact_time": "06:50",
    "narrative": "Na abordagem de rotina, o veículo conduzia estudantes e não havia acompanhante a bordo.",
}
COMMITTEE = ["Ana Exemplo", "Bruno Exemplo", "Célia Exemplo"]
WITH_ALTERNATE = ["Ana Exemplo", "Bruno Exemplo", "Davi Exemplo"]
BOARD = ["Fábio Exemplo", "Gilda Exemplo", "Hélio Exemplo"]


class Clerk:
    """Does acts on the office's record, each on its day at 14h05, after that morning's clock."""

    def __init__(self, folder: Path, town: str = "mg_santos_dumont", law: str = LAW) -> None:
        self.office: Office = open_office(Settings(data=folder, town=town, database=told(folder)))
        self.law = law
        self.acts = 0

    def open(self, on: str, items: list[str], *, priors: tuple[Prior, ...] = (), **data: Any) -> str:
        """A new case; its number."""
        return self.act("", "draw_up", on, items=items, fact_on=on, priors=priors, **{**OPENING, **data})

    def act(
        self,
        case: str,
        step: str,
        on: str,
        *,
        known: str = "",
        by: str = "",
        approved_by: str = "",
        priors: tuple[Prior, ...] = (),
        **data: Any,
    ) -> str:
        """One act of people, known on its day unless ``known`` says later."""
        self.acts += 1
        day, today = date.fromisoformat(on), date.fromisoformat(known or on)
        if case:
            self.morning(today)
        command = Command(step=step, on=day, by=by, data=data, recorded_by="protocolo", approved_by=approved_by)
        request = Request(
            command=command, key=f"k{self.acts}", case=case, law="" if case else self.law, person="p:1", priors=priors
        )
        return handle(self.office, request, self.at(today)).case.id

    def decree(self, day: str, on: str) -> None:
        """The mayor closes the town hall on that day; the office goes on with its data so."""
        said = {"day": day, "section": "closed", "name": "Luto oficial", "kind": "municipal"}
        change = Change(kind="calendar", act="Decreto nº 9/2027", said=said)
        made = make(
            self.office, change, self.at(date.fromisoformat(on)), person="protocolo", approved_by="procuradoria"
        )
        assert made.failures == []
        self.office = open_office(self.office.settings)

    def morning(self, day: date) -> None:
        """The clock's round of that morning."""
        done = clock.run(self.office, self.at(day, 6), on=day)
        assert done.failures == []

    def at(self, day: date, hour: int = 14) -> datetime:
        return datetime.combine(day, time(hour, 5), ZONE)

    def papers(self, case: str = "") -> list[tuple[PaperLine, bytes]]:
        """The papers of a case, or of all, in order, with what was frozen."""
        views = Views(self.office.database)
        cases = [case] if case else sorted(line.case_id for line in views.cases())
        lines = [paper for each in cases for paper in views.papers(each)]
        found = [views.paper(line.id) for line in lines]
        return [each for each in found if each is not None]

    def paper(self, case: str, kind: str) -> tuple[PaperLine, bytes]:
        """The case's last paper of a kind."""
        return [each for each in self.papers(case) if each[0].kind == kind][-1]


def year(clerk: Clerk) -> dict[str, str]:
    """Cases that go every way the law has, by name; between them they issue every kind of paper it can ask for."""
    tellers = (
        _denied_and_suspended, _late_receipt, _partly_upheld_and_overdue, _defense_upheld, _third_repeat_by_edital,
        _reversed_and_refunded, _barred, _out_of_scope, _void, _death, _receipt_corrected, _late_appeal,
        _counted_again,
    )  # fmt: skip
    return {teller.__name__.strip("_"): teller(clerk) for teller in tellers}


def _denied_and_suspended(clerk: Clerk) -> str:
    case, act = clerk.open("2027-03-01", ["36-XIX"]), clerk.act
    act(case, "dispatch_notice", "2027-03-02", via="post", tracking="BR123456785BR")
    act(case, "serve_notice", "2027-03-03", via="post", receipt="ar", tracking="BR123456785BR")
    claims = ["o acompanhante faltou sem avisar", "a abordagem não foi registrada."]
    act(case, "file_defense", "2027-03-22", at_time="14:05", claims=claims)
    reasons = "O fato está provado pelo relatório da abordagem.\nA penalidade é a que a lei liga à infração."
    votes = dict.fromkeys(COMMITTEE, "upheld")
    act(
        case, "judge", "2027-04-12", outcome="upheld", voters=COMMITTEE, votes=votes, rapporteur="Bruno Exemplo",
        reasons=reasons,
    )  # fmt: skip
    act(case, "serve_decision", "2027-04-19", via="personal", receipt="signed")
    act(case, "issue_payment_slip", "2027-04-20")
    act(case, "file_appeal", "2027-05-03", attorney="Advogada Exemplo")
    votes = {"Fábio Exemplo": "affirmed", "Gilda Exemplo": "affirmed", "Hélio Exemplo": "reversed"}
    act(
        case, "judge_appeal", "2027-05-24", outcome="affirmed", voters=BOARD, votes=votes, rapporteur="Gilda Exemplo",
        reasons="O recurso repete a defesa. A decisão se mantém pelos seus fundamentos.",
    )  # fmt: skip
    act(case, "publish", "2027-05-26", what="final_decision")
    act(case, "serve_final_decision", "2027-06-01", via="post", receipt="ar")
    act(case, "collect_documents", "2027-06-07")
    act(case, "issue_payment_slip", "2027-06-08")
    act(case, "pay", "2027-06-10", amount="137.45", bank_id="AUT-0001")
    return act(case, "return_documents", "2027-06-14")


def _late_receipt(clerk: Clerk) -> str:
    case, act = clerk.open("2027-05-03", ["36-XIV"], narrative="O veículo parou fora da área permitida."), clerk.act
    act(case, "dispatch_notice", "2027-05-04", via="post")
    clerk.morning(date(2027, 5, 14))
    act(
        case, "serve_notice", "2027-05-11", known="2027-05-18", via="post", receipt="ar", approved_by="procuradoria",
        reasons="O aviso de recebimento voltou depois do arquivamento e mostra entrega no prazo.",
    )  # fmt: skip
    return act(case, "file_defense", "2027-06-16")


def _partly_upheld_and_overdue(clerk: Clerk) -> str:
    case, act = clerk.open("2027-05-03", ["36-I", "36-V"], narrative="Pneus gastos; termo não levado."), clerk.act
    act(case, "serve_notice", "2027-05-05", via="personal", receipt="refusal_certified", witnesses=2)
    act(case, "file_defense", "2027-06-09", claims=["o termo estava em casa"])
    rulings = [{"item": "36-I", "outcome": "dismissed"}, {"item": "36-V", "outcome": "upheld"}]
    act(
        case, "judge", "2027-06-14", outcome="partial", voters=3, votes={"partial": 3}, rulings=rulings,
        reasons="Os pneus estavam no limite legal. O termo não estava a bordo.",
    )  # fmt: skip
    act(case, "serve_decision", "2027-06-16", via="personal", receipt="counterfoil")
    return act(case, "enter_active_debt", "2027-07-12", reasons="Débito certo e líquido; legalidade examinada.")


def _defense_upheld(clerk: Clerk) -> str:
    case, act = clerk.open("2027-05-03", ["36-II"], narrative="Dezesseis passageiros para quinze lugares."), clerk.act
    act(case, "serve_notice", "2027-05-05", via="electronic", receipt="signed")
    act(case, "file_defense", "2027-05-20")
    votes = {"upheld": 1, "dismissed": 2}
    reasons = "A contagem incluiu o acompanhante. O fato não está provado."
    return act(case, "judge", "2027-06-14", outcome="dismissed", voters=WITH_ALTERNATE, votes=votes, reasons=reasons)


def _third_repeat_by_edital(clerk: Clerk) -> str:
    priors = tuple(
        Prior("36-XIX", fact, final)
        for fact, final in (
            (date(2026, 11, 10), date(2027, 1, 10)),
            (date(2026, 12, 1), date(2027, 2, 1)),
            (date(2027, 1, 5), date(2027, 3, 5)),
        )
    )
    other = {**PERSON, "name": "Otávio Fictício de Souza", "tax_id": "111.444.777-35", "role": "autorizatário"}
    case, act = clerk.open("2027-05-03", ["36-XIX"], priors=priors, respondent=other), clerk.act
    act(case, "record_failed_service", "2027-05-05", via="post", reason="mudou-se")
    act(case, "record_failed_service", "2027-05-07", via="personal", reason="não encontrado em duas visitas")
    act(case, "serve_notice", "2027-05-11", via="public_notice", receipt="gazette")
    act(
        case, "judge", "2027-06-21", outcome="upheld", voters=COMMITTEE, votes={"upheld": 3}, priors=priors,
        reasons="O fato está provado.",
    )  # fmt: skip
    act(case, "record_failed_service", "2027-06-22", via="post", reason="mudou-se")
    act(case, "record_failed_service", "2027-06-23", via="personal", reason="não encontrado")
    act(case, "serve_decision", "2027-06-25", via="public_notice", receipt="gazette")
    clerk.morning(date(2027, 7, 13))
    return act(case, "publish", "2027-07-16", what="revocation")


def _reversed_and_refunded(clerk: Clerk) -> str:
    case, act = clerk.open("2027-05-03", ["36-XXVIII"], narrative="Abastecimento com escolares a bordo."), clerk.act
    act(case, "serve_notice", "2027-05-05", via="personal", receipt="inspector_certificate")
    act(case, "file_defense", "2027-05-20")
    penalties = [{"item": "36-XXVIII", "code": "D", "days": 45, "reasons": "Havia doze crianças a bordo."}]
    act(
        case, "judge", "2027-06-14", outcome="upheld", voters=COMMITTEE, votes={"upheld": 3}, penalties=penalties,
        reasons="O fato está provado e é grave.",
    )  # fmt: skip
    act(case, "serve_decision", "2027-06-16", via="personal", receipt="signed")
    act(case, "issue_payment_slip", "2027-06-17")
    act(case, "pay", "2027-06-18", amount="687.25")
    act(case, "file_appeal", "2027-06-30")
    act(
        case, "judge_appeal", "2027-07-19", outcome="reversed", voters=BOARD, votes={"reversed": 3},
        reasons="A prova é insuficiente.",
    )  # fmt: skip
    act(case, "serve_final_decision", "2027-07-22", via="personal", receipt="signed")
    return act(case, "publish", "2027-07-23", what="final_decision")


def _barred(clerk: Clerk) -> str:
    narrative = "Abastecimento com escolares a bordo."
    case = clerk.open("2027-05-03", ["36-XXVIII"], narrative=narrative, origin="state_authority")
    act = clerk.act
    act(case, "serve_notice", "2027-05-05", via="personal", receipt="signed")
    act(case, "file_defense", "2027-05-20")
    penalties = [{"item": "36-XXVIII", "code": "D", "days": 31, "reasons": "Primeira vez."}]
    act(
        case, "judge", "2027-06-14", outcome="upheld", voters=COMMITTEE, penalties=penalties,
        reasons="O fato está provado e é grave.",
    )  # fmt: skip
    act(case, "serve_decision", "2027-06-16", via="post", receipt="ar")
    act(case, "waive_appeal", "2027-06-21")
    return act(case, "collect_documents", "2027-06-22")


def _out_of_scope(clerk: Clerk) -> str:
    case = clerk.open("2027-05-03", ["36-II"])
    reasons = "O veículo é da frota de outro Município, e o fato não está no alcance da lei."
    return clerk.act(case, "annul", "2027-05-04", reason="out_of_scope", reasons=reasons)


def _void(clerk: Clerk) -> str:
    case = clerk.open("2027-05-03", ["36-II"])
    return clerk.act(case, "annul", "2027-05-04", reason="void", reasons="O auto foi lavrado em duplicidade.")


def _death(clerk: Clerk) -> str:
    case = clerk.open("2027-05-03", ["36-II"])
    return clerk.act(case, "extinguish", "2027-05-04", reason="death", reasons="Certidão de óbito juntada.")


def _receipt_corrected(clerk: Clerk) -> str:
    case, act = clerk.open("2027-05-03", ["36-VII"], narrative="A credencial não estava exposta."), clerk.act
    act(case, "serve_notice", "2027-05-05", via="post", receipt="ar")
    act(
        case, "rectify", "2027-06-10", of={"step": "serve_notice", "date": "2027-05-05"}, field="date",
        value="2027-05-12", reasons="A data do aviso estava ilegível.", approved_by="procuradoria",
    )  # fmt: skip
    act(case, "judge", "2027-07-01", outcome="upheld", voters=COMMITTEE, votes={"upheld": 3}, reasons="Está provado.")
    act(case, "serve_decision", "2027-07-05", via="post", receipt="ar")
    act(case, "issue_payment_slip", "2027-07-05")
    return act(case, "pay", "2027-07-06", amount="68.72")


def _late_appeal(clerk: Clerk) -> str:
    case, act = clerk.open("2027-05-03", ["36-VII"], narrative="A credencial não estava exposta."), clerk.act
    act(case, "dispatch_notice", "2027-05-04", via="post")
    act(case, "serve_notice", "2027-05-05", via="personal", receipt="signed")
    act(case, "file_defense", "2027-05-20")
    act(case, "judge", "2027-06-14", outcome="upheld", voters=COMMITTEE, reasons="O fato está provado.")
    act(case, "dispatch_notice", "2027-06-15", via="post")
    act(case, "serve_decision", "2027-06-18", via="post", receipt="ar_undated")
    clerk.morning(date(2027, 7, 1))
    return act(case, "file_appeal", "2027-07-21")


def _counted_again(clerk: Clerk) -> str:
    case = clerk.open("2027-08-02", ["36-VII"], narrative="A credencial não estava exposta.")
    clerk.act(case, "serve_notice", "2027-08-04", via="personal", receipt="signed")
    clerk.decree("2027-09-03", "2027-08-10")
    return clerk.act(case, "file_defense", "2027-09-06")
