"""What doing nothing comes to, and the rule by which a term is counted, in words."""

from __future__ import annotations

from datetime import date

from app.paper.book import Book
from app.paper.openings import act_within
from app.paper.routes import routes_of
from app.paper.wording import lower_first
from notices.dossier import Act
from notices.words import long_date, the
from workflow.checks_limits import FINAL
from workflow.means import means_of
from workflow.procedure import Ends, Starts, TimeLimit
from workflow.rules import Rules


def rule_words(starts: Starts, ends: Ends, event: str) -> str:
    """From when the term is counted, and what if its last day has no office hours."""
    return f"{_start(starts, event)}; {_END[ends]}"


def recess_words(book: Book, limit: TimeLimit) -> str:
    """The days of every year that do not count, with the article: what follows the rule; empty where there are none."""
    parts = book.procedure.counting[limit.binds].recess if limit.recess is None else limit.recess
    told = [
        f"; não se contam os dias de {_month_day(each.start)} a {_month_day(each.end)}"
        f"{f' ({book.cite(*each.basis)})' if each.basis else ''}"
        for each in parts
    ]
    return "".join(told)


def _month_day(text: str) -> str:
    """``12-20`` as ``20 de dezembro``."""
    # The year only gives the month its name; a leap year has every day.
    return long_date(date.fromisoformat(f"2000-{text}")).removesuffix(" de 2000")


def event_words(rules: Rules, opener: str) -> str:
    """What starts the count, by the step that opens the term: ``do recebimento``."""
    if opener == FINAL:
        return "do dia em que a decisão se torna definitiva"
    step = rules.steps.get(opener)
    if step is not None and step.does == "serve":
        means = means_of(rules.procedure, step).values()
        if means and all(each.publishes is not None for each in means):
            return "da publicação"
    lapsed = next((each.label for each in rules.limits.values() if each.on_expiry == opener and each.label), "")
    if lapsed and step is not None and step.does in ("lapse", "finalize"):
        return f"do fim do {lower_first(lapsed)}"
    return _EVENTS.get(step.does if step else "", "do ato que o abre")


def served_words(rules: Rules, opener: str, via: str) -> str:
    """What starts the count of a term, by the step that opens it and the means of its service, where that is known."""
    means = rules.procedure.services.get(via)
    if means is None:
        return event_words(rules, opener)
    if means.effective_after is not None and means.effective_after.amount:
        return _BINDING
    return "da publicação" if means.publishes is not None else event_words(rules, opener)


def opening_words(event: str, letter: str) -> str:
    """``o recebimento desta notificação``; empty where it is not a letter that starts the count."""
    return f"{_OPENS[event]} {letter}" if event in _OPENS else ""


def silence_of(book: Book, name: str) -> str:
    """What doing nothing comes to: the law's own words, else what its rule says in general ones."""
    rules = book.rules
    limit = rules.limits[name]
    if limit.silence:
        return limit.silence
    act = act_within(rules, limit)
    lapse = rules.steps.get(limit.on_expiry)
    if lapse is None:
        return ""
    if limit.only_if == "cure_ordered":
        return "Sem a prova de que a irregularidade foi sanada, o processo segue e pode levar às penalidades da lei."
    return {
        "lapse": _lapse_words(book, limit, act),
        "finalize": f"Sem {act.name} no prazo, a decisão se torna definitiva e a penalidade é executada.",
        "refer": "A multa definitiva e não paga no prazo segue para inscrição em dívida ativa.",
        "cancel": f"Sem {act.name} nesse prazo, o auto de infração é arquivado.",
    }.get(lapse.does, "")


def _lapse_words(book: Book, limit: TimeLimit, act: Act) -> str:
    confession = book.procedure.confession
    lapse = book.rules.steps[limit.on_expiry]
    if confession is not None and lapse.turns_on == "confession":
        return (
            f"Sem {act.name} no prazo, os fatos se consideram confessados, nos limites da lei "
            f"({book.cite(*confession.basis)})."
        )
    judges = [each for route in routes_of(book, limit, ())[:1] for each in route.judges]
    who = the(judges[0]) if judges else "o Município"
    return f"Não apresentar {act.name} não é confissão: o processo continua, e {who} decide com as provas que houver."


def _start(starts: Starts, event: str) -> str:
    noun = event.removeprefix("do ").removeprefix("da ")
    article = "o" if event.startswith("do ") else "a"
    return {
        "next_day": f"contados do dia seguinte {'ao' if article == 'o' else 'à'} {noun}",
        "same_day": f"contados do próprio dia {event}",
        "next_business_day": f"contados do primeiro dia útil depois {event}",
    }[starts]


_END = {
    "next_business_day": "se o último dia não tiver expediente completo, vale o próximo dia útil",
    "literal": "o prazo não se prorroga, ainda que o último dia não tenha expediente",
}
_BINDING = "do dia em que a ciência passa a valer"
_EVENTS = {
    "take_effect": _BINDING,
    "open": "da lavratura do auto",
    "dispatch": "da expedição da notificação",
    "serve": "do recebimento",
    "publish": "da publicação",
    "file": "do recebimento da petição",
    "lapse": "do fim do prazo anterior",
    "finalize": "da data em que a decisão se torna definitiva",
    "begin": "do início do cumprimento",
    "decide": "da decisão",
    "review": "da decisão",
}
_OPENS = {"do recebimento": "o recebimento", "da publicação": "a publicação"}
