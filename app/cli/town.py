"""``devido town …``: what the town's data say today, their changes, the towns of this installation."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import town_change
from app.cli.options import Json
from app.cli.portuguese import Command, Group

if TYPE_CHECKING:
    from app.office import Office
    from procedures.municipality import Town
    from storage.town_changes import TownChange

On = Annotated[str | None, typer.Option("--on", metavar="DIA", help="O que vale ou valia nesse dia; sem ele, hoje.")]
Digest = Annotated[
    str | None, typer.Option("--digest", metavar="DIGESTO", help="Os dados deste digesto, ou do começo dele.")
]
To = Annotated[Path | None, typer.Option("--to", metavar="ARQUIVO", help="O arquivo a escrever; sem ele, a tela.")]
SHOW_EXAMPLES = """
    devido town show
    devido town show --on 01/01/2028 --json
"""
EXPORT_EXAMPLES = """
    devido town export > municipio.yaml
    devido town export --on 01/03/2027 --to em-marco.yaml
    devido town export --json
"""


def app() -> typer.Typer:
    """The group of commands about the town's data."""
    group = typer.Typer(
        cls=Group,
        help="Município: calendário, valores, membros e respostas, cada mudança com o seu ato.",
        epilog="devido town show",
    )
    group.command("list", cls=Command, epilog="devido --home /var/lib/devido town list")(list_towns)
    group.command("show", cls=Command, epilog=SHOW_EXAMPLES)(show)
    group.add_typer(town_change.app(), name="change")
    group.command("export", cls=Command, epilog=EXPORT_EXAMPLES)(export)
    return group


def list_towns(context: typer.Context, json: Json = False) -> int:
    """Lista os municípios desta instalação, cada um com o seu banco, a sua pasta e quantas mudanças os seus dados têm.

    --town ou DEVIDO_TOWN escolhe com qual se trabalha.
    """
    from app.cli.output import show_json, show_table
    from app.settings import from_environment
    from app.towns import installed

    found = installed(from_environment(data=context.find_root().params["home"]))
    if json:
        show_json([each._asdict() | {"folder": str(each.folder)} for each in found])
        return 0
    show_table(
        ("Município", "Nome", "IBGE", "Registro"),
        [(each.id, each.name, each.ibge, str(each.folder) if each.has_record else "ainda não há") for each in found],
    )
    return 0


def show(context: typer.Context, on: On = None, json: Json = False) -> int:
    """Mostra o que vale: dias sem expediente a vir, valores, membros, respostas, e o que ainda é exemplo."""
    from app.cli.desk import office, today
    from app.cli.output import show_json
    from app.towns import data_on
    from storage.town_changes import TownChanges

    with office(context) as desk:
        day = _day(on) if on else today(desk)
        changes = TownChanges(desk.database).all()
        town, since = data_on(desk, day)
        told = _told(desk, town, since, day, changes)
    if json:
        show_json(told)
    else:
        _show(told)
    return 0


def export(context: typer.Context, on: On = None, digest: Digest = None, to: To = None, json: Json = False) -> int:
    """Escreve os dados do Município como arquivo, com a história das mudanças; com --on ou --digest, os de então.

    Os de hoje saem como estão no arquivo, comentários e tudo; os de antes, como o registro os guarda.
    """
    from app.cli.desk import office
    from app.cli.output import show_json, write
    from app.towns import data_named, data_on, exported

    with office(context) as desk:
        town = data_named(desk, digest) if digest else data_on(desk, _day(on))[0] if on else desk.town
        told = exported(desk, town)
    if json:
        show_json({"digest": told.digest, "town": told.data, "history": told.history})
    elif to is not None:
        to.write_text(told.text, "utf-8")
    else:
        write(told.text)
    return 0


def _day(text: str | None) -> date:
    from app.cli.day import read_day

    return read_day(text or "", "--on")


def _told(desk: Office, town: Town, since: datetime | None, day: date, changes: list[TownChange]) -> dict[str, Any]:
    from app.facts import local_day

    days = town.office_days
    ahead = {
        name: [each for each in getattr(days, name) if day <= each.day and each.day.year == day.year]
        for name in ("closed", "early_closings", "late_openings", "outages")
    }
    values = {unit: max((e for e in given if e.since <= day), key=lambda e: e.since, default=None)
              for unit, given in town.units.items()}  # fmt: skip
    zone = town.zone
    return {
        "town": town.name,
        "state": town.state,
        "day": day,
        "digest": town.digest,
        "since": local_day(since, zone) if since else None,
        "file": str(desk.settings.town_in_force),
        "years": list(days.years),
        "calendar": {name: [_plain(each) for each in found] for name, found in ahead.items()},
        "units": {
            unit: _plain(each) if each and each.since.year == day.year else None for unit, each in values.items()
        },
        "members": [_plain(each) for each in town.members if each.sits_on(day)],
        "answers": {question: _plain(each) for question, each in town.answers_on(day).items()},
        "letterhead": list(town.letterhead),
        "examples": list(town.examples),
        "changes": [change_told(each) | {"day": local_day(each.at, zone)} for each in changes],
    }


def _plain(entry: Any) -> dict[str, Any]:
    return dict(entry.model_dump(mode="json", by_alias=True))


def change_told(change: TownChange) -> dict[str, Any]:
    """One entry of the stream, for programs."""
    import json

    said = json.loads(change.said)
    said.pop("text", None)  # a whole file, which devido town export --digest gives
    return {**change._asdict(), "said": said}


def _show(told: dict[str, Any]) -> None:
    from app.cli.output import say, show_table
    from app.saying import count_said, day_said
    from procedures.town_changing import DAYS

    since = told["since"]
    began = f"desde {day_said(since)}" if since else "desde o começo"
    say(f"{told['town']} ({told['state']}), em {day_said(told['day'])}: dados {told['digest'][:16]}…, {began}.")
    say(f"Timbre: {'; '.join(told['letterhead'])}.")
    say(f"Calendário de {told['years'][0]} a {told['years'][-1]}; daqui ao fim do ano:")
    rows = [
        (day_said(date.fromisoformat(each["day"])), DAYS[name], each["name"], _act(each))
        for each, name in sorted(
            ((each, name) for name, days in told["calendar"].items() for each in days), key=lambda pair: pair[0]["day"]
        )
    ]
    show_table(("Dia", "É dia", "Nome", "Ato"), rows)
    for unit, value in told["units"].items():
        said = f"R$ {value['value'].replace('.', ',')}, {_act(value)}" if value else "sem valor para este ano"
        say(f"{unit}: {said}.")
    show_table(
        ("Órgão", "Membro", "Até", "Ato"),
        [
            (
                each["body"],
                each["name"] + (" (suplente)" if each["alternate"] else ""),
                day_said(date.fromisoformat(each["until"])) if each["until"] else "sem fim marcado",
                _act(each),
            )
            for each in told["members"]
        ],
    )
    for question, answer in told["answers"].items():
        say(f"{question}: {answer['answer']}, desde {day_said(date.fromisoformat(answer['since']))}, {_act(answer)}.")
    if told["examples"]:
        say(f"Ainda é exemplo: {', '.join(told['examples'])}.")
    say(f"{count_said(len(told['changes']), 'mudança registrada', 'mudanças registradas')}.")
    for each in told["changes"]:
        say(f"  {each['id']}. {day_said(each['day'])} {each['act']} (por {each['person']}, com {each['approved_by']})")


def _act(entry: dict[str, Any]) -> str:
    return f"{entry['act']}; exemplo" if entry["example"] else str(entry["act"])
