"""The notices of one file on their way into the record: asked for line by line, handled together, told apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from msgspec.structs import asdict

from app.already_known import Known
from app.cli.case_act import only_body
from app.cli.day import read_day
from app.cli.many_lines import OF_THE_ACT, Line
from app.office import Office
from app.papers import Lacking
from app.request import Request
from app.together import Answer, handle_all
from storage.faults import KeyReused
from workflow.errors import DevidoError, InvalidData
from workflow.event import Command
from workflow.procedure import Procedure


@dataclass(kw_only=True)
class Lot:
    """A file's notices under one law. ``common`` is what every line says that does not say otherwise.

    Lines by number: ``opened`` and ``already`` with the case, ``refused`` with why; ``known`` is what other cases say
    of those opened, ``lacking`` a paper of one of them that cannot come out.
    """

    office: Office
    procedure: Procedure
    step: str
    common: Mapping[str, Any]
    person: str
    opened: list[tuple[int, str]] = field(default_factory=list)
    already: list[tuple[int, str]] = field(default_factory=list)
    refused: list[tuple[int, DevidoError]] = field(default_factory=list)
    lacking: list[tuple[int, Lacking]] = field(default_factory=list)
    known: list[tuple[int, Known]] = field(default_factory=list)
    _asked: dict[str, tuple[int, Request]] = field(default_factory=dict)

    def add(self, line: Line) -> None:
        """Make of a line what ``case open`` would ask for, or keep why that cannot be."""
        try:
            request = self._request(line)
            if request.key in self._asked:
                raise InvalidData(f"diz o mesmo que a linha {self._asked[request.key][0]}, ou traz a mesma key")
        except DevidoError as refusal:
            self.refused.append((line.number, refusal))
        else:
            self._asked[request.key] = line.number, request

    def handle(self, now: datetime, *, rehearse: bool, tell: Callable[[int, int], None]) -> None:
        """Open the cases, or only find out which would be. Raises a ``StorageFault``: those told of are open."""
        lines = [line for line, _ in self._asked.values()]
        requests = [request for _, request in self._asked.values()]
        answers = handle_all(self.office, requests, now, rehearse=rehearse)
        for done, (line, (request, answer)) in enumerate(zip(lines, answers, strict=False), 1):
            self._answered(line, request, answer)
            tell(done, len(lines))

    def _answered(self, line: int, request: Request, answer: Answer) -> None:
        if isinstance(answer, KeyReused) and request.key.startswith(_SAID):
            self.already.append((line, answer.case_id))  # the very same notice, which somebody else recorded
        elif isinstance(answer, DevidoError):
            self.refused.append((line, answer))
        else:
            self.known += ((line, each) for each in answer.known)
            (self.already if answer.appended.repeated else self.opened).append((line, answer.appended.case_id))
            self.lacking.extend((line, each) for each in answer.lacking)

    def _request(self, line: Line) -> Request:
        if line.fault is not None:
            raise line.fault
        said = {**self.common, **line.said}
        if "on" not in said:
            raise InvalidData("não diz o dia da lavratura: ponha a coluna on, ou --on para todas as linhas")
        command = Command(
            step=self.step,
            on=read_day(str(said["on"]), "on"),
            by=str(said.get("by") or only_body(self.procedure.steps[self.step])),
            data={name: value for name, value in said.items() if name not in OF_THE_ACT},
            recorded_by=self.person,
            approved_by=str(said.get("approved_by", "")),
        )
        return Request(command=command, key=self._key(said, command), law=self.procedure.id, person=self.person)

    def _key(self, said: Mapping[str, Any], command: Command) -> str:
        """The same line is the same notice, whoever sends it and whenever; so is the same ``key`` under the law."""
        if said.get("key"):
            return f"lote:{self.procedure.id}:{said['key']}"
        content = asdict(command) | {"recorded_by": "", "law": self.procedure.id, "town": self.office.town.ibge}
        return _SAID + sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


_SAID = "linha:"
"""Begins the keys made of all that a line says."""
