"""What papers must carry, field by field, each with the rule that wants it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from notices.context import Context


@dataclass(frozen=True, kw_only=True)
class Need:
    """A field of the context, the word for it in Portuguese, and the rule by which the paper must carry it.

    ``unless`` names a field that makes it needless when filled; ``only`` one without which it does not apply.
    """

    field: str
    label: str
    source: str
    unless: str = ""
    only: str = ""


NOTICE_CONTENT = "Lei 9.784/1999, art. 26, § 1º"
REASONS = "CF, art. 93, X, por analogia; Lei 9.784/1999, art. 50"
DEFENSE = "CF, art. 5º, LV"
COUNT = "Lei 9.784/1999, art. 66"
DEBT = "Lei 6.830/1980, art. 2º, § 5º"
PUBLICITY = "CF, art. 37, caput"

IDENTITY = (
    Need(field="document.number", label="número do documento", source="Lei 9.784/1999, art. 22, § 4º"),
    Need(field="document.code", label="código de verificação", source="Lei 9.784/1999, art. 22, § 1º"),
    Need(field="case.number", label="número do processo", source="Lei 9.784/1999, art. 22, § 4º"),
    Need(field="case.authority", label="órgão responsável", source=f"{NOTICE_CONTENT}, I"),
    Need(field="signers", label="quem assina", source="Lei 9.784/1999, art. 22, § 1º", unless="document.automatic"),
    Need(field="articles", label="fundamento legal", source=f"{NOTICE_CONTENT}, VI"),
)
PARTY = (
    Need(field="case.respondent.name", label="nome da pessoa autuada", source=f"{NOTICE_CONTENT}, I"),
    Need(field="case.respondent.address", label="endereço da pessoa autuada", source="Lei 9.784/1999, art. 26, § 3º"),
)
FACT = (
    Need(field="case.items", label="infração e texto da lei", source=f"{NOTICE_CONTENT}, VI"),
    Need(field="case.fact.place", label="lugar do fato", source=f"{NOTICE_CONTENT}, VI"),
    Need(field="case.fact.narrative", label="relato do fato", source=f"{NOTICE_CONTENT}, VI"),
)


def term(label: str, *, only: str = "", unless: str = "", to_cure: str = "") -> tuple[Need, ...]:
    """What a paper needs that opens a term: its length, how it is counted, where it is used, what silence does.

    ``to_cure`` names a field that, filled, makes it a term in which nothing is filed for a body to judge.
    """
    wanted = (
        ("term.rule", "regra de contagem do prazo", COUNT, ""),
        ("term.examples", "último dia do prazo, ou exemplos de como contar", COUNT, "term.due"),
        ("term.quote.text", "texto da lei que dá o prazo", f"{NOTICE_CONTENT}, VI", ""),
        ("term.silence", "efeito do silêncio", f"{NOTICE_CONTENT}, V", ""),
        ("term.body", "órgão que julga", f"{NOTICE_CONTENT}, I", to_cure),
        ("town.protocol_address", "lugar de protocolo", f"{NOTICE_CONTENT}, III", ""),
        ("town.protocol_hours", "horário do protocolo", f"{NOTICE_CONTENT}, III", ""),
    )
    itself = Need(
        field="term", label=f"prazo de {label}", source=f"{DEFENSE}; {NOTICE_CONTENT}, II", only=only, unless=unless
    )
    return itself, *(
        Need(field=field, label=name, source=source, unless=known, only="term") for field, name, source, known in wanted
    )


def term_to_cure() -> tuple[Need, ...]:
    """The same of a term to put right what was found: nobody judges it."""
    return tuple(each for each in term("regularização") if each.field != "term.body")


def part(field: str, label: str, source: str, *, unless: str = "") -> tuple[Need, ...]:
    return (Need(field=field, label=label, source=source, unless=unless),)


DECISION = (
    *part("decision", "decisão", REASONS),
    *part("decision.reasons", "razões de fato e de direito", REASONS),
    *part("decision.rulings", "decisão sobre cada infração", REASONS),
)
ORDER = (
    *part("order", "penalidade a cumprir", "CF, art. 5º, LIV"),
    *part("order.effect", "efeito da penalidade", f"{NOTICE_CONTENT}, II"),
)
PLAIN = part("plain", "texto do documento", f"{NOTICE_CONTENT}, II")


def lacking(needs: tuple[Need, ...], context: Context) -> list[Need]:
    """The needs that the context leaves absent or empty."""
    return [
        need
        for need in needs
        if not _filled(context, need.field)
        and not (need.unless and _filled(context, need.unless))
        and (not need.only or _filled(context, need.only))
    ]


def _filled(context: Context, path: str) -> bool:
    value: Any = context
    for name in path.split("."):
        if value is None:
            return False
        value = getattr(value, name)
    return bool(value)
