"""The defect that every race here must catch: a case looked at before it is held, and decided as it was then."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from dataclasses import replace

from storage.store import Store

HELD = Store.transaction


def careless(*, keys: bool = False) -> None:
    """From now on, in this process: no second look under the lock, no heed of versions; nor of ``keys``, if so told."""

    @contextmanager
    def transaction(self, case_id, *, key, version=None, **more):
        seen = self.load(case_id)
        if keys:
            key += secrets.token_hex(8)
        with HELD(self, case_id, key=key, **more) as tx:
            if tx.recorded is None:
                tx.case = replace(seen, version=tx.case.version)
            yield tx

    Store.transaction = transaction


def careful() -> None:
    """As it is again."""
    Store.transaction = HELD
