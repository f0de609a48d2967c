"""Papers of what only an invented law says: a slip of one's own, instalments, each told in full and in Portuguese."""

from __future__ import annotations

import re
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.papers import frozen_papers
from app.play import play
from app.rehearsal_reading import read_rehearsals
from notices import writers
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose
from procedures.loader import load_law
from procedures.municipality import load_town
from storage.papers import PaperMark
from tests.app.clerk import OPENING
from tests.app.test_papers_of_every_law import LEAK, Transaction
from tests.laws.played import FICTIONAL
from workflow.case import Case
from workflow.fold import evolve

LAW, TOWN = "xx_lagoa_serena_lei_58_2029", FICTIONAL / "xx_lagoa_serena.yaml"
TOLD = {each.id: each.told for each in read_rehearsals(FICTIONAL / LAW / "rehearsals.yaml", FICTIONAL) if each.told}


@lru_cache
def papers_of(case_id: str) -> list[tuple[str, str]]:
    law = load_law(FICTIONAL / LAW)
    office: Any = SimpleNamespace(
        town=load_town(TOWN), settings=SimpleNamespace(town_file=TOWN), files=SimpleNamespace(), law_of=lambda _: law
    )
    procedure, tx = law.resolve(), Transaction()
    case, found = Case(id="000001/2029"), []
    events = play(TOLD[case_id], procedure).events
    for event in [_told(each) for each in events]:
        after = evolve(case, event)
        for paper in frozen_papers(office, tx, procedure, case, event, after):
            mark = PaperMark(
                kind=paper.kind, series=paper.series, number=paper.number, template="", context="", body=paper.body
            )
            tx.issued[event.version].append(mark)
            found.append((paper.kind, writers.text(compose(kind_of(paper.kind), thaw(paper.context)))))
        tx.events.append(event)
        case = after
    return found


def _told(event):
    return replace(event, data={**OPENING, **event.data}) if event.version == 1 else event


@pytest.mark.parametrize("case_id", TOLD)
def test_every_paper_is_whole_and_in_portuguese(case_id):
    for kind, paper in papers_of(case_id):
        assert LEAK.findall(re.sub(r"https?://\S+|\S+@\S+|FINE_BRL", "", paper)) == [], kind


def flat(text):
    return " ".join(text.replace("|", " ").replace("\xa0", " ").split())


def slips(case_id):
    return [paper for kind, paper in papers_of(case_id) if kind == "payment_slip"]


def test_the_slip_of_a_parted_fine_lists_the_parts_and_their_days():
    slip = slips("LS-17")[-1].replace("\xa0", " ")
    assert "em 6 parcelas; a próxima vence em quinta-feira, 10 de maio de 2029" in flat(slip)
    assert re.findall(r"Vencimento: (\S+)\n\s+Valor: R\$ (\S+)", slip) == [
        ("10/05/2029", "133,35"), ("11/06/2029", "133,33"), ("10/07/2029", "133,33"), ("10/08/2029", "133,33"),
        ("10/09/2029", "133,33"), ("10/10/2029", "133,33"),
    ]  # fmt: skip
    assert "art. 12, § 2º" in slip


def test_the_slip_of_one_of_two_is_his_own():
    both = [slip.replace("\xa0", " ") for slip in slips("LS-08")]
    assert len(both) == 2
    assert all("R$ 300,00" in slip and "R$ 600,00" not in slip for slip in both)


def test_the_notice_announces_each_of_two_his_own_fine_and_the_decision_says_who_repeats():
    told = {kind: flat(paper) for kind, paper in papers_of("LS-31") if kind in ("infraction_notice", "decision")}
    assert "30 ULS (dono); 60 ULS (condutor)" in told["infraction_notice"]
    for said in (
        "30 ULS (dono): R$ 300,00", "60 ULS (condutor): R$ 600,00", "Dono: Não há reincidência a considerar.",
        "Condutor: 1ª reincidência (art. 10).", "Total das multas: R$ 900,00",
    ):  # fmt: skip
        assert said in told["decision"], said


def test_the_letter_to_each_of_two_tells_his_own_fine_and_his_own_repeat():
    primary, repeat = (flat(paper) for kind, paper in papers_of("LS-31") if kind == "decision_letter")
    assert ("R$ 300,00" in primary, "R$ 600,00" in primary, "fato de 10/01/2029" in primary) == (True, False, False)
    assert ("R$ 300,00" in repeat, "R$ 600,00" in repeat, "fato de 10/01/2029" in repeat) == (False, True, True)
    assert "Não há reincidência" not in repeat


def test_a_slip_before_the_fine_is_final_says_from_when_the_term_will_count():
    slip = flat(slips("LS-10")[0])
    assert "30 (trinta) dias corridos, contados do dia seguinte ao dia em que a decisão se torna definitiva" in slip
