"""Nobody is punished by a road that goes around hearing them: each such road planted in a whole law is told."""

from __future__ import annotations

import pytest

from tests.planting import GONE, put, resolved
from workflow.due_process import DECLARABLE, due_process, gaps

CUT_SHORT = {"does": "finalize", "by": ["clock"], "from": ["awaiting_appeal"], "to": "enforcement", "basis": "33 §7"}
BY_HAND = {**CUT_SHORT, "by": ["transport_department"]}
CONFESSED = {"confessed": {"fine": "enforcement", "rest": "under_first_judgment"}, "silent": "under_first_judgment"}
NEW_ROUND = {"does": "uncured", "by": ["transport_department"], "from": ["enforcement"], "basis": "36 X"}

UNHEARD = ["service", "defense"]
UNDECIDED = ["decision", "decision_service", "appeal"]
AROUND = {
    "the opening goes straight to judgment": (UNHEARD, {"steps.draw_up.to": "under_first_judgment"}),
    "the notice opens no term of defense": (["defense"], {"time_limits.defense.opened_by": ["judge"]}),
    "the term of defense runs from dispatch": (["defense"], {"time_limits.defense.opened_by": ["dispatch_notice"]}),
    "the term of defense binds the authority": (["defense"], {"time_limits.defense.binds": "authority"}),
    "the term of defense has no days": (["defense"], {"time_limits.defense.length": "0 days"}),
    "the term of defense is only for fines": (["defense"], {"time_limits.defense.of": "fine"}),
    "the committee judges while the defense may come": (
        ["defense"], {"steps.judge.from": ["awaiting_defense", "under_first_judgment"]},
    ),
    "the department defends the party": (UNHEARD, {"steps.file_defense.by": ["transport_department"]}),
    "the decision has no reasons": (UNDECIDED, {"steps.judge.requires": ["quorum", "unrecused"]}),
    "nobody decides": (UNDECIDED, {"steps.certify_no_defense.to": "awaiting_decision_notice"}),
    "the decision is not served": (["decision_service", "appeal"], {"steps.judge.to.partial": "awaiting_appeal"}),
    "the decision is carried out at once": (["decision_service", "appeal"], {"steps.judge.to.upheld": "enforcement"}),
    "the service of the decision makes it final": (["appeal"], {"steps.serve_decision.to": "enforcement"}),
    "the term of appeal runs from the decision": (["appeal"], {"time_limits.appeal.opened_by": ["judge"]}),
    "another term cuts the appeal short": (
        ["appeal"], {"steps.cut_short": CUT_SHORT, "time_limits.collection.on_expiry": "cut_short"},
    ),
    "the department cuts the appeal short": (["appeal"], {"steps.cut_short": BY_HAND}),
    "a new respondent is judged unheard": (UNHEARD, {"steps.replace_respondent.to": "under_first_judgment"}),
    "silence confesses the fine": (
        UNDECIDED,
        {"confession": {"covers": ["fine"], "basis": "45"}, "steps.certify_no_defense.turns_on": "confession",
         "steps.certify_no_defense.to": CONFESSED},
    ),
    "non-cure is punished anew by a letter": (
        UNDECIDED, {"steps.certify_noncure": {**NEW_ROUND, "to": "awaiting_decision_notice"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("milestones", "planted"), AROUND.values(), ids=AROUND)
def test_a_road_around_is_a_fault_unless_the_file_says_why(milestones, planted):
    changes = [put(path, value) for path, value in planted.items()]
    found = gaps(resolved(*changes))
    assert [gap.milestone for gap in found] == milestones
    faults = due_process(resolved(*changes)).faults
    assert [fault.what for fault in faults] == [f"{gap.what} {gap.wanted}" for gap in found]
    declared = [put(f"due_process.{name}", {"label": "A lei o dispensa", "basis": "45"}) for name in milestones]
    verdict = due_process(resolved(*changes, *declared))
    assert verdict.faults == ()
    assert [flag.what for flag in verdict.flags] == [f"{gap.what} A lei o dispensa. Fundamento: 45." for gap in found]


def test_the_law_as_it_is_hears_everybody():
    assert gaps(resolved()) == []


def test_a_new_round_that_is_judged_and_served_again_hears_everybody():
    assert gaps(resolved(put("steps.certify_noncure", {**NEW_ROUND, "to": "under_first_judgment"}))) == []


def test_the_message_tells_the_road_in_the_words_of_the_law_and_what_would_do():
    (gap,) = gaps(resolved(put("steps.serve_decision.to", "enforcement")))
    assert gap.where == "steps.serve_decision"
    assert gap.what == (
        "Chega-se à pena sem oportunidade aberta de recurso: Lavrar o auto → Notificar da autuação → "
        "Apresentar defesa (timely) → Julgar a defesa (upheld) → Dar ciência da decisão."
    )
    assert gap.wanted == (
        "O que se espera: um ato file com of: appeal (ou reconsideration), com prazo da parte, antes da execução."
    )


def test_only_the_shortest_road_around_each_milestone_is_told():
    found = gaps(resolved(put("steps.draw_up.to", "under_first_judgment")))
    assert [gap.what.partition(":")[0] for gap in found] == [
        "Chega-se à pena sem a notificação da autuação",
        "Chega-se à pena sem oportunidade aberta de defesa",
    ]


def test_a_body_that_hears_the_appeal_from_its_own_decision_is_a_fault_unless_declared():
    changes = [
        put("steps.judge_appeal.by", ["review_board", "special_committee"]),
        put("bodies.review_board.tie", GONE),
    ]
    (fault,) = due_process(resolved(*changes)).faults
    assert fault.where == "steps.judge_appeal.by"
    assert fault.what.startswith("Julgar o recurso: Comissão Especial de Julgamento decide também a decisão recorrida.")
    declared = put("due_process.other_body", {"basis": "33 §5"})
    assert [flag.what for flag in due_process(resolved(*changes, declared)).flags] == [
        "Julgar o recurso: Comissão Especial de Julgamento decide também a decisão recorrida. Fundamento: 33 §5."
    ]


def test_a_reconsideration_is_by_the_same_body_and_is_shown_with_its_article():
    step = {
        "does": "review",
        "by": ["special_committee"],
        "from": ["under_appeal_judgment"],
        "turns_on": "outcome",
        "to": {"maintained": "stay", "reversed": "awaiting_final_notice"},
        "requires": ["quorum"],
        "basis": "33 §5",
    }
    verdict = due_process(resolved(put("steps.reconsider", step)))
    assert verdict.faults == ()
    assert [flag.what for flag in verdict.flags] == [
        "reconsider: Comissão Especial de Julgamento decide também a decisão recorrida. Fundamento: 33 §5."
    ]


def test_only_what_can_be_missing_may_be_declared():
    (fault,) = due_process(resolved(put("due_process.defence", {"basis": "45"}))).faults
    assert fault == ("due_process.defence", f"só se declara {', '.join(DECLARABLE)}")
