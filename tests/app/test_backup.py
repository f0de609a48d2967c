"""A copy of the record and back: whole while others write, whole or not there when killed, never stale unseen."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from base64 import b64encode
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.attachments import attach
from app.backup import AlreadyThere, back_up, copy_key
from app.erasure import Ask, erase
from app.office import ANCHOR, DATABASE, FILES, open_office
from app.restore import NoAnchor, NotEmpty, OtherPast, published, restore, restored_settings
from app.restored_keys import Beside
from app.verification import verify_office
from storage import archive
from storage.archive import read_copy
from storage.copying import NotCopied, copy_database
from storage.driver import sqlite3 as sqlite3_of_ours
from storage.faults import DiskFull, MasterKeyLost, NewerSchema, ReadOnly
from storage.key_copy import OldKeys, read_keys
from storage.person_keys import PersonKeys
from storage.restorations import Restoration
from storage.sealed import BadCopy, CopyKey, WrongKey
from storage.upgrade import HEAD
from tests.app import desk as here
from workflow.event import ERASED

NOW = here.noon("2027-05-10")
TOWN = "mg_santos_dumont"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A record with a finished case, its papers printed, a file joined, the whole log signed."""
    folder = tmp_path_factory.mktemp("made")
    desk = here.office(folder / "town")
    here.paid(desk)
    photo = folder / "foto.jpg"
    photo.write_bytes(b"\xff\xd8" + os.urandom(3_000_000))
    file = attach(desk.files, photo)
    here.draw_up(desk, "2027-05-06", attachments=[file.sha256], files=[file])
    desk.checkpoints.sign(NOW)
    desk.database.close()
    return folder / "town"


@pytest.fixture
def desk(made, tmp_path):
    shutil.copytree(made, tmp_path / "town")
    desk = here.office(tmp_path / "town")
    yield desk
    desk.database.close()


@pytest.fixture
def key(desk):
    key = copy_key(desk.settings, None)
    key.make()
    return key


@pytest.fixture
def copy(desk, key, tmp_path):
    return back_up(desk, tmp_path / "noite.copia", key, NOW)


def ailing(done):
    return {each.code: [str(finding) for finding in each.findings] for each in done.invariants if each.findings}


def rows(path):
    """Everything in a database but that it was put back, which only the one put back says."""
    connection = sqlite3.connect(path)
    try:
        return [each for each in connection.iterdump() if not each.startswith('INSERT INTO "restoration"')]
    finally:
        connection.close()


def everything_under(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_what_comes_back_is_what_was_copied_and_works(desk, key, copy, tmp_path):
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    assert (ailing(done), done.closed, done.lost, done.holds) == ({}, "", 0, True)
    assert rows(done.folder / DATABASE) == rows(desk.settings.folder / DATABASE)
    assert everything_under(done.folder / FILES) == everything_under(desk.files.root)
    assert json.loads((done.folder / "restauracao.json").read_text("utf-8"))["holds"] is True
    again = open_office(restored_settings(tmp_path / "novo", TOWN, desk.settings))
    case = here.draw_up(again, "2027-05-11")
    assert (case, again.secret) == ("000003/2027", desk.secret)
    again.database.close()


def test_that_it_was_put_back_stays_in_the_record_and_in_every_copy_of_it(desk, key, copy, tmp_path):
    here.draw_up(desk, "2027-05-11")
    size = desk.checkpoints.size()
    root, at = desk.checkpoints.root_at(size), here.noon("2027-05-12")
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, at, known=published(size, root))
    back = open_office(restored_settings(tmp_path / "novo", TOWN, desk.settings))
    one = Restoration(1, at, NOW, size - 1, desk.checkpoints.root_at(size - 1), size, 0)
    assert (verify_office(back).restored, one.lost) == ([one], 1)
    with pytest.raises(sqlite3_of_ours.IntegrityError, match="só se acrescenta"):
        back.database.connection.execute("DELETE FROM restoration")
    (done.folder / ANCHOR).unlink()
    again = back_up(back, tmp_path / "outra.copia", key, at)
    restore(again.file, key, tmp_path / "outro", desk.settings, at + timedelta(days=1), known=published(0, b""))
    back.database.close()
    other = open_office(restored_settings(tmp_path / "outro", TOWN, desk.settings))
    assert [each.id for each in verify_office(other).restored] == [1, 2]
    other.database.close()
    assert verify_office(desk).restored == []


def test_nothing_of_the_record_can_be_read_in_the_copy_and_no_key_is_in_it(desk, key, copy):
    raw = copy.file.read_bytes()
    for word in (b"SQLite format", here.NAME.encode(), b"%PDF", desk.secret.hex().encode(), b"PRIVATE+KEY"):
        assert word not in raw
    parts = {}
    read_copy(copy.file, key, lambda name, chunks: parts.update({name: b"".join(chunks)}))
    inside = b"".join(parts.values())
    for word in (here.NAME.encode(), b"%PDF", b64encode(key.secret()), b"PRIVATE+KEY", b"CHAVE+MESTRA"):
        assert word not in inside  # whoever opens the copy has no names before he has the keys beside it too
    wrapped = [row[0] for row in desk.database.connection.execute("SELECT wrapped FROM person_key")]
    assert [each for each in wrapped if each in inside] == []
    assert copy.file.stat().st_mode & 0o777 == 0o600


def test_the_signing_key_goes_along_only_if_asked(desk, key, tmp_path):
    done = back_up(desk, tmp_path / "com.copia", key, NOW, with_keys=True)
    back = restore(done.file, key, tmp_path / "novo", desk.settings, NOW)
    assert (back.folder / "assinatura").read_bytes() == desk.checkpoints.key.path.read_bytes()
    assert (back.folder / "chave-mestra").read_bytes() == desk.settings.master_file.read_bytes()
    assert not (back.folder / "assinatura.ultimo").exists()


@pytest.mark.parametrize("cut", [0.0001, 0.3, 0.999, 1.0], ids=["head", "middle", "last piece", "last byte"])
def test_a_copy_cut_short_is_told_and_nothing_is_made(desk, key, copy, tmp_path, cut):
    raw = copy.file.read_bytes()
    short = tmp_path / "curta.copia"
    short.write_bytes(raw[: min(int(len(raw) * cut), len(raw) - 1)])
    with pytest.raises(BadCopy, match="está cortada"):
        restore(short, key, tmp_path / "novo", desk.settings, NOW)
    assert not (tmp_path / "novo").exists()


def test_a_copy_cut_at_the_end_of_a_piece_with_its_end_mark_put_back_is_told(desk, key, copy, tmp_path):
    raw = copy.file.read_bytes()
    head, piece, end = 51, (1 << 20) + 16, 14
    short = tmp_path / "curta.copia"
    short.write_bytes(raw[: head + 2 * piece] + raw[-end:])
    with pytest.raises(BadCopy, match="foi alterada"):
        restore(short, key, tmp_path / "novo", desk.settings, NOW)


@pytest.mark.parametrize("at", [20, 60, 1_500_000, -20], ids=["salt", "first piece", "second piece", "last piece"])
def test_one_altered_bit_is_told_and_nothing_is_made(desk, key, copy, tmp_path, at):
    raw = bytearray(copy.file.read_bytes())
    raw[at] ^= 1
    (tmp_path / "outra.copia").write_bytes(raw)
    with pytest.raises(BadCopy, match="foi alterada depois de feita"):
        restore(tmp_path / "outra.copia", key, tmp_path / "novo", desk.settings, NOW)
    assert not (tmp_path / "novo").exists()


def test_pieces_in_each_others_place_are_told(desk, key, copy, tmp_path):
    raw, piece = copy.file.read_bytes(), (1 << 20) + 16
    head, first, second, rest = raw[:51], raw[51 : 51 + piece], raw[51 + piece : 51 + 2 * piece], raw[51 + 2 * piece :]
    (tmp_path / "outra.copia").write_bytes(head + second + first + rest)
    with pytest.raises(BadCopy, match="foi alterada"):
        restore(tmp_path / "outra.copia", key, tmp_path / "novo", desk.settings, NOW)


def test_another_key_no_key_and_no_copy_are_each_told(desk, key, copy, tmp_path):
    other = CopyKey(tmp_path / "outra" / "chave-da-copia")
    with pytest.raises(WrongKey, match="não está lá"):
        restore(copy.file, other, tmp_path / "novo", desk.settings, NOW)
    other.make()
    with pytest.raises(WrongKey, match=f"com a chave {key.number}, e a dada .* é a {other.number}"):
        restore(copy.file, other, tmp_path / "novo", desk.settings, NOW)
    with pytest.raises(BadCopy, match="não é uma cópia feita por devido backup"):
        restore(desk.settings.folder / DATABASE, key, tmp_path / "novo", desk.settings, NOW)
    other.path.write_text(other.path.read_text("ascii").replace("CHAVE", "CHAVO"), "ascii")
    with pytest.raises(WrongKey, match="danificado"):
        restore(copy.file, other, tmp_path / "novo", desk.settings, NOW)
    assert not (tmp_path / "novo").exists()


def test_a_key_is_never_made_over_another(key):
    before = key.path.read_bytes()
    assert (key.make(), key.path.read_bytes(), key.path.stat().st_mode & 0o777) == (False, before, 0o600)


def test_a_place_that_is_not_empty_is_left_as_it_is(desk, key, copy, tmp_path):
    (tmp_path / "novo").mkdir()
    (tmp_path / "novo" / "carta.txt").write_text("minha")
    with pytest.raises(NotEmpty, match=r"não está vazia \(tem carta.txt\)"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    assert everything_under(tmp_path / "novo") == ["carta.txt"]


def test_a_copy_never_takes_the_place_of_another_file(desk, key, copy, tmp_path):
    before = copy.file.read_bytes()
    with pytest.raises(AlreadyThere, match="Já há um arquivo"):
        back_up(desk, copy.file, key, NOW)
    assert copy.file.read_bytes() == before
    named = back_up(desk, tmp_path, key, NOW).file
    assert named.name == "mg_santos_dumont-20270510T150000Z.copia"


def test_a_copy_of_three_days_ago_opens_only_to_be_read_and_says_what_it_lacks(desk, key, copy, tmp_path):
    for day in ("2027-05-11", "2027-05-12", "2027-05-13"):
        here.draw_up(desk, day)
    desk.checkpoints.sign(here.noon("2027-05-13"))
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, here.noon("2027-05-13"))
    assert (done.lost, done.holds) == (3, False)
    assert "faltam 3 atos" in done.closed
    assert any("faltam 3 atos" in each for each in ailing(done)["I2"])
    back = open_office(restored_settings(tmp_path / "novo", TOWN, desk.settings))
    with pytest.raises(ReadOnly, match="faltam 3 atos"):
        here.draw_up(back, "2027-05-14")
    assert back.store.load("000002/2027").version == 1
    back.database.close()


def test_a_stale_copy_is_noticed_by_the_gazette_alone(desk, key, copy, tmp_path):
    here.draw_up(desk, "2027-05-11")
    size = desk.checkpoints.size()
    root = desk.checkpoints.root_at(size)
    elsewhere = replace(desk.settings, data=tmp_path / "outra-maquina")
    beside = Beside(master=desk.settings.master_file)
    done = restore(copy.file, key, tmp_path / "novo", elsewhere, NOW, known=published(size, root), beside=beside)
    assert (done.lost, (done.folder / ANCHOR).exists(), "falta 1 ato" in done.closed) == (1, True, True)
    # Negative control: without what the restoration kept of it, the same record would open as if it were whole.
    (done.folder / ANCHOR).unlink()
    back = open_office(restored_settings(tmp_path / "novo", TOWN, elsewhere))
    assert back.database.closed == ""
    back.database.close()


def test_without_anything_to_compare_with_nothing_is_restored(desk, key, copy, tmp_path):
    elsewhere = replace(desk.settings, data=tmp_path / "outra-maquina")
    with pytest.raises(NoAnchor, match="Não se sabe se esta cópia"):
        restore(copy.file, key, tmp_path / "novo", elsewhere, NOW)
    assert not (tmp_path / "novo").exists()
    beside = Beside(master=desk.settings.master_file)
    assert restore(copy.file, key, tmp_path / "novo", elsewhere, NOW, known=published(0, b""), beside=beside).holds


def test_a_root_that_the_copy_does_not_give_is_told_and_nothing_is_made(desk, key, copy, tmp_path):
    with pytest.raises(OtherPast, match="Os 3 primeiros atos da cópia não dão a raiz"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW, known=published(3, bytes(32)))
    assert not (tmp_path / "novo").exists()
    right = published(3, desk.checkpoints.root_at(3))
    assert restore(copy.file, key, tmp_path / "novo", desk.settings, NOW, known=right).holds


def test_a_copy_of_a_newer_program_is_refused_and_nothing_is_made(desk, key, tmp_path):
    desk.database.connection.execute("UPDATE alembic_version SET version_num = '9999'")
    copy = back_up(desk, tmp_path / "nova.copia", key, NOW)
    with pytest.raises(NewerSchema, match="versão mais nova do programa"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    assert not (tmp_path / "novo").exists()
    desk.database.connection.execute("UPDATE alembic_version SET version_num = ?", (HEAD,))


def test_a_file_that_the_disk_lost_is_told_and_the_rest_is_copied(desk, key, tmp_path):
    digest = max(desk.files.stored(), key=lambda each: desk.files.path(each[0]).stat().st_size)[0]
    desk.files.path(digest).unlink()
    copy = back_up(desk, tmp_path / "x.copia", key, NOW)
    assert copy.manifest.missing == (digest,)
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    assert (list(ailing(done)), done.holds) == (["I7"], False)


@pytest.mark.parametrize("name", ["../fora", "arquivos/../../fora", "/etc/fora", "arquivos/zz", "", "a/b"])
def test_a_copy_that_names_a_place_outside_is_refused(desk, key, copy, tmp_path, name):
    def place(part):
        return desk.settings.folder / "segredo"

    part = archive.part_of(place(""), name)
    archive.write_copy(tmp_path / "ruim.copia", key, replaced(copy.manifest, parts=(part,)), place)
    with pytest.raises(BadCopy, match="não é de arquivo do registro"):
        restore(tmp_path / "ruim.copia", key, tmp_path / "novo", desk.settings, NOW)


def replaced(manifest, **changes):
    return type(manifest)(**{name: getattr(manifest, name) for name in manifest.__struct_fields__} | changes)


# What was erased stays erased

LATER = here.noon("2033-06-01")
ERASE = Ask(
    ground="request", authority="Encarregado", authorization="Edital 3/2033", reasons="Pedido 45/2033.", person="p:9",
    approved_by="p:2",
)  # fmt: skip


def all_in(file, key):
    parts = []
    read_copy(file, key, lambda _, chunks: parts.append(b"".join(chunks)))
    return b"".join(parts)


def opened(done, settings, to):
    return open_office(restored_settings(to, TOWN, settings))


@pytest.mark.parametrize("kept", ["the new keys", "the old keys and the list"])
def test_a_copy_older_than_an_erasure_gives_back_nothing_of_what_was_erased(desk, key, copy, tmp_path, kept):
    old = tmp_path / "velhas.chaves"
    shutil.copy(copy.keys, old)
    erase(desk, "000001/2027", ERASE, LATER)
    back_up(desk, tmp_path / "depois.copia", key, LATER)
    beside = Beside(keys=old) if kept == "the old keys and the list" else None
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, LATER, beside=beside)
    back = opened(done, desk.settings, tmp_path / "novo")
    first, second = (back.store.history(case)[0].data["respondent"] for case in ("000001/2027", "000002/2027"))
    assert (first, second["name"]) == (ERASED, here.NAME)
    assert here.NAME.encode() not in b"".join(
        path.read_bytes() for path in back.files.root.rglob("*") if path.is_file()
    )
    assert len([1 for path in back.files.root.rglob("*") if path.is_file()]) == 1  # the open case's own picture
    said = [each for found in ailing(done).values() for each in found]
    assert any("destruída sem ato que o diga" in each for each in said)  # the act is among those that this copy lacks
    back.database.close()


def test_with_the_old_keys_and_no_list_an_old_copy_still_opens_and_this_is_why_they_do_not_last(
    desk, key, copy, tmp_path
):
    """Negative control of the test above: what makes it true is the new file of keys, or else the list."""
    old = tmp_path / "velhas.chaves"
    shutil.copy(copy.keys, old)
    erase(desk, "000001/2027", ERASE, LATER)
    desk.settings.destroyed_file.unlink()
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, LATER, beside=Beside(keys=old))
    back = opened(done, desk.settings, tmp_path / "novo")
    assert back.store.history("000001/2027")[0].data["respondent"]["name"] == here.NAME
    back.database.close()


def test_the_copy_made_after_an_erasure_comes_back_whole_and_erased(desk, key, tmp_path):
    erase(desk, "000001/2027", ERASE, LATER)
    copy = back_up(desk, tmp_path / "depois.copia", key, LATER)
    assert copy.manifest.missing == ()
    done = restore(copy.file, key, tmp_path / "novo", desk.settings, LATER)
    assert (ailing(done), done.holds) == ({}, True)
    assert rows(done.folder / DATABASE) == rows(desk.settings.folder / DATABASE)


def test_no_copy_however_old_has_what_opens_an_erased_case(desk, key, copy, tmp_path):
    (wrapped,) = desk.database.connection.execute(
        "SELECT wrapped FROM person_key WHERE case_id = '000001/2027'"
    ).fetchone()
    assert wrapped in all_in_keys(copy.keys, key)
    erase(desk, "000001/2027", ERASE, LATER)
    back_up(desk, tmp_path / "depois.copia", key, LATER)
    assert wrapped not in all_in_keys(copy.keys, key)
    assert wrapped not in all_in(copy.file, key)


def all_in_keys(file, key):
    return b"".join(each.wrapped or b"" for each in read_keys(file, key, "devido/3160702/1").keys)


def test_without_its_keys_a_copy_is_not_put_back(desk, key, copy, tmp_path):
    kept = copy.keys.read_bytes()
    copy.keys.unlink()
    with pytest.raises(OldKeys, match=r"Falta o arquivo .*mg_santos_dumont\.chaves"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    copy.keys.write_bytes(kept[:-20])
    with pytest.raises(BadCopy, match="está cortada"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    copy.keys.write_bytes(kept[:70] + bytes([kept[70] ^ 1]) + kept[71:])
    with pytest.raises(BadCopy, match="foi alterada"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW)
    assert not (tmp_path / "novo").exists()


def test_keys_older_than_the_copy_are_told_by_the_case_they_lack(desk, key, copy, tmp_path):
    old = tmp_path / "velhas.chaves"
    shutil.copy(copy.keys, old)
    here.draw_up(desk, "2027-05-11")
    newer = back_up(desk, tmp_path / "nova.copia", key, NOW)
    with pytest.raises(OldKeys, match=r"mais velho do que a cópia: não traz a do processo 000003/2027"):
        restore(newer.file, key, tmp_path / "novo", desk.settings, NOW, beside=Beside(keys=old))
    assert not (tmp_path / "novo").exists()


def test_a_record_put_back_from_an_old_copy_does_not_take_the_keys_of_the_newer_ones(desk, key, copy, tmp_path):
    here.draw_up(desk, "2027-05-11")
    newer = back_up(desk, tmp_path / "nova.copia", key, NOW)
    done = restore(copy.file, key, tmp_path / "velho", desk.settings, NOW)
    old = opened(done, desk.settings, tmp_path / "velho")
    assert old.store.pinned("000002/2027")
    back_up(old, tmp_path / "por-engano.copia", key, NOW)
    old.database.close()
    back = restore(newer.file, key, tmp_path / "novo", desk.settings, NOW)
    assert (ailing(back), back.holds) == ({}, True)


def test_copies_under_another_key_are_not_made_where_they_would_take_the_place_of_the_old_ones_keys(
    desk, key, copy, tmp_path
):
    other = CopyKey(tmp_path / "outra" / "chave-da-copia")
    other.make()
    before = copy.keys.read_bytes()
    with pytest.raises(WrongKey, match="mude-o de lugar com elas"):
        back_up(desk, tmp_path / "outra.copia", other, NOW)
    assert (copy.keys.read_bytes(), (tmp_path / "outra.copia").exists()) == (before, False)


def test_without_the_master_key_or_with_another_a_copy_is_not_put_back(desk, key, copy, tmp_path):
    with pytest.raises(MasterKeyLost, match=r"--master-key"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW, beside=Beside(master=tmp_path / "nenhuma"))
    stranger = PersonKeys(tmp_path / "outra")
    stranger.new("000001/2027", one_there=None)
    with pytest.raises(MasterKeyLost, match="Ponha no lugar a chave-mestra certa"):
        restore(copy.file, key, tmp_path / "novo", desk.settings, NOW, beside=Beside(master=stranger.path))
    assert not (tmp_path / "novo").exists()


def test_a_server_says_how_it_is_copied():
    class Server:
        connection = object()

    with pytest.raises(NotCopied, match="pg_dump"):
        copy_database(Server(), Path("x"))


WRITER = """
    import sys
    from pathlib import Path
    from tests.app import desk as here
    desk = here.office(Path(sys.argv[1]))
    print("pronto", flush=True)
    for day in range(100_000):
        print(here.draw_up(desk, "2027-05-20", key=f"w:{day}"), flush=True)
"""
COPIER = """
    import sys
    from pathlib import Path
    from app.backup import back_up, copy_key
    from tests.app import desk as here
    desk = here.office(Path(sys.argv[1]))
    key = copy_key(desk.settings, None)
    print("pronto", flush=True)
    for turn in range(100_000):
        print(back_up(desk, Path(sys.argv[2]) / f"{turn}.copia", key, here.noon("2027-05-10")).file, flush=True)
"""
RESTORER = """
    import sys
    from pathlib import Path
    from app.backup import copy_key
    from app.restore import restore
    from app.settings import Settings
    from tests.app import desk as here
    settings = Settings(data=Path(sys.argv[1]))
    print("pronto", flush=True)
    for turn in range(100_000):
        to = Path(sys.argv[3]) / str(turn)
        restore(Path(sys.argv[2]), copy_key(settings, None), to, settings, here.noon("2027-05-10"))
        print(to, flush=True)
"""


def started(program, *args):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), *map(str, args)], stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert process.stdout.readline() == "pronto\n"
    return process


def killed(process):
    process.send_signal(signal.SIGKILL)
    said = process.stdout.read().split()
    process.wait()
    process.stdout.close()
    return said


def test_copies_made_while_another_process_writes_all_verify(desk, key, tmp_path):
    writer = started(WRITER, desk.settings.data)
    assert writer.stdout.readline()  # it is at work
    copies = []
    for turn in range(4):
        writer.stdout.readline()  # at least one act between two copies
        copies.append(back_up(desk, tmp_path / f"{turn}.copia", key, NOW))
    killed(writer)
    sizes = [copy.manifest.size for copy in copies]
    assert sizes == sorted(set(sizes))
    for turn, copy in enumerate(copies):
        done = restore(copy.file, key, tmp_path / f"novo{turn}", desk.settings, NOW)
        assert (ailing(done), done.manifest.size) == ({}, sizes[turn])


def test_a_backup_killed_at_any_moment_leaves_whole_copies_and_no_remains(desk, key, tmp_path):
    remains = 0
    for turn in range(8):
        folder = tmp_path / f"copias{turn}"
        folder.mkdir()
        process = started(COPIER, desk.settings.data, folder)
        time.sleep(0.01 + 0.013 * turn)
        killed(process)
        remains += any(each.name.startswith(".") for each in folder.iterdir())
        for copy in folder.glob("*.copia"):
            assert read_copy(copy, key, archive.nothing).folder == TOWN
        last = back_up(desk, folder / "depois.copia", key, NOW)
        assert read_copy(last.file, key, archive.nothing).size == last.manifest.size
        assert [each.name for each in folder.iterdir() if each.suffix != ".copia"] == [f"{TOWN}.chaves"]
    assert [each.name for each in desk.settings.folder.iterdir() if each.name.startswith(".")] == []
    assert remains  # some were killed at work


def test_a_restoration_killed_at_any_moment_leaves_all_of_it_or_nothing(desk, key, copy, tmp_path):
    whole = half = 0
    for turn in range(8):
        folder = tmp_path / f"lugares{turn}"
        folder.mkdir()
        process = started(RESTORER, desk.settings.data, copy.file, folder)
        if turn % 2:
            process.stdout.readline()  # one is whole, and the next begun
        time.sleep(0.01 + 0.03 * turn)
        killed(process)
        for place in folder.iterdir():
            found = [each for each in place.iterdir() if not each.name.startswith(".")]
            for town in found:
                whole += 1
                assert rows(town / DATABASE) == rows(desk.settings.folder / DATABASE)
                assert everything_under(town / FILES) == everything_under(desk.files.root)
            if not found:
                half += 1
                assert restore(copy.file, key, place, desk.settings, NOW).holds
                assert [each.name for each in place.iterdir()] == [TOWN]
    assert whole
    assert half  # some were killed at work


def test_a_full_disk_leaves_nothing_of_a_copy_nor_of_a_restoration(desk, key, copy, tmp_path):
    def limited(ask):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_500_000, before[1]))
        try:
            ask()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)

    (copies := tmp_path / "copias").mkdir()
    before = everything_under(desk.settings.folder)
    with pytest.raises(DiskFull, match="Não há espaço"):
        limited(lambda: back_up(desk, copies / "x.copia", key, NOW))
    assert (everything_under(tmp_path / "copias"), everything_under(desk.settings.folder)) == ([], before)
    with pytest.raises(DiskFull, match="Não há espaço"):
        limited(lambda: restore(copy.file, key, tmp_path / "novo", desk.settings, NOW))
    assert not (tmp_path / "novo").exists()


def test_a_copied_file_of_a_database_in_use_is_not_a_copy(desk, tmp_path):
    """Negative control: what ``cp`` takes lacks the acts still in the write-ahead log."""
    here.draw_up(desk, "2027-05-11")
    shutil.copy(desk.settings.folder / DATABASE, tmp_path / "cp.db")
    copy_database(desk.database, tmp_path / "ours.db")
    live = rows(desk.settings.folder / DATABASE)
    assert rows(tmp_path / "ours.db") == live
    if re.match("wal", desk.database.connection.execute("PRAGMA journal_mode").fetchone()[0]):
        assert rows(tmp_path / "cp.db") != live
