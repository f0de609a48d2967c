"""The file itself: archive and accessibility marks, the same bytes each time, faults that stay with their letter."""

from __future__ import annotations

import concurrent.futures
import hashlib
import io
import multiprocessing
import re
from functools import cache

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from notices.context import Context
from notices.faults import PaperFault
from notices.kinds import KINDS
from notices.render import Rendered, render, render_each
from tests.notices.samples import CASE, CODE, KNOWN_DEFENSE, TOWN, sample

HOSTILE = '"><img src=x onerror=alert(1)> {{7*7}} #read("/etc/passwd") *b* $x$ \\u{41} <script>x</script>'


@cache
def rendered(kind: str) -> Rendered:
    return render(kind, sample(kind))


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def words_of(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader(pdf).pages))


def named(name: str) -> Context:
    return sample("notice_letter", case=replace(CASE, respondent=replace(CASE.respondent, name=name)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_is_archivable_and_accessible(kind: str) -> None:
    pdf = rendered(kind).pdf
    root = reader(pdf).trailer["/Root"]
    metadata = root["/Metadata"].get_data().decode()
    assert re.search(r"pdfaid:part>?=?\"?2", metadata)
    assert re.search(r"pdfaid:conformance>?=?\"?A", metadata)
    assert re.search(r"pdfuaid:part>?=?\"?1", metadata)
    assert root["/Lang"] == "pt-BR"
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert "/OutputIntents" in root
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert not reader(pdf).is_encrypted
    assert "/ID" in reader(pdf).trailer
    assert "/EmbeddedFiles" not in root.get("/Names", {})
    assert "/OpenAction" not in root
    assert pdf.endswith(b"%%EOF\n")


@pytest.mark.parametrize("kind", KINDS)
def test_every_font_is_inside_the_file(kind: str) -> None:
    for page in reader(rendered(kind).pdf).pages:
        for font in page["/Resources"]["/Font"].values():
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_tells_how_to_check_it_in_its_body(kind: str) -> None:
    paper = rendered(kind)
    for form in (paper.text, paper.html, words_of(paper.pdf)):
        assert CODE in form.replace("\u200b", "")
    links = [note.get_object()["/A"]["/URI"] for page in reader(paper.pdf).pages for note in page.get("/Annots", [])]
    assert any(link.endswith(CODE) for link in links)


@pytest.mark.parametrize("kind", KINDS)
def test_examples_are_told_until_they_are_replaced(kind: str) -> None:
    assert "DADOS DE EXEMPLO" in words_of(rendered(kind).pdf)
    clean = render(kind, sample(kind, town=replace(TOWN, examples=())))
    for form in (clean.text, clean.html, words_of(clean.pdf)):
        assert "DADOS DE EXEMPLO" not in form


def test_the_file_names_no_person_in_its_title() -> None:
    information = reader(rendered("notice_letter").pdf).metadata
    assert information
    assert information.title == "Notificação de autuação nº NA 000045/2027"
    assert "Joana" not in str(information)


def test_a_moment_told_to_the_microsecond_is_stamped_to_the_second() -> None:
    context = sample("notice_letter")
    told = replace(context.document, issued_at=context.document.issued_at.replace(microsecond=123456))
    assert render("notice_letter", replace(context, document=told)).pdf.startswith(b"%PDF")


def test_the_same_context_gives_the_same_bytes() -> None:
    again = render("decision_letter", sample("decision_letter"))
    assert again == rendered("decision_letter")
    assert again.digest == hashlib.sha256(again.pdf).hexdigest()


def test_another_moment_gives_other_bytes() -> None:
    context = sample("notice_letter")
    later = replace(context, document=replace(context.document, issued_at=context.document.issued_at.replace(hour=13)))
    assert render("notice_letter", later).digest != rendered("notice_letter").digest


def test_pages_are_counted_and_the_papers_number_follows_them() -> None:
    pages = [page.extract_text() for page in reader(rendered("notice_letter").pdf).pages]
    assert [f"Página {at} de {len(pages)}" in page for at, page in enumerate(pages, 1)] == [True] * len(pages)
    assert all("NA 000045/2027" in page for page in pages)


def test_a_known_start_prints_the_date_itself_and_how_it_was_counted() -> None:
    paper = render("notice_letter", sample("notice_letter", term=KNOWN_DEFENSE))
    for form in (paper.text, paper.html, words_of(paper.pdf)):
        assert "Último dia para a defesa: sexta-feira, 2 de abril de 2027" in re.sub(r"\s+", " ", form)
        assert "quinta-feira, 4 de março de 2027" in re.sub(r"\s+", " ", form)
        assert "dois exemplos" not in form


def test_an_unknown_start_prints_the_rule_two_examples_and_the_calculator() -> None:
    paper = rendered("notice_letter")
    said = re.sub(r"\s+", " ", paper.text)
    assert "30 (trinta) dias corridos, contados do dia seguinte ao recebimento" in said
    assert "sexta-feira, 2 de abril de 2027" in said
    assert "segunda-feira, 5 de abril de 2027" in said
    assert TOWN.calculator_address in said
    assert "Último dia para" not in said


def test_hostile_values_are_printed_and_nothing_more() -> None:
    paper = render("notice_letter", named(HOSTILE))
    assert "onerror=alert(1)> {{7*7}} #read(" in words_of(paper.pdf)
    assert '"><img src=x onerror=alert(1)>' in paper.text
    assert "<img" not in paper.html
    assert "<script" not in paper.html
    assert "&lt;script&gt;" in paper.html
    for form in (paper.text, paper.html, words_of(paper.pdf)):
        assert "49" not in form.replace("000049", "")
        assert "root:" not in form


def test_a_file_digest_can_be_copied_whole_from_the_page() -> None:
    digest = sample("defense_receipt").filing.papers[0].digest  # type: ignore[union-attr]  # the sample has a filing
    pages = " ".join(page.extract_text() for page in reader(rendered("defense_receipt").pdf).pages)
    assert digest in re.sub(r"[\s\u200b]", "", pages)


@pytest.mark.parametrize(
    ("name", "characters"),
    [
        ("Zoë 東京", ("東", "京")),
        ("Joana 😀", ("😀",)),
        ("Joana\x00", ("\x00",)),
        ("Joana\u202e", ("\u202e",)),
    ],
)
def test_a_character_no_font_has_stops_that_letter_and_names_itself_and_its_field(
    name: str, characters: tuple[str, ...]
) -> None:
    first, faulty, last = render_each(
        [
            ("notice_letter", sample("notice_letter")),
            ("notice_letter", named(name)),
            ("payment_slip", sample("payment_slip")),
        ]
    )
    assert isinstance(first, Rendered)
    assert isinstance(last, Rendered)
    assert isinstance(faulty, PaperFault)
    assert faulty.characters == characters
    told = str(faulty)
    assert all(f"U+{ord(character):04X}" in told for character in characters)
    assert "nome da pessoa autuada: " in told
    assert "Joana" not in told
    assert "Zoë" not in told


@pytest.mark.parametrize(
    "name", ["Łukasz Đorđe Ñandú", "Ωμέγα Δοκιμή", "Иван Примеров", "C\u0327elik", "W" * 400, "100.000 " * 90]
)
def test_names_of_many_scripts_and_lengths_are_printed(name: str) -> None:
    paper = render("notice_letter", named(name))
    assert len(reader(paper.pdf).pages) < 6


def test_many_items_run_over_pages_with_their_heading_again() -> None:
    items = tuple(replace(CASE.items[0], citation=f"art. 36, {at}") for at in range(60))
    paper = render("notice_letter", sample("notice_letter", case=replace(CASE, items=items)))
    headed = [page for page in reader(paper.pdf).pages if "O que a lei descreve" in page.extract_text()]
    assert len(headed) > 1


def _render_one(kind: str) -> str:
    return render(kind, sample(kind)).digest


def test_another_process_started_by_spawn_gives_the_same_bytes() -> None:
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=spawn) as pool:
        assert pool.submit(_render_one, "payment_slip").result(timeout=60) == rendered("payment_slip").digest


def _render_forked(answer: multiprocessing.queues.Queue[str]) -> None:
    try:
        render("payment_slip", sample("payment_slip"))
    except RuntimeError as error:
        answer.put(str(error))


def test_a_process_forked_after_typst_ran_refuses_instead_of_hanging() -> None:
    rendered("payment_slip")
    fork = multiprocessing.get_context("fork")
    answer = fork.Queue()
    child = fork.Process(target=_render_forked, args=(answer,), daemon=True)
    child.start()
    told = answer.get(timeout=60)
    child.join(60)
    assert "spawn" in told
