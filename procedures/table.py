"""The tables a lawyer reads and signs: steps, limits, infractions, bodies, repeat, each with its article quoted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from procedures.loader import Law
from procedures.money_words import paying_said
from procedures.repeat_words import repeats_said
from procedures.table_rows import (
    Book,
    Row,
    body_row,
    item_row,
    limit_row,
    measure_row,
    service_row,
    step_row,
)
from workflow.procedure import Procedure


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table ready to print: title, column names, rows of text; a cell may have several lines."""

    title: str
    columns: Row
    rows: tuple[Row, ...]


def tables(law: Law, procedure: Procedure, papers: Mapping[str, str] | None = None) -> list[Table]:
    """Every table of a law under the answers ``procedure`` was resolved with; ``papers`` names kinds of document."""
    book = Book(procedure=procedure, articles=_articles(law), papers=papers or {})
    found = [
        Table(
            title="Atos",
            columns=("Ato", "Quem", "De → para", "Condições", "Prazos", "Peças", "Fundamento"),
            rows=tuple(step_row(book, name, step) for name, step in procedure.steps.items()),
        ),
        Table(
            title="Prazos",
            columns=("Prazo", "Quanto", "Começa", "Cumpre-se", "Vencido", "Contagem", "Fundamento"),
            rows=tuple(limit_row(book, name) for name in procedure.time_limits),
        ),
        Table(
            title="Meios de ciência",
            columns=("Meio", "Quando cabe", "Produz efeito", "Fundamento"),
            rows=tuple(service_row(book, name) for name in procedure.services),
        ),
        Table(
            title="Infrações e penas",
            columns=("Item", "Infração", "Penas", "Fundamento"),
            rows=tuple(item_row(book, name) for name in procedure.infractions),
        ),
        Table(
            title="Órgãos",
            columns=("Órgão", "Composição", "Empate", "Fundamento"),
            rows=tuple(body_row(book, name) for name in procedure.bodies),
        ),
        Table(
            title="Medidas",
            columns=("Medida", "Retém", "Libera-se a quem mostra", "Fundamento"),
            rows=tuple(measure_row(book, name) for name in procedure.measures),
        ),
        Table(
            title="Pagamento",
            columns=("Regra", "Quanto", "Quando", "Fundamento"),
            rows=tuple((*row, book.quoted(cited)) for *row, cited in paying_said(procedure)),
        ),
        Table(
            title="Reincidência",
            columns=("Regra", "Conta", "Efeito", "Fundamento"),
            rows=tuple((*row, book.quoted(cited)) for *row, cited in repeats_said(procedure)),
        ),
    ]
    return [each for each in found if each.rows]


def markdown(law: Law, procedure: Procedure, papers: Mapping[str, str] | None = None) -> str:
    """The same tables as one Markdown page, with what identifies the version and a line to sign."""
    answers = [f"- {each.question}: {each.answer}" for each in procedure.answers]
    parts = [
        f"# {procedure.title}\n\n{procedure.short}. {procedure.summary}".rstrip(),
        *(f"## {each.title}\n\n{_grid(each)}" for each in tables(law, procedure, papers)),
        *(["## Respostas às questões em aberto\n\n" + "\n".join(answers)] if answers else []),
        f"Versão conferida: {law.digest}",
        "Conferi as tabelas acima com o texto da lei.\n\nNome, matrícula, data e assinatura: ____________________",
    ]
    return "\n\n".join(parts) + "\n"


def _grid(table: Table) -> str:
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    return "\n".join(f"| {' | '.join(_cell(each) for each in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>")


def _articles(law: Law) -> dict[str, str]:
    every = {citation: entry for layer in law.layers.values() for citation, entry in layer.articles.items()}
    every.update(law.data["articles"])
    words = {citation: (entry.get("quote"), entry.get("says")) for citation, entry in every.items()}
    return {
        citation: f"“{quote}”" if quote else f"{says} (em outras palavras)"
        for citation, (quote, says) in words.items()
        if quote or says
    }
