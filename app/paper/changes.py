"""What an act on a whole case changes, as its papers tell it: the place, the terms that move, those that fall."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

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
            rows.append(Row(label=f"{name} ia até", value=weekday_date(old.due)))
        goes = "vai até" if _runs(deadline) else "foi até"
        rows.append(Row(label=f"{name} {goes}", value=weekday_date(deadline.due)))
        lines = count_of(material.procedure, material.after, deadline, material.calendar)
        rows.append(Row(label="Contagem", value=" ".join(line.what for line in lines)))
    return rows


def changed_rows(material: Material, track: str) -> list[Row]:
    """Of one respondent: where the case was and is for him, and his terms that the act opened, moved or let fall.

    With them goes the term that the act itself is about, whoever it binds; and, if none changed, that none did.
    """
    rows = []
    his = tracks_of_the_same(material, track)
    was, now = (_place(material, case, his) for case in (material.before, material.after))
    if was != now:
        rows += [Row(label="O processo estava", value=was), Row(label="O processo está", value=now)]
    terms = counted_rows(material, _moved_of(material, his))
    here = {each.id: each for each in material.after.deadlines}
    for old in material.before.deadlines:
        if _runs(old) and old.track in his and _told(material, old) and not _known_of(here.get(old.id)):
            terms.append(Row(label=_name(material, old), value=f"ia até {weekday_date(old.due)}; deixa de correr"))
    return rows + (terms or [Row(label="Prazos da pessoa autuada", value="Nenhum muda")])


def changed_in_short(material: Material, track: str) -> tuple[str, ...]:
    """The same in few words, for whoever reads no more: what was done, where the case is, until when each term runs."""
    his = tracks_of_the_same(material, track)
    was, now = (_place(material, case, his) for case in (material.before, material.after))
    moved = [each for each in _moved_of(material, his) if _runs(each)]
    terms = [f"{_name(material, each)}: agora vai até {weekday_date(each.due)}." for each in moved]
    return (
        _DONE.get(material.step.does, "Um ato mudou o seu processo."),
        *([f"Agora o processo está assim: {now}."] if was != now else []),
        *(terms or ["Nenhum prazo seu passou a correr nem mudou de data."]),
    )


_DONE = {
    "rectify": "O Município corrigiu o que constava do seu processo.",
    "suspend_terms": "Há dias que deixam de contar nos prazos do seu processo.",
    "extend_term": "O Município tem mais dias para um ato seu neste processo.",
    "reopen": "O seu processo foi reaberto.",
}


def _moved_of(material: Material, tracks: set[str]) -> list[Deadline]:
    before = {each.id: each for each in material.before.deadlines}
    mine = (each for each in material.after.deadlines if each.track in tracks and _told(material, each))
    return [each for each in mine if _moved(before.get(each.id), each)]


def tracks_of_the_same(material: Material, track: str) -> set[str]:
    """The tracks of whoever answers on this one."""
    tracks = {each.id: each.respondent for each in (*material.before.tracks, *material.after.tracks)}
    return {name for name, whose in tracks.items() if whose == tracks.get(track, "")}


def right_to_speak(town: Town) -> str:
    """What the party may do about it (Lei 9.784/1999, art. 3, II and III)."""
    return (
        "A pessoa autuada pode ver o processo, pedir cópia e manifestar-se por escrito sobre este ato, "
        f"no protocolo: {town.protocol.address} ({town.protocol_hours})."
    )


def _moved(old: Deadline | None, new: Deadline) -> bool:
    """Whether a term runs that did not, or to another day; or one that ended did so on another day."""
    return _known_of(new) and (old is None or old.due != new.due or (_runs(new) and not _runs(old)))


def _runs(deadline: Deadline | None) -> bool:
    return deadline is not None and deadline.status == "open"


def _known_of(deadline: Deadline | None) -> bool:
    """Whether a term runs, or ran to its end."""
    return deadline is not None and deadline.status in ("open", "lapsed")


def _told(material: Material, deadline: Deadline) -> bool:
    """Whether it is a term of the party's, or the one that this act extends."""
    extended = material.event.data.get("term") if material.step.does == "extend_term" else ""
    return material.procedure.time_limits[deadline.kind].binds == "party" or deadline.kind == extended


def _name(material: Material, deadline: Deadline) -> str:
    return material.procedure.time_limits[deadline.kind].label or deadline.kind


def _place(material: Material, case: Case, tracks: set[str]) -> str:
    state, reason = state_of(replace(case, tracks=tuple(each for each in case.tracks if each.id in tracks)))
    return state_label(material.procedure, state, reason)
