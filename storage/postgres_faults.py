"""What PostgreSQL said, as a typed fault in Portuguese: by its code, or by its words where there is none yet."""

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


_ADDRESS = "confira DEVIDO_DATABASE_URL"
_BUSY = "O banco {place} ficou ocupado por tempo demais; repita o comando em instantes."
_OVERTAKEN = "Outro ato passou à frente deste no banco {place}; repita o comando em instantes."
_STALLED = "O ato ficou parado por tempo demais no banco {place} e foi desfeito; repita o comando."
_CROWDED = "O servidor de {place} não aceita mais conexões; repita o comando em instantes."
_POOR = "Faltam recursos ao servidor de {place}; repita o comando em instantes."
_GONE = "O servidor do banco {place} saiu do ar; repita o comando quando ele voltar."
_SILENT = f"O servidor de {{place}} não responde; {_ADDRESS} e se ele está no ar."
_STARTING = "O servidor de {place} está começando ou parando; repita o comando em instantes."
_CLOSED = "O banco {place} só se deixa ler; confira se é o servidor principal."
_FULL = "Não há espaço no disco do servidor de {place}; libere espaço e repita o comando."
_DISK = "O disco do servidor de {place} não deixou ler ou gravar; confira espaço, cota e o próprio disco."
_DAMAGED = "O banco {place} está danificado; restaure a última cópia e rode a verificação."
_STRANGER = f"O servidor não aceitou o papel ou a senha de {{place}}; {_ADDRESS}."
_RIGHTS = (
    "O papel de {place} não tem os direitos de que o Devido precisa; abra uma vez com o endereço do dono em "
    "DEVIDO_DATABASE_OWNER_URL, que os dá."
)
_NOWHERE = f"O banco ou o papel de {{place}} não existe no servidor; {_ADDRESS} ou crie o que falta."
_UNKNOWN = f"Não se acha o servidor de {{place}}; {_ADDRESS}."
_CODES: tuple[tuple[str, type[StorageFault], str], ...] = (
    ("55P03", Busy, _BUSY),
    ("57014", Busy, _BUSY),
    ("40", Busy, _OVERTAKEN),
    ("25P03", Busy, _STALLED),
    ("25006", ReadOnly, _CLOSED),
    ("53100", DiskFull, _FULL),
    ("53300", Busy, _CROWDED),
    ("53", Busy, _POOR),
    ("58", DiskFailed, _DISK),
    ("57", NoServer, _GONE),
    ("08", NoServer, _GONE),
    ("28", NotAllowed, _STRANGER),
    ("42501", NotAllowed, _RIGHTS),
    ("3D000", BadAddress, _NOWHERE),
    ("XX", Damaged, _DAMAGED),
)
# Before anybody is let in the driver has words alone, in the language of the server.
_WORDS: tuple[tuple[tuple[str, ...], type[StorageFault], str], ...] = (
    (("authentication failed", "no password supplied", "pg_hba.conf", "permission denied", "autenticação"),
        NotAllowed, _STRANGER),
    (("does not exist", "não existe"), BadAddress, _NOWHERE),
    (("could not translate host", "resolve host"), BadAddress, _UNKNOWN),
    (("too many clients", "connection slots", "too many connections"), Busy, _CROWDED),
    (("starting up", "shutting down", "recovery mode"), NoServer, _STARTING),
    (("Connection refused", "No such file", "timeout", "timed out", "unreachable"), NoServer, _SILENT),
    (("closed the connection", "connection is lost", "consuming input", "connection is closed"), NoServer, _GONE),
)  # fmt: skip
