"""A law's folder is checked whole before it is used: each fault with its place, each answer like a law of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from procedures import checking, parse_cache
from procedures.checking import Checked, check_law, loaded
from procedures.loader import FILE, TEXT, load_law
from procedures.registry import law, unchecked
from tests.planting import SANTOS_DUMONT, put, with_changes
from workflow.errors import LawFaults

AROUND = {"asks": "E a defesa?", "basis": "45", "default": "heard", "options": {
    "heard": {}, "unheard": {"set": {"steps.draw_up.to": "under_first_judgment", "time_limits.notice.opened_by": []}},
}}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path) -> Path:
    """A copy of Santos Dumont's folder, to be spoilt."""
    return Path(shutil.copytree(SANTOS_DUMONT, tmp_path / "laws" / "copy"))


def spoil(folder: Path, old: str, new: str, file: str = FILE) -> int:
    """Replace the only ``old`` in a file; gives the line it stands in."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def faults(folder: Path) -> list[str]:
    return [str(fault) for fault in check_law(load_law(folder)).faults]


def test_santos_dumont_holds():
    assert check_law(load_law(SANTOS_DUMONT)) == Checked()


def test_a_fault_has_file_line_column_and_path(folder):
    line = spoil(folder, "by: [special_committee]", "by: [special_comittee]")
    place, rest = f"copy/procedure.yaml:{line}:5: steps.judge.by", "quis dizer 'special_committee'?"
    assert faults(folder) == [f"{place}: órgão desconhecido 'special_comittee'; {rest}"]


def test_a_fault_in_a_list_and_under_a_name_with_dots_is_found_in_the_file(folder):
    line = spoil(folder, "{label: Primeira reincidência, plus: 50%, basis: 38 §1}\n      - {label: Seg",
                 "{label: Primeira reincidência, plus: 50%}\n      - {label: Seg")  # fmt: skip
    gone = spoil(folder, 'quote: "Advertência por escrito"', 'note: "Advertência por escrito"')
    option = spoil(folder, "set: {money.round: half_up}", "set: {mony.round: half_up}")
    said = faults(folder)
    assert any(f":{gone}:3: articles.34 I: penalties.A cita esta unidade" in each for each in said)
    assert any(each.startswith(f"copy/procedure.yaml:{option}:") and "quis dizer 'money'?" in each for each in said)
    assert line  # the level itself is written over by the default answer, whose list still has the basis
    assert not any("levels[1º]" in each for each in said)


def test_a_quote_that_is_not_the_laws_is_told_with_the_nearest_words(folder):
    line = spoil(folder, "terá 10 (dez) dias para notificar", "terá 12 (doze) dias para notificar")
    (fault,) = faults(folder)
    assert fault.startswith(f"copy/procedure.yaml:{line - 1}:3: articles.33 §1: o trecho ")
    assert "terá 10 (dez) dias para notificar" in fault


def test_a_unit_of_the_text_without_a_mark_is_told(folder):
    spoil(folder, '  "5": {is: not_procedural, note: "qualidade do serviço"}\n', "")
    (fault,) = faults(folder)
    assert "articles.5: unidade sem marca" in fault


def test_a_line_of_the_text_that_is_no_unit_is_told_with_its_own_place(folder):
    text = (folder / TEXT).read_text(encoding="utf-8")
    line = text[: text.index("\nArt. 34")].count("\n") + 2
    (folder / TEXT).write_text(text.replace("\nArt. 34", "\nfolha 12 do scanner\nArt. 34"), encoding="utf-8")
    assert faults(folder) == [
        f"copy/law.txt:{line}: linha que não abre artigo, parágrafo, inciso nem alínea: 'folha 12 do scanner'"
    ]


def test_an_answer_that_goes_around_the_defense_is_found_though_the_defaults_hold():
    found = check_law(with_changes(put("open_questions.prior_defense", AROUND)))
    assert [fault.what.partition("sem ")[2].partition(":")[0] for fault in found.faults] == [
        "a notificação da autuação",
        "oportunidade aberta de defesa",
    ]
    assert all("com esta resposta" in fault.what for fault in found.faults)
    assert all("open_questions.prior_defense.options.unheard" in fault.what for fault in found.faults)


def test_an_answer_that_says_so_with_its_article_is_shown_and_not_refused():
    said = {**AROUND["options"]["unheard"], "warns": "Sem defesa prévia.", "cites": ["CF art. 5 LV"]}
    options = {"heard": {}, "unheard": said}
    found = check_law(with_changes(put("open_questions.prior_defense", {**AROUND, "options": options})))
    assert found.faults == ()
    assert len(found.flags) == 2
    assert all(flag.what.endswith("Fundamento: CF art. 5 LV.") for flag in found.flags)


def test_what_an_answer_leaves_unused_is_no_fault_but_what_it_breaks_is():
    options = {
        "heard": {},
        "other": {"set": {"bodies.review_board.tie": "dismissed", "time_limits.decision.opened_by": []}},
    }
    (fault,) = check_law(with_changes(put("open_questions.prior_defense", {**AROUND, "options": options}))).faults
    assert "com esta resposta, bodies.review_board.tie: o empate não pode dar 'dismissed'" in fault.what


def test_an_answer_of_the_wrong_type_is_told_beside_the_answer():
    options = {"heard": {}, "other": {"set": {"time_limits.decision.length": "30 dias"}}}
    found = check_law(with_changes(put("open_questions.prior_defense", {**AROUND, "options": options}))).faults
    assert any("com esta resposta" in fault.what and "'30 dias' não se entende" in fault.what for fault in found)


def test_answers_that_only_together_go_around_the_defense_are_refused_together():
    second = {"length": "5 days", "binds": "party", "opened_by": ["serve_notice"], "met_by": ["file_defense"],
              "on_expiry": "certify_no_defense", "basis": "45"}  # fmt: skip
    without = {name: {"asks": "?", "basis": "45", "default": "yes", "options": {
        "yes": {}, "no": {"set": {f"time_limits.{limit}.length": "none"}}}}
        for name, limit in (("first", "defense"), ("second", "second_defense"))}  # fmt: skip
    planted = with_changes(
        put("time_limits.second_defense", second),
        *(put(f"open_questions.{name}", each) for name, each in without.items()),
    )
    assert check_law(planted).faults == ()
    with pytest.raises(
        LawFaults, match="as respostas first = no, second = no juntas: .* sem oportunidade aberta de defesa"
    ):
        planted.resolve({"first": "no", "second": "no"})


def test_a_file_that_is_not_even_typed_gives_those_faults(folder):
    line = spoil(folder, "    length: 5 years\n", "    lenght: 5 years\n")
    assert faults(folder) == [
        f"copy/procedure.yaml:{line}:5: time_limits.collection: chave desconhecida 'lenght'; quis dizer 'length'?"
    ]


def test_a_law_that_does_not_hold_is_never_used(folder):
    spoil(folder, "by: [special_committee]", "by: [special_comittee]")
    with pytest.raises(LawFaults, match="quis dizer 'special_committee'"):
        law("copy", folder.parent)
    assert unchecked("copy", folder.parent).id == "copy"


def test_the_same_bytes_are_checked_once(folder, monkeypatch):
    spoil(folder, "by: [special_committee]", "by: [special_comittee]")
    first = loaded(load_law(folder))
    monkeypatch.setattr(checking, "check_law", lambda _law: pytest.fail("checked again"))
    assert loaded(load_law(folder)) == first
    assert first.faults


def test_other_bytes_or_other_checks_are_checked_anew(folder, monkeypatch):
    loaded(load_law(folder))
    seen = []
    monkeypatch.setattr(checking, "check_law", lambda law: seen.append(law.id) or Checked())
    spoil(folder, "title: Transporte escolar", "title: O transporte escolar")
    loaded(load_law(folder))
    monkeypatch.setattr(checking, "_checks", lambda: "otherwise")
    loaded(load_law(folder))
    assert seen == ["copy", "copy"]


def test_a_result_that_cannot_be_trusted_is_computed_again(folder, monkeypatch):
    loaded(load_law(folder))
    for file in Path(parse_cache._file(b"").parent).glob("*.json"):
        file.write_bytes(b"0\n{}")
    assert loaded(load_law(folder)) == Checked()
