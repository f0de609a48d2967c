"""``devido gazette …``: what acts sent to the official gazette, listed and gathered into an edition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import Json
from app.cli.portuguese import Command, Group

if TYPE_CHECKING:
    from app.gazette import Edited

Number = Annotated[str, typer.Option("--number", metavar="NÚMERO", help="O número da edição, na série do Diário.")]
On = Annotated[str | None, typer.Option("--on", metavar="DIA", help="O dia da edição; sem ele, hoje.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DIA", help="Desde quando recolher; sem ele, só o dia da edição.")
]
To = Annotated[Path, typer.Option("--to", metavar="PASTA", help="A pasta onde pôr os arquivos; criada se não existe.")]
EXPORT_EXAMPLES = """
    devido gazette export --number 12
    devido gazette export --number 12 --on 09/07/2027 --since 05/07/2027 --to diario
"""
_WHAT = {"final_decision": "Decisão definitiva", "public_notice": "Edital", "revocation": "Cassação"}


def app() -> typer.Typer:
    """The group of commands about the gazette."""
    group = typer.Typer(
        cls=Group,
        help="Diário Oficial: o que os atos mandaram publicar, e a edição que o reúne.",
        epilog="devido gazette list",
    )
    group.command("list", cls=Command, epilog="devido gazette list --since 01/07/2027")(list_matters)
    group.command("export", cls=Command, epilog=EXPORT_EXAMPLES)(export)
    return group


def list_matters(context: typer.Context, since: Since = None, json: Json = False) -> int:
    """Lista as matérias que os atos mandaram ao Diário Oficial, na ordem do registro."""
    from app.cli.day import read_day
    from app.cli.desk import office
    from app.cli.output import show_json, show_table
    from app.gazette import pending
    from app.saying import day_said
    from app.telling import paper_number

    with office(context) as desk:
        sent = pending(desk, since=read_day(since, "--since") if since else None)
    if json:
        show_json(
            [
                {
                    **each.matter._asdict(),
                    "document": each.paper.kind if each.paper else None,
                    "number": paper_number(each.paper.series, each.paper.number) if each.paper else None,
                }
                for each in sent
            ]
        )
        return 0
    show_table(
        ("Posição", "Processo", "Matéria", "Peça", "Ato de"),
        [
            (
                str(each.matter.seq),
                each.matter.case_id,
                _WHAT.get(each.matter.what, each.matter.what),
                paper_number(each.paper.series, each.paper.number) if each.paper else "",
                day_said(each.matter.occurred_on),
            )
            for each in sent
        ],
    )
    return 0


def export(
    context: typer.Context,
    number: Number,
    on: On = None,
    since: Since = None,
    to: To = Path(),
    json: Json = False,
) -> int:
    """Monta a edição de um dia em PDF, texto e página, e cada matéria à parte, pronta para o sistema do Diário.

    A edição abre com a raiz do registro, assinada agora; feita de novo com as mesmas matérias, traz a mesma raiz.

    Sai com 1 se alguma matéria não pode ser publicada, e diz por quê.
    """
    from app.cli.day import read_day
    from app.cli.desk import office, today
    from app.cli.trouble import NO
    from app.facts import now
    from app.gazette import closed
    from app.gazette import export as written
    from workflow.errors import InvalidData

    if not number.isascii() or not number.isdecimal() or not 0 < int(number) < 1_000_000:
        raise InvalidData(f"--number pede o número da edição, como 12; veio {number!r}")
    with office(context) as desk:
        day = read_day(on, "--on") if on else today(desk)
        edited = closed(desk, int(number), day, now(), since=read_day(since, "--since") if since else None)
    _tell(edited, written(edited, to), as_json=json)
    return NO if edited.failures else 0


def _tell(edited: Edited, files: list[Path], *, as_json: bool) -> None:
    from app.cli.output import err, say, show_json
    from app.saying import count_said, day_said

    failures = [{"case": sent.matter.case_id, "message": why} for sent, why in edited.failures]
    if as_json:
        matters = [each.heading for each in edited.matters]
        show_json({"number": edited.number, "on": edited.day, "matters": matters, "files": files, "failures": failures})
        return
    for file in files:
        say(str(file))
    said = count_said(len(edited.matters), "matéria", "matérias")
    say(f"Edição {edited.number}, de {day_said(edited.day)}: {said}.")
    for each in failures:
        err().print(f"Processo {each['case']}: {each['message']}", style="red", soft_wrap=True)
