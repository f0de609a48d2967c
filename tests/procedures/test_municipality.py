"""The town file is the authority for days, values and members, and refuses rather than guess."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from procedures.holidays_draft import differences, drafted
from procedures.municipality import TOWNS, Town, load_town
from procedures.reader import read, validated
from procedures.town_checks import contradictions
from workflow.errors import CalendarMissing, LawFaults, UnitMissing

SANTOS_DUMONT = TOWNS / "mg_santos_dumont.yaml"

SMALL = """\
name: Vila Exemplo
state: MG
ibge: "3100000"
zone: America/Sao_Paulo
letterhead: [Prefeitura de Vila Exemplo]
protocol: {address: "Rua do Exemplo, 1", opens: 08:00, closes: 17:00}
gazette: {name: Diário, address: "https://vila.example"}
verification: {check: "https://vila.example/v", calculator: "https://vila.example/p"}
data_protection: {contact: "encarregado@vila.example"}
signers: {clerk: {name: Ana Exemplo, post: Secretária, act: Portaria 1}}
calendar:
  years: [2027]
  closed:
    - {day: 2027-01-01, name: Ano-Novo, kind: national, act: Lei 662/1949}
    - {day: 2027-02-09, name: Carnaval, kind: optional, act: Decreto 2}
  early_closings: [{day: 2027-12-24, name: Véspera de Natal, act: Decreto 3}]
units:
  UFV:
    - {from: 2027-01-01, value: "10.50", act: Decreto 4}
    - {from: 2027-07-01, value: "11", act: Decreto 5}
members:
  - {name: Ana Exemplo, body: board, permanent: true, since: 2027-01-01, until: 2027-06-30, act: Portaria 6}
  - {name: Bia Exemplo, body: board, permanent: true, lawyer: true, since: 2027-03-01, act: Portaria 7}
answers:
  party_terms_end:
    - {answer: literal, since: 2027-02-01, act: Decreto 8}
    - {answer: next_business_day, since: 2027-05-01, act: Decreto 9}
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def santos_dumont() -> Town:
    return load_town(SANTOS_DUMONT)


@pytest.fixture
def small() -> Town:
    return validated(read(SMALL, "vila.yaml"), Town)


def faults(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    text = SMALL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "vila.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(LawFaults) as refused:
        load_town(path, "vila.yaml")
    return [str(fault) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("letterhead:", "leterhead:", "vila.yaml:5:1: chave desconhecida 'leterhead'; quis dizer 'letterhead'?"),
        (
            "optional, act",
            "opcional, act",
            (
                "vila.yaml:15:41: calendar.closed[2º].kind: deve ser 'national', 'state', 'municipal', 'optional', "
                "veio 'opcional'; quis dizer 'optional'?"
            ),
        ),
        ("state: MG", "state: mg", "vila.yaml:2:1: state: deve ser 'RO', 'AC'"),
        (
            '"3100000"',
            '"310000"',
            "vila.yaml:3:1: ibge: código do IBGE '310000' não tem a forma certa: são 7 algarismos",
        ),
        ('"3100000"', "3100000", 'vila.yaml:3:1: ibge: deve ser texto, veio 3100000; escreva entre aspas: "3100000"'),
        ('"3100000"', '"3500000"', "vila.yaml:3:1: código do IBGE 3500000: os municípios de MG começam por 31"),
        (
            "America/Sao_Paulo",
            "America/São_Paulo",
            "vila.yaml:4:1: zone: fuso horário 'America/São_Paulo' desconhecido; quis dizer 'America/Sao_Paulo'?",
        ),
        ("opens: 08:00", "opens: 8", "vila.yaml:6:42: protocol.opens: hora '8' não se entende"),
        ("opens: 08:00", "opens: 25:00", "vila.yaml:6:42: protocol.opens: hora '25:00' não se entende"),
        ("opens: 08:00", "opens: 18:00", "vila.yaml:6:56: o protocolo fecha antes de abrir"),
        (
            "day: 2027-02-09",
            "day: '2027-02-09'",
            "vila.yaml:15:8: calendar.closed[2º].day: deve ser uma data sem aspas, como 2027-03-01, veio '2027-02-09'",
        ),
        ("day: 2027-02-09", "day: 2027-02-29", "vila.yaml:15:13: o dia 2027-02-29 não existe no calendário"),
        (
            "day: 2027-02-09",
            "day: 2028-02-09",
            "vila.yaml:15:8: o ano de 2028-02-09 não está em calendar.years: acrescente-o ou tire o dia",
        ),
        ("day: 2027-02-09", "day: 2027-01-01", "vila.yaml:15:8: o dia 2027-01-01 já está em closed"),
        (
            "day: 2027-12-24",
            "day: 2027-02-09",
            "vila.yaml:16:21: o dia 2027-02-09 já está em closed, sem expediente algum",
        ),
        (
            "years: [2027]",
            "years: [2027, 2028]",
            "vila.yaml:12:17: 2028 não tem dia algum em calendar.closed: falta o calendário do ano",
        ),
        ("years: [2027]", "years: []", "vila.yaml:12:3: calendar.years: precisa de ao menos 1 (há 0), veio uma lista"),
        ("years: [2027]", "years: [2027, 2027]", "vila.yaml:12:17: 2027 está repetido"),
        (
            'value: "10.50"',
            "value: 10.50",
            'vila.yaml:19:26: units.UFV[1º].value: deve ser texto, veio 10.5; escreva entre aspas: "10.5"',
        ),
        ('value: "10.50"', 'value: "10,50"', "vila.yaml:19:26: units.UFV[1º].value: valor '10,50' não se entende"),
        ('value: "10.50"', 'value: "0"', "vila.yaml:19:26: units.UFV[1º].value: valor '0' não se entende"),
        (
            "from: 2027-07-01",
            "from: 2027-01-01",
            "vila.yaml:20:8: em units.UFV, os dias devem vir em ordem e sem repetição",
        ),
        (
            "since: 2027-05-01",
            "since: 2027-01-01",
            "vila.yaml:27:35: em answers.party_terms_end, os dias devem vir em ordem e sem repetição",
        ),
        (
            "until: 2027-06-30",
            "until: 2026-06-30",
            "vila.yaml:22:74: o mandato de Ana Exemplo termina antes de começar",
        ),
        ("Bia Exemplo", "Ana Exemplo", "vila.yaml:23:5: Ana Exemplo já está em board nesses dias"),
        (
            "permanent: true, lawyer: true",
            "permanent: sim, lawyer: true",
            "vila.yaml:23:38: members[2º].permanent: deve ser true ou false, veio 'sim'",
        ),
        (", act: Portaria 7", "", "vila.yaml:23:5: members[2º]: falta o campo 'act'"),
        ("gazette:", "arms: {file: nada.svg}\ngazette:", "vila.yaml:7:8: o brasão 'nada.svg' não está ao lado"),
        ("gazette:", "name: Outra\ngazette:", "vila.yaml:7:1: chave repetida 'name': já está na linha 1"),
    ],
)
def test_a_mistake_in_the_file_is_said_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    (found,) = faults(tmp_path, (old, new))
    assert found.startswith(said)


def test_whoever_is_appointed_again_after_a_mandate_sits_again() -> None:
    again = SMALL.replace("Bia Exemplo", "Ana Exemplo").replace("since: 2027-03-01", "since: 2027-07-01")
    town = validated(read(again), Town)
    assert list(contradictions(town, Path())) == []
    assert [seat.act for seat in town.members_of("board", date(2027, 7, 1))] == ["Portaria 7"]


def test_several_contradictions_come_at_once(tmp_path: Path) -> None:
    found = faults(tmp_path, ("opens: 08:00", "opens: 18:00"), ("years: [2027]", "years: [2026]"))
    assert len(found) == 5  # the hours, the three days of 2027, and 2026 left empty


def test_a_day_of_a_year_without_calendar_is_refused(santos_dumont: Town) -> None:
    with pytest.raises(CalendarMissing, match="não cobre o ano de 2033"):
        santos_dumont.calendar().has_hours(date(2033, 1, 3))


def test_the_calendar_says_why_a_day_is_closed_and_that_an_example_is_one(santos_dumont: Town) -> None:
    calendar = santos_dumont.calendar()
    assert calendar.why_not(date(2028, 11, 20)) == (
        "feriado nacional: Dia Nacional de Zumbi e da Consciência Negra (Lei 14.759/2023, art. 1º)"
    )
    assert calendar.why_not(date(2027, 7, 27)) == (
        "feriado municipal: Aniversário do Município (lei municipal a indicar; exemplo)"
    )
    assert (calendar.opens, calendar.closes, calendar.zone) == (time(8), time(17), "America/Sao_Paulo")
    assert calendar is santos_dumont.calendar()


def test_a_day_off_is_closed_only_by_the_act_in_the_file(santos_dumont: Town) -> None:
    calendar = santos_dumont.calendar()
    assert not calendar.has_hours(date(2027, 2, 9))  # Carnival, with an act
    assert calendar.has_hours(date(2028, 2, 29))  # Carnival of 2028, without one
    assert calendar.has_hours(date(2027, 10, 28))  # the public servant's day


def test_an_early_closing_shortens_the_day_and_a_late_opening_does_not(santos_dumont: Town) -> None:
    calendar = santos_dumont.calendar()
    assert not calendar.full_hours(date(2026, 12, 24))
    assert calendar.full_hours(date(2027, 2, 10))


@pytest.mark.parametrize(
    ("day", "value"),
    [
        (date(2027, 1, 1), "10.50"),
        (date(2027, 6, 30), "10.50"),
        (date(2027, 7, 1), "11"),
        (date(2027, 12, 31), "11"),
    ],
)
def test_a_unit_is_worth_its_last_published_value(small: Town, day: date, value: str) -> None:
    assert Decimal(small.unit_value("UFV", day).value) == Decimal(value)


def test_a_value_ends_with_its_calendar_year(small: Town) -> None:
    with pytest.raises(UnitMissing) as refused:
        small.unit_value("UFV", date(2028, 1, 1))
    assert refused.value.message == (
        "não há valor da UFV publicado para 1º de janeiro de 2028: o último conhecido, de 1º de julho de 2027, valeu "
        "até 31 de dezembro de 2027; registre o valor de 2028, com o ato que o fixa, e repita o pedido"
    )


def test_a_day_before_every_value_and_a_unit_nobody_knows_are_refused(small: Town) -> None:
    with pytest.raises(UnitMissing, match="não há valor anterior"):
        small.unit_value("UFV", date(2026, 12, 31))
    with pytest.raises(UnitMissing, match="não tem a unidade 'URM'; as que tem: UFV"):
        small.unit_value("URM", date(2027, 1, 1))


@pytest.mark.parametrize(
    ("day", "names"),
    [
        (date(2026, 12, 31), []),
        (date(2027, 1, 1), ["Ana Exemplo"]),
        (date(2027, 3, 1), ["Ana Exemplo", "Bia Exemplo"]),
        (date(2027, 6, 30), ["Ana Exemplo", "Bia Exemplo"]),
        (date(2027, 7, 1), ["Bia Exemplo"]),  # Ana's mandate is over
    ],
)
def test_a_seat_is_held_from_the_first_to_the_last_day_of_the_mandate(small: Town, day: date, names: list[str]) -> None:
    assert [member.name for member in small.members_of("board", day)] == names
    assert small.members_of("other", day) == ()


def test_an_answer_holds_from_its_day_until_the_next(small: Town) -> None:
    assert small.answers_on(date(2027, 1, 31)) == {}
    assert small.answers_on(date(2027, 4, 30))["party_terms_end"].answer == "literal"
    assert small.answers_on(date(2027, 5, 1))["party_terms_end"].act == "Decreto 9"


def test_the_digest_follows_what_is_said_and_not_how_it_is_laid_out(small: Town) -> None:
    layout = validated(
        read("# outra\n" + SMALL.replace("name: Vila Exemplo\nstate: MG\n", "state: MG\nname: Vila Exemplo\n")), Town
    )
    other = validated(read(SMALL.replace('"10.50"', '"10.51"')), Town)
    assert layout.digest == small.digest
    assert other.digest != small.digest
    assert len(small.digest) == 64


def test_a_town_loaded_from_the_cache_is_the_same(tmp_path: Path) -> None:
    first = load_town(SANTOS_DUMONT)
    assert list((tmp_path / "cache" / "devido").iterdir())
    assert load_town(SANTOS_DUMONT) == first


def test_a_town_without_examples_names_none(small: Town) -> None:
    assert small.examples == ()


def test_every_shipped_town_loads() -> None:
    paths = sorted(TOWNS.glob("*.yaml"))
    assert paths
    for path in paths:
        town = load_town(path)
        assert path.stem.startswith(town.state.lower() + "_")


def test_santos_dumont_is_who_it_is_and_what_it_must_have(santos_dumont: Town) -> None:
    assert (santos_dumont.ibge, santos_dumont.state, santos_dumont.zone) == ("3160702", "MG", "America/Sao_Paulo")
    assert santos_dumont.office_days.years == tuple(range(2026, 2033))
    assert santos_dumont.protocol_hours == "nos dias úteis, das 8h às 17h"
    assert santos_dumont.unit_value("URM", date(2027, 5, 5)).value == "137.45"
    for body in ("special_committee", "review_board"):
        seats = santos_dumont.members_of(body, date(2027, 3, 1))
        assert len(seats) >= 4
        assert all(seat.permanent for seat in seats)
        assert [seat.alternate for seat in seats].count(True) == 1
    assert any(
        seat.lawyer and not seat.alternate for seat in santos_dumont.members_of("review_board", date(2027, 3, 1))
    )


def test_whatever_of_santos_dumont_was_not_confirmed_says_that_it_is_an_example(santos_dumont: Town) -> None:
    assert santos_dumont.examples == (
        "brasão",
        "endereço e horário do protocolo",
        "Diário Oficial",
        "onde pagar",
        "endereço de verificação",
        "contato do encarregado de dados",
        "quem assina",
        "feriados municipais e expediente",
        "valor da URM",
        "membros dos órgãos julgadores",
    )
    days = santos_dumont.office_days
    assert all(day.example == (day.kind in ("municipal", "optional")) for day in days.closed)
    entries = [*days.early_closings, *days.late_openings, *santos_dumont.units["URM"], *santos_dumont.members]
    assert all(entry.example for entry in entries)


def test_the_national_days_of_santos_dumont_are_those_of_the_laws(santos_dumont: Town) -> None:
    fixed = {(1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (11, 20), (12, 25)}
    for year in range(2026, 2033):
        national = {
            (closed.day.month, closed.day.day)
            for closed in santos_dumont.office_days.closed
            if closed.kind == "national" and closed.day.year == year
        }
        assert national == fixed


def test_the_library_differs_only_on_good_friday_which_the_file_explains(
    santos_dumont: Town,
) -> None:
    found = differences(santos_dumont)
    assert {(difference.day.year, difference.name) for difference in found} == {
        (year, "Sexta-feira Santa") for year in range(2026, 2033)
    }
    assert all("no arquivo é do Município" in difference.what for difference in found)
    assert "Sexta-feira da Paixão\n#              (Lei 9.093/1995, art. 2º). A biblioteca" in SANTOS_DUMONT.read_text(
        "utf-8"
    )


def test_the_library_tells_of_a_day_missing_and_of_a_day_too_many(small: Town) -> None:
    extra = validated(
        read(SMALL.replace("2027-02-09, name: Carnaval, kind: optional", "2027-02-09, name: Carnaval, kind: state")),
        Town,
    )
    told = {difference.day: difference.what for difference in differences(extra)}
    assert told[date(2027, 9, 7)] == "a biblioteca dá por feriado; o arquivo não o tem"
    assert told[date(2027, 2, 9)] == "o arquivo dá por nacional ou estadual; a biblioteca não o tem"
    assert date(2027, 2, 9) not in {difference.day for difference in differences(small)}


def test_a_draft_has_every_day_off_with_the_act_or_the_wish_for_one() -> None:
    calendar = YAML(typ="safe", pure=True).load(drafted("SP", [2027]))["calendar"]
    assert calendar["years"] == [2027]
    days = {closed["day"]: (closed["kind"], closed["act"]) for closed in calendar["closed"]}
    assert days[date(2027, 10, 12)] == ("national", "Lei 6.802/1980, art. 1º")
    assert days[date(2027, 3, 26)] == ("municipal", "lei municipal a indicar")
    assert days[date(2027, 7, 9)] == ("state", "lei estadual a indicar")
    assert date(2027, 5, 27) not in days  # Corpus Christi waits, as a comment, for an act
    assert "# {day: 2027-05-27, name: Corpus Christi" in drafted("SP", [2027])


def test_a_draft_completes_a_town_file() -> None:
    start, end = SMALL.index("calendar:"), SMALL.index("units:")
    town = validated(read(SMALL[:start] + drafted("MG", [2027]) + SMALL[end:]), Town)
    assert [difference.name for difference in differences(town)] == ["Sexta-feira Santa"]
