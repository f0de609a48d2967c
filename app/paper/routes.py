"""Who judges what is filed within a term: by what penalties are at stake, and through whom a petition goes up.

A body that only reconsiders its own decision does not judge the appeal; and what one authority imposed may go another
way than what another did. All of it is read from the steps of the law's file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.paper.book import Book
from app.paper.openings import act_filed
from app.paper.wording import PENALTY, act_of
from notices.dossier import Act, Body
from notices.words import capital, listed, the, to
from workflow.choosing import may_impose
from workflow.procedure import Step, TimeLimit

_MASCULINE = ("temporary_bar", "reregistration_ban")


class Route(NamedTuple):
    """What may be filed, against which penalties, who judges it, and who may first change his own decision."""

    act: Act
    codes: tuple[str, ...]
    judges: tuple[Body, ...]
    first: Body | None = None


def routes_of(book: Book, limit: TimeLimit, codes: tuple[str, ...]) -> tuple[Route, ...]:
    """The ways of what is filed within the limit, for the penalties at stake; none where nothing is judged."""
    steps = book.rules.steps
    filing = next((steps[name] for name in limit.met_by if name in steps and steps[name].does == "file"), None)
    if filing is None:
        return ()
    ways = filing.to if isinstance(filing.to, dict) else {"timely": filing.to}
    judging = _judging(book, ways.get("timely"))
    if judging is None:
        judging = next(filter(None, (_judging(book, place) for place in ways.values())), None)
    if judging is None:
        return ()
    if judging.does == "decide":
        able = [each for each in judging.by if not codes or any(_gives(book, code, each) for code in codes)]
        return (Route(act_filed(book.rules, filing.of or "file"), codes, _bodies(book, able or judging.by[:1])),)
    last = _last(book, judging)
    first = book.body(judging.by[0]) if last is not judging else None
    direct = next(
        (
            (name.removeprefix("timely_"), step)
            for name, place in ways.items()
            if name.startswith("timely_") and (step := _judging(book, place)) is not None
        ),
        None,
    )
    his_own = () if direct is None else tuple(each for each in codes if _only_by(book, each, direct[1]))
    others = tuple(each for each in codes if each not in his_own)
    found = []
    if others or not his_own:
        found.append(Route(act_filed(book.rules, filing.of or "file"), others, _bodies(book, last.by[:1]), first))
    if direct is not None and his_own:
        found.append(Route(act_of(direct[0]), his_own, _bodies(book, direct[1].by[:1])))
    return tuple(found)


def act_by(routes: tuple[Route, ...], otherwise: Act) -> Act:
    """What is filed: of two ways, both by name."""
    if len(routes) < 2:
        return routes[0].act if routes else otherwise
    return Act(name=" ou ".join(each.act.name for each in routes), gender=routes[0].act.gender)


def judged(book: Book, routes: tuple[Route, ...]) -> str:
    """Who judges, in sentences; empty where it is one body and nothing more is to be said of it."""
    if len(routes) == 1:
        return _said(routes[0]) if len(routes[0].judges) > 1 or routes[0].first else ""
    return " ".join(
        f"Contra {_named(book, each.codes)} cabe {each.act.name}: {_said(each)[:1].lower()}{_said(each)[1:]}"
        for each in routes
    )


def sent_to(routes: tuple[Route, ...]) -> str:
    """To whom a petition goes (``ao Prefeito, por intermédio da Unidade``); empty where one body says it all."""
    if len(routes) == 1 and len(routes[0].judges) == 1 and routes[0].first is None:
        return ""
    judges = listed(list(dict.fromkeys(to(body) for each in routes for body in each.judges)))
    through = [each for each in routes if each.first is not None]
    if not through:
        return judges
    whose = f"{the(through[0].act)}, " if len(routes) > 1 else ""
    return f"{judges}, {whose}por intermédio d{the(through[0].first)}" if through[0].first is not None else judges


def _said(route: Route) -> str:
    if len(route.judges) > 1:
        who = listed([the(each) for each in route.judges])
        return f"Julgam {who}, cada qual a penalidade que a lei lhe dá."
    one = f"Quem julga é {listed([the(each) for each in route.judges])}"
    return f"{one}." if route.first is None else f"{one}; antes, {the(route.first)} pode reconsiderar a decisão."


def next_step(routes: tuple[Route, ...], kind: str) -> str:
    """What happens to a petition that came in time, by its kind where the law knows two."""
    known = {act_of(kind).name} if kind else set()
    route = next((each for each in routes if each.act.name in known), routes[0] if routes else None)
    if route is None:
        return ""
    verb = "vão decidir" if len(route.judges) > 1 else "vai decidir"
    decides = f"{listed([the(each) for each in route.judges])} {verb}, e você receberá a decisão."
    if route.first is None:
        return capital(decides)
    return f"{capital(the(route.first))} pode reconsiderar a decisão; se não o fizer, {decides}"


def _judging(book: Book, place: object) -> Step | None:
    if not isinstance(place, str):
        return None
    steps = book.rules.steps.values()
    return next((each for each in steps if each.does in ("decide", "review") and place in each.source), None)


def _last(book: Book, step: Step) -> Step:
    """The review that ends the way up: the one from whose outcomes no other body's review goes on."""
    seen = [step]
    while True:
        places = seen[-1].to.values() if isinstance(seen[-1].to, dict) else (seen[-1].to,)
        further = (_judging(book, place) for place in places)
        step_on = next((each for each in further if each and each.does == "review" and each not in seen), None)
        if step_on is None:
            return seen[-1]
        seen.append(step_on)


def _gives(book: Book, code: str, body: str) -> bool:
    return may_impose(book.procedure.penalties[code], (body,))


def _only_by(book: Book, code: str, step: Step) -> bool:
    imposers = book.procedure.penalties[code].imposed_by
    return bool(imposers) and all(each in step.by for each in imposers)


def _bodies(book: Book, names: Iterable[str]) -> tuple[Body, ...]:
    return tuple(body for body in (book.body(each) for each in names) if body is not None)


def _named(book: Book, codes: tuple[str, ...]) -> str:
    """``a multa e a advertência por escrito``."""
    kinds = dict.fromkeys(book.procedure.penalties[code].kind for code in codes)
    return listed([f"{'o' if kind in _MASCULINE else 'a'} {PENALTY[kind]}" for kind in kinds])
