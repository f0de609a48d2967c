"""The layers: rules of other sources, each under its own name, quoted or honestly paraphrased."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import procedures
from workflow.citation import order

LAYERS = sorted((Path(procedures.__file__).parent / "layers").glob("*.yaml"))


def articles_of(layer: Path) -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, dict[str, Any]]] = YAML(typ="safe", pure=True).load(layer)
    return loaded["articles"]


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.stem)
def test_an_entry_quotes_its_source_or_says_that_it_does_not(layer: Path) -> None:
    for citation, entry in articles_of(layer).items():
        assert set(entry) == {"quote"} or (set(entry) == {"says", "checked"} and entry["checked"] is False), citation


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.stem)
def test_no_entry_passes_for_the_municipal_law(layer: Path) -> None:
    for citation in articles_of(layer):
        assert order(citation).group == 2, citation
        assert citation == " ".join(citation.split())


def test_no_citation_stands_in_two_layers() -> None:
    citations = [citation for layer in LAYERS for citation in articles_of(layer)]
    assert len(citations) == len(set(citations))


@pytest.mark.parametrize("layer", [each for each in LAYERS if each.stem.startswith("lei_")], ids=lambda each: each.stem)
def test_the_federal_law_is_listed_in_its_own_order(layer: Path) -> None:
    citations = list(articles_of(layer))
    assert citations == sorted(citations, key=order)
