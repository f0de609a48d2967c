"""Papers after the act: one that cannot be printed says why, stops no other, and is tried again when asked."""

import shutil
from types import SimpleNamespace

import pytest

from app.cli.case_done import show_handled
from app.delivery import Delivered, again, deliver
from app.verification import verify_office
from notices import templates
from storage.faults import DiskFull
from storage.views import Views
from tests.app import desk as here

NOW = here.noon("2027-03-05")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def papers(desk):
    return {each.kind: (each.status, each.reason) for each in Views(desk.database).papers("000001/2027")}


@pytest.fixture
def edited(tmp_path, monkeypatch):
    """The templates in a copy that a test may edit."""
    copy = tmp_path / "templates"
    shutil.copytree(templates.FOLDER, copy)
    monkeypatch.setattr("notices.render.packaged", lambda: templates.cage(copy))
    return copy


def test_a_name_the_fonts_cannot_write_stops_its_paper_and_not_the_act(desk):
    here.draw_up(desk, respondent={"name": "Ana 😀 Exemplo", "address": "Rua A"})
    here.draw_up(desk, "2027-03-02")
    done = deliver(desk, NOW)
    assert (done.rendered, len(done.failures), done.stopped) == (2, 2, "")
    status, reason = papers(desk)["infraction_notice"]
    assert status == "failed"
    assert "as fontes do documento não têm estes caracteres: “😀” (U+1F600)" in reason
    assert "Ana" not in reason
    assert verify_office(desk).findings == []


def test_a_template_with_an_unknown_name_stops_its_papers_only_and_they_come_out_once_it_is_mended(desk, edited):
    here.draw_up(desk)
    template = edited / "infraction_notice.html"
    whole = template.read_text(encoding="utf-8")
    template.write_text(whole.replace("{% endblock", "<p>{{ case.naoexiste }}</p>{% endblock", 1), encoding="utf-8")
    assert deliver(desk, NOW).rendered == 1
    status, reason = papers(desk)["infraction_notice"]
    assert (status, papers(desk)["notice_letter"][0]) == ("failed", "rendered")
    assert "modelo infraction_notice.html, linha" in reason
    assert "o nome 'naoexiste' não existe" in reason
    template.write_text(whole, encoding="utf-8")
    assert deliver(desk, NOW).rendered == 0
    assert again(desk, "000001/2027", NOW) == 1
    assert (again(desk, "", NOW), deliver(desk, NOW).rendered) == (0, 1)
    assert verify_office(desk).findings == []


def test_a_full_disk_ends_the_round_and_keeps_the_papers_for_the_next(desk, monkeypatch):
    case = here.draw_up(desk)

    def full(*_):
        raise DiskFull("Não há espaço no disco.")

    with monkeypatch.context() as during:
        during.setattr(desk.files, "put", full)
        done = deliver(desk, NOW)
        assert (done.rendered, done.failures, done.stopped) == (0, [], "Não há espaço no disco.")
    assert desk.store.load(case).version == 1
    assert deliver(desk, NOW).rendered == 2


def test_on_the_command_line_the_act_is_told_and_then_what_stopped_its_papers(desk, monkeypatch):
    handled = here.do(desk, "dispatch_notice", "2027-03-02", case=here.draw_up(desk), via="post")
    told: list[str] = []
    monkeypatch.setattr("app.cli.case_done.err", lambda: SimpleNamespace(print=lambda text, **_: told.append(text)))
    show_handled(desk, handled, Delivered(stopped="Não há espaço no disco."), as_json=False)
    assert told == [
        "Não saiu: o que falta imprimir: Não há espaço no disco. O ato está registrado; a peça sai na próxima vez."
    ]
