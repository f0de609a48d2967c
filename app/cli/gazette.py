"""``devido gazette …``: what acts sent to the official gazette."""

from __future__ import annotations

import typer

from app.cli.options import Json
from app.cli.portuguese import Command, Group


def app() -> typer.Typer:
    """The group of commands about the gazette."""
    group = typer.Typer(
        cls=Group, help="Diário Oficial: o que os atos mandaram publicar.", epilog="devido gazette list"
    )
    group.callback()(_nothing)
    group.command("list", cls=Command, epilog="devido gazette list --json")(list_matters)
    return group


def _nothing() -> None:
    """A group of one command is a group all the same."""


_WHAT = {
    "final_decision": "Decisão definitiva",
    "public_notice": "Edital",
    "revocation": "Cassação",
}


def list_matters(context: typer.Context, json: Json = False) -> int:
    """Lista as matérias que os atos mandaram ao Diário Oficial, na ordem do registro."""
    from app.cli.desk import office
    from app.cli.output import show_json, show_table
    from app.saying import day_said
    from storage.views import Views

    with office(context) as desk:
        matters = Views(desk.database).matters()
    if json:
        show_json([each._asdict() for each in matters])
        return 0
    show_table(
        ("Posição", "Processo", "Ato", "Matéria", "Ato de"),
        [
            (
                str(each.seq),
                each.case_id,
                str(each.version),
                _WHAT.get(each.what, each.what),
                day_said(each.occurred_on),
            )
            for each in matters
        ],
    )
    return 0
