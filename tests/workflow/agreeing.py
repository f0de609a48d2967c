"""Vila das Pedras with a promise to adjust: it holds the case; kept, it ends it; broken, the case goes on."""

from __future__ import annotations

from typing import Any

from tests.planting import Change, put
from tests.workflow.play import Play
from tests.workflow.vila import opened

PLACES = ["under_first_judgment", "awaiting_appeal", "enforcement"]
PROMISE = {"label": "Firmar compromisso", "does": "agree", "by": ["head"], "from": PLACES, "basis": "5",
           "data": {"promised": {"type": "length"}}}  # fmt: skip
KEEP = {
    "label": "Dar por cumprido",
    "does": "cancel",
    "by": ["head"],
    "from": PLACES,
    "to": "archived/kept",
    "basis": "5",
}
BREAK = {"label": "Dar por descumprido", "does": "breach", "by": ["clock", "head"], "from": PLACES, "basis": "5"}
TERM = {"length": {"from": "1 day", "until": "90 days", "set_by": "promised", "default": "30 days"}, "binds": "party",
        "opened_by": ["promise"], "met_by": ["keep_promise"], "on_expiry": "break_promise", "basis": "5"}  # fmt: skip
WHOLE: tuple[Change, ...] = (
    put("steps.promise", PROMISE), put("steps.keep_promise", KEEP), put("steps.break_promise", BREAK),
    put("time_limits.promise", TERM), put(["states", "under_agreement"], {"label": "Suspenso por compromisso"}),
    put(["states", "archived/kept"], {"label": "Compromisso cumprido"}),
)  # fmt: skip


def in_judgment(*changes: Change, **data: Any) -> Play:
    """Defended on Tuesday, 16 March 2027: the head has until 15 May, a Saturday, so Monday the 17th."""
    play = opened(*WHOLE, *changes, **data)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="09:00")
    return play
