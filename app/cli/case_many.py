"""``devido case open-many``: the notices of a campaign, one a line of a file, each opened as ``case open`` would."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import asdict

from app.cli.options import Json, LawDir, LawId

if TYPE_CHECKING:
    from app.already_known import Known
    from app.cli.lot import Lot

LotFile = Annotated[Path, typer.Argument(metavar="ARQUIVO", help="Um auto por linha: .csv com títulos, ou .jsonl.")]
Common = Annotated[
    Path | None,
    typer.Option("--data", metavar="ARQUIVO", help="Em YAML, os dados que as linhas têm em comum; a linha vale mais."),
]
On = Annotated[
    str | None, typer.Option("--on", metavar="DIA", help="O dia da lavratura, onde a linha não o diz na coluna on.")
]
By = Annotated[str | None, typer.Option("--by", metavar="ÓRGÃO", help="Quem lavra; sem ele, o único que a lei deixa.")]
RecordedBy = Annotated[
    str | None, typer.Option("--recorded-by", metavar="PESSOA", help="Quem registra; sem ele, quem digita.")
]
Preview = Annotated[
    bool, typer.Option("--preview", help="Só diz o que seria lavrado e o que seria recusado; nada se registra.")
]
EXAMPLES = """
    devido case open-many mg_santos_dumont_lei_4814_2026 radar.csv --on 01/03/2027 --preview
    devido case open-many mg_santos_dumont_lei_4814_2026 radar.csv --on 01/03/2027 --data campanha.yaml
"""


def open_many(
    context: typer.Context,
    law: LawId,
    file: LotFile,
    *,
    on: On = None,
    by: By = None,
    data: Common = None,
    recorded_by: RecordedBy = None,
    preview: Preview = False,
    json: Json = False,
    law_dir: LawDir = None,
) -> int:
    """Lavra os autos de um arquivo, um por linha, e diz que linhas a lei recusa e por quê; uma não para as outras.

    As colunas do CSV (os nomes, no JSON) são os dados do auto: items, fact_on, respondent.name, vehicle.plate… (com
    vários autuados, respondent.driver.name); devido case open LEI --help os mostra. De cada linha, on é o dia da
    lavratura, by quem lavra e key o que a identifica, como o número do talão; sem key, é o que a linha diz. O mesmo
    arquivo, dado outra vez, só lavra o que falta. Entram juntos até mil autos, todos ou nenhum. Sai com 1 se
    alguma linha foi recusada.
    """
    from app.cli.case_act import data_of_act
    from app.cli.desk import office, rehearsed, today, user
    from app.cli.lot import Lot
    from app.cli.many_lines import lines_of
    from app.cli.output import counting
    from app.facts import now

    place = rehearsed(context, law_dir) if preview else office(context, law_dir, begins=True)
    with place as desk:
        procedure = desk.procedure_for_opening(law, today(desk), now())
        step, rule = next((name, rule) for name, rule in procedure.steps.items() if rule.does == "open")
        common = data_of_act(procedure, rule, {}, {}, data)
        common |= {name: said for name, said in (("on", on), ("by", by)) if said}
        lot = Lot(office=desk, procedure=procedure, step=step, common=common, person=recorded_by or user())
        for line in lines_of(file, rule):
            lot.add(line)
        try:
            with counting("Autos") as tell:
                lot.handle(now(), rehearse=preview, tell=tell)
        finally:
            code = _show(lot, preview=preview, as_json=json)
        return code


def _show(lot: Lot, *, preview: bool, as_json: bool) -> int:
    from app.cli.output import say, show_json, show_table
    from app.cli.trouble import NO, trouble_of
    from app.saying import count_said
    from app.unprinted import MEND

    refused = [(line, trouble_of(refusal)) for line, refusal in sorted(lot.refused, key=lambda each: each[0])]
    if as_json:
        show_json(
            {
                "recorded": not preview,
                "opened": [{"line": line, "case": None if preview else case} for line, case in lot.opened],
                "already": [{"line": line, "case": case} for line, case in lot.already],
                "lacking": [{"line": line, "document": each.title, "message": each.why} for line, each in lot.lacking],
                "refused": [
                    {"line": line, "code": why.code, "message": why.message, "articles": why.articles}
                    for line, why in refused
                ],
                "known": [{"line": line, **_in_file(lot, each, preview=preview)} for line, each in lot.known],
            }
        )
        return NO if refused else 0
    ones, many = ("auto seria lavrado", "autos seriam lavrados") if preview else ("auto lavrado", "autos lavrados")
    span = f", de {lot.opened[0][1]} a {lot.opened[-1][1]}" if lot.opened and not preview else ""
    say(f"{count_said(len(lot.opened), ones, many)}{span}.")
    if lot.already:
        say(f"{count_said(len(lot.already), 'já estava lavrado', 'já estavam lavrados')}.")
    if refused:
        say(f"{count_said(len(refused), 'linha recusada', 'linhas recusadas')}:")
        show_table(("Linha", "Por quê"), [(str(line), why.message) for line, why in refused])
    if lot.known:
        say(f"{count_said(len(lot.known), 'aviso', 'avisos')}, que não impedem a lavratura:")
        show_table(
            ("Linha", "Aviso"),
            [(str(line), _in_file(lot, each, preview=preview)["said"]) for line, each in lot.known],
        )
    if lot.lacking:
        say(f"{'Não sairiam' if preview else 'Não saem'}, pelo que falta na linha, e os prazos correm sem elas:")
        show_table(("Linha", "Peça", "Por quê"), [(str(line), each.title, each.why) for line, each in lot.lacking])
        say("Complete as linhas antes de lavrar." if preview else f"{MEND}.")
    if preview:
        say("Nada foi registrado.")
    elif lot.opened:
        say("As peças saem com devido documents print, ou pelo serviço (devido worker).")
    return NO if refused else 0


def _in_file(lot: Lot, known: Known, *, preview: bool) -> dict[str, Any]:
    """What is known, as programs and people are told it; a case that is only looked at goes by its line of the file."""
    line = next((line for line, case in lot.opened if preview and case == known.case), None)
    told = {**asdict(known), "said": known.said}
    if line is not None:
        told |= {
            "case": None,
            "case_line": line,
            "said": known.said.replace(f"no processo {known.case}", f"na linha {line}"),
        }
    return told
