"""Each check of prices, repeat and money names the fault planted in a whole law, by its path, and only it."""

from __future__ import annotations

import pytest

from tests.planting import found, put

BAND_ROWS = [{"from": 1, "until": 5, "units": "10"}, {"from": 6, "units": "20"}]
PRICES = [
    ("penalties.B-1.reais", "10.00", "um só preço: há units e reais", "penalties.B-1"),
    ("penalties.B-1", {"kind": "fine", "percent": "2%", "basis": "34 II"}, "percent e of andam juntos"),
    ("penalties.B-1", {"kind": "fine", "percent": "2%", "of": "declared", "basis": "34 II"}, "não informa 'declared'",
     "penalties.B-1.of"),
    ("penalties.B-1.units", {"from": "9", "until": "3"}, "o menor vem primeiro"),
    ("penalties.D.days", {"from": 180, "until": 31}, "o menor vem primeiro"),
    ("penalties.B-1.count_up_to", 30, "diga o que se conta"),
    ("penalties.A.units", "1", "só multa", "penalties.A"),
    ("penalties.A.per", "day", "só multa", "penalties.A"),
    ("penalties.B-1", {"kind": "fine", "unit": "URM", "reais": "1.00", "basis": "34 II"}, "não diga unidade",
     "penalties.B-1.unit"),
    ("penalties.B-1", {"kind": "fine", "units": "1", "floor": "5", "cap": "2", "basis": "34 II"}, "passa do máximo",
     "penalties.B-1.floor"),
    ("penalties.B-1", {"kind": "fine", "bands": {"of": "witnesses", "rows": []}, "basis": "34 II"}, "diga as faixas",
     "penalties.B-1.bands.rows"),
    ("penalties.B-1", {"kind": "fine", "basis": "34 II", "bands": {"of": "witnesses", "rows": [
        {"from": 1, "until": 5, "units": "10"}, {"from": 7, "units": "20"}]}}, "a faixa de antes vai até 5",
     "penalties.B-1.bands.rows[2º]"),
    ("penalties.B-1", {"kind": "fine", "basis": "34 II", "bands": {"of": "witnesses", "rows": [
        {"from": 1, "until": 5, "units": "10"}, {"from": 6, "reais": "20"}]}}, "na mesma medida",
     "penalties.B-1.bands.rows"),
    ("penalties.B-1", {"kind": "fine", "basis": "34 II", "bands": {"of": "witnesses", "rows": [
        {"from": 1, "until": 5, "units": "10"}, {"is": "many", "units": "20"}]}}, "não as duas",
     "penalties.B-1.bands.rows"),
    ("penalties.B-1", {"kind": "fine", "basis": "34 II", "bands": {"of": "witnesses", "rows": [{"from": 1}]}},
     "diga o preço da faixa", "penalties.B-1.bands.rows[1º]"),
    ("penalties.B-1", {"kind": "fine", "basis": "34 II", "bands": {"of": "wheels", "rows": BAND_ROWS}},
     "não informa 'wheels'", "penalties.B-1.bands.of"),
    ("circumstances.bad", {"plus": "1%", "times": "2", "basis": "38 caput"}, "uma coisa só"),
    ("circumstances.bad", {"basis": "38 caput"}, "uma coisa só"),
    ("circumstances.bad", {"minus": "101%", "basis": "38 caput"}, "não se tira mais", "circumstances.bad.minus"),
    ("circumstances.bad", {"plus": "1%", "items": ["36-LX"], "basis": "38 caput"}, "item ou grupo desconhecido",
     "circumstances.bad.items"),
    ("circumstances.bad", {"plus": "1%"}, "falta basis"),
    ("money.circumstances_within", {"from": "1", "until": "2"}, "não tem circunstâncias"),
    ("groups.grave", ["36-LX"], "item desconhecido"),
    ("groups.36-I", ["36-II"], "já é um item"),
]  # fmt: skip


@pytest.mark.parametrize("planted", PRICES, ids=lambda planted: planted[2])
def test_a_price_that_cannot_be_reckoned_is_named(planted):
    path, value, says, *where = planted
    faults = found(put(path, value))
    assert [fault[0] for fault in faults] == [*where, path][:1], faults
    assert says in faults[0][1]


def test_silence_cannot_confess_what_only_a_decision_fixes():
    confession = {"covers": ["fine"], "basis": "33 §2"}
    faults = found(put("confession", confession), put("penalties.B-1.units", {"from": "1", "until": "2"}))
    assert [where for where, what in faults if "silêncio" in what] == ["penalties.B-1"]


ADDS = [{"adds": ["E"], "basis": "38 §3"}]
MORE = {"basis": "38 caput", "levels": ADDS}


def more(**rule):
    return {**MORE, **rule}


def level(**brings):
    return more(levels=[{"basis": "38 §1", **brings}])


LADDERS = [
    ("repeat.more", more(same="group"), "não tem grupos", "repeat.more.same"),
    ("repeat.more", more(after=-1), "zero ou mais", "repeat.more.after"),
    ("repeat.more", more(beyond={"basis": "38 §3"}), "diga o que cada uma a mais traz", "repeat.more.beyond"),
    ("repeat.more", more(cap={"basis": "38 §3"}), "diga até onde", "repeat.more.cap"),
    ("repeat.more", more(sum={"reaches": 20}), "nenhum item tem pontos", "repeat.more.sum"),
    ("repeat.more", level(plus="1%", times="2"), "não os dois", "repeat.more.levels[1º]"),
    ("repeat.more", level(plus="1%", instead_of=["E"]), "diga no que se tornam", "repeat.more.levels[1º].instead_of"),
    ("repeat.more", level(turns_into=["Z"]), "pena desconhecida", "repeat.more.levels[1º].turns_into"),
    ("repeat.more", level(), "este grau nada muda", "repeat.more.levels[1º]"),
    ("infractions.36-I.points", 3, "nenhuma regra de reincidência soma pontos"),
]  # fmt: skip


@pytest.mark.parametrize("planted", LADDERS, ids=lambda planted: planted[2])
def test_a_repeat_rule_that_cannot_count_is_named(planted):
    path, value, says, *where = planted
    faults = found(put(path, value))
    assert [fault[0] for fault in faults] == [*where, path][:1], faults
    assert says in faults[0][1]


def test_a_sum_has_one_level_and_reaches_something():
    points = {"sum": {"reaches": 0}, "levels": ADDS, "basis": "38 caput", "after": 1}
    faults = found(put("repeat.points", points), put("infractions.36-I.points", 3))
    assert [where for where, _ in faults] == ["repeat.points.sum.reaches", "repeat.points.sum"]


def less(**rule):
    return {"early": {"less": "50%", "until": "defense", "basis": "33 §7", **rule}}


EARLY = [
    (less(less="0%"), "entre 0% e 100%", "less"),
    (less(less="100%"), "entre 0% e 100%", "less"),
    (less(until="defence"), "quis dizer 'defense'?", "until"),
    (less(until="notice"), "não é da parte", "until"),
    (less(needs=["waive_apeal"]), "quis dizer 'waive_appeal'?", "needs"),
    (less(lost_by=["file_appeal"], waives=["file_appeal"]), "ora perde o desconto", "lost_by"),
    (less(items=["36-LX"]), "item ou grupo desconhecido", "items"),
    (less(basis=[]), "falta basis", ""),
]


@pytest.mark.parametrize(("discounts", "says", "key"), EARLY)
def test_a_discount_that_could_not_be_given_is_named(discounts, says, key):
    faults = found(put("money.discounts", discounts))
    assert [fault[0] for fault in faults] == [f"money.discounts.early.{key}".rstrip(".")], faults
    assert says in faults[0][1]


def test_being_late_costs_something_by_some_article_and_goes_somewhere():
    assert [fault[0] for fault in found(put("money.late", {"basis": "33 §7"}))] == ["money.late"]
    assert [fault[0] for fault in found(put("money.late", {"fine": "2%"}))] == ["money.late"]
    assert [fault[0] for fault in found(put("penalties.A.goes_to", "Fundo"))] == ["penalties.A.goes_to"]
    unpaid = found(put("money.late", {"fine": "2%", "basis": "33 §7"}), put("time_limits.payment.met_by", []))
    assert any("nunca começaria" in what for _, what in unpaid)
