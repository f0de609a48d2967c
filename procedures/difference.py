"""What changed between two resolved procedures, rule by rule: the path, its name in Portuguese, the old and the new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from procedures.wording import ACTORS, BOUND, CONDITIONS, ENDS, OUTCOMES, PENALTIES, STARTS, place_said, said, step_said
from workflow.length import Length
from workflow.procedure import GuardUse, Procedure

What = Literal["added", "removed", "changed"]
WHAT_SAID: Mapping[What, str] = {"added": "acrescentada", "removed": "retirada", "changed": "alterada"}
_NOT_RULES = ("id", "digest", "answers", "unanswered")
_SECTIONS: Mapping[str, str] = {
    "articles": "Artigo", "bodies": "Órgão", "counting": "Contagem", "time_limits": "Prazo",
    "services": "Meio de ciência", "receipts": "Comprovante", "states": "Situação", "steps": "Ato",
    "penalties": "Pena", "infractions": "Infração", "measures": "Medida", "origins": "Origem", "units": "Unidade",
    "repeat": "Reincidência", "noncure": "Falta de sanar", "open_questions": "Questão em aberto",
    "due_process": "Devido processo", "in_force": "Vigência", "take": "Camada", "money": "Valores",
    "choice": "Escolha das penas", "catalogue": "Catálogo", "recusal": "Impedimentos", "confession": "Confissão",
    "tracks": "Caminhos", "title": "Título", "short": "Nome curto", "summary": "Resumo", "official": "Nome oficial",
    "municipality": "Município", "status": "Estado da lei", "article_of": "Numeração",
}  # fmt: skip
_FIELDS: Mapping[str, str] = {
    "length": "duração", "binds": "a quem obriga", "opened_by": "o que abre", "met_by": "o que cumpre",
    "suspended_by": "o que suspende", "on_expiry": "ao vencer", "starts": "primeiro dia", "ends": "último dia",
    "extendable": "prorrogação", "tolerance": "tolerância", "by": "quem pratica", "from": "de onde move",
    "also_in": "onde só se registra", "to": "para onde leva", "turns_on": "do que depende", "requires": "condições",
    "issues": "peças", "marks": "marcas", "warns": "avisos", "basis": "fundamento", "label": "nome",
    "votes": "votantes", "permanent": "só efetivos", "legal": "com formação jurídica", "tie": "empate",
    "kind": "espécie", "unit": "unidade", "units": "quantidade", "days": "dias", "imposed_by": "quem impõe",
    "absorbs": "penas absorvidas", "effect": "efeito", "penalties": "penas", "until": "até", "window": "janela",
    "window_from": "início da janela", "levels": "graus", "counts": "o que conta", "same": "mesma natureza",
    "items": "itens", "active": "em uso", "quote": "trecho", "published_on": "publicação", "vacatio": "vacância",
    "how": "modo", "asks": "pergunta", "default": "padrão", "why": "porquê", "options": "respostas", "set": "valores",
    "does": "efeito do ato", "data": "dados", "help": "ajuda", "silence": "o que vem do silêncio", "phase": "fase",
    "convert_on": "dia do valor", "round": "arredondamento",
}  # fmt: skip
_PLACES = ("from", "also_in")
_ACTS = ("opened_by", "met_by", "suspended_by")
_WORDS: Mapping[str, str] = {**BOUND, **ENDS, **STARTS, **PENALTIES, **CONDITIONS, **ACTORS}
_MISSING = object()


class Change(NamedTuple):
    """One rule added, removed or changed. ``old`` and ``new`` as people read them, empty where there is none."""

    path: str
    what: What
    name: str
    old: str = ""
    new: str = ""

    @property
    def is_quote(self) -> bool:
        """Whether what changed is the text quoted, or how a unit of it is marked, not a rule."""
        return self.path.startswith("articles.")


def differences(old: Procedure, new: Procedure) -> list[Change]:
    """Every change, in the order of the files: an entry that is on one side only is one change."""
    found: list[Change] = []
    for section in Procedure.model_fields:
        if section not in _NOT_RULES:
            found.extend(_between((section,), getattr(old, section), getattr(new, section), old, new))
    return found


def _between(path: tuple[str, ...], a: Any, b: Any, old: Procedure, new: Procedure) -> Iterator[Change]:
    if a is _MISSING or b is _MISSING:
        what: What = "added" if a is _MISSING else "removed"
        yield Change(".".join(path), what, _name(path, old, new), _said(path, a, old), _said(path, b, new))
        return
    if a == b:
        return
    parts, others = _parts(a), _parts(b)
    if parts is None or others is None or not (parts or others):
        yield Change(".".join(path), "changed", _name(path, old, new), _said(path, a, old), _said(path, b, new))
        return
    for key in dict.fromkeys((*parts, *others)):
        yield from _between((*path, key), parts.get(key, _MISSING), others.get(key, _MISSING), old, new)


def _parts(value: Any) -> dict[str, Any] | None:
    """What has parts of its own: a model by the names of the file, a map by id. What is empty is left out."""
    if isinstance(value, BaseModel) and not isinstance(value, GuardUse):
        return {
            field.alias or name: getattr(value, name)
            for name, field in type(value).model_fields.items()
            if getattr(value, name) != field.get_default(call_default_factory=True)
        }
    return dict(value) if isinstance(value, dict) else None


def _name(path: tuple[str, ...], old: Procedure, new: Procedure) -> str:
    """``Prazo de defesa: duração``: the section, the entry by its label, and the field."""
    words = [_SECTIONS.get(path[0], path[0])]
    rest = list(path[1:])
    if rest:
        entries = [getattr(each, path[0]) for each in (new, old)]
        entry = next((each[rest[0]] for each in entries if isinstance(each, dict) and rest[0] in each), None)
        label = getattr(entry, "label", "")
        if entry is not None:
            own = label.casefold().startswith(words[0].casefold())
            words = [label if own else f"{words[0]} “{label}”" if label else f"{words[0]} {rest[0]}"]
            rest = rest[1:]
    words += [_FIELDS.get(each) or OUTCOMES.get(each) or PENALTIES.get(each) or each for each in rest]
    return ": ".join(filter(None, (words[0], ", ".join(words[1:]))))


def _said(path: tuple[str, ...], value: Any, procedure: Procedure) -> str:
    """A value as people read it."""
    if value is _MISSING:
        return ""
    if value is None or (isinstance(value, (tuple, dict)) and not value):
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
            whole = _parts(value) or {}
            # The label is already in the name of the change.
            return _map_said(path, {key: each for key, each in whole.items() if key != "label"}, procedure) or "nada"
        case dict():
            return _map_said(path, value, procedure)
        case tuple() | list():
            return ", ".join(_said(path, each, procedure) for each in value)
        case str():
            return _word(path, value, procedure)
        case _:
            return f"{value:%d/%m/%Y}" if hasattr(value, "strftime") else str(value)


def _map_said(path: tuple[str, ...], value: Mapping[str, Any], procedure: Procedure) -> str:
    return "; ".join(
        f"{_FIELDS.get(key) or OUTCOMES.get(key) or PENALTIES.get(key) or key}: {_said((*path, key), each, procedure)}"
        for key, each in value.items()
    )


def _word(path: tuple[str, ...], value: str, procedure: Procedure) -> str:
    """A name of the file by its label, where the field it stands in takes such names."""
    if any(each in _ACTS for each in path) or path[-1] == "on_expiry":
        step, _, outcome = value.partition(":")
        words = {"warn": "só avisa", "none": "nada acontece sozinho", "final": "pena definitiva"}
        name = words.get(step) or step_said(procedure, step)
        return f"{name} ({said(outcome, OUTCOMES)})" if outcome else name
    if any(each in _PLACES or each == "to" for each in path):
        return "fica onde está" if value == "stay" else place_said(procedure, value)
    if value in procedure.bodies:
        return procedure.bodies[value].label or value
    if path[0] == "articles" or path[-1] in ("label", "unit", "basis"):
        return value
    return _WORDS.get(value, value)
