"""``devido documents …``: the papers of cases, listed, read and taken out as files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import CaseNumber, Json, case_number
from app.cli.portuguese import Command, Group
from workflow.errors import DevidoError

if TYPE_CHECKING:
    from app.aftermath import Aftermath
    from app.office import Office
    from storage.views import PaperLine, Views

SomeCase = Annotated[
    str | None,
    typer.Argument(metavar="PROCESSO", help="Só as peças deste processo; sem ele, as últimas.", parser=case_number),
]
Redacted = Annotated[bool, typer.Option("--redacted", help="A versão com tarjas, para quem não pode ver o resto.")]
Paper = Annotated[
    list[str],
    typer.Argument(
        metavar="PEÇA",
        help="O código impresso na peça, o seu número, como DEC 1/2027, ou o seu id em devido documents list --json.",
    ),
]
To = Annotated[Path, typer.Option("--to", metavar="PASTA", help="A pasta onde pôr os arquivos; criada se não existe.")]


_SHOW = """
    devido documents show ABCD-EFGH-JKLM
    devido documents show DEC 1/2027 --redacted
"""


class NoSuchPaper(DevidoError):
    """There is no paper of that code, or it has not been rendered."""


def app() -> typer.Typer:
    """The group of commands about papers."""
    group = typer.Typer(cls=Group, help="Peças: listar, ler, tirar em PDF.", epilog="devido documents list")
    group.command("list", cls=Command, epilog="devido documents list 000001/2027")(list_papers)
    group.command("show", cls=Command, epilog=_SHOW)(show)
    group.command("print", cls=Command, epilog="devido documents print 000001/2027")(print_again)
    group.command("export", cls=Command, epilog="devido documents export 000001/2027 --to pecas")(export)
    return group


def list_papers(context: typer.Context, case: SomeCase = None, json: Json = False) -> int:
    """Lista as peças de um processo, ou as últimas de todos, com número, código e situação."""
    from app.aftermath import papers_marked
    from app.cli.desk import office
    from app.cli.output import show_json, show_table
    from app.telling import PAPER_STATUS, papers_told
    from storage.views import Views

    with office(context) as desk:
        if case:
            desk.store.load(case)
        lines = Views(desk.database).papers(case or "")
        papers = papers_marked({each: _aftermath(desk, each) for each in _cases(lines)}, lines, papers_told(lines))
    if json:
        show_json(papers)
        return 0
    show_table(
        ("Código", *(() if case else ("Processo",)), "Peça", "Número", "Situação"),
        [
            (
                each["code"],
                *(() if case else (each["case"],)),
                each["label"],
                each["number"],
                "; ".join(filter(None, (_status(PAPER_STATUS[each["status"]], each["reason"]), each["mark"]))),
            )
            for each in papers
        ],
    )
    return 0


def _cases(lines: list[PaperLine]) -> list[str]:
    return list(dict.fromkeys(each.case_id for each in lines))


def _aftermath(desk: Office, case: str) -> Aftermath:
    from app.aftermath import Aftermath
    from storage.views import Views

    loaded = desk.store.load(case)
    return Aftermath(desk.procedure(loaded.procedure), desk.store.history(case), Views(desk.database).papers(case))


def _status(said: str, reason: str | None) -> str:
    return f"{said}: {reason}" if reason else said


def show(context: typer.Context, paper: Paper, redacted: Redacted = False, json: Json = False) -> int:
    """Mostra o texto de uma peça, escrito do que foi congelado no ato que a emitiu.

    Com --redacted, a versão com tarjas: sem endereço, sem textos livres, com o CPF mascarado.
    """
    from app.cli.desk import office
    from app.cli.output import say, show_json
    from app.proof import trail_of
    from app.telling import ERASED_PAPER, papers_told
    from notices.context import thaw
    from notices.render import public_text, whole_text

    with office(context) as desk:
        line, frozen = _found(desk, " ".join(paper))
        if frozen is None:
            raise NoSuchPaper(f"Da peça {line.series} {line.number} restam o número e o ato: {ERASED_PAPER}.")
        context_frozen, trail = thaw(frozen), trail_of(desk, line.case_id, line.version)
        write = public_text if redacted else whole_text
        text = write(line.kind, context_frozen, trail)
    if json:
        show_json({**papers_told([line])[0], "text": text})
        return 0
    for row in text.splitlines():
        say(row)
    return 0


def _found(desk: Office, paper: str) -> tuple[PaperLine, bytes | None]:
    from storage.views import Views

    views = Views(desk.database)
    line = views.paper_by_code(paper) or _numbered(views, paper)
    number = line.id if line else int(paper) if paper.isdecimal() and len(paper) < 16 else None
    found = views.paper(number) if number is not None else None
    if found is None:
        raise NoSuchPaper(f"Não há peça com o código {paper!r}; devido documents list as mostra.")
    return found


def print_again(context: typer.Context, case: SomeCase = None, json: Json = False) -> int:
    """Imprime o que está por imprimir e tenta de novo o que não saiu, de um processo ou de todos.

    A peça diz sempre o que o ato congelou: o que falta nela não se acrescenta aqui; retifique o ato. Sai com 1 se
    alguma continua sem sair.
    """
    from app.cli.desk import office
    from app.cli.output import err, say, show_json
    from app.cli.trouble import NO
    from app.delivery import again, deliver
    from app.facts import now
    from app.saying import count_said

    with office(context) as desk:
        if case:
            desk.store.load(case)
        again(desk, case or "", now())
        done = deliver(desk, now())
    failures = [
        {"case": case_id, "document": paper, "message": why}
        for case_id, paper, why in done.failures
        if case in (None, case_id)
    ]
    if json:
        show_json({"printed": done.rendered, "not_printed": failures, "printing_stopped": done.stopped or None})
    else:
        say(f"{count_said(done.rendered, 'peça impressa', 'peças impressas')}.")
        for each in failures:
            err().print(
                f"Processo {each['case']}: {each['document']} não saiu: {each['message']}", style="red", soft_wrap=True
            )
        if done.stopped:
            err().print(f"A impressão parou: {done.stopped}", style="red", soft_wrap=True)
    return NO if failures or done.stopped else 0


def _numbered(views: Views, said: str) -> PaperLine | None:
    """The one paper of a number like ``DEC 1/2027``."""
    read = re.fullmatch(r"([A-Za-z]+) ([0-9]{1,6})/([0-9]{4})", said)
    found = views.papers_numbered(read[1].upper(), int(read[2]), int(read[3])) if read else []
    if len(found) > 1:
        codes = ", ".join(f"{each.code} (processo {each.case_id})" for each in found)
        raise NoSuchPaper(f"Há mais de uma peça {said}; diga qual pelo código: {codes}.")
    return found[0] if found else None


def export(context: typer.Context, case: CaseNumber, to: To = Path(), json: Json = False) -> int:
    """Põe numa pasta, em PDF, as peças de um processo; os bytes são os que o registro guardou.

    Sai com 1 se alguma peça ainda não saiu e nenhuma correção a substituiu.
    """
    from app.cli.desk import office
    from app.cli.output import err, say, show_json
    from app.cli.trouble import NO
    from app.delivery import deliver
    from app.facts import now
    from app.shelf import export_papers

    with office(context) as desk:
        desk.store.load(case)
        deliver(desk, now())
        taken = export_papers(desk, case, to)
    if json:
        instead = [{"document": old, "replaced_by": new} for old, new in taken.replaced]
        show_json({"files": taken.files, "missing": taken.missing, "replaced": instead})
    else:
        for file in taken.files:
            say(str(file))
        for old, new in taken.replaced:
            say(f"{old} não saiu; substituída por {new}.")
    for missing in taken.missing:
        err().print(f"Não saiu: {missing}", style="red", soft_wrap=True)
    return NO if taken.missing else 0
