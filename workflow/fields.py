"""The data of each kind of act, declared once: form, API schema, command-line flags and letter fields.

A law's step may add fields of its own (``data``); it never takes one of these away. ``PRIVATE`` names
the fields that hold personal data or what a person wrote in their own words, whatever the act: the record keeps
them apart, under commitments, at whatever depth of an act's data they stand. A field may also be ``personal`` in
some acts only: the ``reason`` of a failed service is a carrier's words, that of an annulment a word of the law.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from workflow.errors import InvalidData
from workflow.event import ERASED
from workflow.field_values import problem_of
from workflow.procedure import DataField, FieldType, Procedure, Step, Verb

PRIVATE = frozenset(
    {"respondent", "recipient", "narrative", "vehicle", "place", "attorney", "reasons", "claims", "payer"}
)


def _field(
    label: str,
    kind: FieldType = "text",
    *values: str,
    required: bool = False,
    personal: bool = False,
    help: str = "",
) -> DataField:
    return DataField(label=label, type=kind, values=values, required=required, personal=personal, help=help)


COMMON: dict[str, DataField] = {
    "reasons": _field("Motivos", help="Exposição dos motivos, de fato e de direito."),
    "at_time": _field("Hora do ato", "time", help="HH:MM; necessária em prazos contados em horas."),
    "attachments": _field("Anexos", "list", help="Digestos SHA-256 das peças juntadas."),
}

_SERVICE = {
    "via": _field("Meio", required=True),
    "receipt": _field("Comprovante"),
    "witnesses": _field("Testemunhas", "number"),
    "to": _field("A quem", help="O autuado, onde há mais de um."),
    "received_on": _field("Recebido em", "date", help="Se não foi no dia do ato."),
    "tracking": _field("Código de rastreio", personal=True),
}
_VOTING = {
    "voters": _field("Votantes", "voters", help="Quantos, ou os nomes."),
    "votes": _field("Votos", "record", help="Quantos por resultado, ou o de cada nome."),
    "casting_vote": _field("Voto de qualidade", help="O resultado em que quem preside desempata, se a lei o manda."),
    "rulings": _field(
        "Decisão por item", "lines", help="Por item (item): resultado (outcome), ou votos (votes) do item."
    ),
    "penalties": _field(
        "Penas",
        "lines",
        help="Por item (item): código (code) ou espécie (kind); dias (days), quantidade (quantity), unidades (units) "
        "ou reais (amount); circunstâncias (circumstances); motivos (reasons).",
    ),
    "legal_member": _field("Membro com formação jurídica vota", "flag"),
    "outcome": _field("Resultado"),
    "cure_ordered": _field("Ordem de sanar", "flag"),
    "proposes": _field("Penas propostas a outra autoridade", "list"),
    "warned_on": _field("Parte avisada do possível agravamento em", "date"),
    "to": _field("Autuado", help="De quem se decide, onde cada um é julgado por si."),
    "rapporteur": _field("Relator"),
    "sitting": _field("Sessão"),
}
_CORRECTED = {"of": _field("Ato corrigido", "act", required=True, help="Passo e data do ato.")}

BY_VERB: dict[Verb, dict[str, DataField]] = {
    "open": {
        "items": _field("Itens da infração", "list", required=True),
        "fact_on": _field("Data do fato", "date", required=True),
        "inspector": _field("Autuante"),
        "origin": _field("Origem"),
        "witnesses": _field("Testemunhas", "number"),
        "duty": _field("Dever descumprido"),
        "respondents": _field("Autuados (papéis)", "list"),
        "service": _field("Serviço"),
        "conviction_final_on": _field("Trânsito em julgado em", "date"),
        "respondent": _field("Autuado", "record"),
        "vehicle": _field("Veículo", "record"),
        "place": _field("Local do fato"),
        "lines": _field(
            "Números por item",
            "lines",
            help="Por item (item): quantidade (quantity), dias (days), ou o que o preço pedir.",
        ),
        "fact_time": _field("Hora do fato", "time"),
        "narrative": _field("Descrição do fato"),
    },
    "dispatch": {"via": _field("Meio", required=True), "tracking": _field("Código de rastreio", personal=True)},
    "fail_service": {
        "via": _field("Meio", required=True),
        "reason": _field("Motivo", required=True, personal=True),
        "to": _field("A quem"),
    },
    "serve": _SERVICE,
    "take_effect": {},
    "lapse": {},
    "file": {
        "to": _field("Autuado", help="De quem é a peça, onde há mais de um."),
        "kind": _field("Espécie"),
        "at": _field("Onde foi protocolada"),
        "claims": _field("Alegações", "list"),
        "attorney": _field("Procurador"),
    },
    "decide": _VOTING,
    "review": _VOTING,
    "finalize": {"receipt": _field("Comprovante"), "to": _field("Autuado")},
    "cancel": {"reason": _field("Razão"), "outcome": _field("Resultado")},
    "publish": {
        "what": _field("O que se publica", "choice", "final_decision", "public_notice", "revocation", required=True),
        "edition": _field("Edição"),
    },
    "fix_amounts": {},
    "pay": {
        "amount": _field("Valor pago", "amount", required=True),
        "bank_id": _field("Autenticação bancária", personal=True),
        "to": _field("Autuado", help="De quem é a multa paga, onde cada um deve a sua."),
        "payer": _field("Quem pagou", help="Se não foi o autuado."),
    },
    "spread": {
        "parts": _field("Número de parcelas", "number", required=True),
        "to": _field("Autuado", help="De quem é a multa parcelada, onde cada um deve a sua."),
    },
    "refer": {},
    "accept": {
        "amount": _field("Valor pago", "amount", help="Se aceitar é pagar: o que se pagou."),
        "bank_id": _field("Autenticação bancária", personal=True),
        "to": _field("Autuado"),
    },
    "agree": {"terms": _field("O que se ajusta"), "to": _field("Autuado")},
    "breach": {"to": _field("Autuado")},
    "withhold": {"to": _field("Autuado")},
    "note": {"recipient": _field("A quem"), "outcome": _field("Conclusão")},
    "begin": {"to": _field("Autuado")},
    "end": {"to": _field("Autuado")},
    "order_measure": {
        "kind": _field("Medida", required=True),
        "things": _field(
            "O que se apreende", "lines", help="Por linha: o quê (what), quantidade (quantity) e lacre (seal)."
        ),
    },
    "lift_measure": {
        "kind": _field("Medida", required=True),
        "condition": _field("Condição", personal=True),
        "held": _field("O que se libera", "list", help="Os números; sem eles, tudo o que a medida retém."),
        "shown": _field("Condições da lei mostradas", "list"),
    },
    "dispose": {
        "kind": _field("Medida"),
        "held": _field("Do que se dispõe", "list", help="Os números; sem eles, tudo o que a medida retém."),
    },
    "join": {"kind": _field("Espécie de documento", required=True), "received_on": _field("Recebido em", "date")},
    "cure": {"items": _field("Itens sanados", "list", help="Onde a ordem é por item; sem dizer, todos.")},
    "uncured": {},
    "rectify": {
        **_CORRECTED,
        "field": _field("Campo", required=True, help="Um campo do ato corrigido, ou date, que é o dia do próprio ato."),
        "value": _field(
            "Valor certo",
            required=True,
            help="Escrito como o do campo. De um conjunto (vehicle, respondent) basta a parte errada, como "
            "plate=EXM0A11: o resto fica; parte vazia (make=) se apaga.",
        ),
    },
    "suspend_terms": {
        "from": _field("De", "date", required=True),
        "until": _field("Até", "date", required=True),
    },
    "extend_term": {
        "term": _field("Prazo", required=True),
        "length": _field("Por mais", "length", required=True),
    },
    "recount": {"town_act": _field("Ato que mudou o calendário", required=True)},
    "erase": {
        "ground": _field(
            "Fundamento",
            "choice",
            "retention_over",
            "request",
            "court_order",
            required=True,
            help="Por que se eliminam: acabou a guarda, o titular pediu, ou um juiz mandou.",
        ),
        "authority": _field("Autoridade que decidiu", required=True),
        "authorization": _field("Autorização da instituição arquivística pública", required=True),
    },
    "reopen": _CORRECTED,
    "replace": {"respondent": _field("Autuado", "record"), "to": _field("Autuado")},
    "extinguish": {
        "reason": _field("Razão", "choice", "death", "dissolution", "pardon", required=True),
        "to": _field("Autuado", help="De quem se extingue, onde há mais de um."),
    },
}


@lru_cache(maxsize=4096)
def _of(verb: Verb) -> dict[str, DataField]:
    return {**COMMON, **BY_VERB[verb]}


def fields_of(step: Step) -> dict[str, DataField]:
    """Every field of a step: the law's own first, then the verb's, then what every act may carry."""
    return {**_of(step.does), **step.data} if step.data else _of(step.does)


def kept_apart(procedure: Procedure, step: str, data: Mapping[str, Any]) -> frozenset[str]:
    """The fields of an act that the record keeps apart; of a correction, also those of the act it puts right."""
    rule = procedure.steps[step]
    of = data.get("of") if rule.does == "rectify" else None
    other = procedure.steps.get(of["step"]) if isinstance(of, dict) and isinstance(of.get("step"), str) else None
    return PRIVATE.union(_personal(rule), _personal(other) if other is not None else ())


def _personal(step: Step) -> frozenset[str]:
    known = _personal_of(step.does)
    return known.union(name for name, field in step.data.items() if field.personal) if step.data else known


@lru_cache(maxsize=4096)
def _personal_of(verb: Verb) -> frozenset[str]:
    return frozenset(name for name, field in _of(verb).items() if field.personal)


def as_declared(step: Step, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The act's data with bare numbers as the text they were meant for: ``duty: 25`` in a file is a name.

    The ``value`` of a correction is of the kind of the field it puts right, and is left for that.
    """
    bare = [(name, value) for name, value in data.items() if type(value) in _BARE]
    if not bare:
        return data
    fields = fields_of(step)
    meant = {
        name: _WRITTEN[field.type](value)
        for name, value in bare
        if (field := fields.get(name)) is not None and field.type in _WRITTEN
        if not (step.does == "rectify" and name == "value")
    }
    changed = {name: value for name, value in meant.items() if value != data[name]}
    return {**data, **changed} if changed else data


_BARE = (int, list, tuple, dict)


def _as_text(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _as_texts(value: Any) -> Any:
    return [_as_text(each) for each in value] if isinstance(value, (list, tuple)) else value


def _as_act(value: Any) -> Any:
    return {**value, "step": _as_text(value.get("step"))} if isinstance(value, Mapping) and "step" in value else value


_WRITTEN = {"text": _as_text, "choice": _as_text, "list": _as_texts, "voters": _as_texts, "act": _as_act}


def require_valid(name: str, step: Step, data: Mapping[str, Any]) -> None:
    """Refuse unknown fields (with the nearest name), missing ones, and values not of their kind."""
    for _, what in problems(name, step, data):
        raise InvalidData(what, step.ground)


def problems(name: str, step: Step, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everything wrong with an act's data, as field and sentence: first what is there, then what is missing."""
    fields = fields_of(step)
    for key, value in data.items():
        field = fields.get(key)
        if field is None:
            near = difflib.get_close_matches(key, fields, 1)
            hint = f"; quis dizer {near[0]!r}?" if near else f"; os campos são {', '.join(fields)}"
            yield key, f"campo desconhecido {key!r} em “{step.label or name}”{hint}"
        elif step.does == "rectify" and key == "value":
            continue  # it is of the kind of the field it puts right, and is held to that in its place
        elif value is not ERASED and (problem := problem_of(field, value)):
            yield key, f"{field.label or key} ({key}): {problem}"
    for key, field in fields.items():
        if field.required and (data.get(key) is None or data[key] == ""):
            yield key, f"falta {field.label or key} ({key}) em “{step.label or name}”"
