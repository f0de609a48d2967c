"""The case, the document and the signers, as every paper tells them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec.structs import replace

from app.paper.book import signer_of
from app.paper.items import item
from app.paper.material import Material
from app.paper.story import Deed, papers_issued
from app.paper.wording import ROLES, hour_words
from app.respondents import in_force
from notices.codes import plate, verification_code, with_points
from notices.dossier import Body, Case, Document, Fact, Respondent, Signer, Vehicle
from notices.words import counted, short_date
from workflow.event import Paper
from workflow.facts_in_force import NAMES_THE_RESPONDENT

CODE_BYTES = 16
_NOBODY = Body(name="", gender="f")


def document(material: Material, number: str) -> Document:
    """This paper's own data, with a new verification code."""
    code = verification_code(secrets.token_bytes(CODE_BYTES))
    return Document(
        number=number,
        issued_on=material.today,
        issued_at=material.tx.recorded_at,
        code=code,
        url=f"{material.office.town.verification.check.rstrip('/')}/{code}",
        automatic=_automatic(material),
    )


def _automatic(material: Material) -> str:
    """Which rule the clock applied and in which run; empty for acts of people."""
    event, step = material.event, material.step
    if not material.by_clock:
        return ""
    rule = material.book.cite(*step.ground[:2])
    ran = short_date(event.ran_on or event.recorded_on)
    return f"{(step.label or event.step).lower()} ({rule}), rotina de prazos de {ran}"


def authority(material: Material) -> str:
    """The id of the body in whose name the case runs: the one that drew up the notice."""
    opening = material.story.opening
    return opening.by if opening is not None and opening.by in material.book.bodies else material.book.home


def signers(material: Material, body: str) -> tuple[Signer, ...]:
    """Who signs for the body that day; nobody for an act of the clock."""
    if material.by_clock:
        return ()
    town = material.office.town
    return signer_of(town, body) or signer_of(town, material.book.home)


def case_of(material: Material, paper: Paper) -> Case:
    """The case as this paper tells it; papers of one act about the same person tell it alike."""
    track = material.track(paper)
    person = track.respondent if track else ""
    kept = material.cases.get(person)
    if kept is None:
        kept = material.cases[person] = _case(material, person)
    return kept


def _case(material: Material, person: str) -> Case:
    head, book = material.after.head, material.book
    opening, notice = material.story.opening, material.story.notice
    data: Mapping[str, Any] = opening.data if opening else {}
    opened_on = head.opened_on or material.today
    people = _people(material)
    mine = _respondent(people, person)
    addressed = f"Espólio de {mine.name}" if mine.name and _died(material, person) else ""
    vehicle = _mapping(data.get("vehicle"))
    return Case(
        number=material.after.id,
        opened_on=opened_on,
        notice_number=_notice_number(material, notice),
        notice_on=notice.on if notice is not None and notice is not opening else opened_on,
        authority=book.body(authority(material)) or _NOBODY,
        law=book.law,
        respondent=replace(mine, addressed=addressed),
        others=tuple(each for each in people.values() if each is not mine),
        fact=_fact(material, data, opening),
        items=tuple(item(material, each) for each in head.items),
        inspector=_inspector(material, _text(data, "inspector")),
        vehicle=_vehicle(vehicle) if vehicle else None,
        permit=_text(_mapping(data.get("respondent")), "permit") or _text(vehicle, "permit"),
    )


def _notice_number(material: Material, notice: Deed | None) -> str:
    """The notice's own number, or the case's where it has none; empty while it is still to be drawn up."""
    named = material.named("infraction_notice", notice.version) if notice is not None else ""
    drawing = [name for name, each in material.procedure.steps.items() if "infraction_notice" in papers_issued(each)]
    to_come = notice is not None and bool(drawing) and notice.step not in drawing
    return named or ("" if to_come else material.after.id)


def _people(material: Material) -> dict[str, Respondent]:
    """Those cited, by the id each answers under; a single one under an empty id."""
    people = in_force(material.story.of(*NAMES_THE_RESPONDENT)) or {"": {}}
    if set(people) == {""}:
        roles = material.after.head.respondents
        return {"": _person(people[""], roles[0] if roles else "", _attorney(material))}
    return {name: _person(each, name, "") for name, each in people.items()}


def _respondent(people: Mapping[str, Respondent], name: str) -> Respondent:
    return people.get(name) or next(iter(people.values()))


def _died(material: Material, person: str) -> bool:
    """Whether an act says that this respondent died: letters then go to the estate (CPC, art. 75, VII)."""
    deaths = (each for each in material.story.of("extinguish") if each.text("reason") == "death")
    return any(each.text("to") in ("", person) for each in deaths)


def _person(given: Mapping[str, Any], role: str, attorney: str) -> Respondent:
    return Respondent(
        name=_text(given, "name"),
        tax_id=with_points(_text(given, "tax_id")),
        role=_text(given, "role") or ROLES.get(role, "responsável pelo serviço"),
        address=_lines(given.get("address")),
        attorney=_text(given, "attorney") or attorney,
    )


def _attorney(material: Material) -> str:
    deed = next((each for each in reversed(list(material.story.of("file"))) if each.text("attorney")), None)
    return deed.text("attorney") if deed else ""


def _lines(address: Any) -> tuple[str, ...]:
    """An address in lines, from text, a list, or named parts in their order."""
    if isinstance(address, Mapping):
        return tuple(str(each) for each in address.values() if each)
    if isinstance(address, list | tuple):
        return tuple(str(each) for each in address if each)
    return tuple(line.strip() for line in str(address or "").splitlines() if line.strip())


def _vehicle(given: Mapping[str, Any]) -> Vehicle:
    sign = _text(given, "plate")
    return Vehicle(plate=plate(sign) or sign, make=_text(given, "make"), kind=_text(given, "kind"))


def _fact(material: Material, data: Mapping[str, Any], opening: Deed | None) -> Fact:
    head = material.after.head
    origin = material.procedure.origins.get(head.origin)
    hour = _text(data, "fact_time")
    attached = data.get("attachments")
    many = len(attached) if isinstance(attached, list | tuple) else 0
    return Fact(
        on=head.fact_on or (opening.on if opening else material.today),
        time=f"às {hour_words(hour)}" if hour else "",
        place=_text(data, "place"),
        narrative=_text(data, "narrative"),
        evidence=(f"{counted(many, 'arquivo juntado', 'arquivos juntados')} ao processo",) if many else (),
        origin=f"{origin.label} ({material.book.cite(*origin.basis)})" if origin and origin.label else "",
    )


def _inspector(material: Material, name: str) -> Signer:
    body = material.book.body(authority(material))
    return Signer(name=name, post=f"agente de fiscalização, {body.name}" if body else "agente de fiscalização")


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return "" if value is None else str(value)


def day_after(day: date) -> date:
    """The next day."""
    return date.fromordinal(day.toordinal() + 1)
