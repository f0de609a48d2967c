"""Towns at days when a calendar is odd, and machines whose clock leaps, stands still or runs a thousand times as fast.

A machine cannot know that it is an hour wrong, or a day: it goes by its clock. What is asked of the round is that by
its own clock nothing fires before its day in the town; that a leap it can see (backwards, or over two days of silence)
stops it; that it never does much at once unasked; and that no date of the law moves, whatever the machine said.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.office import Office
from app.watch import make_round
from procedures.municipality import TOWNS
from storage.driver import sqlite3
from tests.app import desk as here

AMERICANA = "sp_americana_lei_4019_2004"
SP, CUIABA = "America/Sao_Paulo", "America/Cuiaba"
YEARS = timedelta(days=3653)
LEAPS = [
    sign * leap for leap in (timedelta(seconds=1), timedelta(hours=1), timedelta(days=1), YEARS) for sign in (1, -1)
]
NEAR = timedelta(days=1)
"""The greatest leap that a machine cannot see by itself."""

OLD = """calendar:
  years: [2018, 2019]
  closed:
    - {day: 2018-11-02, name: Finados, kind: national, act: "Lei 662/1949, art. 1º"}
    - {day: 2018-11-15, name: Proclamação da República, kind: national, act: "Lei 662/1949, art. 1º"}
    - {day: 2019-01-01, name: Confraternização Universal, kind: national, act: "Lei 662/1949, art. 1º"}

"""
APART = timedelta(hours=3)
CASES = 5


class Era(NamedTuple):
    """A town, its law, one of its infractions, its zone, and the day on which the first of some cases is drawn up."""

    town: str
    law: str
    item: str
    zone: str
    first: date


ERAS = {
    "ordinary days": Era("mg_santos_dumont", here.SANTOS_DUMONT, "36-II", SP, date(2027, 3, 1)),
    "the year's end": Era("mg_santos_dumont", here.SANTOS_DUMONT, "36-II", SP, date(2027, 12, 18)),
    "29 February": Era("mg_santos_dumont", here.SANTOS_DUMONT, "36-II", SP, date(2028, 2, 16)),
    "Cuiabá": Era("mt_barra_do_garcas", here.BARRA, "19-I", CUIABA, date(2027, 12, 14)),
    "no midnight in São Paulo": Era("sp_americana", AMERICANA, "31-I", SP, date(2018, 10, 22)),
    "no midnight in Cuiabá": Era("sp_americana", AMERICANA, "31-I", CUIABA, date(2018, 10, 22)),
    "an hour twice in São Paulo": Era("sp_americana", AMERICANA, "31-I", SP, date(2019, 2, 4)),
    "an hour twice in Cuiabá": Era("sp_americana", AMERICANA, "31-I", CUIABA, date(2019, 2, 4)),
}


@dataclass
class Town:
    """An office with some cases under way, brought back to that state for each schedule."""

    era: Era
    desk: Office
    kept: sqlite3.Connection
    due: dict[str, date]
    starts: datetime

    def again(self) -> None:
        """As it was before any round."""
        self.kept.backup(self.desk.database.connection)


@dataclass
class Played:
    """What a schedule came to: rounds, stopped ones, and all that was wrong, in words."""

    rounds: int = 0
    stopped: int = 0
    acts: int = 0
    wrong: list[str] = field(default_factory=list)


def town_of(era: Era, folder: Path) -> Town:
    """Five cases of as many days, the last of them just under way."""
    desk = here.office(folder, str(_own_file(era, folder)))
    due: dict[str, date] = {}
    for number in range(CASES):
        due |= _case(desk, era, number, era.first + timedelta(number))
    kept = sqlite3.connect(":memory:")
    desk.database.connection.backup(kept)
    return Town(era, desk, kept, due, here.noon(era.first + timedelta(CASES - 1)))


def _own_file(era: Era, folder: Path) -> Path:
    """The town's file, in the era's zone and with a calendar of the era's years."""
    text = (TOWNS / f"{era.town}.yaml").read_text("utf-8")
    text = re.sub(r"(?m)^zone: .*$", f"zone: {era.zone}", text)
    if era.first.year < 2026:
        text = re.sub(r"(?ms)^calendar:\n.*?(?=^\S|^# )", OLD, text)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{era.town}.yaml"
    file.write_text(text, "utf-8")
    return file


def _case(desk: Office, era: Era, number: int, on: date) -> dict[str, date]:
    """A case and the morning on which the clock is to act on it."""
    respondent = {"name": f"Pessoa Exemplo {era.first:%y%m} {number}", "role": "permissionário"}
    case = here.draw_up(desk, f"{on}", item=era.item, law=era.law, respondent=respondent)
    if era.law != here.SANTOS_DUMONT:
        here.do(desk, "serve_notice", f"{on}", case=case, via="personal", receipt="signed")
    (act_on,) = (each.act_on for each in desk.store.load(case).deadlines if each.fires and each.status == "open")
    return {case: act_on}


class Machine:
    """A machine's clock while the true time goes on: right, wrong by so much, stopped, or running away."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.left = chance, 0
        self.kind, self.wrong, self.since = "right", timedelta(0), datetime.max.replace(tzinfo=UTC)

    def says(self, true: datetime) -> datetime:
        """The moment it shows; from step to step it may begin to be wrong, or be put right."""
        if self.left == 0:
            self.kind = self.chance.choice(["right", "right", "leap", "leap", "frozen", "fast"])
            self.wrong, self.since = self.chance.choice(LEAPS), true
            self.left = self.chance.randint(1, 4)
        self.left -= 1
        if self.kind == "leap":
            return true + self.wrong
        if self.kind == "frozen":
            return self.since
        return self.since + 1000 * (true - self.since) if self.kind == "fast" else true


def play(town: Town, seed: int) -> Played:
    """One schedule: rounds every few hours by one machine or two, until all is due and over; then a person says yes."""
    town.again()
    chance, played, due = random.Random(seed), Played(), dict(town.due)
    machine, true, apart = Machine(chance), town.starts, chance.choice([timedelta(0), APART])
    new = set(chance.sample(range(12), 2)) if town.era.law == here.SANTOS_DUMONT else set()
    for step in _steps():
        true += timedelta(hours=chance.uniform(3, 9))
        if true.date() > max(due.values()) + timedelta(days=2):
            break
        now = machine.says(true)
        if step in new and now == true:
            due |= _case(town.desk, town.era, CASES + step, _local(true, town.era.zone))
        _round(town, played, due, true, now + (apart if step % 2 else timedelta(0)))
    for later in (2, 3):
        _round(town, played, due, true + timedelta(days=later), true + timedelta(days=later), confirmed_by="ana")
    played.wrong += _told_wrong(town, due)
    return played


def _steps() -> Iterator[int]:
    yield from range(1_000)


def _local(moment: datetime, zone: str) -> date:
    return moment.astimezone(ZoneInfo(zone)).date()


def _round(town: Town, played: Played, due: dict[str, date], true: datetime, now: datetime, **more: str) -> None:
    done = make_round(town.desk, now, moment=lambda: now, **more)
    played.rounds, played.stopped = played.rounds + 1, played.stopped + bool(done.stopped)
    played.acts += len(done.rings)
    zone = town.era.zone
    for ring in done.rings:
        if _local(now, zone) < due[ring.case]:
            played.wrong.append(f"cedo pelo próprio relógio: {ring} às {now}")
        if _local(true + NEAR + APART, zone) < due[ring.case]:
            played.wrong.append(f"cedo: {ring} às {true}, quando a máquina dizia {now}")
    if len(done.rings) > MOST and not more:
        played.wrong.append(f"{len(done.rings)} de uma vez às {true}, quando a máquina dizia {now}")
    if done.failures:
        played.wrong.append(f"falhou: {done.failures}")


MOST = 3
"""Acts at once above which somebody is asked, for as long as these schedules last."""


def _told_wrong(town: Town, due: dict[str, date]) -> Iterator[str]:
    connection = town.desk.database.connection
    times = [at for (at,) in connection.execute("SELECT recorded_at FROM event ORDER BY seq")]
    if times != sorted(times):
        yield "a hora do registro voltou"
    for case, morning in due.items():
        acts = [each for each in town.desk.store.history(case) if each.by == "clock"]
        if len(acts) != 1:
            yield f"{case}: o relógio agiu {len(acts)} vezes"
        elif acts[0].occurred_on not in (morning, morning - timedelta(days=1)):
            yield f"{case}: datado de {acts[0].occurred_on}, e não do dia da lei, véspera de {morning}"
