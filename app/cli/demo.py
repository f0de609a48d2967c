"""``devido demo``: invented cases, each to an end of its own, through the real engine, record, clock and papers."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.options import Json
from workflow.errors import DevidoError

if TYPE_CHECKING:
    from app.demo.play import Played
    from app.gazette import Edited
    from app.office import Office

To = Annotated[
    Path | None, typer.Option("--to", metavar="PASTA", help="A pasta da demonstração; sem ela, uma nova em saida/.")
]
_EVENING = time(21, 0)
EXAMPLES = """
    devido demo
    devido demo --to /tmp/demonstracao
"""


class FolderInUse(DevidoError):
    """The folder for the demonstration holds something already."""


def demo(to: To = None, json: Json = False) -> int:
    """Mostra o Devido trabalhando: processos inventados de Santos Dumont, do auto ao fim, em um ano de relógio.

    Conta cada processo, imprime as peças e deixa tudo numa pasta. Nada toca os registros de verdade.
    """
    from app.cli.desk import opened
    from app.cli.output import counting, err, show_json, waiting
    from app.cli.trouble import NO
    from app.delivery import deliver
    from app.demo.play import days, play, story
    from app.gazette import export
    from app.settings import Settings

    folder = to or _new_folder(Path("saida"))
    with opened(Settings(data=_empty(folder))) as desk:
        told = story()
        total, done = days(told), 0
        editions: list[Edited] = []

        def day_done(day: date) -> None:
            nonlocal done
            editions.extend(_edition(desk, day, editions))
            done += 1
            progress(done, total)

        with counting("Correndo o ano") as progress:
            played = play(desk, progress=day_done)
        with waiting("Imprimindo as peças"):
            delivered = deliver(desk, played.until)
        cases = _cases(desk, told, played, folder)
        with waiting("Montando o Diário Oficial"):
            gazette = [file for each in editions for file in export(each, folder / "diario")]
    failures = [f"{case} {paper}: {why}" for case, paper, why in delivered.failures]
    failures += [f"{sent.matter.case_id} no Diário Oficial: {why}" for each in editions for sent, why in each.failures]
    if json:
        told_all = {"cases": cases, "gazette": gazette, "printed": delivered.rendered, "failures": failures}
        show_json({"folder": folder, **told_all})
    else:
        _tell(cases, folder, delivered.rendered, editions)
    for failure in failures:
        err().print(f"Não saiu: {failure}", style="red", soft_wrap=True)
    return NO if failures else 0


def _new_folder(parent: Path) -> Path:
    """``demo``, or the first ``demo-2``, ``demo-3`` … that is not there."""
    names = ["demo", *(f"demo-{number}" for number in range(2, 1000))]
    return next(parent / name for name in names if not (parent / name).exists())


def _empty(folder: Path) -> Path:
    """A demonstration begins from nothing: what is already in the folder is not its own to touch."""
    if folder.exists() and any(folder.iterdir()):
        raise FolderInUse(f"A pasta {str(folder)!r} já tem arquivos; a demonstração começa de uma pasta vazia.")
    return folder


def _edition(desk: Office, day: date, before: list[Edited]) -> list[Edited]:
    """The gazette of a day on which an act sent it something, numbered within its year, closed that evening."""
    from app.gazette import closed

    number = 1 + sum(each.day.year == day.year for each in before)
    made = closed(desk, number, day, datetime.combine(day, _EVENING, UTC))
    return [made] if made.matters or made.failures else []


def _cases(desk: Office, told: dict[str, Any], played: Played, folder: Path) -> list[dict[str, Any]]:
    """Each case of the story: what it shows, what happened, how it ended, its papers in a folder of its own."""
    from app.shelf import export_papers
    from app.telling import standing_told

    cases = []
    for index, case in enumerate(told["cases"]):
        number = played.numbers[index]
        loaded = desk.store.load(number)
        taken = export_papers(desk, number, folder / "pecas" / number.replace("/", "-"))
        cases.append(
            {
                "title": case["title"],
                "ends": case["ends"],
                **standing_told(desk.procedure(loaded.procedure), loaded),
                "story": [
                    {"day": each.day, "what": each.what, "by_clock": each.by_clock}
                    for each in played.told
                    if each.case == number
                ],
                "files": taken.files,
            }
        )
    return cases


def _tell(cases: list[dict[str, Any]], folder: Path, printed: int, editions: list[Edited]) -> None:
    from rich.text import Text

    from app.cli.output import say
    from app.saying import count_said, day_said

    for case in cases:
        say(Text(f"Processo {case['case']}: {case['title']}", style="bold"))
        say(f"  {case['ends']}")
        for each in case["story"]:
            mark = Text("  relógio" if each["by_clock"] else "         ", style="cyan")
            say(mark, f"{day_said(each['day'])}  {each['what']}")
        say(Text(f"  Fim: {case['state_label']}.", style="green"))
        say("")
    papers = count_said(printed, "peça", "peças")
    gazettes = count_said(len(editions), "edição", "edições")
    published = count_said(sum(len(each.matters) for each in editions), "matéria", "matérias")
    say(f"{count_said(len(cases), 'processo', 'processos')}; {papers} em {folder / 'pecas'};")
    say(f"{gazettes} do Diário Oficial, com {published}, em {folder / 'diario'}.")
    say(f"Continue com: devido --home {folder} case list")
