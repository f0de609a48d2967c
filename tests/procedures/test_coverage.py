"""Coverage says of every unit which rule it is, or why it is none, and names all that does not hold."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from procedures.coverage import CoverageReport, coverage
from procedures.text import read_text

TEXT = read_text(
    """Art. 1º Objeto da lei.
Art. 2º São deveres:
I - andar devagar;
II - parar no sinal.
§ 1º A multa é de 10 (dez) unidades.
Art. 3º O prazo de defesa é de 30 (trinta) dias.
ANEXO I
Multa: 10
"""
)
GOOD: Mapping[str, Mapping[str, object]] = {
    "1": {"is": "not_procedural", "note": "objeto"},
    "2": {"is": "duty_without_sanction", "with_all_below": True},
    "2 §1": {"quote": "A multa é de 10 (dez) unidades"},
    "3": {"quote": "30 (trinta) dias"},
    "Anexo I": {"quote": "Multa: 10"},
}
CITED = {"2 §1": ["penalties.fine"], "3": ["time_limits.defense", "steps.judge"], "Anexo I": ["choice"]}


def report(**changes: object) -> CoverageReport:
    """The report on ``GOOD`` with some entries changed (``None``: without that entry); ``_`` stands for a blank."""
    articles = dict(GOOD)
    for name, entry in changes.items():
        key = name.lstrip("u").replace("_", " ").replace("p1", "§1")
        articles.pop(key, None)
        if isinstance(entry, Mapping):
            articles[key] = entry
    return coverage(TEXT, articles, CITED)


def test_a_marked_law_has_no_faults_and_every_unit_in_the_order_of_the_text() -> None:
    whole = report()
    assert whole.faults == ()
    assert [(unit.citation, unit.mark, unit.rules) for unit in whole.units] == [
        ("1", "not procedural", ()),
        ("2 caput", "duty without sanction", ()),
        ("2 I", "duty without sanction", ()),
        ("2 II", "duty without sanction", ()),
        ("2 §1", "rule", ("penalties.fine",)),
        ("3", "rule", ("time_limits.defense", "steps.judge")),
        ("Anexo I", "rule", ("choice",)),
    ]
    assert whole.counts == {"rule": 3, "duty without sanction": 3, "not procedural": 1}
    assert whole.units[0].note == "objeto"


def test_a_unit_without_a_mark_is_named() -> None:
    assert report(u1=None).unmarked == ("1",)


def test_a_mark_on_the_article_reaches_only_its_caput_unless_it_says_so() -> None:
    assert report(u2={"is": "duty_without_sanction"}).unmarked == ("2 I", "2 II")


def test_the_nearest_mark_above_wins() -> None:
    changed = report(u2_II={"is": "human_judgment"})
    assert [unit.mark for unit in changed.units][2:4] == ["duty without sanction", "human judgment"]


def test_a_quote_that_no_rule_cites_is_named_and_leaves_its_unit_unmarked() -> None:
    changed = report(u1={"quote": "Objeto da lei"})
    assert (changed.uncited, changed.unmarked) == (("1",), ("1",))


def test_a_quote_with_a_mark_of_its_own_may_go_uncited() -> None:
    changed = report(u1={"quote": "Objeto da lei", "is": "not_procedural"})
    assert changed.faults == ()


def test_a_rule_that_cites_a_unit_without_quote_is_named() -> None:
    changed = report(u3={"is": "open_question"})
    assert changed.unquoted == ("3",)
    assert changed.units[5].mark == "open question"


@pytest.mark.parametrize("key", ["u4", "u2_§2", "u2_§1_I", "u1_caput", "u2§1", "uAnexo_II"])
def test_a_mark_that_names_nothing_in_the_text_is_named(key: str) -> None:
    changed = report(**{key: {"is": "not_procedural"}})
    assert changed.no_such_unit == (key[1:].replace("_", " "),)


def test_a_misquote_shows_the_nearest_words_and_where_the_quote_does_stand() -> None:
    wrong = report(u3={"quote": "defesa é de 20 (vinte) dias"}).misquoted[0]
    assert (wrong.citation, wrong.nearest, wrong.found_in) == ("3", "defesa é de 30 (trinta) dias.", ())
    elsewhere = report(u3={"quote": "parar no sinal"}).misquoted[0]
    assert elsewhere.found_in == ("2 II",)


def test_a_mark_that_does_not_exist_is_named() -> None:
    changed = report(u1={"is": "procedural"})
    assert (changed.unknown_marks, changed.unmarked) == (("1",), ("1",))


def test_citations_of_other_laws_are_left_alone() -> None:
    articles = {**GOOD, "Lei 9.784 art. 26": {"quote": "determinará a intimação do interessado"}}
    assert coverage(TEXT, articles, {**CITED, "Lei 9.784 art. 26": ["services.personal"]}).faults == ()


def test_faults_say_in_portuguese_where_and_what() -> None:
    said = [str(fault) for fault in report(u1=None, u3={"quote": "20 dias"}, u9={"is": "not_procedural"}).faults]
    assert said[0].startswith("articles.1: unidade sem marca")
    assert said[1] == "articles.9: o texto da lei não tem esta unidade"
    assert "o trecho '20 dias' não está na unidade" in said[2]
