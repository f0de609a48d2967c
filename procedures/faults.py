"""Says in Portuguese, with its place, everything that is wrong in a file: syntax, names, kinds of value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails
from ruamel.yaml.error import MarkedYAMLError

from procedures.phrases import SHAPES, phrase
from procedures.unsaid import not_yet_said
from workflow.errors import Fault

if TYPE_CHECKING:
    from procedures.reader import Document

Path = tuple[str | int, ...]

_SYNTAX = {
    "mapping values are not allowed here": "há dois-pontos fora do lugar: confira o recuo, ou use aspas no texto",
    "sequence entries are not allowed here": "há um item de lista ('-') fora do lugar: comece-o em linha própria",
    "expected <block end>": "o recuo desta linha não combina com as de cima, ou há texto depois de aspas fechadas",
    "expected ','": "falta vírgula, ou falta fechar ']' ou '}'",
    "could not find expected ':'": "faltam os dois-pontos depois do nome",
    "found character '\\t'": "há tabulação onde se esperam espaços: troque-a por espaços",
    "found character": "este sinal não pode começar um valor: ponha o texto entre aspas",
    "found unexpected end of stream": "há aspas abertas e não fechadas",
    "found unknown escape character": "depois de '\\' vem uma letra que não se entende: use aspas simples",
    "but found another document": "há mais de um documento ('---') no arquivo: deixe um só",
    "found undefined alias": "âncoras (&) e apelidos (*) não são aceitos: escreva por extenso, ou entre aspas",
}


def syntax_in_portuguese(error: MarkedYAMLError) -> str:
    """What keeps this from being YAML, and what to do about it."""
    problem = str(error.problem or "").replace("\t", "\\t")
    return next((said for start, said in _SYNTAX.items() if problem.startswith(start)), _NOT_YAML)


_NOT_YAML = "isto não se lê como YAML: confira recuo, dois-pontos e aspas"


class _Found(NamedTuple):
    """Errors at one place of the data: one, or (of a union that fits nowhere) one per alternative."""

    path: Path
    value: Any
    errors: Sequence[ErrorDetails]


def faults_of(
    error: ValidationError,
    document: Document,
    kind: Any,
    at: Path = (),
    *,
    data: Any = None,
    where: Callable[[Path], str] | None = None,
) -> tuple[Fault, ...]:
    """All faults of validating the part ``at`` of ``document`` as ``kind``, in the order of the file.

    ``kind`` is the model (or any type) that refused; its field names are where a nearest name comes from. Where
    answers or layers changed what the file says, ``data`` is what was validated and ``where`` places its paths.
    """
    data = document.data if data is None else data
    place = where or document.where
    for step in at:
        data = data[step]
    found = list(_located([(each["loc"], each) for each in error.errors()], data, ()))
    names = _Names(kind)
    said: dict[Fault, None] = {}
    misspelt = {(one.path[:-1], names.nearest(one.path, data)) for one in found if _is(one, "extra_forbidden")}
    for one in found:
        if _is(one, "missing") and (one.path, one.errors[0]["loc"][-1]) in misspelt:
            continue  # the field is there under a misspelt name, which is reported already
        unknown = _is(one, "extra_forbidden")
        what = names.unknown(one.path, data) if unknown else phrase(one.errors)
        shown = _shown_path((*at, *(one.path[:-1] if unknown else one.path)))
        said[Fault(place((*at, *one.path)), f"{shown}: {what}" if shown else what)] = None
    return tuple(said)


def _is(found: _Found, kind: str) -> bool:
    return found.errors[0]["type"] == kind


def _located(errors: Sequence[tuple[Path, ErrorDetails]], value: Any, path: Path) -> Iterator[_Found]:
    """Each error with its place in the data; of a union, the errors of the alternative that fits best.

    Pydantic puts names of alternatives (``str``, a class) among the steps of a place: whatever is not in
    the data is taken for one.
    """
    unions: dict[Path, dict[str | int, list[tuple[Path, ErrorDetails]]]] = {}
    places: dict[Path, Any] = {}
    for steps, error in errors:
        end = len(steps) - (error["type"] in ("missing", "invalid_key") or steps[-1:] == ("[key]",))
        here, inner, taken = path, value, 0
        while taken < end and _has(inner, steps[taken]):
            here, inner, taken = (*here, steps[taken]), inner[steps[taken]], taken + 1
        if taken == end:
            yield _Found(here, inner, [error])
        else:
            unions.setdefault(here, {}).setdefault(steps[taken], []).append((steps[taken + 1 :], error))
            places[here] = inner
    for here, alternatives in unions.items():
        branches = [list(_located(inner, places[here], here)) for inner in alternatives.values()]
        fitting = [branch for branch in branches if not any(_wrong_shape(found, here) for found in branch)]
        if fitting:
            yield from min(fitting, key=len)
        else:
            wrong = [error for branch in branches for found in branch for error in found.errors]
            yield _Found(here, places[here], wrong)


def _has(value: Any, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)


def _wrong_shape(found: _Found, here: Path) -> bool:
    return found.path == here and found.errors[0]["type"] in SHAPES


def _shown_path(path: Path) -> str:
    """``acts[3º].date``: people count from one."""
    shown = ""
    for step in path:
        shown += f"[{step + 1}º]" if isinstance(step, int) else f".{step}" if shown else step
    return shown


class _Forgiving(GenerateJsonSchema):
    """A kind of value that has no JSON schema has no field names to guess from either."""

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> dict[str, Any]:
        return {}


class _Names:
    """The right names of fields, read from the JSON schema of what the file should be."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._schema: dict[str, Any] | None = None

    def nearest(self, path: Path, data: Any) -> str | None:
        """The right name most like the last step of ``path``, among those not yet written there."""
        close = get_close_matches(str(path[-1]), self._free(path[:-1], data), n=1)
        return close[0] if close else None

    def unknown(self, path: Path, data: Any) -> str:
        name, near = path[-1], self.nearest(path, data)
        unsaid = not_yet_said(str(name))
        if unsaid:
            return f"{name!r}: isto o formato ainda não diz: {unsaid}"
        if near is not None:
            return f"chave desconhecida {name!r}; quis dizer {near!r}?"
        # Anything may have a label: to offer it alone would be no answer.
        free = [each for each in self._free(path[:-1], data) if each != "label"]
        return f"chave desconhecida {name!r}" + (
            f"; aqui ainda cabem: {', '.join(free)}" if free else "; tudo o que aqui cabe já está escrito: apague-a"
        )

    def _free(self, path: Path, data: Any) -> list[str]:
        for step in path:
            data = data[step]
        if self._schema is None:
            self._schema = TypeAdapter(self._kind).json_schema(schema_generator=_Forgiving)
        places = list(self._resolved(self._schema))
        for step in path:
            places = [place for outer in places for place in self._inside(outer, step)]
        return list(dict.fromkeys(name for place in places for name in place.get("properties", ()) if name not in data))

    def _resolved(self, schema: Any) -> Iterator[dict[str, Any]]:
        """The schema without references, one for each alternative."""
        if not isinstance(schema, dict) or self._schema is None:
            return
        if "$ref" in schema:
            yield from self._resolved(self._schema["$defs"][schema["$ref"].rpartition("/")[2]])
        for key in ("anyOf", "oneOf", "allOf"):
            for alternative in schema.get(key, ()):
                yield from self._resolved(alternative)
        yield schema

    def _inside(self, schema: dict[str, Any], step: str | int) -> Iterator[dict[str, Any]]:
        if isinstance(step, int):
            fixed = schema.get("prefixItems", ())
            yield from self._resolved(fixed[step] if step < len(fixed) else schema.get("items"))
        else:
            yield from self._resolved(schema.get("properties", {}).get(step, schema.get("additionalProperties")))
