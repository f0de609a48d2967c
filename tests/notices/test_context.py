"""The context survives its freezing, and a fault can name the field without telling its text."""

from __future__ import annotations

import pytest

from notices.context import freeze, holder, thaw
from notices.kinds import KINDS
from tests.notices.samples import sample


@pytest.mark.parametrize("kind", KINDS)
def test_a_frozen_context_thaws_into_itself(kind: str) -> None:
    assert thaw(freeze(sample(kind))) == sample(kind)


def test_the_field_that_holds_a_character_is_found() -> None:
    assert holder(sample("notice_letter"), ("36-XIX",)) == "case.items.code"
    assert holder(sample("notice_letter"), ("Fictícia",)) == "case.respondent.name"
    assert holder(sample("notice_letter"), ("東",)) == ""
