"""``devido law …``: the tools for whoever writes a law or reads one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from app.cli import law_check, law_diff, law_new, law_read, law_simulate
from app.cli.options import Json, LawDir
from app.cli.portuguese import Command, Group

_ONE = "mg_santos_dumont_lei_4814_2026"


def app() -> typer.Typer:
    """The group of commands about laws."""
    group = typer.Typer(
        cls=Group, help="Ferramentas das leis: listar, conferir, ler em tabela, desenhar.", epilog="devido law list"
    )
    group.command("list", cls=Command, epilog="devido law list --law-dir minhas-leis")(list_laws)
    group.command("check", cls=Command, epilog=law_check.CHECK_EXAMPLES)(law_check.check)
    group.command("table", cls=Command, epilog=law_read.TABLE_EXAMPLES)(law_read.table)
    group.command("diagram", cls=Command, epilog=law_read.DIAGRAM_EXAMPLES)(law_read.diagram)
    group.command("questions", cls=Command, epilog=f"devido law questions {_ONE}")(law_read.questions)
    group.command("schema", cls=Command, epilog="devido law schema > lei.schema.json")(law_read.schema)
    group.command("coverage", cls=Command, epilog=f"devido law coverage {_ONE}")(law_check.coverage)
    group.command("new", cls=Command, epilog=law_new.EXAMPLES)(law_new.new)
    group.command("diff", cls=Command, epilog=law_diff.EXAMPLES)(law_diff.diff)
    group.command("simulate", cls=Command, epilog=law_simulate.EXAMPLES)(law_simulate.simulate)
    return group


def list_laws(json: Json = False, law_dir: LawDir = None) -> int:
    """Lista as leis, com o município, a situação e desde quando valem.

    Uma lei que não se sustenta aparece na lista e o diz; devido law check mostra o que há de errado nela.
    """
    from app.cli.output import show_json, show_table
    from app.saying import day_said
    from procedures.registry import law_ids

    laws = [_described(name, law_dir) for name in law_ids(law_dir)]
    if json:
        show_json(laws)
    else:
        show_table(
            ("Lei", "Título", "Município", "Situação", "Fatos desde"),
            [
                (each["id"], each["title"], each["municipality"], _standing(each), day_said(each["in_force_from"]))
                for each in laws
            ],
        )
    return 0


def _described(name: str, law_dir: Path | None) -> dict[str, Any]:
    """What the list says of a law, be it one that does not hold."""
    from procedures.registry import law
    from workflow.errors import LawFaults
    from workflow.law_time import first_day_in_force

    try:
        found = law(name, law_dir)
        procedure = found.resolve()
    except LawFaults as error:
        blank = {"title": "", "short": "", "municipality": "", "status": None, "in_force_from": None, "digest": None}
        return {"id": name, **blank, "faults": len(error.faults)}
    return {
        "id": name,
        "title": procedure.title,
        "short": procedure.short,
        "municipality": procedure.municipality,
        "status": procedure.status,
        "in_force_from": first_day_in_force(procedure),
        "digest": found.digest,
        "faults": 0,
    }


def _standing(described: dict[str, Any]) -> str:
    from app.saying import count_said

    faults = described["faults"]
    if faults:
        return f"com {count_said(faults, 'problema', 'problemas')}"
    return {"runnable": "pronta", "awaiting_decree": "espera decreto"}[described["status"]]
