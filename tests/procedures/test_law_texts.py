"""The texts of the laws in the product: every quote literal in its unit, every unit marked, no number skipped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import procedures
from procedures.coverage import coverage
from procedures.text import LawText, read_text
from workflow.citation import roman_value
from workflow.procedure import Article, Choice, Infraction, Penalty, Rule

LAWS = Path(procedures.__file__).parent / "laws"
LAW_NAMES = sorted(path.parent.name for path in LAWS.glob("[!_]*/law.txt"))
SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"
LAVRAS = "mg_lavras_lei_4545_2020"
BARRA_DO_GARCAS = "mt_barra_do_garcas_lei_4937_2025"
AMERICANA = "sp_americana_lei_4019_2004"

UNIT_COUNTS = {SANTOS_DUMONT: (47, 186), LAVRAS: (34, 143), BARRA_DO_GARCAS: (29, 94), AMERICANA: (38, 138)}
"""Articles and units of each law, counted apart, by the opening marks in the printed text."""

LEFT_OUT = {LAVRAS: {"6", "9"}}
"""Articles that the printed text itself lacks."""


def text_of(law: str) -> LawText:
    return read_text((LAWS / law / "law.txt").read_text(encoding="utf-8"), name=f"{law}/law.txt")


def file_of(law: str) -> dict[str, Any]:
    loaded: dict[str, Any] = YAML(typ="safe", pure=True).load(LAWS / law / "procedure.yaml")
    return loaded


def test_the_laws_are_those_of_the_product() -> None:
    assert set(UNIT_COUNTS) == set(LAW_NAMES)


@pytest.mark.parametrize("law", LAW_NAMES)
def test_every_unit_of_the_text_is_read(law: str) -> None:
    text = text_of(law)
    assert (len(text.articles), len(text.units)) == UNIT_COUNTS[law]


@pytest.mark.parametrize("law", LAW_NAMES)
def test_one_line_is_one_unit_and_none_is_lost(law: str) -> None:
    lines = (LAWS / law / "law.txt").read_text(encoding="utf-8").splitlines()
    text = text_of(law)
    notes = [note for several in text.notes.values() for note in several]
    kept = [line for unit in text.printed.values() for line in unit.splitlines()]
    assert sorted(line for line in lines if line) == sorted([*kept, *notes, *text.around])
    assert all(line == " ".join(line.split()) for line in lines)


@pytest.mark.parametrize("law", LAW_NAMES)
def test_articles_paragraphs_and_incisos_follow_one_another_without_a_gap(law: str) -> None:
    text = text_of(law)
    numbers = [int(article) for article in text.articles]
    lacking = {str(number) for number in range(1, numbers[-1])} - set(text.articles)
    assert lacking == LEFT_OUT.get(law, set())
    last: dict[str, int] = {}
    for unit in text.units:
        *above, part = unit.split()
        if above and above[0] != "Anexo" and (number := _number(part)):
            kind = f"{' '.join(above)} {'§' if part[0] == '§' else 'a' if part.islower() else 'I'}"
            assert number == last.get(kind, 0) + 1, unit
            last[kind] = number


def _number(part: str) -> int:
    if part in ("caput", "p.u."):
        return 0
    if part.startswith("§"):
        return int(part[1:])
    if part.islower():
        return "abcdefghijklmnopqrstuvwxyz".index(part) + 1
    return roman_value(part)


@pytest.mark.parametrize("law", LAW_NAMES)
def test_every_quote_stands_literally_inside_its_unit_and_every_unit_is_marked(law: str) -> None:
    articles = file_of(law)["articles"]
    every_quote = {citation: ["some rule"] for citation, entry in articles.items() if "quote" in entry}
    report = coverage(text_of(law), articles, every_quote)
    assert report.faults == ()


@pytest.mark.parametrize("law", LAW_NAMES)
def test_every_entry_is_of_the_type_the_core_knows(law: str) -> None:
    loaded = file_of(law)
    types: dict[str, type[Rule]] = {"articles": Article, "penalties": Penalty, "infractions": Infraction}
    for section, entry_type in types.items():
        for entry in loaded[section].values():
            entry_type.model_validate(entry)
    Choice.model_validate(loaded["choice"])


@pytest.mark.parametrize("law", LAW_NAMES)
def test_every_infraction_and_penalty_cites_units_with_a_quote(law: str) -> None:
    loaded = file_of(law)
    for section in ("penalties", "infractions"):
        for name, entry in loaded[section].items():
            basis = entry.get("basis", [])
            for citation in [basis] if isinstance(basis, str) else basis:
                assert "quote" in loaded["articles"][citation], f"{section}.{name}: {citation}"


@pytest.mark.parametrize("law", LAW_NAMES)
def test_every_infraction_is_a_unit_of_the_law_with_a_label_and_penalties_that_exist(law: str) -> None:
    loaded, text = file_of(law), text_of(law)
    article_of = loaded.get("article_of", {})
    for item, infraction in loaded["infractions"].items():
        article, _, part = item.partition("-")
        unit = f"{article_of.get(article, article)} {part}".strip()
        assert text.names(unit), item
        assert "quote" in loaded["articles"][unit], item
        assert infraction["label"], item
        assert set(infraction["penalties"]) <= set(loaded["penalties"]), item


def test_the_items_of_santos_dumont_carry_the_codes_printed_beside_them() -> None:
    """The codes are read here from the bare lines of the text, apart from the product's reader."""
    printed: dict[str, list[str]] = {}
    lines = (LAWS / SANTOS_DUMONT / "law.txt").read_text(encoding="utf-8").splitlines()
    for line in lines[lines.index("CAPÍTULO VI") :]:
        if pena := re.search(r"^([IVX]+) .*\(pena: (.+)\)", line, re.IGNORECASE):
            codes = re.findall(r"\b([A-E])-?(\d?)", pena[2])
            printed[f"36-{pena[1]}"] = [f"{letter}-{digit}" if digit else letter for letter, digit in codes]
    items = file_of(SANTOS_DUMONT)["infractions"]
    assert {item: infraction["penalties"] for item, infraction in items.items()} == printed
    assert [roman_value(item.removeprefix("36-")) for item in items] == list(range(1, 32))


def test_the_fines_of_santos_dumont_are_the_annex_percentages_of_the_base_of_article_39() -> None:
    text, penalties = text_of(SANTOS_DUMONT), file_of(SANTOS_DUMONT)["penalties"]
    base = re.search(r"igual a (\d+) \(cinco\) URM", text.units["39 caput"])
    assert base is not None
    shares = re.findall(r"(B-\d) (\d+)%", text.units["Anexo I"])
    assert {code: float(entry["units"]) for code, entry in penalties.items() if entry["kind"] == "fine"} == {
        code: int(share) * int(base[1]) / 100 for code, share in shares
    }


def test_the_fines_of_lavras_are_those_printed_in_figures_and_words() -> None:
    """Amount, revocation and measure are read here from the bare lines of the text, apart from the product's reader."""
    words = {"5": "cinco", "20": "vinte", "30": "trinta", "50": "cinquenta", "100": "cem", "150": "cento e cinquenta"}
    words |= {"200": "duzent[oa]s", "300": "trezent[oa]s"}
    printed: dict[str, tuple[str, bool, bool]] = {}
    for line in (LAWS / LAVRAS / "law.txt").read_text(encoding="utf-8").splitlines():
        if pena := re.search(r"^([IVX]+) - .*Penalidade - multa de (\d+) \((.+?)\) UFML(.*)", line):
            assert re.fullmatch(words[pena[2]], pena[3]), line
            printed[f"25-{pena[1]}"] = (pena[2], "assação" in pena[4], "Medida Administrativa" in pena[4])
    items = file_of(LAVRAS)["infractions"]
    assert {
        item: (infraction["units"], "revocation" in infraction["penalties"], "measure" in infraction)
        for item, infraction in items.items()
        if item.startswith("25-")
    } == printed
    assert len(printed) == 22
