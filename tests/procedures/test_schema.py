"""An editor completes and checks a law file by a schema made from the core's own types, in Portuguese."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from pydantic import BaseModel

import workflow.procedure as models
from procedures.descriptions import FIELDS, MODELS, described
from procedures.reader import read
from procedures.registry import LAWS
from procedures.schema import FILE, as_text, first_line, law_schema
from tests.planting import GONE, SANTOS_DUMONT, put
from tests.procedures.schema_check import wrong

LAW_FILES = sorted(LAWS.glob("*/procedure.yaml"))
NOT_WRITTEN = {"AnswerInForce", "Unanswered", "Rule", "Priced"}
MADE_BY_THE_LOADER = {"id", "digest", "answers", "unanswered"}


def fields() -> list[tuple[str, str]]:
    """Every field of every model that a law file is read into, as the file spells it."""
    found = [each for each in vars(models).values() if isinstance(each, type) and issubclass(each, BaseModel)]
    return [
        (model.__name__, field.alias or name)
        for model in found
        if model.__module__.startswith("workflow.") and model.__name__ not in NOT_WRITTEN
        for name, field in model.model_fields.items()
        if not (model is models.Procedure and name in MADE_BY_THE_LOADER)
    ]


@pytest.mark.parametrize(("model", "field"), fields())
def test_every_field_is_described_in_portuguese(model, field):
    assert model in MODELS
    assert (described(model, field) or "").endswith(".")


def test_nothing_is_described_that_does_not_exist():
    known = fields()
    assert set(MODELS) == {model for model, _ in known}
    for key in FIELDS:
        model, _, field = key.partition(".")
        assert (model, field) in known or (model == "*" and field in {name for _, name in known}), key


def test_the_schema_kept_beside_the_laws_is_up_to_date():
    assert FILE.read_text(encoding="utf-8") == as_text()


@pytest.mark.parametrize("file", LAW_FILES, ids=lambda file: file.parent.name)
def test_each_law_file_names_the_schema_in_its_first_line(file):
    line = file.read_text(encoding="utf-8").partition("\n")[0]
    assert line == first_line(file) == "# yaml-language-server: $schema=../../procedure.schema.json"
    assert (file.parent / line.partition("=")[2]).resolve() == FILE


@pytest.mark.parametrize("file", LAW_FILES, ids=lambda file: file.parent.name)
def test_each_law_file_is_what_the_schema_says(file):
    schema = law_schema()
    assert list(wrong(read(file).data, schema, schema)) == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("steps.judge.doess", "decide", ".steps.judge.doess: no such key"),
        ("steps.judge.does", "decides", ".steps.judge.does: 'decides' is none of those offered"),
        ("steps.judge.issues", ["decison"], ".steps.judge.issues.0: 'decison' is none of those offered"),
        ("steps.judge.requires", ["reason"], ".steps.judge.requires.0: 'reason' is none of those offered"),
        ("time_limits.defense.length", "30 dias", ".time_limits.defense.length: '30 dias' is not of the form"),
        ("penalties.B-1.units", 0.5, ".penalties.B-1.units: string expected, 0.5 found"),
        ("due_process", {"defence": {"basis": "45"}}, ".due_process.defence: no such key"),
        ("title", GONE, ": title is missing"),
    ],
)
def test_what_the_author_types_wrong_is_shown(path, value, said):
    data = copy.deepcopy(read(SANTOS_DUMONT / "procedure.yaml").data)
    put(path, value)(data)
    schema = law_schema()
    assert said in list(wrong(data, schema, schema))


def test_what_the_layers_begin_may_be_left_out():
    schema = law_schema()
    assert list(wrong({"by": ["x"]}, {"$ref": "#/$defs/Step"}, schema)) == []


def test_the_editor_offers_the_shared_names():
    properties = law_schema()["properties"]
    assert {"judge", "file_appeal", "service_takes_effect"} <= set(properties["steps"]["properties"])
    assert {"defense", "appeal"} <= set(properties["time_limits"]["properties"])
    assert {"awaiting_defense", "archived/void"} <= set(properties["states"]["properties"])


def test_the_first_line_climbs_from_where_the_file_is(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert first_line(tmp_path / "a" / "b" / "procedure.yaml", tmp_path / "s.json") == (
        "# yaml-language-server: $schema=../../s.json"
    )
    assert first_line(Path(tmp_path / "procedure.yaml"), tmp_path / "s.json").endswith("=s.json")
