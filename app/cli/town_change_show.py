"""How a change of the town's data is shown, foreseen or made: the terms that it moves, and those that it does not."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.cli.output import err, say, show_json, show_table
from app.saying import count_said, day_said
from app.towns import change_told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.town_plan import Moved, Plan
    from app.town_stream import Made


def show_plan(planned: Plan, *, as_json: bool) -> None:
    """What a change would do: the terms it would move, those decided, those that keep a later date."""
    if as_json:
        show_json(
            {
                "recorded": False, "act": planned.change.act, "new": planned.town.digest,
                "before": planned.before or None, "after": planned.after or None,
                "moved": _rows(planned.moved), "decided": _rows(planned.decided), "kept": _rows(planned.shorter),
                "failures": [{"case": case, "message": why} for case, why in planned.failures],
            }
        )  # fmt: skip
        return
    say("Só uma prévia: nada foi registrado.")
    if planned.after:
        say(f"Agora: {planned.before}.")
        say(f"Depois: {planned.after}.")
    _table(planned.moved)
    if planned.days:
        say(f"{count_said(len(planned.moved), 'prazo em curso mudaria', 'prazos em curso mudariam')}.")
    for each in planned.shorter:
        say(f"  {each.case}, {each.label}: acabaria antes, e fica até {day_said(each.before)}.")
    for each in planned.decided:
        say(f"  {each.case}, {each.label}: terminou em {day_said(each.before)} e está decidido; não muda.")
    show_failures(planned.failures)


def show_made(made: Made, *, as_json: bool) -> None:
    """A change made, or taken up where it had stopped, and the terms that it moved."""
    if as_json:
        show_json(
            {
                "recorded": True, "resumed": made.resumed, "change": change_told(made.entry),
                "moved": _rows(made.moved), "decided": _rows(made.decided),
                "failures": [{"case": case, "message": why} for case, why in made.failures],
            }
        )  # fmt: skip
        return
    verb = "já estava registrada, e terminou-se o que faltava" if made.resumed else "registrada"
    say(f"Mudança nº {made.entry.id} {verb}: {made.entry.act}.")
    _table(made.moved)
    if made.moved or made.entry.kind == "calendar":
        cases = count_said(len({each.case for each in made.moved}), "processo", "processos")
        say(f"{count_said(len(made.moved), 'prazo mudou', 'prazos mudaram')}, em {cases}, cada um com a sua certidão.")
    for each in made.decided:
        say(f"  {each.case}, {each.label}: terminou em {day_said(each.before)} e está decidido; não mudou.")
    show_failures(made.failures)


def _table(moved: Iterable[Moved]) -> None:
    rows = [(each.case, each.label, day_said(each.before), day_said(each.after)) for each in moved]
    if rows:
        show_table(("Processo", "Prazo", "Ia até", "Vai até"), rows)


def show_failures(failures: Iterable[tuple[str, str]]) -> None:
    """The cases that could not be handled, and why."""
    for case, why in failures:
        err().print(f"Processo {case} não tratado: {why}", style="red", soft_wrap=True)


def _rows(moved: Iterable[Moved]) -> list[dict[str, Any]]:
    return [asdict(each) for each in moved]
