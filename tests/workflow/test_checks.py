"""Each check of a law file names the fault planted in a whole law, by its path and with the right name, and only it."""

from __future__ import annotations

import json
import re

import pytest

from notices.kinds import KINDS
from procedures.checking import known_citations
from tests.planting import GONE, found, law, put
from workflow.checks import holds, unused
from workflow.papers import DOCUMENT_KINDS

SECOND_OPENING = {
    "does": "open",
    "by": ["transport_department"],
    "from": ["not_opened"],
    "to": "awaiting_notification",
    "requires": ["law_in_force"],
    "basis": "44",
}
ROUND = {
    "affirmed": "awaiting_appeal",
    "reversed": "awaiting_appeal",
    "partial": "awaiting_appeal",
    "aggravated": "awaiting_appeal",
}


NO_QUESTION = [
    put(f"open_questions.{name}", GONE) for name in ("notice_limit_from", "new_notice_after_lapse", "who_answers")
]
HOLD = {
    "does": "order_measure",
    "by": ["transport_department"],
    "also_in": ["enforcement"],
    "turns_on": "kind",
    "to": {"retention": "stay"},
    "basis": "45",
}
GRAPH = [
    ("steps.open_again", SECOND_OPENING, "há 2 (draw_up, open_again)", "steps"),
    ("steps.draw_up.from", ["not_opened", "awaiting_defense"], "parte de [not_opened]"),
    ("steps.serve_notice.from", ["awaiting_notification", "not_opened"], "só o ato que abre"),
    ("steps.judge.to.upheld", "awaiting_decision_notise", "quis dizer 'awaiting_decision_notice'?"),
    ("steps.judge.from", ["under_first_judgement"], "quis dizer 'under_first_judgment'?"),
    ("steps.file_defense.also_in", ["arquivado"], "estado desconhecido 'arquivado'"),
    ("steps.pay.also_in", ["overdue"], "escreva enforcement"),
    ("steps.judge.to.dismissed", "archived", "archived/<razão>"),
    ("steps.judge.to.dismissed", "archived/defence_upheld", "quis dizer 'defense_upheld'?"),
    ("steps.judge.to.dismissed", "not_opened", "nenhum ato leva de volta"),
    ("steps.judge.to.dismissed", "enforcement/served", "só archived tem razão"),
    ("states.inquiry/late", {"label": "Diligência"}, "só archived tem razões"),
    ("states.archived.phase", "ended", "fase desconhecida 'ended'"),
    ("states.under_opinion", {"label": "Em parecer"}, "falta phase"),
    ("states.inquiry", {"label": "Diligência", "phase": "judgment"}, "nada leva a 'inquiry'"),
    ("states.archived/settled", {"label": "Acordo"}, "nada leva a 'archived/settled'"),
    ("steps.judge.from", ["under_first_judgment", "under_reconsideration"], "nada leva a 'under_reconsideration'"),
    ("steps.judge_appeal.to", ROUND, "nada leva a 'awaiting_final_notice'", "steps.dispatch_notice.from"),
    ("steps.file_appeal.from", ["awaiting_appeal", "archived"], "é fim"),
    ("steps.judge.from", ["under_first_judgment", "enforcement"], "'enforcement' é fim"),
]

STEPS = [
    ("steps.pay.to", "enforcement", "nunca move"),
    ("steps.join_document.does", "note", "o ato join_document é sempre does: join"),
    ("steps.judge.by", ["special_comittee"], "quis dizer 'special_committee'?"),
    ("steps.judge.by", [], "diga quem pratica o ato"),
    ("steps.enter_active_debt.also_in", GONE, "não cabe em estado nenhum", "steps.enter_active_debt"),
    ("steps.judge.turns_on", "reason", "escreva turns_on: outcome"),
    ("steps.certify_no_defense.turns_on", "confession", "não tem a seção confession"),
    ("steps.make_final.turns_on", "kind", "não tem o campo 'kind'"),
    ("steps.annul.to", "archived/void", "para onde leva cada resultado"),
    ("steps.make_final.to", {"done": "enforcement"}, "diga em turns_on"),
    ("steps.judge.to.uphold", "awaiting_decision_notice", "quis dizer 'upheld'?"),
    ("steps.file_appeal.to.tardy", "stay", "não dá o resultado 'tardy'"),
    ("steps.judge_appeal.to.reduced", "enforcement", "não dá o resultado 'reduced'; há affirmed"),
    ("steps.judge_appeal.to.affirmed", GONE, "falta affirmed", "steps.judge_appeal.to"),
    ("steps.file_defense.to", {"late": "stay"}, "para onde vai o resultado timely"),
    (
        "steps.file_defense.issues",
        {"lated": ["untimeliness_order"]},
        "quis dizer 'late'?",
        "steps.file_defense.issues.lated",
    ),
    ("steps.judge.basis", {"always": "33 §3", "tied": "45"}, "não tem o resultado 'tied'", "steps.judge.basis.tied"),
    ("steps.start_suspension.penalties", ["temporary_ban"], "espécie de pena desconhecida"),
    (
        "steps.judge.to.partial",
        {"fines": "awaiting_decision_notice"},
        "quis dizer 'fine'?",
        "steps.judge.to.partial.fines",
    ),
    ("steps.start_suspension.penalties", [], "que espécies de pena"),
    ("steps.publish.when", {"wat": "final_decision"}, "quis dizer 'what'?", "steps.publish.when.wat"),
    ("steps.publish.when", {"what": "final"}, "não tem o valor 'final'", "steps.publish.when.what"),
    ("steps.publish.also_in", GONE, "diga em also_in", "steps.publish.when"),
    ("steps.publish.together_with", {"step": "serve_finaldecision"}, "quis dizer 'serve_final_decision'?"),
    ("steps.publish.together_with", GONE, "publish tem de dizer o mesmo", "steps.serve_final_decision.together_with"),
    (
        "steps.serve_final_decision.together_with",
        {"step": "publish", "what": "revocation"},
        "os dados têm de ser os de steps.publish.when",
    ),
]

LIMITS = [
    ("in_force.vacatio", "180 business days", "dias corridos, meses ou anos; veio 180 dias úteis"),
    ("time_limits.decision.opened_by", [], "nenhum ato começa este prazo"),
    ("time_limits.decision.opened_by", ["file_defence"], "quis dizer 'file_defense'?"),
    ("time_limits.decision.opened_by", ["judge:upholds"], "quis dizer 'upheld'?"),
    ("time_limits.decision.opened_by", ["judge:told"], "não tem also_in"),
    ("time_limits.decision.opened_by", ["final"], "de que espécie de pena"),
    ("time_limits.decision.met_by", ["juge"], "quis dizer 'judge'?"),
    ("time_limits.collection.suspended_by", ["file_apeal"], "quis dizer 'file_appeal'?"),
    ("time_limits.decision.on_expiry", "warning", "quis dizer 'warn'?"),
    ("time_limits.decision.on_expiry", "judge", "não é ato do relógio"),
    ("time_limits.decision.on_expiry", "service_takes_effect", "completa ciências pendentes"),
    ("time_limits.collection.on_expiry", "certify_no_defense", "não se passa por awaiting_defense"),
    ("time_limits.appeal_decision.length", "penalty", "de que espécie de pena"),
    ("time_limits.defense.on_expiry", "warn", "não é o vencimento", "steps.certify_no_defense"),
    (
        "time_limits.suspension",
        GONE,
        "falta o prazo que lhe conta os dias (of: suspension",
        "time_limits",
    ),
    ("time_limits.defense.met_by", [], "nenhum prazo tem este ato em met_by", "steps.file_defense.turns_on"),
    ("steps.file_defense.of", "defence", "quis dizer 'defense'?"),
    ("steps.file_appeal.of", GONE, "diga o que se protocola"),
]

NAMES = [
    ("steps.judge.data", {"mood": {"type": "choice"}}, "diz os valores (values)", "steps.judge.data.mood"),
    ("steps.hold", HOLD, "medida desconhecida 'retention'", "steps.hold.to"),
    ("steps.judge.requires", ["quorum", {"reason": {"basis": "45"}}], "quis dizer 'reasons'?"),
    ("steps.judge.requires", ["reasons"], "sem quorum ninguém os conta"),
    ("steps.annul.requires", ["reasons", "quorum"], "quorum nada recusa num ato cancel"),
    ("steps.judge.requires", ["quorum", {"scope": {"refuses": ["x"]}}], "scope precisa de field"),
    ("steps.judge.requires", ["quorum", {"scope": {"field": "outcome"}}], "precisa de refuses ou allows"),
    ("steps.judge.requires", ["quorum", {"once": {"times": 2}}], "once não tem o parâmetro 'times'"),
    ("steps.judge.requires", ["quorum", {"field_is": {"field": "outcom", "values": ["x"]}}], "quis dizer 'outcome'?"),
    ("steps.judge.requires", ["quorum", {"not_collected": {"kinds": ["ban"]}}], "espécie de pena desconhecida 'ban'"),
    ("steps.judge_appeal.issues", ["notice_letter"], "notice_letter não sairia"),
    ("steps.judge.issues", ["minutes", "decison"], "quis dizer 'decision'?"),
    ("penalties.A.issues", ["warning_letter"], "espécie de documento desconhecida"),
    ("services.personal.issues", ["receipt"], "espécie de documento desconhecida"),
    ("services.personal.publishes", "decision", "não se publica 'decision'"),
    ("bodies.review_board.legal", 4, "4 com formação jurídica entre 3"),
    ("bodies.party", {"basis": "33 §3"}, "já quer dizer outra coisa"),
    ("receipts.ar_undated.counts_from", "serve_notice", "does: dispatch"),
    (
        "steps.service_takes_effect.from",
        ["awaiting_notification"],
        "falta em awaiting_decision_notice, awaiting_final_notice",
        "steps.serve_decision.from",
    ),
    ("infractions.36-II.penalties", ["B-9"], "pena desconhecida 'B-9'"),
    ("infractions.36-II.measure", ["retention"], "medida desconhecida 'retention'"),
    ("infractions.36-II.needs", {"conviction_final": "by_today"}, "quis dizer 'conviction_final_on'?"),
    ("infractions.36-II.duty_of", "99", "não há artigo '99'"),
    ("origins.inspection.at_least", {"witness": 1}, "quis dizer 'witnesses'?"),
    ("choice.exception", ["F"], "pena desconhecida 'F'"),
    ("penalties.A.imposed_by", ["mayor"], "órgão desconhecido 'mayor'"),
    ("penalties.A.absorbs", ["suspensions"], "quis dizer 'suspension'?"),
    ("penalties.B-1.unit", "UFM", "quis dizer 'URM'?"),
    ("noncure.fine", {"unit": "UFM", "units": "1", "basis": "36 X"}, "quis dizer 'URM'?", "noncure.fine.unit"),
    (
        "confession",
        {"covers": ["fine"], "unless_served_by": ["edital"], "basis": "45"},
        "meio de ciência desconhecido",
        "confession.unless_served_by",
    ),
]

GROUNDS = [
    ("time_limits.decision.basis", GONE, "falta basis", "time_limits.decision"),
    ("bodies.review_board.basis", [], "falta basis", "bodies.review_board"),
    ("catalogue.basis", [], "falta basis", "catalogue"),
    ("choice.basis", [], "falta basis", "choice"),
    ("in_force.basis", [], "falta basis", "in_force"),
    ("tracks", {"per": "respondent"}, "falta basis"),
    ("open_questions.rounding.basis", [], "falta basis", "open_questions.rounding"),
    ("time_limits.decision.basis", "33 §9", "'33 §9' não está em articles", "time_limits.decision"),
    ("steps.judge.basis", ["33 §3", "Lei 9.784 art. 500"], "'Lei 9.784 art. 500' não está", "steps.judge"),
    (("articles", "33 §4", "quote"), GONE, "falta o trecho literal", "articles.33 §4"),
    ("counting.penalty", GONE, "falta penalty", "counting"),
    ("infractions.36-2", {"penalties": ["B-1"]}, "artigo-inciso"),
    ("infractions.36-XXXIII", {"penalties": ["B-1"]}, "'36 XXXIII' não está em articles"),
    ("open_questions.rounding.asks", GONE, "falta asks", "open_questions.rounding"),
]


def _every():
    for path, value, what, *where in (*GRAPH, *STEPS, *LIMITS, *NAMES, *GROUNDS):
        shown = path if isinstance(path, str) else ".".join(path)
        yield pytest.param(path, value, where[0] if where else shown, what, id=f"{shown}: {what}")


@pytest.mark.parametrize(("path", "value", "where", "what"), list(_every()))
def test_a_planted_fault_is_named_with_its_path_and_nothing_else_is(path, value, where, what):
    faults = found(put(path, value))
    assert [fault[0] for fault in faults] == [where], faults
    assert what in faults[0][1]


def test_a_law_without_any_opening_is_told_so():
    faults = found(put("steps.draw_up", GONE), put("time_limits.notice.opened_by", ["serve_notice"]), *NO_QUESTION)
    assert faults[0] == ("steps", "um só ato tem de abrir o processo (does: open); não há nenhum")


def test_a_state_from_which_nothing_leads_to_an_end_is_named_with_those_that_lead_only_there():
    faults = found(
        put("steps.serve_final_decision.to", {"stands": "inquiry", "falls": "inquiry"}),
        put("steps.publish.to", {"stands": "inquiry", "falls": "inquiry"}),
        put("states.inquiry", {"label": "Diligência", "phase": "judgment"}),
        put("steps.withdraw_appeal.to", "stay"),
        put(("states", "archived/appeal_upheld"), GONE),
    )
    assert faults == [
        (
            "states.inquiry",
            (
                "não se chega ao fim desde 'under_appeal_judgment', 'awaiting_final_notice', 'inquiry'; "
                "falta o ato que leva a enforcement ou a archived/<razão>"
            ),
        )
    ]


def test_annulling_which_is_possible_anywhere_does_not_count_as_an_end():
    ways = {"make_final": "stay", "waive_appeal": "stay", "file_appeal": {"timely": "stay", "late": "stay"}}
    faults = found(*(put(f"steps.{name}.to", to) for name, to in ways.items()))
    assert faults[0] == (
        "states.awaiting_appeal",
        (
            "não se chega ao fim desde 'awaiting_decision_notice', 'awaiting_appeal'; "
            "falta o ato que leva a enforcement ou a archived/<razão>"
        ),
    )


def test_a_penalty_in_days_needs_whoever_begins_and_ends_it():
    without = (put("steps.return_documents.does", "note"), put("steps.return_documents.penalties", []))
    faults = found(*without, put("open_questions.bar_collects_documents", GONE))
    assert ("steps", "a lei tem pena de suspension e falta o ato que a termine (end)") in faults


def test_a_question_without_a_default_needs_an_opening_that_waits_for_the_answer():
    changes = (put("open_questions.rounding.default", GONE), put("open_questions.new_notice_after_lapse", GONE))
    assert found(*changes, put("steps.draw_up.requires", ["law_in_force"])) == [
        ("steps.draw_up.requires", "rounding não tem resposta de partida; falta a condição questions_answered")
    ]


def test_the_opening_is_held_to_the_law_in_force():
    changes = (
        put("open_questions.new_notice_after_lapse", GONE),
        put("steps.draw_up.requires", ["questions_answered"]),
    )
    assert found(*changes) == [
        ("steps.draw_up.requires", "falta law_in_force: sem ela entram fatos e itens de fora desta lei")
    ]


def test_every_paper_a_law_may_order_is_one_that_can_be_drawn_up():
    assert set(KINDS) == DOCUMENT_KINDS


@pytest.mark.parametrize(
    ("section", "name", "shared"),
    [
        ("states", "awaiting_defence", "awaiting_defense"),
        ("states", "archived/defence_upheld", "defense_upheld"),
        ("time_limits", "payments", "payment"),
        ("steps", "judge_apeal", "judge_appeal"),
    ],
)
def test_a_name_that_is_a_shared_one_but_for_a_letter_is_taken_for_a_slip(section, name, shared):
    def rename(data):
        text = json.dumps(data, default=str, ensure_ascii=False)
        data.update(json.loads(re.sub(rf"\b{re.escape(shared)}\b", name.rpartition("/")[2], text)))

    faults = found(rename)
    assert faults[0] == (
        f"{section}.{name}",
        f"em todas as leis isto se chama {shared!r}; escreva assim, ou dê nome bem diverso",
    )


def test_a_question_is_answered_somewhere_that_exists():
    assert found(put("open_questions.idle", {"asks": "?", "basis": "45"})) == [
        ("open_questions.idle", "dê as respostas (options) ou o caminho que recebe uma livre (value)")
    ]
    option = {"asks": "?", "basis": "45", "options": {"a": {"set": {"time_limits.apeal.length": "1 days"}}}}
    faults = found(put("open_questions.idle", option))
    assert faults == [
        (
            "open_questions.idle.options.a.set.time_limits.apeal.length",
            "o caminho 'time_limits.apeal.length' não existe: não há 'apeal'; quis dizer 'appeal'?",
        )
    ]


def test_an_answer_does_not_change_the_articles():
    option = {"asks": "?", "basis": "45", "options": {"a": {"set": {"articles.45.quote": "x"}}}}
    faults = found(put("open_questions.idle", option))
    assert [what for _, what in faults] == ["uma resposta não muda articles"]


def test_all_faults_are_told_at_once():
    faults = found(put("steps.judge.by", ["mayor"]), put("bodies.review_board.legal", 4), put("counting.penalty", GONE))
    assert [where for where, _ in faults] == ["steps.judge.by", "bodies.review_board.legal", "counting"]


def test_the_law_as_it_is_holds():
    assert holds(law().resolve(), known_citations(law())) == []


def test_what_only_an_answer_uses_is_unused_under_the_defaults():
    assert [fault.where for fault in unused(law().resolve())] == ["steps.end_suspension"]
    assert unused(law().resolve({"bar_collects_documents": "no"})) == []
