"""The reader of law texts: what opens a unit, what belongs to none, and what it refuses."""

from __future__ import annotations

import pytest

from procedures.text import read_text
from workflow.errors import LawFaults

LAW = """LEI Nº 1, DE 2 DE JANEIRO DE 2003
Dispõe sobre exemplos.
CAPÍTULO I
DAS FORMAS
Art. 1º Esta Lei regula as formas.
Art. 2° - São deveres:
I - o primeiro;
II– o segundo:
a) uma alínea;
b) outra alínea:
1. um item;
III- o terceiro.
SEÇÃO II
DAS DEMAIS
§ 1º O parágrafo lista:
I – um inciso.
§2º - Sem espaço.
§ 2º-A. Acrescido.
(Redação da Lei nº 9, de 2009)
Parágrafo Único – Não devia estar aqui, mas está.
Art. 2º-A. Acrescido.
Artigo 1.010 - Outro modo de escrever.
i) uma alínea sem inciso.
Registre-se.
Fulano de Tal
ANEXO I
Quadro
I - linha do quadro
Art. não é artigo dentro do anexo
Anexo Único - Mapa
linha do mapa
"""

UNITS = {
    "1": "Esta Lei regula as formas.",
    "2 caput": "São deveres:",
    "2 I": "o primeiro;",
    "2 II": "o segundo:",
    "2 II a": "uma alínea;",
    "2 II b": "outra alínea:",
    "2 II b 1": "um item;",
    "2 III": "o terceiro.",
    "2 §1": "O parágrafo lista:",
    "2 §1 I": "um inciso.",
    "2 §2": "Sem espaço.",
    "2 §2-A": "Acrescido.",
    "2 p.u.": "Não devia estar aqui, mas está.",
    "2-A": "Acrescido.",
    "1010 caput": "Outro modo de escrever.",
    "1010 i": "uma alínea sem inciso.",
    "Anexo I": "ANEXO I\nQuadro\nI - linha do quadro\nArt. não é artigo dentro do anexo",
    "Anexo Único": "Anexo Único - Mapa\nlinha do mapa",
}


def test_every_unit_gets_its_citation_in_the_order_of_the_text() -> None:
    assert list(read_text(LAW).units.items()) == list(UNITS.items())


def test_titles_headings_and_the_closing_formula_belong_to_no_unit() -> None:
    assert read_text(LAW).around == (
        "LEI Nº 1, DE 2 DE JANEIRO DE 2003",
        "Dispõe sobre exemplos.",
        "CAPÍTULO I",
        "DAS FORMAS",
        "SEÇÃO II",
        "DAS DEMAIS",
        "Registre-se.",
        "Fulano de Tal",
    )


def test_a_margin_note_stays_with_the_unit_above_it_and_out_of_its_words() -> None:
    text = read_text(LAW)
    assert text.notes == {"2 §2-A": ("(Redação da Lei nº 9, de 2009)",)}
    assert "Redação" not in text.within("2")


def test_the_bare_number_names_the_whole_article() -> None:
    text = read_text(LAW)
    assert text.within("2 II").splitlines() == ["II– o segundo:", "a) uma alínea;", "b) outra alínea:", "1. um item;"]
    assert text.within("2").splitlines()[0] == "Art. 2° - São deveres:"
    assert text.within("2").count("\n") == 11
    assert text.articles == ("1", "2", "2-A", "1010")


def test_a_quote_is_found_only_inside_the_unit_cited() -> None:
    text = read_text(LAW)
    assert text.contains("2", "o segundo")
    assert text.contains("2 II", "o  segundo:\n a) uma")  # only white space may differ
    assert not text.contains("2 I", "o segundo")
    assert not text.contains("2 II", "O segundo")
    assert not text.contains("2 II", "")
    assert not text.contains("3", "o segundo")


def test_a_unit_the_law_lacks_is_said_to_be_lacking() -> None:
    text = read_text(LAW)
    assert [text.names(unit) for unit in ("2 §1", "2", "2 §3", "1 caput")] == [True, True, False, False]
    with pytest.raises(LookupError, match="9 §1"):
        text.within("9 §1")


@pytest.mark.parametrize(
    ("law", "said"),
    [
        ("Art. 1º Um.\nArt. 1º Dois.", ["law.txt:2: '1' aparece pela segunda vez"]),
        ("Art. 1º Um:\nX - a;\nX - b.", ["law.txt:3: '1 X' aparece pela segunda vez"]),
        ("Art. 1º Um\nque continua aqui.\nArt. 2º Dois.", ["law.txt:2: linha que não abre artigo"]),
        ("Art. 1º Um:\nIl - lido pela máquina;\nVIH - também;\nIII - três.", ["law.txt:2:", "law.txt:3:"]),
        ("Só uma frase.", ["law.txt:1: não há artigo nenhum"]),
        ("", ["law.txt:1: não há artigo nenhum"]),
    ],
)
def test_a_text_that_does_not_read_is_refused_with_every_line(law: str, said: list[str]) -> None:
    with pytest.raises(LawFaults) as refused:
        read_text(law)
    assert [str(fault)[: len(start)] for fault, start in zip(refused.value.faults, said, strict=True)] == said
