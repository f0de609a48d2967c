"""The tree of commands; each imports what it needs only when it runs, so that ``--help`` is quick."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from app.cli import backup, case, clock, demo, documents, gazette, law, person, proof, record, rehearse, town, worker
from app.cli.portuguese import Command, Group

_ABOUT = """
    Processos sancionadores do município, como a lei os escreve.

    Todo comando aceita --json, para programas. Sai com 0 se foi feito, 1 se a resposta é não, 2 se o pedido ou os
    dados estão errados; os erros saem por stderr.
"""
_EXAMPLES = """
    devido law list
    devido case open mg_santos_dumont_lei_4814_2026 --data auto.yaml
    devido rehearse procedures/laws/mg_santos_dumont_lei_4814_2026/rehearsals.yaml
"""


@cache
def command() -> Group:
    """The root command, built once a process: building takes longer than most commands do."""
    app = typer.Typer(cls=Group, add_completion=False, help=_ABOUT, epilog=_EXAMPLES)
    app.callback()(_root)
    app.command("rehearse", cls=Command, epilog=rehearse.EXAMPLES)(rehearse.rehearse)
    app.command("demo", cls=Command, epilog=demo.EXAMPLES)(demo.demo)
    app.add_typer(case.app(), name="case")
    app.add_typer(clock.clock_app(), name="clock")
    app.add_typer(documents.app(), name="documents")
    app.add_typer(gazette.app(), name="gazette")
    app.add_typer(person.app(), name="person")
    app.add_typer(proof.app(), name="proof")
    app.command("worker", cls=Command, epilog=worker.EXAMPLES)(worker.worker)
    app.command("metrics", cls=Command, epilog=worker.METRICS_EXAMPLES)(worker.metrics)
    app.command("bundle", cls=Command, epilog=proof.BUNDLE_EXAMPLES)(proof.bundle)
    app.command("verify", cls=Command, epilog=record.VERIFY_EXAMPLES)(record.verify)
    app.add_typer(backup.app(), name="backup")
    app.command("restore", cls=Command, epilog=backup.RESTORE_EXAMPLES)(backup.restore)
    app.command("drill", cls=Command, epilog="devido drill")(backup.drill)
    app.add_typer(law.app(), name="law")
    app.add_typer(town.app(), name="town")
    built = typer.main.get_command(app)
    assert isinstance(built, Group)
    return built


def _root(
    home: Annotated[
        Path | None,
        typer.Option(
            "--home", metavar="PASTA", help="Onde ficam os registros; sem ela, DEVIDO_DATA ou ~/.local/share/devido."
        ),
    ] = None,
    town: Annotated[
        str | None,
        typer.Option(
            "--town", metavar="MUNICÍPIO", help="O município, pelo nome ou pelo arquivo; sem ele, DEVIDO_TOWN."
        ),
    ] = None,
) -> None:
    """The options of ``devido`` itself, read by ``app.cli.desk`` where a command needs an office."""
