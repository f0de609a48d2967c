"""A procedure made ready for work: indexes by step and trigger, the graph, the answers a step relies on.

Compiled once per procedure and kept; everything here is derived from the file, nothing is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from workflow.citation import order
from workflow.forms import Form, form_of
from workflow.graph import Graph
from workflow.procedure import ARCHIVED, ENFORCEMENT, Ends, GuardUse, LengthRange, Procedure, Starts, Step, TimeLimit

_DECIDING = ("open", "decide", "review", "lapse", "uncured", "accept")
_PRICED = (
    "penalties", "infractions", "repeat", "choice", "noncure", "confession", "groups", "circumstances",
    "money.circumstances_within", "money.repeat_over",
)  # fmt: skip
_MONEY = ("open", "fix_amounts", "pay", "refer", "accept", "spread")


class Rules:
    """One resolved procedure with the look-ups that every act needs."""

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure
        self.graph = Graph(procedure)
        self.steps = procedure.steps
        self.limits = procedure.time_limits
        self.opened_by = _index(self.limits, lambda limit: limit.opened_by)
        self.met_by = _index(self.limits, lambda limit: limit.met_by)
        self.suspended_by = _index(self.limits, lambda limit: limit.suspended_by)
        self.counted_by = frozenset(field for limit in self.limits.values() for field in _counted_by(limit))
        self.at_once = any(each.effective == "at_once" for each in procedure.penalties.values())
        self.run_by_themselves = any(each.runs is not None for each in procedure.penalties.values())
        self.restarted = tuple(name for name, limit in self.limits.items() if limit.restarted_by)
        self.rank = {name: place for place, name in enumerate(self.limits)}
        self.also_in = {name: _told_in(step) for name, step in self.steps.items()}
        self._relying: dict[str, frozenset[str]] = {}
        self.answers = {name: self._answers_of(name) for name in self.steps}
        self.clock_steps = tuple(name for name, step in self.steps.items() if "clock" in step.by)
        self._forms: dict[tuple[str, str], Form] = {}
        self.service_clock = next((name for name, step in self.steps.items() if step.does == "take_effect"), "")

    def form(self, item: str, code: str) -> Form:
        """How a code is priced for an item: the item's own price goes before the code's."""
        kept = self._forms.get((item, code))
        if kept is None:
            procedure = self.procedure
            usual = next(iter(procedure.units), "")
            kept = form_of(procedure.penalties[code], procedure.infractions.get(item), usual)
            self._forms[item, code] = kept
        return kept

    @cached_property
    def paying(self) -> frozenset[str]:
        """The party's limits that paying meets."""
        return frozenset(
            name
            for name, limit in self.limits.items()
            if limit.binds == "party" and any(self.steps[step].does == "pay" for step in limit.met_by)
        )

    @cached_property
    def early(self) -> frozenset[str]:
        """Of those limits, the ones that only a discount runs by: lapsed, nothing comes of it, and another is left."""
        until = {each.until for each in self.procedure.money.discounts.values()}
        idle = frozenset(
            name for name in self.paying if name in until and self.limits[name].on_expiry not in self.steps
        )
        return idle if idle < self.paying else frozenset()

    @cached_property
    def falls_due(self) -> frozenset[str]:
        """The limits whose last day is a fine's own: those that paying meets, but for a discount's."""
        return self.paying - self.early

    @cached_property
    def remembered(self) -> frozenset[str]:
        """The steps that some discount needs or is lost by: that they were done is kept."""
        discounts = self.procedure.money.discounts.values()
        return frozenset(step for each in discounts for step in (*each.needs, *each.lost_by))

    @cached_property
    def adds_up(self) -> bool:
        """Whether some repeat rule adds up points."""
        return any(rule.sum is not None for rule in self.procedure.repeat.values())

    @cached_property
    def figures(self) -> frozenset[str]:
        """The fields of the notice that some price depends on."""
        law = self.procedure
        priced = (*law.penalties.values(), *law.infractions.values())
        named = (name for each in priced for name in (each.of, each.bands.of if each.bands is not None else None))
        return frozenset(name for name in named if name)

    def counting(self, limit: TimeLimit) -> tuple[Starts, Ends]:
        """First-day rule and end rule of a limit: its own, or the row of whom it binds."""
        row = self.procedure.counting[limit.binds]
        return limit.starts or row.starts, limit.ends or row.ends

    def recess(self, limit: TimeLimit) -> tuple[tuple[str, str], ...]:
        """The parts of the year that do not count for a limit: its own, or those of the row of whom it binds."""
        parts = self.procedure.counting[limit.binds].recess if limit.recess is None else limit.recess
        return tuple((each.start, each.end) for each in parts)

    def tells(self, step: str, place: str) -> bool:
        """Whether the step may be told (recorded without effect on the track) in this place."""
        told = self.also_in[step]
        return told is None or place.split("/", 1)[0] in told

    def moves_from(self, step: Step, place: str) -> bool:
        """Whether the step moves a track that is in this place."""
        return place in step.source or (place.startswith(ARCHIVED) and ARCHIVED in step.source)

    def archives(self, limit: TimeLimit) -> bool:
        """Whether the limit's lapse ends the case against the authority."""
        step = self.steps.get(limit.on_expiry)
        return step is not None and step.does == "cancel"

    def extendable(self, limit: TimeLimit) -> bool:
        """Whether the term may be extended: as the file says, else only an authority's that does not archive."""
        if limit.extendable is not None:
            return limit.extendable is not False
        return limit.binds == "authority" and not self.archives(limit)

    def citation(self, item: str) -> str:
        """``36-XIX`` as the article is cited: ``36 XIX``; ``25-X`` through the file's ``article_of``."""
        article, _, rest = item.partition("-")
        head = self.procedure.article_of.get(article, article)
        return f"{head} {rest}" if rest else head

    @cached_property
    def party_limits(self) -> frozenset[str]:
        """The kinds of limit that bind the party."""
        return frozenset(name for name, limit in self.limits.items() if limit.binds == "party")

    def guard(self, step: Step, name: str) -> GuardUse | None:
        """The step's use of a guard, if it requires it."""
        return next((use for use in step.requires if use.name == name), None)

    def place_papers(self, place: str) -> tuple[str, ...]:
        """Papers issued whenever a track enters this place."""
        states = self.procedure.states
        found: list[str] = []
        for key in dict.fromkeys((place.split("/", 1)[0], place)):
            if key in states:
                found.extend(states[key].issues)
        return tuple(found)

    def _answers_of(self, name: str) -> dict[str, str]:
        """The answers whose paths the step may read: its own, its limits', and what its effect prices."""
        step = self.steps[name]
        read = [f"steps.{name}", "in_force", "services", "receipts", "counting", f"states.{ENFORCEMENT}"]
        for limit_name, limit in self.limits.items():
            if any(use.split(":")[0] == name for use in (*limit.opened_by, *limit.met_by, *limit.suspended_by)):
                read.append(f"time_limits.{limit_name}")
            if limit.on_expiry == name:
                read.append(f"time_limits.{limit_name}")
        if step.does == "open":
            read.append("same_fact")
        if step.does in _DECIDING:
            read.extend(_PRICED)
        if step.does in _MONEY:
            read.extend(("money", "units"))
        relied_on = frozenset().union(*map(self._questions_of, read))
        return {each.question: each.answer for each in self.procedure.answers if each.question in relied_on}

    def _questions_of(self, prefix: str) -> frozenset[str]:
        """The questions whose answers may change what stands under a path; most steps ask of the same paths."""
        kept = self._relying.get(prefix)
        if kept is None:
            answers, wanted = self.procedure.answers, prefix.split(".")
            kept = frozenset(each.question for each in answers if any(_touches(path, wanted) for path in each.paths))
            self._relying[prefix] = kept
        return kept


def _touches(path: str, wanted: list[str]) -> bool:
    """Whether a path lies under another, or above it; a star is any name."""
    return all(a in (b, "*") or b == "*" for a, b in zip(path.split("."), wanted, strict=False))


def _counted_by(limit: TimeLimit) -> list[str]:
    """The data of acts by which a limit is counted."""
    set_by = limit.length.set_by if isinstance(limit.length, LengthRange) else None
    fields = [limit.counts_from, limit.before, set_by, *(each.field for each in limit.instead)]
    return [field for field in fields if field is not None]


def _told_in(step: Step) -> frozenset[str] | None:
    return None if step.also_in == "any" else frozenset(step.also_in)


def _index(limits: dict[str, TimeLimit], names: Callable[[TimeLimit], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for limit_name, limit in limits.items():
        for each in names(limit):
            found.setdefault(each, []).append(limit_name)
    return {key: tuple(value) for key, value in found.items()}


_compiled: dict[int, tuple[Procedure, Rules]] = {}
KEPT = 32
"""Procedures whose rules are kept: whoever reads a law anew at each round would otherwise fill the memory with them."""


def rules_of(procedure: Procedure) -> Rules:
    """The compiled rules of a procedure, made once while it is among the latest."""
    kept = _compiled.get(id(procedure))
    if kept is None or kept[0] is not procedure:
        kept = _compiled[id(procedure)] = (procedure, Rules(procedure))
        for oldest in tuple(_compiled)[:-KEPT]:
            _compiled.pop(oldest, None)
    return kept[1]


def sorted_articles(articles: Iterable[str]) -> tuple[str, ...]:
    """Citations in reading order, each once."""
    return tuple(sorted(dict.fromkeys(articles), key=order))
