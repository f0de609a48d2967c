"""``devido town change …``: each change of the town's data with its act; for the calendar, the terms that it moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.options import Json
from app.cli.portuguese import Command, Group

Act = Annotated[
    str, typer.Option("--act", metavar="ATO", help="O ato do Município que a manda, como “Decreto nº 12/2026”.")
]
Person = Annotated[
    str | None, typer.Option("--recorded-by", metavar="PESSOA", help="Quem registra; sem ele, quem digita.")
]
Approved = Annotated[
    str, typer.Option("--approved-by", metavar="PESSOA", help="A segunda pessoa, que confere; só a prévia a dispensa.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Só mostra o que mudaria; nada se registra nem se escreve.")]
Confirm = Annotated[
    bool, typer.Option("--confirm", help="Segue ainda que o dia já tenha passado e com ele se tenha decidido.")
]
Day = Annotated[str, typer.Argument(metavar="DIA", help="O dia do calendário, como 20/11/2026.")]
Name = Annotated[str, typer.Option("--name", metavar="NOME", help="Como as peças chamam o dia: “Luto oficial”.")]
What = Annotated[
    str,
    typer.Option(
        "--as", metavar="QUÊ",
        help="O que o dia é: holiday (feriado), optional (ponto facultativo), early (encerra mais cedo), late (abre "
        "mais tarde), outage (protocolo eletrônico fora do ar).",
    ),
]  # fmt: skip
Since = Annotated[str | None, typer.Option("--since", metavar="DIA", help="O primeiro dia.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DIA", help="O último dia.")]
_WHAT = {
    "holiday": ("closed", "municipal"),
    "optional": ("closed", "optional"),
    "early": ("early_closings", ""),
    "late": ("late_openings", ""),
    "outage": ("outages", ""),
}
CALENDAR_EXAMPLES = """
    devido town change calendar 20/11/2026 --name "Luto oficial" --act "Decreto nº 12/2026" --dry-run
    devido town change calendar 20/11/2026 --name "Luto oficial" --act "Decreto nº 12/2026" --approved-by p2
    devido town change calendar 23/12/2026 --as early --name "Confraternização" --act "Portaria nº 9" --approved-by p2
    devido town change calendar 02/03/2027 --as outage --name "Pane do portal" --act "Certidão nº 4" --approved-by p2
"""
_VALUE = 'devido town change value URM 140,10 --since 01/01/2029 --act "Decreto nº 1/2028" --approved-by p2'
_MEMBER = """
    devido town change member "Ivo Exemplo" special_committee --since 01/02/2027 --permanent --act "Portaria 3" …
    devido town change member "Ana Exemplo" special_committee --until 31/01/2027 --act "Portaria 3" --approved-by p2
"""
_ANSWER = 'devido town change answer party_terms_end literal --since 01/06/2027 --act "Decreto nº 5" --approved-by p2'
_LETTERHEAD = 'devido town change letterhead "Estado de Minas Gerais" "Prefeitura Municipal" --act "Lei nº 2" …'

_FILE = """
    devido town export --to novo.yaml
    devido town change file novo.yaml --act "Decreto nº 1/2032" --dry-run
"""


def app() -> typer.Typer:
    """The group of commands that change the town's data."""
    group = typer.Typer(
        cls=Group,
        help="Muda os dados do Município, com o ato, quem registra e quem confere; a mudança fica registrada.",
        epilog=CALENDAR_EXAMPLES,
    )
    group.command("calendar", cls=Command, epilog=CALENDAR_EXAMPLES)(calendar)
    group.command("value", cls=Command, epilog=_VALUE)(value)
    group.command("member", cls=Command, epilog=_MEMBER)(member)
    group.command("answer", cls=Command, epilog=_ANSWER)(answer)
    group.command("file", cls=Command, epilog=_FILE)(file)
    group.command("letterhead", cls=Command, epilog=_LETTERHEAD)(letterhead)
    return group


def calendar(
    context: typer.Context, *, day: Day, name: Name, act: Act, what: What = "holiday", recorded_by: Person = None,
    approved_by: Approved = "", confirm: Confirm = False, dry_run: DryRun = False, json: Json = False,
) -> int:  # fmt: skip
    """Põe um dia no calendário e conta de novo os prazos em curso, com uma certidão em cada processo que muda.

    Com --dry-run lista os prazos que mudam e não toca em nada. O prazo vencido que o relógio ainda não decidiu muda
    antes que ele o decida. O que já se decidiu fica como está (recount_terms, no processo, é o que o corrige), e nenhum
    prazo acaba antes do que já se disse. Interrompido, repita o comando: termina o que falta, e nada sai duas vezes.
    """
    from app.cli.day import read_day
    from procedures.town_changing import TownRefusal

    if what not in _WHAT:
        raise TownRefusal(f"--as pede {', '.join(_WHAT)}; veio {what!r}.")
    section, kind = _WHAT[what]
    said = {"day": read_day(day, "DIA").isoformat(), "section": section, "name": name}
    return _change(
        context, "calendar", act, said | ({"kind": kind} if kind else {}), recorded_by, approved_by,
        confirm=confirm, dry_run=dry_run, json=json,
    )  # fmt: skip


def value(
    context: typer.Context,
    *,
    unit: Annotated[str, typer.Argument(metavar="UNIDADE", help="A unidade fiscal, como URM.")],
    amount: Annotated[str, typer.Argument(metavar="VALOR", help="Quanto vale em reais, como 140,10.")],
    act: Act, since: Since = None, recorded_by: Person = None, approved_by: Approved = "", dry_run: DryRun = False,
    json: Json = False,
) -> int:  # fmt: skip
    """Registra o valor de uma unidade fiscal, de um dia em diante até o seguinte ou o fim do ano.

    As guias já emitidas ficam como estão; o valor novo é o dos atos que vierem. O que no arquivo era só exemplo dá
    lugar ao valor do mesmo dia.
    """
    from procedures.town_changing import TownRefusal

    if since is None:
        raise TownRefusal("Diga desde quando vale (--since).")
    said = {"unit": unit, "from": _iso(since, "--since"), "value": amount.replace(".", "").replace(",", ".")
            if "," in amount else amount}  # fmt: skip
    return _change(context, "value", act, said, recorded_by, approved_by, dry_run=dry_run, json=json)


def member(
    context: typer.Context,
    *,
    name: Annotated[str, typer.Argument(metavar="NOME", help="O membro, como nas atas.")],
    body: Annotated[str, typer.Argument(metavar="ÓRGÃO", help="O órgão, pelo nome que a lei lhe dá.")],
    act: Act, since: Since = None, until: Until = None,
    permanent: Annotated[bool, typer.Option("--permanent", help="É servidor efetivo.")] = False,
    lawyer: Annotated[bool, typer.Option("--lawyer", help="É da Procuradoria ou tem formação jurídica.")] = False,
    alternate: Annotated[bool, typer.Option("--alternate", help="É suplente.")] = False,
    recorded_by: Person = None, approved_by: Approved = "", dry_run: DryRun = False, json: Json = False,
) -> int:  # fmt: skip
    """Registra um membro de órgão julgador (com --since), ou até quando vai o mandato de um que já há (só --until).

    As decisões já tomadas ficam como estão; a composição nova é a das sessões que vierem.
    """
    said: dict[str, Any] = {"name": name, "body": body, "permanent": permanent, "lawyer": lawyer,
                            "alternate": alternate}  # fmt: skip
    said |= {"since": _iso(since, "--since")} if since else {}
    said |= {"until": _iso(until, "--until")} if until else {}
    return _change(context, "member", act, said, recorded_by, approved_by, dry_run=dry_run, json=json)


def answer(
    context: typer.Context,
    *,
    question: Annotated[str, typer.Argument(metavar="QUESTÃO", help="A questão; devido law questions as lista.")],
    given: Annotated[str, typer.Argument(metavar="RESPOSTA", help="Como a lei a nomeia; um prazo, como 10 anos.")],
    act: Act, since: Since = None, recorded_by: Person = None, approved_by: Approved = "", dry_run: DryRun = False,
    json: Json = False,
) -> int:  # fmt: skip
    """Responde a uma questão que a lei deixa em aberto, de um dia em diante; sem --since, de hoje.

    Vale para os atos desde esse dia. Prazo já aberto e decisão já tomada ficam com a resposta que tiveram. A que se deu
    errada para hoje, ou para dia que há de vir, corrige-se com outra para o mesmo dia.
    """
    from app.cli.desk import settings
    from app.facts import local_day, now
    from app.town_copy import read_in_force
    from workflow.length import as_typed

    if since is None:
        since = local_day(now(), read_in_force(settings(context)).zone).isoformat()
    said = {"question": question, "answer": as_typed(given), "since": _iso(since, "--since")}
    return _change(context, "answer", act, said, recorded_by, approved_by, dry_run=dry_run, json=json)


def letterhead(
    context: typer.Context,
    lines: Annotated[list[str], typer.Argument(metavar="LINHA…", help="O timbre das peças, uma linha cada.")],
    act: Act, recorded_by: Person = None, approved_by: Approved = "", dry_run: DryRun = False, json: Json = False,
) -> int:  # fmt: skip
    """Muda o timbre das peças que vierem; as que já saíram ficam como saíram."""
    return _change(context, "letterhead", act, {"lines": lines}, recorded_by, approved_by, dry_run=dry_run, json=json)


def file(
    context: typer.Context,
    *,
    given: Annotated[Path, typer.Argument(metavar="ARQUIVO", help="O arquivo inteiro, como devido town export o dá.")],
    act: Act,
    recorded_by: Person = None,
    approved_by: Approved = "",
    confirm: Confirm = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> int:
    """Põe no lugar dos dados um arquivo inteiro: o calendário de anos novos, endereços, exemplos já trocados.

    Os prazos em curso que o calendário novo muda contam-se de novo, como em devido town change calendar.
    """
    from procedures.reader import read

    text = read(given).raw.decode()
    return _change(
        context, "file", act, {"text": text}, recorded_by, approved_by, confirm=confirm, dry_run=dry_run, json=json
    )


def _iso(text: str, option: str) -> str:
    from app.cli.day import read_day

    return read_day(text, option).isoformat()


def _change(
    context: typer.Context, kind: str, act: str, said: dict[str, Any], recorded_by: str | None, approved_by: str, *,
    confirm: bool = False, dry_run: bool, json: bool,
) -> int:  # fmt: skip
    from app.cli.desk import office, rehearsed, user
    from app.cli.town_change_show import show_failures, show_made, show_plan
    from app.cli.trouble import NO
    from app.delivery import deliver
    from app.facts import now
    from app.intake import one_line
    from app.town_stream import look, make
    from procedures.town_changing import Change

    texts = {
        name: one_line(text, name) if isinstance(text, str) and name != "text" else text for name, text in said.items()
    }
    change = Change(kind=kind, act=one_line(act, "ato"), said=texts)
    with rehearsed(context) if dry_run else office(context, begins=True) as desk:
        if dry_run:
            planned = look(desk, change, now())
            show_plan(planned, as_json=json)
            return 0
        made = make(
            desk, change, now(), person=one_line(recorded_by or user(), "pessoa"),
            approved_by=one_line(approved_by, "pessoa"), confirmed=confirm,
        )  # fmt: skip
        delivered = deliver(desk, now())
    show_made(made, as_json=json)
    show_failures((case, f"{paper} não saiu: {why}") for case, paper, why in delivered.failures)
    return NO if made.failures or delivered.failures or delivered.stopped else 0
