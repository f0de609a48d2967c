"""Events, cases and commands to bytes and back: the edge between the core's types and the record.

An event's record, format v1, is one JSON object in canonical form. Fields that hold their default are not
written, so that a type may gain a field without any old record changing. Personal fields leave ``facts``
and ``pending.data``; in ``private`` stand their commitments, by path.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

import msgspec

from storage.canonical import canonical, commitment, leaf_of, require_json
from storage.rows import instant_text, read_instant
from workflow.case import (
    Case, Command, Deadline, Derived, Earlier, Event, Head, Obligation, Pending, Prior, Slip, Track,
)  # fmt: skip
from workflow.fields import PRIVATE

FORMAT = 1
SALT_BYTES = 32
Shape: TypeAlias = tuple[tuple[str, ...], tuple[Any, ...], Callable[[Any], tuple[Any, ...]]]
"""A dataclass as the codec sees it: its fields' names, their defaults, and what reads them all."""

_PLAIN = frozenset({str, int, bool, type(None), date, time, Decimal})


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _shape(kind: type) -> Shape:
    fields = dataclasses.fields(kind)
    names = tuple(each.name for each in fields)
    return names, tuple(_default(each) for each in fields), attrgetter(*names)


_SHAPES = {
    kind: _shape(kind) for kind in (Event, Derived, Head, Slip, Track, Pending, Deadline, Obligation, Command)
}


class Private(NamedTuple):
    """A personal value beside the record: where it belongs (``recipient``, ``t1/pending/recipient``), its secret salt."""

    field: str
    commitment: bytes
    salt: bytes | None
    value: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenPaper:
    """A paper as its act froze it; ``number`` is ``NNNNNN/AAAA`` in its series and body, ``code`` is printed on it."""

    kind: str
    series: str
    number: str
    code: str
    template: str
    context: bytes
    body: str = ""
    track: str = ""
    about: str = ""


class PaperMark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an event's record says of a paper: its number, and the commitment that binds the frozen context."""

    kind: str
    series: str
    number: str
    template: str
    context: str
    body: str = ""
    track: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What the record adds to an event: which log and case it belongs to, where in them, when, and caused by what.

    ``log`` is ``<IBGE code>/<instance>``; ``zone`` and ``tzdata`` say by what rules its civil days are days.
    """

    log: str
    seq: int
    case_id: str
    recorded_at: datetime
    zone: str
    tzdata: str
    cause: str
    prev: bytes
    papers: tuple[PaperMark, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of an event, read back: the seal and the event's own fields, side by side."""

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
    derived: Derived = Derived()

    @property
    def seal(self) -> Seal:
        """What the record added to the event."""
        return Seal(
            log=self.log, seq=self.seq, case_id=self.case, recorded_at=read_instant(self.recorded_at), zone=self.zone,
            tzdata=self.tzdata, cause=self.cause, prev=bytes.fromhex(self.prev), papers=self.papers,
        )  # fmt: skip

    def event(self, values: Mapping[str, Any]) -> Event:
        """The event itself; ``values`` are its personal fields by path, null where they were erased."""
        event = Event(version=self.n, data=self.facts, **{name: getattr(self, name) for name in _SHARED})
        if not self.private:
            return event
        data = self.facts | {field: values.get(field) for field in self.private if "/" not in field}
        return replace(event, data=data, derived=_with_pending(self.derived, self.private, values))


class Sealed(NamedTuple):
    """An event ready for the log: canonical bytes, their leaf digest, and the personal values beside them."""

    record: bytes
    leaf: bytes
    private: tuple[Private, ...]


_SHARED = tuple(each.name for each in dataclasses.fields(Event) if each.name not in ("version", "data"))
_records = msgspec.json.Decoder(Record)
_values = msgspec.json.Decoder()
_snapshots = msgspec.json.Encoder()
_cases = msgspec.json.Decoder(Case)


def seal_event(event: Event, seal: Seal, salt: Callable[[int], bytes] = secrets.token_bytes) -> Sealed:
    """The event as the log takes it. Raises ``NotCanonical`` for data that the format has no place for."""
    private: list[Private] = []
    fields = plain(event)
    facts = fields.pop("data", None)
    if facts is not None:
        require_json(facts)
        facts = _kept_apart(facts, "", private, salt)
    for track in fields.get("derived", {}).get("tracks", ()):
        if "pending" in track and "data" in track["pending"]:
            pending = track["pending"]
            require_json(pending["data"])
            pending["data"] = _kept_apart(pending["data"], f"{track['id']}/pending/", private, salt)
    fields["n"] = fields.pop("version")
    fields |= {
        "v": FORMAT, "log": seal.log, "seq": seal.seq, "case": seal.case_id, "recorded_at": instant_text(seal.recorded_at),
        "zone": seal.zone, "tzdata": seal.tzdata, "cause": seal.cause, "prev": seal.prev.hex(),
    }  # fmt: skip
    if facts:
        fields["facts"] = facts
    if private:
        fields["private"] = {each.field: each.commitment.hex() for each in private}
    if seal.papers:
        fields["papers"] = seal.papers
    record = canonical(fields)
    return Sealed(record, leaf_of(record), tuple(private))


def read_record(raw: bytes) -> Record:
    """The record that these bytes are. Raises ``ValueError`` if they are not one of format v1."""
    record = _records.decode(raw)
    if record.v != FORMAT:
        raise ValueError(f"formato {record.v} do registro; esta versão lê o {FORMAT}")
    return record


def mark_paper(paper: FrozenPaper, salt: bytes) -> PaperMark:
    """What the event's record says of a paper it issues."""
    return PaperMark(
        kind=paper.kind, series=paper.series, number=paper.number, template=paper.template, body=paper.body,
        track=paper.track, about=paper.about, context=context_commitment(salt, paper.context).hex(),
    )  # fmt: skip


def context_commitment(salt: bytes, context: bytes) -> bytes:
    """What binds a paper's frozen context, personal data and all, to its event without saying anything of it."""
    return commitment(salt, "context", context.hex())


def command_commitment(salt: bytes, command: Command) -> bytes:
    """What tells a repeated command from another one, without keeping its personal data. Raises ``NotCanonical``."""
    require_json(command.data)
    return commitment(salt, "command", plain(command))


def encode_case(case: Case) -> bytes:
    """The snapshot of a case: quick to write and read, no part of the record."""
    return _snapshots.encode(case)


def decode_case(raw: bytes) -> Case:
    """The case a snapshot holds. Raises ``ValueError`` if the bytes are not one."""
    return _cases.decode(raw)


def private_value(raw: bytes | None) -> Any:
    """A personal value as it was in the act's data; null once erased."""
    return None if raw is None else _values.decode(raw)


def plain(part: Any) -> dict[str, Any]:
    """A dataclass of the core as a dict, without the fields that hold their default."""
    names, defaults, values = _SHAPES[type(part)]
    return {
        name: value if type(value) in _PLAIN else _deep(value)
        for name, value, default in zip(names, values(part), defaults, strict=True)
        if value is not default and value != default
    }


def _deep(value: Any) -> Any:
    if type(value) is tuple:
        return [plain(each) for each in value] if value and type(value[0]) in _SHAPES else value
    return plain(value) if type(value) in _SHAPES else value


def _kept_apart(
    data: Mapping[str, Any], path: str, private: list[Private], salt: Callable[[int], bytes]
) -> dict[str, Any]:
    """The public part of an act's data; the personal part goes to ``private``."""
    apart = PRIVATE & data.keys()
    if data.get("field") in PRIVATE and "value" in data:  # a correction of a personal field carries it as its value
        apart |= {"value"}
    for name in sorted(apart):
        secret, field = salt(SALT_BYTES), path + name
        private.append(Private(field, commitment(secret, field, data[name]), secret, canonical(data[name])))
    return {name: value for name, value in data.items() if name not in apart} if apart else dict(data)


def _with_pending(derived: Derived, private: Mapping[str, str], values: Mapping[str, Any]) -> Derived:
    if not any("/" in field for field in private):
        return derived
    return replace(derived, tracks=tuple(_with_own(track, private, values) for track in derived.tracks))


def _with_own(track: Track, private: Mapping[str, str], values: Mapping[str, Any]) -> Track:
    start = f"{track.id}/pending/"
    mine = {field.removeprefix(start): values.get(field) for field in private if field.startswith(start)}
    if not mine or track.pending is None:
        return track
    pending = Pending(
        step=track.pending.step, effective_on=track.pending.effective_on, data={**track.pending.data, **mine}
    )
    return replace(track, pending=pending)
