"""Effects from the notice to the answer: opening, service, publication, what is filed and what lapses."""

from __future__ import annotations

from datetime import date

from msgspec.structs import replace

from workflow.act import Act
from workflow.announcing import proposed
from workflow.case import Pending, Track
from workflow.choosing import priced
from workflow.deadlines import label
from workflow.errors import InvalidData
from workflow.fields import kept_apart
from workflow.forms import COUNTED
from workflow.imposing import charged, impose, offers_for, owed_by
from workflow.owing import alone
from workflow.penalties import not_counted
from workflow.procedure import NOT_OPENED
from workflow.repeat import Past
from workflow.service import attempted, effect_of
from workflow.terms import meet, refuse_if_lapsed


def opened(act: Act) -> None:
    """``open``: the case begins, with one track or one per respondent, and what the notice announces."""
    data, rules, draft = act.command.data, act.rules, act.draft
    items = tuple(data["items"])
    fact = date.fromisoformat(data["fact_on"])
    figures = _figures(act)
    respondents = tuple(data.get("respondents") or ())
    announced = proposed(rules, items, fact, act.on, act.facts.priors, figures, respondents)
    infractions = rules.procedure.infractions
    draft.note(
        opened_on=act.on,
        fact_on=fact,
        items=items,
        respondents=respondents,
        inspector=act.text("inspector"),
        origin=act.text("origin"),
        duty=act.text("duty"),
        figures=figures,
        proposed=announced.fines,
        proposed_own=announced.own,
        proposed_codes=announced.added,
        measures=tuple(dict.fromkeys(kind for item in items for kind in infractions[item].measure)),
    )
    several = respondents if len(respondents) > 1 else ()
    for item in items:
        draft.cite((rules.citation(item), *infractions[item].basis))
        past = Past(act.facts.priors, owing=several, alone=alone(respondents))
        draft.warnings.extend(not_counted(rules, item, fact, act.on, past))
    draft.cite(announced.articles)
    for fine in (*announced.fines, *(each.fine for each in announced.own)):
        draft.cite(rules.procedure.units[fine.unit].basis if fine.unit in rules.procedure.units else ())
    if act.text("duty"):
        draft.cite((rules.citation(act.text("duty")),))
    origin = rules.procedure.origins.get(act.text("origin"))
    if origin is not None:
        draft.cite(origin.basis)
        draft.issue(origin.issues)
    for answer in rules.procedure.answers:
        draft.cite(answer.cites)
        if answer.warns:
            draft.warnings.append(answer.warns)
    per = respondents if rules.procedure.tracks.per == "respondent" and respondents else ("",)
    if per != ("",):
        draft.cite(rules.procedure.tracks.basis)
    act.moving = [
        draft.track(Track(id=f"t{number}", place=NOT_OPENED, respondent=name, since=act.on))
        for number, name in enumerate(per, 1)
    ]


def _figures(act: Act) -> dict[str, str]:
    """What the notice says that prices depend on: by field, and by item and field for its lines."""
    data, law = act.command.data, act.rules
    found = {name: str(data[name]) for name in sorted(law.figures) if data.get(name) is not None}
    for line in data.get("lines") or ():
        item = str(line.get("item", ""))
        if item not in data["items"]:
            raise InvalidData(f"há linha para o item {item!r}, que não está neste auto ({', '.join(data['items'])})")
        for name, value in line.items():
            if name == "item" or value is None or name in law.counted_by:
                continue
            known = (*COUNTED.values(), *sorted(law.figures))
            if name not in known:
                raise InvalidData(f"linha do item {item}: {name!r} não altera pena nem prazo; há {', '.join(known)}")
            found[f"{item}/{name}"] = str(value)
    return found


def dispatched(act: Act) -> None:
    """``dispatch``: the letter left; later proofs may count from this day."""
    for track in act.tracks:
        act.draft.track(track, dispatched=act.on)


def service_failed(act: Act) -> None:
    """``fail_service``: one attempt without success; a means has failed once tried as often as the law wants."""
    via = act.text("via")
    means = act.rules.procedure.services.get(via)
    for track in act.tracks:
        tries = attempted(act, track, via)
        failed = means is None or sum(each.via == via for each in tries) >= means.attempts
        act.draft.track(
            track, tries=tries, failed=tuple(dict.fromkeys((*track.failed, via))) if failed else track.failed
        )


def served(act: Act) -> None:
    """``serve``: a notice reaches its addressee; if it takes effect later it is pending and moves nothing."""
    data, draft = act.command.data, act.draft
    for track in act.tracks:
        effect = effect_of(act, track, data)
        if act.case.head.opened_on and effect.done_on < act.case.head.opened_on:
            raise InvalidData(
                f"recebido em {label(effect.done_on)}, antes da lavratura do auto ({label(act.case.head.opened_on)})"
            )
        draft.cite(effect.articles)
        means = act.rules.procedure.services[data["via"]]
        proof = act.rules.procedure.receipts.get(data.get("receipt") or "")
        draft.issue((*means.issues, *(proof.issues if proof else ())), track.id)
        if means.publishes:
            draft.gazette.append(means.publishes)
        if track in act.told:
            continue
        if not act.forced:
            refuse_if_lapsed(draft, act, track, min(effect.meets_on, act.on))
        if effect.meets_on < effect.effective_on or effect.meets_on != effect.done_on:
            meet(draft, act, track, effect.meets_on, only="authority")
        if effect.effective_on > act.on:
            apart = kept_apart(act.rules.procedure, act.step, data)
            kept = {name: value for name, value in data.items() if name not in apart}
            draft.track(track, pending=Pending(step=act.step, effective_on=effect.effective_on, data=kept))
            act.moving = [each for each in act.moving if each.id != track.id]
            act.tags.append("pending")
            continue
        act.day = effect.effective_on
        draft.track(act.current(track), served_via=data["via"], pending=None)
        if draft.head.notified_on is None:
            draft.note(notified_on=effect.effective_on)


def lapsed(act: Act) -> None:
    """``lapse``: silence is recorded; where the law says so it confesses what it covers, and only that."""
    rule = act.rules.procedure.confession
    if act.rule.turns_on == "confession" and rule is not None:
        act.draft.cite(rule.basis)
        act.draft.mark("confession", on=act.outcome == "confessed")
        if act.outcome == "confessed":
            for track in act.moving:
                for item in charged(act, track):
                    for offer in offers_for(act, track, item):
                        if offer.penalty.kind in rule.covers and not offer.exceptional:
                            found = priced(act.rules, offer, item, {}, act.case.head.figures)
                            line = replace(owed_by(act, track, found, {}, item), confessed=True)
                            impose(act, found, line)


def filed(act: Act) -> None:
    """``file``: a paper of the party comes in, in time or out of it."""
    key = act.rule.of or act.step
    remember_timeliness(act, key)


def remember_timeliness(act: Act, key: str) -> None:
    timely = dict(act.draft.head.timely)
    timely[key] = timely.get(key, False) or act.outcome.startswith("timely")
    act.draft.note(timely=timely)


def published(act: Act) -> None:
    """``publish``: something appears in the gazette."""
    act.draft.gazette.append(act.text("what"))
