"""The page for authors of laws lists all that a file may say of acts, conditions, papers and what a case expects."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from app.rehearsal_file import Expectation
from procedures.municipality import Town
from tests.procedures.test_unsaid import DOCS
from workflow.fields import BY_VERB
from workflow.guards import GUARDS
from workflow.papers import DOCUMENT_KINDS
from workflow.procedure import Ends, RepeatRule, Starts, TimeLimit, TurnsOn

PAGE = DOCS.read_text(encoding="utf-8")


def section(title):
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def quoted(title):
    """The words in code marks of a section, each with its own parts."""
    text = re.sub(r"```.*?```", "", section(title), flags=re.DOTALL)
    return {word for mark in re.findall(r"`([^`]+)`", text) for word in re.findall(r"[a-z_]+", mark)}


@pytest.mark.parametrize("verb", BY_VERB)
def test_each_verb_has_a_line_of_its_own_with_an_example(verb):
    assert re.search(rf"^\| `{verb}` \| .+ \| `\w+: \{{.*does: {verb}[,}}]", section("Atos"), re.MULTILINE)


@pytest.mark.parametrize("name", GUARDS)
def test_each_condition_has_a_line_of_its_own(name):
    assert section("Condições").count(f"\n| `{name}` |") == 1


def test_the_table_of_conditions_has_no_other():
    assert len(re.findall(r"^\| `", section("Condições"), re.MULTILINE)) == len(GUARDS)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Atos", set(get_args(TurnsOn))),
        ("Prazos", {"starts", "ends", "tolerance", *get_args(Starts), *get_args(Ends)}),
        ("Peças", DOCUMENT_KINDS),
        ("O caso de ensaio", set(Expectation.model_fields)),
        ("O arquivo do Município", {each.alias or name for name, each in Town.model_fields.items()}),
        ("Dinheiro, penas e reincidência", set(get_args(RepeatRule.model_fields["counts"].annotation))),
    ],
)
def test_each_section_names_all_that_may_be_written_there(title, words):
    assert words - quoted(title) == set()


def test_every_key_of_a_time_limit_is_somewhere_on_the_page():
    keys = {each.alias or name for name, each in TimeLimit.model_fields.items()}
    assert {key for key in keys if not re.search(rf"`[^`]*\b{key}\b[^`]*`", PAGE)} == set()
