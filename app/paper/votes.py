"""How a body voted, as far as its act says: members by name, the tally, the reading of each vote."""

from __future__ import annotations

from typing import Any

from app.paper.material import Material
from app.paper.story import Deed
from notices.acts import Vote
from procedures.town_entries import Member


def votes_of(material: Material, deed: Deed) -> tuple[Vote, ...]:
    """The members who sat, by name, where the act names them."""
    voters, votes = deed.data.get("voters"), deed.data.get("votes")
    names = [str(each) for each in voters] if isinstance(voters, list | tuple) else []
    said = {str(name): value for name, value in votes.items()} if isinstance(votes, dict) else {}
    if not names and said and all(isinstance(value, str) for value in said.values()):
        names = list(said)
    rapporteur = deed.text("rapporteur")
    members = {each.name: each for each in reversed(material.office.town.members) if each.body == deed.by}
    return tuple([_vote(deed, name, members.get(name), said.get(name), name == rapporteur) for name in names])


def _vote(deed: Deed, name: str, member: Member | None, said: Any, rapporteur: bool) -> Vote:
    vote = "relatoria" if rapporteur else _position(deed, said)
    post = "servidor(a) efetivo(a)" if member and member.permanent else "integrante"
    if member and member.alternate:
        post = f"{post}, suplente"
    return Vote(name=name, post=post, vote=vote, qualification="formação jurídica" if member and member.lawyer else "")


def _position(deed: Deed, said: Any) -> str:
    """With the outcome or against it; only that the member voted, where the act does not say how."""
    if isinstance(said, str):
        return "acompanha" if said == deed.outcome else "diverge"
    counts = counts_of(deed)
    return "acompanha" if counts and len(counts) == 1 else "votou"


def counts_of(deed: Deed) -> dict[str, int]:
    votes = deed.data.get("votes")
    if not isinstance(votes, dict):
        return {}
    if all(isinstance(each, int) for each in votes.values()):
        return {str(name): each for name, each in votes.items() if each}
    counts: dict[str, int] = {}
    for each in votes.values():
        counts[str(each)] = counts.get(str(each), 0) + 1
    return counts


def tally_of(deed: Deed, decided: str) -> str:
    """``por unanimidade``, ``por 2 votos a 1``; empty where the act does not say how they voted."""
    counts = counts_of(deed)
    if not counts:
        return ""
    carried = counts.get(decided, 0)
    against = sum(counts.values()) - carried
    if not against:
        return "por unanimidade" if carried > 1 else ""
    if carried == against:
        return f"por empate de {carried} a {against}, resolvido como manda a regra do órgão"
    return f"por {counted_votes(carried)} a {against}" if carried > against else ""


def counted_votes(many: int) -> str:
    """``2 votos``, ``1 voto``."""
    return f"{many} {'voto' if many == 1 else 'votos'}"
