"""What an act on a whole case changes, as its papers tell it: the place, the terms that move, those that fall."""

from __future__ import annotations

from collections.abc import Iterable

from app.paper.material import Material
from app.telling import state_label
from notices.acts import Row
from notices.words import weekday_date
from procedures.municipality import Town
from workflow.case import Case, Deadline
from workflow.explanation import count_of
from workflow.standing import state_of


def counted_rows(material: Material, deadlines: Iterable[Deadline]) -> list[Row]:
    """Each term counted again: until when it ran, until when it runs, and each day left out on the way."""
    before = {each.id: each for each in material.before.deadlines}
    rows = []
    for deadline in deadlines:
        name, old = _name(material, deadline), before.get(deadline.id)
        if old is not None and old.due != deadline.due:
            rows.append(Row(label=f"{name}: ia até", value=weekday_date(old.due)))
        rows.append(Row(label=f"{name}: vai até", value=weekday_date(deadline.due)))
        lines = count_of(material.procedure, material.after, deadline, material.calendar)
        rows.append(Row(label="Contagem", value=" ".join(line.what for line in lines)))
    return rows


def changed_rows(material: Material, track: str) -> list[Row]:
    """Of one respondent: where the case was and is, and his terms that the act opened, moved or let fall."""
    rows = []
    was, now = (_place(material, case) for case in (material.before, material.after))
    if was != now:
        rows += [Row(label="O processo estava", value=was), Row(label="O processo está", value=now)]
    before = {each.id: each for each in material.before.deadlines}
    mine = [each for each in material.after.deadlines if each.track == track and _binds_party(material, each)]
    rows += counted_rows(material, [each for each in mine if _moved(before.get(each.id), each)])
    here = {each.id: each for each in mine}
    for old in material.before.deadlines:
        if old.status == "open" and old.track == track and _binds_party(material, old) and not _runs(here.get(old.id)):
            rows.append(Row(label=_name(material, old), value=f"ia até {weekday_date(old.due)}; deixa de correr"))
    return rows


def right_to_speak(town: Town) -> str:
    """What the party may do about it (Lei 9.784/1999, art. 3, II and III)."""
    return (
        "A pessoa autuada pode ver o processo, pedir cópia e manifestar-se por escrito sobre este ato, "
        f"no protocolo: {town.protocol.address} ({town.protocol_hours})."
    )


def _moved(old: Deadline | None, new: Deadline) -> bool:
    """Whether a term runs that did not, or to another day."""
    return _runs(new) and (not _runs(old) or old is None or old.due != new.due)


def _runs(deadline: Deadline | None) -> bool:
    return deadline is not None and deadline.status == "open"


def _binds_party(material: Material, deadline: Deadline) -> bool:
    return material.procedure.time_limits[deadline.kind].binds == "party"


def _name(material: Material, deadline: Deadline) -> str:
    return material.procedure.time_limits[deadline.kind].label or deadline.kind


def _place(material: Material, case: Case) -> str:
    state, reason = state_of(case)
    return state_label(material.procedure, state, reason)
