"""What acts sent to the gazette, gathered into an edition."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app import gazette
from tests.app.clerk import Clerk
from tests.app.conftest import Told


def test_what_acts_sent_is_listed_in_the_order_of_the_record_with_its_paper(told: Told) -> None:
    sent = gazette.pending(told.clerk.office)
    assert [(each.matter.what, each.paper.kind if each.paper else "") for each in sent] == [
        ("final_decision", "gazette_entry"),
        ("public_notice", "public_notice"),
        ("public_notice", "public_notice"),
        ("revocation", "gazette_entry"),
        ("final_decision", "gazette_entry"),
    ]


def test_a_day_and_a_position_bound_what_is_listed(told: Told) -> None:
    office = told.clerk.office
    july = gazette.pending(office, since=date(2027, 7, 1), until=date(2027, 7, 16))
    assert [each.matter.what for each in july] == ["revocation"]
    last = gazette.pending(office)[-2].matter.seq
    assert [each.matter.what for each in gazette.pending(office, after=last)] == ["final_decision"]


def test_an_edition_of_a_day_holds_that_days_matters_whole(told: Told) -> None:
    edited = gazette.edition(told.clerk.office, 7, date(2027, 5, 11), notes=("Raiz do registro: 0000.",))
    (part,) = edited.parts
    assert edited.failures == []
    assert "EDITAL DE NOTIFICAÇÃO" in part.text.upper()
    assert "Raiz do registro: 0000." in part.text
    assert "***.444.777-**" in part.text
    assert "111.444.777-35" not in part.text
    assert "Rua das Amostras" not in part.text


def test_the_same_edition_made_again_is_the_same_to_the_byte(told: Told) -> None:
    one, other = (gazette.edition(told.clerk.office, 7, date(2027, 5, 11)).parts[0] for _ in range(2))
    assert one.digest == other.digest


def test_an_edition_is_written_with_its_matters_under_names_of_numbers_only(told: Told, tmp_path: Path) -> None:
    edited = gazette.edition(told.clerk.office, 1, date(2027, 7, 31), since=date(2027, 5, 1))
    written = gazette.export(edited, tmp_path)
    names = [file.relative_to(tmp_path).as_posix() for file in written]
    assert names[:3] == ["edicao-000001-2027.pdf", "edicao-000001-2027.txt", "edicao-000001-2027.html"]
    assert "materias/ED-000001-2027.txt" in names
    assert written[0].read_bytes().startswith(b"%PDF-")
    assert not any("joana" in name.lower() for name in names)


def test_many_matters_come_in_parts(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = gazette.edition(told.clerk.office, 1, date(2027, 7, 31), since=date(2027, 5, 1))
    assert len(edited.parts) == 1
    monkeypatch.setattr(gazette, "LARGEST_EDITION", 2)
    parts = gazette.edition(told.clerk.office, 1, date(2027, 7, 31), since=date(2027, 5, 1)).parts
    assert ["parte 1" in parts[0].text, "parte 3" in parts[2].text, len(parts)] == [True, True, 3]


def test_a_day_without_matters_has_no_edition(clerk: Clerk) -> None:
    assert gazette.edition(clerk.office, 1, date(2027, 7, 31)).parts == []


def test_what_is_sent_while_an_edition_closes_is_not_in_it_for_its_root_does_not_cover_it(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [unfound(clerk), unfound(clerk)]

    def publish(case: str) -> None:
        clerk.act(case, "serve_notice", "2027-05-11", via="public_notice", receipt="gazette")

    publish(cases[0])
    real = gazette.published_root

    def signed(*given: Any) -> str:
        note = real(*given)
        publish(cases[1])
        return note

    monkeypatch.setattr(gazette, "published_root", signed)
    day = date(2027, 5, 11)
    edited = gazette.closed(clerk.office, 1, day, clerk.at(day))
    (borne,) = clerk.office.checkpoints.published()
    assert [each.matter.case_id for each in edited.published] == cases[:1]
    assert edited.published[0].matter.seq <= borne.checkpoint.size
    monkeypatch.setattr(gazette, "published_root", real)
    assert [each.matter.case_id for each in gazette.closed(clerk.office, 1, day, clerk.at(day)).published] == cases


def unfound(clerk: Clerk) -> str:
    """A case whose respondent was looked for in vain."""
    case = clerk.open("2027-05-03", ["36-II"])
    clerk.act(case, "record_failed_service", "2027-05-05", via="post", reason="mudou-se")
    clerk.act(case, "record_failed_service", "2027-05-07", via="personal", reason="não encontrado")
    return case
