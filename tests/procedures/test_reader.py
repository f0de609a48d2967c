"""A file with a mistake is refused with its place and, where one can be guessed, the right word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, StrictBool, field_validator
from pydantic_core import InitErrorDetails, ValidationError
from pydantic_core._pydantic_core import list_all_errors

from procedures import parse_cache
from procedures.phrases import phrase
from procedures.reader import cached_read, read, validated
from workflow.errors import LawFaults


class Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Limit(Strict):
    length: str
    binds: Literal["party", "authority", "penalty"] = "party"
    extendable: StrictBool = False
    since: Annotated[date, Field(strict=True)] | None = None

    @field_validator("length")
    @classmethod
    def _length(cls, text: str) -> str:
        if " " not in text:
            raise ValueError(f"prazo {text!r} não se entende")
        return text


class Color(Enum):
    RED = "red"


class Step(Strict):
    by: tuple[str, ...] = ()
    to: str | dict[str, str] | None = None
    issues: tuple[str, ...] | dict[str, tuple[str, ...]] = ()
    limit: Limit | Literal["none"] = "none"


class Money(Strict):
    unit: str
    units: str


class Law(Strict):
    time_limits: dict[str, Limit] = {}
    steps: dict[str, Step] = {}
    votes: int = 1
    units: str = "1"
    from_: str | None = Field(None, alias="from")


def faults(text: str, kind: Any = Law) -> list[str]:
    with pytest.raises(LawFaults) as refused:
        validated(read(text, "lei.yaml"), kind)
    return [str(fault) for fault in refused.value.faults]


def test_values_are_plain_and_say_what_is_written() -> None:
    text = "a: no\nb: 12:30\nc: 2027-03-01\nd: [1, 1.5, true, ~, '010', x]\n25: {010: z}\n"
    assert read(text).data == {
        "a": "no",
        "b": "12:30",
        "c": date(2027, 3, 1),
        "d": [1, 1.5, True, None, "010", "x"],
        "25": {"010": "z"},
    }


def test_a_place_is_the_name_of_the_field_and_a_missing_one_is_its_parent() -> None:
    document = read("steps:\n  judge:\n    by: [a, b]\n", "lei.yaml")
    assert document.where() == "lei.yaml:1:1"
    assert document.where(("steps", "judge", "by")) == "lei.yaml:3:5"
    assert document.where(("steps", "judge", "by", 1)) == "lei.yaml:3:13"
    assert document.where(("steps", "judge", "to", "x")) == "lei.yaml:2:3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names
        (
            "time_limits:\n  defense: {lenght: 30 days}",
            "lei.yaml:2:13: time_limits.defense: chave desconhecida 'lenght'; quis dizer 'length'?",
        ),
        (
            "steps:\n  judge: {turns: x}",
            "lei.yaml:2:11: steps.judge: chave desconhecida 'turns'; aqui ainda cabem: by, to, issues, limit",
        ),
        ("form: x", "lei.yaml:1:1: chave desconhecida 'form'; quis dizer 'from'?"),
        (
            "time_limits:\n  defense: {length: 30 days, binds: partie}",
            (
                "lei.yaml:2:30: time_limits.defense.binds: "
                "deve ser 'party', 'authority', 'penalty', veio 'partie'; quis dizer 'party'?"
            ),
        ),
        ("time_limits:\n  defense: {binds: party}", "lei.yaml:2:3: time_limits.defense: falta o campo 'length'"),
        # kinds of value
        ("units: 0.5", 'lei.yaml:1:1: units: deve ser texto, veio 0.5; escreva entre aspas: "0.5"'),
        (
            "time_limits:\n  d: {length: 30}",
            'lei.yaml:2:7: time_limits.d.length: deve ser texto, veio 30; escreva entre aspas: "30"',
        ),
        ("votes: quinze", "lei.yaml:1:1: votes: deve ser um número inteiro, veio 'quinze'"),
        ("votes: [1]", "lei.yaml:1:1: votes: deve ser um número inteiro, veio uma lista"),
        ("steps: [a]", "lei.yaml:1:1: steps: deve ser um mapa, veio uma lista"),
        ("steps:\n  judge:", "lei.yaml:2:3: steps.judge: deve ser um mapa de campos, veio nada"),
        (
            "time_limits:\n  d: {length: 1 day, extendable: yes}",
            "lei.yaml:2:22: time_limits.d.extendable: deve ser true ou false, veio 'yes'",
        ),
        (
            "time_limits:\n  d: {length: 1 day, since: '2027-03-01'}",
            "lei.yaml:2:22: time_limits.d.since: deve ser uma data sem aspas, como 2027-03-01, veio '2027-03-01'",
        ),
        ("time_limits:\n  d: {length: 30dias}", "lei.yaml:2:7: time_limits.d.length: prazo '30dias' não se entende"),
        ("- a", "lei.yaml:1:1: deve ser um mapa de campos, veio uma lista"),
        # one of several kinds
        (
            "steps:\n  judge: {to: [a]}",
            "lei.yaml:2:11: steps.judge.to: deve ser texto ou um mapa, veio uma lista",
        ),
        (
            "steps:\n  judge: {to: {upheld: 3}}",
            'lei.yaml:2:16: steps.judge.to.upheld: deve ser texto, veio 3; escreva entre aspas: "3"',
        ),
        (
            "steps:\n  judge: {issues: [x, 2]}",
            'lei.yaml:2:23: steps.judge.issues[2º]: deve ser texto, veio 2; escreva entre aspas: "2"',
        ),
        (
            "steps:\n  judge: {limit: {lenght: 1 day}}",
            "lei.yaml:2:19: steps.judge.limit: chave desconhecida 'lenght'; quis dizer 'length'?",
        ),
        (
            "steps:\n  judge: {limit: nome}",
            "lei.yaml:2:11: steps.judge.limit: deve ser um mapa de campos ou 'none', veio 'nome'; quis dizer 'none'?",
        ),
        # YAML itself
        ("a: 1\nb: 2\na: 3", "lei.yaml:3:1: chave repetida 'a': já está na linha 1"),
        ("25: x\n'25': y", "lei.yaml:2:1: chave repetida '25': já está na linha 1"),
        ("a: 2027-02-30", "lei.yaml:1:4: o dia 2027-02-30 não existe no calendário"),
        (
            "a: &x 1\nb: *x",
            "lei.yaml:1:4: âncoras (&) e apelidos (*) não são aceitos: escreva por extenso em cada lugar",
        ),
        ("a: &x [*x]", "lei.yaml:1:4: âncoras (&) e apelidos (*) não são aceitos: escreva por extenso em cada lugar"),
        (
            "a: *x",
            "lei.yaml:1:4: âncoras (&) e apelidos (*) não são aceitos: escreva por extenso, ou entre aspas",
        ),
        ("a: !!binary x", "lei.yaml:1:4: a marca 'tag:yaml.org,2002:binary' não é aceita: escreva só o valor"),
        ("a: !python x", "lei.yaml:1:4: a marca '!python' não é aceita: escreva só o valor"),
        ("? [a]\n: b", "lei.yaml:1:3: uma chave tem de ser um nome, não um mapa nem uma lista"),
        ("a: 0x1f", "lei.yaml:1:4: número '0x1f' não se entende: escreva em algarismos, ou entre aspas"),
        ("a: .inf", "lei.yaml:1:4: número '.inf' não se entende: escreva em algarismos, ou entre aspas"),
        ("a: b: c", "lei.yaml:1:5: há dois-pontos fora do lugar: confira o recuo, ou use aspas no texto"),
        ("a: [1", "lei.yaml:1:6: falta vírgula, ou falta fechar ']' ou '}'"),
        ("a:\n\t- b", "lei.yaml:2:1: há tabulação onde se esperam espaços: troque-a por espaços"),
        ("a: 'x", "lei.yaml:1:6: há aspas abertas e não fechadas"),
        (
            "- a\nb: 1",
            "lei.yaml:2:1: o recuo desta linha não combina com as de cima, ou há texto depois de aspas fechadas",
        ),
        ("a: @x", "lei.yaml:1:4: este sinal não pode começar um valor: ponha o texto entre aspas"),
        ("a: 1\n---\nb: 2", "lei.yaml:2:1: há mais de um documento ('---') no arquivo: deixe um só"),
        ('a: "\\q"', "lei.yaml:1:6: depois de '\\' vem uma letra que não se entende: use aspas simples"),
        ("a: - b", "lei.yaml:1:4: há um item de lista ('-') fora do lugar: comece-o em linha própria"),
        ("a:\nb\x01c", "lei.yaml:2: há um caractere de controle (código 1): apague-o"),
        ("# só um comentário", "lei.yaml: o arquivo está vazio"),
        ("[" * 5000, "lei.yaml: há listas ou mapas demais um dentro do outro"),
    ],
)
def test_a_mistake_is_said_in_portuguese_with_its_place(text: str, expected: str) -> None:
    assert faults(text) == [expected]


def test_all_mistakes_come_at_once_in_the_order_of_the_kinds_of_field() -> None:
    text = "time_limits:\n  d: {length: 30, binds: x}\nvotes: a\nextra: 1\n"
    assert [fault.split(": ")[0] for fault in faults(text)] == [
        "lei.yaml:2:7",
        "lei.yaml:2:19",
        "lei.yaml:3:1",
        "lei.yaml:4:1",
    ]


def test_all_mistakes_of_yaml_come_at_once() -> None:
    assert len(faults("a: 2027-02-30\nb: 1\nb: 2\nc: 2027-13-01\n")) == 3


def test_a_file_that_is_missing_a_folder_or_not_utf8_is_said_so(tmp_path: Path) -> None:
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("a: b\nc: ação".encode("latin-1"))
    for path, said in (
        (tmp_path / "nada.yaml", "não existe"),
        (tmp_path, "é uma pasta"),
        (latin, "latin.yaml:2: o arquivo não está em UTF-8"),
    ):
        with pytest.raises(LawFaults, match=said):
            read(path)


def test_every_error_pydantic_knows_is_said_without_its_english() -> None:
    for known in list_all_errors():
        kind = known["type"]
        context = _context(known.get("example_context") or {})
        if kind in ("value_error", "assertion_error"):
            context = {"error": ValueError("mensagem nossa")}
        details = InitErrorDetails(type=kind, ctx=context, loc=("campo",), input="entrada")
        error = ValidationError.from_exception_data("Lei", [details])
        said = phrase(error.errors())
        english = error.errors()[0]["msg"]
        assert said, kind
        assert said != english, kind
        assert not _ENGLISH & set(said.lower().replace(",", " ").replace(":", " ").split()), (kind, said)


_ENGLISH = {"should", "input", "valid", "field", "be", "must", "error", "keys", "value", "at", "least", "items", "or"}


def _context(example: Mapping[str, Any]) -> dict[str, Any]:
    made = {key: "'a' or 'b'" if isinstance(value, str) else value for key, value in example.items()}
    return made | ({"discriminator": "'kind'"} if "discriminator" in made else {})


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (dict[str, Color], "a: blue", "a: deve ser 'red', veio 'blue'"),
        (dict[str, time], "a: depois", "a: deve ser uma hora, como 17:00, veio 'depois'"),
        (dict[str, date], "a: amanhã", "a: deve ser uma data, como 2027-03-01, veio 'amanhã'"),
        (dict[str, Decimal], "a: muito", "a: deve ser um número, veio 'muito'"),
        (dict[Literal["a", "b"], int], "c: 1", "c: chave 'c': deve ser 'a', 'b', veio 'c'"),
        (dict[str, Annotated[int, Field(gt=0)]], "a: 0", "a: deve ser maior que 0, veio 0"),
        (
            dict[str, Annotated[list[int], Field(min_length=1)]],
            "a: []",
            "a: precisa de ao menos 1 (há 0), veio uma lista",
        ),
        (dict[str, list[Limit]], "a: [{length: 1 day}, {}]", "a[2º]: falta o campo 'length'"),
        (dict[str, Limit | Money], "a: {lenght: 1 day}", "a: chave desconhecida 'lenght'; quis dizer 'length'?"),
        (dict[str, Money | Limit], "a: {lenght: 1 day}", "a: chave desconhecida 'lenght'; quis dizer 'length'?"),
        (dict[str, int | bool], "a: x", "a: deve ser um número inteiro ou true ou false, veio 'x'"),
    ],
)
def test_any_kind_of_value_can_be_asked_for(kind: Any, text: str, said: str) -> None:
    assert [fault.split(": ", 1)[1] for fault in faults(text, kind)] == [said]


def test_a_file_that_holds_becomes_the_model() -> None:
    law = validated(read("time_limits: {defense: {length: 30 days}}\nfrom: x"), Law)
    assert law.time_limits["defense"].length == "30 days"
    assert law.from_ == "x"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "devido"


@pytest.fixture
def law_file(tmp_path: Path) -> Path:
    path = tmp_path / "lei.yaml"
    path.write_text("a: 2027-03-01\nb: [{c: no, d: 2028-01-02}, 1.5, true, ~]\n25: ação\n", "utf-8")
    return path


def test_the_same_bytes_are_parsed_only_once(cache: Path, law_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cached_read(law_file)
    monkeypatch.setattr("procedures.reader.parse", None)
    second = cached_read(law_file)
    assert second.data == first.data == {
        "a": date(2027, 3, 1),
        "b": [{"c": "no", "d": date(2028, 1, 2)}, 1.5, True, None],
        "25": "ação",
    }  # fmt: skip


def test_a_fault_found_in_cached_values_still_has_its_place(cache: Path, law_file: Path) -> None:
    cached_read(law_file, "lei.yaml")
    assert cached_read(law_file, "lei.yaml").where(("b", 0, "d")) == "lei.yaml:2:13"


def test_other_bytes_are_other_values(cache: Path, law_file: Path) -> None:
    cached_read(law_file)
    law_file.write_text("a: 1\n")
    assert cached_read(law_file).data == {"a": 1}


@pytest.mark.parametrize("damage", [b"", b"{}", b"x\n{}", "changed"])
def test_a_damaged_cache_is_read_anew(cache: Path, law_file: Path, damage: bytes | str) -> None:
    whole = cached_read(law_file).data
    (stored,) = cache.iterdir()
    changed = stored.read_bytes().replace(b"1.5", b"2.5")
    stored.write_bytes(changed if isinstance(damage, str) else damage)
    assert cached_read(law_file).data == whole


def test_without_a_place_to_write_there_is_no_cache_and_no_complaint(
    tmp_path: Path, law_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cached_read(law_file).data["25"] == "ação"


def test_a_cache_entry_leaves_nothing_half_written_beside_it(cache: Path, law_file: Path) -> None:
    cached_read(law_file)
    assert [path.suffix for path in cache.iterdir()] == [".json"]
    seal, _, payload = next(cache.iterdir()).read_bytes().partition(b"\n")
    assert len(seal) == 64
    assert json.loads(payload)["days"] == [["a"], ["b", 0, "d"]]
    assert parse_cache.load(law_file.read_bytes()) == cached_read(law_file).data
