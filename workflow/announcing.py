"""What a notice announces: the penalties its items may bring, before anybody decides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from workflow.case import ProposedFine
from workflow.choosing import priced
from workflow.facts import Prior
from workflow.forms import Figures
from workflow.penalties import Offer, held_before, offers
from workflow.price import known_beforehand
from workflow.rules import Rules


def proposed(
    rules: Rules, items: Sequence[str], fact_on: date, day: date, priors: Sequence[Prior], figures: Figures
) -> tuple[list[ProposedFine], list[str], list[str]]:
    """What the notice announces: fines, codes added by repeat, and the grounds examined."""
    fines: list[ProposedFine] = []
    added: list[str] = []
    articles: list[str] = []
    for item in items:
        for one in offers(rules, item, 1, fact_on, day, priors, (), held_before(rules, items, item, {})):
            offer = _announced(rules, one, item, figures)
            articles.extend(offer.articles)
            if offer.added:
                added.append(offer.code)
            announced = rules.procedure.choice.how not in ("one", "some")
            if offer.penalty.kind == "fine" and offer.units is not None and announced:
                fines.append(
                    ProposedFine(item, offer.unit, offer.units, offer.repeat, offer.origin, offer.base or offer.units)
                )
    return fines, added, articles


def _announced(rules: Rules, offer: Offer, item: str, figures: Figures) -> Offer:
    """The offer with its price, if the notice alone settles it."""
    form = offer.form
    if form is None or offer.units is not None or not form.exists or not known_beforehand(form, item, figures):
        return offer
    return priced(rules, offer, item, {}, figures)
