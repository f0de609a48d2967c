"""What is published: masked, without address or narrative, one matter alone or many in an edition."""

from __future__ import annotations

import io
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from notices.faults import PaperFault
from notices.gazette import Edition, edition, matter
from notices.redaction import redacted
from notices.render import render
from tests.notices.samples import CASE, CODE, FILING, SECRETARY, SERVICE, TOWN, UPHELD_ON_APPEAL, sample

HEAD = Edition(
    town=TOWN,
    number="000123/2027",
    on=date(2027, 6, 1),
    issued_at=datetime(2027, 6, 1, 10, tzinfo=UTC),
    code=CODE,
    url=f"https://verificar.exemplo.gov.br/v/{CODE}",
    signers=(SECRETARY,),
    notes=("Raiz do registro: 0000.",),
)


def pdf_text(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("kind", ["gazette_entry", "public_notice"])
def test_a_public_paper_masks_the_cpf_and_keeps_the_plate(kind: str) -> None:
    paper = render(kind, sample(kind))
    for form in (paper.text, paper.html, pdf_text(paper.pdf)):
        assert "***.982.247-**" in form
        assert "529.982.247-25" not in form
        assert "ABC1D23" in form


@pytest.mark.parametrize("kind", ["gazette_entry", "public_notice"])
def test_a_public_paper_has_no_address_and_no_narrative(kind: str) -> None:
    paper = render(kind, sample(kind))
    for form in (paper.text, paper.html, pdf_text(paper.pdf)):
        assert "Rua das Amostras" not in form
        assert "36240-000" not in form
        assert "acompanhante faltara" not in form
        assert "fotografias" not in form


def test_a_public_template_never_sees_what_it_may_not_print() -> None:
    seen = redacted(sample("public_notice", decision=UPHELD_ON_APPEAL, service=SERVICE, filing=FILING))
    assert seen.case.respondent.tax_id == "***.982.247-**"
    assert seen.case.respondent.address == ()
    assert (seen.case.fact.narrative, seen.case.fact.place, seen.case.fact.evidence) == ("", "", ())
    assert seen.decision is not None
    assert (seen.decision.report, seen.decision.reasons, seen.decision.claims, seen.decision.summary) == (
        (),
        (),
        (),
        "",
    )
    assert [attempt.address for attempt in seen.attempts] == ["", ""]
    assert (seen.service, seen.filing) == (None, None)


def test_a_cnpj_is_published_whole() -> None:
    company = replace(CASE, respondent=replace(CASE.respondent, tax_id="12.ABC.345/01DE-35"))
    assert "12.ABC.345/01DE-35" in matter("gazette_entry", sample("gazette_entry", case=company)).text


def test_a_cpf_typed_into_free_text_stops_the_publication() -> None:
    leaking = sample("gazette_entry", decision=replace(UPHELD_ON_APPEAL, tally="por unanimidade, CPF 529.982.247-25"))
    with pytest.raises(PaperFault, match="CPF inteiro"):
        matter("gazette_entry", leaking)


def test_an_address_typed_into_free_text_stops_the_publication() -> None:
    leaking = sample("gazette_entry", notes=("Mora na Rua das Amostras, 100, casa 2.",))
    with pytest.raises(PaperFault, match="endereço"):
        matter("gazette_entry", leaking)


def test_a_matter_has_organ_kind_publisher_and_identifier() -> None:
    lines = matter("gazette_entry", sample("gazette_entry")).text.splitlines()
    assert lines[0] == "SECRETARIA MUNICIPAL DE TRANSPORTES E TRÂNSITO"
    assert lines[2] == "Publicação oficial nº PO 000012/2027"
    assert lines[4].startswith("DADOS DE EXEMPLO.")
    assert lines[-2:] == ["Publicado por: Lia Moura de Exemplo", f"Código identificador: {CODE}"]


def test_a_matter_in_html_has_no_script_style_or_image() -> None:
    html = matter("public_notice", sample("public_notice")).html
    assert set(re.findall(r"<(\w+)", html)) <= set(
        "article p h2 h3 ul li table tr th td dl dt dd b i a br strong blockquote".split()
    )


def test_only_public_kinds_are_published() -> None:
    with pytest.raises(PaperFault, match="não se publica"):
        matter("notice_letter", sample("notice_letter"))


def test_an_edition_carries_its_matters_in_order() -> None:
    matters = [matter(kind, sample(kind)) for kind in ("gazette_entry", "public_notice")]
    done = edition(HEAD, matters)
    for form in (done.text.upper(), done.html.upper(), pdf_text(done.pdf).upper()):
        first, second = form.find("PUBLICAÇÃO OFICIAL Nº"), form.find("EDITAL DE NOTIFICAÇÃO Nº")
        assert 0 < first < second
        assert "RAIZ DO REGISTRO: 0000." in form


def test_an_edition_is_neither_empty_nor_endless() -> None:
    one: Any = matter("gazette_entry", sample("gazette_entry"))
    with pytest.raises(PaperFault, match="não tem matérias"):
        edition(HEAD, [])
    with pytest.raises(PaperFault, match="partes de até 200"):
        edition(HEAD, [one] * 201)
