"""A value erased by law leaves the act, the chain and the law's reading of it as they were, and says it is gone."""

import re
import shutil
import subprocess
import sys
import textwrap
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app import clock
from app.attachments import attach
from app.bundle import bundle
from app.delivery import deliver
from app.erasure import Ask, erase, look, restrict
from app.invariants import verify_all
from app.office import open_office
from app.offline_verifier import main
from app.settings import Settings
from app.shelf import export_papers
from app.telling import papers_told
from app.verification import verify_office
from procedures.town_entries import Answer
from storage.erasure import held
from storage.faults import KeyReused, MasterKeyLost
from storage.person_keys import PersonKeys
from storage.views import Views
from tests.app import desk as here
from tests.databases import every_byte, on_postgres, without_triggers
from workflow.errors import InvalidData, RetentionRunning, SecondPersonMissing
from workflow.event import ERASED

PERSONAL = (here.NAME, "Fulano", here.TAX_ID, "52998224725", "Rua do Exemplo", "Rua da Escola", "excesso", "lotação",
            "primeira parada", "É a da lei")  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def values(desk):
    return desk.database.connection.execute("SELECT case_id, version, field FROM private_value").fetchall()


def test_nothing_personal_and_no_ones_words_are_in_the_hashed_bytes_nor_in_the_list_of_cases(desk):
    case = here.paid(desk)
    raw = b"".join(row[0] for row in desk.database.connection.execute("SELECT record FROM event"))
    raw += b"".join(row[0] for row in desk.database.connection.execute("SELECT snapshot FROM case_file"))
    for personal in PERSONAL:
        assert personal.encode() not in raw, personal
    assert {field for _, _, field in values(desk)} >= {"respondent", "reasons", "claims", "penalties/0/reasons"}
    assert desk.store.history(case)[3].data["penalties"][0]["reasons"] == "É a da lei."


def test_a_carriers_words_and_what_identifies_a_letter_or_a_payment_are_kept_apart_too(desk):
    case = here.draw_up(desk)
    here.do(
        desk, "record_failed_service", "2027-03-03", case=case, via="post", reason="Fulano mudou-se para a Rua Dois"
    )
    here.do(desk, "serve_notice", "2027-03-05", case=case, via="personal", receipt="signed", tracking="BR123456785BR")
    of = {"step": "record_failed_service", "date": "2027-03-03"}
    here.do(desk, "rectify", "2027-03-06", case=case, of=of, field="reason", value="Beltrano o diz", reasons="engano")
    raw = b"".join(row[0] for row in desk.database.connection.execute("SELECT record FROM event"))
    raw += b"".join(row[0] for row in desk.database.connection.execute("SELECT snapshot FROM case_file"))
    assert [each for each in (b"Fulano", b"Rua Dois", b"BR123456785BR", b"Beltrano") if each in raw] == []
    assert desk.store.history(case)[1].data["reason"] == "Fulano mudou-se para a Rua Dois"
    for number, version, field in values(desk):
        desk.store.erase(number, version, field)
    assert verify_office(desk).findings == []


def test_a_reason_that_is_a_word_of_the_law_stays_where_everybody_reads_it(desk):
    case = here.draw_up(desk)
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons="vício de forma")
    assert {field for _, version, field in values(desk) if version == 2} == {"reasons"}


def test_every_value_may_be_erased_one_by_one_and_the_record_still_holds(desk):
    here.paid(desk)
    erased = values(desk)
    for case, version, field in erased:
        assert desk.store.erase(case, version, field)
        verified = verify_office(desk)
        assert verified.findings == []
    assert verified.erased == sorted(erased)


def test_a_case_goes_on_after_its_reasons_are_erased(desk):
    case = here.judged(desk)
    for number, version, field in values(desk):
        desk.store.erase(number, version, field)
    assert desk.store.history(case)[3].data["reasons"] is ERASED
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="personal", receipt="signed")
    of = {"step": "serve_notice", "date": "2027-03-03"}
    here.do(desk, "rectify", "2027-04-20", case=case, of=of, field="witnesses", value=2, reasons="engano")
    clock.run(desk, here.noon("2027-06-01"))
    assert desk.store.load(case).head.review == ()
    assert verify_office(desk).findings == []


def test_erasing_the_respondent_forgets_whose_the_case_is(desk):
    case = here.draw_up(desk)
    desk.store.erase(case, 1, "respondent")
    assert Views(desk.database).subjects(case) == {}
    assert verify_office(desk).findings == []


# “Apaguem meus dados”

LATER = here.noon("2033-06-01")
ASK = Ask(
    ground="request",
    authority="Encarregado de dados",
    authorization="Edital 3/2033 do Arquivo Público",
    reasons="Pedido 45/2033.",
    person="p:9",
    approved_by="p:2",
)


def photographed(desk, folder, **more):
    """A case with a picture joined; its number and the picture's digest."""
    photo = folder / "foto.jpg"
    photo.write_bytes(b"\xff\xd8 uma foto " + here.NAME.encode())
    file = attach(desk.files, photo)
    case = here.draw_up(desk, attachments=[file.sha256], files=[file], **more)
    return case, file.sha256


def every_file(folder):
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_while_the_case_goes_on_the_request_is_refused_with_the_ground_and_nothing_changes(desk):
    case = here.draw_up(desk)
    with pytest.raises(RetentionRunning, match=r"ainda corre.*com tarjas.*art\. 16 I") as refused:
        erase(desk, case, ASK, here.noon("2027-03-10"))
    assert "Lei 13.709 art. 16 I" in refused.value.articles
    assert desk.store.load(case).version == 1
    assert verify_office(desk).erased == []


@pytest.mark.parametrize(("day", "refused"), [("2032-05-05", True), ("2032-05-06", False)])
def test_the_time_of_keeping_runs_from_the_cases_latest_act_to_its_last_day(desk, day, refused):
    case = here.paid(desk)
    assert str(desk.store.load(case).day) == "2027-05-05"
    if not refused:
        assert [each.case for each in erase(desk, case, ASK, here.noon(day)).done] == [case]
        return
    with pytest.raises(RetentionRunning, match="se conservam até 5 de maio de 2032, 5 anos depois do último ato"):
        erase(desk, case, ASK, here.noon(day))


def test_what_the_core_refuses_no_other_road_allows(desk):
    case = here.paid(desk)
    data = {"ground": "request", "authority": "x", "authorization": "y", "reasons": "z"}
    with pytest.raises(RetentionRunning, match="se conservam até"):
        here.do(desk, "erase_data", "2030-01-07", case=case, **data)
    for wrong in ({"ground": "porque sim"}, {"authority": ""}, {"authorization": None}):
        with pytest.raises(InvalidData):
            here.do(desk, "erase_data", "2033-06-01", case=case, **{**data, **wrong})
    for alone in ({"approved_by": ""}, {"approved_by": "p:9"}):
        with pytest.raises(SecondPersonMissing):
            here.do(desk, "erase_data", "2033-06-01", case=case, **data, **alone)


def test_a_town_answers_how_long_it_keeps(tmp_path):
    desk = here.office(tmp_path)
    case = here.paid(desk)
    town = desk.town.model_copy(update={"answers": {"retention": (
        Answer(answer="20 years", since=date(2027, 1, 1), act="Decreto 9/2027"),
    )}})  # fmt: skip
    longer = replace(desk, town=town)
    with pytest.raises(RetentionRunning, match="até 5 de maio de 2047, 20 anos depois"):
        erase(longer, case, ASK, LATER)


def test_after_the_time_of_keeping_the_persons_data_are_gone_everywhere_and_the_record_holds(desk, tmp_path):
    case, photo = photographed(desk, tmp_path)
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons=f"{here.NAME} não era.")
    deliver(desk, here.noon("2027-03-06"))
    other = here.draw_up(desk, "2027-03-08", respondent=here.OTHER)
    leaves = desk.database.connection.execute("SELECT leaf FROM event ORDER BY seq").fetchall()
    printed = [each.file for each in Views(desk.database).papers(case)]
    assert all(printed)
    (wrapped,) = desk.database.connection.execute(
        "SELECT wrapped FROM person_key WHERE case_id = ?", (case,)
    ).fetchone()
    done = erase(desk, case, ASK, LATER)
    assert [each.case for each in done.done] == [case]
    assert done.files == len({*printed, photo})
    verified = verify_office(desk)
    assert verified.findings == []
    assert (case, 1, "respondent") in verified.erased
    assert sum(field.startswith("peça ") for *_, field in verified.erased) == len(printed)
    assert desk.database.connection.execute("SELECT leaf FROM event ORDER BY seq").fetchall()[:-1] == leaves
    history = desk.store.history(case)
    assert history[0].data["respondent"] is history[1].data["reasons"] is ERASED
    assert history[2].data["authority"] == "Encarregado de dados"
    assert history[2].data["reasons"] == "Pedido 45/2033."
    assert Views(desk.database).subjects(case) == {}
    assert not any(desk.files.path(each).exists() for each in (*printed, photo))
    assert desk.store.history(other)[0].data["respondent"]["name"] == here.OTHER["name"]
    if not on_postgres(desk.database):
        left = every_file(desk.settings.folder)
        assert [each for each in (wrapped, here.NAME.encode(), here.TAX_ID.encode()) if each in left] == []


def test_every_invariant_holds_after_it_and_what_is_gone_is_counted(desk):
    case = here.paid(desk)
    erase(desk, case, ASK, LATER)
    found = {each.code: each for each in verify_all(desk, LATER)}
    assert [str(finding) for each in found.values() for finding in each.findings] == []
    assert re.search(r"apagados: [1-9]", found["I3"].looked)


def test_the_papers_keep_their_number_and_say_that_the_law_had_them_erased(desk, tmp_path):
    case = here.paid(desk)
    erase(desk, case, ASK, LATER)
    papers = Views(desk.database).papers(case)
    assert all(each.erased for each in papers)
    assert {each["status"] for each in papers_told(papers)} == {"erased"}
    taken = export_papers(desk, case, tmp_path / "pecas")
    assert taken.files == []
    assert all("apagado por lei" in each for each in taken.missing)
    assert deliver(desk, LATER).failures == []


def test_a_paper_not_printed_yet_says_so_too(desk):
    case = here.draw_up(desk)
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons="vício")
    erase(desk, case, ASK, LATER)
    failures = deliver(desk, LATER).failures
    assert failures
    assert all("apagado por lei" in why for *_, why in failures)
    assert verify_office(desk).findings == []


def test_the_case_goes_on_afterwards_with_a_key_of_its_own(desk):
    case = here.judged(desk)
    here.do(desk, "annul", "2027-04-15", case=case, reason="void", reasons="vício de forma")
    erase(desk, case, ASK, LATER)
    of = {"step": "serve_notice", "date": "2027-03-03"}
    here.do(desk, "rectify", "2033-06-02", case=case, of=of, field="witnesses", value=2, reasons="engano de Fulano")
    clock.run(desk, here.noon("2033-07-01"))
    deliver(desk, here.noon("2033-07-01"))
    assert desk.store.history(case)[-1].data["reasons"] == "engano de Fulano"
    assert verify_office(desk).findings == []
    asked = "SELECT wrapped IS NULL FROM person_key WHERE case_id = ? ORDER BY version"
    assert [bool(gone) for (gone,) in desk.database.connection.execute(asked, (case,))] == [True, False]


def test_each_case_of_the_person_is_judged_by_its_own_time(desk):
    old = here.draw_up(desk)
    here.do(desk, "annul", "2027-03-05", case=old, reason="void", reasons="vício")
    running = here.draw_up(desk, "2027-03-08")
    found = look(desk, running, LATER)
    assert [(each.case, each.due(date(2033, 6, 1))) for each in found] == [(old, True), (running, False)]
    done = erase(desk, running, ASK, LATER)
    assert ([each.case for each in done.done], [each.case for each in done.stay]) == ([old], [running])
    assert desk.store.history(running)[0].data["respondent"]["name"] == here.NAME
    assert desk.store.history(old)[0].data["respondent"] is ERASED


def test_asked_twice_it_is_done_once(desk):
    case = here.paid(desk)
    erase(desk, case, ASK, LATER)
    version = desk.store.load(case).version
    again = erase(desk, case, ASK, LATER)
    assert (again.done, again.files, desk.store.load(case).version) == ((), 0, version)


def test_a_command_whose_data_were_erased_is_not_taken_for_the_same_again(desk):
    case = here.draw_up(desk, key="auto-1")
    assert here.do(desk, "annul", "2027-03-05", case=case, key="fim", reason="void", reasons="vício").case.id == case
    assert here.draw_up(desk, key="auto-1") == case
    erase(desk, case, ASK, LATER)
    with pytest.raises(KeyReused, match="já serviu a outro comando"):
        here.draw_up(desk, key="auto-1")


def test_a_file_that_another_case_joined_stays_for_that_case(desk, tmp_path):
    case, photo = photographed(desk, tmp_path)
    other, same = photographed(desk, tmp_path, respondent=here.OTHER)
    assert photo == same
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons="vício")
    erase(desk, case, ASK, LATER)
    assert desk.files.path(photo).exists()
    assert verify_office(desk).findings == []
    assert held(desk.database, other).files == (photo,)


def test_a_childs_picture_in_an_open_case_is_not_erased_and_leaves_the_case_no_more_at_once(desk, tmp_path):
    case, photo = photographed(desk, tmp_path)
    now = here.noon("2027-03-02")
    assert f"anexos/{photo}" in zipfile.ZipFile(bundle(desk, case, tmp_path / "a.zip", now).file).namelist()
    with pytest.raises(RetentionRunning, match="ainda corre"):
        erase(desk, case, ASK, now)
    with pytest.raises(InvalidData, match=f"os que tem: {photo[:16]}. Bastam"):
        restrict(desk, case, "a" * 64, ASK, now)
    with pytest.raises(InvalidData, match="os que tem"):
        restrict(desk, case, photo[:7], ASK, now)
    assert restrict(desk, case, photo[:16], ASK, now) == photo
    inside = zipfile.ZipFile(bundle(desk, case, tmp_path / "b.zip", now).file).namelist()
    assert [each for each in inside if photo in each] == []
    assert main([str(tmp_path / "b.zip")]) == 0
    assert desk.files.path(photo).exists()
    assert verify_office(desk).findings == []


def test_the_bundle_of_an_erased_case_is_checked_offline_and_says_what_is_not_there(desk, tmp_path, capsys):
    case = here.paid(desk)
    erase(desk, case, ASK, LATER)
    made = bundle(desk, case, tmp_path / "processo.zip", LATER)
    assert here.NAME.encode() not in made.file.read_bytes()
    assert main([str(made.file)]) == 0
    assert "[não conferido] dados e peças apagados por lei ou tirados da cópia" in capsys.readouterr().out


def test_killed_between_the_act_and_the_disk_the_next_round_of_the_clock_does_the_rest(desk, tmp_path, monkeypatch):
    case, photo = photographed(desk, tmp_path)
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons="vício")
    with monkeypatch.context() as killed:
        killed.setattr("app.erasure.finish", interrupted)
        with pytest.raises(KeyboardInterrupt):
            erase(desk, case, ASK, LATER)
    (left,) = verify_office(desk).findings
    assert left.what == f"{photo} foi eliminado por lei e ainda está no disco"
    clock.run(desk, here.noon("2033-06-02"))
    assert not desk.files.path(photo).exists()
    assert verify_office(desk).findings == []


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.mark.on_a_file
def test_killed_at_any_moment_a_case_is_erased_whole_or_not_at_all(tmp_path):
    desk = here.office(tmp_path)
    case = here.draw_up(desk)
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons="vício")
    deliver(desk, here.noon("2027-03-06"))
    desk.database.close()
    code = textwrap.dedent("""
        import os, sys, threading
        from pathlib import Path
        from tests.app import desk as here
        from tests.app.test_erasure import ASK, LATER
        from app.erasure import erase
        desk = here.office(Path(sys.argv[1]))
        print("pronto", flush=True)
        threading.Timer(float(sys.argv[2]), lambda: os.kill(os.getpid(), 9)).start()
        erase(desk, sys.argv[3], ASK, LATER)
    """)
    whole = 0
    for turn in range(6):
        folder = tmp_path.with_name(f"{tmp_path.name}-{turn}")
        shutil.copytree(tmp_path, folder)
        subprocess.run([sys.executable, "-c", code, folder, str(0.004 * turn), case], check=False, capture_output=True)
        again = here.office(folder)
        gone = verify_office(again).erased
        whole += bool(gone)
        assert {field for *_, field in gone} >= {"respondent", "narrative"} or gone == []
        assert [each.layer for each in verify_office(again).findings if each.layer != "arquivos"] == []
        erase(again, case, ASK, LATER)
        assert verify_office(again).findings == []
        again.database.close()
    assert whole < 6, "every one came too late: nothing was killed in the middle"


@pytest.mark.on_a_file
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (Path.unlink, "não está lá"),
        (lambda path: path.write_text("lixo"), "não é uma chave-mestra"),
        (lambda path: path.write_bytes(b"\xff\xfe"), "não se deixa ler"),
        (lambda path: path.write_text(path.read_text()[:-9] + "AAAAAAA=\n"), "não é uma chave-mestra"),
    ],
    ids=["lost", "another file", "not text", "altered"],
)
def test_without_the_master_key_nothing_is_read_nor_written_and_no_other_is_made(tmp_path, spoil, said):
    desk = here.office(tmp_path)
    case = here.draw_up(desk)
    desk.database.close()
    spoil(desk.settings.master_file)
    again = here.office(tmp_path)
    before = every_byte(tmp_path)
    for attempt in (lambda: again.store.history(case), lambda: here.draw_up(again), lambda: here.do(
        again, "serve_notice", "2027-03-03", case=case, via="personal", receipt="signed"
    )):  # fmt: skip
        with pytest.raises(MasterKeyLost, match=said):
            attempt()
    assert every_byte(tmp_path) == before
    assert not desk.settings.master_file.exists() or said != "não está lá"


def test_the_master_key_of_another_record_is_refused_by_its_number(desk, tmp_path):
    case = here.draw_up(desk)
    stranger = PersonKeys(tmp_path / "outra")
    stranger.new("000001/2027", one_there=None)
    desk.database.keys = stranger
    for attempt in (lambda: desk.store.history(case), lambda: here.draw_up(desk)):
        with pytest.raises(MasterKeyLost, match=r"embrulhadas pela chave-mestra [0-9a-f]{8}, e a de .*outra é a"):
            attempt()


@pytest.mark.on_a_file
def test_the_master_key_is_read_by_its_owner_alone_and_stands_with_the_one_that_signs(tmp_path):
    desk = open_office(Settings(data=tmp_path / "dados", keys=tmp_path / "chaves"))
    here.draw_up(desk)
    assert desk.settings.master_file == tmp_path / "chaves" / "mg_santos_dumont" / "chave-mestra"
    assert desk.settings.master_file.stat().st_mode & 0o777 == 0o600
    assert list((tmp_path / "dados").rglob("chave*")) == []
    desk.database.close()


def test_a_value_moved_to_another_place_does_not_pass_for_the_one_there(desk):
    here.draw_up(desk)
    here.draw_up(desk, respondent=here.OTHER)
    with without_triggers(desk.database) as owner:
        owner.execute(
            "UPDATE private_value SET sealed = (SELECT sealed FROM private_value WHERE case_id = '000002/2027' "
            "AND field = 'respondent') WHERE case_id = '000001/2027' AND field = 'respondent'"
        )
    found = [str(each) for each in verify_office(desk).findings]
    assert "[dados pessoais] processo 000001/2027, ato 1: respondent: o dado guardado não se deixa abrir" in found


def test_a_key_destroyed_by_nobodys_act_is_found(desk):
    here.draw_up(desk)
    desk.database.connection.execute("UPDATE person_key SET wrapped = NULL, destroyed_at = made_at")
    found = [each.what for each in verify_office(desk).findings]
    assert "a chave dos dados pessoais foi destruída sem ato que o diga" in found


def test_a_key_put_back_after_it_was_destroyed_is_found(desk):
    case = here.paid(desk)
    row = desk.database.connection.execute("SELECT * FROM person_key").fetchone()
    erase(desk, case, ASK, LATER)
    with without_triggers(desk.database) as owner:
        owner.execute("UPDATE person_key SET wrapped = NULL, destroyed_at = made_at WHERE version <> 1")
        owner.execute("UPDATE person_key SET wrapped = ?, destroyed_at = NULL WHERE version = 1", (row[3],))
    assert "o ato diz que os dados se eliminaram, e a chave deles ainda existe" in [
        each.what for each in verify_office(desk).findings
    ]
