"""``devido case …``: cases opened, moved, shown and explained."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from app.cli import case_act, case_many
from app.cli.options import CaseNumber, Json
from app.cli.portuguese import Command, Group

if TYPE_CHECKING:
    from workflow.explanation import Explanation

State = Annotated[
    str, typer.Option("--state", metavar="SITUAÇÃO", help="Só os que estão nesta situação (awaiting_defense, closed…).")
]
Limit = Annotated[
    str | None, typer.Argument(metavar="PRAZO", help="O prazo, pelo nome que a lei lhe dá; sem ele, todos.")
]
HeldOn = Annotated[
    str | None, typer.Option("--on", metavar="DIA", help="Como hoje se tem que o processo estava no fim deste dia.")
]
KnownOn = Annotated[
    str | None, typer.Option("--known", metavar="DIA", help="Como o registro o tinha no fim deste dia.")
]
By = Annotated[str | None, typer.Option("--by", metavar="ÓRGÃO", help="Quem quer agir; sem ele, quem a lei deixa.")]
_ONE = "000001/2027"
SHOW_EXAMPLES = f"""
    devido case show {_ONE}
    devido case show {_ONE} --on 15/03/2027
    devido case show {_ONE} --known 15/03/2027
"""


def app() -> typer.Typer:
    """The group of commands about cases."""
    group = typer.Typer(
        cls=Group,
        help="Processos: abrir, praticar atos, mostrar, explicar prazos, dizer por que não.",
        epilog="devido case list",
    )
    passed = case_act.PASSED_ON
    group.command("open", cls=case_act.Opening, context_settings=passed, epilog=case_act.OPEN_EXAMPLES)(
        case_act.open_case
    )
    group.command("open-many", cls=Command, epilog=case_many.EXAMPLES)(case_many.open_many)
    group.command("act", cls=Command, context_settings=passed, epilog=case_act.ACT_EXAMPLES)(case_act.act)
    group.command("show", cls=Command, epilog=SHOW_EXAMPLES)(show)
    group.command("list", cls=Command, epilog="devido case list --state awaiting_defense")(list_cases)
    group.command("explain", cls=Command, epilog=f"devido case explain {_ONE} defense")(explain)
    group.command("why-not", cls=Command, epilog=f"devido case why-not {_ONE} --by special_committee")(why_not)
    return group


def show(context: typer.Context, case: CaseNumber, on: HeldOn = None, known: KnownOn = None, json: Json = False) -> int:
    """Mostra um processo: onde está, prazos, penas, atos e peças.

    Com --on, como hoje se tem que estava num dia, já com as correções. Com --known, como se sabia num dia, com o que
    então estava registrado. Com os dois, o que num dia se sabia do outro.
    """
    from app.cli.case_past import show_past
    from app.cli.case_show import show_case
    from app.cli.day import read_day
    from app.cli.desk import office

    with office(context) as desk:
        loaded = desk.store.load(case)
        if on is None and known is None:
            show_case(desk, loaded, as_json=json)
        else:
            days = (read_day(on, "--on") if on else None, read_day(known, "--known") if known else None)
            show_past(desk, loaded, *days, as_json=json)
    return 0


def list_cases(context: typer.Context, state: State = "", json: Json = False) -> int:
    """Lista os processos, os mais novos primeiro."""
    from app.cli.desk import office
    from app.cli.output import show_json, show_table
    from app.saying import day_said
    from app.telling import state_label
    from storage.views import Views

    with office(context) as desk:
        lines: list[dict[str, Any]] = [
            {
                "case": line.case_id,
                "law": desk.procedure(line.procedure).id,
                "state": line.state,
                "state_label": state_label(desk.procedure(line.procedure), line.state, line.reason),
                "reason": line.reason or None,
                "opened_on": line.opened_on,
                "day": line.day,
                "wakes_on": line.wakes_on,
            }
            for line in Views(desk.database).cases(state)
        ]
    if json:
        show_json(lines)
        return 0
    show_table(
        ("Processo", "Situação", "Aberto em", "Último ato", "O relógio age em"),
        [
            (each["case"], each["state_label"], *(day_said(each[day]) for day in ("opened_on", "day", "wakes_on")))
            for each in lines
        ],
    )
    return 0


def explain(context: typer.Context, case: CaseNumber, limit: Limit = None, json: Json = False) -> int:
    """Explica um prazo: o ato que o abriu, cada dia pulado com o ato que o fecha, o fim e os artigos."""
    from app.cli.case_show import waiting_of
    from app.cli.desk import office
    from app.cli.output import plain, say, show_json
    from app.saying import day_said
    from app.telling import deadlines_told
    from workflow.errors import InvalidData
    from workflow.explanation import explained
    from workflow.nearest import advice

    with office(context) as desk:
        loaded = desk.store.load(case)
        procedure = desk.procedure(loaded.procedure)
        if limit is not None and limit not in procedure.time_limits:
            raise InvalidData(f"{procedure.short} não tem o prazo {limit!r}{advice(limit, procedure.time_limits)}")
        calendar = desk.town.calendar()
        waiting = waiting_of(desk, loaded)
        told = [
            _stands(explained(procedure, loaded, each, calendar), waiting.get(each.id))
            for each in loaded.deadlines
            if limit in (None, each.kind)
        ]
    if json:
        show_json([{**plain(each), "lines": [line._asdict() for line in each.lines]} for each in told])
        return 0
    for each in told:
        say(f"{each.title} ({each.status}): {day_said(each.due)}")
        say(f"  {each.rule} {'; '.join(each.articles)}")
        for line in each.lines:
            say(f"  {line.what}")
    if told:
        return 0
    if not loaded.deadlines:
        say("Nenhum prazo foi aberto ainda.")
        return 0
    say(f"O prazo {limit} ({procedure.time_limits[str(limit)].label or limit}) não foi aberto neste processo. Há:")
    for opened in deadlines_told(procedure, loaded.deadlines):
        say(f"  {opened['kind']} ({opened['label']}): {opened['status_label']}, até {day_said(opened['due'])}")
    return 0


def _stands(told: Explanation, waiting: str | None) -> Explanation:
    return dataclasses.replace(told, status=waiting) if waiting else told


def why_not(context: typer.Context, case: CaseNumber, by: By = None, json: Json = False) -> int:
    """Diz, ato por ato, o que a lei deixa fazer hoje e o que impede o resto, com o artigo."""
    from rich.text import Text

    from app.cli.desk import office, today
    from app.cli.output import say, show_json
    from app.facts import now
    from app.foreseen import after_clock
    from app.possible import possible_acts
    from app.saying import said_of

    with office(context) as desk:
        loaded, history, clock = after_clock(desk, case, now())
        procedure = desk.procedure_as_of(loaded.procedure, today(desk))
        facts = replace(desk.facts(today(desk)), history=history, known=desk.known)
        answers = possible_acts(procedure, loaded, by, facts)
        first = "; ".join(said_of(procedure, each) for each in clock)
    if json:
        show_json(
            [
                {
                    "step": each.step,
                    "label": each.label,
                    "possible": each.refusal is None,
                    "only_filed": each.told,
                    "code": each.refusal.code if each.refusal else None,
                    "message": each.refusal.message if each.refusal else None,
                    "articles": list(each.refusal.articles) if each.refusal else [],
                }
                for each in answers
            ]
        )
        return 0
    if first:
        say(f"Antes, o relógio faria: {first}.")
    for each in answers:
        mark = Text("✗", style="red") if each.refusal else Text("✓", style="green")
        filed = " (só se junta aos autos; o processo fica onde está)" if each.told else ""
        say(mark, f"{each.step}: {each.label or each.step}{filed}")
        if each.refusal:
            say(f"    {each.refusal}")
    return 0
