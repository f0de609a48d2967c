"""What people send: made fit for the record or refused, field named, before the law looks at it."""

import pytest

from app.intake import LINE, MOST, TEXT
from app.verification import verify_office
from storage.faults import KeyReused
from tests.app import desk as here
from workflow.errors import CalendarMissing, DevidoError, InvalidData

P = {"name": "Ana Exemplo"}
DEEP: list = []
for _ in range(3000):
    DEEP = [DEEP]


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


REFUSED = {
    "no respondent": ({"respondent": None}, "falta o autuado"),
    "a respondent without a name": ({"respondent": {"tax_id": here.TAX_ID}}, "respondent.name"),
    "an empty name": ({"respondent": {"name": "  "}}, "respondent.name"),
    "a name without a letter": ({"respondent": {"name": "---"}}, "veio '---'"),
    "a CPF with a wrong digit": ({"respondent": P | {"tax_id": "529.982.247-26"}}, "dígitos verificadores"),
    "a CPF of equal digits": ({"respondent": P | {"tax_id": "111.111.111-11"}}, "dígitos verificadores"),
    "a CNPJ with a wrong digit": ({"respondent": P | {"tax_id": "03.439.239/0001-51"}}, "dígitos verificadores"),
    "a CNPJ of letters with a wrong digit": ({"respondent": P | {"tax_id": "12.ABC.345/01DE-36"}}, "verificadores"),
    "a CPF cut short": ({"respondent": P | {"tax_id": "529.982.247"}}, "respondent.tax_id"),
    "one of two respondents": (
        {"respondent": {"driver": P, "owner": {"name": "Bia", "tax_id": "1"}}}, "respondent.owner.tax_id",
    ),
    "a misspelt datum": ({"respondent": P | {"taxid": "1"}}, "quis dizer 'tax_id'?"),
    "a misspelt datum of the vehicle": ({"vehicle": {"plaet": "EXM0A10"}}, "quis dizer 'plate'?"),
    "an unknown field": ({"estado": "archived"}, "campo desconhecido 'estado'"),
    "a line of ten thousand letters": ({"inspector": "x" * 10_000}, f"inspector: tem 10000 letras; cabem {LINE}"),
    "a text without end": ({"narrative": "x" * (TEXT + 1)}, f"cabem {TEXT}"),
    "a line that breaks": ({"inspector": "Agente\r\nBcc: x"}, "uma linha só"),
    "NUL": ({"inspector": "A\0B"}, "U+0000"),
    "a sign that turns the reading": ({"respondent": {"name": "Ana \u202eotlaF"}}, "respondent.name"),
    "half a character": ({"narrative": "\ud800"}, "U+D800"),
    "a tower of accents": ({"inspector": "e" + "\u0323" * 50}, "sinais sobre uma letra"),
    "a number with a point": ({"witnesses": 1.5}, "witnesses"),
    "not a number": ({"witnesses": float("nan")}, "witnesses"),
    "a number beyond measure": ({"witnesses": 10**400}, "witnesses"),
    "values within values": ({"vehicle": {"make": DEEP}}, "níveis de dados"),
    "too many values": ({"items": ["36-II"] * (MOST + 1)}, f"mais de {MOST} valores"),
    "a name that is no text": ({"vehicle": {1: "x"}}, "era para ser texto"),
    "an object": ({"narrative": object()}, "narrative"),
    "an attachment by its name": ({"attachments": ["foto.jpg"]}, "não é o digesto SHA-256"),
    "an attachment never stored": ({"attachments": ["0" * 64]}, "Não há arquivo guardado"),
    "a day that does not exist": ({"fact_on": "2027-02-29"}, "não existe"),
    "a day written otherwise": ({"fact_on": "2027-2-1"}, "AAAA-MM-DD"),
    "a day in other digits": ({"fact_on": "۲۰۲۷-۰۲-۰۱"}, "AAAA-MM-DD"),
    "a day before the law": ({"fact_on": "0001-01-01"}, "Rege o fato: a Lei Municipal 3.054/1998"),
    "a day to come": ({"fact_on": "2027-03-02"}, "ainda não chegou"),
    "an item that is not there": ({"items": ["36-L"]}, "não tem a infração 36-L"),
    "a person who records in two lines": ({"recorded_by": "a\nb"}, "recorded_by"),
    "a key in two lines": ({"key": "a\nb"}, "chave"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "says"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_with_its_field_and_leaves_nothing(desk, given, says):
    with pytest.raises(DevidoError) as refusal:
        here.draw_up(desk, **given)
    assert says in str(refusal.value)
    assert desk.database.connection.execute("SELECT count(*) FROM event").fetchone() == (0,)
    assert here.draw_up(desk) == "000001/2027"


TAKEN = {
    "accents apart from their letters": ("Joa\u0303o Concec\u0327a\u0303o", "João Conceção"),
    "marks without ink": ("Jo\u00ada\u200bna\ufeff", "Joana"),
    "dotless and dotted i": ("İı Exemplo", "İı Exemplo"),
    "an emoji, which its paper will miss": ("Ana 😀", "Ana 😀"),
    "markup": ('"><img src=x>{{7*7}}', '"><img src=x>{{7*7}}'),
    "a formula": ("=HYPERLINK(1) Ana", "=HYPERLINK(1) Ana"),
}


@pytest.mark.parametrize(("name", "kept"), TAKEN.values(), ids=TAKEN)
def test_what_can_be_kept_is_kept_in_one_form(desk, name, kept):
    case = here.draw_up(desk, respondent={"name": name}, narrative="um\r\ndois\u2028três")
    (opening,) = desk.store.history(case)
    assert opening.data["respondent"] == {"name": kept}
    assert opening.data["narrative"] == "um\ndois\ntrês"
    assert verify_office(desk).findings == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("52998224725", "529.982.247-25"),
        ("12.abc.345/01de-35", "12.ABC.345/01DE-35"),
        ("03439239000150", "03.439.239/0001-50"),
    ],
)
def test_a_tax_number_is_kept_as_it_is_printed(desk, typed, kept):
    case = here.draw_up(desk, respondent=P | {"tax_id": typed})
    assert desk.store.history(case)[0].data["respondent"]["tax_id"] == kept


def test_a_bare_number_where_a_name_goes_is_that_name(desk):
    case = here.draw_up(desk, respondents=[7], inspector=9)
    assert (desk.store.load(case).head.respondents, desk.store.load(case).head.inspector) == (("7",), "9")
    assert verify_office(desk).findings == []


def test_the_same_file_twice_is_one_attachment(desk, tmp_path):
    (tmp_path / "foto.jpg").write_bytes(b"x")
    with (tmp_path / "foto.jpg").open("rb") as source:
        file = desk.files.put(source, "image/jpeg")
    case = here.draw_up(desk, attachments=[file.sha256] * 2, files=[file])
    assert desk.store.history(case)[0].data["attachments"] == [file.sha256]


def test_one_key_is_one_command_on_one_case(desk):
    first, second = here.draw_up(desk, key="a"), here.draw_up(desk, "2027-03-02", key="b")
    here.do(desk, "dispatch_notice", "2027-03-03", case=first, key="c", via="post")
    again = here.do(desk, "dispatch_notice", "2027-03-03", case=first, key="c", via="post")
    assert (again.appended.repeated, again.appended.version, again.event) == (True, 2, None)
    for case, via in ((second, "post"), (first, "personal")):
        with pytest.raises(KeyReused, match="já serviu a outro comando"):
            here.do(desk, "dispatch_notice", "2027-03-03", case=case, key="c", via=via)
    assert desk.store.load(second).version == 1


def test_nothing_opens_in_a_year_without_calendar(desk):
    with pytest.raises(CalendarMissing, match="não cobre o ano de 2033"):
        here.draw_up(desk, "2033-03-01")


def test_a_replaced_respondent_is_named(desk):
    case = here.draw_up(desk)
    with pytest.raises(InvalidData, match="falta o autuado"):
        here.do(desk, "replace_respondent", "2027-03-02", case=case, reasons="erro")
