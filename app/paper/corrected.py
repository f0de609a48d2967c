"""A correction as the papers it brings about tell it: which act, which field, what it was and is, why, who approved."""

from __future__ import annotations

from app.paper.material import Material
from app.paper.report import concerned
from app.paper.story import Deed
from app.paper.values import act_words, change_words, field_label
from notices.acts import Row
from notices.words import capital, long_date, sentence
from workflow.fields import kept_apart


def told_by(material: Material, kind: str) -> Deed:
    """The act that a paper of this kind tells of: this one, or that which a correction makes it tell anew."""
    deeds = material.story.deeds
    mine = next(each for each in reversed(deeds) if each.event is material.event)
    correction = material.story.correction_by(mine.version)
    if kind in _kinds_of(material, mine):
        return mine
    if correction is not None:
        corrected = next(each for each in deeds if each.event is correction.deed.event)
        if kind in _kinds_of(material, corrected):
            return corrected
    if correction is None and not material.event.derived.redone:
        return mine
    return next((each for each in reversed(deeds) if kind in _kinds_of(material, each)), mine)


def _kinds_of(material: Material, deed: Deed) -> set[str]:
    """The papers that an act may issue by its own rule, its means or its proof."""
    law = material.procedure
    step = law.steps.get(deed.step)
    found = {kind for kinds in step.issues.values() for kind in kinds} if step else set()
    for rule in (law.services.get(deed.text("via")), law.receipts.get(deed.text("receipt"))):
        found.update(rule.issues if rule and deed.does == "serve" else ())
    return found


def corrected_rows(material: Material) -> list[Row]:
    """What this act puts right, if it is a correction: act, field, before, after, why, by whom and with whom."""
    event = material.event
    correction = material.story.correction_by(event.version)
    if correction is None:
        return []
    law, deed = material.procedure, correction.deed
    step = law.steps.get(deed.step)
    before, after = (
        capital(each) for each in change_words(law, step, correction.field, correction.before, correction.after)
    )
    personal = correction.field in kept_apart(law, event.step, event.data)
    people = (("Quem retificou", event.recorded_by), ("Quem aprovou", event.approved_by))
    return [
        Row(label="Ato retificado", value=capital(act_words(law, deed.step, deed.on)) + concerned(material, deed)),
        Row(label="Campo retificado", value=field_label(step, correction.field)),
        Row(label="Constava", value=before, personal=personal),
        Row(label="Passa a constar", value=after, personal=personal),
        Row(
            label="Motivos da retificação",
            value=sentence(" ".join(str(event.data.get("reasons") or "").split())),
            personal=True,
        ),
        *(Row(label=label, value=name) for label, name in people if name),
    ]


def correction_said(material: Material, kind: str) -> str:
    """Why a paper of a kind goes out by a correction, naming the one whose place it takes if there was one."""
    version = material.event.version
    correction = material.story.correction_by(version)
    if correction is None:
        return ""
    act = act_words(material.procedure, correction.deed.step, correction.deed.on)
    first = next(filter(None, (_only_one(material, kind, each) for each in range(version - 1, 0, -1))), "")
    again = f" de novo, em lugar da peça {first}," if first else ""
    return f"Esta peça sai{again} porque o ato {act}, foi retificado em {long_date(material.event.occurred_on)}."


def _only_one(material: Material, kind: str, version: int) -> str:
    """The number of the one paper of that kind that an act issued; of several, nobody says which this one follows."""
    many = sum(each.kind == kind for each in material.issued_by(version))
    return material.named(kind, version) if many == 1 else ""
