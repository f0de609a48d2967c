"""``devido rehearse``: worked cases, run and compared with what was expected of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import Json, LawDir

if TYPE_CHECKING:
    from app.rehearsal import Result

EXAMPLES = """
    devido rehearse casos.yaml
    devido rehearse --json casos/*.yaml > resultado.json
    devido rehearse --law-dir minhas-leis casos.yaml
"""
Files = Annotated[list[Path], typer.Argument(metavar="ARQUIVO", help="Arquivos de casos, em YAML.")]


def rehearse(files: Files, json: Json = False, law_dir: LawDir = None) -> int:
    """Roda casos contados em YAML, com calendário e relógio próprios, e os compara com o que se espera deles.

    As alternativas de cada caso rodam também. Sai com 1 se algum caso difere e com 2 se algum arquivo ou caso não
    se lê; os outros rodam mesmo assim. Com --json responde uma só lista, de {id, passed, differences, result}; um
    caso que ainda não pode rodar (needs) tem passed null.
    """
    from app.cli.output import progress, show_json, waiting
    from app.cli.running import tell
    from app.cli.trouble import NO, faulty
    from app.rehearsal import run
    from app.rehearsal_reading import read_rehearsals

    with waiting("Lendo os casos"):
        readings = [reading for file in files for reading in read_rehearsals(file, law_dir)]
    total = sum(each.count for each in readings)
    results = list(progress((result for each in readings for result in run(each, law_dir)), total, "Rodando casos"))
    told = [result for result in results if result.id]
    if json:
        show_json([_as_json(result) for result in told])
    elif told:
        _show(told)
    faults = [fault for result in results for fault in result.faults]
    if faults:
        trouble = faulty(faults)
        tell(trouble, as_json=json)
        return trouble.exit_code
    return NO if any(result.passed is False for result in told) else 0


def _as_json(result: Result) -> dict[str, object]:
    return {
        "id": result.id,
        "passed": result.passed,
        "differences": list(result.differences),
        "result": result.outcome,
    }


_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("—", "yellow")}


def _show(results: list[Result]) -> None:
    """One line per case, its differences below it, then the count."""
    from rich.text import Text

    from app.cli.output import say
    from app.saying import count_said

    width = max((len(result.id) for result in results), default=0)
    for result in results:
        mark, colour = _MARKS[result.passed]
        title = "" if "/alt-" in result.id else result.title
        say(Text(mark, style=colour), f"{result.id:{width}}  {title}".rstrip())
        if not result.faults:
            for difference in result.differences:
                say(Text(f"    {difference}", style=colour))
    counts = {passed: sum(result.passed is passed for result in results) for passed in _MARKS}
    unread = sum(bool(result.faults) for result in results)
    said = [
        f"{counts[True]} como esperado",
        f"{counts[False] - unread} com diferenças",
        f"{unread} que não se lê{'em' if unread != 1 else ''}" if unread else "",
        f"{counts[None]} à espera do que falta" if counts[None] else "",
    ]
    say(f"{count_said(len(results), 'caso', 'casos')}: {', '.join(filter(None, said))}.")
