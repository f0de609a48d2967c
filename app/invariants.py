"""The twelve invariants of the record, each with what was looked at: ``devido verify --all``, every restoration.

They are those of ``app.verification`` under the names an auditor asks for, and what it leaves out: files nobody names,
deadlines closed twice or not at all, acts approved by who did them, personal data where it must not be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from app.office import Office
from app.verification import verify_office
from storage.check_all import check_orphans, check_owed, check_words, counts
from storage.check_case import CaseCheck
from storage.findings import Finding
from workflow.event import CLOCK, Event
from workflow.fields import kept_apart


@dataclass(frozen=True, kw_only=True)
class Invariant:
    """One of them: its code, what must hold, what was looked at, what does not hold.

    ``looks``: whether a record can be looked at for it; if not, ``looked`` says what shows it instead.
    """

    code: str
    says: str
    looked: str
    looks: bool = True
    findings: list[Finding] = field(default_factory=list)

    def told(self) -> dict[str, object]:
        """For programs."""
        found = [each._asdict() for each in self.findings]
        return {"code": self.code, "says": self.says, "looked_at": self.looked, "looks": self.looks, "findings": found}


_ALL: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "I1",
        "Em cada processo os atos vão de 1 ao último, encadeados.",
        "bytes e elos; atos: {acts}, processos: {cases}",
        ("cadeia", "ato"),
    ),
    (
        "I2",
        "O livro não tem falhas, e cada raiz assinada ou publicada sai dos bytes dos atos.",
        "posições: {acts}, pontos de controle: {checkpoints}, publicações: {publications}",
        ("registro", "pontos de controle"),
    ),
    (
        "I3",
        "O que se lê do processo é a soma dos atos.",
        "processos: {cases}, obrigações: {obligations}, peças: {papers}, dados à parte: {private}, apagados: {erased}",
        ("processo", "obrigações", "papéis", "diário oficial", "dados pessoais"),
    ),
    (
        "I4",
        "Todo prazo vencido tem um ato que o fecha, e um só.",
        "prazos fechados: {closed}; o que a última ronda devia ter feito",
        ("relógio",),
    ),
    ("I5", "A hora do registro nunca volta.", "a ordem do livro; atos: {acts}", ("momentos",)),
    (
        "I6",
        "Toda tarefa está feita, marcada ou parada com motivo.",
        "tarefas: {tasks}, à espera: {waiting}, paradas: {given_up}",
        ("fila",),
    ),
    (
        "I7",
        "Todo arquivo citado existe com o seu resumo; o que ninguém cita some em um dia.",
        "arquivos lidos e resumidos: {files}, sem ato que os cite: {alone}",
        ("arquivos",),
    ),
    ("I8", "Os números são únicos e não saltam.", "séries: {series}", ("números",)),
    (
        "I9",
        "Quem pratica um ato não o aprova.",
        "atos aprovados: {approved}; o quadro de participações ainda não existe",
        ("participação",),
    ),
    (
        "I10",
        "Nenhum dado pessoal nos bytes encadeados.",
        "cada campo, nomes e documentos; atos: {acts}; o Diário e os avisos do programa não se guardam aqui",
        ("palavras",),
    ),
    (
        "I11",
        "Ninguém leu um estado que os atos não explicam.",
        "nada aqui: provam-no os testes de corrida",
        (),
    ),
    (
        "I12",
        "Decidido de novo pela lei da época, cada ato e cada prazo sai como está.",
        "atos decididos de novo: {acts}, prazos: {deadlines}",
        ("direito", "prazos"),
    ),
    (
        "Base",
        "O banco, as chaves dos comandos e as fontes estão inteiros.",
        "banco, gatilhos, chaves: {acts}, fontes: {sources}",
        ("banco", "chaves", "fontes"),
    ),
)


def verify_all(
    office: Office, now: datetime, *, progress: Callable[[int, int], None] | None = None
) -> Iterator[Invariant]:
    """Look at everything. Raises a ``StorageFault`` if the record cannot be read at all."""
    verified = verify_office(office, look=_look, progress=progress)
    found = verified.findings
    alone, orphans = check_orphans(office.database, office.files, now.timestamp())
    found += [*orphans, *check_owed(office.database), *_closed(office)]
    counted = counts(office.database) | {"alone": alone, "erased": len(verified.erased)}
    known = {layer for *_, layers in _ALL for layer in layers}
    for code, says, looked, layers in _ALL:
        mine = [each for each in found if each.layer in layers or (code == "Base" and each.layer not in known)]
        looks = bool(layers)
        yield Invariant(code=code, says=says, looked=looked.format(**counted), looks=looks, findings=mine)


def _look(office: Office, case: CaseCheck) -> Iterator[Finding]:
    yield from _closed_twice(case.case_id, case.events)
    yield from _approved_by_self(case.case_id, case.events)
    yield from check_words(case, partial(_apart, office))


def _apart(office: Office, event: Event) -> frozenset[str]:
    return frozenset(kept_apart(office.procedure(event.procedure), event.step, event.data))


def _closed_twice(case_id: str, events: Iterable[Event]) -> Iterator[Finding]:
    """The clock ends a deadline once; again only if an act had opened it again meanwhile."""
    ended: set[str] = set()
    for event in events:
        ended -= {each.id for each in event.derived.deadlines if each.status == "open"}
        ended.difference_update(event.derived.removed)
        if event.by == CLOCK and event.deadline:
            if event.deadline in ended:
                yield Finding("relógio", case_id, event.version, f"o prazo {event.deadline} já tinha sido fechado")
            ended.add(event.deadline)


def _approved_by_self(case_id: str, events: Iterable[Event]) -> Iterator[Finding]:
    for event in events:
        if event.approved_by and event.approved_by == event.recorded_by:
            yield Finding("participação", case_id, event.version, "quem o registrou foi quem o aprovou")


def _closed(office: Office) -> Iterator[Finding]:
    """A record that lets itself only be read lacks what was signed or published of it."""
    if office.database.closed:
        yield Finding("pontos de controle", "", 0, office.database.closed)
