"""What changed between two versions of a law is told by path, in words, and nothing that stayed is told."""

from __future__ import annotations

import pytest

from procedures.difference import differences
from tests.planting import GONE, put, resolved
from workflow.procedure import ARCHIVED

AS_IT_IS = resolved()


def only(*changes):
    (found,) = differences(AS_IT_IS, resolved(*changes))
    return found


def test_a_law_does_not_differ_from_itself():
    assert differences(AS_IT_IS, resolved()) == []


@pytest.mark.parametrize(
    ("path", "value", "name", "old", "new"),
    [
        ("time_limits.appeal.length", "20 business days", "Prazo de recurso: duração", "15 dias", "20 dias úteis"),
        ("bodies.review_board.legal", 0, "Órgão “Junta Revisora”: com formação jurídica", "1", "0"),
        ("bodies.review_board.permanent", False, "Órgão “Junta Revisora”: só efetivos", "sim", "não"),
        ("counting.penalty.ends", "next_business_day", "Contagem da pena: último dia",
         "não passa", "passa ao dia útil seguinte"),
        ("time_limits.appeal.on_expiry", "warn", "Prazo de recurso: ao vencer",
         "Tornar definitiva a decisão", "só avisa"),
        ("steps.judge.by", ["review_board"], "Ato “Julgar a defesa”: quem pratica",
         "Comissão Especial de Julgamento", "Junta Revisora"),
        (["penalties", "B-4", "units"], "7.5", "Pena “Multa B-4 (100% de 5 URM)”: quantidade", "5", "7,5"),
        ("steps.judge.to.dismissed", "archived/void", "Ato “Julgar a defesa”: para onde leva, auto insubsistente",
         "Arquivado por defesa acolhida", "Arquivado por nulidade"),
        ("choice.how", "any", "Escolha das penas: modo", "todas", "as que couberem"),
    ],
)  # fmt: skip
def test_a_value_is_told_as_people_read_it(path, value, name, old, new):
    found = only(put(path, value))
    assert (found.path, found.name) == (path if isinstance(path, str) else ".".join(path), name)
    assert (found.old, found.new) == (old, new)


def test_of_a_list_that_kept_something_what_came_and_went_is_told():
    items = {"penalties": ["B-1", "C-2", "A"]}
    assert only(put(["infractions", "36-I", "penalties"], items["penalties"])).gist == "entra A"
    assert only(put(["infractions", "36-I", "penalties"], ["B-1", "A"])).gist == "entra A; sai C-2"
    assert only(put(["infractions", "36-I", "penalties"], ["A"])).gist == ""


def test_an_entry_on_one_side_only_is_one_change():
    gone = only(put("origins.inspection", GONE))
    assert (gone.path, gone.what, gone.new) == ("origins.inspection", "removed", "")
    came = only(put(f"states.{ARCHIVED}/outro", {"label": "Arquivado por outra razão"}))
    assert (came.path, came.what, came.old) == ("states.archived/outro", "added", "")


def test_the_order_of_terms_is_a_rule():
    limits = list(AS_IT_IS.time_limits.items())
    other = AS_IT_IS.model_copy(update={"time_limits": dict(reversed(limits))})
    (found,) = differences(AS_IT_IS, other)
    assert (found.path, found.name) == ("time_limits", "Prazos: ordem")
    assert found.old.startswith("Prazo para notificar, Prazo de defesa")


def test_a_quote_is_told_apart_from_rules():
    assert only(put(["articles", "46", "quote"], "outro")).is_quote
