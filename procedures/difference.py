"""What changed between two resolved procedures, rule by rule: the path, its name in Portuguese, the old and the new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from procedures.difference_words import FIELDS, SECTIONS, VALUES
from procedures.wording import ACTORS, BOUND, CONDITIONS, OUTCOMES, PENALTIES, place_said, said, step_said
from workflow.length import Length
from workflow.procedure import GuardUse, Procedure

What = Literal["added", "removed", "changed"]
WHAT_SAID: Mapping[What, str] = {"added": "acrescentada", "removed": "retirada", "changed": "alterada"}
_NOT_RULES = ("id", "digest", "answers", "unanswered")
_PLACES = ("from", "also_in")
_ACTS = ("opened_by", "met_by", "suspended_by", "restarted_by")
_WORDS: Mapping[str, str] = {**BOUND, **PENALTIES, **CONDITIONS, **OUTCOMES, **ACTORS}
_MISSING = object()


class Change(NamedTuple):
    """One rule added, removed or changed. ``old`` and ``new`` as people read them, empty where there is none.

    ``gist``: of a list that kept something, what came in and what went out.
    """

    path: str
    what: What
    name: str
    old: str = ""
    new: str = ""
    gist: str = ""

    @property
    def is_quote(self) -> bool:
        """Whether what changed is the text quoted, or how a unit of it is marked, not a rule."""
        return self.path.startswith("articles.")


def differences(old: Procedure, new: Procedure, papers: Mapping[str, str] | None = None) -> list[Change]:
    """Every change, in the order of the files: an entry that is on one side only is one change.

    ``papers`` gives the title of each kind of document; without it papers go by their ids.
    """
    sides = _Sides(old=old, new=new, papers=papers or {})
    found: list[Change] = []
    for section in Procedure.model_fields:
        if section not in _NOT_RULES:
            found.extend(_between((section,), getattr(old, section), getattr(new, section), sides))
    # Of two terms that end on the same day the clock takes the one above first.
    before, after = ([name for name in a.time_limits if name in b.time_limits] for a, b in ((old, new), (new, old)))
    if before != after:
        orders = (", ".join(_limit(old, name) for name in order) for order in (before, after))
        found.append(Change("time_limits", "changed", "Prazos: ordem", *orders))
    return found


def _limit(procedure: Procedure, name: str) -> str:
    return procedure.time_limits[name].label or name


class _Sides(NamedTuple):
    old: Procedure
    new: Procedure
    papers: Mapping[str, str]

    def said(self, path: tuple[str, ...], value: Any, procedure: Procedure) -> str:
        return _said(path, value, _Words(procedure, self.papers))


class _Words(NamedTuple):
    procedure: Procedure
    papers: Mapping[str, str]


def _between(path: tuple[str, ...], a: Any, b: Any, sides: _Sides) -> Iterator[Change]:
    if a == b:
        return
    parts, others = _fields(a), _fields(b)
    if parts is not None and others is not None and (parts or others):
        for key in dict.fromkeys((*parts, *others)):
            yield from _between((*path, key), parts.get(key, _MISSING), others.get(key, _MISSING), sides)
        return
    what: What = "added" if a is _MISSING else "removed" if b is _MISSING else "changed"
    before, after = sides.said(path, a, sides.old), sides.said(path, b, sides.new)
    yield Change(".".join(path), what, _name(path, sides.old, sides.new), before, after, _gist(path, a, b, sides))


def _gist(path: tuple[str, ...], a: Any, b: Any, sides: _Sides) -> str:
    lists = isinstance(a, tuple) and isinstance(b, tuple) and not isinstance(a, Length)
    if not lists or not any(each in b for each in a):
        return ""
    went = sides.said(path, tuple(each for each in a if each not in b), sides.old)
    came = sides.said(path, tuple(each for each in b if each not in a), sides.new)
    none = _said(path, (), _Words(sides.old, {}))
    said = ((f"entra {came}", came), (f"sai {went}", went))
    return "; ".join(words for words, each in said if each != none)


def _fields(value: Any) -> dict[str, Any] | None:
    """What has parts of its own: a model by the names of the file, a map by id."""
    if isinstance(value, BaseModel) and not isinstance(value, GuardUse):
        return {field.alias or name: getattr(value, name) for name, field in type(value).model_fields.items()}
    return dict(value) if isinstance(value, dict) else None


def _written(value: BaseModel) -> dict[str, Any]:
    """The fields that say something, as an author would write them; the label is already in the name of the change."""
    return {
        field.alias or name: getattr(value, name)
        for name, field in type(value).model_fields.items()
        if name != "label" and getattr(value, name) != field.get_default(call_default_factory=True)
    }


def _name(path: tuple[str, ...], old: Procedure, new: Procedure) -> str:
    """``Prazo de defesa: duração``: the section, the entry by its label, and the field."""
    words = [SECTIONS.get(path[0], path[0])]
    rest = list(path[1:])
    if rest:
        entries = [getattr(each, path[0]) for each in (new, old)]
        entry = next((each[rest[0]] for each in entries if isinstance(each, dict) and rest[0] in each), None)
        label = getattr(entry, "label", "")
        if entry is not None:
            own = label.casefold().startswith(words[0].casefold())
            words = [label if own else f"{words[0]} “{label}”" if label else f"{words[0]} {said(rest[0], _WORDS)}"]
            rest = rest[1:]
    words += [FIELDS.get(each) or OUTCOMES.get(each) or PENALTIES.get(each) or each for each in rest]
    return ": ".join(filter(None, (words[0], ", ".join(words[1:]))))


def _said(path: tuple[str, ...], value: Any, words: _Words) -> str:
    """A value as people read it."""
    if value is _MISSING:
        return ""
    if value is None or (isinstance(value, (tuple, dict, str)) and not value):
        return "nada"
    match value:
        case bool():
            return "sim" if value else "não"
        case Length():
            return value.in_portuguese
        case Decimal():
            return f"{value.normalize():f}".replace(".", ",")
        case GuardUse():
            extra = f" ({', '.join(value.basis)})" if value.basis else ""
            return said(value.name, _WORDS) + extra
        case BaseModel():
            return _map_said(path, _written(value), words) or "nada"
        case dict():
            return _map_said(path, value, words)
        case tuple() | list():
            return ", ".join(_said(path, each, words) for each in value)
        case str():
            return _word(path, value, words)
        case _:
            return f"{value:%d/%m/%Y}" if hasattr(value, "strftime") else str(value)


def _map_said(path: tuple[str, ...], value: Mapping[str, Any], words: _Words) -> str:
    return "; ".join(
        f"{FIELDS.get(key) or OUTCOMES.get(key) or PENALTIES.get(key) or key}: {_said((*path, key), each, words)}"
        for key, each in value.items()
    )


def _word(path: tuple[str, ...], value: str, words: _Words) -> str:
    """A name of the file by its label, where the field it stands in takes such names."""
    procedure, field = words.procedure, path[-1].rpartition(".")[2]
    if field in VALUES:
        return VALUES[field].get(value, value)
    if "issues" in path or field == "publishes":
        return words.papers.get(value, value)
    if any(each in _ACTS for each in path) or field == "on_expiry":
        step, _, outcome = value.partition(":")
        special = {"warn": "só avisa", "none": "nada acontece sozinho", "final": "pena definitiva"}
        name = special.get(step) or step_said(procedure, step)
        return f"{name} ({said(outcome, OUTCOMES)})" if outcome else name
    if any(each in _PLACES or each == "to" for each in path):
        return "fica onde está" if value == "stay" else place_said(procedure, value)
    if value in procedure.bodies:
        return procedure.bodies[value].label or value
    if path[0] == "articles" or field in ("label", "unit", "basis"):
        return value
    return _WORDS.get(value, value)
