"""The options of an act: those every act has, and one for each datum of its step."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.flags import flag_of, is_many, metavar
from app.cli.options import Json
from workflow.procedure import DataField, Procedure, Step


@dataclass(frozen=True, kw_only=True)
class Asked:
    """An act as the command line asks for it, apart from the data of its step."""

    on: str | None
    by: str | None
    recorded_by: str | None
    approved_by: str
    attach: list[Path]
    data: Path | None
    key: str | None
    preview: bool
    json: bool


def _every_act(
    *,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DIA", help="O dia em que o ato aconteceu; sem ele, hoje.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="ÓRGÃO", help="Quem o pratica; sem ele, o único que a lei deixa."),
    ] = None,
    recorded_by: Annotated[
        str | None, typer.Option("--recorded-by", metavar="PESSOA", help="Quem registra; sem ele, quem digita.")
    ] = None,
    approved_by: Annotated[
        str, typer.Option("--approved-by", metavar="PESSOA", help="A segunda pessoa, onde a lei a pede.")
    ] = "",
    attach: Annotated[
        list[Path] | None,
        typer.Option("--attach", metavar="ARQUIVO", help="Peça a juntar, guardada pelo seu digesto."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="ARQUIVO", help="Os dados do ato em YAML; as opções valem mais que ele."),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="CHAVE", help="Faz o ato uma só vez; sem ela, vale a própria linha de comando."),
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Só mostra o que o ato mudaria no processo; nada se registra.")
    ] = False,
    json: Json = False,
) -> None:
    """Only its signature is used."""


def variable_of(field: str) -> str:
    """The name under which a field's flag is given: fields may be called ``from`` or ``by``."""
    return f"field_{field}"


def signature_of(fields: Mapping[str, DataField], procedure: Procedure, step: Step) -> inspect.Signature:
    """The signature of an act's command: the flags of its fields, then those of every act."""
    known = {
        "via": list(procedure.services),
        "receipt": list(procedure.receipts),
        "origin": list(procedure.origins),
        str(step.turns_on): [name for name in step.to if name != "rest"] if isinstance(step.to, dict) else [],
    }
    corrects = step.does == "rectify"
    own = [
        _parameter(name, field, known.get(name, ()), many=is_many(field) or (corrects and name == "value"))
        for name, field in fields.items()
    ]
    common = inspect.signature(_every_act, eval_str=True).parameters.values()
    return inspect.Signature([*own, *common], return_annotation=int)


def _parameter(name: str, field: DataField, known: Sequence[str], *, many: bool) -> inspect.Parameter:
    choices = f"Aqui: {', '.join(known)}" if known else ""
    said = ". ".join(part.rstrip(".") for part in (field.label or name, field.help, choices) if part) + "."
    option = typer.Option(
        flag_of(name), metavar=metavar(name, field), help=said + (" [obrigatório]" if field.required else "")
    )
    kind: Any = list[str] | None if many else str | None
    return inspect.Parameter(
        variable_of(name), inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option]
    )
