"""How the people of a synthetic docket behave: shares and usual delays, each with a default that may be changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation

from workflow.errors import DevidoError
from workflow.nearest import advice


class BadRate(DevidoError):
    """A rate that does not exist, or a value that it cannot have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Shares go from 0 to 1; what ends in ``_days`` is a usual delay in calendar days, drawn from 1 to its double.

    They describe nobody: whoever simulates a town puts its own figures in their place.
    """

    late: float = 0.05
    service_days: float = 5
    defense: float = 0.6
    late_filing: float = 0.04
    judge_days: float = 25
    dismissed: float = 0.2
    appeal: float = 0.35
    appeal_days: float = 25
    reversed: float = 0.25
    cure_ordered: float = 0.5
    cured: float = 0.7
    paid: float = 0.6
    office_days: float = 3


ABOUT: Mapping[str, str] = {
    "late": "parte dos atos da autoridade com prazo fatal que sai depois dele",
    "service_days": "dias até a ciência, quando em tempo",
    "defense": "parte dos autuados que se defende",
    "late_filing": "parte das defesas e recursos que chega tarde",
    "judge_days": "dias até julgar",
    "dismissed": "parte dos autos julgados insubsistentes",
    "appeal": "parte dos que recorrem da decisão",
    "appeal_days": "dias até julgar o recurso",
    "reversed": "parte dos recursos providos",
    "cure_ordered": "parte das decisões que manda sanar, onde a lei o prevê",
    "cured": "parte das ordens de sanar cumpridas",
    "paid": "parte das multas pagas no prazo",
    "office_days": "dias da repartição para guia, publicação, apreensão e inscrição",
}


def rates_of(given: Iterable[str]) -> Rates:
    """``["defense=0.5", "judge_days=40"]`` over the defaults. Raises ``BadRate``, with the nearest name."""
    known = [each.name for each in fields(Rates)]
    chosen: dict[str, float] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise BadRate(f"--rate pede nome=valor; veio {text!r}{advice(name, known)}.")
        chosen[name] = _value(name, value)
    return Rates(**chosen)


def _value(name: str, text: str) -> float:
    try:
        value = float(Decimal(text.replace(",", ".")))
    except InvalidOperation:
        value = -1
    most = 365 if name.endswith("_days") else 1
    if not 0 <= value <= most:
        raise BadRate(f"--rate {name} vai de 0 a {most}; veio {text!r}.")
    return value
