"""``devido person …``: what is held of whoever answers in a case, and “apaguem meus dados”."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.options import CaseNumber, Json
from app.cli.portuguese import Command, Group

if TYPE_CHECKING:
    from app.erasure import Kept

Ground = Annotated[
    str,
    typer.Option(
        "--ground", metavar="FUNDAMENTO",
        help="Por que se elimina: retention_over (acabou a guarda), request (o titular pediu), court_order (um juiz "
        "mandou).",
    ),
]  # fmt: skip
Authority = Annotated[str, typer.Option("--authority", metavar="QUEM", help="A autoridade que decidiu, pelo cargo.")]
Authorization = Annotated[
    str,
    typer.Option(
        "--authorization", metavar="ATO",
        help="A autorização da instituição arquivística pública (Lei 8.159/1991, art. 9º).",
    ),
]  # fmt: skip
Reasons = Annotated[str, typer.Option("--reasons", metavar="TEXTO", help="Os motivos; ficam à parte, sob outra chave.")]
Person = Annotated[
    str | None, typer.Option("--recorded-by", metavar="PESSOA", help="Quem registra; sem ele, quem digita.")
]
Approved = Annotated[
    str, typer.Option("--approved-by", metavar="PESSOA", help="A segunda pessoa, que confere; só a prévia a dispensa.")
]
Whose = Annotated[
    str,
    typer.Option(
        "--respondent", metavar="QUEM",
        help="De quem se trata, onde o processo cita vários: o nome com que responde, como permit_holder.",
    ),
]  # fmt: skip
DryRun = Annotated[bool, typer.Option("--dry-run", help="Só mostra o que iria embora; nada se registra nem se apaga.")]
Digest = Annotated[
    str,
    typer.Argument(
        metavar="ANEXO", help="O resumo (SHA-256) do arquivo, ou o seu começo, como devido case show o mostra."
    ),
]
ERASE_EXAMPLES = """
    devido person erase 1/2021 --dry-run
    devido person erase 1/2021 --ground request --authority "Encarregado de dados" --authorization "Edital 3/2027" …
    devido person erase 1/2021 … --reasons "Pedido 45/2027" --approved-by p2
"""
_RESTRICT = """
    devido case show 1/2027
    devido person restrict 1/2027 9f86d081884c7d65 --reasons "Retrato de criança" --approved-by p2
"""

_ROTATE = """
    devido person rotate --approved-by p2
    devido person rotate --recorded-by p1 --approved-by p2 --json
"""


def app() -> typer.Typer:
    """The group of commands about the people in cases."""
    group = typer.Typer(
        cls=Group,
        help="Os dados das pessoas: o que se guarda e até quando, restringir, eliminar, trocar a chave-mestra.",
        epilog=ERASE_EXAMPLES,
    )
    group.command("show", cls=Command, epilog="devido person show 1/2021")(show)
    group.command("erase", cls=Command, epilog=ERASE_EXAMPLES)(erase)
    group.command("restrict", cls=Command, epilog=_RESTRICT)(restrict)
    group.command("rotate", cls=Command, epilog=_ROTATE)(rotate)
    return group


def show(context: typer.Context, case: CaseNumber, whose: Whose = "", json: Json = False) -> int:
    """Mostra os processos de quem responde neste: o que há dele em cada um e até quando se guarda.

    A pessoa se diz pelo processo, e não pelo CPF, que ficaria na lista de comandos de quem digita.
    """
    from app.cli.desk import office
    from app.cli.output import show_json
    from app.erasure import look
    from app.facts import now

    with office(context) as desk:
        found = look(desk, case, now(), whose)
    if json:
        show_json([_told(each) for each in found])
    else:
        _table(found)
    return 0


def erase(
    context: typer.Context, case: CaseNumber, *, ground: Ground = "", authority: Authority = "",
    authorization: Authorization = "", reasons: Reasons = "", recorded_by: Person = None, approved_by: Approved = "",
    whose: Whose = "", dry_run: DryRun = False, json: Json = False,
) -> int:  # fmt: skip
    """Elimina os dados pessoais dos processos de quem responde neste, onde o prazo de guarda acabou.

    Em cada um registra um ato, destrói a chave dos dados e tira do disco peças e anexos. Os atos, as datas e a cadeia
    ficam, e continuam conferindo. Num processo que cita vários, vão os dados de todos os citados nele. Onde o prazo
    corre o pedido é recusado, com o fundamento; se em nenhum acabou, sai com 1. Não tem volta: veja antes a prévia.
    Interrompido, repita o comando.
    """
    from app.cli.desk import office, user
    from app.cli.output import say, show_json
    from app.erasure import Ask, look, refusal
    from app.erasure import erase as do_erase
    from app.facts import local_day, now
    from app.intake import one_line
    from app.saying import count_said

    with office(context) as desk:
        today = local_day(now(), desk.town.zone)
        if dry_run:
            found = look(desk, case, now(), whose)
            going = [each for each in found if each.due(today)]
            if json:
                show_json([{**_told(each), "erased_now": each in going} for each in found])
            else:
                _table(found)
                for each in found:
                    if each not in going and not each.erased:
                        say(str(refusal(each)))
                say(f"Iriam embora os dados de {count_said(len(going), 'processo', 'processos')}. Nada se apagou.")
            return 0 if going else 1
        said = {"authority": authority, "authorization": authorization, "approved_by": approved_by}
        ask = Ask(
            ground=ground, reasons=reasons, person=one_line(recorded_by or user(), "pessoa"),
            **{name: one_line(text, name) for name, text in said.items()},
        )  # fmt: skip
        done = do_erase(desk, case, ask, now(), whose)
    if json:
        kept = [_told(each) for each in done.stay]
        show_json({"erased": [_told(each) for each in done.done], "kept": kept, "files_removed": done.files})
        return 0
    for each in done.done:
        say(f"Processo {each.case}: {_held_said(each)} eliminados.")
    say(f"{count_said(done.files, 'arquivo tirado', 'arquivos tirados')} do disco.")
    for each in done.stay:
        say(str(refusal(each)))
    say("Refaça a cópia de segurança (devido backup): as chaves que vão com ela já não serão as eliminadas.")
    return 0


def restrict(
    context: typer.Context, case: CaseNumber, file: Digest, reasons: Reasons = "", recorded_by: Person = None,
    approved_by: Approved = "", json: Json = False,
) -> int:  # fmt: skip
    """Restringe um anexo, em qualquer estado do processo: ele deixa já de sair nos pacotes (o retrato de uma criança).

    O anexo continua no processo, pelo seu resumo, enquanto a lei o manda guardar.
    """
    from app.attachments import SHOWN
    from app.cli.desk import office, user
    from app.cli.output import say, show_json
    from app.erasure import Ask
    from app.erasure import restrict as do_restrict
    from app.facts import now
    from app.intake import one_line

    with office(context) as desk:
        ask = Ask(
            ground="", authority="", authorization="", reasons=reasons,
            person=one_line(recorded_by or user(), "pessoa"), approved_by=one_line(approved_by, "pessoa"),
        )  # fmt: skip
        digest = do_restrict(desk, case, file, ask, now())
    if json:
        show_json({"case": case, "restricted": digest})
    else:
        say(f"Processo {case}: o anexo {digest[:SHOWN]}… já não sai nos pacotes.")
    return 0


def rotate(context: typer.Context, recorded_by: Person = None, approved_by: Approved = "", json: Json = False) -> int:
    """Troca a chave-mestra, que embrulha as chaves dos dados pessoais: faz outra, que embrulha as de cada processo.

    Os atos, as peças e o que se eliminou ficam como estão, e o serviço continua. A antiga fica ao lado, com o seu
    número no nome (chave-mestra.NÚMERO): só ela abre um arquivo .chaves de antes da troca. Refaça a cópia de segurança
    e tire-a dali, para o cofre ou para o lixo. Interrompido, repita o comando: continua de onde parou.
    """
    from app.cli.desk import office, user
    from app.cli.output import say, show_json
    from app.facts import now
    from app.intake import one_line
    from app.rotation import change_master_key
    from app.saying import count_said

    with office(context) as desk:
        person, other = one_line(recorded_by or user(), "pessoa"), one_line(approved_by, "pessoa")
        done = change_master_key(desk, now(), person=person, approved_by=other)
        old = desk.settings.master_file.with_name(f"{desk.settings.master_file.name}.{done.old}")
    if json:
        show_json({"old": done.old, "new": done.new, "keys": done.keys, "old_file": str(old)})
        return 0
    keys = count_said(done.keys or 0, "chave embrulhada", "chaves embrulhadas")
    say(f"Chave-mestra {done.old} trocada pela {done.new}: {keys} de novo.")
    say(f"A antiga está em {old}. Refaça a cópia de segurança (devido backup) e tire-a dali.")
    return 0


def _told(kept: Kept) -> dict[str, Any]:
    held = kept.held
    return {
        "case": kept.case, "ended": kept.ended, "erased": kept.erased, "kept_until": kept.until,
        "values": held.values, "papers": held.papers, "files": list(held.files), "articles": list(kept.articles),
    }  # fmt: skip


def _table(found: list[Kept]) -> None:
    from app.cli.output import show_table

    rows = [(each.case, _until_said(each), _held_said(each)) for each in found]
    show_table(("Processo", "Guarda-se até", "O que há"), rows)


def _until_said(kept: Kept) -> str:
    if kept.erased:
        return "apagado por lei"
    return f"{kept.until:%d/%m/%Y}" if kept.until else "em curso: o prazo de guarda não começou"


def _held_said(kept: Kept) -> str:
    from app.saying import count_said

    held = kept.held
    parts = (
        count_said(held.values, "dado", "dados"),
        count_said(held.papers, "peça", "peças"),
        count_said(len(held.files), "arquivo", "arquivos"),
    )
    return ", ".join(parts)
