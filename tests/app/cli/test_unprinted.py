"""A paper that cannot come out, and the one that a correction puts in its place: who still has to look, and who not."""

import pytest
import time_machine

from app.bundle import bundle
from app.delivery import again, deliver
from app.health import health_of
from app.metrics import measures
from app.shelf import export_papers
from app.unprinted import replaced
from storage.views import Views
from tests.app import desk as here
from tests.app.desk import draw_up

NAMELESS_PLACE = {"name": here.NAME, "tax_id": here.TAX_ID}
WHOLE = NAMELESS_PLACE | {"address": "Rua Fictícia, 10"}
NOW = here.noon("2027-03-02")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def mended(desk, field="respondent", value=WHOLE, **more):
    """A case whose auto could not be printed, and was corrected: the papers of both."""
    case = draw_up(desk, **{"respondent": NAMELESS_PLACE} | more)
    assert deliver(desk, here.noon("2027-03-01")).rendered == 0
    of = {"step": "draw_up", "date": "2027-03-01"}
    here.do(desk, "rectify", "2027-03-02", case=case, of=of, field=field, value=value, reasons="faltou")
    deliver(desk, NOW)
    return case


def given_up(desk):
    """Health, the measure, and how many papers would be tried again, which are one and the same."""
    found = {name: value for name, _, value in measures(desk, NOW)}
    assert found["devido_outbox_failed"] == health_of(desk, NOW).given_up
    return health_of(desk, NOW).given_up


def test_a_paper_that_lacks_something_and_was_issued_anew_waits_for_nobody(desk, tmp_path):
    case = mended(desk)
    lines = Views(desk.database).papers(case)
    assert [(each.kind, each.status) for each in lines] == [
        ("infraction_notice", "failed"), ("notice_letter", "failed"),
        ("infraction_notice", "rendered"), ("notice_letter", "rendered"),
    ]  # fmt: skip
    assert replaced(desk, lines) == {lines[0].id: "AI 000002/2027", lines[1].id: "NA 000002/2027"}
    assert (given_up(desk), again(desk, case, NOW), again(desk, "", NOW)) == (0, 0, 0)
    done = bundle(desk, case, tmp_path / "x.zip", NOW)
    assert (done.missing, done.replaced[0]) == ([], ("AI 000001/2027", "AI 000002/2027"))
    taken = export_papers(desk, case, tmp_path / "pecas")
    assert (len(taken.files), taken.missing) == (2, [])
    assert taken.replaced[1] == ("Notificação de autuação NA 000001/2027", "NA 000002/2027")


def test_a_name_that_the_fonts_lack_is_mended_by_writing_it_otherwise(desk):
    case = mended(desk, respondent=WHOLE | {"name": "Ana 😀 Exemplo"})
    assert len(replaced(desk, Views(desk.database).papers(case))) == 2
    assert given_up(desk) == 0


def test_a_paper_that_nothing_replaced_still_counts_and_how_to_mend_it_is_told(desk, tmp_path):
    case = draw_up(desk, respondent=NAMELESS_PLACE)
    deliver(desk, NOW)
    here.do(desk, "dispatch_notice", "2027-03-02", case=case, via="post")
    assert (given_up(desk), replaced(desk, Views(desk.database).papers(case))) == (2, {})
    assert "2 peças não saíram; devido documents list diz por quê." in health_of(desk, NOW).ailing[0]
    assert "Retifique o ato que trouxe o dado" in health_of(desk, NOW).ailing[0]
    assert bundle(desk, case, tmp_path / "x.zip", NOW).missing == ["AI 000001/2027", "NA 000001/2027"]
    assert (again(desk, case, NOW), deliver(desk, NOW).rendered) == (2, 0)


def test_a_correction_whose_papers_cannot_come_out_either_still_counts_once(desk):
    mended(desk, respondent={"name": here.NAME}, value=NAMELESS_PLACE)
    assert given_up(desk) == 2


def test_a_paper_that_a_defect_of_ours_stopped_is_tried_again_though_it_was_corrected(desk, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr("app.delivery.render", lambda *_: 1 / 0)
        case = mended(desk, respondent=WHOLE, field="place", value="Rua da Outra Escola")
    assert (given_up(desk), replaced(desk, Views(desk.database).papers(case))) == (4, {})
    assert (again(desk, "", NOW), deliver(desk, NOW).rendered, given_up(desk)) == (4, 4, 0)


@time_machine.travel(NOW, tick=False)
def test_on_the_command_line_what_is_missing_is_told_as_replaced_and_the_answer_is_yes(
    desk, devido, tmp_path, monkeypatch
):
    case = mended(desk)
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path))
    assert devido("documents", "print").code == 0
    done = devido("bundle", case, "--out", tmp_path / "x.zip")
    assert (done.code, "Sem PDF: AI 000001/2027, que não saiu; substituída por AI 000002/2027." in done.out) == (
        0,
        True,
    )
    assert devido("documents", "export", case, "--to", tmp_path / "pecas").code == 0


LAW = here.SANTOS_DUMONT
POOR = ("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--respondent", "name=Fulana Exemplo")
LACKS = "não pode sair sem: endereço da pessoa autuada (Lei 9.784/1999, art. 26, § 3º)"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path))
    with time_machine.travel(here.noon("2027-03-01"), tick=False):
        yield tmp_path


def test_an_auto_that_could_not_be_printed_is_told_before_it_is_drawn_up(home, devido):
    shown = devido(*POOR, "--preview")
    assert (shown.code, shown.err.partition(":")[0]) == (0, f"Não há registro em {home}/mg_santos_dumont")
    assert shown.out.startswith(
        "Só uma prévia: nada foi registrado.\nO auto abriria um processo: Aguardando notificação.\n"
    )
    assert f"  Não sairia: Auto de infração: {LACKS}" in shown.out
    assert "Os prazos correriam mesmo sem a peça: complete os dados antes de lavrar." in shown.out
    assert list(home.iterdir()) == []
    assert [each["document"] for each in devido(*POOR, "--preview", "--json").json["lacking"]] == [
        "Auto de infração", "Notificação de autuação",
    ]  # fmt: skip


def test_a_preview_of_a_whole_auto_warns_of_nothing_and_of_one_drawn_up_says_so(home, devido, notice):
    whole = ("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice)
    shown = devido(*whole, "--preview")
    assert (shown.code, "Sairia: Auto de infração." in shown.out, "sairia:" in shown.out) == (0, True, False)
    assert devido(*whole).code == 0
    assert "Este auto já está registrado: é o processo 000001/2027." in devido(*whole, "--preview").out


def test_once_drawn_up_what_it_lacks_and_how_to_mend_it_are_told_and_the_act_stands(home, devido):
    done = devido(*POOR)
    assert (done.code, "registrado" in done.out) == (0, True)
    assert done.err.startswith(f"Atenção: Auto de infração AI 000001/2027: {LACKS}")
    assert done.err.count("AI 000001/2027") == 1
    assert "Os prazos do ato correm, com a peça ou sem ela." in done.err
    assert "Retifique o ato que trouxe o dado" in done.err
    assert "(devido case act 000001/2027 rectify --help)" in done.err
    served = devido("case", "act", "1/2027", "serve_notice", "--via", "personal", "--receipt", "signed")
    assert (served.code, f"antes deste ato não saiu Notificação de autuação NA 000001/2027: {LACKS}" in served.err) == (
        0, True,
    )  # fmt: skip


def test_the_lines_of_a_campaign_that_lack_something_are_told_before_and_after(home, devido, tmp_path):
    heading = "items,fact_on,respondent.name,respondent.address,place,narrative,inspector"
    lines = (
        heading,
        "36-II,2027-03-01,Ana Exemplo,,Rua A,Excesso.,Agente",
        "36-II,2027-03-01,Bia Exemplo,Rua B,Rua A,Excesso.,Agente",
    )
    file = tmp_path / "lote.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    many = ("case", "open-many", LAW, file, "--on", "01/03/2027")
    shown = devido(*many, "--preview")
    assert (shown.code, "2 autos seriam lavrados." in shown.out) == (0, True)
    assert "Não sairiam, pelo que falta na linha, e os prazos correm sem elas:" in shown.out
    assert {each["line"] for each in devido(*many, "--preview", "--json").json["lacking"]} == {2}
    done = devido(*many)
    assert (done.code, "Retifique o ato que trouxe o dado" in done.out) == (0, True)
