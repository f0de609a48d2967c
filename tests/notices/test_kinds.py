"""What each kind of paper may not be issued without."""

from __future__ import annotations

from types import UnionType
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from notices.context import Context
from notices.faults import PaperFault
from notices.kinds import KINDS, kind_of, require
from notices.needs import lacking
from notices.render import compose
from notices.templates import FOLDER
from tests.notices.samples import CLEARED, sample

WITH_OWN_TEMPLATE = [kind for kind in KINDS.values() if kind.own]


def test_the_series_tell_the_kinds_apart() -> None:
    assert len({kind.series for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_template_and_a_sample_that_lacks_nothing(kind: str) -> None:
    assert (FOLDER / KINDS[kind].template).is_file()
    assert lacking(KINDS[kind].needs, sample(kind)) == []


def _field_type(owner: Any, name: str) -> Any:
    kind = get_type_hints(owner)[name]
    options = (
        [one for one in get_args(kind) if hasattr(one, "__struct_fields__")] if isinstance(kind, UnionType) else [kind]
    )
    return options[0] if options else kind


@pytest.mark.parametrize("kind", KINDS)
def test_every_need_names_a_field_that_exists(kind: str) -> None:
    for need in KINDS[kind].needs:
        for path in filter(None, (need.field, need.unless, need.only)):
            owner: Any = Context
            for name in path.split("."):
                assert name in owner.__struct_fields__, path
                owner = _field_type(owner, name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_without_a_needed_field_is_refused_by_name_and_source(kind: str) -> None:
    for need in KINDS[kind].needs:
        context = _without(sample(kind), need.field)
        if need.unless:
            context = _without(context, need.unless)
        with pytest.raises(PaperFault) as fault:
            require(KINDS[kind], context)
        assert f"{need.label} ({need.source})" in str(fault.value)


def _without(value: Any, path: str) -> Any:
    name, _, rest = path.partition(".")
    held = getattr(value, name)
    if rest and held is not None:
        return replace(value, **{name: _without(held, rest)})
    empty = () if isinstance(held, tuple) else "" if isinstance(held, str) else None
    return replace(value, **{name: empty})


def test_a_term_whose_start_is_known_needs_no_examples() -> None:
    context = sample("notice_letter")
    assert context.term
    unknown = replace(context, term=replace(context.term, examples=()))
    assert [need.field for need in lacking(KINDS["notice_letter"].needs, unknown)] == ["term.examples"]


def test_a_decision_that_leaves_something_standing_must_open_the_appeal() -> None:
    assert any(
        need.field == "term" for need in lacking(KINDS["decision_letter"].needs, sample("decision_letter", term=None))
    )
    assert lacking(KINDS["decision_letter"].needs, sample("decision_letter", term=None, decision=CLEARED)) == []


def test_an_act_of_the_clock_may_have_no_signer() -> None:
    context = sample("lapse_certificate", signers=())
    assert context.document.automatic
    assert lacking(KINDS["lapse_certificate"].needs, context) == []


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(PaperFault, match="não existe documento do tipo 'carta'"):
        kind_of("carta")


@pytest.mark.parametrize(
    "kind", [kind for kind in WITH_OWN_TEMPLATE if kind.audience == "letter"], ids=lambda kind: kind.id
)
def test_every_letter_opens_with_a_few_plain_words(kind: Any) -> None:
    first = compose(kind, sample(kind.id, plain_language=("Uma frase a mais.",))).blocks[0]
    assert isinstance(first, dict)
    assert first["t"] == "aside"
    assert first["c"][0] == {"t": "h2", "c": ["Em poucas palavras"]}
    assert {"t": "li", "c": ["Uma frase a mais."]} in first["c"][1]["c"]  # type: ignore[index, typeddict-item]  # a list
