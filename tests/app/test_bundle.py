"""A case handed out with its proof: checked by the one file it carries, and refused by it whatever is touched."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import zipfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app import gazette, offline_verifier
from app.bundle import bundle
from app.office import Office
from app.proof import receipt_of, trail_of
from app.verification import verify_office
from storage.canonical import leaf_of
from storage.merkle import Growing, Tree, inclusion
from storage.notes import Proof
from storage.signing import SigningKey
from tests.app import desk as here
from tests.app.clerk import OPENING

CASE, LOG = "000001/2027", "3160702/1"


class Handed(NamedTuple):
    """A case's bundle, its receipts by act, and what the gazette printed for anyone to compare."""

    desk: Office
    file: Path
    receipts: dict[int, str]
    printed: list[str]


@pytest.fixture(scope="module")
def handed(tmp_path_factory: pytest.TempPathFactory) -> Handed:
    folder = tmp_path_factory.mktemp("handed")
    desk = here.office(folder / "town")
    joined = desk.files.put(io.BytesIO(b"%PDF-1.7 prova da defesa"), "application/pdf")
    desk.checkpoints.sign(here.noon("2027-02-28"))
    here.draw_up(desk, "2027-03-01", attachments=[joined.sha256], files=[joined], **OPENING)
    here.draw_up(desk, "2027-03-01", item="36-XV")
    desk.checkpoints.sign(here.noon("2027-03-02"))
    for day, via in (("2027-03-03", "post"), ("2027-03-05", "personal")):
        here.do(desk, "record_failed_service", day, case=CASE, via=via, reason="mudou-se")
    here.do(desk, "serve_notice", "2027-03-09", case=CASE, via="public_notice", receipt="gazette")
    edited = gazette.closed(desk, 12, here.noon("2027-03-09").date(), here.noon("2027-03-09"))
    here.do(desk, "file_defense", "2027-03-22", case=CASE, claims=["Um escolar desceria na primeira parada."])
    bundle(desk, CASE, folder / "p.zip", here.noon("2027-03-23"))
    receipts = {act: str(receipt_of(desk, CASE, act, here.noon("2027-03-23"))) for act in range(1, 6)}
    return Handed(desk, folder / "p.zip", receipts, typed(edited.parts[0].text))


def typed(edition: str) -> list[str]:
    """What somebody copies from the page of the gazette, word by word."""
    words = edition.split()
    log = words[words.index("livro") + 1]
    size = words[words.index("árvore") + 2]
    return [
        "--livro", log, "--chave", words[words.index("assina:") + 1], "--tamanho", size,
        "--raiz", words[words.index("Raiz:") + 1],
    ]  # fmt: skip


def checked(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[int, str]:
    code = offline_verifier.main([str(file), *options])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_person_with_nothing_but_python_checks_a_case_against_the_gazette(handed, tmp_path):
    with zipfile.ZipFile(handed.file) as package:
        (tmp_path / "conferir.py").write_bytes(package.read("conferir.py"))
    (tmp_path / "p.zip").write_bytes(handed.file.read_bytes())
    command = [sys.executable, "-I", "-S", "conferir.py", "p.zip", *handed.printed]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"}, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "[ok] ponto de controle de 6 atos, do livro 3160702/1, com assinatura boa",
        "[ok] 5 atos: bytes, cadeia, lugar na árvore, dados pessoais, 5 textos de peças",
        "[ok] dados e peças apagados por lei ou tirados da cópia: 0",
        "[ok] a raiz publicada, de 5 atos, é o começo desta árvore",
        "[não conferido] atos posteriores a essa raiz, que só a assinatura cobre: 1",
        "Tudo o que se conferiu está certo.",
    ]


def test_the_verifier_is_one_file_of_the_standard_library_and_short():
    text = Path(offline_verifier.__file__).read_text("utf-8")
    assert len(text.splitlines()) <= 250
    imported = [
        name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([each.name for each in node.names] if isinstance(node, ast.Import) else [node.module])
    ]
    assert set(imported) <= sys.stdlib_module_names


def test_without_the_gazettes_line_it_says_what_it_could_not_check(handed, capsys):
    code, said = checked(capsys, handed.file)
    assert code == 0
    for name in ("--livro", "--chave", "--raiz"):
        assert f"[não conferido] {name}: falta; copie do Diário ou de uma carta" in said


def test_the_root_on_the_cases_own_papers_is_proved_too(handed, capsys):
    paper = (handed.desk.checkpoints.before(3)).root_text  # what its letters of acts 2 to 4 bear
    code, said = checked(capsys, handed.file, "--tamanho", "2", "--raiz", paper)
    assert (code, "a raiz publicada, de 2 atos, é o começo desta árvore" in said) == (0, True)


def test_the_same_case_gives_the_same_bytes(handed, tmp_path):
    bundle(handed.desk, CASE, tmp_path / "again.zip", here.noon("2027-04-01"))
    assert (tmp_path / "again.zip").read_bytes() == handed.file.read_bytes()


def test_a_bundle_of_a_case_that_is_not_there_is_refused_and_leaves_no_file(handed, tmp_path):
    with pytest.raises(Exception, match="Não há processo 000099/2027"):
        bundle(handed.desk, "000099/2027", tmp_path / "x.zip", here.noon("2027-04-01"))
    assert list(tmp_path.iterdir()) == []


def test_every_receipt_is_checked_offline(handed, capsys, tmp_path):
    for act, text in handed.receipts.items():
        (tmp_path / "r.tlog-proof").write_text(text, "utf-8")
        code, said = checked(capsys, tmp_path / "r.tlog-proof", *handed.printed[:4])
        assert (code, f"[ok] ato {act} do processo {CASE}, posição " in said) == (0, True)


# --- what a forger may do to a bundle, and what is said of it ---
def changed(parts: dict[str, bytes], name: str, old: str, new: str) -> None:
    assert old.encode() in parts[name]
    parts[name] = parts[name].replace(old.encode(), new.encode())


def told(parts: dict[str, bytes], edit: Any) -> None:
    index = json.loads(parts["processo.json"])
    edit(index)
    parts["processo.json"] = json.dumps(index).encode()


def _value(index):
    index["values"][0]["value"] = "Beltrana"


def _salt(index):
    index["values"][0]["salt"] = "00" * 32


def _other_act(index):
    index["values"][0]["act"] = 2


def _fewer(index):
    index["acts"] = 4


def _more(index):
    index["acts"] = 6


def _other_case(index):
    index["case"] = "000002/2027"


def _other_log(index):
    index["log"] = "5101803/1"


def _other_key(index):
    index["key"] = "devido/3160702/1+00000000+" + index["key"].split("+", 2)[2]


def _not_cited(index):
    index["files"][0]["act"] = 2


def _anchor(index):
    index["anchors"][-1]["root"] = index["anchors"][0]["root"]


def _anchor_longer(index):
    index["anchors"][-1]["path"].append("A" * 43 + "=")


def _anchor_beyond(index):
    index["anchors"][-1]["size"] = 7


def _no_acts(index):
    index["acts"] = "5"


def _rechained(parts):
    """Edits the first act and mends every link and digest after it; the proofs are all he cannot make."""
    raw = parts["atos/0001.json"].replace(b"36-II", b"36-XV")
    parts["atos/0001.json"] = raw
    for n in range(2, 6):
        event = json.loads(parts[f"atos/{n:04}.json"]) | {"prev": leaf_of(raw).hex()}
        raw = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        parts[f"atos/{n:04}.json"] = raw


def _swapped(parts):
    one, two = "atos/0002.json", "atos/0003.json"
    parts[one], parts[two] = parts[two], parts[one]


def _path_longer(parts):
    changed(parts, "provas/0002.tlog-proof", "index 2\n", "index 2\n" + "A" * 43 + "=\n")


def _path_shorter(parts):
    lines = parts["provas/0002.tlog-proof"].decode().split("\n")
    parts["provas/0002.tlog-proof"] = "\n".join([*lines[:2], *lines[3:]]).encode()


def _size(parts):
    for name in [each for each in parts if each.startswith(("provas/", "ponto"))]:
        changed(parts, name, "\n6\n", "\n7\n")


def _root_of_another_edition(parts):
    anchors = json.loads(parts["processo.json"])["anchors"]
    root = parts["ponto-de-controle.txt"].decode().split("\n")[2]
    for name in [each for each in parts if each.startswith(("provas/", "ponto"))]:
        changed(parts, name, root, anchors[-1]["root"])


def _pdf(parts):
    name = next(each for each in parts if each.endswith(".pdf"))
    parts[name] += b"?"


def _paper_text(parts):
    name = next(each for each in parts if each.startswith("pecas/") and each.endswith(".json"))
    changed(parts, name, "Joana", "Jane")


def _attached(parts):
    name = next(each for each in parts if each.startswith("anexos/"))
    parts[name] += b"?"


ATTACKS = {
    "a byte of an act": (lambda p: changed(p, "atos/0003.json", "personal", "impersonal"), "ato 3: .*caminho da prova"),
    "white space in an act": (lambda p: changed(p, "atos/0003.json", '{"appr', '{ "appr'), "ato 3: .*forma canônica"),
    "an act and all that follows, rechained": (_rechained, "ato 1: .*não leva à raiz assinada"),
    "two acts in each other's place": (_swapped, "ato 2: o dado 'reason' não é o que o ato guardou"),
    "an act left out": (lambda p: p.pop("atos/0003.json"), r"ato 3: falta 'atos/0003\.json'"),
    "a proof left out": (lambda p: p.pop("provas/0003.tlog-proof"), "ato 3: falta"),
    "the last act left out": (lambda p: told(p, _fewer), "o que ele não declara: atos/0005.json"),
    "an act too many": (lambda p: told(p, _more), "ato 6: falta"),
    "another case's number": (lambda p: told(p, _other_case), "ato 1: o ato é de outro processo"),
    "another town's log": (lambda p: told(p, _other_log), "do livro devido/3160702/1, e o processo diz 5101803/1"),
    "a personal value": (lambda p: told(p, _value), "ato 1: o dado .* não é o que o ato guardou"),
    "a salt": (lambda p: told(p, _salt), "ato 1: o dado .* não é o que o ato guardou"),
    "a value given to another act": (lambda p: told(p, _other_act), "ato 2: o dado"),
    "a path with one hash more": (_path_longer, "ato 2: o caminho da prova não tem o comprimento"),
    "a path with one hash less": (_path_shorter, "ato 2: o caminho da prova"),
    "a wrong size": (_size, "assinatura do ponto de controle é falsa"),
    "the root of another edition": (_root_of_another_edition, "assinatura do ponto de controle é falsa"),
    "a proof of another checkpoint": (
        lambda p: changed(p, "provas/0004.tlog-proof", "\n6\n", "\n5\n"), "ato 4: a prova é de outro ponto de controle",
    ),
    "another position": (lambda p: changed(p, "provas/0004.tlog-proof", "index 4", "index 3"), "posição 4, e o ato"),
    "a paper's text": (_paper_text, "ato 1: o texto de pecas/01-.* não é o que o ato guardou"),
    "a paper's drawing": (_pdf, r"pecas/01-.*\.pdf foi trocado"),
    "a file joined": (_attached, "anexos/.* foi trocado"),
    "a file of another act": (lambda p: told(p, _not_cited), "ato 2: o ato não cita o arquivo anexos/"),
    "a file nobody declared": (lambda p: p.update({"pecas/99.pdf": b"%PDF"}), "o que ele não declara: pecas/99.pdf"),
    "a published root": (lambda p: told(p, _anchor), "não continua a de"),
    "a way to a published root, longer": (lambda p: told(p, _anchor_longer), "não tem o comprimento"),
    "a published root beyond the tree": (lambda p: told(p, _anchor_beyond), "não continua a de 7"),
    "no checkpoint": (lambda p: p.pop("ponto-de-controle.txt"), "forma devida"),
    "no list": (lambda p: p.pop("processo.json"), "forma devida"),
    "a list of another shape": (lambda p: told(p, _no_acts), "forma devida"),
    "a list that is no JSON": (lambda p: p.update({"processo.json": b"{"}), "forma devida"),
}  # fmt: skip


def rewritten(parts: dict[str, bytes], n: int, **fields: Any) -> None:
    event = json.loads(parts[f"atos/{n:04}.json"]) | fields
    parts[f"atos/{n:04}.json"] = json.dumps(
        event, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()  # fmt: skip


def signed_anew(parts: dict[str, bytes], key: SigningKey) -> None:
    """A log of whoever keeps the records themselves: whatever the acts are, a tree of them is made and signed."""
    acts = {n: parts[f"atos/{n:04}.json"] for n in range(1, 6)}
    places = {n: json.loads(raw)["seq"] - 1 for n, raw in acts.items()}
    leaves = [bytes(32)] * 6
    for n, raw in acts.items():
        leaves[places[n]] = leaf_of(raw)
    tree = Tree(leaves)
    signed = key.sign(6, tree.span(0, 6))
    for n, index in places.items():
        proof = Proof(index=index, path=tuple(inclusion(tree.span, index, 6)), checkpoint=signed)
        parts[f"provas/{n:04}.tlog-proof"] = str(proof).encode()
    parts["ponto-de-controle.txt"] = signed.note.encode()
    told(parts, lambda index: index.update(key=str(key.verifier()), anchors=[]))


WITHIN = {
    "nothing": ({}, {}, "Tudo o que se conferiu está certo"),
    "a link": ({"prev": "00" * 32}, {}, "ato 4: o elo com o ato 3 está rompido"),
    "an act in the place of the one before": ({"seq": 4}, {"seq": 5}, "ato 4: a posição no livro não vem depois"),
}


@pytest.mark.parametrize("wrong", WITHIN)
def test_what_is_wrong_within_a_case_is_told_though_the_tree_is_signed(handed, capsys, tmp_path, wrong):
    fourth, third, said = WITHIN[wrong]
    parts, key = unpacked(handed.file), SigningKey(tmp_path / "assinatura", f"devido/{LOG}")
    key.make()
    rewritten(parts, 3, **third)
    link = {} if "prev" in fourth else {"prev": leaf_of(parts["atos/0003.json"]).hex()}
    rewritten(parts, 4, **fourth, **link)
    rewritten(parts, 5, prev=leaf_of(parts["atos/0004.json"]).hex())
    signed_anew(parts, key)
    assert said in checked(capsys, packed(parts, tmp_path / "f.zip"))[1]


def test_a_bundle_beyond_measure_is_not_unpacked(handed, capsys, monkeypatch):
    monkeypatch.setattr(offline_verifier, "LARGEST", 1000)
    code, said = checked(capsys, handed.file)
    assert (code, "o pacote é grande demais" in said) == (1, True)


def test_a_key_spoilt_in_a_bundle_is_told_where_none_is_typed(handed, capsys, tmp_path):
    parts = unpacked(handed.file)
    told(parts, _other_key)
    code, said = checked(capsys, packed(parts, tmp_path / "f.zip"))
    assert (code, "copiada com erro" in said) == (1, True)


def packed(parts: dict[str, bytes], file: Path) -> Path:
    with zipfile.ZipFile(file, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file


def unpacked(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_forged_bundle_is_refused_and_the_check_that_failed_is_named(handed, capsys, tmp_path, attack):
    change, said = ATTACKS[attack]
    parts = unpacked(handed.file)
    change(parts)
    assert parts != unpacked(handed.file)
    code, found = checked(capsys, packed(parts, tmp_path / "f.zip"), *handed.printed)
    assert code == 1
    assert re.search(r"\[NÃO CONFERE\] .*" + said, found), found


def test_a_bundle_forged_whole_with_a_key_of_the_forgers_falls_on_the_gazettes_line(handed, capsys, tmp_path):
    """Signed anew by another key, with roots of his own: sound in itself, and so to be compared."""
    folder = tmp_path / "forger"
    desk = here.office(folder)
    here.draw_up(desk, "2027-03-01", item="36-XV")
    desk.checkpoints.publish("000012/2027", here.noon("2027-03-09").date(), 1, here.noon("2027-03-09"))
    bundle(desk, CASE, tmp_path / "f.zip", here.noon("2027-03-23"))
    assert checked(capsys, tmp_path / "f.zip")[0] == 0
    code, said = checked(capsys, tmp_path / "f.zip", *handed.printed)
    assert (code, "não está assinado pela chave" in said) == (1, True)
    code, said = checked(capsys, tmp_path / "f.zip", *handed.printed[4:])
    assert (code, "não traz prova para a raiz de 5 atos" in said) == (1, True)
    code, said = checked(capsys, tmp_path / "f.zip", "--tamanho", "1", "--raiz", handed.printed[-1])
    assert (code, "são outros livros, ou o passado mudou" in said) == (1, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--livro", "5101803/1"], "o livro é 3160702/1, e o esperado é 5101803/1"),
        (["--tamanho", "4", "--raiz", "A" * 43 + "="], "não traz prova para a raiz de 4 atos"),
        (["--tamanho", "5", "--raiz", "A" * 43 + "="], "a raiz de 5 atos do pacote não é a dada"),
    ],
)
def test_what_was_typed_and_does_not_hold_is_told(handed, capsys, options, said):
    code, found = checked(capsys, handed.file, *options)
    assert (code, said in found) == (1, True), found


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (["--tamanho", "vinte", "--raiz", "A" * 43 + "="], "--tamanho pede quantos atos, como 1.204; veio 'vinte'"),
        (["--tamanho", "5", "--raiz", "A" * 43], "--raiz pede a raiz inteira, de 44 letras"),
        (["--tamanho", "5", "--raiz", "ã"], "--raiz pede"),
        (["--livro", "999/1", "--chave", "errada"], "--chave pede a chave inteira"),
        (["--livro", "999"], "--livro pede o livro, como 3160702/1"),
        (["--livro", "devido/3160702/1"], "--livro pede"),
    ],
)
def test_what_was_typed_wrong_is_told_and_the_package_is_not_blamed(handed, capsys, options, name):
    code, said = checked(capsys, handed.file, *options)
    assert (code, name in said, "NÃO CONFERE" in said) == (2, True, False), said


def test_a_key_copied_with_a_letter_wrong_is_told_and_the_package_is_not_blamed(handed, capsys):
    key = handed.printed[3]
    for wrong in (key[:-2] + ("A" if key[-2] != "A" else "B") + key[-1], key[:-1], key.replace("+", " ")):
        code, said = checked(capsys, handed.file, "--chave", wrong)
        assert (code, "--chave pede a chave inteira" in said, "NÃO CONFERE" in said) == (2, True, False), said


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_it_says_how_it_is_used_when_asked(capsys, asked):
    assert offline_verifier.main([asked]) == 0
    assert "python3 conferir.py PACOTE" in capsys.readouterr().out


def test_what_is_no_file_is_told(capsys, tmp_path):
    for there in (tmp_path, tmp_path / "falta.zip"):
        code, said = checked(capsys, there)
        assert (code, f"{there} não existe, é uma pasta ou não se deixa ler" in said) == (2, True)


@pytest.mark.parametrize("options", [["--raiz", "x"], ["--tamanho", "5"], ["--outra", "x"], ["--livro"]])
def test_a_wrong_usage_prints_how_it_is_used(handed, capsys, options):
    code, said = checked(capsys, handed.file, *options)
    assert (code, "Confere, sem rede e sem o Devido" in said) == (2, True)


def test_what_is_no_bundle_is_said_so(capsys, tmp_path, handed):
    (tmp_path / "cut.zip").write_bytes(handed.file.read_bytes()[:-500])
    (tmp_path / "text.zip").write_text("nada")
    (tmp_path / "empty.zip").write_bytes(b"")
    for name in ("cut.zip", "text.zip", "empty.zip"):
        code, said = checked(capsys, tmp_path / name)
        assert (code, "[NÃO CONFERE] o pacote não tem a forma devida" in said) == (1, True)
    assert checked(capsys, tmp_path / "gone.zip")[0] == 2


def test_two_files_of_one_name_are_refused(handed, capsys, tmp_path):
    packed(unpacked(handed.file), tmp_path / "d.zip")
    with zipfile.ZipFile(tmp_path / "d.zip", "a") as package, pytest.warns(UserWarning, match="Duplicate name"):
        package.writestr("atos/0001.json", b"{}")
    code, said = checked(capsys, tmp_path / "d.zip")
    assert (code, "dois arquivos de um só nome" in said) == (1, True)


def forged_receipt(text: str, edit: Any) -> str:
    head, gap, note = text.partition("\n\n")
    lines = head.split("\n")
    content = json.loads(b64decode(lines[1].removeprefix("extra ")))
    edit(content)
    lines[1] = "extra " + b64encode(json.dumps(content, ensure_ascii=False).encode()).decode()
    return "\n".join(lines) + gap + note


def _another_event(content):
    content["event"] = content["event"].replace("36-II", "36-XV")


def _another_value(content):
    content["values"][0]["value"] = "Beltrana"


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda text: forged_receipt(text, _another_event), "o caminho da prova não leva à raiz assinada"),
        (lambda text: forged_receipt(text, _another_value), "não é o que o ato guardou"),
        (lambda text: text.replace("\n6\n", "\n5\n"), "assinatura do ponto de controle é falsa"),
        (lambda text: text.replace("index 0\n", "index 1\n"), "a prova é da posição 2"),
        (lambda text: text.replace("index 0\n", "index 0\n" + "A" * 43 + "=\n"), "não tem o comprimento"),
        (
            lambda text: text.replace("devido/3160702/1\n", "devido/5101803/1\n"),
            "assinatura do ponto de controle é falsa",
        ),
    ],
)
def test_a_forged_receipt_is_refused_offline_with_the_check_that_failed(handed, capsys, tmp_path, forge, said):
    text = forge(handed.receipts[1])
    assert text != handed.receipts[1]
    (tmp_path / "r.tlog-proof").write_text(text, "utf-8")
    code, found = checked(capsys, tmp_path / "r.tlog-proof", *handed.printed[:4])
    assert (code, said in found) == (1, True), found


def test_what_was_erased_by_law_is_gone_from_the_bundle_and_the_rest_still_holds(capsys, tmp_path):
    desk = here.office(tmp_path / "town")
    here.judged(desk)
    signed = desk.checkpoints.sign(here.noon("2027-04-13"))
    for field in ("respondent", "narrative"):
        assert desk.store.erase(CASE, 1, field)
    bundle(desk, CASE, tmp_path / "p.zip", here.noon("2027-04-14"))
    index = unpacked(tmp_path / "p.zip")["processo.json"].decode()
    assert ("excesso de lotação" in index, "primeira parada" in index) == (False, True)
    code, said = checked(capsys, tmp_path / "p.zip", "--tamanho", str(signed.size), "--raiz", signed.root_text)
    assert (code, "[não conferido] dados e peças apagados por lei ou tirados da cópia: 2" in said) == (0, True)
    assert verify_office(desk).findings == []


def test_the_trail_on_a_paper_is_its_acts_place_digest_and_the_last_root_before_it(handed):
    grown, leaves = Growing(), handed.desk.database.connection.execute("SELECT leaf FROM event ORDER BY seq").fetchall()
    for (leaf,) in leaves[:5]:
        grown.add(leaf)
    trail = trail_of(handed.desk, CASE, 5)
    assert (trail.position, trail.digest, trail.size) == (6, leaves[5][0].hex(), 5)
    assert trail.root == b64encode(grown.root).decode()
    assert trail_of(handed.desk, CASE, 1).size == 0
