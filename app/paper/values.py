"""An act's data in words: each field by its label, each value as its kind is read in Portuguese.

One place for papers and screens, so that neither shows a data key, an ISO date or a word of the law's file.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from app.paper.citing import said_together
from app.paper.wording import ACTS, CANCELLED, CHANNEL, EXTINGUISHED, PENALTY, ROLES, day_of, hour_words, length_words
from notices.codes import plate, with_points
from notices.kinds import KINDS
from notices.words import APPEAL_OUTCOMES, ITEM_OUTCOMES, OUTCOMES, listed, long_date, money, number
from workflow.facts_in_force import DAY_OF_ACT
from workflow.fields import fields_of
from workflow.length import Length
from workflow.procedure import DataField, Procedure, Step
from workflow.rules import rules_of

NOT_TOLD = "não informado"

_PARTS = {
    "name": "nome", "tax_id": "CPF ou CNPJ", "role": "qualidade", "address": "endereço", "permit": "autorização",
    "attorney": "procurador", "plate": "placa", "make": "marca e modelo", "kind": "espécie", "item": "item",
    "outcome": "resultado", "code": "código", "days": "dias", "units": "unidades", "amount": "valor",
    "count": "quantidade", "quantity": "quantidade", "circumstances": "circunstâncias", "reasons": "motivos",
    "votes": "votos", "what": "o quê", "seal": "lacre",
}  # fmt: skip
_PUBLISHED = {
    "final_decision": "decisão final",
    "public_notice": "edital de notificação",
    "revocation": "cassação",
}
_ACCEPTED = {"timely": "no prazo", "late": "fora do prazo"}


def step_label(procedure: Procedure, step: str) -> str:
    """What people call an act of the law."""
    rule = procedure.steps.get(step)
    return rule.label if rule and rule.label else step


def field_label(step: Step | None, name: str) -> str:
    """What people call a field of an act; of its own day, ``Data do ato``."""
    field = fields_of(step).get(name) if step is not None else None
    if field is None and name == DAY_OF_ACT:
        return "Data do ato"
    return field.label if field is not None and field.label else name


def value_words(procedure: Procedure, step: Step | None, name: str, value: Any) -> str:
    """A value of a field of an act, as people read it; what is not there is ``não informado``."""
    field = fields_of(step).get(name) if step is not None else None
    if field is None:
        field = DataField(type="date") if name == DAY_OF_ACT else DataField()
    if value is None or value in ("", (), [], {}):
        return NOT_TOLD
    match field.type:
        case "flag":
            return "sim" if value is True else "não"
        case "act":
            return _act(procedure, value)
        case "record" if name == "votes":
            return _votes(value)
        case "record":
            return _record(procedure, value)
        case "lines":
            lines = value if isinstance(value, list | tuple) else [value]
            return "; ".join(_record(procedure, each) for each in lines)
        case _:
            several = value if isinstance(value, list | tuple) else [value]
            on_appeal = step is not None and step.does == "review"
            return listed([_plain(procedure, field, name, each, on_appeal=on_appeal) for each in several])


def change_words(procedure: Procedure, step: Step | None, name: str, before: Any, after: Any) -> tuple[str, str]:
    """What a field was and what it is, as people read it; of a set of data, only the parts that are not the same."""
    was, now = _unlike(before, after)
    return value_words(procedure, step, name, was), value_words(procedure, step, name, now)


def _unlike(before: Any, after: Any) -> tuple[Any, Any]:
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return before, after
    names = [each for each in {**before, **after} if before.get(each) != after.get(each)]
    pairs = {each: _unlike(before.get(each), after.get(each)) for each in names}
    return {each: pair[0] for each, pair in pairs.items()}, {each: pair[1] for each, pair in pairs.items()}


def _plain(procedure: Procedure, field: DataField, name: str, value: Any, *, on_appeal: bool) -> str:
    text = str(value)
    known = _names(procedure).get(name, {})
    if name == "outcome" and on_appeal:
        known = known | APPEAL_OUTCOMES
    if text in known:
        return known[text]
    match field.type:
        case "date":
            day = day_of(value)
            return long_date(day) if day else text
        case "time":
            return hour_words(text)
        case "amount":
            return _amount(text)
        case "length":
            return _length(text)
        case _:
            return number(value) if isinstance(value, int) and not isinstance(value, bool) else text


def _names(procedure: Procedure) -> dict[str, dict[str, str]]:
    """The words of the law's file that stand for something people have another word for, by field."""
    rules = rules_of(procedure)
    items = {each: said_together((rules.citation(each),), {}) for each in procedure.infractions}
    return {
        "via": {each: rule.label for each, rule in procedure.services.items() if rule.label},
        "receipt": {each: rule.label for each, rule in procedure.receipts.items() if rule.label},
        "kind": {each: act.name for each, act in ACTS.items()}
        | {each: rule.title.lower() for each, rule in KINDS.items()}
        | {each: rule.label for each, rule in procedure.measures.items() if rule.label},
        "origin": {each: rule.label for each, rule in procedure.origins.items() if rule.label},
        "term": {each: rule.label for each, rule in procedure.time_limits.items() if rule.label},
        "reason": CANCELLED | EXTINGUISHED,
        "at": dict(CHANNEL),
        "outcome": OUTCOMES | _ACCEPTED,
        "casting_vote": OUTCOMES,
        "what": _PUBLISHED,
        "to": ROLES,
        "respondents": ROLES,
        "proposes": PENALTY,
        "items": items,
        "duty": items,
    }


def _record(procedure: Procedure, value: Any) -> str:
    """``nome: Fulana de Tal; CPF ou CNPJ: 123.123.101-71``; of several people, each under what they answer as."""
    if not isinstance(value, Mapping):
        return str(value)
    places = {part: at for at, part in enumerate(_PARTS)}
    return ", ".join(
        f"{_PARTS.get(part) or ROLES.get(part, part)}: {_part(procedure, part, each)}"
        for part, each in sorted(value.items(), key=lambda pair: places.get(pair[0], len(places)))
        if each not in (None, "", (), [], {})
    )


def _part(procedure: Procedure, part: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return _votes(value) if part == "votes" else f"({_record(procedure, value)})"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    text = ", ".join(filter(None, map(str.strip, str(value).splitlines())))
    match part:
        case "tax_id":
            return with_points(text)
        case "plate":
            return plate(text) or text
        case "item":
            return _names(procedure)["items"].get(text, text)
        case "outcome":
            return ITEM_OUTCOMES.get(text, text)
        case "kind":
            return PENALTY.get(text, text)
        case "amount":
            return _amount(text)
        case _:
            return text


def _votes(value: Any) -> str:
    """``auto de infração mantido: 3``, or each member's own vote by name."""
    if not isinstance(value, Mapping):
        return str(value)
    return ", ".join(f"{OUTCOMES.get(who, who)}: {OUTCOMES.get(str(vote), vote)}" for who, vote in value.items())


def _act(procedure: Procedure, value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    day = day_of(value.get("date"))
    return act_words(procedure, str(value.get("step")), day) if day else step_label(procedure, str(value.get("step")))


def act_words(procedure: Procedure, step: str, day: date) -> str:
    """``“Entregar a notificação”, de 13 de novembro de 2026``."""
    return f"“{step_label(procedure, step)}”, de {long_date(day)}"


def _amount(text: str) -> str:
    try:
        return money(Decimal(text))
    except InvalidOperation:
        return text


def _length(text: str) -> str:
    try:
        return length_words(Length.parse(text))
    except ValueError:
        return text
