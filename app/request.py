"""What somebody asks of a case, made fit to be decided, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from app.already_known import Known
from app.intake import one_line, require_respondent, taken_in
from app.letters import require_check_digit
from app.papers import Lacking, lacking_in
from app.partial import completed
from app.people import named_by
from app.respondents import require_each_named
from storage.appended import Appended
from storage.files import StoredFile
from storage.papers import FrozenPaper
from workflow.case import Case
from workflow.event import Command, Event
from workflow.facts import Prior
from workflow.fields import as_declared
from workflow.procedure import Procedure


class Request(Struct, frozen=True, kw_only=True):
    """What somebody asks: a command on a case, or the opening of one under a law.

    ``key`` makes it once; ``version`` is the version of the case the person had before their eyes.
    """

    command: Command
    key: str
    case: str = ""
    law: str = ""
    person: str = ""
    version: int | None = None
    files: Sequence[StoredFile] = ()
    priors: Sequence[Prior] = ()


class Handled(Struct, frozen=True, kw_only=True):
    """What came of it: the case after, the event, its place in the record, and its papers as they were frozen.

    ``clock`` is what the clock owed, and did first; ``known`` what other cases say of those whom the act names, for
    whoever did it to know.
    """

    case: Case
    event: Event | None
    appended: Appended
    clock: tuple[Event, ...] = ()
    papers: tuple[FrozenPaper, ...] = ()
    known: tuple[Known, ...] = ()

    @property
    def lacking(self) -> tuple[Lacking, ...]:
        """The papers that cannot come out: they are read again for it, and only where somebody asks."""
        return lacking_in(self.papers)


class Standing(Protocol):
    """A case as it stands when an act is decided, with what it can tell of its own past."""

    case: Case

    def history(self) -> tuple[Event, ...]:
        """Its events, in order."""

    def priors(self) -> tuple[tuple[str, tuple[Prior, ...]], ...]:
        """Each act's step and the priors it was decided with, in order."""


def taken(request: Request) -> Request:
    """The request with its words and values as the record takes them. Raises ``InvalidData``."""
    return replace(
        request,
        command=taken_in(request.command),
        case=one_line(request.case, "processo") if request.case else "",
        key=one_line(request.key, "chave"),
        person=one_line(request.person, "pessoa") if request.person else "",
    )


def made_fit(request: Request, procedure: Procedure) -> Request:
    """The request as ``handle`` would decide it under a procedure. Raises ``InvalidData``."""
    request = declared(procedure, taken(request))
    require_cited(procedure, request.command)
    require_check_digit(request.command.data)
    return request


def whole(procedure: Procedure, request: Request, history: Sequence[Event]) -> Request:
    """The request with the whole value of a record that it corrects in part. Raises ``InvalidData``.

    What is kept is that of the version read: should somebody act meanwhile, the request is in conflict.
    """
    command = completed(procedure, request.command, history)
    version = history[-1].version if history and request.version is None else request.version
    return replace(request, command=command, version=version)


def declared(procedure: Procedure, request: Request) -> Request:
    """The request with its data as the step declares them, which is how the key remembers them."""
    command = request.command
    rule = procedure.steps.get(command.step)
    data = command.data if rule is None else as_declared(rule, command.data)
    return request if data is command.data else replace(request, command=replace(command, data=data))


def require_cited(procedure: Procedure, command: Command) -> None:
    """Refuse an act that names nobody it must name, or names an unfit one. Raises ``InvalidData``."""
    rule = procedure.steps.get(command.step)
    if rule is not None:
        require_respondent(rule, command)
        if rule.does == "open":
            require_each_named(named_by(command), command.data.get("respondents") or (), rule.ground)
