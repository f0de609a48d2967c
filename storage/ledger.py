"""Verification: is the record whole, in order and unaltered, and does all that stands beside it follow from it?

It works on one consistent view of what belongs to no single case and one of each page of cases, so that it holds none
open for long, and lists what it finds, each with layer, case and position. It proves integrity and order, not that what
was recorded is true; that the law was applied right is for ``recheck``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, TypeAlias

from storage.check_case import CaseCheck
from storage.check_page import Page
from storage.check_proof import check_checkpoints
from storage.check_town import (
    check_files,
    check_keys,
    check_log,
    check_matters,
    check_numbers,
    check_sources,
    check_tasks,
)  # fmt: skip
from storage.files import Files
from storage.findings import Finding
from storage.person_keys import wrapped_of
from storage.signing import SigningKey
from storage.store import Store

Recheck: TypeAlias = Callable[[CaseCheck], Iterable[tuple[int, str]]]
"""Decides a case's events again; gives, for each that comes out otherwise, its version and a sentence."""

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many cases are done, and of how many."""


class Checked(NamedTuple):
    """What looking at some cases showed: what does not hold, and the sources their acts name."""

    findings: list[Finding]
    used: frozenset[str]


CheckCases: TypeAlias = Callable[[list[str]], AbstractContextManager[Iterable[Checked]]]
"""Looks at the cases of these numbers, a page at a time; elsewhere it may begin at once."""

PAGE = 100
"""Cases looked at between one sign of progress and the next."""


def pages(cases: list[str]) -> list[list[str]]:
    """The cases, some at a time."""
    return [cases[start : start + PAGE] for start in range(0, len(cases), PAGE)]


def verify_cases(store: Store, cases: list[str], recheck: Recheck | None = None) -> Checked:
    """Everything about these cases, which follow one another, that does not hold; on one consistent view."""
    findings: list[Finding] = []
    used: set[str] = set()
    with store.database.reading() as connection:
        page = Page(connection, cases)
    for case_id in cases:
        case = CaseCheck(page, store.log.name, case_id, store.database.keys)
        findings.extend(case.findings())
        used |= {digest for event in case.events for digest in (event.procedure, event.town)}
        if recheck is not None and case.readable:
            findings.extend(Finding("direito", case_id, version, what) for version, what in recheck(case))
    return Checked(findings, frozenset(used))


def verify(
    store: Store,
    files: Files,
    *,
    key: SigningKey | None = None,
    recheck: Recheck | None = None,
    check: CheckCases | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """Everything that does not hold; an empty list is the good answer. Raises a ``StorageFault`` if it cannot read.

    With the key that signs checkpoints, every root it signed is made again from the bytes of the acts. The cases are
    looked at here, with ``recheck``, or by ``check``.
    """
    findings: list[Finding] = []
    used: set[str] = set()

    def here(cases: list[str]) -> AbstractContextManager[Iterable[Checked]]:
        return nullcontext(verify_cases(store, page, recheck) for page in pages(cases))

    with store.database.surveying() as connection:
        rows = connection.execute("SELECT case_id FROM case_file UNION SELECT case_id FROM event ORDER BY 1").fetchall()
    cases = [case_id for (case_id,) in rows]
    with (check or here)(cases) as looked:
        with store.database.surveying() as connection:
            findings.extend(store.database.findings(connection))
            findings.extend(check_log(connection))
            if key is not None:
                findings.extend(check_checkpoints(connection, key))
            findings.extend(check_numbers(connection))
            findings.extend(check_tasks(connection))
            findings.extend(check_keys(connection))
            findings.extend(check_matters(connection))
        for done, checked in enumerate(looked, start=1):
            findings.extend(checked.findings)
            used |= checked.used
            if progress is not None:
                progress(min(done * PAGE, len(cases)), len(cases))
    with store.database.faults():
        findings.extend(check_files(store.database.connection, files))
        findings.extend(check_sources(store.database.connection, used))  # last: those of acts recorded meanwhile too
    return findings


def erased(store: Store) -> list[tuple[str, int, str]]:
    """The personal values and the papers that are gone: case, act, and path in the act's data, or paper."""
    with store.database.surveying() as connection:
        rows = connection.execute(
            f"""SELECT case_id, version, field FROM private_value
                WHERE sealed IS NULL OR ({wrapped_of("private_value")}) IS NULL
                UNION ALL SELECT case_id, version, 'peça ' || code FROM document
                WHERE ({wrapped_of("document")}) IS NULL ORDER BY 1, 2, 3"""  # noqa: S608 - words of ours
        )
        return [(case_id, version, field) for case_id, version, field in rows]


def sources(store: Store) -> list[tuple[str, str, str, bytes]]:
    """Digest, kind, name and content of all that acts were decided with."""
    with store.database.surveying() as connection:
        rows = connection.execute("SELECT digest, kind, name, content FROM source ORDER BY digest")
        return [(digest, kind, name, content) for digest, kind, name, content in rows]
