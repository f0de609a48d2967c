"""What later acts made of an act and of its papers: withdrawn, undone, done again, put right, replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.paper.story import Correction, Story
from app.paper.values import act_words, change_words, field_label, value_words
from notices.words import listed
from storage.views import PaperLine
from workflow.event import CLOCK, Event, Paper
from workflow.fields import BY_VERB
from workflow.procedure import Procedure

_TOLD_WHOLE = ("suspend_terms", "extend_term", "reopen", "cancel", "extinguish")


class Aftermath:
    """Marks for the acts of a case and for its papers, read once from its history."""

    def __init__(self, procedure: Procedure, events: Sequence[Event], papers: Iterable[PaperLine]) -> None:
        self.procedure = procedure
        self.story = Story(procedure, events)
        self._by_clock = {each.version for each in events if each.by == CLOCK}
        self._papers: dict[int, list[PaperLine]] = {}
        for paper in papers:
            self._papers.setdefault(paper.version, []).append(paper)
        self._replaced: dict[int, tuple[PaperLine, int]] = {}
        for correction in self.story.corrections:
            self._replace(self._versions_of(correction), correction.by)
        for version, many in self.story.again.items():
            for at, by in enumerate(many):
                self._replace([version, *many[:at]], by)

    def of_act(self, version: int) -> dict[str, Any]:
        """What became of an act, for programs, and in words (``mark``); numbers are those of the later acts."""
        undone, again = self.story.undone.get(version), self.story.again.get(version, [])
        rectified = [each.by for each in self.story.corrections if each.deed.event.version == version]
        said = [f"retificado pelo{_acts(rectified)}"] if rectified else []
        if undone:
            said.append(f"{'retirado' if version in self._by_clock else 'desfeito'} pelo{_acts([undone])}")
        if again:
            said.append(f"refeito pelo{_acts(again)}")
        return {
            "undone_by": undone,
            "redone_by": again,
            "rectified_by": rectified,
            "mark": listed(said),
        }

    def of_paper(self, paper: PaperLine) -> dict[str, Any]:
        """What became of a paper: the one that took its place, the act that withdrew it or put right what it tells."""
        replaced, by = self._replaced.get(paper.id, (None, None))
        withdrawn = next((undone for version, undone in self.story.undone.items() if self._told(paper, version)), None)
        rectified = [each.by for each in self.story.corrections if each.deed.event.version == paper.version]
        if replaced is not None:
            number = f"{replaced.series} {replaced.number}"
            mark = f"substituída por {number}, pelo{_acts([by])}"
        elif withdrawn is not None:
            mark = f"retirada pelo{_acts([withdrawn])}"
        else:
            mark = f"o ato foi retificado pelo{_acts(rectified)}" if rectified else ""
        return {
            "withdrawn_by": withdrawn,
            "replaced_by": f"{replaced.series} {replaced.number}" if replaced is not None else None,
            "rectified_by": rectified,
            "mark": mark,
        }

    def correction(self, version: int) -> dict[str, Any] | None:
        """What an act put right, with its values as recorded and in words; None for an act that is no correction."""
        found = self.story.correction_by(version)
        if found is None:
            return None
        return {"act": found.deed.event.version, **change_told(self.procedure, found)}

    def details(self, event: Event) -> list[dict[str, Any]]:
        """What an act that moves terms or undoes was given, in words, in the order of its fields; nothing of others."""
        step = self.procedure.steps.get(event.step)
        if step is None or step.does not in _TOLD_WHOLE:
            return []
        return [
            {"field": name, "label": field_label(step, name), "value": value_words(self.procedure, step, name, value)}
            for name in BY_VERB[step.does] | {"reasons": None}
            if (value := event.data.get(name)) not in (None, "")
        ]

    def to_replace(self, paper: Paper, by: int) -> PaperLine | None:
        """The paper out there whose place one would take that the correction of that version issues; None if none."""
        correction = self.story.correction_by(by)
        versions = self._versions_of(correction) if correction is not None else []
        versions += [version for version, many in self.story.again.items() if by in many]
        found = [each for version in versions for each in self._papers.get(version, ()) if _what(each) == tuple(paper)]
        return found[-1] if found else None

    def _versions_of(self, correction: Correction) -> list[int]:
        """The act that a correction puts right, and the corrections of it before: the papers it may replace."""
        first = correction.deed.event.version
        earlier = (each for each in self.story.corrections if each.deed.event.version == first)
        return [first, *(each.by for each in earlier if each.by < correction.by)]

    def _replace(self, versions: Iterable[int], by: int) -> None:
        issued = {_what(each): each for each in self._papers.get(by, ())}
        for version in versions:
            for paper in self._papers.get(version, ()):
                if (new := issued.get(_what(paper))) is not None:
                    self._replaced.setdefault(paper.id, (new, by))

    def _told(self, paper: PaperLine, version: int) -> bool:
        """Whether a paper is of the act of that version, or of its being done again."""
        if paper.version == version:
            return True
        issued = (_what(each) for each in self._papers.get(version, ()))
        return paper.version in self.story.again.get(version, ()) and _what(paper) in issued


def change_told(procedure: Procedure, correction: Correction) -> dict[str, Any]:
    """A field put right: the act, the field and both values, as recorded and in words."""
    deed, name = correction.deed, correction.field
    step = procedure.steps.get(deed.step)
    before, after = change_words(procedure, step, name, correction.before, correction.after)
    return {
        "step": deed.step,
        "date": deed.on,
        "act_label": act_words(procedure, deed.step, deed.on),
        "field": name,
        "field_label": field_label(step, name),
        "before": correction.before,
        "after": correction.after,
        "before_label": before,
        "after_label": after,
    }


def _what(paper: PaperLine) -> tuple[str, str, str]:
    return paper.kind, paper.track, paper.about


def _acts(versions: Sequence[int | None]) -> str:
    """`` ato 5``; ``s atos 5 e 6``."""
    numbers = listed([str(each) for each in versions])
    return f" ato {numbers}" if len(versions) == 1 else f"s atos {numbers}"


def papers_marked(
    marks: Mapping[str, Aftermath], papers: Iterable[PaperLine], told: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Papers as told, each with what became of it."""
    return [{**each, **marks[paper.case_id].of_paper(paper)} for paper, each in zip(papers, told, strict=True)]
