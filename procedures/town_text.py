"""Writes into a town's file in the right place and leaves every other byte as it was, comments included."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

Path = tuple[str | int, ...]


def with_item(text: str, path: Path, place: int, entry: Mapping[str, Any]) -> str:
    """The file with one more entry in the list at ``path``, before the one that was at ``place`` (or at the end).

    A list that was empty or not there begins with it.
    """
    found = _found(text, path)
    if found is None:
        return _with_key(text, path, f"\n{' ' * (_depth(text, path) + 2)}- {_flow(entry)}")
    key_column, node = found
    if not isinstance(node, SequenceNode) or not node.value:
        new = f"\n{' ' * (key_column + 2)}- {_flow(entry)}"
        return text[: _start(node)].rstrip() + new + text[node.end_mark.index :]
    before, after = node.value[: place or None] if place else [], node.value[place:]
    if node.flow_style:
        at = _end(before[-1]) if before else _start(after[0])
        return text[:at] + (f", {_flow(entry)}" if before else f"{_flow(entry)}, ") + text[at:]
    column = node.value[0].start_mark.column - 2
    line = f"{' ' * column}- {_flow(entry)}"
    if before:
        at = _line_end(text, _end(before[-1]))
        return f"{text[:at]}\n{line}{text[at:]}"
    at = text.rfind("\n", 0, _start(after[0])) + 1
    return f"{text[:at]}{line}\n{text[at:]}"


def with_field(text: str, path: Path, value: object) -> str:
    """The file with one field of an entry given another value, or given for the first time."""
    found = _found(text, path)
    if found is not None:
        _, node = found
        return text[: _start(node)] + _scalar(value) + text[_end(node) :]
    whole = _found(text, path[:-1])
    if whole is None:
        raise LookupError(path)
    _, node = whole
    assert isinstance(node, MappingNode)
    said = f"{path[-1]}: {_scalar(value)}"
    at = _end(node.value[-1][1])
    if node.flow_style:
        return f"{text[:at]}, {said}{text[at:]}"
    at = _line_end(text, at)
    return f"{text[:at]}\n{' ' * node.value[0][0].start_mark.column}{said}{text[at:]}"


def with_list(text: str, path: Path, values: Sequence[str]) -> str:
    """The file with the list at ``path`` written anew, one value a line."""
    found = _found(text, path)
    if found is None:
        raise LookupError(path)
    key_column, node = found
    lines = "".join(f"\n{' ' * (key_column + 2)}- {_scalar(each)}" for each in values)
    return text[: _start(node)].rstrip() + lines + text[_end(node) :]


def _with_key(text: str, path: Path, block: str) -> str:
    """The file with a new key at the end of the map that should hold it."""
    whole = _found(text, path[:-1])
    if whole is None:
        raise LookupError(path)
    key_column, node = whole
    if not node.value:  # an empty map, as ``answers: {}``
        head = text[: _start(node)].rstrip()
        return f"{head}\n{' ' * (key_column + 2)}{path[-1]}:{block}{text[_end(node) :]}"
    at = _line_end(text, _end(node.value[-1][1]))
    return f"{text[:at]}\n{' ' * node.value[0][0].start_mark.column}{path[-1]}:{block}{text[at:]}"


def _depth(text: str, path: Path) -> int:
    """The column of a key that is still to be written."""
    whole = _found(text, path[:-1])
    if whole is None:
        raise LookupError(path)
    key_column, node = whole
    return int(node.value[0][0].start_mark.column) if node.value else key_column + 2


def _found(text: str, path: Path) -> tuple[int, Node] | None:
    """The node at a path and the column of the key it stands under; ``None`` if it is not there."""
    node: Node = YAML(pure=True).compose(text)
    column = -2
    for step in path:
        if isinstance(node, MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == step), None)
            if pair is None:
                return None
            column, node = pair[0].start_mark.column, pair[1]
        elif isinstance(node, SequenceNode) and isinstance(step, int):
            node = node.value[step]
        else:
            return None
    return column, node


def _start(node: Node) -> int:
    return int(node.start_mark.index)


def _end(node: Node) -> int:
    """Where what is written of a node ends, before comments that the reader counts to it."""
    if not isinstance(node, (MappingNode, SequenceNode)) or node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1] if isinstance(node, MappingNode) else last)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _flow(entry: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{name}: {_scalar(value)}" for name, value in entry.items()) + "}"


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)
