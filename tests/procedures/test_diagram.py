"""A procedure drawn: what leads where, one page whatever the law, nothing off it and no words on other words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from procedures.diagram import Arrow, Diagram, mermaid
from procedures.drawing import PAGE, svg
from procedures.registry import law, law_ids
from tests.planting import put, resolved

FICTIONAL = Path(__file__).parents[1] / "laws" / "fictional"
SVG = "{http://www.w3.org/2000/svg}"
LONG = {
    f"stage_{number}": {"label": f"Etapa muito demorada de instrução e diligência número {number}"}
    for number in range(12)
}


def arrow(source: str, to: str) -> Arrow:
    return next(each for each in Diagram(resolved()).arrows if (each.source, each.to) == (source, to))


def test_the_places_follow_the_course_of_the_case():
    assert Diagram(resolved()).places == [
        "not_opened", "awaiting_notification", "awaiting_defense", "under_first_judgment", "awaiting_decision_notice",
        "awaiting_appeal", "under_appeal_judgment", "awaiting_final_notice", "enforcement",
    ]  # fmt: skip


def test_a_state_of_the_laws_own_stands_after_what_leads_to_it():
    steps = {
        "does": "note",
        "by": ["transport_department"],
        "from": ["inquiry"],
        "to": "under_first_judgment",
        "basis": "45",
    }
    found = Diagram(resolved(
        put("states.inquiry", {"label": "Diligência"}), put("steps.file_defense.to.timely", "inquiry"),
        put("steps.inquire", steps),
    ))  # fmt: skip
    assert found.places.index("inquiry") == found.places.index("awaiting_defense") + 1


def test_an_arrow_tells_acts_and_lapses_apart_with_outcomes_and_terms():
    assert arrow("awaiting_appeal", "enforcement").labels == (
        "Renunciar ao recurso",
        "Tornar definitiva a decisão (vencidos 15 dias)",
    )
    assert arrow("awaiting_appeal", "enforcement").lapses == ("Tornar definitiva a decisão (vencidos 15 dias)",)
    assert arrow("under_first_judgment", "awaiting_decision_notice").acts == (
        "Julgar a defesa (auto mantido; mantido em parte)",
    )
    assert arrow("awaiting_defense", "under_first_judgment").acts == ("Apresentar defesa",)


def test_what_is_possible_at_any_stage_is_a_note_and_no_arrow():
    diagram = Diagram(resolved())
    assert not any("Anular" in label for each in diagram.arrows for label in each.labels)
    assert diagram.notes[0] == (
        "Anular o auto, em quase qualquer fase: Arquivado por nulidade, Arquivado por estar fora desta lei."
    )
    assert diagram.notes[-1] == (
        "Em execução, conforme o que resta cumprir: "
        "aguardando pagamento, multa vencida, cumprindo pena; depois, encerrado."
    )


@pytest.mark.parametrize("name", law_ids())
def test_the_mermaid_text_has_each_arrow_once_and_no_sign_of_its_own_inside_a_label(name):
    procedure = law(name).resolve()
    lines = mermaid(procedure).splitlines()
    assert lines[:2] == ["stateDiagram-v2", "    direction TB"]
    arrows = [line for line in lines if "-->" in line and not line.endswith("--> [*]")]
    assert len(arrows) == len(Diagram(procedure).arrows)
    for line in arrows:
        assert re.fullmatch(r"    (\[\*\]|\w+) --> \w+: [^:;\"#]+", line), line
    assert [line for line in lines if line.startswith('    state "')]


@pytest.mark.parametrize("name", law_ids(FICTIONAL))
def test_the_drawing_is_one_a4_page_with_every_act_on_it(name):
    procedure = law(name, FICTIONAL).resolve()
    drawn = ET.fromstring(svg(procedure))
    assert (drawn.get("width"), drawn.get("height")) == ("210mm", "297mm")
    words = re.sub(r"\s+", " ", " ".join(each.text or "" for each in drawn.iter(f"{SVG}text")))
    for each in Diagram(procedure).arrows:
        for label in each.labels:
            assert label in words


def placed(drawn: ET.Element) -> list[tuple[float, float, float, float]]:
    """Every line of text as a box on the page (left, top, right, bottom), as wide as a wide letter makes it."""
    boxes = []
    group = next(each for each in drawn.iter(f"{SVG}g"))
    x0, y0, scale = (float(each) for each in re.findall(r"-?[\d.]+", group.get("transform")))
    for text in drawn.iter(f"{SVG}text"):
        inside = text in list(group)
        x, y, size = (float(text.get(key)) for key in ("x", "y", "font-size"))
        width = len(text.text) * size * 0.53
        left = x - width / 2 if text.get("text-anchor") == "middle" else x
        box = (left, y - size * 0.75, left + width, y + size * 0.2)
        if inside:
            box = (x0 + box[0] * scale, y0 + box[1] * scale, x0 + box[2] * scale, y0 + box[3] * scale)
        boxes.append(box)
    return boxes


def procedure_of(name: str):
    if name == "long":
        return resolved(put("states", {**resolved_states(), **LONG}), *chain())
    return law(name, FICTIONAL).resolve()


@pytest.mark.parametrize("name", [*law_ids(FICTIONAL), "long"])
def test_no_line_of_text_leaves_the_page_or_covers_another(name):
    procedure = procedure_of(name)
    boxes = placed(ET.fromstring(svg(procedure)))
    assert all(left >= 0 and right <= PAGE[0] and top >= 0 and bottom <= PAGE[1] for left, top, right, bottom in boxes)
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[number + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, (boxes[number], other)


def resolved_states() -> dict[str, object]:
    return {name: {"label": state.label} for name, state in resolved().states.items()}


def chain() -> list[object]:
    """Twelve stages more between the defense and the judgment."""
    steps = [put("steps.file_defense.to.timely", "stage_0"), put("steps.certify_no_defense.to", "stage_0")]
    for number in range(12):
        to = f"stage_{number + 1}" if number < 11 else "under_first_judgment"
        step = {"does": "note", "by": ["transport_department"], "from": [f"stage_{number}"], "to": to, "basis": "45"}
        steps.append(put(f"steps.go_{number}", {**step, "label": f"Concluir a etapa {number}"}))
    return steps


def test_signs_of_markup_in_a_label_are_only_words():
    drawn = svg(resolved(put("steps.judge.label", "Julgar <b> & decidir")))
    assert "Julgar &lt;b&gt; &amp; decidir" in drawn
    ET.fromstring(drawn)


@pytest.mark.parametrize("name", law_ids(FICTIONAL))
def test_the_smallest_letter_is_two_millimetres_on_paper(name):
    drawn = ET.fromstring(svg(procedure_of(name)))
    group = next(each for each in drawn.iter(f"{SVG}g"))
    scale = float(re.findall(r"[\d.]+", group.get("transform"))[-1])
    assert min(float(each.get("font-size")) for each in group.iter(f"{SVG}text")) * scale >= 2.0
