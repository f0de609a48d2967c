"""The small HTML: what is not in it is refused with its line, and text is cleaned or refused."""

from __future__ import annotations

import pytest

from notices.blocks import clean, read
from notices.faults import PaperFault


def test_blocks_keep_words_and_drop_the_blanks_between_tags() -> None:
    blocks = read("<p>\n  Prazo de <b>10</b>\n dias </p>\n<ul>\n<li>a</li>\n</ul>", "modelo")
    assert blocks == [
        {"t": "p", "c": ["Prazo de ", {"t": "b", "c": ["10"]}, " dias"]},
        {"t": "ul", "c": [{"t": "li", "c": ["a"]}]},
    ]


@pytest.mark.parametrize(
    ("html", "line", "said"),
    [
        ("<p>a</p>\n<script>x</script>", 2, "<script> não é permitido"),
        ("<p>a</p>\n\n<p><img src=x></p>", 3, "<img> não é permitido"),
        ("<table>\n<tr><td><table></table></td></tr></table>", 2, "<table> não é permitido dentro de <td>"),
        ("<p onclick='x'>a</p>", 1, "o atributo onclick"),
        ("<p class='grande'>a</p>", 1, "o atributo class"),
        ("<p><a href='javascript:x'>a</a></p>", 1, "não começa por http"),
        ("<p><a href='//exemplo'>a</a></p>", 1, "não começa por http"),
        ("<p>a\n<b>b</p>", 2, "falta fechar <b>"),
        ("a</p>", 1, "texto solto"),
        ("<p>a</p></p>", 1, "não há nada aberto"),
        ("<p>a", 1, "falta fechar <p>"),
        ("<p>a</p><!-- x -->", 1, "comentário HTML"),
        ("<!doctype html><p>a</p>", 1, "declaração HTML"),
        ("<?php x ?><p>a</p>", 1, "instrução HTML"),
        ("solto", 1, "texto solto"),
    ],
)
def test_what_is_beyond_the_small_html_is_refused_with_its_line(html: str, line: int, said: str) -> None:
    with pytest.raises(PaperFault) as fault:
        read(html, "modelo x.html")
    assert f"modelo x.html, linha {line}: " in str(fault.value)
    assert said in str(fault.value)


def test_escaped_text_stays_text() -> None:
    assert read("<p>&lt;img src=x&gt; &amp;amp;</p>", "m") == [{"t": "p", "c": ["<img src=x> &amp;"]}]


def test_text_is_composed_and_marks_without_ink_go() -> None:
    assert clean("C\u0327a\u0303o") == "\u00c7\u00e3o"
    assert clean("Jo\u200ba\u00adna\ufeff") == "Joana"
    assert clean("a\t\r\n b") == "a b"
    assert clean("a  b") == "a b"
    assert [each for each in map(chr, range(32, 127)) if clean(f"a{each}b") != f"a{each}b"] == []
    assert clean("R$\u00a01") == "R$\u00a01"


@pytest.mark.parametrize("character", ["\x00", "\u202e", "\u2066", "\ud800", "\ue000", "\x1b", "\u200d", "\uffff"])
def test_a_character_that_cannot_be_printed_is_refused_by_its_code(character: str) -> None:
    with pytest.raises(PaperFault) as fault:
        clean(f"Joana{character}")
    assert fault.value.characters == (character,)
    assert f"U+{ord(character):04X}" in str(fault.value)


def test_a_tower_of_accents_is_refused() -> None:
    assert clean("e\u0301\u0323")
    with pytest.raises(PaperFault, match="empilha"):
        clean("e" + "\u0323" * 500)
