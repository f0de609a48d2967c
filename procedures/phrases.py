"""What pydantic found wrong, as a Portuguese sentence: what was expected, what is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any

from pydantic_core import ErrorDetails

_TEXT = "texto"

# By kind of error: what should be there. These are also the ones by which an alternative of a union is ruled out.
_WANTED = {
    "string_type": _TEXT, "string_unicode": _TEXT, "string_sub_type": _TEXT, "bytes_type": _TEXT,
    "bool_type": "true ou false", "bool_parsing": "true ou false",
    "int_type": "um número inteiro", "int_parsing": "um número inteiro", "int_parsing_size": "um número menor",
    "int_from_float": "um número inteiro", "float_type": "um número", "float_parsing": "um número",
    "finite_number": "um número", "decimal_type": "um número", "decimal_parsing": "um número",
    "fraction_type": "um número", "fraction_parsing": "um número", "complex_type": "um número",
    "complex_str_parsing": "um número", "none_required": "vazio",
    "date_type": "uma data sem aspas, como 2027-03-01", "date_parsing": "uma data, como 2027-03-01",
    "date_from_datetime_parsing": "uma data, como 2027-03-01",
    "date_from_datetime_inexact": "uma data sem hora, como 2027-03-01",
    "time_type": "uma hora, como 17:00", "time_parsing": "uma hora, como 17:00",
    "datetime_type": "data e hora", "datetime_parsing": "data e hora", "datetime_object_invalid": "data e hora",
    "datetime_from_date_parsing": "data e hora", "timezone_naive": "hora sem fuso", "timezone_aware": "hora com fuso",
    "timezone_offset": "hora de outro fuso", "time_delta_type": "uma duração", "time_delta_parsing": "uma duração",
    "date_past": "uma data passada", "date_future": "uma data futura",
    "datetime_past": "um momento passado", "datetime_future": "um momento futuro",
    "model_type": "um mapa de campos", "model_attributes_type": "um mapa de campos",
    "dataclass_type": "um mapa de campos", "dataclass_exact_type": "um mapa de campos",
    "dict_type": "um mapa", "frozen_dict_type": "um mapa", "ordered_dict_type": "um mapa", "counter_type": "um mapa",
    "mapping_type": "um mapa", "arguments_type": "uma lista ou um mapa", "named_tuple_type": "uma lista ou um mapa",
    "list_type": "uma lista", "tuple_type": "uma lista", "set_type": "uma lista", "frozen_set_type": "uma lista",
    "deque_type": "uma lista", "iterable_type": "uma lista",
    "url_type": "um endereço da internet", "url_parsing": "um endereço da internet",
    "url_syntax_violation": "um endereço da internet", "url_too_long": "um endereço mais curto",
    "uuid_type": "um UUID", "uuid_parsing": "um UUID", "uuid_version": "um UUID de outra versão",
}  # fmt: skip

_CHOICES = ("literal_error", "enum", "union_tag_invalid")

SHAPES = frozenset({*_WANTED, *_CHOICES, "value_error", "assertion_error"})
"""Kinds of error that say that a value is not of the alternative at all, rather than faulty within it."""

_SENTENCES = {
    "greater_than": "deve ser maior que {gt}",
    "greater_than_equal": "deve ser {ge} ou mais",
    "less_than": "deve ser menor que {lt}",
    "less_than_equal": "deve ser {le} ou menos",
    "multiple_of": "deve ser múltiplo de {multiple_of}",
    "too_short": "precisa de ao menos {min_length} (há {actual_length})",
    "too_long": "aceita no máximo {max_length}",
    "string_too_short": "precisa de ao menos {min_length} caractere(s)",
    "string_too_long": "aceita no máximo {max_length} caracteres",
    "string_pattern_mismatch": "não tem a forma esperada",
    "string_not_ascii": "não pode ter acentos",
    "decimal_max_digits": "aceita no máximo {max_digits} algarismos",
    "decimal_max_places": "aceita no máximo {decimal_places} casas decimais",
    "decimal_whole_digits": "aceita no máximo {whole_digits} algarismos antes da vírgula",
    "url_scheme": "o endereço começa de um modo que não se aceita",
    "invalid_key": "a chave tem de ser texto",
    "set_item_not_hashable": "não pode ter listas nem mapas dentro",
    "recursion_loop": "contém a si mesmo",
    "recursion_depth_exceeded": "há listas ou mapas demais um dentro do outro",
}


def phrase(errors: Sequence[ErrorDetails]) -> str:
    """One sentence for one error, or for the errors of all alternatives of one value."""
    first = errors[0]
    value = first["input"]
    if first["type"] == "missing":
        return f"falta o campo {str(first['loc'][-1])!r}"
    if first["type"] == "union_tag_not_found":
        return f"falta o campo {first['ctx']['discriminator']}, que diz de que espécie se trata"
    key = f"chave {value!r}: " if first["loc"][-1:] == ("[key]",) else ""
    wanted = [_WANTED[each["type"]] for each in errors if each["type"] in _WANTED]
    choices = [choice for each in errors if each["type"] in _CHOICES for choice in _choices_of(each)]
    if choices:
        near = get_close_matches(value, choices, n=1) if isinstance(value, str) else []
        wanted.append(", ".join(repr(choice) for choice in dict.fromkeys(choices)))
        advice = f"; quis dizer {near[0]!r}?" if near else ""
    else:
        bare = isinstance(value, (bool, int, float, date)) and _TEXT in wanted
        advice = f'; escreva entre aspas: "{_shown(value)}"' if bare else ""
    sentences = [f"deve ser {' ou '.join(dict.fromkeys(wanted))}, veio {_shown(value)}{advice}"] if wanted else []
    sentences += [_sentence(each) for each in errors if each["type"] not in _WANTED and each["type"] not in _CHOICES]
    return key + "; ou ".join(dict.fromkeys(sentences))


def _sentence(error: ErrorDetails) -> str:
    context = error.get("ctx", {})
    if error["type"] in ("value_error", "assertion_error"):
        return str(context["error"])
    if error["type"] in _SENTENCES:
        return f"{_SENTENCES[error['type']].format(**context)}, veio {_shown(error['input'])}"
    return f"valor não aceito: {_shown(error['input'])}"


def _choices_of(error: ErrorDetails) -> list[str]:
    context = error.get("ctx", {})
    return _choices(context["expected_tags"] if error["type"] == "union_tag_invalid" else context["expected"])


def _choices(listed: str) -> list[str]:
    """``'a', 'b' or 'c'`` as pydantic lists them."""
    return re.findall(r"'([^']*)'", listed) or re.split(r", | or ", listed)


def _shown(value: Any) -> str:
    match value:
        case None:
            return "nada"
        case bool():
            return str(value).lower()
        case dict():
            return "um mapa"
        case list() | tuple() | set() | frozenset():
            return "uma lista"
        case datetime() | date():
            return value.isoformat()
        case str():
            return repr(value if len(value) <= 60 else f"{value[:59]}…")
        case _:
            return str(value)
