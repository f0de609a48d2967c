"""``devido proof …`` and ``devido bundle``: what lets anyone check the record without trusting whoever keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.options import CaseNumber, Json
from app.cli.portuguese import Command, Group

Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="ARQUIVO", help="O pacote a escrever; sem ela, processo-NÚMERO-ANO.zip aqui."),
]
Act = Annotated[int, typer.Argument(metavar="ATO", help="O número do ato no processo; devido case show os mostra.")]
To = Annotated[Path, typer.Option("--to", metavar="PASTA", help="A pasta onde pôr o recibo; criada se não existe.")]
Size = Annotated[str, typer.Argument(metavar="ATOS", help="De quantos atos é a árvore, como no Diário: 1.204.")]
Root = Annotated[str, typer.Argument(metavar="RAIZ", help="A raiz, como no Diário, em base64.")]
Receipt = Annotated[Path, typer.Argument(metavar="RECIBO", help="O recibo, um arquivo .tlog-proof.")]
New = Annotated[
    bool,
    typer.Option(
        "--new", help="Faz outra chave e assina com ela; a velha fica guardada ao lado. Publique a nova no Diário."
    ),
]
BUNDLE_EXAMPLES = """
    devido bundle 000001/2027
    devido bundle 1/2027 --out para-o-juizo.zip
"""
_CHECK_EXAMPLE = "devido proof root 1.204 CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="


def app() -> typer.Typer:
    """The group of commands about the proof."""
    group = typer.Typer(
        cls=Group,
        help="Prova: a raiz assinada do registro, a chave que a assina, recibos de atos.",
        epilog="devido proof sign",
    )
    group.command("sign", cls=Command, epilog="devido proof sign")(sign)
    group.command("key", cls=Command, epilog="devido proof key")(key)
    group.command("receipt", cls=Command, epilog="devido proof receipt 000001/2027 3 --to recibos")(receipt)
    group.command("root", cls=Command, epilog=_CHECK_EXAMPLE)(root)
    group.command("check", cls=Command, epilog="devido proof check recibos/recibo-000001-2027-3.tlog-proof")(check)
    return group


def sign(context: typer.Context, json: Json = False) -> int:
    """Assina um ponto de controle: quantos atos o registro tem e a raiz deles, no formato c2sp.org/tlog-checkpoint.

    Antes relê os atos novos e confere que o registro continua o último que se assinou; se não, recusa. Nada novo desde
    ele, mostra o mesmo.
    """
    from app.cli.desk import office
    from app.cli.output import show_json, write
    from app.facts import now

    with office(context) as desk:
        signed = desk.checkpoints.sign(now())
    if json:
        show_json({"origin": signed.origin, "size": signed.size, "root": signed.root_text, "note": signed.note})
    else:
        write(signed.note)
    return 0


def key(context: typer.Context, new: New = False, json: Json = False) -> int:
    """Mostra a chave pública que confere os pontos de controle, para publicar no Diário; faz a chave, se não há.

    O segredo fica no arquivo assinatura, com o registro ou na pasta de DEVIDO_KEYS; guarde cópia à parte da do banco.
    """
    from app.cli.desk import office
    from app.cli.output import say, show_json
    from app.facts import now

    with office(context) as desk:
        mine = desk.checkpoints.key
        if new:
            mine.replace()
            desk.checkpoints.sign(now())
        elif not mine.there and desk.checkpoints.latest() is None:
            mine.make()
        verifier = mine.verifier()
    if json:
        show_json({"key": str(verifier), "file": mine.path})
    else:
        say(str(verifier))
    return 0


def receipt(context: typer.Context, case: CaseNumber, act: Act, to: To = Path(), json: Json = False) -> int:
    """Escreve o recibo de um ato: os bytes dele, os dados pessoais que guarda e o seu lugar na árvore, num arquivo.

    Quem o tem prova, sem o Município, que o ato existia assim. Confere-se com conferir.py, que vem em devido bundle.
    """
    from app.cli.desk import office
    from app.cli.output import say, show_json
    from app.facts import now
    from app.proof import receipt_of

    with office(context) as desk:
        proof = receipt_of(desk, case, act, now())
    to.mkdir(parents=True, exist_ok=True)
    file = to / f"recibo-{case.replace('/', '-')}-{act}.tlog-proof"
    file.write_text(str(proof), "utf-8")
    if json:
        show_json({"file": file, "position": proof.index + 1, "size": proof.checkpoint.size})
    else:
        say(str(file))
    return 0


def root(context: typer.Context, size: Size, root: Root, json: Json = False) -> int:
    """Confere o registro contra uma raiz publicada: os primeiros atos dele ainda a dão? Sai com 1 se não."""
    from app.cli.desk import office
    from app.cli.options import count_of
    from app.proof import require_root

    acts = count_of(size, "ATOS")
    with office(context) as desk:
        return _answer(lambda: require_root(desk, acts, root), "O registro ainda dá essa raiz.", as_json=json)


def check(context: typer.Context, receipt: Receipt, json: Json = False) -> int:
    """Confere um recibo contra o registro: o ato ainda está lá como o recibo diz? Sai com 1 se não."""
    from app.cli.desk import office
    from app.proof import require_receipt

    text = receipt.read_text("utf-8", errors="replace")
    with office(context) as desk:
        return _answer(lambda: require_receipt(desk, text), "O registro tem o ato como o recibo diz.", as_json=json)


def _answer(ask: object, holds: str, *, as_json: bool) -> int:
    from app.cli.output import say, show_json
    from app.cli.trouble import NO
    from app.proof import NotOurRoot
    from storage.faults import PastChanged
    from storage.merkle import BadProof

    assert callable(ask)
    try:
        ask()
        why = ""
    except (BadProof, NotOurRoot, PastChanged) as fault:
        why = str(fault)
    if as_json:
        show_json({"holds": not why, "message": why or holds})
    else:
        say(why or holds)
    return NO if why else 0


def bundle(context: typer.Context, case: CaseNumber, out: Out = None, json: Json = False) -> int:
    """Põe um processo inteiro num arquivo que qualquer um confere sem rede e sem o Devido.

    Vão os atos, as peças, os anexos, os dados pessoais, a prova e o programa que a confere. Assina um ponto de controle
    se o último não chega ao fim do processo. Sai com 1 se alguma peça não tem PDF e
    nenhuma correção a substituiu.
    """
    from app.bundle import bundle as made
    from app.cli.desk import office
    from app.cli.output import err, say, show_json
    from app.cli.trouble import NO
    from app.facts import now
    from app.saying import count_said

    file = out or Path(f"processo-{case.replace('/', '-')}.zip")
    with office(context) as desk:
        done = made(desk, case, file, now())
    if json:
        size, said = done.checkpoint.size, done.checkpoint.root_text
        instead = [{"document": old, "replaced_by": new} for old, new in done.replaced]
        told = {"file": file, "acts": done.acts, "size": size, "root": said, "missing": done.missing}
        show_json({**told, "replaced": instead})
    else:
        say(f"{file}: {count_said(done.acts, 'ato', 'atos')}, na árvore de {done.checkpoint.size}.")
        for old, new in done.replaced:
            say(f"Sem PDF: {old}, que não saiu; substituída por {new}.")
    for missing in done.missing:
        err().print(f"Sem PDF: {missing}", style="red", soft_wrap=True)
    return NO if done.missing else 0
