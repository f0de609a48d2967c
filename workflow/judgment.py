"""Judging: quorum, recusal, votes per line, ties; what the body decided and whether the votes carry it.

A member has every quality the body's rule asks for, is in office on the day, and is not barred. One
barred voter refuses the act; the vote is not merely discounted (Lei 9.784 art. 18, where a law is silent).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from workflow.case import Head
from workflow.errors import InvalidData, NoQuorum, NotCarried, Recused
from workflow.facts import Member
from workflow.procedure import Body, Recusal
from workflow.votes import carried, require_counted

KEEPS = ("upheld", "affirmed", "maintained")
DROPS = ("dismissed", "reversed")
PARTIAL = "partial"
REMANDED, INADMISSIBLE = "remanded", "inadmissible"
"""Of a review: sent back to be decided anew; not heard, so that what was decided stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Who sat for one act: how many count, how many by name, whether the legal seat voted."""

    present: int
    named: tuple[str, ...]
    members: tuple[Member, ...]
    legal: int

    @property
    def alternates(self) -> tuple[str, ...]:
        """Names of the alternates who voted."""
        return tuple(each.name for each in self.members if each.alternate)


def sitting(data: Mapping[str, Any], body_name: str, body: Body, members: Sequence[Member], day: date) -> Sitting:
    """Who sits: a number of voters means so many members with every quality; names are looked up."""
    voters, by_name = data.get("voters"), _who_voted(data)
    if voters is None or (by_name and isinstance(voters, int)):
        # Whoever votes by name is looked up, whatever number was given with the names.
        voters = by_name or (1 if body.votes == 1 else 0)
    if not isinstance(voters, int) and (stranger := next((each for each in by_name if each not in voters), "")):
        raise InvalidData(f"há um voto de {stranger}, que não está entre os votantes")
    legal_seat = data.get("legal_member") is not False
    if isinstance(voters, int):
        if data.get("voters") is not None:
            _require_so_many(voters, body_name, body, members, day)
        return Sitting(present=voters, named=(), members=(), legal=voters if legal_seat else 0)
    if len(set(voters)) != len(voters):
        raise InvalidData("o mesmo nome vota mais de uma vez; cada membro tem um voto")
    found = []
    for name in voters:
        mine = [each for each in members if each.name == name and each.body == body_name]
        if not mine:
            raise NoQuorum(
                f"{name} não é membro de {body.label or body_name}; quem vota tem de estar nomeado.", body.basis
            )
        found.append(next((each for each in mine if _in_office(each, day)), mine[0]))
    good = [each for each in found if _may_sit(each, body, day)]
    return Sitting(
        present=len(good),
        named=tuple(voters),
        members=tuple(found),
        legal=sum(1 for each in good if each.lawyer) if legal_seat else 0,
    )


def _require_so_many(voters: int, body_name: str, body: Body, members: Sequence[Member], day: date) -> None:
    """No more vote than may: of the members the town names, if it names any, and of those the law gives the body."""
    name = body.label or body_name
    if body.members is not None and voters > body.members:
        raise NoQuorum(f"{name}: {voters} votantes; a lei lhe dá {body.members} membro(s).", body.basis)
    mine = [each for each in members if each.body == body_name]
    able = len({each.name for each in mine if _may_sit(each, body, day)})
    if mine and voters > able:
        quality = " servidores efetivos" if body.permanent else ""
        raise NoQuorum(
            f"{name}: {voters} votante(s); em {day:%d/%m/%Y} o Município tem {able} membro(s){quality} com mandato "
            "nos seus dados, já contados os suplentes. Corrija o número, ou diga os nomes de quem votou.",
            body.basis,
        )


def require_quorum(sat: Sitting, body: Body, recusal: Recusal, head: Head, body_name: str) -> None:
    """Enough unrecused members with every quality the law asks for."""
    barred = list(barred_members(sat, recusal, head, body_name))
    present = sat.present - len(barred)
    name = body.label or body_name
    grounds = (*body.basis, *(recusal.basis if barred else ()))
    if present < body.votes:
        quality = " servidores efetivos" if body.permanent else ""
        raise NoQuorum(
            f"{name}: {present} votante(s){quality} desimpedido(s) e com mandato; a lei pede pelo menos {body.votes}.",
            grounds,
        )
    if sat.legal < body.legal:
        raise NoQuorum(f"{name}: nenhum votante com formação jurídica; a lei pede pelo menos {body.legal}.", body.basis)


def require_unrecused(sat: Sitting, recusal: Recusal, head: Head, body_name: str) -> None:
    """Nobody votes who may not take part in this case."""
    for name, why in barred_members(sat, recusal, head, body_name):
        raise Recused(f"{name} não pode votar: {why}. Convoque o substituto.", recusal.basis)


def barred_members(sat: Sitting, recusal: Recusal, head: Head, body_name: str) -> Iterable[tuple[str, str]]:
    """Each voter who is barred, and why: recused, kin, drew the notice, or sat in another body."""
    elsewhere = {name: body for body, name in head.sat if body != body_name}
    by_name = {each.name: each for each in sat.members}
    for name in sat.named:
        member = by_name.get(name)
        if member is not None and member.recused:
            yield name, "declarou-se ou foi declarado impedido"
        elif member is not None and member.kinship is not None and member.kinship <= recusal.kinship_up_to:
            yield name, f"é parente do autuado em {member.kinship}º grau (até o {recusal.kinship_up_to}º não pode)"
        elif name == head.inspector and name:
            yield name, "lavrou o auto"
        elif name in elsewhere:
            yield name, "já votou em outro órgão neste processo"


def outcome_of(data: Mapping[str, Any], outcomes: Iterable[str], body: Body, present: int, items: Sequence[str]) -> str:
    """The outcome: as given, agreeing with votes and rulings, or following from them; the body's tie rule."""
    known = tuple(outcomes)
    given = data.get("outcome") or ""
    if given and given not in known:
        raise InvalidData(f"resultado {given!r} não existe neste ato; escolha entre {', '.join(known)}")
    rulings = rulings_of(data, items, body, present)
    for item, ruling in rulings.items():
        if ruling not in known:
            raise InvalidData(
                f"item {item}: resultado {ruling!r} não existe neste ato; escolha entre {', '.join(known)}"
            )
    ruled = _from_rulings(rulings, known, items)
    voted = carried(data.get("votes"), known, body, present, str(data.get("casting_vote") or ""))
    found = [each for each in (ruled, voted) if each]
    if not given and not found:
        raise NotCarried("nada diz o resultado: informe o resultado, os votos ou a decisão de cada item.", body.basis)
    for each in found:
        if given and each != given:
            raise NotCarried(
                f"o resultado declarado é {given!r}, mas os votos ou os itens levam a {each!r}.", body.basis
            )
    if len(set(found)) > 1:
        raise NotCarried(f"os votos levam a {voted!r} e os itens a {ruled!r}.", body.basis)
    outcome = given or found[0]
    if not (rulings and all(line.get("votes") for line in data["rulings"])):
        require_counted(outcome, data.get("votes"), body)
    _require_told(outcome, rulings, data.get("penalties"), body)
    return outcome


def _require_told(outcome: str, rulings: Mapping[str, str], penalties: object, body: Body) -> None:
    """The outcome says what the lines do: something falls or lessens, something is worse, or nothing changes."""
    fallen = any(each in DROPS for each in rulings.values())
    if outcome == "partial" and not fallen and not penalties:
        raise NotCarried("parcial em quê? diga que itens caem (rulings) ou que penas mudam (penalties).", body.basis)
    if outcome == "aggravated" and not penalties:
        raise NotCarried("agravado em quê? diga que penas mudam (penalties).", body.basis)
    if outcome in ("affirmed", "maintained") and penalties:
        raise NotCarried("a decisão mantida não muda penas; se alguma muda, o resultado é parcial.", body.basis)


def rulings_of(data: Mapping[str, Any], items: Sequence[str], body: Body, present: int) -> dict[str, str]:
    """Item to outcome, each with votes of its own if given; an item of another case is refused."""
    rulings: dict[str, str] = {}
    for line in data.get("rulings") or ():
        item = str(line.get("item", ""))
        if item not in items:
            raise InvalidData(f"o item {item!r} não está neste auto; os itens são {', '.join(items)}")
        if item in rulings:
            raise InvalidData(f"o item {item} foi decidido duas vezes no mesmo ato")
        known = (*KEEPS, *DROPS, "partial", "aggravated")
        voted = carried(line.get("votes"), known, body, present, str(line.get("casting_vote") or ""))
        outcome = str(line.get("outcome") or voted)
        if not outcome or (voted and outcome != voted):
            raise NotCarried(f"item {item}: os votos não levam a {outcome or 'resultado algum'}.", body.basis)
        rulings[item] = outcome
    return rulings


def _from_rulings(rulings: Mapping[str, str], known: Sequence[str], items: Sequence[str]) -> str:
    if not rulings:
        return ""
    drops, keeps = [[each for each in known if each in group] for group in (DROPS, KEEPS)]
    fallen = [each for each in rulings.values() if each in DROPS]
    if len(fallen) == len(items) and drops:
        return drops[0]
    if not fallen and all(each in KEEPS for each in rulings.values()) and keeps:
        return keeps[0]
    return "partial" if "partial" in known else ""


def _who_voted(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Every name that votes on the act or on a line of it, each once."""
    lines = data.get("rulings") or ()
    found = [name for votes in (data.get("votes"), *(line.get("votes") for line in lines)) for name in _names_in(votes)]
    return tuple(dict.fromkeys(found))


def _names_in(votes: object) -> tuple[str, ...]:
    if isinstance(votes, Mapping) and votes and all(isinstance(each, str) for each in votes.values()):
        return tuple(votes)
    return ()


def _may_sit(member: Member, body: Body, day: date) -> bool:
    return _in_office(member, day) and (member.permanent or not body.permanent)


def _in_office(member: Member, day: date) -> bool:
    return (member.since is None or member.since <= day) and (member.until is None or day <= member.until)
