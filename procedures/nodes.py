"""Turns YAML nodes into plain values with the place of each, and refuses what a law file has no use for."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from procedures.faults import syntax_in_portuguese
from workflow.errors import Fault, LawFaults

FieldPath = tuple[str | int, ...]

_TAG = "tag:yaml.org,2002:"
_TAGS = frozenset({"map", "seq", "str", "int", "float", "bool", "null", "timestamp", "merge", "value"})
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Parsed:
    """One walk over the nodes: plain values, positions, and all faults that YAML itself lets pass."""

    def __init__(self, name: str, root: Node) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self.positions: dict[FieldPath, tuple[int, int]] = {(): _place(root)}
        self.data = self._value(root, ())

    def _fault(self, node: Node, what: str) -> None:
        line, column = _place(node)
        self.faults.append(Fault(f"{self.name}:{line}:{column}", what))

    def _value(self, node: Node, path: FieldPath) -> Any:
        if node.anchor is not None:
            self._fault(node, "âncoras (&) e apelidos (*) não são aceitos: escreva por extenso em cada lugar")
            return None
        if str(node.tag).removeprefix(_TAG) not in _TAGS:
            self._fault(node, f"a marca '{node.tag}' não é aceita: escreva só o valor")
            return None
        if isinstance(node, MappingNode):
            return self._map(node, path)
        if isinstance(node, SequenceNode):
            return [self._item(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node, node.value)

    def _item(self, node: Node, path: FieldPath) -> Any:
        self.positions[path] = _place(node)
        return self._value(node, path)

    def _map(self, node: MappingNode, path: FieldPath) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self._fault(key, "uma chave tem de ser um nome, não um mapa nem uma lista")
                continue
            here = (*path, key.value)
            if key.value in values:
                line, _ = self.positions[here]
                self._fault(key, f"chave repetida {key.value!r}: já está na linha {line}")
                continue
            self.positions[here] = _place(key)
            values[key.value] = self._value(value, here)
        return values

    def _scalar(self, node: Node, text: str) -> Any:
        match str(node.tag).removeprefix(_TAG):
            case "null":
                return None
            case "bool" if text.lower() in ("true", "false"):
                return text.lower() == "true"
            case "int" | "float" as tag:
                return self._number(node, text, int if tag == "int" else float)
            case "timestamp" if _DAY.fullmatch(text):
                return self._day(node, text)
            case _:
                return text

    def _number(self, node: Node, text: str, kind: type[int | float]) -> int | float | None:
        try:
            return kind(text)
        except ValueError:
            self._fault(node, f"número {text!r} não se entende: escreva em algarismos, ou entre aspas")
            return None

    def _day(self, node: Node, text: str) -> date | None:
        try:
            return date.fromisoformat(text)
        except ValueError:
            self._fault(node, f"o dia {text} não existe no calendário")
            return None


def _place(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def parse(raw: bytes, name: str) -> Parsed:
    """The one document in these bytes; raises ``LawFaults`` with all that is wrong with it as YAML."""
    # Nodes are composed but not constructed: the constructor would stop at the first repeated key, turn
    # a day that does not exist into an error without a place, and lose how a key was written.
    text = decoded(raw, name)
    try:
        root = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise LawFaults([Fault(place, syntax_in_portuguese(error))]) from None
    except RecursionError:
        raise LawFaults([Fault(name, "há listas ou mapas demais um dentro do outro")]) from None
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        what = f"há um caractere de controle (código {error.character}): apague-o"
        raise LawFaults([Fault(f"{name}:{line}", what)]) from None
    if root is None:
        raise LawFaults([Fault(name, "o arquivo está vazio")])
    parsed = Parsed(name, root)
    if parsed.faults:
        raise LawFaults(dict.fromkeys(parsed.faults))
    return parsed


def decoded(raw: bytes, name: str) -> str:
    """The text of a file's bytes; raises ``LawFaults`` with the first line that is not UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise LawFaults([Fault(f"{name}:{line}", "o arquivo não está em UTF-8: salve-o nessa codificação")]) from None
