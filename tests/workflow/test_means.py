"""A service kept by a condition to some of the law's means: what is refused, what its file need not say."""

from __future__ import annotations

import pytest

from tests.planting import put
from tests.workflow.vila import faults, vila
from workflow.means import means_of

IN_HAND = put("steps.serve_decision.requires", [{"field_is": {"field": "via", "values": ["personal"], "basis": "3"}}])
LATE = put("services.public_notice.effective_after", "10 days")
UNTRIED = put("steps.record_failed_service.from", ["awaiting_notification", "awaiting_final_notice"])


def test_a_service_has_all_the_means_of_the_law_but_where_a_condition_names_some():
    law = vila(IN_HAND)
    assert list(means_of(law, law.steps["serve_notice"])) == list(law.services)
    assert list(means_of(law, law.steps["serve_decision"])) == ["personal"]


@pytest.mark.parametrize("change", [LATE, UNTRIED], ids=["takes effect later", "waits for others to fail"])
def test_a_means_that_a_service_may_not_use_asks_nothing_of_its_places(change):
    def about_the_decision(*changes):
        return [what for _, what in faults(*changes) if "awaiting_decision_notice" in what]

    assert about_the_decision(change) != []
    assert about_the_decision(change, IN_HAND) == []
