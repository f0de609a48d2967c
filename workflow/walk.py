"""Walks a procedure for its citations: which article each rule stands on, by the rule's path in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workflow.procedure import Option, Procedure, Rule


def citations_of(procedure: Procedure) -> Iterator[tuple[str, str]]:
    """Each citation with the path of the rule that makes it (``33 §1``, ``time_limits.notice``), in file order.

    An item cites its own unit of the law. What an answer would set counts: its rules must stand on the law too.
    """
    for name in type(procedure).model_fields:
        if name in ("articles", "answers", "unanswered"):
            continue
        yield from _inside(getattr(procedure, name), name)
    for item, infraction in procedure.infractions.items():
        yield unit_of(procedure, item), f"infractions.{item}"
        if infraction.duty_of is not None:
            yield from (
                (citation, f"infractions.{item}")
                for citation in procedure.articles
                if citation.split()[0] == infraction.duty_of and procedure.articles[citation].quote
            )


def unit_of(procedure: Procedure, item: str) -> str:
    """The unit of the law that an item is: ``36-XIX`` is ``36 XIX``, ``25-X`` is what ``article_of`` makes of it."""
    article, _, part = item.partition("-")
    head = procedure.article_of.get(article, article)
    return f"{head} {part}".strip()


def _inside(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Rule):
        if isinstance(value, Option):
            yield from ((citation, path) for citation in value.cites)
            yield from _patched(value.set, path)
            return
        for name in type(value).model_fields:
            inner = getattr(value, name)
            if name == "basis":
                yield from ((citation, path) for citation in _listed(inner))
            elif name != "parameters":
                yield from _inside(inner, f"{path}.{name}")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _inside(inner, f"{path}.{key}")
    elif isinstance(value, (list, tuple)):
        for number, inner in enumerate(value, 1):
            if isinstance(inner, Rule):
                yield from _inside(inner, path if path.endswith(".requires") else f"{path}[{number}º]")


def _patched(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Citations in the values an option sets, which are still as the file has them."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "basis" or str(key).endswith(".basis"):
                yield from ((citation, path) for citation in _listed(inner))
            else:
                yield from _patched(inner, path)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _patched(inner, path)


def _listed(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _listed(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from (str(each) for each in value)
    elif value is not None:
        yield str(value)
