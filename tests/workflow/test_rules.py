"""The compiled rules of a procedure: made once, and not for ever."""

from tests.workflow.fictional import fictional
from workflow import rules
from workflow.rules import KEPT, rules_of


def test_the_rules_of_a_procedure_are_made_once_and_those_of_laws_read_anew_do_not_fill_the_memory():
    law = fictional({})
    again = [law.model_copy() for _ in range(KEPT + 1)]
    for each in again:
        assert rules_of(each) is rules_of(each)
        assert rules_of(each).procedure is each
    assert len(rules._compiled) == KEPT
    assert id(again[0]) not in rules._compiled
