"""Records the histories anew, by today's program: ``python -m tests.upgrade.recording [LAW …]``.

They are every worked case of every law, and so many invented by the simulation. To be done when a version is released
that declares its differences in CHANGELOG.md; never to make a test pass.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from app import logs
from app import play as playing
from app.simulation import docket
from app.simulation.rates import Rates
from app.simulation.scene import scene
from procedures.loader import Law
from procedures.municipality import TOWNS, Town, load_town
from procedures.registry import law as law_named
from tests.laws.played import FICTIONAL, cases
from tests.upgrade.histories import Asked, History, Known, Volume, differing, end_of, keep, outcome, papers_of
from workflow.case import Case
from workflow.engine import decide, evolve, next_morning_of
from workflow.event import Command, Event
from workflow.facts import Facts
from workflow.procedure import Procedure

INVENTED, SEED = 40, 1946
"""Histories of each law that the simulation invents, and its seed."""
CHOSEN = {"mg_lavras_lei_4545_2020": {"profile": "interim"}}
"""Answers without which a law opens nothing."""
TOWN = {
    "mg_lavras_lei_4545_2020": TOWNS / "mg_lavras.yaml",
    "mg_santos_dumont_lei_4814_2026": TOWNS / "mg_santos_dumont.yaml",
    "mt_barra_do_garcas_lei_4937_2025": TOWNS / "mt_barra_do_garcas.yaml",
    "sp_americana_lei_4019_2004": TOWNS / "sp_americana.yaml",
    "xx_lagoa_serena_lei_58_2029": FICTIONAL / "xx_lagoa_serena.yaml",
}


class Recorder:
    """Decides in the engine's place, and keeps what was asked and what came of it, a case after the other."""

    def __init__(self, name: str, answers: dict[str, str], published_on: Any) -> None:
        self.name, self.answers, self.published_on = name, answers, published_on
        self.made: list[tuple[History, list[Event], Procedure]] = []

    def decide(self, procedure: Procedure, case: Case, command: Command, facts: Facts) -> Event:
        if not self.made or (not case.tracks and self.made[-1][1]):
            self._begin(procedure, facts)
        history, events, _ = self.made[-1]
        came, event = outcome(procedure, replace(case, id=history.name), command, facts)
        asked = Asked(
            command=command, today=facts.today, earlier=facts.earlier, past=facts.known is not None, came=came
        )
        history.asked.append(asked)
        if event is None:
            return decide(procedure, case, command, facts)  # which refuses
        after = evolve(case, event)
        asked.wakes = next_morning_of(procedure, after, event)
        history.end = end_of(replace(after, id=history.name))
        events.append(event)
        return event

    def _begin(self, procedure: Procedure, facts: Facts) -> None:
        name = f"{self.name}/{len(self.made) + 1}" if self.made else self.name
        known = Known(
            calendar=facts.calendar, units=dict(facts.units), members=facts.members, priors=facts.priors,
            town=facts.town,
        )  # fmt: skip
        history = History(
            name=name, answers=self.answers, published_on=self.published_on, known=known, asked=[], papers=[],
            end=end_of(Case(id=name)),
        )  # fmt: skip
        self.made.append((history, [], procedure))

    @contextmanager
    def instead(self, module: Any) -> Iterator[None]:
        """While this lasts, a module's decisions are this one's."""
        module.decide = self.decide
        try:
            yield
        finally:
            module.decide = decide


def record(law: Law) -> Volume:
    """Every history of a law."""
    file = TOWN.get(law.id)
    town = load_town(file) if file else None
    recorders = []
    for name, told, answers in cases():
        if told.law == law.id:
            recorder = Recorder(name, answers, told.published_on)
            with recorder.instead(playing):
                playing.play(told, law.resolve(answers, published_on=told.published_on))
            recorders.append(recorder)
    chosen = CHOSEN.get(law.id, {})
    staged = scene(law.resolve(chosen), town, Rates(), SEED)
    for number in range(INVENTED):
        recorder = Recorder(f"simulação {number}", chosen, None)
        with recorder.instead(docket):
            docket.run(staged, [number])
        recorders.append(recorder)
    return Volume(
        law=law.id,
        parts={name: raw.decode() for name, raw in law.parts().items()},
        town=town.model_dump(mode="json", by_alias=True) if town else None,
        histories=[_with_papers(law, town, *each) for recorder in recorders for each in recorder.made],
    )


def _with_papers(law: Law, town: Town | None, history: History, events: list[Event], procedure: Procedure) -> History:
    history.papers = papers_of(law, town, procedure, events) if town else []
    history = msgspec.json.decode(msgspec.json.encode(history), type=History)
    assert list(differing(law, town, history)) == [], history.name
    return history


if __name__ == "__main__":
    logs.configure(as_json=True, level=logging.CRITICAL)
    for law_id in sys.argv[1:] or sorted({told.law for _, told, _ in cases()}):
        made = record(law_named(law_id, FICTIONAL))
        keep(made)
        asked = sum(len(each.asked) for each in made.histories)
        sys.stdout.write(f"{law_id}: {len(made.histories)} histórias, {asked} pedidos\n")
