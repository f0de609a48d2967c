"""``devido case open`` and ``case act``: one act asked for in words, each datum of its step a flag."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import asdict, replace

# Typer carries its own click and gives these no public name.
from typer._click import Context
from typer._click.exceptions import NoSuchOption

from app.cli.options import CaseNumber, LawDir, LawId
from app.cli.portuguese import Command as Spoken
from app.cli.portuguese import UsageError

if TYPE_CHECKING:
    from app.cli.act_options import Asked
    from app.office import Office
    from workflow.case import Case
    from workflow.event import Command
    from workflow.procedure import DataField, Procedure, Step

PASSED_ON = {"allow_interspersed_args": False, "allow_extra_args": True}
"""What comes after the names of law, case and step is for the step's own flags."""

StepName = Annotated[str, typer.Argument(metavar="PASSO", help="O ato, pelo nome que a lei lhe dá (judge, pay…).")]
OPEN_EXAMPLES = """
    devido case open mg_santos_dumont_lei_4814_2026 --help
    devido case open mg_santos_dumont_lei_4814_2026 --items 36-II --fact-on 01/03/2027 --respondent "name=Fulana de Tal"
    devido case open LEI --respondents permit_holder,driver --respondent permit_holder.name=… --respondent driver.name=…
    devido case open mg_santos_dumont_lei_4814_2026 --data auto.yaml --attach foto.jpg
"""
ACT_EXAMPLES = """
    devido case act 000001/2027 judge --help
    devido case act 000001/2027 serve_notice --via personal --receipt signed --on 03/03/2027
    devido case act 000001/2027 judge --outcome upheld --voters 3 --data voto.yaml
    devido case act 000001/2027 file_defense --attach defesa.pdf
    devido case act 000001/2027 rectify --of serve_notice@03/03/2027 --field date --value 02/03/2027 --preview …
"""


class Opening(Spoken):
    """``case open``: what follows the law's name is for the step's own flags, save ``--law-dir``."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        first, rest, given = [], [], iter(args)
        for arg in given:
            if arg == "--law-dir":
                first += [arg, *(value for value in [next(given, None)] if value is not None)]
            elif arg.startswith("--law-dir="):
                first.append(arg)
            else:
                rest.append(arg)
        try:
            return super().parse_args(ctx, [*first, *rest])
        except NoSuchOption:
            raise UsageError(
                "falta a lei (LEI), antes dos dados do auto, como em devido case open mg_santos_dumont_lei_4814_2026 "
                "--items 36-II --fact-on 01/03/2027; devido law list mostra as leis",
                ctx,
            ) from None


def open_case(context: typer.Context, law: LawId, law_dir: LawDir = None) -> int:
    """Abre um processo sob uma lei: lavra o auto e lhe dá o número do ano.

    As opções são os dados do ato que abre o processo; devido case open LEI --help as mostra.
    """
    from app.cli.desk import office, rehearsed, settings
    from app.facts import answers_of, local_day, now
    from app.town_copy import read_in_force
    from procedures.registry import law as law_named

    town, read = read_in_force(settings(context, law_dir)), law_named(law, law_dir)
    answers = answers_of(town, local_day(now(), town.zone))
    procedure = read.resolve({name: answer for name, answer in answers.items() if name in read.questions})
    step = next(name for name, rule in procedure.steps.items() if rule.does == "open")

    def at(preview: bool) -> AbstractContextManager[Office]:
        return rehearsed(context, law_dir) if preview else office(context, law_dir, begins=True)

    return _ask(context, f"open {law}", at, procedure, step, law=law)


def act(context: typer.Context, case: CaseNumber, step: StepName) -> int:
    """Pratica um ato num processo, se a lei deixar; senão diz por quê, com o artigo.

    As opções são os dados do ato; devido case act PROCESSO PASSO --help as mostra. Os passos que cabem hoje:
    devido case act PROCESSO --help.
    """
    from app.cli.desk import office, today
    from app.facts import now
    from workflow.errors import UnknownStep
    from workflow.nearest import advice

    with office(context) as desk:
        loaded = desk.store.load(case)
        if step == "--help":
            _show_fitting(context, desk, loaded)
            return 0
        procedure = desk.procedure_for(loaded, today(desk), now())
        if step not in procedure.steps:
            raise UnknownStep(f"{procedure.short} não tem o passo {step!r}{advice(step, procedure.steps)}")
        return _ask(context, f"act {case} {step}", lambda _: nullcontext(desk), procedure, step, case=case)


def _show_fitting(context: typer.Context, desk: Office, case: Case) -> None:
    """The help of ``case act`` and, of this case, the steps that fit today."""
    from app.cli.desk import today
    from app.cli.output import say, show_table
    from app.possible import fitting

    procedure = desk.procedure_as_of(case.procedure, today(desk))
    facts = replace(desk.facts(today(desk)), history=desk.store.history(case.id), known=desk.known)
    say(context.command.get_help(context))
    say("")
    say(f"Passos que cabem hoje no processo {case.id} (devido case act {case.id} PASSO --help mostra os seus dados):")
    show_table(("Passo", "O que é"), [(each.step, each.label or each.step) for each in fitting(procedure, case, facts)])


def _ask(
    context: typer.Context, said: str, at: Callable[[bool], AbstractContextManager[Office]], procedure: Procedure,
    step: str, *, law: str = "", case: str = "",
) -> int:  # fmt: skip
    """Read the step's own flags from what is left of the command line, and do the act in the office ``at`` opens.

    It is opened only then, told whether the act is only looked at: a help that is read begins no record.
    """
    from app.cli.act_options import Asked, signature_of, variable_of
    from workflow.fields import fields_of

    rule = procedure.steps[step]
    fields = {name: field for name, field in fields_of(rule).items() if name != "attachments"}

    def perform(**given: Any) -> int:
        flags = {name: given.pop(variable_of(name)) for name in fields}
        asked = Asked(**given | {"attach": given["attach"] or []})
        data = data_of_act(procedure, rule, fields, flags, asked.data)
        with at(asked.preview) as desk:
            return _do(desk, step, rule, asked, data, law=law, case=case)

    setattr(perform, "__signature__", signature_of(fields, procedure, rule))  # noqa: B010 - what inspect reads before anything else
    app = typer.Typer(add_completion=False)
    app.command(cls=Spoken, help=_about(procedure, step))(perform)
    inner = typer.main.get_command(app)
    with inner.make_context(said, context.args, parent=context.parent) as own:
        return int(inner.invoke(own) or 0)


def _about(procedure: Procedure, step: str) -> str:
    from app.telling import actor_label

    rule = procedure.steps[step]
    by = ", ".join(f"{each} ({actor_label(procedure, each)})" for each in rule.by)
    ground = f" Fundamento: {'; '.join(rule.ground)}." if rule.ground else ""
    return f"{rule.label or step}.\n\nQuem pode: {by}.{ground} {rule.help}"


def data_of_act(
    procedure: Procedure, rule: Step, fields: Mapping[str, DataField], flags: Mapping[str, Any], file: Path | None
) -> dict[str, Any]:
    """The act's data: what the file says, and over it what the flags say."""
    from app.cli.flags import value_of
    from app.rehearsal_reading import data_of
    from procedures.reader import read
    from workflow.errors import Fault, LawFaults

    data: dict[str, Any] = {}
    if file is not None:
        document = read(file)
        if not isinstance(document.data, dict):
            raise LawFaults([Fault(document.where(), "os dados de um ato são um mapa de campos (campo: valor)")])
        data = data_of(document.data, rule)
    for name, given in flags.items():
        if given:
            field = fields[name]
            data[name] = value_of(name, field, given if isinstance(given, list) else [given])
    if rule.does == "rectify" and flags["value"] and (right := _corrected(procedure, data)) is not None:
        data["value"] = value_of("value", right, flags["value"])
    return data


def _corrected(procedure: Procedure, data: Mapping[str, Any]) -> DataField | None:
    """The field that a correction puts right: its value is written as that field's."""
    from workflow.facts_in_force import DAY_OF_ACT
    from workflow.fields import fields_of
    from workflow.procedure import DataField

    if data.get("field") == DAY_OF_ACT:
        return DataField(type="date")
    rule = procedure.steps.get(data["of"]["step"]) if isinstance(data.get("of"), dict) else None
    return fields_of(rule).get(str(data.get("field"))) if rule is not None else None


def _do(desk: Office, step: str, rule: Step, asked: Asked, data: dict[str, Any], *, law: str, case: str) -> int:
    from app.attachments import attach, require_file
    from app.casework import handle
    from app.cli.case_done import show_handled, show_opening
    from app.cli.case_foreseen import show_foreseen
    from app.cli.day import read_day
    from app.cli.desk import today, user
    from app.delivery import deliver
    from app.facts import now
    from app.foreseen import foresee, foresee_opening
    from app.request import Request
    from workflow.event import Command

    for file in asked.attach:
        require_file(file)
    files = [] if asked.preview else [attach(desk.files, file) for file in asked.attach]
    if files:
        data["attachments"] = list(dict.fromkeys(file.sha256 for file in files))
    person = asked.recorded_by or user()
    command = Command(
        step=step,
        on=read_day(asked.on, "--on") if asked.on else today(desk),
        by=asked.by or only_body(rule),
        data=data,
        recorded_by=person,
        approved_by=asked.approved_by,
    )
    key = asked.key or _key(desk, command, law or case)
    request = Request(command=command, key=key, case=case, law=law, person=person, files=files)
    if asked.preview and law:
        show_opening(desk, foresee_opening(desk, request, now()), as_json=asked.json)
        return 0
    if asked.preview:
        show_foreseen(desk, foresee(desk, request, now()), as_json=asked.json)
        return 0
    handled = handle(desk, request, now())
    delivered = deliver(desk, now())
    show_handled(desk, handled, delivered, as_json=asked.json)
    return 0


def only_body(rule: Step) -> str:
    """Who acts where nobody is named: the only one the law lets."""
    from workflow.errors import NotCompetent

    if len(rule.by) == 1:
        return rule.by[0]
    raise NotCompetent(f"mais de um pode praticar este ato; diga qual com --by: {', '.join(rule.by)}", rule.ground)


def _key(desk: Office, command: Command, about: str) -> str:
    """The same line given twice is the same act: its key comes from all it says."""
    said = json_text.dumps([desk.town.ibge, about, asdict(command)], sort_keys=True, default=str)
    return f"cli:{sha256(said.encode()).hexdigest()}"
