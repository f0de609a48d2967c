"""Every error as one Portuguese paragraph and an exit code, in one place.

=====  ======================================================================================
 0     done
 1     the answer is no: an act refused, differences found, a record tampered with
 2     wrong usage or bad input; also a defect of the product itself
 130   interrupted by the person;  141  whoever read the output went away
=====  ======================================================================================

With ``--json`` the paragraph is an object on stderr: ``error`` (the text), ``code`` (the kind, stable for
programs), ``articles`` (citations of a refusal) and ``faults`` (``where`` and ``what`` of each, for files).
"""

from __future__ import annotations

import errno
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from typer._click.exceptions import ClickException

from app.cli.portuguese import said
from workflow.errors import DevidoError, Fault, InvalidData, LawFaults, Refusal, UnknownStep

NO, WRONG = 1, 2
_BAD_INPUT = (UnknownStep, InvalidData)
_OTHER_REFUSALS = ("Conflict", "KeyReused")
"""The record's own refusals, by name: importing it would make every command wait for a database."""
_SYSTEM = {
    errno.ENOENT: "não existe",
    errno.EACCES: "não há permissão",
    errno.EPERM: "não há permissão",
    errno.EISDIR: "é uma pasta, não um arquivo",
    errno.ENOTDIR: "não é uma pasta",
    errno.EEXIST: "já existe",
    errno.ENOSPC: "o disco está cheio",
    errno.EDQUOT: "a cota de disco acabou",
    errno.EROFS: "o disco só deixa ler",
    errno.ENAMETOOLONG: "o nome é comprido demais",
    errno.EADDRINUSE: "a porta já está em uso por outro programa",
    errno.EMFILE: "há arquivos demais abertos",
}


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """What went wrong, as people and programs are told."""

    message: str
    code: str
    exit_code: int
    articles: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


def trouble_of(error: Exception) -> Trouble:
    """What to say of an error, and the exit code."""
    code = type(error).__name__
    match error:
        case Refusal():
            exit_code = WRONG if isinstance(error, _BAD_INPUT) else NO
            ground = f" Fundamento: {'; '.join(error.articles)}." if error.articles else ""
            return Trouble(
                message=f"Recusado: {_sentence(error.message)}{ground}{_besides(error)}",
                code=code,
                exit_code=exit_code,
                articles=error.articles,
            )
        case LawFaults():
            return faulty(error.faults)
        case DevidoError() if code in _OTHER_REFUSALS:
            return Trouble(message=f"Recusado: {error}{_besides(error)}", code=code, exit_code=NO)
        case DevidoError():
            return Trouble(message=f"Erro: {error}{_besides(error)}", code=code, exit_code=WRONG)
        case ClickException():
            return Trouble(message=f"Erro: {said(error)}", code="UsageError", exit_code=WRONG)
        case OSError():
            what = _SYSTEM.get(error.errno or 0, f"o sistema respondeu com o erro {error.errno}")
            where = f"{error.filename}: " if error.filename else ""
            return Trouble(message=f"Erro: {where}{what}.", code=code, exit_code=WRONG)
        case _:
            return Trouble(message=_defect(error), code="Defect", exit_code=WRONG)


def faulty(faults: Sequence[Fault]) -> Trouble:
    """What to say of files that do not hold: every fault at once, each on its line."""
    unique = tuple(dict.fromkeys(faults))
    head = "Erro: " if len(unique) == 1 else f"Erro: {len(unique)} problemas.\n  "
    return Trouble(message=head + "\n  ".join(map(str, unique)), code="LawFaults", exit_code=WRONG, faults=unique)


def _besides(error: DevidoError) -> str:
    """What was noted on the error on its way: the acts of the clock that came first, and stay."""
    return "".join(f" {note}" for note in getattr(error, "__notes__", ()))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _defect(error: Exception) -> str:
    """A defect of ours says so, and where, for whoever will mend it; the person's input is not to blame."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    road = " → ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return (
        f"Erro: defeito do Devido, não do seu pedido: {type(error).__name__} em {road}. "
        "Conte a quem cuida do sistema o comando dado e esta linha."
    )
