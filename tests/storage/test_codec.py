"""Bytes and back: the same event, the same case, nothing personal in between."""

import json
from datetime import date

import pytest
import rfc8785
from hypothesis import given, settings
from msgspec.structs import fields, replace

from storage.apart import put_back
from storage.codec import (
    Record,
    Seal,
    command_commitment,
    decode_case,
    encode_case,
    private_value,
    read_record,
    rewritten,
    seal_event,
)
from storage.faults import NotCanonical
from storage.papers import PaperMark
from tests.storage import events as any_
from workflow.case import Case
from workflow.event import ERASED, Command, Event
from workflow.fields import PRIVATE

SEAL = Seal(
    log="3160702/1",
    seq=9,
    case_id="000001/2027",
    recorded_at="2027-03-01T15:00:00.000123Z",
    zone="America/Sao_Paulo",
    tzdata="2026f",
    cause="k1",
    prev=bytes(32),
    papers=(PaperMark(kind="decision", series="decision", number="000001/2027", template="t", context="00" * 32),),
)


def back(sealed, *, erased=()):
    return read_record(sealed.record).event(
        {each.field: private_value(None if each.field in erased else each.value) for each in sealed.private}
    )


@settings(max_examples=200)
@given(any_.events)
def test_an_event_comes_back_the_same(event):
    sealed = seal_event(event, SEAL)
    record = read_record(sealed.record)
    assert back(sealed) == event
    assert record.seal == SEAL
    assert rewritten(record) == sealed.record


@settings(max_examples=100)
@given(any_.events)
def test_the_record_is_rfc_8785(event):
    record = seal_event(event, SEAL).record
    assert rfc8785.dumps(json.loads(record)) == record


@settings(max_examples=200)
@given(any_.cases)
def test_a_case_comes_back_the_same(case):
    assert decode_case(encode_case(case)) == case


@settings(max_examples=200)
@given(any_.commands, any_.commands)
def test_a_command_is_known_again_and_told_from_another(one, other):
    salt = bytes(32)
    same = command_commitment(salt, one, "1/2027") == command_commitment(salt, other, "1/2027")
    assert same == (one == other)
    assert command_commitment(salt, one, "1/2027") != command_commitment(b"\x01" * 32, one, "1/2027")
    assert command_commitment(salt, one, "1/2027") != command_commitment(salt, one, "2/2027")


def test_no_personal_value_is_in_the_bytes(story):
    sealed = seal_event(story.drawn_up(Case()), SEAL)
    assert {each.field for each in sealed.private} == {"respondent", "narrative"}
    for personal in (story.name, story.tax_id, "Fulano", "529982247"):
        assert personal.encode() not in sealed.record


@pytest.mark.parametrize("field", sorted(PRIVATE))
def test_a_correction_of_a_personal_field_is_personal_too(story, field):
    data = {"of": {"step": "draw_up", "date": "2027-03-01"}, "field": field, "value": "SEGREDO"}
    sealed = seal_event(replace(story.drawn_up(Case()), step="rectify", data=data), SEAL)
    assert [each.field for each in sealed.private] == ["value"]
    assert b"SEGREDO" not in sealed.record
    assert back(sealed).data == data


@pytest.mark.parametrize("field", sorted(PRIVATE))
def test_a_personal_field_is_kept_apart_however_deep_it_stands(story, field):
    data = {
        "penalties": [{"item": "36-II"}, {"item": "36-III", field: "SEGREDO"}],
        "votes": {"a/b~": {field: "SEGREDO"}},
    }
    event = replace(story.drawn_up(Case()), step="judge", data=data)
    sealed = seal_event(event, SEAL)
    assert {each.field for each in sealed.private} == {f"penalties/1/{field}", f"votes/a~1b~0/{field}"}
    assert b"SEGREDO" not in sealed.record
    assert back(sealed) == event
    erased = back(sealed, erased={f"penalties/1/{field}"}).data
    assert erased["penalties"] == [{"item": "36-II"}, {"item": "36-III", field: ERASED}]
    assert str(erased["penalties"][1][field]) == "apagado por lei"


@pytest.mark.parametrize("path", ["penalties/7/reasons", "items/x", "nothing/here", "items/0/reasons/x"])
def test_a_place_that_the_facts_do_not_have_is_no_record(story, path):
    with pytest.raises(ValueError, match="não tem o lugar"):
        put_back(story.drawn_up(Case()).data, {path: "SEGREDO"})


def test_salts_make_equal_values_look_different(story):
    first, second = (seal_event(story.drawn_up(Case()), SEAL) for _ in range(2))
    assert not {each.commitment for each in first.private} & {each.commitment for each in second.private}


def test_none_and_absent_in_an_acts_data_are_not_the_same(story):
    event = replace(story.drawn_up(Case()), data={"receipt": None})
    assert back(seal_event(event, SEAL)).data == {"receipt": None}
    assert seal_event(event, SEAL).record != seal_event(replace(event, data={}), SEAL).record


@pytest.mark.parametrize(
    "spoil", [b'{"v":2,', b'{"unknown":1,"v":1,', b"["], ids=["another format", "unknown key", "not an object"]
)
def test_bytes_of_another_format_are_refused(story, spoil):
    record = seal_event(story.drawn_up(Case()), SEAL).record.replace(b'"v":1,', b"")
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the reader says
        read_record(spoil + record[1:])


def test_every_field_of_an_event_reaches_the_record():
    record = set(Record.__struct_fields__)
    assert {each.name for each in fields(Event)} - {"version", "data"} <= record
    assert {"n", "facts"} <= record


def test_format_1_is_fixed(story):
    """The first event's bytes, pinned: no later version may write or read them otherwise."""
    sealed = seal_event(story.drawn_up(Case()), SEAL, salt=bytes)
    assert sealed.leaf.hex() == PINNED, sealed.record.decode()


PINNED = "fda81ffb5a1f826bbbc8425f71300530eeb1a6366ce9454fc8d570dacd1bb2ff"


def test_a_command_of_floats_is_refused():
    with pytest.raises(NotCanonical, match="número com vírgula"):
        command_commitment(bytes(32), Command(step="pay", on=date(2027, 1, 1), data={"amount": 68.72}), "1/2027")
