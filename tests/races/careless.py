"""The defects that the races here must catch, put into the very program for as long as a test lasts."""

from __future__ import annotations

import secrets
from contextlib import contextmanager

from msgspec.structs import replace

from storage.store import Store

HELD = Store.transaction


def careless(*, keys: bool = False) -> None:
    """A case is looked at before it is held and decided as it was then, no version heeded; nor any key, if told so."""

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


def keyless() -> None:
    """The same command twice is two commands, on whatever the case is by then."""

    def transaction(self, case_id, *, key, **more):
        return HELD(self, case_id, key=key + secrets.token_hex(8), **more)

    Store.transaction = transaction


def careful() -> None:
    """As it is again."""
    Store.transaction = HELD
