"""What a notice announces: the penalties its items may bring, before anybody decides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from workflow.case import OwnFine, ProposedFine
from workflow.choosing import priced
from workflow.facts import Prior
from workflow.forms import Figures
from workflow.owing import alone
from workflow.penalties import Offer, held_before, offers
from workflow.price import known_beforehand
from workflow.repeat import Past
from workflow.rules import Rules


class Announced(NamedTuple):
    """What a notice announces: fines, those that are one respondent's alone, codes added by repeat, the grounds."""

    fines: tuple[ProposedFine, ...]
    own: tuple[OwnFine, ...]
    added: tuple[str, ...]
    articles: tuple[str, ...]


def proposed(
    rules: Rules, items: Sequence[str], fact_on: date, day: date, priors: Sequence[Prior], figures: Figures,
    respondents: Sequence[str],
) -> Announced:  # fmt: skip
    """What the notice announces: each his own, where each owes it and what one did before makes it differ."""
    several = respondents if len(respondents) > 1 else ()
    if not several or rules.procedure.tracks.owes != "each":
        fines, added, articles = _proposed(rules, items, fact_on, day, priors, figures, several, alone(respondents))
        return Announced(tuple(fines), (), tuple(added), tuple(articles))
    apart = {each: _proposed(rules, items, fact_on, day, priors, figures, (each,)) for each in several}
    shared = [fine for fine in apart[several[0]][0] if all(fine in fines for fines, _, _ in apart.values())]
    return Announced(
        tuple(shared),
        tuple(OwnFine(each, fine) for each, (fines, _, _) in apart.items() for fine in fines if fine not in shared),
        tuple(dict.fromkeys(code for _, added, _ in apart.values() for code in added)),
        tuple(dict.fromkeys(citation for _, _, articles in apart.values() for citation in articles)),
    )


def _proposed(
    rules: Rules, items: Sequence[str], fact_on: date, day: date, priors: Sequence[Prior], figures: Figures,
    owing: Sequence[str], one_alone: Sequence[str] = (),
) -> tuple[list[ProposedFine], list[str], list[str]]:  # fmt: skip
    """The same, once, for these who would owe it, or for the one who answers alone."""
    fines: list[ProposedFine] = []
    added: list[str] = []
    articles: list[str] = []
    for item in items:
        past = Past(priors, held_before(rules, items, item, {}), owing, one_alone)
        for one in offers(rules, item, 1, fact_on, day, past, ()):
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
