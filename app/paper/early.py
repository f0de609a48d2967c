"""The discounts that a paper's terms open for who pays early, with what they need, give up and are lost by."""

from __future__ import annotations

from collections.abc import Iterable

from app.paper.material import Material
from app.paper.openings import Opened
from app.paper.wording import lower_first
from notices.acts import EarlyPayment
from notices.words import listed
from workflow.case import Track
from workflow.discount import is_for
from workflow.groups import is_listed
from workflow.law_collecting import Discount

CONDUCT = {"first": "para a multa que nenhuma infração anterior agravou", "repeat": "para a multa agravada"}


def early_payments(material: Material, track: Track | None, opened: Iterable[Opened]) -> tuple[EarlyPayment, ...]:
    """Each discount that runs with a term told of and that some fine of this case may have, in the file's order."""
    terms = {each.name: each for each in opened}
    return tuple(
        _told(material, rule, terms[rule.until])
        for rule in material.procedure.money.discounts.values()
        if rule.until in terms and _concerns(material, track, rule)
    )


def paying_waives(material: Material) -> bool:
    """Whether any discount of this law makes who pays with it give something up."""
    return any(rule.waives for rule in material.procedure.money.discounts.values())


def given_up(material: Material) -> str:
    """What was given up by paying with a discount, in a sentence; empty where nothing was."""
    slip = material.after.head.slip
    earned = dict.fromkeys(name for names in (slip.earned.values() if slip else ()) for name in names)
    rules = [material.procedure.money.discounts[name] for name in earned]
    return " ".join(
        f"Pagou-se com “{_label(rule)}”, e quem paga assim abre mão de: {_acts(material, rule.waives)}"
        f" ({material.book.cite(*rule.basis)})."
        for rule in rules
        if rule.waives
    )


def _label(rule: Discount) -> str:
    return rule.label or f"Desconto de {rule.less}"


def _concerns(material: Material, track: Track | None, rule: Discount) -> bool:
    """Whether a fine imposed may have the discount or, before any is, a fine that an item of the notice may bring."""
    procedure = material.procedure
    fines = [each for each in material.obligations(track) if each.kind == "fine"]
    if fines:
        return any(is_for(procedure, rule, each) for each in fines)
    return any(
        is_listed(procedure, item, rule.items) and (rule.penalties == "all" or code in rule.penalties)
        for item in material.after.head.items
        for code in procedure.infractions[item].penalties
        if procedure.penalties[code].kind == "fine"
    )


def _told(material: Material, rule: Discount, opened: Opened) -> EarlyPayment:
    book, limit = material.book, material.procedure.time_limits[rule.until]
    return EarlyPayment(
        label=_label(rule),
        citation=book.cite(*rule.basis),
        until=limit.label or rule.until,
        due=opened.deadline.due if opened.deadline is not None else None,
        needs=_acts(material, rule.needs),
        waives=_acts(material, rule.waives),
        lost_by=_acts(material, rule.lost_by),
        whose=CONDUCT.get(rule.conduct or "", ""),
    )


def _acts(material: Material, steps: Iterable[str]) -> str:
    """Acts by their labels in one line."""
    return listed([lower_first(material.procedure.steps[step].label or step) for step in steps])
