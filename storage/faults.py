"""What the record refuses and what it cannot do, in Portuguese; whichever it is, nothing was half-written.

DevidoError
├── StorageFault     the database or the disk cannot do it now
│   ├── DiskFull  DiskFailed  ReadOnly  Busy
│   ├── BadAddress  NoServer  NotAllowed  Unsure
│   ├── NotADatabase  NewerSchema  OlderSchema  Damaged  AnotherTown  SecretLost  KeyLost  PastChanged
│   └── MasterKeyLost
├── NotCanonical     a value that the record's format has no place for
├── UnknownCase      no case of that number
├── Conflict         the case moved on since it was read
└── KeyReused        one key, two different commands
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from storage.driver import sqlite3
from workflow.errors import DevidoError


class StorageFault(DevidoError):
    """The database or the disk cannot do what was asked; the record is as it was before."""


class DiskFull(StorageFault):
    """No room left to write."""


class DiskFailed(StorageFault):
    """The disk did not take or give what was asked: a quota, a limit, or the disk itself."""


class ReadOnly(StorageFault):
    """The file or folder does not let itself be written."""


class Busy(StorageFault):
    """Others kept the database for too long."""


class BadAddress(StorageFault):
    """No database is to be found at the address given."""


class NoServer(StorageFault):
    """The database's server does not answer, or went away."""


class NotAllowed(StorageFault):
    """The server does not let this role in, or it may too little there, or too much."""


class Unsure(StorageFault):
    """The server went away while the act was being made to last: it is whole in the record, or not there at all."""


class NotADatabase(StorageFault):
    """The file is something else, or another program's database."""


class NewerSchema(StorageFault):
    """A later version of the program wrote this database."""


class OlderSchema(StorageFault):
    """The database is to be brought up to date by its owner first."""


class Damaged(StorageFault):
    """The database file is damaged."""


class AnotherTown(StorageFault):
    """The record in this folder is another municipality's."""


class SecretLost(StorageFault):
    """The file with the record's secret is gone, or is not one."""


class KeyLost(StorageFault):
    """The file with the key that signs checkpoints is gone, or is not one."""


class MasterKeyLost(StorageFault):
    """The file with the key that opens personal data is gone, is not one, or is another record's."""


class PastChanged(StorageFault):
    """The record is shorter than what was signed or published of it, or says another thing."""


class NotCanonical(DevidoError):
    """A value outside the record's format: floats, huge integers, text not in NFC, things that are not JSON."""


class UnknownCase(DevidoError):
    """The record has no case of that number."""

    def __init__(self, case_id: str) -> None:
        year = "" if "/" in case_id else " Diga número e ano, como 1/2027."
        super().__init__(f"Não há processo {case_id} neste registro.{year}")


class MissingFile(DevidoError):
    """No file of that digest was stored."""

    def __init__(self, digest: str) -> None:
        super().__init__(f"Não há arquivo guardado com o digesto {digest}; guarde a peça antes de citá-la.")


class Conflict(DevidoError):
    """Someone else's act came first: ``step`` by ``by`` at ``recorded_at`` made version ``version``."""

    def __init__(self, case_id: str, expected: int, version: int, step: str, by: str, recorded_at: datetime) -> None:
        self.case_id = case_id
        self.expected = expected
        self.version = version
        self.step = step
        self.by = by
        self.recorded_at = recorded_at
        super().__init__(
            f"O processo {case_id} mudou enquanto este ato era preparado: {by or 'alguém'} registrou {step!r} em "
            f"{recorded_at:%d/%m/%Y às %H:%M:%S} UTC (versão {version}; este ato contava com a {expected}). "
            "Nada foi gravado; confira o processo e refaça o ato se ainda couber."
        )


class TownChanged(StorageFault):
    """Another change of the town's data came between this one's plan and its record."""

    def __init__(self) -> None:
        super().__init__("Outra mudança dos dados do Município entrou antes desta; veja-a e repita o comando.")


class KeyReused(DevidoError):
    """The idempotency key already belongs to another command."""

    def __init__(self, key: str, case_id: str, version: int) -> None:
        self.key = key
        self.case_id = case_id
        super().__init__(
            f"A chave {key!r} já serviu a outro comando (ato {version} do processo {case_id}). "
            "Nada foi gravado; um comando novo pede uma chave nova."
        )


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)


@contextmanager
def file_faults(root: Path) -> Iterator[None]:
    """Turn what the system said about files in ``root`` into a typed fault in Portuguese."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull(f"Não há espaço no disco para guardar o arquivo em {root}. Nada foi gravado.") from error
        if error.errno in _CLOSED:
            raise ReadOnly(f"A pasta {root} não se deixa gravar; confira as permissões. Nada foi gravado.") from error
        raise StorageFault(f"O disco recusou o arquivo em {root} ({error.strerror}). Nada foi gravado.") from error


def fault_of(error: sqlite3.Error, path: Path) -> StorageFault:
    """The typed fault for what the SQLite library said about the database at ``path``."""
    name = str(getattr(error, "sqlite_errorname", "")) or _guessed(str(error))
    for start, kind, sentence in _FAULTS:
        if name.startswith(start):
            return kind(f"{sentence.format(path=path, name=path.name)} Nada foi gravado pela metade. (SQLite: {error})")
    return StorageFault(f"O banco {path} recusou a operação. Nada foi gravado pela metade. (SQLite: {error})")


def _guessed(text: str) -> str:
    """Older libraries give the sentence but not the name of the error."""
    return next((name for words, name in _SENTENCES if words in text), "")


_SENTENCES = (
    ("disk is full", "SQLITE_FULL"),
    ("disk I/O", "SQLITE_IOERR"),
    ("locked", "SQLITE_BUSY"),
    ("readonly", "SQLITE_READONLY"),
)
_FAULTS: tuple[tuple[str, type[StorageFault], str], ...] = (
    ("SQLITE_FULL", DiskFull, "Não há espaço no disco para gravar em {path}; libere espaço e repita o comando."),
    ("SQLITE_IOERR", DiskFailed, "O disco não deixou ler ou gravar {path}; confira espaço, cota e o próprio disco."),
    ("SQLITE_READONLY", ReadOnly, "O banco {path} não se deixa gravar; confira as permissões da pasta e de {name}*."),
    ("SQLITE_PERM", ReadOnly, "O sistema não deixa gravar em {path}; confira as permissões."),
    ("SQLITE_CANTOPEN", ReadOnly, "Não foi possível abrir {path}; confira se a pasta existe e se pode ser gravada."),
    ("SQLITE_BUSY", Busy, "O banco {path} ficou ocupado por tempo demais; repita o comando em instantes."),
    ("SQLITE_LOCKED", Busy, "O banco {path} ficou ocupado por tempo demais; repita o comando em instantes."),
    ("SQLITE_NOTADB", NotADatabase, "O arquivo {path} não é um banco de dados; confira o caminho."),
    ("SQLITE_CORRUPT", Damaged, "O banco {path} está danificado; restaure a última cópia e rode a verificação."),
)  # fmt: skip
