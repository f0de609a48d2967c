"""Options that several commands share, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Responde em JSON, para programas.")]
LawDir = Annotated[
    Path | None,
    typer.Option("--law-dir", metavar="PASTA", help="Pasta de leis de fora do Devido, olhada antes das dele."),
]
LawId = Annotated[str, typer.Argument(metavar="LEI", help="A lei, pelo nome da pasta; devido law list as mostra.")]
