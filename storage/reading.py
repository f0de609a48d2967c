"""Reading events back, with their personal fields, and the papers they issued."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from storage import sql
from storage.around import Faults
from storage.codec import (
    SALT_BYTES,
    Record,
    Told,
    decode_case,
    private_value,
    read_priors,
    read_record,
    read_told,
    tell_personal,
)
from storage.connection import Connection
from storage.faults import Conflict, Damaged
from storage.instants import read_instant
from storage.numbers import number_text
from storage.person_keys import BadSeal, PersonKeys, place
from workflow.case import Case
from workflow.event import ERASED, Event
from workflow.facts import Prior


class Issued(NamedTuple):
    """A paper that an act issued: its row, kind, series and number, and the code printed on it."""

    id: int
    kind: str
    series: str
    body: str
    number: str
    code: str


def snapshot_of(raw: bytes, case_id: str) -> Case:
    """The case as kept beside its events. Raises ``Damaged``."""
    try:
        return decode_case(raw)
    except (ValueError, RecursionError) as error:
        raise _damaged(case_id) from error


def record_of(raw: bytes, case_id: str) -> Record:
    """One of the case's events as recorded. Raises ``Damaged``."""
    with _readable(case_id):
        return read_record(raw)


def _readable(case_id: str) -> Faults:
    return Faults(lambda error: _damaged(case_id) if isinstance(error, ValueError | RecursionError) else None)


def _damaged(case_id: str) -> Damaged:
    return Damaged(f"O registro do processo {case_id} não se deixa ler; devido verify diz o que foi alterado.")


def history_of(connection: Connection, case_id: str, keys: PersonKeys) -> tuple[Event, ...]:
    """The case's events in order; empty if there is no such case. Raises ``Damaged``."""
    with _readable(case_id):
        values = _private_values(connection, case_id, keys)
        records = (read_record(row[0]) for row in connection.execute(sql.RECORDS, {"case_id": case_id}))
        return tuple(record.event(values[record.n]) for record in records)


def told_of(connection: Connection, case_id: str, keys: PersonKeys) -> tuple[Told, ...]:
    """The case's acts in order, as later papers tell them; empty if there is no such case. Raises ``Damaged``."""
    with _readable(case_id):
        values = _private_values(connection, case_id, keys)
        acts = [read_told(row[0]) for row in connection.execute(sql.RECORDS, {"case_id": case_id})]
        return tuple([tell_personal(act, values[act.version]) for act in acts])


def _private_values(connection: Connection, case_id: str, keys: PersonKeys) -> defaultdict[int, dict[str, Any]]:
    values: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    key, held = None, None
    for version, field, sealed, wrapped in connection.execute(sql.VALUES, {"case_id": case_id}):
        if wrapped is None or sealed is None:
            values[version][field] = ERASED
            continue
        if key is None or wrapped != held:  # nearly always one key for the whole case
            key, held = keys.opened(case_id, wrapped), wrapped
        values[version][field] = private_value(key.open(sealed, place(case_id, version, field))[SALT_BYTES:])
    return values


def unsealed(
    keys: PersonKeys, wrapped: bytes | None, sealed: bytes | None, case_id: str, version: int, what: str
) -> tuple[bytes, bytes] | None:
    """A salt and what it commits to; None where either the bytes or their key are gone by law. Raises ``BadSeal``."""
    if wrapped is None or sealed is None:
        return None
    plain = keys.opened(case_id, wrapped).open(sealed, place(case_id, version, what))
    return plain[:SALT_BYTES], plain[SALT_BYTES:]


def paper_text(
    keys: PersonKeys, wrapped: bytes | None, sealed: bytes, case_id: str, version: int, code: str
) -> bytes | None:
    """A paper's frozen context; None where the law had it erased, no bytes at all where it was altered."""
    try:
        found = unsealed(keys, wrapped, sealed, case_id, version, code)
    except BadSeal:
        return b""
    return None if found is None else found[1]


def priors_of(connection: Connection, case_id: str) -> tuple[tuple[str, tuple[Prior, ...]], ...]:
    """For each of the case's events in order, its step and the priors it was decided with. Raises ``Damaged``."""
    records = connection.execute(sql.RECORDS, {"case_id": case_id})
    with _readable(case_id):
        return tuple(read_priors(row[0]) for row in records)


def papers_of(connection: Connection, case_id: str, version: int) -> tuple[Issued, ...]:
    """The papers that one event issued, in order."""
    rows = connection.execute(sql.EVENT_PAPERS, {"case_id": case_id, "version": version})
    return tuple(
        Issued(document, kind, series, body, number_text(ordinal, year), code)
        for document, kind, series, body, year, ordinal, code in rows
    )


def conflict_of(connection: Connection, case_id: str, expected: int) -> Conflict:
    """What to tell someone who counted on version ``expected``: whose act came first."""
    recorded_at, raw = connection.execute(sql.LATEST, {"case_id": case_id}).fetchone()
    record = record_of(raw, case_id)
    return Conflict(
        case_id, expected, record.n, record.step, record.recorded_by or record.by, read_instant(recorded_at)
    )
