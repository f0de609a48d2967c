"""“Troque a chave-mestra”: two persons answer for it, and the record keeps when and who."""

from __future__ import annotations

from datetime import datetime

from app import logs
from app.office import Office
from storage.rotation import Rotation, rotate
from workflow.errors import SecondPersonMissing


def change_master_key(office: Office, now: datetime, *, person: str, approved_by: str) -> Rotation:
    """Change the key that wraps those of personal data, or finish a change cut short. Raises what ``rotate`` does.

    Raises ``SecondPersonMissing`` without somebody else who checks.
    """
    if not approved_by.strip() or approved_by == person:
        raise SecondPersonMissing("A troca da chave-mestra precisa de uma segunda pessoa, que confere (--approved-by).")
    done = rotate(office.database, now, person=person, approved_by=approved_by)
    logs.done("chave-mestra trocada", keys=done.keys or 0)
    return done
