"""Whether two notices are about one fact: the same person, item and day, and nothing that tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workflow.procedure import Procedure


def told_apart(procedure: Procedure, notice: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields by which the law tells facts apart that both notices say, and say differently.

    What one of them leaves out tells nothing apart: the doubt is the accused's. Case and spaces do not count.
    """
    names: Iterable[str] = procedure.same_fact.told_apart_by if procedure.same_fact is not None else ()
    return tuple(name for name in names if _differ(notice.get(name), other.get(name)))


def _differ(one: object, other: object) -> bool:
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    return (
        bool(one.strip() and other.strip()) and " ".join(one.split()).casefold() != " ".join(other.split()).casefold()
    )
