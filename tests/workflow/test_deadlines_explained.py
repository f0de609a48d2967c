"""The count told to a citizen: every day left out, every day moved over, each with its act."""

from __future__ import annotations

from datetime import date, time

import pytest

from workflow.calendar import Calendar, DayNote
from workflow.deadlines import Ends, Line, Starts, explain
from workflow.errors import CalendarMissing
from workflow.length import Length

D = date.fromisoformat


def noted(*notes: tuple[str, str, str]) -> dict[date, DayNote]:
    return {D(day): DayNote(D(day), name, act) for day, name, act in notes}


TOWN = Calendar(
    zone="America/Sao_Paulo",
    years=frozenset({2026, 2027, 2028, 2029}),
    closed=noted(
        ("2026-12-25", "Natal", "Lei 662/1949"),
        ("2027-01-01", "Confraternização Universal", "Lei 662/1949"),
        ("2027-04-21", "Tiradentes", "Lei 662/1949"),
    ),
    early_closings=noted(("2026-12-24", "véspera de Natal", "Decreto 80/2026")),
    late_openings=noted(("2027-02-10", "Quarta-feira de Cinzas", "Decreto 12/2027")),
    opens=time(8),
    closes=time(17),
)


def told(
    length: str,
    anchor: str,
    starts: Starts = "next_day",
    ends: Ends = "next_business_day",
    *,
    suspended: tuple[tuple[str, str], ...] = (),
    at: time | None = None,
) -> tuple[Line, ...]:
    pauses = [(D(since), D(until)) for since, until in suspended]
    return explain(Length.parse(length), D(anchor), starts=starts, ends=ends, calendar=TOWN, suspended=pauses, at=at)


def sentences(lines: tuple[Line, ...]) -> list[str]:
    return [line.what for line in lines]


def test_an_early_closing_a_holiday_and_a_weekend_are_each_told_with_their_act() -> None:
    assert told("30 days", "2026-11-24") == (
        Line(
            D("2026-11-24"),
            None,
            "O ato que abre o prazo produziu efeito em terça-feira, 24 de novembro de 2026.",
            None,
        ),
        Line(D("2026-11-25"), None, "A contagem começa no dia seguinte: quarta-feira, 25 de novembro de 2026.", None),
        Line(D("2026-12-24"), None, "O prazo de 30 dias completa-se em quinta-feira, 24 de dezembro de 2026.", None),
        Line(
            D("2026-12-24"),
            None,
            "O dia 24 de dezembro de 2026 não pode ser o último — "
            "expediente encerrado mais cedo: véspera de Natal (Decreto 80/2026).",
            "Decreto 80/2026",
        ),
        Line(
            D("2026-12-25"),
            None,
            "O dia 25 de dezembro de 2026 não pode ser o último — feriado: Natal (Lei 662/1949).",
            "Lei 662/1949",
        ),
        Line(
            D("2026-12-26"),
            D("2026-12-27"),
            "Os dias de 26 de dezembro de 2026 a 27 de dezembro de 2026 não podem ser o último — sábado e domingo.",
            None,
        ),
        Line(D("2026-12-28"), None, "Último dia do prazo: segunda-feira, 28 de dezembro de 2026.", None),
    )


def test_business_days_tell_each_run_that_does_not_count_and_no_early_closing() -> None:
    assert sentences(told("6 business days", "2026-12-18")) == [
        "O ato que abre o prazo produziu efeito em sexta-feira, 18 de dezembro de 2026.",
        "Os dias de 19 de dezembro de 2026 a 20 de dezembro de 2026 não contam — sábado e domingo.",
        "A contagem começa no primeiro dia útil: segunda-feira, 21 de dezembro de 2026.",
        "O dia 25 de dezembro de 2026 não conta — feriado: Natal (Lei 662/1949).",
        "Os dias de 26 de dezembro de 2026 a 27 de dezembro de 2026 não contam — sábado e domingo.",
        "O prazo de 6 dias úteis completa-se em terça-feira, 29 de dezembro de 2026.",
        "Último dia do prazo: terça-feira, 29 de dezembro de 2026.",
    ]


def test_a_suspension_is_told_where_it_falls_once_and_only_as_far_as_it_matters() -> None:
    lines = told(
        "5 days",
        "2027-03-01",
        suspended=(("2027-02-20", "2027-03-03"), ("2027-03-08", "2027-03-09"), ("2027-03-09", "2027-03-09")),
    )
    assert sentences(lines) == [
        "O ato que abre o prazo produziu efeito em segunda-feira, 1º de março de 2027.",
        "Os dias de 2 de março de 2027 a 3 de março de 2027 não contam — prazo suspenso.",
        "A contagem começa no primeiro dia sem suspensão: quinta-feira, 4 de março de 2027.",
        "Os dias de 8 de março de 2027 a 9 de março de 2027 não contam — prazo suspenso.",
        "O prazo de 5 dias completa-se em quarta-feira, 10 de março de 2027.",
        "Último dia do prazo: quarta-feira, 10 de março de 2027.",
    ]


def test_a_late_opening_on_the_last_day_is_said_not_to_move_it() -> None:
    line = told("30 days", "2027-01-11")[-2]
    assert (
        line.what
        == "Em quarta-feira, 10 de fevereiro de 2027 o expediente começa mais tarde, o que não prorroga o prazo."
    )
    assert line.ground == "Decreto 12/2027"


def test_a_term_that_does_not_move_says_so_and_reads_no_calendar() -> None:
    lines = explain(Length(10, "days"), D("2027-02-10"), starts="next_day", ends="literal", calendar=Calendar.of([]))
    assert sentences(lines)[-1] == "O prazo não se prorroga. Último dia: sábado, 20 de fevereiro de 2027."


def test_a_month_without_that_day_says_why_it_ends_on_the_last() -> None:
    assert sentences(told("1 month", "2027-01-31"))[2:4] == [
        "Conta-se de data a data; não há dia 31 no mês do fim, vale o último: domingo, 28 de fevereiro de 2027.",
        "O prazo de 1 mês completa-se em domingo, 28 de fevereiro de 2027.",
    ]
    assert "data a data" not in " ".join(sentences(told("1 month", "2027-01-28")))


def test_hours_are_told_from_hour_to_hour() -> None:
    assert sentences(told("24 hours", "2027-03-05", at=time(10, 30))) == [
        "O ato que abre o prazo produziu efeito em sexta-feira, 5 de março de 2027, às 10h30.",
        "A contagem é de minuto a minuto e começa no mesmo dia: sexta-feira, 5 de março de 2027.",
        "O prazo de 24 horas completa-se em sábado, 6 de março de 2027, às 10h30.",
        "Os dias de 6 de março de 2027 a 7 de março de 2027 não podem ser o último — sábado e domingo.",
        "Último dia do prazo: segunda-feira, 8 de março de 2027, às 10h30.",
    ]


@pytest.mark.parametrize(
    ("length", "starts", "suspended", "beginning"),
    [
        ("5 days", "same_day", (), "O próprio dia do ato já conta: sexta-feira, 5 de março de 2027."),
        ("5 days", "next_day", (), "A contagem começa no dia seguinte: sábado, 6 de março de 2027."),
        (
            "5 days",
            "next_business_day",
            (),
            "A contagem começa no primeiro dia útil: segunda-feira, 8 de março de 2027.",
        ),
        (
            "5 days",
            "same_day",
            (("2027-03-05", "2027-03-05"),),
            "A contagem começa no primeiro dia sem suspensão: sábado, 6 de março de 2027.",
        ),
    ],
)
def test_each_way_of_beginning_has_its_sentence(
    length: str, starts: Starts, suspended: tuple[tuple[str, str], ...], beginning: str
) -> None:
    assert beginning in sentences(told(length, "2027-03-05", starts, suspended=suspended))


def test_a_term_of_nothing_counts_no_day() -> None:
    assert [line.day for line in told("0 days", "2027-01-31")] == list(
        map(D, ("2027-01-31", "2027-01-31", "2027-01-31", "2027-02-01"))
    )


def test_a_count_that_is_refused_is_not_explained() -> None:
    with pytest.raises(CalendarMissing):
        told("30 days", "2029-12-15")
