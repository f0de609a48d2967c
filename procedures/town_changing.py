"""Changes of a town's data, each with the act behind it: what is asked, what it refuses, how the file then reads.

What the change leaves contradictory in the file is told by reading it again (``procedures.municipality.load_town``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from procedures.municipality import Town
from procedures.town_entries import UnitValue
from procedures.town_text import Path, with_field, with_item, with_list
from workflow.dates import short_label
from workflow.errors import DevidoError
from workflow.nearest import advice

DAYS: Mapping[str, str] = {
    "closed": "sem expediente",
    "early_closings": "com expediente encerrado mais cedo",
    "late_openings": "com expediente começado mais tarde",
    "outages": "com o protocolo eletrônico fora do ar",
}
"""What a day may be, by the part of the calendar it goes to."""


class TownRefusal(DevidoError):
    """A change of the town's data that cannot be: it contradicts what there is, or names what there is not."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change as asked: its ``kind`` (one of ``KINDS``), what it says, and the ``act`` of the town behind it."""

    kind: str
    act: str
    said: Mapping[str, Any] = field(default_factory=dict)


def days_between(old: Town, new: Town) -> frozenset[date]:
    """The days on which the office keeps other hours in one than in the other."""
    kept = [{(section, each.day) for section in DAYS for each in getattr(town.office_days, section)}
            for town in (old, new)]  # fmt: skip
    return frozenset(day for _, day in kept[0] ^ kept[1])


@dataclass(frozen=True, kw_only=True)
class Known:
    """What the town's laws have, for a change to name: their bodies, units and open questions."""

    bodies: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    questions: frozenset[str] = frozenset()


def changed(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    """The text of the file after the change. Raises ``TownRefusal``."""
    if not change.act.strip():
        raise TownRefusal("Falta o ato que manda a mudança (--act), como “Decreto nº 12/2026”.")
    return _CHANGES[change.kind](text, town, change, known, today)


def _calendar(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    said, day = change.said, date.fromisoformat(change.said["day"])
    section, days = said["section"], town.office_days
    if day.year not in days.years:
        listed = ", ".join(map(str, days.years))
        raise TownRefusal(
            f"O calendário do Município não cobre {day.year}; cobre {listed}. "
            "Registre primeiro os dias sem expediente desse ano."
        )
    for other in DAYS:
        entries = getattr(days, other)
        found = next((each for each in entries if each.day == day), None)
        if found is None or (other, section) in _TOGETHER:
            continue
        raise TownRefusal(f"O dia {short_label(day)} já está no calendário, {DAYS[other]}: {found.name} ({found.act}).")
    if day.weekday() > _FRIDAY and section != "outages":
        raise TownRefusal(f"O dia {short_label(day)} é fim de semana: já não tem expediente.")
    entry: dict[str, Any] = {"day": day, "name": said["name"]}
    if section == "closed":
        entry["kind"] = said["kind"]
    entries = getattr(days, section)
    place = sum(1 for each in entries if each.day < day)
    return with_item(text, ("calendar", section), place, {**entry, "act": change.act})


_FRIDAY = 4
_TOGETHER = {
    (one, other)
    for one in ("early_closings", "late_openings", "outages")
    for other in ("early_closings", "late_openings", "outages")
    if one != other
}
"""Parts of the calendar that may have the same day: it may open late and close early, with the portal down."""


def _value(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    unit, since = change.said["unit"], date.fromisoformat(change.said["from"])
    _require_number(str(change.said["value"]))
    if unit not in town.units and unit not in known.units:
        units = sorted({*town.units, *known.units})
        raise TownRefusal(
            f"O Município não tem a unidade {unit!r}; as que tem: {', '.join(units)}{advice(unit, units)}."
        )
    values = town.units.get(unit, ())
    for place, each in enumerate(values):
        if each.since == since and each.example:
            return _written_over(
                text, ("units", unit, place), {"value": change.said["value"]}, change.act, each.example
            )
        if each.since == since:
            raise TownRefusal(f"Já há valor da {unit} desde {short_label(since)}: {_reais(each.value)} ({each.act}).")
    ruling = [each for each in values if each.since <= since and each.since.year == since.year]
    if ruling and since < today and not ruling[-1].example:
        last = ruling[-1]
        raise TownRefusal(
            f"Em {short_label(since)} já vale {_reais(last.value)} ({last.act}): outro valor para o mesmo ano só "
            f"de hoje ({short_label(today)}) em diante."
        )
    entry = {"from": since, "value": change.said["value"], "act": change.act}
    return with_item(text, ("units", unit), sum(1 for each in values if each.since < since), entry)


def _written_over(text: str, path: Path, said: Mapping[str, Any], act: str, example: bool) -> str:
    """The file with an entry saying something else, by another act, and an example no more."""
    for name, value in {**said, "act": act, **({"example": False} if example else {})}.items():
        text = with_field(text, (*path, name), value)
    return text


def _require_number(text: str) -> None:
    try:
        good = Decimal(text).is_finite()
    except InvalidOperation:
        good = False
    if not good:
        raise TownRefusal(f"O valor {text!r} não se entende: não é um número; escreva os reais, como 140,10.")


def _reais(value: str) -> str:
    return f"R$ {value}".replace(".", ",")


def told(old: Town, new: Town, change: Change) -> tuple[str, str]:
    """What the change of a value or of an answer is about, before and after, on its first day; else nothing."""
    if change.kind == "value":
        unit, since = change.said["unit"], date.fromisoformat(change.said["from"])
        values = (_in_force(town.units.get(unit, ()), since) for town in (old, new))
        said = [f"{_reais(each.value)} ({each.said_act})" if each else "sem valor" for each in values]
    elif change.kind == "answer":
        question, since = change.said["question"], date.fromisoformat(change.said["since"])
        answers = (town.answers_on(since).get(question) for town in (old, new))
        said = [f"{each.answer} ({each.said_act})" if each else "sem resposta: a leitura padrão" for each in answers]
    else:
        return "", ""
    return said[0], said[1]


def _in_force(values: Sequence[UnitValue], day: date) -> UnitValue | None:
    return next((each for each in reversed(values) if each.since <= day and each.since.year == day.year), None)


def _member(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    said = change.said
    name, body = said["name"], said["body"]
    bodies = sorted({*known.bodies, *(each.body for each in town.members)})
    if body not in bodies:
        raise TownRefusal(
            f"As leis do Município não têm o órgão {body!r}; têm {', '.join(bodies)}{advice(body, bodies)}."
        )
    if said.get("since") is not None:
        days = {each: date.fromisoformat(said[each]) for each in ("since", "until") if said.get(each)}
        flags = {each: True for each in ("lawyer", "alternate") if said.get(each)}
        entry = {"name": name, "body": body, "permanent": bool(said.get("permanent")), **flags, **days}
        return with_item(text, ("members",), len(town.members), {**entry, "act": change.act})
    if said.get("until") is None:
        raise TownRefusal("Diga desde quando é o mandato novo (--since), ou até quando vai o que já há (--until).")
    until = date.fromisoformat(said["until"])
    seats = [place for place, each in enumerate(town.members) if (each.name, each.body) == (name, body)]
    running = [each for each in seats if (town.members[each].until or date.max) >= until]
    if not running:
        names = sorted({each.name for each in town.members if each.body == body})
        raise TownRefusal(
            f"{name} não tem em {body} mandato que vá além de {short_label(until)}; "
            f"integram-no {_listed(names)}{advice(name, names)}."
        )
    if until < today:
        raise TownRefusal(
            f"O mandato não se encerra em {short_label(until)}, que já passou: os atos desde então contaram com ele."
        )
    text = with_field(text, ("members", running[-1], "until"), until)
    return with_field(text, ("members", running[-1], "act"), f"{town.members[running[-1]].act}; {change.act}")


def _answer(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    said = change.said
    question, since = said["question"], date.fromisoformat(said["since"])
    if question not in known.questions:
        raise TownRefusal(f"Nenhuma lei do Município tem a questão {question!r}{advice(question, known.questions)}.")
    given = town.answers.get(question, ())
    for place, each in enumerate(given):
        if each.since != since:
            continue
        if since < today or each.answer == said["answer"]:
            raise TownRefusal(
                f"A questão {question} já tem resposta desde {short_label(since)}: {each.answer} ({each.act})."
            )
        # A slip of today, or for a day to come: what was decided with it keeps it, what comes takes the right one.
        return _written_over(text, ("answers", question, place), {"answer": said["answer"]}, change.act, each.example)
    if since < today:
        raise TownRefusal(
            f"A resposta valeria desde {short_label(since)}, que já passou: nova interpretação não retroage "
            "(Lei 9.784/1999, art. 2º, parágrafo único, XIII). Dê um dia de hoje em diante."
        )
    entry = {"answer": said["answer"], "since": since, "act": change.act}
    return with_item(text, ("answers", question), sum(1 for each in given if each.since < since), entry)


def _letterhead(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    lines = [str(each).strip() for each in change.said["lines"]]
    if not lines or not all(lines):
        raise TownRefusal("O timbre pede ao menos uma linha, e nenhuma vazia.")
    if tuple(lines) == town.letterhead:
        raise TownRefusal("O timbre já é esse.")
    return with_list(text, ("letterhead",), lines)


def _file(text: str, town: Town, change: Change, known: Known, today: date) -> str:
    if change.said["text"] == text:
        raise TownRefusal("O arquivo dado é o que já vale.")
    return str(change.said["text"])


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "ninguém"


_CHANGES = {"calendar": _calendar, "value": _value, "member": _member, "answer": _answer, "letterhead": _letterhead,
            "file": _file}  # fmt: skip
KINDS = tuple(_CHANGES)
"""The kinds of change there are."""
