"""What PostgreSQL said, as a typed fault in Portuguese: by its code, or, where it never got to give one, by its words."""

from __future__ import annotations

import psycopg
from psycopg import errors

from storage.faults import (
    BadAddress,
    Busy,
    Damaged,
    DiskFailed,
    DiskFull,
    NoServer,
    NotAllowed,
    ReadOnly,
    StorageFault,
    Unsure,
)

_MISTAKES = (psycopg.IntegrityError, psycopg.InterfaceError, psycopg.DataError, psycopg.ProgrammingError)


def is_mistake(error: psycopg.Error) -> bool:
    """Whether an error is ours, and not the server's or the network's; a right that is lacking is the server's."""
    if isinstance(error, errors.InFailedSqlTransaction):
        return True
    return isinstance(error, _MISTAKES) and not isinstance(error, errors.InsufficientPrivilege)


def postgres_fault(error: psycopg.Error, place: str) -> StorageFault:
    """The typed fault for what the server or the network said about the database at ``place``."""
    code, text = error.sqlstate or "", " ".join(str(error).split())
    found = next(((kind, said) for start, kind, said in _CODES if code and code.startswith(start)), None)
    if found is None and not code:
        found = next(((kind, said) for words, kind, said in _WORDS if any(word in text for word in words)), None)
    kind, said = found or (NoServer if not code else StorageFault, "O banco {place} recusou a operação.")
    return kind(f"{said.format(place=place)} Nada foi gravado pela metade. (PostgreSQL: {text})")


def lost_at_commit(error: psycopg.Error, place: str) -> Unsure:
    """The one answer nobody has: the server went away between the order to keep the act and its answer."""
    return Unsure(
        f"A conexão com {place} caiu no instante de gravar, e não se sabe se o ato ficou gravado. Confira o processo; "
        f"repetir o comando com a mesma chave não o faz duas vezes. (PostgreSQL: {' '.join(str(error).split())})"
    )


_BUSY = "O banco {place} ficou ocupado por tempo demais; repita o comando em instantes."
_GONE = "O servidor do banco {place} saiu do ar; repita o comando quando ele voltar."
_CODES: tuple[tuple[str, type[StorageFault], str], ...] = (
    ("55P03", Busy, _BUSY),
    ("57014", Busy, _BUSY),
    ("40", Busy, "Outro ato passou à frente deste no banco {place}; repita o comando em instantes."),
    ("25P03", Busy, "O ato ficou parado por tempo demais no banco {place} e foi desfeito; repita o comando."),
    ("25006", ReadOnly, "O banco {place} só se deixa ler; confira se é o servidor principal."),
    ("53100", DiskFull, "Não há espaço no disco do servidor de {place}; libere espaço e repita o comando."),
    ("53300", Busy, "O servidor de {place} não aceita mais conexões; repita o comando em instantes."),
    ("53", Busy, "Faltam recursos ao servidor de {place}; repita o comando em instantes."),
    ("58", DiskFailed, "O disco do servidor de {place} não deixou ler ou gravar; confira espaço, cota e o disco."),
    ("57", NoServer, _GONE),
    ("08", NoServer, _GONE),
    ("28", NotAllowed, "O servidor não aceitou o papel ou a senha de {place}; confira DEVIDO_DATABASE_URL."),
    ("42501", NotAllowed, "O papel de {place} não tem os direitos de que o Devido precisa; abra uma vez com o endereço "
        "do dono em DEVIDO_DATABASE_OWNER_URL, que os dá."),
    ("3D000", BadAddress, "O banco de {place} não existe; confira DEVIDO_DATABASE_URL ou crie o banco."),
    ("XX", Damaged, "O banco {place} está danificado; restaure a última cópia e rode a verificação."),
)  # fmt: skip
_WORDS: tuple[tuple[tuple[str, ...], type[StorageFault], str], ...] = (
    (("authentication failed", "no password supplied", "no pg_hba.conf entry", "autenticação"), NotAllowed,
        "O servidor não aceitou o papel ou a senha de {place}; confira DEVIDO_DATABASE_URL."),
    (("permission denied for database",), NotAllowed, "O papel de {place} não pode entrar nesse banco; confira os "
        "direitos dele no servidor."),
    (("does not exist", "não existe"), BadAddress, "O banco ou o papel de {place} não existe no servidor; confira "
        "DEVIDO_DATABASE_URL ou crie o que falta."),
    (("could not translate host", "failed to resolve host", "resolve"), BadAddress,
        "Não se acha o servidor de {place}; confira o nome em DEVIDO_DATABASE_URL."),
    (("too many clients", "remaining connection slots", "too many connections"), Busy,
        "O servidor de {place} não aceita mais conexões; repita o comando em instantes."),
    (("starting up", "shutting down", "in recovery mode"), NoServer, "O servidor de {place} está começando ou parando; "
        "repita o comando em instantes."),
    (("Connection refused", "No such file", "timeout", "timed out", "unreachable"), NoServer, "O servidor de {place} "
        "não responde; confira se está no ar e se o endereço em DEVIDO_DATABASE_URL é o dele."),
    (("closed the connection", "connection is lost", "consuming input failed", "connection is closed"), NoServer, _GONE),
)  # fmt: skip
