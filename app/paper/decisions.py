"""Decisions and sittings told: who decided what on each item, by which votes, for which reasons, at what cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.paper.material import Material
from app.paper.reckoning import imposed, repeat_words, total
from app.paper.story import Deed
from app.paper.wording import act_of, hour_words
from notices.acts import Decision, Matter, Ruling, Sitting, Vote
from notices.dossier import Body, Penalty, Quote
from notices.words import capital, counted, listed, long_date, outcome, the
from workflow.case import Obligation, Track
from workflow.procedure import Step
from workflow.standing import stands

DROPS = ("dismissed", "reversed")
_ISSUED = ("decision", "appeal_decision", "reconsideration_order")


def latest(material: Material, *verbs: str) -> Deed | None:
    """The latest decision, or the one this act is."""
    return material.story.last(*(verbs or ("decide", "review")))


def decision_of(material: Material, deed: Deed, track: Track | None) -> Decision:
    """A decision, with what of it stands today; its number is there once its own paper has one."""
    key = (deed.version, track.id if track else "")
    kept = material.decisions.get(key)
    if kept is None:
        kept = material.decisions[key] = _decision(material, deed, track)
    return kept


def _decision(material: Material, deed: Deed, track: Track | None) -> Decision:
    on_appeal = deed.does == "review"
    penalties = [
        _penalties(material, code, track) if not _fell(deed, code) else [] for code in material.after.head.items
    ]
    flat = [each for line in penalties for each in line]
    members, rapporteur = _votes(material, deed), deed.text("rapporteur")
    decided = _outcome(deed)
    return Decision(
        body=_body(material, deed),
        on=deed.on,
        outcome=decided,
        stands=bool(flat),
        tally=_tally(deed, decided),
        summary=_summary(material, deed, decided),
        report=_report(material, deed),
        reasons=_reasons(material, deed),
        rulings=tuple(
            _ruling(material, deed, code, line) for code, line in zip(material.after.head.items, penalties, strict=True)
        ),
        number=next(filter(None, (material.named(kind, deed.version) for kind in _ISSUED)), ""),
        sitting=deed.text("sitting") or material.number_of("minutes", deed.version),
        on_appeal=on_appeal,
        members=members,
        total=total(flat),
        amount_note=amount_note(material, flat),
        rapporteur=rapporteur,
    )


def amount_note(material: Material, penalties: list[Penalty]) -> str:
    """By which day's unit value the fine will be charged, or why it cannot be told in reais yet."""
    fines = [each for each in penalties if each.detail and (each.amount is not None or each.label == "multa")]
    if not fines or material.after.head.slip is not None:
        return ""
    if any(each.amount is None for each in fines):
        return "O valor em reais depende do valor da unidade fiscal do ano, ainda não publicado."
    when = material.procedure.money.convert_on
    if when == "slip_issue":
        return "O valor a pagar é o da guia, calculado com a unidade fiscal do dia em que ela for emitida."
    return "O valor a pagar é o do dia do pagamento." if when == "payment" else ""


def _outcome(deed: Deed) -> str:
    """What was decided; a lapse that confesses leaves the notice as it was."""
    return "upheld" if deed.does == "lapse" else deed.event.outcome or deed.text("outcome")


def _reasons(material: Material, deed: Deed) -> tuple[str, ...]:
    confession = material.procedure.confession
    if deed.does == "lapse" and confession is not None:
        ground = material.book.cite(*confession.basis)
        ended = f"O prazo de defesa terminou em {long_date(deed.on)} sem defesa."
        return (ended, f"Nesse caso a lei tem os fatos por confessados ({ground}).")
    return tuple(line.strip() for line in deed.text("reasons").splitlines() if line.strip())


def _body(material: Material, deed: Deed) -> Body:
    return material.book.body(deed.by) or material.book.body(material.book.home) or Body(name="")


def _fell(deed: Deed, code: str) -> bool:
    rulings = {str(each.get("item")): each.get("outcome") for each in _lines(deed.data.get("rulings"))}
    return deed.event.outcome in DROPS or rulings.get(code) in DROPS


def _standing(material: Material, code: str, track: Track | None) -> list[Obligation]:
    found = [
        each
        for each in material.after.obligations
        if each.item == code and (stands(each) or each.status == "absorbed") and (track is None or track.covers(each))
    ]
    latest_round = max((each.round for each in found), default=1)
    return [each for each in found if each.round == latest_round]


def _penalties(material: Material, code: str, track: Track | None) -> list[Penalty]:
    return [imposed(material, each) for each in _standing(material, code, track)]


def _ruling(material: Material, deed: Deed, code: str, penalties: list[Penalty]) -> Ruling:
    book = material.book
    citation = book.rules.citation(code)
    quote = book.quote(citation)
    rulings = {str(each.get("item")): str(each.get("outcome") or "") for each in _lines(deed.data.get("rulings"))}
    decided = rulings.get(code) or _outcome(deed)
    if decided == "partial" and not penalties:
        decided = "reversed" if deed.does == "review" else "dismissed"
    fines = [each for each in _standing(material, code, None) if each.kind == "fine"]
    infraction = book.procedure.infractions.get(code)
    return Ruling(
        item=code,
        citation=book.cite(citation),
        quote=quote.text if quote else infraction.label if infraction else code,
        outcome=decided,
        penalties=tuple(penalties),
        repeat=repeat_words(book, fines[0], deed.event) if fines and penalties else "",
    )


def _votes(material: Material, deed: Deed) -> tuple[Vote, ...]:
    """The members who sat, by name, where the act names them."""
    voters, votes = deed.data.get("voters"), deed.data.get("votes")
    names = [str(each) for each in voters] if isinstance(voters, list | tuple) else []
    said = {str(name): value for name, value in votes.items()} if isinstance(votes, Mapping) else {}
    if not names and said and all(isinstance(value, str) for value in said.values()):
        names = list(said)
    rapporteur = deed.text("rapporteur")
    return tuple(_vote(material, deed, name, said.get(name), name == rapporteur) for name in names)


def _vote(material: Material, deed: Deed, name: str, said: Any, rapporteur: bool) -> Vote:
    member = next((each for each in material.office.town.members if each.name == name and each.body == deed.by), None)
    vote = "relatoria" if rapporteur else _position(deed, said)
    post = "servidor(a) efetivo(a)" if member and member.permanent else "integrante"
    if member and member.alternate:
        post = f"{post}, suplente"
    return Vote(name=name, post=post, vote=vote, qualification="formação jurídica" if member and member.lawyer else "")


def _position(deed: Deed, said: Any) -> str:
    """With the outcome or against it; only that the member voted, where the act does not say how."""
    if isinstance(said, str):
        return "acompanha" if said == deed.event.outcome else "diverge"
    counts = _counts(deed)
    return "acompanha" if counts and len(counts) == 1 else "votou"


def _counts(deed: Deed) -> dict[str, int]:
    votes = deed.data.get("votes")
    if not isinstance(votes, Mapping):
        return {}
    if all(isinstance(each, int) for each in votes.values()):
        return {str(name): each for name, each in votes.items() if each}
    counts: dict[str, int] = {}
    for each in votes.values():
        counts[str(each)] = counts.get(str(each), 0) + 1
    return counts


def _tally(deed: Deed, decided: str) -> str:
    """``por unanimidade``, ``por 2 votos a 1``; empty where the act does not say how they voted."""
    counts = _counts(deed)
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


def _summary(material: Material, deed: Deed, decided: str) -> str:
    """The ementa: what the case is about, and what came of it."""
    infractions = material.procedure.infractions
    about = [infractions[code].label for code in material.after.head.items if code in infractions]
    start = "Recurso. " if deed.does == "review" else ""
    said = capital(outcome(decided, on_appeal=deed.does == "review"))
    return f"{start}{'. '.join(filter(None, about))}. {said}."


def _report(material: Material, deed: Deed) -> tuple[str, ...]:
    """What happened up to the decision, in the order of days."""
    told = [_told(material, each) for each in material.story.deeds if each.version <= deed.version and each is not deed]
    sentences = [each for each in told if each]
    return (" ".join(sentences),) if sentences else ()


def _told(material: Material, deed: Deed) -> str:
    day = long_date(deed.on)
    if deed.does == "open":
        return f"O auto de infração foi lavrado em {day}."
    if deed.does == "serve" and not deed.event.told:
        decided = any(each.does == "decide" and each.version < deed.version for each in material.story.deeds)
        return f"A ciência {'da decisão' if decided else 'da autuação'} ocorreu em {day}."
    if deed.does == "lapse":
        return f"O prazo de defesa terminou em {day}, sem manifestação da pessoa autuada."
    if deed.does == "file":
        act = act_of(material.procedure.steps[deed.step].of or "file")
        late = "fora do prazo, " if deed.event.outcome == "late" else ""
        claims = [str(each) for each in deed.data.get("claims") or () if each] if _many(deed) else []
        alleged = f", e alega: {'; '.join(claims)}" if claims else ""
        return f"{capital(the(act))} foi apresentad{'a' if act.gender == 'f' else 'o'} {late}em {day}{alleged}."
    if deed.does == "decide":
        body = _body(material, deed)
        return f"Em {day}, {the(body)} decidiu: {outcome(deed.event.outcome)}."
    return ""


def _many(deed: Deed) -> bool:
    return isinstance(deed.data.get("claims"), list | tuple)


def _lines(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list | tuple) else []


def sitting_of(material: Material, deed: Deed, number: str) -> Sitting:
    """The sitting of one case's judgment, as its minutes tell it."""
    body, rule = _body(material, deed), material.procedure.bodies.get(deed.by)
    members = _votes(material, deed)
    voters = deed.data.get("voters")
    present = len(members) or (voters if isinstance(voters, int) else sum(_counts(deed).values())) or 1
    decided = _outcome(deed)
    step = material.procedure.steps.get(deed.step)
    basis = material.book.quotes(rule.basis if rule else ())
    president = material.office.town.signers.get(deed.by)
    items = material.after.head.items
    return Sitting(
        number=deed.text("sitting") or number,
        body=body,
        on=deed.on,
        opened=_hour(deed),
        closed="",
        place="",
        president=president.name if president else "",
        members=tuple(
            Vote(name=each.name, post=each.post, vote="presente", qualification=each.qualification) for each in members
        ),
        quorum=_quorum(present, rule.votes if rule else 1, rule.permanent if rule else False),
        quorum_basis=basis[0] if basis else Quote(citation="", text=""),
        matters=(
            Matter(
                case_number=material.after.id,
                subject=_subject(material, step, items),
                rapporteur=deed.text("rapporteur"),
                outcome=outcome(decided, on_appeal=deed.does == "review"),
                tally=_tally(deed, decided),
                note=_dissent(members),
            ),
        ),
        incidents=_alternates(material, deed, members),
    )


def _hour(deed: Deed) -> str:
    return hour_words(deed.text("at_time")) if deed.text("at_time") else ""


def _subject(material: Material, step: Step | None, items: tuple[str, ...]) -> str:
    what = "recurso" if step and step.does == "review" else "defesa"
    return f"{what}, {material.book.cite(*(material.book.rules.citation(each) for each in items))}"


def _quorum(present: int, needed: int, permanent: bool) -> str:
    quality = ", servidores efetivos e sem impedimento" if permanent else ", sem impedimento"
    if needed == 1:
        return "A decisão é de uma só autoridade."
    return f"Há quórum: {counted(present, 'votante', 'votantes')}{quality}; o mínimo é de {needed}."


def _dissent(members: tuple[Vote, ...]) -> str:
    against = [each.name for each in members if each.vote == "diverge"]
    return f"voto divergente de {listed(against)}" if against else ""


def _alternates(material: Material, deed: Deed, members: tuple[Vote, ...]) -> tuple[str, ...]:
    sat = [each.name for each in members if each.post.endswith("suplente")]
    return (f"Votou como suplente: {listed(sat)}.",) if sat else ()
