"""The twenty-four races of one case's life, as far as both sides exist: how each begins, and what may come of it.

Whoever wins, the story told afterwards must be one that some order of the two explains; a loser is told of the winner.
"""

from __future__ import annotations

from tests.races.pairs_of_decisions import DECISIONS
from tests.races.pairs_of_papers import PAPERS
from tests.races.pairs_of_terms import TERMS
from tests.races.turns import Pair

PAIRS: dict[int, Pair] = dict(sorted({**TERMS, **DECISIONS, **PAPERS}.items()))
NOT_YET = {
    9: "declarar impedimento não é um ato: quem vota é dito no próprio julgamento",
    24: "não há usuários nem papéis antes da interface web",
}
"""Pairs of which the product has not both sides, with what is lacking."""
