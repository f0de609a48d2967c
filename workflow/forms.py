"""The forms a fine's price may have, and which one a penalty has for an item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from workflow.law_money import Bands, Priced, Range
from workflow.procedure import Infraction, Penalty

REAIS = "R$"
_PLACES = 16
"""Beyond these no law counts: what stands there is what a third, written in decimals, left over."""
COUNTED = {"quantity": "quantity", "day": "days"}
"""The field that holds the number, by what the fine is per."""


Figures = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How one code is priced for one item; what ``runs`` by itself, for one day, its least amount apart."""

    unit: str
    amount: Decimal | Range | None = None
    percent: Decimal | None = None
    of: str = ""
    bands: Bands | None = None
    per: str = ""
    count_up_to: int | None = None
    floor: Decimal | None = None
    cap: Decimal | None = None
    basis: tuple[str, ...] = ()
    runs: bool = False

    @property
    def exists(self) -> bool:
        """Whether the law gives any price at all."""
        return self.amount is not None or self.percent is not None or self.bands is not None

    @property
    def simple(self) -> Decimal | None:
        """The price, where it is one number that nothing else changes: counted once, without bounds."""
        plain = not (self.per or self.cap is not None or self.floor is not None)
        return self.amount if plain and isinstance(self.amount, Decimal) else None


def form_of(penalty: Penalty, infraction: Infraction | None, usual_unit: str) -> Form:
    """The form of a code for an item: the item's own price, if it has one, in place of the code's."""
    own = infraction if infraction is not None and has_price(infraction) else penalty
    bounds = [penalty] if infraction is None else [infraction, penalty]
    return Form(
        unit=REAIS if in_reais(own) else penalty.unit or usual_unit,
        amount=own.units if own.units is not None else own.reais,
        percent=None if own.percent is None else fraction(own.percent),
        of=own.of or (own.bands.of if own.bands is not None else ""),
        bands=own.bands,
        per=next((each.per for each in bounds if each.per), ""),
        count_up_to=next((each.count_up_to for each in bounds if each.count_up_to is not None), None),
        floor=next((each.floor for each in bounds if each.floor is not None), None),
        cap=next((each.cap for each in bounds if each.cap is not None), None),
        basis=own.bands.basis if own.bands is not None else (),
        runs=penalty.runs is not None,
    )


def has_price(priced: Priced) -> bool:
    """Whether an item, or a code, says what a fine costs."""
    forms = (priced.units, priced.reais, priced.percent, priced.bands)
    return any(each is not None for each in forms)


def in_reais(priced: Priced) -> bool:
    """Whether the price is said in reais, not in a fiscal unit."""
    rows = () if priced.bands is None else priced.bands.rows
    return priced.reais is not None or priced.percent is not None or any(row.reais is not None for row in rows)


def fraction(percent: str) -> Decimal:
    """``50%`` as ``0.5``; ``1/3`` as near as decimals come to it, which ``exact`` undoes."""
    over, sign, under = percent.partition("/")
    return Decimal(over) / Decimal(under) if sign else Decimal(percent.rstrip("%")) / 100


def exact(units: Decimal) -> Decimal:
    """What a third left behind put right: two thirds of 30 are 20, and nothing short of it."""
    if -int(units.as_tuple().exponent) <= _PLACES:
        return units
    near = units.quantize(Decimal(1).scaleb(-_PLACES), ROUND_HALF_UP)
    whole = near.to_integral_value()
    return whole if near == whole else near.normalize()
