"""Everything a tired author does to a law's folder: one readable message, with its place, by whatever command."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from procedures.registry import LAWS

BARRA = LAWS / "mt_barra_do_garcas_lei_4937_2025"
VILA = Path(__file__).parents[2] / "laws" / "fictional" / "xx_vila_das_pedras_lei_7_2027"
NAME = "minha_lei"
ANSWER = "{penalties.revocation.imposed_by: [infrastructure_secretary]}"
PLACE = re.compile(rf"^ *(Erro: )?(/\S*/)?{NAME}/(procedure\.yaml|law\.txt)(:\d+)*: ", re.MULTILINE)


@pytest.fixture
def folder(tmp_path) -> Path:
    """A copy of a law, with its rehearsals, to be spoilt."""
    made = Path(shutil.copytree(BARRA, tmp_path / "leis" / NAME))
    cases = made / "rehearsals.yaml"
    cases.write_text(cases.read_text("utf-8").replace(BARRA.name, NAME), "utf-8")
    return made


def put(folder: Path, old: str, new: str) -> None:
    file = folder / "procedure.yaml"
    text = file.read_text("utf-8")
    assert old in text, old
    file.write_text(text.replace(old, new, 1), "utf-8")


def complaint(answer) -> str:
    """What it said on stderr, for a folder that cannot be used: never a defect of ours, never English."""
    assert answer.code == 2
    assert "defeito" not in answer.err + answer.out
    assert "Traceback" not in answer.err + answer.out
    return answer.err


TEXT = [
    ("    length: 15 days", "   length: 15 days", ":44:4: o recuo desta linha não combina"),
    ("    length: 15 days", "      length: 15 days", ":44:13: há dois-pontos fora do lugar: confira o recuo"),
    ("    length: 15 days", "\tlength: 15 days", ":44:1: há tabulação"),
    ("  judge:\n", "  file_defense: {}\n  judge:\n", ":189:3: chave repetida 'file_defense': já está na linha 160"),
    ("length: 15 days", "length: 30 dias", ":44:5: time_limits.defense.length: prazo '30 dias' não se entende"),
    ("length: 15 days", "length: 15", ":44:5: time_limits.defense.length: um prazo diz a sua unidade, como '15 days'"),
    ("    basis: 22 caput\n", "\n", ":42:3: time_limits.defense: falta basis: que artigo manda isto?"),
    ("    basis: 22 caput\n", '    basis: "99"\n', ":42:3: time_limits.defense: '99' não está em articles"),
    ('22 §1: {quote: "A notif', '22 §1: {note: "A notif', "cita esta unidade, mas falta o trecho literal"),
    ('18 II: {quote: "multa"}', "18 II: {quote: }", "cita esta unidade, mas falta o trecho literal"),
    ("from: [awaiting_defense]", "from: [archived]", "'archived/defense_upheld' é fim: dali não se vai a"),
    ("opened_by: [final]\n    on_expiry: none", "opened_by: []\n    on_expiry: none", "time_limits.reregistration_ban"),
    ("by: [mayor]", "by: [infrastructure_secretary]", "decide também a decisão recorrida"),
    ("take:\n", f"take:\n  {NAME}: {{steps: [judge]}}\n", f":24:3: não há a camada '{NAME}'"),
    ("take:\n  lei_9784_1999:\n", "take: lei_9784_1999\nx:\n  y:\n", ":23:1: take: deve ser um mapa"),
    ("counting: [party, authority, penalty]", "counting:", "lei_9784_1999.counting: deve ser uma lista, veio nada"),
    ("in_force:\n", "in_force:\n  until: 2020-01-01\n", ":18:3: in_force.until: acaba em 1º de janeiro de 2020, antes"),
    ("vacatio: none", "vacatio: 9999 years", ":19:3: in_force.vacatio: com 9999 years de espera"),
    ('default: "2025-02-26"', 'default: "0001-01-01"', "in_force.published_on: o ano 1 não é de uma lei em vigor"),
    ("19-I: {", "19-I: {from: 2026-01-01, until: 2025-01-01, ", "infractions.19-I.until: acaba em 1º de janeiro"),
    ("default: notice_then_secretary", "default: ninguém", ":444:3: a resposta 'ninguém' não existe; as respostas são"),
    ("value: repeat.revocation.window", "value: 7", "o caminho '7' não existe neste arquivo"),
    (f"set: {ANSWER}", "set: {money.banana: 1}", ":459:46: money: chave desconhecida 'banana'"),
    (f"set: {ANSWER}", "set: {steps.judge.does: julgar}", ":459:46: steps.judge.does: deve ser"),
    (f"set: {ANSWER}", "set: {steps.judge.by: {add: 7}}", ":459:46: steps.judge.by: deve ser uma lista, veio um mapa"),
    (f"set: {ANSWER}", "set: abc", "options.secretary.set: deve ser um mapa, veio 'abc'"),
    ('units: "500"', "units: 500.5", "penalties.fine.units: número 500.5 sem aspas"),
    ('units: "500"', 'units: "500,5"', "penalties.fine.units: '500,5' não é quantia; escreva só algarismos, com ponto"),
    ('units: "500"', 'units: "-5"', "penalties.fine.units: '-5' não é quantia"),
    ('units: "500"', 'units: "1e400"', "penalties.fine.units: '1e400' não é quantia"),
    ("requires: [fine_due]", "requires: [{fine_due: 7}]", "requires[1º]: a condição fine_due leva um mapa"),
    ("requires: [fine_due]", "requires: [{scope: {field: {a: b}}}]", "requires[1º]: scope.field é um texto, uma lista"),
    ("requires: [fine_due]", "requires: [{not_collected: {kinds: 7}}]", "espécie de pena desconhecida 7"),
    ("  service_takes_effect: {}", "  service_takes_effect: [a]", "service_takes_effect: deve ser um mapa de campos"),
    ("length: 15 days", "length: true", "time_limits.defense.length: deve ser"),
    ('units: "500"', "units: true", "penalties.fine.units: deve ser um número entre aspas"),
    ("    basis: 22 caput\n", "    basis: &a 22 caput\n", "âncoras (&) e apelidos (*) não são aceitos"),
    ('"1": {is: not_procedural, note: "objeto da lei"}', '"1":', "articles.1: deve ser um mapa de campos, veio nada"),
    ("title: Transporte por", "title: 5 #", ':5:1: title: deve ser texto, veio 5; escreva entre aspas: "5"'),
    ("\nbodies:\n", "\nbodies: ~\nx:\n", ":36:1: bodies: deve ser um mapa, veio nada"),
    ("published_on: 2025-02-26", "published_on: 26/02/2025", ":18:3: in_force.published_on: deve ser uma data"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), TEXT, ids=[new.strip()[:40] for _, new, _ in TEXT])
def test_a_slip_in_the_file_is_told_with_its_place(devido, folder, old, new, said):
    put(folder, old, new)
    told = complaint(devido("law", "check", NAME, "--law-dir", folder.parent))
    assert said in told
    assert PLACE.search(told)


def _bytes(change: Callable[[bytes], bytes], name: str = "procedure.yaml") -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).write_bytes(change((folder / name).read_bytes()))

    return spoil


def _linked(name: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).rename(folder.parent.parent / "fora")
        (folder / name).symlink_to(folder.parent.parent / "fora")

    return spoil


def _folder_instead(folder: Path) -> None:
    (folder / "procedure.yaml").unlink()
    (folder / "procedure.yaml").mkdir()


def _pipe_instead(folder: Path) -> None:
    (folder / "procedure.yaml").unlink()
    os.mkfifo(folder / "procedure.yaml")


LAUGHS = b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"
FILES = {
    "latin-1": (_bytes(lambda raw: raw.decode().encode("latin-1", "replace")), "procedure.yaml:2: o arquivo não está"),
    "latin-1 text": (_bytes(lambda raw: raw.decode().encode("latin-1", "replace"), "law.txt"), "law.txt:1: o arquivo"),
    "utf-16": (_bytes(lambda raw: raw.decode().encode("utf-16")), "procedure.yaml:1: o arquivo não está em UTF-8"),
    "image": (_bytes(lambda _: b"\x89PNG\r\n\x1a\n\0\0"), "procedure.yaml:1: o arquivo não está em UTF-8"),
    "image as text": (_bytes(lambda _: b"\x89PNG\r\n\x1a\n\0\0", "law.txt"), "law.txt:1: o arquivo não está em UTF-8"),
    "control": (_bytes(lambda raw: raw.replace(b"title", b"ti\0tle", 1)), "procedure.yaml:5: há um caractere"),
    "empty": (_bytes(lambda _: b""), "procedure.yaml: o arquivo está vazio"),
    "empty text": (_bytes(lambda _: b"", "law.txt"), "law.txt:1: não há artigo nenhum"),
    "a list": (_bytes(lambda _: b"- a\n"), "procedure.yaml:1:1: o arquivo deve ser um mapa de seções"),
    "laughs": (_bytes(lambda raw: raw + LAUGHS), "3 problemas"),
    "deep": (_bytes(lambda raw: raw + b"z: " + b"[" * 3000), "procedure.yaml: há listas ou mapas demais"),
    "two documents": (_bytes(lambda raw: raw + b"---\na: b\n"), "há mais de um documento ('---') no arquivo"),
    "5 MB": (_bytes(lambda raw: raw + b"#" * 5_000_000), "procedure.yaml: o arquivo tem 5,0 MB; o limite é 1 MB"),
    "5 MB of text": (_bytes(lambda raw: raw + b" " * 5_000_000, "law.txt"), "law.txt: o arquivo tem 5,0 MB"),
    "link": (_linked("procedure.yaml"), "procedure.yaml: é um atalho para fora da pasta da lei"),
    "link to the text": (_linked("law.txt"), "law.txt: é um atalho para fora da pasta da lei"),
    "no file": (lambda folder: (folder / "procedure.yaml").unlink(), f"{NAME}: falta procedure.yaml"),
    "no text": (lambda folder: (folder / "law.txt").unlink(), f"{NAME}: falta law.txt"),
    "a folder": (_folder_instead, f"{NAME}: falta procedure.yaml"),
    "a pipe": (_pipe_instead, f"{NAME}: falta procedure.yaml"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_not_what_it_should_be_is_told(devido, folder, kind):
    spoil, said = FILES[kind]
    spoil(folder)
    assert said in complaint(devido("law", "check", NAME, "--law-dir", folder.parent))


@pytest.mark.parametrize("kind", ["bom", "crlf"])
@pytest.mark.parametrize("name", ["procedure.yaml", "law.txt"])
def test_what_another_editor_leaves_in_a_file_harms_nothing(devido, folder, name, kind):
    change = {"bom": lambda raw: b"\xef\xbb\xbf" + raw, "crlf": lambda raw: raw.replace(b"\n", b"\r\n")}[kind]
    _bytes(change, name)(folder)
    assert devido("law", "check", NAME, "--law-dir", folder.parent).code == 0


def test_a_name_with_accents_is_a_name(devido, folder):
    _bytes(lambda raw: raw.replace(b"serve_decision", "dar_ciência".encode()))(folder)
    assert devido("law", "check", NAME, "--law-dir", folder.parent).code == 0
    assert devido("law", "simulate", NAME, "--cases", "3", "--processes", "1", "--law-dir", folder.parent).code == 0


def test_all_the_slips_are_told_at_once(devido, folder):
    put(folder, "length: 15 days", "length: 30 dias")
    put(folder, "does: decide", "does: decidir")
    put(folder, 'units: "500"', "units: 500")
    put(folder, "\nmoney:", "\nmonei:")
    put(folder, "by: [mayor]", "by: [maior]")
    put(folder, "from: [awaiting_appeal]\n    to: enforcement", "from: [awaiting_apeal]\n    to: enforcement")
    put(folder, "basis: 20 p.u.", 'basis: "99"')
    put(folder, '"advertência escrita"', '"advertência escrito"')
    told = complaint(devido("law", "check", NAME, "--law-dir", folder.parent))
    assert "8 problemas" in told
    for said in (
        "'30 dias'", "'decidir'", "número 500", "'monei'; quis dizer 'money'?", "órgão desconhecido 'maior'; quis",
        "estado desconhecido 'awaiting_apeal'; quis dizer 'awaiting_appeal'?", "'99' não está em articles",
        "o trecho 'advertência escrito' não está na unidade",
    ):  # fmt: skip
        assert said in told


BROKEN = ("latin-1 text", "empty", "laughs", "link", "no text", "no file")
COMMANDS = {
    "table": ("law", "table", NAME), "diagram": ("law", "diagram", NAME), "coverage": ("law", "coverage", NAME),
    "questions": ("law", "questions", NAME), "diff": ("law", "diff", NAME, BARRA.name),
    "simulate": ("law", "simulate", NAME, "--cases", "3"),
}  # fmt: skip


@pytest.mark.parametrize("command", [*COMMANDS, "rehearse"])
def test_every_other_command_says_the_same_of_a_broken_folder(devido, folder, command):
    line = COMMANDS.get(command, ("rehearse", folder / "rehearsals.yaml"))
    for kind in BROKEN:
        again = Path(shutil.copytree(folder, folder.parent / kind.replace(" ", "_") / NAME))
        spoil, said = FILES[kind]
        spoil(again)
        assert said in complaint(devido(*line, "--law-dir", again.parent)), kind


def test_the_list_shows_a_broken_law_and_goes_on(devido, folder):
    put(folder, "length: 15 days", "length: 30 dias")
    answer = devido("law", "list", "--law-dir", folder.parent)
    assert answer.code == 0
    assert NAME in answer.out


@pytest.fixture
def two(tmp_path):
    """Two versions of one law: each with its first day and, for the older, its last."""

    def make(until: str, second: str) -> Path:
        for name, old, new in (
            ("vila_a", "in_force: {", f"in_force: {{{until}"),
            ("vila_b", "published_on: 2027-01-01", f"published_on: {second}"),
        ):
            put(Path(shutil.copytree(VILA, tmp_path / name)), old, new)
        return tmp_path

    return make


@pytest.mark.parametrize(
    ("until", "second", "said"),
    [
        (
            "",
            "2028-02-01",
            "valem as duas em 1º de fevereiro de 2028; a mais antiga acaba na véspera (until: 2028-01-31)",
        ),
        ("until: 2028-02-01, ", "2028-02-01", "valem as duas em 1º de fevereiro de 2028"),
        ("until: 2028-01-01, ", "2028-02-01", "nenhuma versão desta lei vale de 2 de janeiro de 2028 a 31 de janeiro"),
    ],
)
def test_two_versions_on_one_day_or_a_gap_between_them_are_told_of_both(devido, two, until, second, said):
    told = complaint(devido("law", "check", "vila_a", "vila_b", "--law-dir", two(until, second)))
    assert all(
        re.search(rf"{name}/procedure\.yaml:4:1: in_force: .*{re.escape(said)}", told) for name in ("vila_a", "vila_b")
    )


def test_versions_that_follow_one_another_hold(devido, two):
    assert devido("law", "check", "vila_a", "vila_b", "--law-dir", two("until: 2028-01-31, ", "2028-02-01")).code == 0


def test_an_answer_of_the_town_to_no_question_or_that_no_law_takes_is_told(devido, tmp_path):
    file = tmp_path / "mg_santos_dumont.yaml"
    text = (LAWS.parent / "municipalities" / file.name).read_text("utf-8")
    given = "[{since: 2027-01-01, answer: deliveri, act: Decreto 1}]"
    answers = f"answers:\n  notice_limit_met: {given}\n  notice_limit_met_by: {given}\n"
    file.write_text(text.replace("answers: {}\n", answers), "utf-8")
    told = complaint(devido("--town", file, "law", "check", "mg_santos_dumont_lei_4814_2026"))
    assert "nenhuma lei do Município tem a questão 'notice_limit_met'; quis dizer 'notice_limit_met_by'?" in told
    assert re.search(
        r"mg_santos_dumont\.yaml:\d+:45: answers\.notice_limit_met_by: a resposta 'deliveri' não existe", told
    )
