"""``devido law new``: the folder of a new law, made from the model, ready to be turned into the law it is to be."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.cli.options import Json

EXAMPLES = """
    devido law new minhas-leis/mg_exemplo_lei_123_2026
    devido law new minhas-leis/mg_exemplo_lei_123_2026 --published-on 31/01/2026 --unit UFEX
    devido law check --law-dir minhas-leis mg_exemplo_lei_123_2026
"""
Folder = Annotated[
    Path, typer.Argument(metavar="PASTA", help="A pasta a criar; o nome dela é o da lei: uf_municipio_lei_numero_ano.")
]


def _option(flag: str, about: str) -> object:
    return typer.Option(flag, metavar="TEXTO", help=about)


def new(  # noqa: PLR0917 — a command has as many options as it has
    folder: Folder,
    title: Annotated[str | None, _option("--title", "O título, como nas telas.")] = None,
    short: Annotated[str | None, _option("--short", "O nome curto, como nas recusas.")] = None,
    official: Annotated[str | None, _option("--official", "O nome por extenso, como nas peças.")] = None,
    subject: Annotated[str | None, _option("--subject", "Do que trata, como depois de 'que trata'.")] = None,
    municipality: Annotated[str | None, _option("--municipality", "O arquivo do município, como mg_exemplo.")] = None,
    published_on: Annotated[str | None, _option("--published-on", "O dia da publicação, como 31/01/2026.")] = None,
    unit: Annotated[str | None, _option("--unit", "A sigla da unidade fiscal.")] = None,
    json: Json = False,
) -> int:
    """Cria a pasta de uma lei nova a partir do modelo: regras, texto, casos de ensaio e a página do advogado.

    Num terminal, pergunta o que as opções não disserem; uma resposta vazia fica para depois. O que falta vem marcado
    PREENCHA, e devido law check diz onde, com arquivo, linha e coluna. Uma pasta que já existe não é tocada.
    """
    from app.cli.day import read_day
    from app.cli.output import say, show_json
    from app.saying import count_said
    from procedures.blanks import blanks
    from procedures.loader import load_law
    from procedures.template import asked, make, makeable

    said = {"title": title, "short": short, "official": official, "subject": subject, "municipality": municipality,
            "published_on": published_on, "unit": unit}  # fmt: skip
    given = {name: value for name, value in said.items() if value}
    if "published_on" in given:
        given["published_on"] = read_day(given["published_on"], "--published-on").isoformat()
    where = makeable(folder)
    if not json and sys.stdin.isatty() and sys.stdout.isatty():
        for each in asked():
            if each.name not in given and (answer := _ask(each.what)):
                given[each.name] = read_day(answer, each.what).isoformat() if each.name == "published_on" else answer
    make(where, given)
    left = list(blanks(load_law(where)))
    if json:
        show_json({"folder": where, "law": where.name, "given": given, "missing": [each._asdict() for each in left]})
        return 0
    say(f"Lei criada em {folder}. {count_said(len(left), 'dado por preencher', 'dados por preencher')}:")
    for fault in left:
        say(f"  {fault}")
    say(f"Depois de cada mudança: devido law check --law-dir {folder.parent} {where.name}")
    return 0


def _ask(what: str) -> str:
    """One question on the terminal; nothing typed is no answer."""
    try:
        return input(f"{what[:1].upper()}{what[1:]}: ").strip()
    except EOFError:
        return ""
