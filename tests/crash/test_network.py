"""A network that fails on the way to PostgreSQL: no act lost or done twice, an answer in time, the same key again."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from app import casework
from app.office import Office
from storage import postgres_connection
from storage.faults import StorageFault
from tests.app import desk as here
from tests.crash import town
from tests.crash.scale import LINES, say, sized
from tests.crash.town import Ack
from tests.crash.wire import HOWS, WHENS, Fault, Wire
from tests.databases import APP, TOLD, cluster, served
from tests.server import PASSWORD

IN_TIME = 30.0
"""Seconds within which whoever asks is answered."""
SHORT = 0.5
"""Seconds of patience in most scenarios, for which a line that is slow by nature is still quick enough."""
REAL = 3
"""Black holes that are waited for as long as the product does, in the whole run."""
PATIENCE = postgres_connection.ANSWER
ACTS, MESSAGES = 4, 60
"""What a case of acts sends, at least."""
SAID = ("Nada foi gravado", "não se sabe se o ato ficou gravado")


@pytest.fixture
def wire(tmp_path) -> Iterator[Wire]:
    """A line to a record of its own, by the address that the folder tells."""
    with served(tmp_path) as name:
        wire = Wire(cluster().admin)
        (tmp_path / TOLD).write_text(f"postgresql://{APP}:{PASSWORD}@127.0.0.1:{wire.port}/{name}")
        yield wire
        wire.close()


class Told(NamedTuple):
    """What came of a scenario: the acts in the end, what was wrong, what was refused, the slowest answer in seconds."""

    acks: list[Ack]
    wrong: list[str]
    refused: str
    slowest: float


def scenario(desk: Office, wire: Wire, name: str, fault: Fault) -> Told:
    """A case of acts while the network fails, asked again with the same keys once it works."""
    wire.arm(fault)
    answered, wrong, refused, slowest, begun = list[Ack](), list[str](), "", 0.0, time.monotonic()
    try:
        for ack in town.acts(desk, name):
            answered.append(ack)
            slowest, begun = max(slowest, time.monotonic() - begun), time.monotonic()
    except StorageFault as said:
        refused = str(said)
        if not any(each in refused for each in SAID):
            wrong.append(refused)
    except Exception as error:  # noqa: BLE001 - any other answer is one that nobody could understand
        wrong.append(f"{type(error).__name__} {error}")
    slowest = max(slowest, time.monotonic() - begun)
    if slowest > IN_TIME:
        wrong.append(f"an answer after {slowest:.0f} s")
    if not wire.struck:
        wrong.append("the network did not fail")
    wire.heal()
    postgres_connection.ANSWER = PATIENCE
    acks = list(town.acts(desk, name))
    if acks[: len(answered)] != answered:
        wrong.append(f"answered {answered}, and then {acks}")
    return Told(acks, [f"{name} {fault}: {each}" for each in wrong], refused, slowest)


def scenarios(desk: Office, wire: Wire, many: int, patch: pytest.MonkeyPatch) -> list[Told]:
    """Every way to fail at every kind of moment, at messages drawn by lot."""
    chance, told = random.Random(many), []
    for number in range(many):
        when, how = WHENS[number % len(WHENS)], HOWS[number // len(WHENS) % len(HOWS)]
        nth = chance.randint(1, ACTS if "commit" in when else MESSAGES)
        patch.setattr(postgres_connection, "ANSWER", SHORT)
        told.append(scenario(desk, wire, f"r{number}", Fault(how, when, nth)))
    return told


def wrong_in(desk: Office, acks: list[Ack]) -> list[str]:
    (there,) = desk.database.connection.execute("SELECT count(*) FROM event").fetchone()
    return town.wrong(desk, acks) + [f"{there} acts for {len(acks)} asked"] * (there != len(acks))


@sized(LINES)
def test_whatever_the_network_does_no_act_is_lost_or_done_twice(wire, tmp_path, many, monkeypatch):
    desk = town.opened(tmp_path)
    before = list(town.acts(desk, "antes"))
    told = scenarios(desk, wire, many, monkeypatch)
    acks = [*before, *(ack for each in told for ack in each.acks)]
    assert ([wrong for each in told for wrong in each.wrong], wrong_in(desk, acks)) == ([], [])
    refused, unsure = (sum(word in each.refused for each in told) for word in SAID)
    slowest = max(each.slowest for each in told)
    say(f"{many} scenarios, {len(acks)} acts, {refused} refused, {unsure} unsure, slowest answer {slowest:.1f} s")
    assert refused >= many // 4
    assert unsure >= many // 12
    desk.database.close()


def test_an_answer_is_waited_for_longer_than_a_server_takes_and_shorter_than_people_wait():
    settings, network = postgres_connection._SETTINGS, postgres_connection._NETWORK
    assert float(settings["statement_timeout"].removesuffix("s")) < postgres_connection.ANSWER
    assert postgres_connection.ANSWER + network["connect_timeout"] < IN_TIME


@pytest.mark.heavy
@pytest.mark.parametrize("nth", range(1, 1 + REAL))
def test_a_black_hole_is_noticed_in_time(wire, tmp_path, nth):
    desk = town.opened(tmp_path)
    told = scenario(desk, wire, "r", Fault("black hole", "asked", 12 * nth))
    assert (told.wrong, wrong_in(desk, told.acks)) == ([], [])
    assert told.slowest > postgres_connection.ANSWER
    say(f"answered after {told.slowest:.1f} s: {told.refused}")
    desk.database.close()


def test_whoever_does_not_know_a_key_again_is_seen_to_act_twice(wire, tmp_path, monkeypatch):
    """The harness's own proof."""
    handle = casework.handle
    monkeypatch.setattr(
        here, "handle", lambda office, asked, now: handle(office, replace(asked, key=secrets.token_hex(8)), now)
    )
    desk = town.opened(tmp_path)
    told = scenario(desk, wire, "r", Fault("reset", "commit answered", 1))
    assert wrong_in(desk, told.acks) != []
    desk.database.close()
