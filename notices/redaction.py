"""What the gazette may not carry is taken out before the template sees it, and looked for again afterwards."""

from __future__ import annotations

from msgspec.structs import replace

from notices.codes import BARE_CPF, masked, tax_id
from notices.context import Context
from notices.dossier import Respondent
from notices.faults import PaperFault


def redacted(context: Context) -> Context:
    """The context for a public paper: CPF masked, CNPJ whole; no address, no narrative, no free text of the file.

    Free text is where a child's name could hide; the plate, the item and the outcome are what publicity asks for.
    """
    case = context.case
    fact = replace(case.fact, narrative="", evidence=(), place="", origin="")
    others = tuple(map(_person, case.others))
    decision = context.decision
    if decision:
        decision = replace(decision, report=(), reasons=(), claims=(), summary="")
    plain = context.plain
    if plain:
        plain = replace(plain, rows=tuple(each for each in plain.rows if not each.personal))
    closing = context.closing
    if closing:
        closing = replace(closing, words=())
    return replace(
        context,
        plain=plain,
        closing=closing,
        case=replace(case, respondent=_person(case.respondent), others=others, fact=fact),
        decision=decision,
        attempts=tuple(replace(attempt, address="") for attempt in context.attempts),
        service=None,
        filing=None,
        collected=None,
        debt=None,
        refund=None,
        withdrawal=None,
    )


def _person(person: Respondent) -> Respondent:
    return replace(person, tax_id=masked(person.tax_id), address=(), attorney="")


def _telling(address: tuple[str, ...]) -> tuple[str, ...]:
    """The lines that tell where somebody lives: the first, and any with a number; district and town tell nobody."""
    return tuple(line for at, line in enumerate(address) if at == 0 or any(map(str.isdigit, line)))


def refuse_leaks(public_text: str, context: Context) -> None:
    """Raises PaperFault if a public text still carries a whole CPF, or a line of the respondent's address."""
    if any(tax_id(found) for found in BARE_CPF.findall(public_text)):
        raise PaperFault("a publicação traz um CPF inteiro; use o CPF mascarado e revise os textos livres")
    for person in (context.case.respondent, *context.case.others):
        if any(line and line in public_text for line in _telling(person.address)):
            raise PaperFault("a publicação traz o endereço da pessoa autuada; revise os textos livres")
