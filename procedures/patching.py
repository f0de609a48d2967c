"""Answers as patches: what an answer to an open question changes in a law's data, place by place."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from workflow.procedure import Procedure


def touched(question: Mapping[str, Any]) -> list[str]:
    """Every path an answer to the question may set."""
    value = question.get("value") or []
    paths = _paths(value)
    for option in (question.get("options") or {}).values():
        paths.extend((option or {}).get("set") or {})
    return list(dict.fromkeys(paths))


def changes(question: Mapping[str, Any], answer: str) -> dict[str, Any]:
    """What an answer puts in place of what: path to value."""
    options = question.get("options") or {}
    if answer in options:
        return dict((options[answer] or {}).get("set") or {})
    return dict.fromkeys(_paths(question.get("value") or []), answer)


def patch(data: dict[str, Any], question: Mapping[str, Any], answer: str) -> Iterable[str]:
    """Apply one answer to the file's data; yields what is wrong with it."""
    options = question.get("options") or {}
    if answer not in options and not question.get("value"):
        yield f"a resposta {answer!r} não existe; as respostas são {', '.join(options)}"
        return
    for path, new in changes(question, answer).items():
        steps = path.split(".")
        if steps[0] not in Procedure.model_fields or not _set(data, steps, new):
            yield f"o caminho {path!r} não existe neste arquivo"


def _paths(value: Any) -> list[str]:
    return [str(each) for each in (value if isinstance(value, list) else [value])]


def _set(data: Any, path: list[str], new: Any) -> bool:
    """Set a value at a path; ``*`` reaches every entry. The last key may be one the file left out."""
    head, rest = path[0], path[1:]
    if not isinstance(data, dict):
        return False
    if head == "*":
        return bool(data) and all(_set(data, [name, *rest], new) for name in list(data))
    if not rest:
        data[head] = changed(data.get(head), new)
        return True
    if head not in data:
        return False
    if data[head] is None:
        data[head] = {}
    return _set(data[head], rest, new)


def changed(old: Any, new: Any) -> Any:
    """The new value; ``{add: […], drop: […]}`` changes a list, so that two answers may reach the same one."""
    lists = isinstance(new, dict) and all(isinstance(each, list | None) for each in new.values())
    if isinstance(old, list) and lists and new and set(new) <= {"add", "drop"}:
        kept = [each for each in old if each not in (new.get("drop") or [])]
        return [*kept, *(each for each in copy.deepcopy(new.get("add") or []) if each not in kept)]
    return copy.deepcopy(new)
