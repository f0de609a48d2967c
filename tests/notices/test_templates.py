"""The cage of the templates: faults with file and line, in Portuguese, and nothing reached beyond the data."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from notices.context import Context
from notices.dossier import Act
from notices.faults import PaperFault
from notices.templates import FOLDER, cage, digest, packaged, values_of, write
from tests.notices.samples import sample


def fault_of(tmp_path: Path, source: str, **values: Any) -> str:
    (tmp_path / "x.html").write_text(source, "utf-8")
    with pytest.raises(PaperFault) as fault:
        write(cage(tmp_path), "x.html", values)
    return str(fault.value)


def test_an_unknown_name_is_told_with_file_and_line(tmp_path: Path) -> None:
    told = fault_of(tmp_path, "<p>a</p>\n<p>{{ prazo }}</p>")
    assert told == "modelo x.html, linha 2: o nome 'prazo' não existe"


def test_an_unknown_part_lists_what_there_is(tmp_path: Path) -> None:
    told = fault_of(tmp_path, "<p>\n\n{{ act.nome }}</p>", act=Act(name="defesa", gender="f"))
    assert told == "modelo x.html, linha 3: o nome 'nome' não existe em Act, que tem: name, gender"


def test_a_part_of_something_absent_is_told(tmp_path: Path) -> None:
    told = fault_of(tmp_path, "<p>{{ term.due }}</p>", term=None)
    assert "linha 1" in told
    assert "está vazio neste documento" in told


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<p>a</p>\n<script>alert(1)</script>", "linha 2: <script> não é permitido"),
        ("<p>{% if a %}\n<iframe></iframe>{% endif %}</p>", "linha 2: <iframe> não é permitido"),
        ("<p>\n{{ a.upper() }}</p>", "linha 2: Call não é permitido"),
        ("<p>\n{% set x = 1 %}</p>", "linha 2: Assign não é permitido"),
        ("<p>{{ a[0] }}</p>", "Getitem não é permitido"),
        ("<p>{{ 'a' * 1000000000 }}</p>", "Mul não é permitido"),
        ("<p>{{ 10 ** 10 }}</p>", "Pow não é permitido"),
        ("<p>{{ '%s' % a }}</p>", "Mod não é permitido"),
        ("{% autoescape false %}<p>{{ a }}</p>{% endautoescape %}", "não é permitido"),
        ("{% macro m() %}<p>a</p>{% endmacro %}", "Macro não é permitido"),
        ("{% import 'x.html' as y %}", "Import não é permitido"),
        ("<p>\n{{ a | safe }}</p>", "linha 2: o filtro 'safe' não existe"),
        ("<p>{{ a | attr('__class__') }}</p>", "o filtro 'attr' não existe"),
        ("<p>{{ a is sameas b }}</p>", "Test não é permitido"),
        ("<p>{{ a.__class__ }}</p>", "alcançar o que não é dado"),
        ("<p>\n{% if a %}</p>", "erro de escrita no modelo"),
        ("<p>{{ range }}</p>", "o nome 'range' não existe"),
        ("<p>{{ a | data }}</p>", "um filtro recebeu um valor que não é do seu tipo"),
        ("<p>{{ nada }}</p>", "valor sem forma de impressão (NoneType)"),
        ("<p>{{ due }}</p>", "valor sem forma de impressão (date)"),
        ("{% include 'fora.html' %}", "o modelo não existe"),
        ("{% include '../x.html' %}", "o modelo não existe"),
    ],
)
def test_what_templates_may_not_do_is_refused(tmp_path: Path, source: str, said: str) -> None:
    told = fault_of(tmp_path, source, a="texto", b="outro", nada=None, due=date(2027, 4, 2))
    assert said in told


def test_values_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<p>{{ a }}</p>", "utf-8")
    assert write(cage(tmp_path), "x.html", {"a": "<b>{{ 7*7 }}</b>"}) == "<p>&lt;b&gt;{{ 7*7 }}&lt;/b&gt;</p>"


def test_a_paper_without_end_is_cut(tmp_path: Path) -> None:
    told = fault_of(
        tmp_path, "{% for x in a %}{% for y in a %}<p>{{ y }}</p>{% endfor %}{% endfor %}", a=("1" * 30,) * 100
    )
    assert "passou de 200000 caracteres" in told


def test_every_packaged_template_passes_the_checks() -> None:
    for file in FOLDER.rglob("*.html"):
        packaged().get_template(file.relative_to(FOLDER).as_posix())


def test_no_template_knows_a_law() -> None:
    """Articles, day counts, units and bodies are the law's: templates take them from the context."""
    for file in FOLDER.rglob("*.html"):
        source = file.read_text("utf-8")
        for forbidden in (
            r"\barts?\. ?\d",
            r"\d+ (\(|dias|horas)",
            r"§ ?\d",
            r"URM|UFML|UPFBG",
            r"Comissão|Junta\b|Secretaria",
            r"Lei (Municipal )?n",
            r"Santos Dumont|Lavras|Americana|Barra do Gar",
        ):
            assert not re.search(forbidden, source), (file.name, forbidden)


def test_a_template_sees_the_fields_of_the_context_and_nothing_else() -> None:
    assert set(values_of(sample("notice_letter"))) == set(Context.__struct_fields__)


def test_the_pack_has_a_digest_that_follows_its_files() -> None:
    assert re.fullmatch("[0-9a-f]{64}", digest())
