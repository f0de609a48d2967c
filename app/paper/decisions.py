"""Decisions told: who decided what on each item, for which reasons, at what cost, after what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.paper.material import Material
from app.paper.reckoning import imposed, repeat_words, total
from app.paper.report import report_of
from app.paper.story import Deed
from app.paper.votes import tally_of, votes_of
from app.paper.wording import ROLES
from notices.acts import Decided, Decision, Ruling
from notices.dossier import Penalty
from notices.words import capital, listed, long_date, of, outcome
from workflow.case import Obligation, Track
from workflow.choosing import may_impose
from workflow.standing import stands

DROPS = ("dismissed", "reversed")
_ISSUED = ("decision", "appeal_decision", "reconsideration_order")


def latest(material: Material, *verbs: str) -> Deed | None:
    """The latest decision, or the one this act is."""
    return material.story.last(*(verbs or ("decide", "review")))


def decision_of(material: Material, deed: Deed, track: Track | None, *, joint: bool = False) -> Decision:
    """A decision, with what of it stands today; its number is there once its own paper has one.

    Where penalties of one notice are for several authorities, it is what the one decided, or (``joint``) what all did.
    """
    key = (deed.version, track.id if track else "", joint)
    kept = material.decisions.get(key)
    if kept is None:
        kept = material.decisions[key] = _decision(material, deed, track, _beside(material, deed) if joint else None)
    return kept


def _beside(material: Material, deed: Deed) -> tuple[Deed, ...]:
    """The decisions of other authorities that nobody has been served with yet: they go in the same letter."""
    found: dict[str, Deed] = {}
    for each in reversed([] if deed.does != "decide" else material.story.deeds):
        if each.version >= deed.version:
            continue
        if each.does in ("serve", "uncured", "review"):
            break
        if each.does == "decide" and each.by != deed.by:
            found.setdefault(each.by, each)
    return tuple(reversed(found.values()))


def _decision(material: Material, deed: Deed, track: Track | None, beside: tuple[Deed, ...] | None) -> Decision:
    on_appeal = deed.does == "review"
    penalties = [_penalties(material, deed, code, track, alone=beside is None) for code in material.after.head.items]
    flat = [each for line in penalties for each in line]
    members, rapporteur = votes_of(material, deed), deed.text("rapporteur")
    decided = _together([outcome_of(each) for each in (*(beside or ()), deed)], stands=bool(flat))
    return Decision(
        body=material.body_of(deed.by),
        on=deed.on,
        outcome=decided,
        stands=bool(flat),
        tally=tally_of(deed, decided),
        summary=_summary(material, deed, decided),
        report=report_of(material, deed),
        reasons=_all_reasons(material, (*(beside or ()), deed)),
        rulings=tuple(
            _ruling(material, (*(beside or ()), deed), code, line, track)
            for code, line in zip(material.after.head.items, penalties, strict=True)
        ),
        number=next(filter(None, (material.named(kind, deed.version) for kind in _ISSUED)), ""),
        sitting=deed.text("sitting") or material.number_of("minutes", deed.version),
        on_appeal=on_appeal,
        members=members,
        total=total(flat),
        amount_note=amount_note(material, flat),
        rapporteur=rapporteur,
        beside=tuple(Decided(body=material.body_of(each.by), on=each.on) for each in beside or ()),
        limits=_limits(material, deed) if beside is None else "",
    )


def _together(outcomes: list[str], *, stands: bool) -> str:
    """What several authorities decided, as one outcome: in part, where they differ and something stands."""
    return outcomes[-1] if len(set(outcomes)) == 1 or not stands else "partial"


def _limits(material: Material, deed: Deed) -> str:
    """What a decision does not decide: the penalties of the notice that are for another authority."""
    if deed.does != "decide":
        return ""
    head, procedure = material.after.head, material.procedure
    items = [procedure.infractions[code] for code in head.items if code in procedure.infractions]
    codes = dict.fromkeys((*(code for each in items for code in each.penalties), *head.proposed_codes))
    names = {
        able: dict.fromkeys(material.book.penalty(code) for code in codes if _may(material, deed, code) == able)
        for able in (True, False)
    }
    if not names[True] or not names[False]:
        return ""
    return f"Esta decisão trata de: {listed(list(names[True]))}. É de outra autoridade: {listed(list(names[False]))}."


def _may(material: Material, deed: Deed, code: str) -> bool:
    """Whether the penalty is for who decided."""
    return may_impose(material.procedure.penalties[code], (deed.by,))


def amount_note(material: Material, penalties: list[Penalty]) -> str:
    """By which day's unit value the fine will be charged, or why it cannot be told in reais yet."""
    fines = [each for each in penalties if each.detail and (each.amount is not None or each.label == "multa")]
    if not fines or material.after.head.slip is not None:
        return ""
    if any(each.amount is None for each in fines):
        return "O valor em reais depende do valor da unidade fiscal do ano, ainda não publicado."
    when = material.procedure.money.convert_on
    if when == "slip_issue":
        return "O valor a pagar é o da guia, calculado com a unidade fiscal do dia em que ela for emitida."
    return "O valor a pagar é o do dia do pagamento." if when == "payment" else ""


def outcome_of(deed: Deed) -> str:
    """What was decided; a lapse that confesses leaves the notice as it was."""
    return "upheld" if deed.does == "lapse" else deed.outcome or deed.text("outcome")


def _reasons(material: Material, deed: Deed) -> tuple[str, ...]:
    confession = material.procedure.confession
    if deed.does == "lapse" and confession is not None:
        ground = material.book.cite(*confession.basis)
        ended = f"O prazo de defesa terminou em {long_date(deed.on)} sem defesa."
        return (ended, f"Nesse caso a lei tem os fatos por confessados ({ground}).")
    return tuple(line.strip() for line in deed.text("reasons").splitlines() if line.strip())


def _all_reasons(material: Material, deeds: tuple[Deed, ...]) -> tuple[str, ...]:
    """The reasons of a decision; of several, each under its author's name."""
    if len(deeds) == 1:
        return _reasons(material, deeds[0])
    found = [(material.body_of(each.by), _reasons(material, each)) for each in deeds]
    return tuple(f"{capital(of(body))}: {' '.join(reasons)}" for body, reasons in found if reasons)


def _fell(deed: Deed, code: str) -> bool:
    rulings = {str(each.get("item")): each.get("outcome") for each in _lines(deed.data.get("rulings"))}
    return deed.outcome in DROPS or rulings.get(code) in DROPS


def _standing(material: Material, code: str, track: Track | None) -> list[Obligation]:
    found = [
        each
        for each in material.after.obligations
        if each.item == code and (stands(each) or each.status == "absorbed") and (track is None or track.covers(each))
    ]
    latest_round = max((each.round for each in found), default=1)
    return [each for each in found if each.round == latest_round]


def _penalties(material: Material, deed: Deed, code: str, track: Track | None, *, alone: bool) -> list[Penalty]:
    """What stands for an item after a decision; of a first one, its author's, or (not ``alone``) others' too."""
    fell, first = _fell(deed, code), deed.does == "decide"
    told = [
        each
        for each in _standing(material, code, track)
        if (not fell if not first or _may(material, deed, each.code) else not alone)
    ]
    return [_told_of(imposed(material, each), each, track) for each in told]


def _told_of(penalty: Penalty, obligation: Obligation, track: Track | None) -> Penalty:
    """A penalty as a paper about all of them tells it: with whose it is, where each owes his own."""
    whose = _whose(obligation, track)
    return replace(penalty, detail=f"{penalty.detail} ({whose})".lstrip()) if whose else penalty


def _whose(obligation: Obligation, track: Track | None) -> str:
    return "" if track is not None else ROLES.get(obligation.respondent, obligation.respondent)


def _repeats(material: Material, deed: Deed, code: str, track: Track | None) -> str:
    """What is said of repeat for an item's fine; for each his own, in a paper about all of them."""
    # A fine that goes its own way is told too: it shows what was done before, on which a graver penalty rests.
    mine = ("", track.respondent) if track is not None else None
    fines = [
        each
        for each in _standing(material, code, None)
        if each.kind == "fine" and (mine is None or each.respondent in mine)
    ]
    owners = {each.respondent: each for each in reversed(fines)}
    said = {whose: repeat_words(material.book, fine, deed.event) for whose, fine in reversed(owners.items())}
    if len(said) < 2:
        return next(iter(said.values()), "")
    return " ".join(f"{capital(ROLES.get(whose, whose))}: {words}" for whose, words in said.items() if words)


def _ruling(
    material: Material, deeds: tuple[Deed, ...], code: str, penalties: list[Penalty], track: Track | None
) -> Ruling:
    book, deed = material.book, deeds[-1]
    citation = book.rules.citation(code)
    quote = book.quote(citation)
    decided = _together([_ruled(each, code) for each in deeds], stands=bool(penalties))
    if decided == "partial" and not penalties:
        decided = "reversed" if deed.does == "review" else "dismissed"
    infraction = book.procedure.infractions.get(code)
    return Ruling(
        item=code,
        citation=book.cite(citation),
        quote=quote.text if quote else infraction.label if infraction else code,
        outcome=decided,
        penalties=tuple(penalties),
        repeat=_repeats(material, deed, code, track) if penalties else "",
    )


def _ruled(deed: Deed, code: str) -> str:
    """What one decision says of one item."""
    rulings = {str(each.get("item")): str(each.get("outcome") or "") for each in _lines(deed.data.get("rulings"))}
    return rulings.get(code) or outcome_of(deed)


def _summary(material: Material, deed: Deed, decided: str) -> str:
    """The ementa: what the case is about, and what came of it."""
    infractions = material.procedure.infractions
    about = [infractions[code].label for code in material.after.head.items if code in infractions]
    start = "Recurso. " if deed.does == "review" else ""
    said = capital(outcome(decided, on_appeal=deed.does == "review"))
    return f"{start}{'. '.join(filter(None, about))}. {said}."


def _lines(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list | tuple) else []
