"""``devido person …``: what is held, the preview, the request refused and done, a file restricted; papers redacted."""

import pytest
import time_machine

from app.attachments import attach
from app.verification import verify_office
from tests.app import desk as here

LATER = here.noon("2033-06-01")
SAID = ("--ground", "request", "--authority", "Encarregado de dados", "--authorization", "Edital 3/2033",
        "--reasons", "Pedido 45/2033.", "--recorded-by", "p:1")  # fmt: skip


@pytest.fixture
def ended(tmp_path):
    """A case that ended on 5 May 2027, and an open one of the same person."""
    desk = here.office(tmp_path)
    here.paid(desk)
    here.draw_up(desk, "2027-05-06")
    desk.database.close()
    return tmp_path


@pytest.fixture
def person(ended, devido):
    def run(*line, on=LATER):
        with time_machine.travel(on, tick=False):
            return devido("--home", ended, "person", *line)

    return run


def test_what_is_held_of_a_person_is_shown_case_by_case_with_its_last_day(person):
    shown = person("show", "1/2027", "--json").json
    assert [(each["case"], each["ended"], each["kept_until"]) for each in shown] == [
        ("000002/2027", False, None), ("000001/2027", True, "2032-05-05"),
    ]  # fmt: skip
    assert shown[1]["values"] > 5 < shown[1]["papers"]
    said = person("show", "1/2027")
    assert (said.code, "05/05/2032" in said.out, "em curso" in said.out) == (0, True, True)


def test_the_preview_says_what_would_go_and_what_stays_and_touches_nothing(person, ended):
    shown = person("erase", "1/2027", "--dry-run")
    assert (shown.code, shown.err) == (0, "")
    assert "Iriam embora os dados de 1 processo. Nada se apagou." in shown.out
    assert "O processo 000002/2027 ainda corre" in shown.out
    desk = here.office(ended)
    assert verify_office(desk).erased == []
    desk.database.close()
    early = person("erase", "1/2027", "--dry-run", on=here.noon("2030-01-07"))
    assert (early.code, "Iriam embora os dados de 0 processos" in early.out) == (1, True)


def test_within_the_time_of_keeping_the_answer_is_no_with_the_article(person):
    no = person("erase", "1/2027", *SAID, "--approved-by", "p:2", "--json", on=here.noon("2030-01-07"))
    assert no.code == 1
    assert '"code": "RetentionRunning"' in no.err
    assert "Lei 13.709 art. 16 I" in no.err
    assert "se conservam até 5 de maio de 2032, 5 anos depois do último ato" in no.err


def test_of_several_whom_a_case_cites_it_is_said_whose_data_are_asked_for(tmp_path, devido):
    desk = here.office(tmp_path)
    other = {"permit_holder": here.OTHER, "driver": {"name": here.NAME, "tax_id": here.TAX_ID}}
    here.draw_up(desk)
    here.draw_up(desk, respondent=other, respondents=list(other))
    desk.database.close()
    shown = devido("--home", tmp_path, "person", "show", "2/2027", "--respondent", "driver", "--json").json
    assert [each["case"] for each in shown] == ["000001/2027", "000002/2027"]
    asked = devido("--home", tmp_path, "person", "show", "2/2027")
    assert asked.code != 0
    assert "diga de quem se trata (--respondent): permit_holder ou driver" in asked.err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((*SAID,), "segunda pessoa"),
        ((*SAID, "--approved-by", "p:1"), "não pode aprovar o próprio ato"),
        (("--approved-by", "p:2"), "ground"),
        ((*SAID[2:], "--ground", "porque sim", "--approved-by", "p:2"), "porque sim"),
        ((*SAID[:4], *SAID[6:], "--approved-by", "p:2"), "Autorização da instituição arquivística pública"),
    ],
)
def test_without_somebody_who_answers_for_it_nothing_is_erased(person, ended, more, said):
    no = person("erase", "1/2027", *more)
    assert no.code in (1, 2)
    assert said in no.err
    desk = here.office(ended)
    assert verify_office(desk).erased == []
    desk.database.close()


def test_done_it_says_what_went_and_what_stayed_and_the_record_still_verifies(person, ended, devido):
    done = person("erase", "1/2027", *SAID, "--approved-by", "p:2")
    assert (done.code, done.err) == (0, "")
    assert "Processo 000001/2027: " in done.out
    assert "O processo 000002/2027 ainda corre" in done.out
    assert "Refaça a cópia de segurança" in done.out
    verified = devido("--home", ended, "verify")
    assert verified.code == 0
    assert "processo 000001/2027, ato 1: respondent apagado por lei\n" in verified.out
    shown = person("show", "1/2027")
    assert "apagado por lei" in shown.out
    listed = devido("--home", ended, "documents", "list", "1/2027")
    assert (listed.code, "apagada por lei" in listed.out) == (0, True)
    gone = devido("--home", ended, "documents", "show", "AI", "1/2027")
    assert (gone.code, "o texto desta peça foi apagado por lei" in gone.err) == (2, True)
    again = person("erase", "1/2027", *SAID, "--approved-by", "p:2")
    assert (again.code, "0 arquivos tirados do disco" in again.out) == (0, True)
    for command in (("case", "show", "1/2027"), ("case", "list"), ("bundle", "1/2027", "--out", ended / "p.zip")):
        answer = devido("--home", ended, *command)
        assert (answer.code, here.NAME in answer.out) == (0, False), (command, answer.err)


def test_a_file_restricted_leaves_the_bundles_at_once(tmp_path, devido):
    desk = here.office(tmp_path)
    photo = tmp_path / "foto.jpg"
    photo.write_bytes(b"\xff\xd8 foto")
    file = attach(desk.files, photo)
    here.draw_up(desk, attachments=[file.sha256], files=[file])
    desk.database.close()
    said = ("--reasons", "Retrato de criança.", "--recorded-by", "p:1", "--approved-by", "p:2")
    with time_machine.travel(here.noon("2027-03-02"), tick=False):
        shown = devido("--home", tmp_path, "case", "show", "1/2027").out
        assert (file.sha256[:16] in shown, "nos autos" in shown) == (True, True)
        done = devido("--home", tmp_path, "person", "restrict", "1/2027", file.sha256[:16], *said)
        assert (done.code, "já não sai nos pacotes" in done.out) == (0, True), done.err
        unknown = devido("--home", tmp_path, "person", "restrict", "1/2027", "a" * 64, *said)
        told = devido("--home", tmp_path, "case", "show", "1/2027", "--json").json
    assert (unknown.code, file.sha256[:16] in unknown.err) == (2, True)
    assert [(each["digest"], each["act"], each["restricted"]) for each in told["attachments"]] == [
        (file.sha256, 1, True)
    ]


def test_whoever_may_not_see_the_rest_gets_the_paper_redacted(ended, devido):
    whole = devido("--home", ended, "documents", "show", "AI", "1/2027")
    redacted = devido("--home", ended, "documents", "show", "AI", "1/2027", "--redacted")
    assert (whole.code, redacted.code, redacted.err) == (0, 0, "")
    for word in (here.TAX_ID, "Rua do Exemplo", "conduzia com excesso", "Rua da Escola"):
        assert word in whole.out
        assert word not in redacted.out
    assert "***.982.247-**" in redacted.out
    assert redacted.out.startswith("VERSÃO COM TARJAS.")
    assert "VERSÃO COM TARJAS" not in whole.out


def test_a_case_that_is_not_there_is_told(person):
    assert "Não há processo 000009/2027" in person("show", "9/2027").err
    assert "Não há processo 000009/2027" in person("erase", "9/2027", "--dry-run").err


def test_the_master_key_is_changed_by_two_and_the_verification_tells_it(person, ended, devido):
    alone = person("rotate", "--recorded-by", "p:1")
    assert (alone.code, "segunda pessoa" in alone.err) == (1, True)
    done = person("rotate", "--recorded-by", "p:1", "--approved-by", "p:2", "--json").json
    assert done["keys"] == 2
    assert done["old_file"].endswith(f"chave-mestra.{done['old']}")
    said = person("rotate", "--recorded-by", "p:1", "--approved-by", "p:2")
    assert (said.code, f"Chave-mestra {done['new']} trocada pela" in said.out) == (0, True)
    assert "2 chaves embrulhadas de novo" in said.out
    told = devido("--home", ended, "verify")
    assert told.code == 0
    assert f"troca da chave-mestra {done['old']} pela {done['new']} acabada em 01/06/2033" in told.out
    assert "por p:1, conferida por p:2" in told.out
    assert len(devido("--home", ended, "verify", "--json").json["rotated"]) == 4


def test_before_the_first_case_there_is_no_master_key_to_change(tmp_path, devido):
    here.office(tmp_path / "vazio").database.close()
    none = devido("--home", tmp_path / "vazio", "person", "rotate", "--recorded-by", "p:1", "--approved-by", "p:2")
    assert (none.code, "nasce com o primeiro processo" in none.err) == (2, True)
