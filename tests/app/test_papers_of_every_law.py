"""Papers of laws that give their own wording and of laws that give none: every worked case, told in full."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.intake import taken_in
from app.papers import frozen_papers
from app.play import play
from app.rehearsal_file import Rehearsal
from app.rehearsal_reading import read_rehearsals
from notices import writers
from notices.context import thaw
from notices.faults import PaperFault
from notices.kinds import kind_of
from notices.render import compose
from procedures.municipality import TOWNS, load_town
from procedures.registry import LAWS, law
from storage.codec import Told
from storage.numbers import number_text
from storage.papers import PaperMark
from tests.app.clerk import OPENING
from workflow.case import Case
from workflow.event import Command, Event
from workflow.fold import evolve

GOLDEN = Path(__file__).parents[1] / "golden"
TOWN = {
    "mg_santos_dumont_lei_4814_2026": "mg_santos_dumont",
    "mg_lavras_lei_4545_2020": "mg_lavras",
    "mt_barra_do_garcas_lei_4937_2025": "mt_barra_do_garcas",
    "sp_americana_lei_4019_2004": "sp_americana",
}
LACKING = {
    ("AM-11", "notice_letter"): "a resposta tira a defesa prévia, e a carta não sai sem ela",
    ("BG-02b", "decision_letter"): "a multa confessada não tem recurso, e a carta não sai sem ele",
}
"""Letters that must not be printed: the answer of the town takes away what they owe the party."""
LEAK = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\bNone\b|\(\)|\[\]|\bupheld\b|\bdismissed\b|\bfine\b|\bappeal\b|\breconsideration\b"
)


class Transaction:
    """What a transaction gives the papers, without a database."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.issued: defaultdict[int, list[PaperMark]] = defaultdict(list)
        self.taken: Counter[tuple[str, int, str]] = Counter()
        self.recorded_at = datetime(2027, 1, 1, 15, tzinfo=UTC)

    def told(self) -> tuple[Told, ...]:
        return tuple(self._told(event) for event in self.events)

    def _told(self, event: Event) -> Told:
        named = {name: getattr(event, name) for name in Told.__struct_fields__ if hasattr(event, name)}
        return Told(**named, papers=tuple(self.issued[event.version]))

    def number(self, series: str, year: int, body: str = "") -> str:
        self.taken[series, year, body] += 1
        return number_text(self.taken[series, year, body], year)


def covered(told: Rehearsal) -> bool:
    """Whether the town's own calendar covers the years of the case: letters are counted by it."""
    years = load_town(TOWNS / f"{TOWN[told.law]}.yaml").office_days.years
    return all(entry.date.year in years for entry in told.acts)


def cases() -> list[Rehearsal]:
    files = ("santos_dumont", "lavras", "barra_do_garcas", "americana", "corrections")
    read = [each.told for name in files for each in read_rehearsals(GOLDEN / f"{name}.yaml")]
    return [told for told in read if isinstance(told, Rehearsal) and covered(told)]


def papers_of(told: Rehearsal) -> list[tuple[str, Any]]:
    """Every paper of a worked case: its kind, and its text or the fault that stops it."""
    file, its_law = TOWNS / f"{TOWN[told.law]}.yaml", law(told.law)
    files = SimpleNamespace(path=Path)
    office: Any = SimpleNamespace(
        town=load_town(file), settings=SimpleNamespace(town_file=file), files=files, law_of=lambda _: its_law
    )
    procedure = its_law.resolve(told.answers, published_on=told.published_on)
    tx: Any = Transaction()
    case, found = Case(id="000001/2027"), []
    events = play(told, procedure).events
    opening = taken_in(Command(step="draw_up", on=told.acts[0].date, data=OPENING)).data
    for event in [replace(each, data={**opening, **each.data}) if each.version == 1 else each for each in events]:
        after = evolve(case, event)
        for paper in frozen_papers(office, tx, procedure, case, event, after):
            mark = PaperMark(
                kind=paper.kind, series=paper.series, number=paper.number, template="", context="", body=paper.body
            )
            tx.issued[event.version].append(mark)
            context = thaw(paper.context)
            try:
                found.append((paper.kind, writers.text(compose(kind_of(paper.kind), context))))
            except PaperFault as fault:
                found.append((paper.kind, fault))
        tx.events.append(event)
        case = after
    return found


@pytest.mark.parametrize("told", cases(), ids=lambda told: told.id)
def test_every_paper_of_a_worked_case_is_whole_and_in_portuguese(told: Rehearsal) -> None:
    for kind, paper in papers_of(told):
        if (told.id, kind) in LACKING:
            assert isinstance(paper, PaperFault)
            continue
        assert isinstance(paper, str), f"{kind}: {paper}"
        leaked = LEAK.findall(re.sub(r"https?://\S+|\S+@\S+", "", paper))
        assert leaked == [], kind


OWN = {
    "AM": LAWS / "sp_americana_lei_4019_2004",
    "BG": LAWS / "mt_barra_do_garcas_lei_4937_2025",
    "LVR": LAWS / "mg_lavras_lei_4545_2020",
}


@lru_cache
def papers_in(case: str) -> tuple[tuple[str, Any], ...]:
    """The papers of a worked case, by its name."""
    golden = ("santos_dumont", "lavras", "barra_do_garcas", "americana")
    own = [folder / "rehearsals.yaml" for start, folder in OWN.items() if case.startswith(start)]
    files = [*(GOLDEN / f"{name}.yaml" for name in golden), *own]
    read = (each.told for file in files for each in read_rehearsals(file))
    told = next(each for each in read if isinstance(each, Rehearsal) and each.id == case)
    return tuple(papers_of(told))


def letter(case: str, kind: str) -> str:
    """The last paper of a kind in a worked case, in one line."""
    found = [paper for name, paper in papers_in(case) if name == kind]
    return " ".join(str(found[-1]).replace("|", " ").split())


SAID = [
    # A law by which one body may reconsider and another judges: who judges is the last, and through whom it goes.
    ("AM-12a", "decision_letter", "Quem julga é o Prefeito; antes, a Unidade de Transportes pode reconsiderar"),
    ("AM-12a", "decision_letter", "se dirige ao Prefeito, por intermédio da Unidade de Transportes."),
    ("AM-12a", "decision", "cabe recurso ao Prefeito, por intermédio da Unidade de Transportes, no prazo"),
    ("AM-12a", "appeal_receipt", "pode reconsiderar a decisão; se não o fizer, o Prefeito vai decidir"),
    ("AM-12a", "forwarding_order", "foi mudada em parte por quem a tomou"),
    ("SD-04", "decision_letter", "Quem julga é a Junta Revisora."),
    # Two authorities: each penalty has its judge, and its own way up.
    ("LV-16", "notice_letter", "Julgam a Chefia do órgão competente e o Prefeito Municipal, cada qual"),
    ("LVR-05", "notice_letter", "Quem julga é o Prefeito Municipal."),
    ("LV-34", "decision_letter", "pode apresentar recurso ou pedido de reconsideração"),
    ("LV-34", "decision_letter", "Contra a multa cabe recurso: quem julga é o Prefeito Municipal; antes, a Chefia"),
    ("LV-34", "decision_letter", "Contra a cassação cabe pedido de reconsideração: quem julga é o Prefeito Municipal."),
    ("LV-34", "decision", "Desta decisão cabe pedido de reconsideração ao Prefeito Municipal, no prazo"),
    ("LV-34", "decision", "Esta decisão trata de: cassação da autorização ou do credenciamento. É de outra"),
    (
        "LVR-04",
        "decision_letter",
        "da Chefia do órgão competente, tomada em 28 de abril de 2027, e da decisão do Prefeito",
    ),
    ("LVR-04", "decision_letter", "auto de infração mantido em parte"),
    ("LVR-04", "decision_letter", "Total das multas: R$ 838,74"),
    ("LVR-04", "decision_letter", "Cabe recurso no prazo de 10 (dez) dias corridos"),
    # A term to pay that only the end of the appeal's opens is told all the same.
    ("BG-05", "decision_letter", "30 (trinta) dias corridos, contados do dia seguinte ao fim do prazo do pedido"),
    # What a repeat adds rests on the provision that adds it.
    ("BG-14", "revocation_order", "art. 18, III; art. 20, caput; art. 20, IV"),
    ("SD-21", "revocation_order", "art. 34, V; Anexo I; art. 38, § 3º"),
    ("SD-04", "final_decision_letter", "Esta decisão também é publicada no Diário Oficial"),
    ("SD-31", "final_decision_letter", "Esta decisão também é publicada no Diário Oficial"),
    # Each fine goes where its article sends it, and each revocation is the one its article speaks of.
    ("AM-N06", "payment_slip", "para: Fundo Municipal de Trânsito"),
    ("AM-N06", "decision", "Art. 17, § 2º, III: “multa de R$ 240,00"),
    ("AM-N07", "revocation_order", "Cassação da licença de motorista auxiliar Fundamento: art. 8º, § 3º"),
    ("AM-E10", "revocation_order", "Cassação da permissão Fundamento: art. 7º"),
    ("BG-E02", "payment_slip", "a confessada, só depois de o Secretário conferir a legalidade do auto"),
]


@pytest.mark.parametrize(("case", "kind", "words"), SAID)
def test_a_paper_says_what_the_law_has_to_say(case: str, kind: str, words: str) -> None:
    assert words in letter(case, kind)


UNSAID = [
    ("AM-12a", "decision_letter", "Quem julga é a Unidade de Transportes"),
    ("AM-12a", "forwarding_order", "com a decisão recorrida mantida"),
    ("LV-34", "decision", "recurso à Chefia"),
    ("LV-34", "decision", "multa, 200 UFML"),
    ("LVR-04", "decision_letter", "Você não tem nada a pagar"),
    ("BG-05", "final_decision_letter", "também é publicada"),
    ("LV-07", "final_decision_letter", "também é publicada"),
    ("BG-05", "decision", "Prazo de pagamento"),
    ("AM-19b", "decision_letter", "Art. 32, II:"),
    ("AM-02", "payment_slip", "para: Fundo Municipal"),
    ("AM-E10", "decision", "Art. 32, V:"),
]


@pytest.mark.parametrize(("case", "kind", "words"), UNSAID)
def test_a_paper_does_not_say_what_the_law_does_not(case: str, kind: str, words: str) -> None:
    assert words not in letter(case, kind)


def test_the_worked_cases_cover_every_law() -> None:
    assert {told.law for told in cases()} == set(TOWN)
    assert {case for case, _ in LACKING} <= {told.id for told in cases()}
