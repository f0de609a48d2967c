"""A town's office, open: its data, its record, its files, and the law each case is pinned to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date, datetime
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from app.facts import answers_of, facts_of
from app.people import reckon
from app.settings import Settings
from app.town_copy import made_good, read_in_force
from procedures.loader import Law, law_of
from procedures.municipality import Town
from procedures.registry import law as law_named
from storage.appended import Log
from storage.checkpoints import Checkpoints, close_if_older
from storage.database import Database
from storage.files import Files
from storage.outbox import Outbox
from storage.secret import town_secret
from storage.signing import SigningKey
from storage.store import Store
from storage.views import Views
from workflow.case import Case
from workflow.event import CLOCK, PARTY, Event
from workflow.facts import Earlier, Facts, Prior
from workflow.procedure import Procedure

_ACTORS = (CLOCK, PARTY)
DATABASE, FILES, SECRET, ANCHOR = "registro.db", "arquivos", "segredo", "ancora"
ORIGIN = "devido/"
"""What stands before a log's name (``3160702/1``) in its checkpoints."""


class Pinned(NamedTuple):
    """What a procedure is made of: a law by name, the bytes of its files, and the town's answers."""

    law: str
    bundle: str
    answers: dict[str, str]


@dataclass(kw_only=True)
class Office:
    """One municipality at work. Everything that changes a case goes through ``app.casework.handle``."""

    settings: Settings
    town: Town
    database: Database
    store: Store
    files: Files
    outbox: Outbox
    secret: bytes
    checkpoints: Checkpoints
    _laws: dict[str, Law] = field(default_factory=dict)
    _procedures: dict[str, Procedure] = field(default_factory=dict)
    _current: dict[tuple[str, date, str], Procedure] = field(default_factory=dict)
    _towns: dict[str, Town] = field(default_factory=dict)
    _kept: set[str] = field(default_factory=set)

    def law(self, name: str) -> Law:
        """A law on file, for a new case."""
        return law_named(name, self.settings.law_dir)

    def procedure_for_opening(self, name: str, day: date, now: datetime) -> Procedure:
        """The procedure a case opened on this day falls under, its bytes kept in the record."""
        law = self.law(name)
        return self._resolved(law, answers_of(self.town, day), now)

    def procedure_for(self, case: Case, day: date, now: datetime) -> Procedure:
        """The procedure of a running case: the law it is pinned to, under the answers of the act's day."""
        return self.procedure_now(case.procedure, day, now)

    def procedure_now(self, pinned: str, day: date, now: datetime) -> Procedure:
        """What the procedure of this digest is for an act of that day: the same law, under the answers of the day."""
        key = (self.town.digest, day, pinned)
        if key not in self._current:
            self._current[key] = self._resolved(self.law_of(pinned), answers_of(self.town, day), now)
        return self._current[key]

    def procedure_as_of(self, pinned: str, day: date) -> Procedure:
        """The same as ``procedure_now``, for who only looks: nothing is kept in the record."""
        return self.law_of(pinned).resolve(self._mine(self.law_of(pinned), answers_of(self.town, day)))

    def law_of(self, procedure: str) -> Law:
        """The law behind a procedure's digest, from the record: a file changed since does not matter."""
        pinned = self._pinned(procedure)
        if pinned.bundle not in self._laws:
            parts = json.loads(self._source(pinned.bundle))
            self._laws[pinned.bundle] = law_of(pinned.law, {name: text.encode() for name, text in parts.items()})
        return self._laws[pinned.bundle]

    def procedure(self, digest: str) -> Procedure:
        """The very procedure an event was decided with."""
        if digest not in self._procedures:
            self._procedures[digest] = self.law_of(digest).resolve(self._pinned(digest).answers)
        return self._procedures[digest]

    def town_of(self, digest: str) -> Town:
        """The very town data an event was decided with."""
        if digest == self.town.digest:
            return self.town
        if digest not in self._towns:
            self._towns[digest] = Town.model_validate_json(self._source(digest))
        return self._towns[digest]

    def knows(self, word: str) -> bool:
        """Whether a word is a step or an actor of a law in use here, and not just something somebody typed."""
        laws = self._procedures.values()
        return word in _ACTORS or any(word in each.steps or word in each.bodies for each in laws)

    def facts(self, today: date, *, priors: tuple[Prior, ...] = (), earlier: tuple[Earlier, ...] = ()) -> Facts:
        """What the town knows today, and what other cases tell."""
        return facts_of(self.town, today, priors=priors, earlier=earlier)

    def known(self, event: Event) -> tuple[Procedure, Facts]:
        """The procedure and facts an event was decided with: what corrections and checks need."""
        town = self.town_of(event.town)
        facts = facts_of(town, event.recorded_on, priors=event.priors, earlier=event.earlier)
        return self.procedure(event.procedure), facts

    def forget_kept(self) -> None:
        """Look again, before the next act, whether what it is decided with is in the record: a write was undone."""
        self._kept.clear()

    def _resolved(self, law: Law, answers: dict[str, str], now: datetime) -> Procedure:
        mine = self._mine(law, answers)
        procedure = law.resolve(mine)
        if procedure.digest not in self._kept:
            parts = json.dumps({name: raw.decode() for name, raw in law.parts().items()}, ensure_ascii=False)
            pinned = json.dumps(Pinned(law.id, law.digest, mine)._asdict(), ensure_ascii=False)
            town = json.dumps(self.town.model_dump(mode="json", by_alias=True), ensure_ascii=False)
            self.store.keep_source(law.digest, "law", law.id, parts.encode(), now)
            self.store.keep_source(procedure.digest, "procedure", law.id, pinned.encode(), now)
            self.store.keep_source(self.town.digest, "town", self.town.name, town.encode(), now)
            self._kept.add(procedure.digest)
            self._laws.setdefault(law.digest, law)
            self._procedures.setdefault(procedure.digest, procedure)
        return procedure

    def _mine(self, law: Law, answers: dict[str, str]) -> dict[str, str]:
        return {name: answer for name, answer in answers.items() if name in law.questions}

    def _pinned(self, digest: str) -> Pinned:
        return Pinned(**json.loads(self._source(digest)))

    def _source(self, digest: str) -> bytes:
        content = self.store.source(digest)
        if content is None:
            raise LookupError(f"o registro não tem a fonte {digest}")
        return content


def open_office(settings: Settings) -> Office:
    """Open (or begin) a town's record; raises ``LawFaults`` for its file, ``StorageFault`` for its database."""
    town = read_in_force(settings)
    folder: Path = settings.folder
    folder.mkdir(parents=True, exist_ok=True)
    database = Database(settings.database or folder / DATABASE, settings.owner, settings.master_file)
    files = Files(folder / FILES)
    store = Store(database, Log(name=f"{town.ibge}/1", zone=town.zone, tzdata=version("tzdata")), files)
    store.require_own_log()
    key = SigningKey(settings.key_file, f"{ORIGIN}{store.log.name}")
    close_if_older(database, key, folder / ANCHOR)
    office = Office(
        settings=settings,
        town=made_good(settings, town, database),
        database=database,
        store=store,
        secret=town_secret(folder / SECRET, begin=not Views(database).any_subject()),
        files=files,
        outbox=Outbox(database),
        checkpoints=Checkpoints(database, key),
    )
    reckon(office)
    return office
