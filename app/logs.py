"""One line per handled command: case, step, version, outcome, time taken. Never a name, tax number or address."""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from workflow.errors import DevidoError, Refusal

if TYPE_CHECKING:
    from app.office import Office
    from app.request import Handled, Request

_NUMBER = re.compile(r"\d{6}/\d{4}")
_log = structlog.get_logger("devido")


def configure(*, as_json: bool, level: int = logging.INFO) -> None:
    """Log to stderr, as JSON lines or for a person; in colour only on a terminal that wants it."""
    factory: Any = (
        structlog.BytesLoggerFactory(sys.stderr.buffer) if as_json else structlog.PrintLoggerFactory(sys.stderr)
    )
    renderer: Any = structlog.processors.JSONRenderer(_json)
    if not as_json:
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty() and not os.environ.get("NO_COLOR"))
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=factory,
        cache_logger_on_first_use=True,
    )


def _json(line: Mapping[str, Any], default: Callable[[Any], Any]) -> bytes:
    return msgspec.json.encode(line, enc_hook=default)


@contextmanager
def once_safe() -> Iterator[None]:
    """What this thread says meanwhile is written if the block ends well, and not at all if it does not.

    For acts made safe together: a line that says that an act was recorded must not come before it is.
    """
    kept: list[tuple[str, str, dict[str, Any]]] = []
    _thread.kept = kept
    try:
        yield
    finally:
        _thread.kept = None
    for method, event, said in kept:
        getattr(_log, method)(event, **said)


class _Thread(threading.local):
    kept: list[tuple[str, str, dict[str, Any]]] | None = None


_thread = _Thread()


def _say(method: str, event: str, **said: Any) -> None:
    if _thread.kept is None:
        getattr(_log, method)(event, **said)
    else:
        _thread.kept.append((method, event, said))


def handled(office: Office, request: Request, done: Handled) -> None:
    """A command was recorded (or had been before)."""
    _say(
        "info",
        "ato registrado" if done.event else "ato repetido",
        town=office.town.ibge,
        case=done.appended.case_id,
        step=request.command.step,
        by=request.command.by,
        version=done.appended.version,
        seq=done.appended.seq,
        outcome=done.event.outcome if done.event else "",
        papers=len(done.appended.papers),
    )


def refused(office: Office, request: Request, refusal: DevidoError) -> None:
    """A command was refused; what people typed may be anything, so only words of the law are logged, and its kind."""
    _say(
        "warning",
        "ato recusado",
        town=office.town.ibge,
        case=request.case if _NUMBER.fullmatch(request.case) else "",
        step=request.command.step if office.knows(request.command.step) else "",
        by=request.command.by if office.knows(request.command.by) else "",
        refusal=type(refusal).__name__,
        articles=list(refusal.articles) if isinstance(refusal, Refusal) else [],
    )


def failed(action: str, case: str, error: BaseException) -> None:
    """A background job could not do one thing; it is said on every run until it can."""
    _say("error", action, case=case, error=type(error).__name__)


def done(action: str, **counts: int) -> None:
    """A background job ended its round."""
    _say("info", action, **counts)


def stopped(action: str, why: list[str]) -> None:
    """A background job did nothing and asks a person to look."""
    _say("warning", action, why=why)
