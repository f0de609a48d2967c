"""Addresses of PostgreSQL databases: read, refused, and shown without their password."""

from __future__ import annotations

import psycopg
from psycopg.conninfo import conninfo_to_dict

from storage.faults import BadAddress


def read_address(address: str) -> str:
    """An address fit to be tried. Raises ``BadAddress``."""
    if not address.startswith(("postgresql://", "postgres://")):
        raise BadAddress(_refusal("ele começa por outra coisa"))
    try:
        asked = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise BadAddress(_refusal("ele não se deixa ler")) from None
    if not asked.get("dbname") or not asked.get("user"):
        raise BadAddress(_refusal("falta nele o nome do banco ou o do papel"))
    return address


def _refusal(found: str) -> str:
    """Without the address itself, which may hold a password."""
    return (
        "O endereço do banco se escreve postgresql://PAPEL:SENHA@SERVIDOR/BANCO (DEVIDO_DATABASE_URL), "
        f"e {found}. Letras que o endereço não aceita na senha se escrevem com %, como %40 por @."
    )


def address_shown(address: str) -> str:
    """How people are told of it."""
    asked = conninfo_to_dict(address)
    port = f":{asked['port']}" if asked.get("port") else ""
    return f"postgresql://{asked['user']}@{asked.get('host') or 'local'}{port}/{asked['dbname']}"
