"""What votes carry: the tally, the majority the law asks, a tie and who breaks it, a vote that falls short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workflow.errors import InvalidData, NotCarried
from workflow.law_people import CASTING_VOTE, Body


def carried(votes: object, known: Sequence[str], body: Body, present: int, casting: str = "") -> str:
    """The outcome that votes carry, empty if none were given; ``casting`` is the vote of quality of who presides.

    Raises ``InvalidData`` for votes that are none, ``NotCarried`` for votes that carry nothing.
    """
    if not votes:
        return ""
    if not isinstance(votes, Mapping):
        raise InvalidData("votos: dê quantos votos teve cada resultado, ou o voto de cada nome")
    tally = _tally(votes)
    unknown = [each for each in tally if each not in known]
    if unknown:
        raise InvalidData(f"voto em {unknown[0]!r}, que não é resultado deste ato; escolha entre {', '.join(known)}")
    cast = sum(tally.values())
    if cast > present:
        raise NotCarried(f"há {cast} votos para {present} votante(s) apto(s).", body.basis)
    if body.members is not None and cast > body.members:
        raise NotCarried(f"há {cast} votos; o órgão tem {body.members} membros.", body.basis)
    if cast < min(present, body.votes):
        raise NotCarried(f"há só {cast} voto(s); a lei pede pelo menos {body.votes}.", body.basis)
    best = max(tally.values())
    leaders = [each for each, number in tally.items() if number == best]
    if casting and (body.tie != CASTING_VOTE or len(leaders) == 1):
        why = "não houve empate" if body.tie == CASTING_VOTE else "a lei não o dá a quem preside este órgão"
        raise NotCarried(f"voto de qualidade (casting_vote) em {casting!r}: {why}.", body.basis)
    if len(leaders) == 1:
        return _with_majority(leaders[0], best, body, present)
    return _untied(leaders, best, body, present, casting)


def require_counted(outcome: str, votes: object, body: Body) -> None:
    """Where the law asks more than the most votes, how many there were has to be said."""
    if body.majority_for(outcome).of and not votes:
        raise NotCarried(
            f"a lei pede {body.majority_for(outcome).in_portuguese}; diga quantos votos teve cada resultado (votes).",
            body.basis,
        )


def _untied(leaders: Sequence[str], best: int, body: Body, present: int, casting: str) -> str:
    if body.tie is None:
        raise NotCarried(f"empate em {best} votos e a lei não desempata.", body.basis)
    if body.tie != CASTING_VOTE:
        return body.tie
    if casting not in leaders:
        found = f"veio {casting!r}" if casting else "falta"
        raise NotCarried(
            f"empate em {best} votos: {found} o voto de qualidade de quem preside (casting_vote), "
            f"em {' ou '.join(leaders)}.",
            body.basis,
        )
    return _with_majority(casting, best + 1, body, present)


def _with_majority(outcome: str, votes: int, body: Body, present: int) -> str:
    """The outcome, if its votes are the majority it needs; else what the law makes of a vote that falls short."""
    asked = body.majority_for(outcome)
    needed = asked.needed(present, body.members or present)
    if votes >= needed:
        return outcome
    if body.short is not None:
        return body.short
    raise NotCarried(
        f"{outcome!r} teve {votes} voto(s); a lei pede {asked.in_portuguese}, que são {needed}.", body.basis
    )


def _tally(votes: Mapping[str, Any]) -> dict[str, int]:
    if all(isinstance(each, int) and not isinstance(each, bool) and each >= 0 for each in votes.values()):
        return dict(votes)
    if not all(isinstance(each, str) for each in votes.values()):
        raise InvalidData("votos: ou números por resultado, ou um resultado por nome, não os dois")
    tally: dict[str, int] = {}
    for outcome in votes.values():
        tally[outcome] = tally.get(outcome, 0) + 1
    return tally
