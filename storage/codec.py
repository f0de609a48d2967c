"""Events, cases and commands to bytes and back: the edge between the core's types and the record.

An event's record, format v1, is one JSON object in canonical form. Fields that hold their default are not
written, so that a type may gain a field without any old record changing. Personal fields leave ``facts``,
however deep they stand; in ``private`` are their commitments, by path (``storage.apart``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from operator import attrgetter
from os import urandom
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from storage.apart import put_back, set_apart
from storage.canonical import canonical, commitment, commitment_of, leaf_of, require_json
from storage.papers import PaperMark
from workflow.case import Case
from workflow.event import ERASED, NOTHING, Command, Derived, Event
from workflow.facts import Earlier, Prior
from workflow.fields import PRIVATE

FORMAT = 1
SALT_BYTES = 32


class Private(NamedTuple):
    """A personal value beside the record, and its path in the act's data: ``place``, ``penalties/0/reasons``."""

    field: str
    commitment: bytes
    salt: bytes
    value: bytes


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """What the record adds to an event: which log and case it belongs to, where in them, when, and caused by what.

    ``log`` is ``<IBGE code>/<instance>``; ``zone`` and ``tzdata`` say by what rules its civil days are days.
    ``recorded_at`` is the moment as kept (``storage.instants``).
    """

    log: str
    seq: int
    case_id: str
    recorded_at: str
    zone: str
    tzdata: str
    cause: str
    prev: bytes
    papers: tuple[PaperMark, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The record of an event: the seal and the event's own fields, side by side. Its bytes are its canonical form."""

    v: int
    log: str
    seq: int
    case: str
    n: int
    recorded_at: str
    zone: str
    tzdata: str
    cause: str
    prev: str
    step: str
    by: str
    occurred_on: date
    recorded_on: date
    facts: dict[str, Any] = {}
    private: dict[str, str] = {}
    papers: tuple[PaperMark, ...] = ()
    outcome: str = ""
    told: bool = False
    moved: tuple[str, ...] = ()
    recorded_by: str = ""
    approved_by: str = ""
    ran_on: date | None = None
    deadline: str = ""
    track: str = ""
    procedure: str = ""
    town: str = ""
    priors: tuple[Prior, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    derived: Derived = NOTHING

    @property
    def seal(self) -> Seal:
        """What the record added to the event."""
        return Seal(
            log=self.log, seq=self.seq, case_id=self.case, recorded_at=self.recorded_at, zone=self.zone,
            tzdata=self.tzdata, cause=self.cause, prev=bytes.fromhex(self.prev), papers=self.papers,
        )  # fmt: skip

    @property
    def public(self) -> Event:
        """The event without its personal fields."""
        return Event(version=self.n, data=self.facts, **dict(zip(_SHARED, _shared(self), strict=True)))

    def event(self, values: Mapping[str, Any]) -> Event:
        """The event itself; ``values`` are its personal fields by path, ``ERASED`` where they were erased.

        Raises ``ValueError`` if the record names a place that its facts do not have.
        """
        event = self.public
        if not self.private:
            return event
        return replace(event, data=_whole(self.facts, self.private, values))


class _Clock(msgspec.Struct, frozen=True):
    """What is told of an event's derived block: the acts of the clock that a correction undid, and did again."""

    withdrawn: tuple[str, ...] = ()
    redone: tuple[str, ...] = ()


class Told(msgspec.Struct, kw_only=True, rename={"version": "n", "data": "facts"}):
    """An act as the papers of later acts tell it: an event but for what it changed in the case.

    ``papers`` are the marks of its own papers, with their numbers.
    """

    version: int
    step: str
    by: str
    occurred_on: date
    recorded_on: date
    data: dict[str, Any] = {}
    private: dict[str, str] = {}
    papers: tuple[PaperMark, ...] = ()
    outcome: str = ""
    told: bool = False
    moved: tuple[str, ...] = ()
    ran_on: date | None = None
    deadline: str = ""
    track: str = ""
    priors: tuple[Prior, ...] = ()
    derived: _Clock = _Clock()


class _Priors(msgspec.Struct, frozen=True):
    """The one part of a record that a decision asks of the acts before it."""

    step: str
    priors: tuple[Prior, ...] = ()


class Sealed(NamedTuple):
    """An event ready for the log: canonical bytes, their leaf digest, and the personal values beside them."""

    record: bytes
    leaf: bytes
    private: tuple[Private, ...]


_SHARED = tuple(name for name in Event.__struct_fields__ if name not in ("version", "data"))
_shared = attrgetter(*_SHARED)
_records = msgspec.json.Decoder(Record)
_told = msgspec.json.Decoder(Told)
_priors = msgspec.json.Decoder(_Priors)
_values = msgspec.json.Decoder()
_snapshots = msgspec.json.Encoder()
_cases = msgspec.json.Decoder(Case)


def seal_event(
    event: Event, seal: Seal, private: Collection[str] = PRIVATE, salt: Callable[[int], bytes] = urandom
) -> Sealed:
    """The event as the log takes it, the fields named ``private`` apart.

    Raises ``NotCanonical`` for data that the format has no place for.
    """
    facts, hidden = dict[str, Any](), list[Private]()
    if event.data:
        require_json(event.data)
        facts, personal = set_apart(event.data, private)
        hidden = [_hidden(path, value, salt(SALT_BYTES)) for path, value in personal]
    record = rewritten(
        Record(
            v=FORMAT, log=seal.log, seq=seal.seq, case=seal.case_id, n=event.version,
            recorded_at=seal.recorded_at, zone=seal.zone, tzdata=seal.tzdata, cause=seal.cause,
            prev=seal.prev.hex(), facts=facts, private={each.field: each.commitment.hex() for each in hidden},
            papers=seal.papers, **dict(zip(_SHARED, _shared(event), strict=True)),
        )
    )  # fmt: skip
    return Sealed(record, leaf_of(record), tuple(hidden))


def rewritten(record: Record) -> bytes:
    """The bytes that a record is written as; one read back gives those it was read from, or they were not canonical."""
    if record.priors:
        record = replace(record, priors=tuple(map(_short, record.priors)))
    if record.derived == NOTHING:
        record = replace(record, derived=NOTHING)
    return canonical(record)


_ALWAYS_WRITTEN = 5
"""Fields of a prior that every record has; those after them are written only as far as one is not its default."""


def _short(prior: Prior) -> tuple[Any, ...]:
    last = len(prior)
    while last > _ALWAYS_WRITTEN and prior[last - 1] == Prior._field_defaults[Prior._fields[last - 1]]:
        last -= 1
    return prior[:last]


def read_record(raw: bytes) -> Record:
    """The record that these bytes are. Raises ``ValueError`` if they are not one of format v1."""
    record = _records.decode(raw)
    if record.v != FORMAT:
        raise ValueError(f"formato {record.v} do registro; esta versão lê o {FORMAT}")
    return record


def read_told(raw: bytes) -> Told:
    """What later papers tell of the act in a record, without reading the rest of it; personal fields are not there."""
    return _told.decode(raw)


def tell_personal(act: Told, values: Mapping[str, Any]) -> Told:
    """The same act, its personal fields put in their places; ``values`` as in `Record`."""
    if act.private:
        act.data = _whole(act.data, act.private, values)
    return act


def read_priors(raw: bytes) -> tuple[str, tuple[Prior, ...]]:
    """The step and the priors in a record, without reading the rest of it."""
    record = _priors.decode(raw)
    return record.step, record.priors


def command_commitment(salt: bytes, command: Command, about: str) -> bytes:
    """What tells a repeated command from another one, without keeping its personal data. Raises ``NotCanonical``.

    ``about`` is the case it is on, or the law under which it opens one.
    """
    require_json(command.data)
    return commitment(salt, "command", [about, command])


def encode_case(case: Case) -> bytes:
    """The snapshot of a case: quick to write and read, no part of the record."""
    return _snapshots.encode(case)


def decode_case(raw: bytes) -> Case:
    """The case a snapshot holds. Raises ``ValueError`` if the bytes are not one."""
    return _cases.decode(raw)


def private_value(raw: bytes | None) -> Any:
    """A personal value as it was in the act's data; ``ERASED`` once it is gone."""
    return ERASED if raw is None else _values.decode(raw)


def _whole(facts: Mapping[str, Any], private: Mapping[str, str], values: Mapping[str, Any]) -> dict[str, Any]:
    """An act's data with its personal values back in their places; ``ERASED`` where one is gone."""
    return put_back(facts, {path: values.get(path, ERASED) for path in private})


def _hidden(path: str, value: object, salt: bytes) -> Private:
    written = canonical(value)
    return Private(path, commitment_of(salt, path, written), salt, written)
