"""``devido law diff``: two versions of a law, or two answers, rule by rule; and the running cases they would reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.law_sides import Answers, Versus
from app.cli.options import Json, LawDir
from workflow.errors import DevidoError

if TYPE_CHECKING:
    from app.touched import Touched
    from procedures.difference import Change
    from procedures.loader import Law
    from workflow.procedure import Procedure

_ONE = "mg_santos_dumont_lei_4814_2026"
EXAMPLES = f"""
    devido law diff {_ONE} rascunhos/{_ONE}
    devido law diff {_ONE} --versus notice_limit_met_by=dispatch
    devido --home registros law diff {_ONE} --versus appeal_suspends=no
"""
Old = Annotated[str, typer.Argument(metavar="LEI", help="A lei como está: o nome, ou a pasta.")]
New = Annotated[str | None, typer.Argument(metavar="OUTRA", help="A outra versão; sem ela, a mesma lei com --versus.")]


class NothingToCompare(DevidoError):
    """Neither another version nor another answer was given."""


def diff(
    context: typer.Context,
    old: Old,
    new: New = None,
    answers: Answers = None,
    versus: Versus = None,
    json: Json = False,
    law_dir: LawDir = None,
) -> int:
    """Compara duas versões de uma lei, ou duas respostas: regras acrescentadas, retiradas e alteradas, e os trechos.

    --answers vale para o primeiro lado e --versus para o segundo; o resto são as respostas do município dado em --town,
    ou os padrões. Com --home diz também que processos em curso, presos à primeira versão, encontram uma regra mudada:
    já (situação, próximos atos, prazos abertos, itens e penas) ou mais adiante. Nada se decide de novo e nada se toca.

    Sai com 0 haja ou não diferenças: comparar não é conferir.
    """
    from app.cli.law_sides import answers_to, named
    from app.cli.output import show_json
    from app.touched import Reach
    from notices.kinds import KINDS
    from procedures.difference import differences
    from procedures.registry import law as law_named

    if new is None and not versus:
        raise NothingToCompare("Diga com que comparar: outra lei ou pasta, ou outra resposta em --versus.")
    first = law_named(*named(old, law_dir))
    second = law_named(*named(new, law_dir)) if new is not None else first
    base = _base(context, first)
    before = _resolved(first, base, answers_to(first, answers or []))
    after = _resolved(second, base, answers_to(second, versus or []))
    changes = differences(before, after, {name: kind.title for name, kind in KINDS.items()})
    reached = _running(context, first, Reach(before, after, changes)) if context.find_root().params["home"] else None
    if json:
        show_json(_told(first, second, before, after, changes, reached))
    else:
        _show(changes, reached, before)
    return 0


def _base(context: typer.Context, law: Law) -> dict[str, str]:
    """The town's answers today, where a town was asked for; a record has one."""
    from app.cli.law_sides import town_of
    from app.facts import answers_of, local_day, now

    said = context.find_root().params
    town = town_of(context, law.resolve().municipality) if said["town"] or said["home"] else None
    return answers_of(town, local_day(now(), town.zone)) if town is not None else {}


def _resolved(law: Law, base: Mapping[str, str], own: Mapping[str, str]) -> Procedure:
    return law.resolve({**{name: answer for name, answer in base.items() if name in law.questions}, **own})


def _running(context: typer.Context, law: Law, reach: Any) -> tuple[list[Touched], int, int]:
    """The running cases under this law that something touches, how many were looked at, how many have other bytes."""
    from app.cli.desk import opened
    from app.place import require_outside, require_record
    from app.settings import from_environment
    from storage.views import Views

    said = context.find_root().params
    settings = from_environment(data=said["home"], town=said["town"] or law.resolve().municipality)
    require_outside(settings)
    require_record(settings)
    found, looked, others = [], 0, 0
    with opened(settings) as office:
        for line in Views(office.database).cases(limit=_ALL):
            if line.state in _ENDED:
                continue
            pinned = office.law_of(line.procedure)
            if pinned.id != law.id:
                continue
            if pinned.digest != law.digest:
                others += 1
                continue
            looked += 1
            each = reach.of(office.store.load(line.case_id))
            if each is not None:
                found.append(each)
    return found, looked, others


_ALL = 10_000_000
_ENDED = ("closed", "archived")


def _told(
    first: Law,
    second: Law,
    before: Procedure,
    after: Procedure,
    changes: list[Change],
    reached: tuple[list[Touched], int, int] | None,
) -> dict[str, Any]:
    sides = [
        {"law": law.id, "digest": law.digest, "answers": {each.question: each.answer for each in procedure.answers}}
        for law, procedure in ((first, before), (second, after))
    ]
    told: dict[str, Any] = {
        "old": sides[0],
        "new": sides[1],
        "rules": [each._asdict() for each in changes if not each.is_quote],
        "quotes": [each._asdict() for each in changes if each.is_quote],
    }
    if reached is not None:
        touched, looked, others = reached
        told["running"] = {
            "looked_at": looked,
            "under_other_bytes": others,
            "touched": [
                {
                    "case": each.case,
                    "state": each.state,
                    "now": [change.path for change in each.now],
                    "later": [change.path for change in each.later],
                }
                for each in touched
            ],
        }
    return told


def _show(changes: list[Change], reached: tuple[list[Touched], int, int] | None, before: Procedure) -> None:
    from rich.text import Text

    from app.cli.output import say
    from app.saying import count_said

    rules = [each for each in changes if not each.is_quote]
    quotes = [each for each in changes if each.is_quote]
    for title, listed in (("Regras", rules), ("Trechos da lei", quotes)):
        if listed:
            say(Text(f"{title}:", style="bold"))
        for each in listed:
            _line(each)
    said = (count_said(len(rules), "regra mudada", "regras mudadas"), count_said(len(quotes), "trecho", "trechos"))
    say(" e ".join(said) + "." if changes else "Nenhuma diferença.")
    if reached is not None:
        _cases(reached, before)


def _line(change: Change) -> None:
    from rich.text import Text

    from app.cli.output import say
    from procedures.difference import WHAT_SAID

    mark, colour = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}[change.what]
    say(Text(f"  {mark} {change.name}", style=colour), f"[{WHAT_SAID[change.what]}; {change.path}]")
    if change.what == "changed":
        say(f"      {change.gist or f'{change.old}  →  {change.new}'}")
    else:
        say(f"      {change.old or change.new}")


def _cases(reached: tuple[list[Touched], int, int], before: Procedure) -> None:
    from app.cli.output import say, show_table
    from app.saying import count_said
    from app.telling import state_label

    touched, looked, others = reached
    say("")
    if touched:
        show_table(
            ("Processo", "Situação", "Encontra já", "Encontra mais adiante"),
            [
                (
                    each.case,
                    state_label(before, each.state),
                    "\n".join(change.name for change in each.now),
                    "\n".join(change.name for change in each.later),
                )
                for each in touched
            ],
        )
    more = (
        f"; {count_said(others, 'outro está preso', 'outros estão presos')} a outra versão desta lei" if others else ""
    )
    verb = "encontra" if len(touched) == 1 else "encontram"
    say(
        f"De {count_said(looked, 'processo em curso', 'processos em curso')} sob esta versão, {len(touched)} {verb} "
        f"regra mudada{more}. Nenhum foi tocado: os prazos já contados ficam como estão."
    )
