"""What the format cannot say yet is refused by name, with what to do meanwhile, never taken for something near."""

from __future__ import annotations

import shutil

import pytest

from procedures.loader import load_law
from procedures.unsaid import UNSAID, not_yet_said
from tests.planting import SANTOS_DUMONT
from tests.procedures.test_schema import fields
from workflow.errors import LawFaults

DOCS = SANTOS_DUMONT.parents[2] / "docs" / "adding-a-law.md"


@pytest.mark.parametrize("each", UNSAID, ids=lambda each: each.words[0])
def test_the_page_for_authors_lists_it_with_the_same_words(each):
    assert f"| {each.what} | {each.meanwhile} |" in DOCS.read_text(encoding="utf-8").replace("`", "")


def test_no_word_of_the_list_is_one_that_the_format_has():
    known = {name for _, name in fields()}
    assert {word for each in UNSAID for word in each.words} & known == set()


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("choice: {", 'secrecy: {basis: "9"}\nchoice: {', "sigilo do processo"),
        ("money: {", "money: {index: IPCA, ", "correção da multa por índice"),
        ("money: {", 'money: {deposit: "10%", ', "depósito"),
    ],
)
def test_the_file_is_refused_in_so_many_words_with_its_place(tmp_path, old, new, what):
    folder = tmp_path / "xx_y_lei_1_2027"
    shutil.copytree(SANTOS_DUMONT, folder)
    file = folder / "procedure.yaml"
    text = file.read_text(encoding="utf-8")
    start = text.index(f"\n{old}") + 1
    file.write_text(text[:start] + new + text[start + len(old) :], encoding="utf-8")
    with pytest.raises(LawFaults) as refused:
        load_law(folder).resolve()
    said = [str(each) for each in refused.value.faults]
    assert any("isto o formato ainda não diz" in each and what in each and "procedure.yaml:" in each for each in said)
    assert all("quis dizer" not in each for each in said)


def test_any_other_word_is_for_the_nearest_name_to_tell():
    assert not_yet_said("lenght") == ""
