"""The report of a decision: what happened in the case up to it, act by act, in the order of days."""

from __future__ import annotations

from datetime import date

from app.paper.filings import filed_by, is_late
from app.paper.material import Material
from app.paper.openings import filed_within
from app.paper.story import Deed
from app.paper.wording import ROLES
from notices.words import capital, listed, long_date, outcome, the


def report_of(material: Material, deed: Deed) -> tuple[str, ...]:
    """What happened up to the decision, in the order of days."""
    deeds = [each for each in material.story.deeds if _place(each) <= _place(deed) and each is not deed]
    told = [_told(material, each) for each in sorted(deeds, key=_place)]
    sentences = [each for each in told if each]
    return (" ".join(sentences),) if sentences else ()


def _place(deed: Deed) -> tuple[date, int]:
    """Where an act stands in what happened, as corrections left it: by its day, and of one day as recorded."""
    return deed.happened_on, deed.version


def _told(material: Material, deed: Deed) -> str:
    day = long_date(deed.happened_on)
    if material.story.notice is not None and deed.version == material.story.notice.version:
        return f"O auto de infração foi lavrado em {day}."
    if deed.does == "open":
        return f"A irregularidade foi constatada em {day}."
    whose = concerned(material, deed)
    if deed.does == "serve" and not deed.event.told:
        bound = material.story.binds_on(deed)
        return (
            f"A ciência {_of_what(material, deed)} ocorreu em {long_date(bound)}{whose}." if bound is not None else ""
        )
    if deed.does == "lapse":
        return _lapse_told(material, deed, day, whose)
    if deed.does == "file":
        act = filed_by(material.book.rules, deed)
        late = "fora do prazo, " if is_late(material, deed) else ""
        claims = [str(each) for each in deed.data.get("claims") or () if each] if _many(deed) else []
        said = "; ".join(f"“{each.strip().rstrip('.')}”" for each in claims)
        alleged = f", e alega: {said}" if said else ""
        return f"{capital(the(act))} foi apresentad{'a' if act.gender == 'f' else 'o'} {late}em {day}{whose}{alleged}."
    if deed.does == "decide":
        body = material.body_of(deed.by)
        return f"Em {day}, {the(body)} decidiu: {outcome(deed.outcome)}."
    return ""


def _of_what(material: Material, served: Deed) -> str:
    """What a service told of: the decision, the notice, or an order to cure that came before it."""
    place, notice = _place(served), material.story.notice
    if any(each.does == "decide" and _place(each) < place for each in material.story.deeds):
        return "da decisão"
    return "da ordem de sanar" if notice is not None and place < _place(notice) else "da autuação"


def _lapse_told(material: Material, deed: Deed, day: str, whose: str) -> str:
    """That a term ended and nothing came within it: a defense, or what else the term was for."""
    found = (each for each in material.after.deadlines if each.id == deed.event.deadline)
    limit = next((material.procedure.time_limits[each.kind] for each in found), None)
    if limit is not None and limit.label and not filed_within(material.book.rules, limit):
        unproved = ", sem prova de que a irregularidade foi sanada" if limit.only_if == "cure_ordered" else ""
        return f"{limit.label}: terminou em {day}{unproved}{whose}."
    return f"O prazo de defesa terminou em {day}, sem manifestação da pessoa autuada{whose}."


def concerned(material: Material, deed: Deed) -> str:
    """Whom of several an act was about, in brackets; nothing where it was about all, or one alone answers."""
    tracks = material.after.tracks
    if len({each.respondent for each in tracks}) < 2:
        return ""
    about = {deed.event.track} if deed.event.track else set(deed.event.moved)
    found = [each.respondent for each in tracks if each.id in about or each.respondent == deed.text("to")]
    whose = dict.fromkeys(ROLES.get(each, each) for each in found)
    return f" ({listed(list(whose))})" if whose and len(whose) < len({each.respondent for each in tracks}) else ""


def _many(deed: Deed) -> bool:
    return isinstance(deed.data.get("claims"), list | tuple)
