"""Loads a law's folder: the file, the layers it takes from, and the answers that make it one procedure.

A layer's entry is taken by name and is the ground for the law's own keys: a key written in the law
replaces the layer's, one level deep. An answer is a patch of values at paths of the same file; what
comes out is a plain procedure with no questions left.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from procedures.faults import faults_of
from procedures.layering import Layer, load_layers
from procedures.nodes import FieldPath, decoded
from procedures.patching import changes, patch, touched
from procedures.reaching import drop_unreachable
from procedures.reader import Document, cached_read, file_bytes
from procedures.text import LawText, read_text
from workflow.checks import walkable
from workflow.due_process import due_process
from workflow.errors import Fault, LawFaults
from workflow.procedure import OpenQuestion, Procedure

FILE, TEXT, REHEARSALS = "procedure.yaml", "law.txt", "rehearsals.yaml"


@dataclass(kw_only=True)
class Law:
    """One law's folder as read, before any answer; ``resolve`` makes the procedure."""

    id: str
    folder: Path
    document: Document
    layers: dict[str, Layer]
    raw_text: bytes
    _resolved: dict[str, Procedure] = field(default_factory=dict)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The file with what it takes from layers merged in."""
        return _merged(self)

    @cached_property
    def text(self) -> LawText:
        """The law's own text by units."""
        name = f"{self.id}/{TEXT}"
        return read_text(decoded(self.raw_text, name), name)

    @cached_property
    def _sound_questions(self) -> dict[str, Mapping[str, Any]]:
        """The questions that are of the shape of one; what is wrong with the others is told of the whole file."""
        found = self.data.get("open_questions")
        return {name: each for name, each in (found if isinstance(found, dict) else {}).items() if _is_question(each)}

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the bytes of everything the procedure is made of."""
        seal = sha256()
        for name, raw in self.parts().items():
            seal.update(f"{name}\0{len(raw)}\0".encode())
            seal.update(raw)
        return seal.hexdigest()

    def parts(self) -> dict[str, bytes]:
        """The files the procedure is made of, by name: what the record keeps."""
        used = {
            name: self.layers[name].document.raw for name in self.document.data.get("take") or {} if name in self.layers
        }
        return {
            FILE: self.document.raw,
            TEXT: self.raw_text,
            **{f"layers/{name}.yaml": raw for name, raw in used.items()},
        }

    @cached_property
    def questions(self) -> dict[str, OpenQuestion]:
        """The law's open questions by id."""
        return self.resolve().open_questions

    @property
    def rehearsals(self) -> Path:
        """Where the law's own worked cases are."""
        return self.folder / REHEARSALS

    def resolve(self, answers: Mapping[str, str] | None = None, *, published_on: date | None = None) -> Procedure:
        """The procedure under these answers (the file's defaults where none is given).

        Raises ``LawFaults`` for an unknown question or answer, and for whatever does not hold once patched.
        """
        given = dict(sorted((answers or {}).items()))
        key = json.dumps([given, str(published_on or "")])
        if key not in self._resolved:
            self._resolved[key] = self._resolve(given, published_on, key)
        return self._resolved[key]

    def tried(self, answers: Mapping[str, str]) -> Procedure:
        """Like ``resolve``, and not kept: for looking at many answers one after another."""
        given = dict(sorted(answers.items()))
        return self._resolve(given, None, json.dumps([given, ""]))

    def _resolve(self, given: Mapping[str, str], published_on: date | None, key: str) -> Procedure:
        data = copy.deepcopy(self.data)
        questions = self._sound_questions
        faults = [
            Fault(self.document.where(("open_questions",)), f"não há a questão {name!r}; há {', '.join(questions)}")
            for name in given
            if name not in questions
        ]
        in_force, unanswered, patched = [], {}, {}
        for name, question in questions.items():
            answer = given.get(name, question.get("default"))
            if answer is None:
                unanswered[name] = {"asks": question.get("asks", ""), "basis": question.get("basis", [])}
                continue
            faults.extend(
                Fault(self.document.where(("open_questions", name)), what)
                for what in patch(data, question, str(answer))
            )
            option = (question.get("options") or {}).get(str(answer)) or {}
            patched.update(dict.fromkeys(changes(question, str(answer)), (name, str(answer))))
            in_force.append(
                {
                    "question": name,
                    "answer": str(answer),
                    "paths": touched(question),
                    "warns": option.get("warns", ""),
                    "cites": option.get("cites", []),
                }
            )
        if faults:
            raise LawFaults(faults)
        if published_on is not None:
            data["in_force"]["published_on"] = published_on
        data.update(
            id=self.id,
            answers=in_force,
            unanswered=unanswered,
            digest=sha256(f"{self.digest}\0{key}".encode()).hexdigest(),
        )
        try:
            procedure = Procedure.model_validate(data)
        except ValidationError as error:
            where = partial(self._where, patched)
            raise LawFaults(faults_of(error, self.document, Procedure, data=data, where=where)) from None
        self._refuse_combination(procedure)
        return procedure

    def _where(self, patched: Mapping[str, tuple[str, str]], path: FieldPath) -> str:
        """The place of a value: where the answer that put it there is written, else where it stands itself."""
        shown = ".".join(map(str, path))
        for changed, (question, answer) in patched.items():
            if f"{shown}.".startswith(f"{changed}."):
                return self.document.where(("open_questions", question, "options", answer, "set", changed))
        return self.document.where(path)

    def _refuse_combination(self, procedure: Procedure) -> None:
        """Refuse answers that only together go around the hearing: each alone is judged when the law is checked."""
        chosen = [
            f"{each.question} = {each.answer}"
            for each in procedure.answers
            if each.answer != procedure.open_questions[each.question].default
        ]
        if len(chosen) > 1 and walkable(procedure):
            where = self.document.where(("open_questions",))
            together = f"as respostas {', '.join(chosen)} juntas: "
            faults = [Fault(where, together + str(each)) for each in due_process(procedure).faults]
            if faults:
                raise LawFaults(faults)


def law_of(name: str, parts: Mapping[str, bytes]) -> Law:
    """A law made again from the bytes the record kept (``Law.parts``): what running cases are pinned to."""
    layers = dict(load_layers())
    for part, raw in parts.items():
        if part.startswith("layers/"):
            layer = part.removeprefix("layers/").removesuffix(".yaml")
            layers[layer] = Layer(name=layer, document=cached_read(raw.decode(), part))
    document = cached_read(parts[FILE].decode(), f"{name}/{FILE}")
    return Law(id=name, folder=Path(name), document=document, layers=layers, raw_text=parts[TEXT])


def load_law(folder: Path) -> Law:
    """Read a law's folder; raises ``LawFaults`` for what is missing or is not YAML."""
    file, text = folder / FILE, folder / TEXT
    missing = [each.name for each in (file, text) if not each.is_file()]
    if missing:
        raise LawFaults([Fault(str(folder), f"falta {name}") for name in missing])
    away = [each for each in (file, text) if not each.resolve().is_relative_to(folder.resolve())]
    if away:  # the law is its folder: what lies elsewhere would change without it
        what = "é um atalho para fora da pasta da lei: ponha nela o próprio arquivo"
        raise LawFaults([Fault(f"{folder.name}/{each.name}", what) for each in away])
    document = cached_read(file, f"{folder.name}/{FILE}")
    if not isinstance(document.data, dict):
        raise LawFaults([Fault(document.where(), "o arquivo deve ser um mapa de seções")])
    raw_text = file_bytes(text, f"{folder.name}/{TEXT}")
    return Law(id=folder.name, folder=folder, document=document, layers=load_layers(), raw_text=raw_text)


def _merged(law: Law) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(law.document.data)
    _require_taken(law)
    faults = []
    taken_steps: list[str] = []
    for layer_name, sections in (data.get("take") or {}).items():
        layer = law.layers.get(layer_name)
        if layer is None:
            faults.append((layer_name, f"não há a camada {layer_name!r}; há {', '.join(law.layers)}"))
            continue
        for section, names in (sections or {}).items():
            source = layer.document.data.get(section)
            if source is None:
                faults.append((layer_name, f"a camada {layer_name} não tem a seção {section!r}"))
                continue
            own = data.get(section) or {}
            if not isinstance(own, dict):
                continue  # told when the whole is typed, as every entry that is no map of fields
            if section == "recusal":
                data["recusal"] = {**source, **own}
                continue
            merged = {}
            for name in names:
                if name not in source:
                    faults.append((layer_name, f"a camada {layer_name} não tem {section}.{name}"))
                    continue
                given = own.get(name) or {}
                merged[name] = {**copy.deepcopy(source[name]), **given} if isinstance(given, dict) else given
                if section == "steps":
                    taken_steps.append(name)
            data[section] = {
                **{name: merged.get(name, each) for name, each in own.items()},
                **{n: m for n, m in merged.items() if n not in own},
            }
    if faults:  # places are looked for only now: finding one reads the whole file again
        raise LawFaults([Fault(law.document.where(("take", layer)), what) for layer, what in faults])
    drop_unreachable(law, data, taken_steps)
    return data


_TAKEN: TypeAdapter[Any] = TypeAdapter(dict[str, dict[str, tuple[str, ...]]])
_QUESTION = TypeAdapter(OpenQuestion)


def _require_taken(law: Law) -> None:
    """What is taken makes the file whole, so it has to be read before the whole is typed; raises ``LawFaults``."""
    try:
        _TAKEN.validate_python(law.document.data.get("take") or {})
    except ValidationError as error:
        raise LawFaults(faults_of(error, law.document, dict[str, dict[str, tuple[str, ...]]], ("take",))) from None


def _is_question(value: Any) -> bool:
    try:
        _QUESTION.validate_python(value)
    except ValidationError:
        return False
    return True
