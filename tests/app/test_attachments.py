"""Files brought to an act: what is no file, is empty or is too big is refused before anything is stored."""

import os

import pytest

from app import attachments
from app.attachments import attach
from storage.files import Files
from workflow.errors import InvalidData


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path / "files")


def test_a_file_is_stored_by_its_digest_with_its_kind(files, tmp_path):
    paper = tmp_path / "defesa.pdf"
    paper.write_bytes(b"%PDF-1.7")
    link = tmp_path / "link.pdf"
    link.symlink_to(paper)
    kept = attach(files, paper)
    assert (kept.media_type, kept.size, files.read(kept.sha256)) == ("application/pdf", 8, b"%PDF-1.7")
    assert attach(files, link) == kept


def _folder(path):
    path.mkdir()


def _pipe(path):
    os.mkfifo(path)


def _empty(path):
    path.touch()


def _huge(path):
    path.write_bytes(b"x" * 2049)


@pytest.mark.parametrize(
    ("make", "says"),
    [(_folder, "é uma pasta"), (_pipe, "não é um arquivo comum"), (_empty, "está vazio"), (_huge, "uma peça tem até")],
)
def test_what_is_no_attachment_is_refused(files, tmp_path, monkeypatch, make, says):
    monkeypatch.setattr(attachments, "LARGEST", 2048)
    make(tmp_path / "peça")
    with pytest.raises(InvalidData, match=f"peça: .*{says}"):
        attach(files, tmp_path / "peça")
    assert not files.root.exists()


def test_a_device_that_never_ends_is_refused(files):
    with pytest.raises(InvalidData, match="não é um arquivo comum"):
        attach(files, attachments.Path("/dev/zero"))


def test_a_link_to_nothing_is_not_there(files, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nada")
    with pytest.raises(FileNotFoundError):
        attach(files, tmp_path / "link")
