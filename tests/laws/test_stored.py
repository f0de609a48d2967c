"""What the invented laws make happen is written to the record and read back the same, acts and cases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from storage.codec import Seal, decode_case, encode_case, read_record, seal_event
from tests.laws.played import cases, played
from workflow.event import Event
from workflow.fields import PRIVATE

INVENTED = {name: (told, answers) for name, told, answers in cases() if told.law.startswith("xx_")}
SEAL = Seal(
    log="registro", seq=1, case_id="000001/2029", recorded_at="2029-01-02T00:00:00.000000Z", zone="UTC",
    tzdata="2026a", cause="", prev=bytes(32), papers=(),
)  # fmt: skip


def public(event: Event) -> Event:
    return replace(event, data={name: value for name, value in event.data.items() if name not in PRIVATE})


@pytest.mark.parametrize("name", INVENTED)
def test_every_act_and_the_case_are_read_back_as_they_were(name):
    play = played(*INVENTED[name])
    for event in map(public, play.events):
        record = read_record(seal_event(event, SEAL).record)
        assert replace(record.public, data={}) == replace(event, data={})
    assert decode_case(encode_case(play.case)) == play.case
