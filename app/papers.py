"""The papers an act issues: numbered, coded, and frozen with all they will say, inside the act's transaction."""

from __future__ import annotations

from app.office import Office
from storage.papers import FrozenPaper
from storage.transaction import Transaction
from workflow.case import Case, Event
from workflow.procedure import Procedure


def frozen_papers(
    office: Office, tx: Transaction, procedure: Procedure, before: Case, event: Event, after: Case
) -> list[FrozenPaper]:
    """The papers of an event."""
    return []
