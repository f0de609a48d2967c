"""``devido law check`` and ``coverage``: does the file hold, and does it account for the whole text of the law?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import Json, LawDir, LawId

if TYPE_CHECKING:
    from procedures.checking import Checked
    from procedures.loader import Law
    from workflow.errors import Fault

Laws = Annotated[
    list[str] | None,
    typer.Argument(metavar="LEI", help="As leis a conferir, pelo nome da pasta; sem nenhuma, todas."),
]
CHECK_EXAMPLES = """
    devido law check
    devido law check mg_santos_dumont_lei_4814_2026
    devido law check --law-dir minhas-leis minha_lei
"""


def check(context: typer.Context, laws: Laws = None, json: Json = False, law_dir: LawDir = None) -> int:
    """Confere leis: nomes, grafo, prazos, fundamentos, devido processo, e cada trecho contra o texto.

    Cada resposta a cada questão em aberto é conferida como uma lei à parte, e as do Município também se conferem. O que
    está errado sai por stderr, com arquivo, linha e coluna, tudo de uma vez; os avisos não impedem o uso da lei.
    """
    from app.cli.output import progress, show_json
    from app.cli.running import tell
    from app.cli.trouble import faulty
    from procedures.registry import law_ids

    names = laws or law_ids(law_dir)
    found = {name: _checked(context, name, law_dir) for name in progress(names, len(names), "Conferindo as leis")}
    if json:
        show_json(
            [
                {
                    "id": name,
                    "holds": not each.faults,
                    "faults": [fault._asdict() for fault in each.faults],
                    "flags": [flag._asdict() for flag in each.flags],
                }
                for name, each in found.items()
            ]
        )
    else:
        _show(found)
    faults = [fault for each in found.values() for fault in each.faults]
    if faults:
        trouble = faulty(faults)
        tell(trouble, as_json=json)
        return trouble.exit_code
    return 0


def _checked(context: typer.Context, name: str, law_dir: Path | None) -> Checked:
    from dataclasses import replace

    from procedures.checking import Checked, loaded
    from procedures.registry import beside, unchecked
    from procedures.versions import versions
    from workflow.errors import LawFaults

    try:
        law = unchecked(name, law_dir)
        found = loaded(law)
    except LawFaults as error:
        return Checked(faults=error.faults)
    if found.faults:
        return found
    return replace(found, faults=(*versions(law, beside(law)), *_of_the_town(context, law, law_dir)))


def _of_the_town(context: typer.Context, law: Law, law_dir: Path | None) -> Iterator[Fault]:
    """What is wrong in the file of the law's town, if it has one."""
    from app.cli.law_sides import town_file
    from procedures.registry import on_file
    from procedures.town_answers import town_faults

    municipality = law.data.get("municipality")
    file = town_file(context, municipality) if municipality else None
    if file is not None:
        others = [each for each in on_file(law_dir) if each.document.data.get("municipality") == municipality]
        yield from town_faults(file, [law, *(each for each in others if each.id != law.id)])


def _show(found: dict[str, Checked]) -> None:
    from rich.text import Text

    from app.cli.output import say
    from app.saying import count_said

    for name, each in found.items():
        mark, colour = ("✗", "red") if each.faults else ("✓", "green")
        said = count_said(len(each.faults), "problema", "problemas") if each.faults else "sem problemas"
        warned = f"; {count_said(len(each.flags), 'aviso', 'avisos')}" if each.flags else ""
        say(Text(mark, style=colour), f"{name}: {said}{warned}")
        for flag in each.flags:
            say(Text(f"    aviso: {flag}", style="yellow"))


def coverage(law: LawId, json: Json = False, law_dir: LawDir = None) -> int:
    """Mostra, unidade por unidade do texto da lei, que regras dela saem ou por que não sai nenhuma."""
    from app.cli.output import say, show_json, show_table
    from app.cli.running import tell
    from app.cli.trouble import faulty
    from procedures import coverage as report
    from procedures.citations import cited
    from procedures.located import located
    from procedures.registry import unchecked

    found = unchecked(law, law_dir)
    covered = report.coverage(found.text, found.data["articles"], cited(found.resolve()))
    if json:
        show_json(covered)
    else:
        show_table(
            ("Unidade", "Marca", "Regras", "Nota"),
            [
                (each.citation, report.IN_PORTUGUESE[each.mark], ", ".join(each.rules), each.note)
                for each in covered.units
            ],
        )
        counts = [f"{report.IN_PORTUGUESE[mark]} {number}" for mark, number in covered.counts.items()]
        say(f"{len(covered.units)} unidades: {', '.join(counts)}.")
    if covered.faults:
        trouble = faulty(tuple(located(found.document, covered.faults)))
        tell(trouble, as_json=json)
        return trouble.exit_code
    return 0
