"""``devido backup``, ``devido restore``, ``devido drill``: the record in a sealed copy, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import Json
from app.cli.portuguese import Command, Group

if TYPE_CHECKING:
    from app.invariants import Invariant
    from app.restore import Restored
    from storage.notes import Checkpoint

To = Annotated[
    Path | None,
    typer.Option(
        "--to", metavar="LUGAR", help="A pasta, que já existe, onde pôr a cópia, ou o arquivo .copia a fazer."
    ),
]
Key = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="ARQUIVO", help="A chave das cópias; sem ela, chave-da-copia, ao lado da que assina."
    ),
]
WithKeys = Annotated[
    bool,
    typer.Option("--with-keys", help="Leva também a chave que assina e a chave-mestra; sem isso ficam para outra mão."),
]
Copy = Annotated[Path, typer.Argument(metavar="CÓPIA", help="O arquivo que devido backup fez.")]
Empty = Annotated[
    Path, typer.Option("--to", metavar="PASTA", help="Uma pasta vazia, ou que não existe, para o registro.")
]
Size = Annotated[
    str | None,
    typer.Option(
        "--size", metavar="ATOS", help="De quantos atos é a última raiz publicada; 0, se nada se publicou nem assinou."
    ),
]
PersonKeys = Annotated[
    Path | None,
    typer.Option(
        "--person-keys", metavar="ARQUIVO", help="O arquivo .chaves mais novo que houver; sem ele, o que está ao lado."
    ),
]
MasterKey = Annotated[
    Path | None,
    typer.Option(
        "--master-key", metavar="ARQUIVO", help="A chave-mestra dos dados pessoais; sem ela, a da pasta das chaves."
    ),
]
Root = Annotated[str | None, typer.Option("--root", metavar="RAIZ", help="Essa raiz, como está no Diário.")]
BACKUP_EXAMPLES = """
    devido backup key
    devido backup --to /media/copias
    devido backup --to /media/copias/antes-da-troca.copia --key /media/chaves/chave-da-copia
"""
RESTORE_EXAMPLES = """
    devido restore mg_santos_dumont-20270301T030000Z.copia --to novo
    devido restore noite.copia --to novo --size 1.204 --root CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
"""


def app() -> typer.Typer:
    """``devido backup``, and ``devido backup key``."""
    group = typer.Typer(cls=Group, invoke_without_command=True, epilog=BACKUP_EXAMPLES)
    group.callback()(backup)
    group.command("key", cls=Command, epilog="devido backup key")(make_key)
    return group


def backup(
    context: typer.Context, to: To = None, key: Key = None, with_keys: WithKeys = False, json: Json = False
) -> int:
    """Copia o registro, sem parar ninguém, num só arquivo cifrado que aparece inteiro ou não aparece.

    Vão o banco, os anexos e as peças, o segredo do registro e o arquivo do Município. As chaves dos dados pessoais vão
    ao lado, num arquivo .chaves que serve a todas as cópias e se troca a cada uma. Não vão a chave que abre a cópia
    nem, sem --with-keys, a que assina e a chave-mestra: guarde-as à parte. Sai com 1 se falta no disco algum arquivo
    que o registro cita.
    """
    if context.invoked_subcommand is not None:
        return 0
    from app.backup import back_up, copy_key
    from app.cli.desk import office
    from app.cli.output import err, say, show_json, waiting
    from app.cli.trouble import NO
    from app.facts import now
    from app.saying import count_said, decimal_said
    from workflow.errors import InvalidData

    if to is None:
        raise InvalidData("falta a opção --to: a pasta, que já existe, onde pôr a cópia, ou o arquivo .copia a fazer")
    with office(context) as desk, waiting("Copiando"):
        done = back_up(desk, to, copy_key(desk.settings, key), now(), with_keys=with_keys)
    about = done.manifest
    if json:
        show_json(
            {
                "file": done.file,
                "person_keys": done.keys,
                "bytes": done.size,
                "acts": about.size,
                "root": about.root,
                "parts": len(about.parts),
                "missing": list(about.missing),
                "keys": about.keys,
            }
        )
    else:
        acts, files = count_said(about.size, "ato", "atos"), count_said(len(about.parts), "arquivo", "arquivos")
        say(f"{done.file}: {acts}, {files}, {decimal_said(done.size / 1e6)} MB.")
        say(f"{done.keys}: as chaves dos dados pessoais, para esta cópia e as anteriores.")
        say(f"Raiz: {about.root}")
        away = "A chave que abre a cópia não vai nela" if about.keys else "Nenhuma chave vai na cópia"
        say(f"{away}: guarde cada uma à parte, fora desta máquina.")
    for digest in about.missing:
        err().print(f"Não está no disco, ou não como era: {digest}", style="red", soft_wrap=True)
    return NO if about.missing else 0


def make_key(context: typer.Context, key: Key = None, json: Json = False) -> int:
    """Faz a chave que cifra e abre as cópias, se ainda não há, e diz o número dela.

    Quem a perde perde as cópias: guarde-a também fora desta máquina, com pessoa que não guarde as cópias.
    """
    from app.backup import copy_key
    from app.cli.desk import settings
    from app.cli.output import say, show_json
    from app.place import require_record

    here = settings(context)
    if key is None:
        require_record(here)
    kept = copy_key(here, key)
    made = kept.make()
    if json:
        show_json({"key": kept.number, "file": kept.path, "made": made})
    else:
        say(f"Chave {kept.number} das cópias {'feita' if made else 'já estava'} em {kept.path}.")
        say("Guarde outra via dela fora desta máquina e longe das cópias: sem ela nenhuma se abre.")
    return 0


def restore(
    context: typer.Context,
    copy: Copy,
    to: Empty,
    key: Key = None,
    *,
    size: Size = None,
    root: Root = None,
    person_keys: PersonKeys = None,
    master_key: MasterKey = None,
    json: Json = False,
) -> int:
    """Põe uma cópia numa pasta vazia, confere tudo e compara com o que se sabe do registro fora dela.

    Nomes, motivos e peças abrem-se com o arquivo .chaves ao lado da cópia e com a chave-mestra: o que se eliminou
    depois da cópia continua eliminado.

    O que se sabe é o que a chave assinou por último (assinatura.ultimo) ou a última raiz do Diário (--size e --root).
    Se a cópia é mais velha, o registro só se lê, diz quantos atos faltam e o comando sai com 1. O relatório fica na
    pasta.
    """
    from app.backup import copy_key
    from app.cli.desk import listen, settings
    from app.cli.output import counting, show_json
    from app.cli.trouble import NO
    from app.facts import now
    from app.restore import restore as put_back
    from app.restore import told
    from app.restored_keys import Beside

    listen()
    known = _published(size, root)
    here = settings(context)
    with counting("Conferindo processos") as show:
        beside = Beside(keys=person_keys, master=master_key)
        done = put_back(copy, copy_key(here, key), to, here, now(), known=known, beside=beside, progress=show)
    if json:
        show_json(told(done))
    else:
        _show(done)
    return 0 if done.holds else NO


def _published(size: str | None, root: str | None) -> Checkpoint | None:
    from app.cli.options import count_of
    from app.restore import published
    from storage.notes import root_of_text
    from workflow.errors import InvalidData

    if size is None and root is None:
        return None
    acts = count_of(size, "--size")
    if acts and root is None:
        raise InvalidData("falta a opção --root: a raiz que a edição traz junto do número de atos")
    return published(acts, root_of_text(root) if root is not None else b"")


def drill(context: typer.Context, key: Key = None, json: Json = False) -> int:
    """Ensaia: faz uma cópia, restaura-a num lugar à parte, confere tudo, diz o que viu e apaga os dois.

    Pede no disco do registro o lugar de mais duas vezes ele. Sai com 1 se algo não se sustenta.
    """
    from app.backup import copy_key
    from app.cli.desk import office
    from app.cli.output import counting, say, show_json
    from app.cli.trouble import NO
    from app.drill import drill as rehearse
    from app.facts import now
    from app.restore import told
    from app.saying import decimal_said

    with office(context) as desk, counting("Conferindo processos") as show:
        done = rehearse(desk, copy_key(desk.settings, key), now(), progress=show)
    if json:
        seconds = {"copy": round(done.copy_seconds, 3), "restore": round(done.restore_seconds, 3)}
        show_json({"bytes": done.copied.size, "seconds": seconds, **told(done.restored)})
    else:
        _show(done.restored, place=False)
        say(
            f"Cópia de {decimal_said(done.copied.size / 1e6)} MB feita em {decimal_said(done.copy_seconds)} s; "
            f"restaurada e conferida em {decimal_said(done.restore_seconds)} s; as duas foram apagadas."
        )
    return 0 if done.restored.holds else NO


_YES = {True: "sim", False: "não se confere aqui"}


def show_invariants(invariants: tuple[Invariant, ...]) -> None:
    """Each with what was looked at; below, one by one, what does not hold."""
    from app.cli.output import say, show_table

    rows = [
        (each.code, each.says, each.looked, f"{len(each.findings)} a apontar" if each.findings else _YES[each.looks])
        for each in invariants
    ]
    show_table(("", "O que tem de ser", "O que se olhou", "É?"), rows)
    for each in invariants:
        for finding in each.findings:
            say(f"{each.code} {finding}")


def _show(done: Restored, *, place: bool = True) -> None:
    from app.cli.output import err, say
    from app.saying import count_said
    from storage.instants import read_instant

    show_invariants(done.invariants)
    manifest = done.manifest
    at = f"{read_instant(manifest.made_at):%d/%m/%Y %H:%M} UTC"
    said = f"{manifest.town}: {count_said(manifest.size, 'ato', 'atos')}, cópia de {at}"
    say(f"{said}. O que se sabia fora dela ia até a posição {done.anchor.size}.")
    for digest in manifest.missing:
        err().print(f"Já faltava quando se copiou: {digest}", style="red", soft_wrap=True)
    if done.closed:
        err().print(done.closed, style="red", soft_wrap=True)
    if place:
        town = done.folder / f"{done.folder.name}.yaml"
        say(f"Em {done.folder}. Para usar: devido --home {done.folder.parent} --town {town} …")
