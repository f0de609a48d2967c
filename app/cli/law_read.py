"""``devido law table``, ``questions``, ``diagram`` and ``schema``: a law as a lawyer, a town or an editor reads it."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.options import Json, LawDir, LawId

Markdown = Annotated[
    bool, typer.Option("--markdown", help="Uma página em Markdown, com a versão da lei e lugar para assinar.")
]
Svg = Annotated[bool, typer.Option("--svg", help="Em SVG, numa página A4.")]
_ONE = "mg_santos_dumont_lei_4814_2026"
TABLE_EXAMPLES = f"""
    devido law table {_ONE}
    devido law table --markdown {_ONE} > lei.md
"""
DIAGRAM_EXAMPLES = f"""
    devido law diagram {_ONE}
    devido law diagram --svg {_ONE} > lei.svg
"""


def table(law: LawId, markdown: Markdown = False, json: Json = False, law_dir: LawDir = None) -> int:
    """Mostra a lei em tabelas para conferir e assinar: atos, prazos, infrações, órgãos, com cada artigo transcrito."""
    from app.cli.output import say, show_json, show_table, write
    from notices.kinds import KINDS
    from procedures import table as report
    from procedures.registry import law as law_named

    found = law_named(law, law_dir)
    papers = {name: kind.title for name, kind in KINDS.items()}
    if markdown:
        write(report.markdown(found, found.resolve(), papers))
        return 0
    tables = report.tables(found, found.resolve(), papers)
    if json:
        show_json(tables)
        return 0
    for each in tables:
        say(f"{each.title}:")
        show_table(each.columns, each.rows)
    say(f"Versão conferida: {found.digest}")
    return 0


def questions(context: typer.Context, law: LawId, json: Json = False, law_dir: LawDir = None) -> int:
    """Mostra o que a lei deixa em aberto: as respostas possíveis, a que vale, por quê, e o que cada uma muda."""
    from app.cli.law_sides import town_of
    from app.cli.output import show_json, show_table
    from app.facts import local_day, now
    from procedures.questions_report import COLUMNS, rows
    from procedures.questions_report import questions as report
    from procedures.registry import law as law_named

    found = law_named(law, law_dir)
    town = town_of(context, found.resolve().municipality)
    asked = report(found, town, local_day(now(), town.zone) if town else None)
    if json:
        show_json(asked)
        return 0
    show_table(COLUMNS, rows(asked))
    return 0


def diagram(law: LawId, svg: Svg = False, json: Json = False, law_dir: LawDir = None) -> int:
    """Desenha o procedimento: de que situação se passa a que outra, por que ato ou prazo.

    Sai em Mermaid, para colar numa página ou num editor; com --svg, numa página A4 para imprimir.
    """
    from app.cli.output import show_json, write
    from procedures.diagram import mermaid
    from procedures.drawing import svg as drawn
    from procedures.registry import law as law_named

    procedure = law_named(law, law_dir).resolve()
    if json:
        show_json({"mermaid": mermaid(procedure), "svg": drawn(procedure)})
    else:
        write(drawn(procedure) if svg else mermaid(procedure))
    return 0


def schema(json: Json = False) -> int:
    """Escreve o esquema JSON dos arquivos de lei, com que o editor completa, explica e confere enquanto se escreve.

    A primeira linha do procedure.yaml o aponta: # yaml-language-server: $schema=lei.schema.json
    """
    from app.cli.output import write
    from procedures.schema import as_text

    write(as_text())
    return 0
