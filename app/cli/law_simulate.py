"""``devido law simulate``: a synthetic docket run for a year, to see what a law or an answer would ask of a town."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.law_sides import Answers, Versus
from app.cli.options import Json, LawDir, LawId
from workflow.errors import DevidoError

if TYPE_CHECKING:
    from app.simulation.report import Ran, Row
    from app.simulation.running import Docket, Side

_ONE = "mg_santos_dumont_lei_4814_2026"
EXAMPLES = f"""
    devido law simulate {_ONE} --cases 2000 --seed 7
    devido law simulate {_ONE} --versus notice_limit_met_by=dispatch --svg carga.svg
    devido law simulate {_ONE} --rate appeal=0.6 --rate judge_days=45 --csv carga.csv
"""
_BAR = 30
_SPARKS = " ▁▂▃▄▅▆▇█"

Cases = Annotated[int, typer.Option("--cases", metavar="N", help="Quantos autos no ano.", min=1, max=1_000_000)]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="A semente do acaso: a mesma dá os mesmos processos.")]
VersusLaw = Annotated[
    str | None,
    typer.Option("--versus-law", metavar="LEI", help="Outra lei ou versão, por nome ou pasta, para comparar."),
]
Rate = Annotated[
    list[str] | None,
    typer.Option("--rate", metavar="NOME=VALOR", help="Um comportamento: veja acima os nomes."),
]
Since = Annotated[str | None, typer.Option("--from", metavar="DIA", help="O primeiro dia do ano simulado.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="ARQUIVO", help="Grava todas as contas em CSV.")]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="ARQUIVO", help="Grava o gráfico em SVG.")]
Processes = Annotated[
    int, typer.Option("--processes", metavar="N", help="Quantos processadores usar; 0: todos.", min=0, max=64)
]


class OutOfTime(DevidoError):
    """A year that no calendar here will ever cover."""


class TooManySides(DevidoError):
    """More than two things to compare."""


def simulate(  # noqa: PLR0917 — a command has as many options as it has
    context: typer.Context,
    law: LawId,
    cases: Cases = 1000,
    seed: Seed = 1,
    answers: Answers = None,
    versus: Versus = None,
    versus_law: VersusLaw = None,
    rate: Rate = None,
    since: Since = None,
    csv: Csv = None,
    svg: Svg = None,
    processes: Processes = 0,
    json: Json = False,
    law_dir: LawDir = None,
) -> int:
    """Corre um ano de processos inventados pelo motor e pelo relógio de verdade, em memória, e conta o que deu.

    Os autos se espalham pelo ano, nos dias úteis do município da lei; as pessoas agem ao acaso, conforme --rate: late,
    service_days, defense, late_filing, judge_days, dismissed, appeal, appeal_days, reversed, cure_ordered, cured, paid,
    office_days. As partes vão de 0 a 1; os prazos (_days) são dias usuais, de um até o dobro.

    Com --versus ou --versus-law, os mesmos processos correm também sob a outra resposta ou lei, lado a lado. Os valores
    de partida de --rate são supostos: ponha os do seu município antes de tirar conclusões.
    """
    from app.cli.day import read_day
    from app.cli.law_sides import town_file
    from app.cli.output import counting, show_json
    from app.simulation.rates import rates_of
    from app.simulation.report import Ran, as_csv, as_data
    from app.simulation.running import Docket, began, resolved
    from app.simulation.running import simulate as run

    sides = _sides(law, law_dir, answers or [], versus or [], versus_law)
    municipality = resolved(sides[0], None).municipality
    docket = Docket(
        cases=cases,
        seed=seed,
        rates=rates_of(rate or []),
        first=_first(read_day(since, "--from")) if since else None,
        town=town_file(context, municipality),
    )
    docket = docket.starting(began(sides, docket))
    with counting("Correndo o ano") as progress:
        tallies = run(sides, docket, processes=processes, progress=progress)
    ran = Ran(
        names=tuple(side.name for side in sides),
        procedures=tuple(resolved(side, docket) for side in sides),
        tallies=tuple(tallies),
    )
    if csv is not None:
        csv.write_text(as_csv(ran), encoding="utf-8")
    if svg is not None:
        from app.simulation.drawing import svg as drawn

        svg.write_text(drawn(ran, f"Um ano simulado: {ran.procedures[0].title}", _note(docket)), encoding="utf-8")
    if json:
        told = {"seed": seed, "from": docket.first, "until": docket.last, "rates": docket.rates}
        show_json({**told, "town": docket.town.stem if docket.town else None, "sides": as_data(ran)})
    else:
        _show(ran, docket)
    return 0


def _first(day: date) -> date:
    if not 1900 <= day.year <= 2150:
        raise OutOfTime(f"--from pede um ano de 1900 a 2150; veio {day.year}.")
    return day


def _sides(law: str, law_dir: Path | None, answers: list[str], versus: list[str], versus_law: str | None) -> list[Side]:
    from app.cli.law_sides import answers_said, answers_to, named
    from app.simulation.running import Side
    from procedures.registry import law as law_named

    if versus and versus_law:
        raise TooManySides("Compare uma coisa de cada vez: --versus ou --versus-law.")
    name, where = named(law, law_dir)
    given = answers_to(law_named(name, where), answers)
    first = Side(name=answers_said(given) or name, law=name, law_dir=where, answers=tuple(given.items()))
    if versus:
        other = {**given, **answers_to(law_named(name, where), versus)}
        return [first, Side(name=answers_said(other), law=name, law_dir=where, answers=tuple(other.items()))]
    if versus_law:
        other_name, other_where = named(versus_law, law_dir)
        questions = law_named(other_name, other_where).questions
        kept = tuple((question, answer) for question, answer in given.items() if question in questions)
        label = other_name if other_name != name else f"{other_name} ({versus_law})"
        return [first, Side(name=label, law=other_name, law_dir=other_where, answers=kept)]
    return [first]


def _note(docket: Docket) -> str:
    from app.saying import day_said

    town = docket.town.stem if docket.town else "nenhum: só fecham os fins de semana"
    return (
        f"De {day_said(docket.first)} a {day_said(docket.last)}; semente {docket.seed}; calendário: {town}. "
        "Processos e comportamentos inventados."
    )


def _show(ran: Ran, docket: Docket) -> None:
    from rich.text import Text

    from app.cli.output import say, show_table
    from app.simulation.rates import ABOUT

    for mark, name in zip(_MARKS, ran.names, strict=False):
        say(Text(f"{mark} {name}", style=_COLOURS[mark]), f"{ran.cases} processos")
    say("")
    for title, rows in (("O que aconteceu", ran.happened()), ("Como estão no último dia", ran.stands())):
        say(Text(f"{title}:", style="bold"))
        _bars(rows, ran.cases)
        say("")
    say(Text("Atos por mês:", style="bold"))
    show_table(("Mês", *(label for _, label in ran.bodies())), _months(ran))
    say(Text("Comportamentos supostos (--rate):", style="bold"))
    for name, about in ABOUT.items():
        say(f"  {name:<13}", f"{getattr(docket.rates, name):>5g}".replace(".", ","), about)
    say(_note(docket))


_MARKS = ("█", "▓")
_COLOURS = {"█": "blue", "▓": "yellow"}


def _bars(rows: list[Row], cases: int) -> None:
    from rich.text import Text

    from app.cli.output import say
    from app.saying import decimal_said

    wide = max((len(row.label) for row in rows), default=0)
    for row in rows:
        for index, (mark, number) in enumerate(zip(_MARKS, row.counts, strict=False)):
            bar = mark * max(int(number > 0), round(_BAR * number / cases))
            percent = f"{decimal_said(100 * number / cases)}%"
            label = row.label if index == 0 else ""
            say(f"  {label:<{wide}}", Text(f"{bar:<{_BAR}}", style=_COLOURS[mark]), f"{number:>7} {percent:>6}")


def _months(ran: Ran) -> list[list[str]]:
    """Each month's acts, an actor a column; above, the rhythm of the year on each side; below, its sum."""
    columns = [[ran.load(month, by) for month in ran.months()] for by, _ in ran.bodies()]
    rows = [["Ritmo", *(_sides_said(list(map(_spark, zip(*loads, strict=True))), "\n") for loads in columns)]]
    for place, month in enumerate(ran.months()):
        rows.append([f"{month[5:]}/{month[:4]}", *(_sides_said(loads[place], " · ") for loads in columns)])
    rows.append(["Ano", *(_sides_said([sum(side) for side in zip(*loads, strict=True)], " · ") for loads in columns)])
    return rows


def _sides_said(each: Iterable[object], between: str) -> str:
    return between.join(map(str, each))


def _spark(year: tuple[int, ...]) -> str:
    most = max(1, *year)
    return "".join(_SPARKS[-(-number * (len(_SPARKS) - 1) // most)] for number in year)
