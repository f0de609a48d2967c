"""Words that hold for any law: kinds of penalty, terms, ways a case ends. A law's own file goes before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from notices.dossier import Act, Body
from notices.words import Gender, counted, number
from workflow.length import Length

PENALTY = {
    "warning": "advertência por escrito",
    "verbal_warning": "advertência verbal",
    "fine": "multa",
    "suspension": "suspensão",
    "temporary_bar": "impedimento temporário",
    "revocation": "cassação",
    "reregistration_ban": "impedimento de novo cadastro",
}
ACTS: Mapping[str, Act] = {
    "defense": Act(name="defesa", gender="f"),
    "appeal": Act(name="recurso", gender="m"),
    "reconsideration": Act(name="pedido de reconsideração", gender="m"),
    "pay": Act(name="pagamento", gender="m"),
    "serve": Act(name="notificação", gender="f"),
    "cure": Act(name="regularização", gender="f"),
    "file": Act(name="petição", gender="f"),
}
ROLES = {
    "permit_holder": "titular da autorização",
    "auxiliary_driver": "condutor(a) auxiliar",
    "driver": "condutor(a)",
}
CLOSED_BECAUSE = {
    "paid": "a multa foi paga",
    "penalty_served": "a penalidade foi cumprida",
    "warning_recorded": "a advertência foi registrada",
    "nothing_imposed": "nenhuma penalidade foi aplicada",
    "cured": "a irregularidade foi sanada",
    "revoked": "a autorização foi cassada",
}
ARCHIVED_BECAUSE = {
    "late_notification": "a notificação não foi entregue no prazo",
    "defense_upheld": "a defesa foi acolhida",
    "appeal_upheld": "o recurso foi provido",
    "reconsidered": "a decisão foi reconsiderada",
    "void": "o auto de infração foi anulado",
    "out_of_scope": "o fato está fora do alcance da lei",
    "extinguished": "a punibilidade foi extinta",
}
NOTHING_LEFT = (
    "O auto de infração não produz mais efeito: não há multa a pagar nem penalidade a cumprir.",
    "Este processo não conta como reincidência.",
)
EXTINGUISHED = {
    "death": "falecimento da pessoa autuada",
    "dissolution": "extinção da pessoa jurídica autuada",
    "pardon": "perdão da penalidade por lei",
}
CANCELLED = {"void": "nulidade do auto de infração", "out_of_scope": "fato fora do alcance da lei"}
CHANNEL = {"general_registry": "no Protocolo Geral"}


def act_of(name: str) -> Act:
    """What a filing is called: defense, appeal, or the general word for it."""
    return ACTS.get(name, ACTS["file"])


def body_of(name: str, gender: Gender | None) -> Body:
    """A body with its article: the one given, else the one its first word asks for."""
    return Body(name=name, gender=gender or gender_of(name))


def gender_of(name: str) -> Gender:
    """The gender of a body by the ending of its first word; ``Órgão`` and ``Prefeito`` are masculine."""
    first = (name.split() or [""])[0].lower()
    if first in ("órgão", "titular", "chefe", "dirigente"):
        return "m"
    return "f" if first.endswith(("a", "ão", "ade", "agem")) else "m"


def length_words(length: Length, *, running: bool = True) -> str:
    """``30 (trinta) dias corridos``, ``24 (vinte e quatro) horas``, ``12 (doze) meses``."""
    one, many, gender = _UNITS[length.unit]
    if length.unit == "days" and running:
        one, many = "dia corrido", "dias corridos"
    return counted(length.amount, one, many, gender)


_UNITS: dict[str, tuple[str, str, Gender]] = {
    "hours": ("hora", "horas", "f"),
    "days": ("dia", "dias", "m"),
    "business days": ("dia útil", "dias úteis", "m"),
    "months": ("mês", "meses", "m"),
    "years": ("ano", "anos", "m"),
}


def units_words(units: Decimal, unit: str) -> str:
    """``0,5 URM``."""
    return f"{number(units.normalize())} {unit}"


def hour_words(text: str) -> str:
    """``06:50`` as ``6h50``."""
    hours, _, minutes = text.partition(":")
    if not hours.isdecimal():
        return text
    return f"{int(hours)}h{minutes}" if minutes.strip("0") else f"{int(hours)}h"


def day_of(value: object) -> date | None:
    """A date given as text in an act's data, or None."""
    try:
        return date.fromisoformat(str(value)) if value else None
    except ValueError:
        return None


def lower_first(text: str) -> str:
    """The first letter lower case, unless the word is written in capitals (``URM``)."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
