"""Canonical bytes: equal to RFC 8785 inside our grammar, and nothing outside of it."""

import json
import unicodedata
from datetime import date
from decimal import Decimal
from hashlib import sha256

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from storage.canonical import canonical, commitment, leaf_of, require_json
from storage.faults import NotCanonical

TEXT = st.text(st.characters(exclude_categories=("Cs",))).map(lambda text: unicodedata.normalize("NFC", text))
WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=12,
)


@given(JSON)
@example({"\U0001f600": 1, "\uffff": 2, "z": 3})  # UTF-16 order is not the order of characters
@example({'\x00\x1f\x7f\b\t\n\f\r"\\/': "\u2028 §"})
def test_it_is_rfc_8785_byte_for_byte(value):
    require_json(value)
    assert canonical(value) == rfc8785.dumps(value)
    assert json.loads(canonical(value)) == value


@pytest.mark.parametrize(
    "bad",
    [
        1.5,
        float("nan"),
        2**53,
        -(2**53),
        {"a": [0.0]},
        {1: "x"},
        b"x",
        Decimal(1),
        date(2027, 1, 1),
        (1, 2),
        {"x": {1}},
    ],
)
def test_what_the_grammar_has_no_place_for_is_refused(bad):
    with pytest.raises(NotCanonical):
        require_json(bad)


@pytest.mark.parametrize("bad", ["José".replace("é", "e\u0301"), {"e\u0301": 1}, "\ud800"])
def test_text_that_is_not_unicode_in_nfc_is_refused(bad):
    with pytest.raises(NotCanonical):
        canonical({"x": bad})


def test_leaf_and_commitment_are_the_published_formulas():
    assert leaf_of(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"  # RFC 6962, 2.1.1
    salt = bytes(range(32))
    assert commitment(salt, "f", "v") == sha256(b"\x02" + salt + b'{"field":"f","value":"v"}').digest()
