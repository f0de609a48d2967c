"""Options that several commands share, declared once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer


def case_number(text: str) -> str:
    """``1/2027`` as ``000001/2027``; anything else as it is, for the record to say that it is not there."""
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{4})", text.strip())
    return f"{found[1]:0>6}/{found[2]}" if found else text


def count_of(text: str | None, name: str) -> int:
    """A number of acts as the gazette prints it, ``1.204``. Raises ``InvalidData``."""
    from workflow.errors import InvalidData

    said = (text or "").replace(".", "")
    if not said.isascii() or not said.isdecimal() or len(said) > 18:
        raise InvalidData(f"{name} pede quantos atos tem a árvore, como 1.204; veio {text or ''!r}")
    return int(said)


Json = Annotated[bool, typer.Option("--json", help="Responde em JSON, para programas.")]
LawDir = Annotated[
    Path | None,
    typer.Option("--law-dir", metavar="PASTA", help="Pasta de leis de fora do Devido, olhada antes das dele."),
]
CaseNumber = Annotated[
    str,
    typer.Argument(metavar="PROCESSO", help="O número do processo, como 000001/2027 ou 1/2027.", parser=case_number),
]
LawId = Annotated[str, typer.Argument(metavar="LEI", help="A lei, pelo nome da pasta; devido law list as mostra.")]
