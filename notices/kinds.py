"""Every kind of paper: its title, series, reader, template, and what it may not be issued without."""

from __future__ import annotations

from dataclasses import dataclass

from notices.context import Audience, Context
from notices.faults import PaperFault
from notices.needs import (
    COUNT,
    DEBT,
    DECISION,
    FACT,
    IDENTITY,
    NOTICE_CONTENT,
    ORDER,
    PARTY,
    PLAIN,
    PUBLICITY,
    REASONS,
    Need,
    lacking,
    part,
    term,
    term_to_cure,
)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of paper. ``series`` prefixes the number; ``audience`` says for whom it is written."""

    id: str
    title: str
    series: str
    audience: Audience
    needs: tuple[Need, ...]
    template: str = "plain.html"

    @property
    def own(self) -> bool:
        """Whether the kind has a template of its own."""
        return self.template != "plain.html"


def _kind(id: str, title: str, series: str, audience: Audience, *needs: tuple[Need, ...], template: str = "") -> Kind:
    every = IDENTITY + (PARTY if audience == "letter" else ())
    return Kind(
        id=id,
        title=title,
        series=series,
        audience=audience,
        template=template or f"{id}.html",
        needs=every + tuple(need for group in needs for need in group),
    )


def _plain(id: str, title: str, series: str, audience: Audience) -> Kind:
    return _kind(id, title, series, audience, PLAIN, template="plain.html")


KINDS: dict[str, Kind] = {
    kind.id: kind
    for kind in (
        _kind(
            "infraction_notice",
            "Auto de infração",
            "AI",
            "party",
            PARTY,
            FACT,
            part("case.inspector.name", "agente que lavrou o auto", "Lei 9.784/1999, art. 22, § 1º"),
        ),
        _kind("notice_letter", "Notificação de autuação", "NA", "letter", FACT, term("defesa")),
        _kind("cure_notice", "Notificação para sanar", "NS", "letter", FACT, term_to_cure()),
        _kind(
            "public_notice",
            "Edital de notificação",
            "ED",
            "public",
            term("defesa", unless="decision", to_cure="to_cure"),
            part("case.items", "infração e texto da lei", f"{NOTICE_CONTENT}, VI"),
            part("attempts", "tentativas frustradas de ciência", "Lei 9.784/1999, art. 26, § 4º", unless="by_edital"),
        ),
        _kind(
            "defense_receipt",
            "Recibo de defesa",
            "RD",
            "party",
            part("filing", "protocolo recebido", "Lei 9.784/1999, art. 6º, parágrafo único"),
            template="filing_receipt.html",
        ),
        _kind(
            "appeal_receipt",
            "Recibo de recurso",
            "RR",
            "party",
            part("filing", "protocolo recebido", "Lei 9.784/1999, art. 6º, parágrafo único"),
            template="filing_receipt.html",
        ),
        _kind(
            "untimeliness_order",
            "Despacho de intempestividade",
            "DI",
            "letter",
            part("filing", "petição recebida", "Lei 9.784/1999, art. 63, I"),
            part("filing.count", "contagem do prazo", COUNT),
        ),
        _kind(
            "lapse_certificate",
            "Certidão de decurso de prazo",
            "CD",
            "internal",
            part("term.due", "último dia do prazo", COUNT),
            part("term.explanation", "contagem do prazo", COUNT),
            part("service", "ciência que abriu o prazo", "Lei 9.784/1999, art. 26, § 3º"),
            part("term.silence", "efeito do silêncio", "Lei 9.784/1999, art. 27"),
        ),
        _kind(
            "minutes",
            "Ata de sessão de julgamento",
            "ATA",
            "internal",
            part("sitting", "sessão", "Lei 9.784/1999, art. 50, § 3º"),
            part("sitting.quorum", "quórum", "CF, art. 5º, LIII"),
            part("sitting.matters", "processos julgados", "Lei 9.784/1999, art. 50, § 3º"),
        ),
        _kind("decision", "Decisão", "DEC", "internal", DECISION),
        _kind(
            "reconsideration_order",
            "Decisão sobre pedido de reconsideração",
            "DR",
            "internal",
            DECISION,
            template="appeal_decision.html",
        ),
        _kind(
            "appeal_decision",
            "Decisão de recurso",
            "AC",
            "internal",
            DECISION,
            part("appealed", "decisão recorrida", REASONS),
        ),
        _kind(
            "decision_letter",
            "Notificação de decisão",
            "ND",
            "letter",
            DECISION,
            term("recurso", only="decision.stands"),
        ),
        _kind("final_decision_letter", "Notificação de decisão final", "NF", "letter", DECISION),
        _kind(
            "payment_slip",
            "Guia de recolhimento",
            "GR",
            "letter",
            part("slip.lines", "linhas da multa", REASONS),
            part("slip.total", "valor total", REASONS),
            part("slip.where", "onde pagar", f"{NOTICE_CONTENT}, III"),
            (
                Need(
                    field="slip.due",
                    label="vencimento ou prazo de pagamento",
                    source=f"{NOTICE_CONTENT}, II",
                    unless="payment_term",
                ),
            ),
        ),
        _kind("written_warning", "Advertência por escrito", "AE", "letter", ORDER),
        _kind("suspension_order", "Ordem de suspensão", "OS", "letter", ORDER, template="running_order.html"),
        _kind(
            "temporary_bar_order",
            "Ordem de impedimento temporário",
            "OI",
            "letter",
            ORDER,
            template="running_order.html",
        ),
        _kind("revocation_order", "Ordem de cassação", "OC", "letter", ORDER),
        _kind(
            "document_seizure_record",
            "Termo de apreensão de documentos",
            "TAD",
            "party",
            part("collected.items", "documentos apreendidos", "CF, art. 5º, LIV"),
            template="collected_record.html",
        ),
        _kind(
            "document_return_record",
            "Termo de devolução de documentos",
            "TDD",
            "party",
            part("collected.items", "documentos devolvidos", "CF, art. 5º, LIV"),
            template="collected_record.html",
        ),
        _kind(
            "archiving_record",
            "Termo de arquivamento",
            "TA",
            "letter",
            part("closing.because", "motivos do arquivamento", REASONS),
        ),
        _kind(
            "discharge",
            "Termo de quitação",
            "TQ",
            "letter",
            part("closing.because", "motivos do encerramento", REASONS),
        ),
        _kind(
            "refund_order",
            "Ordem de restituição",
            "OR",
            "letter",
            part("refund.paid", "pagamento a devolver", "Código Civil, art. 876"),
            part("refund.how", "como receber", f"{NOTICE_CONTENT}, III"),
        ),
        _kind(
            "active_debt_referral",
            "Encaminhamento à dívida ativa",
            "EDA",
            "internal",
            part("debt", "débito", DEBT),
            part("debt.grounds", "natureza e fundamento do débito", f"{DEBT}, III"),
            part("debt.charges", "forma de calcular os encargos", f"{DEBT}, II"),
            part("case.respondent.tax_id", "CPF ou CNPJ de quem deve", f"{DEBT}, I"),
            part("case.respondent.address", "domicílio de quem deve", f"{DEBT}, I"),
        ),
        _kind(
            "withdrawal_record",
            "Termo de retirada de ato automático",
            "TR",
            "letter",
            part("withdrawal.fact", "fato que a retirada reconhece", "Lei 9.784/1999, art. 53"),
            part("withdrawal.approved_by", "segunda pessoa que conferiu", "Lei 9.784/1999, art. 53"),
        ),
        _kind(
            "gazette_entry",
            "Publicação oficial",
            "PO",
            "public",
            (Need(field="decision", label="decisão a publicar", source=PUBLICITY, unless="attempts"),),
        ),
        _plain("counterfoil", "Contrafé de auto de infração", "CF", "party"),
        _plain("inspector_certificate", "Certidão de agente de fiscalização", "CA", "internal"),
        _plain("proof_of_service", "Comprovante de ciência", "CC", "internal"),
        _plain("refusal_record", "Termo de recusa de recebimento", "TRR", "internal"),
        _plain("inadmissibility_order", "Despacho de inadmissibilidade", "DIN", "letter"),
        _plain("alternate_summons", "Convocação de suplente", "CS", "internal"),
        _plain("verbal_warning_record", "Registro de advertência verbal", "RAV", "party"),
        _plain("forwarding_order", "Despacho de encaminhamento", "DE", "internal"),
        _plain("authorization_collection_record", "Termo de recolhimento de autorização", "TRA", "party"),
        _plain("vehicle_retention_record", "Termo de retenção ou apreensão de veículo", "TRV", "party"),
        _plain("vehicle_release_record", "Termo de liberação de veículo", "TLV", "party"),
        _plain("noncure_certificate", "Certidão de irregularidade não sanada", "CNS", "internal"),
        _plain("cure_record", "Termo de regularização", "TRG", "party"),
        _plain("active_debt_entry", "Termo de inscrição em dívida ativa", "TI", "internal"),
        _plain("revocation_proposal", "Proposta de cassação", "PC", "internal"),
        _plain("coordinator_report", "Comunicação de coordenação de ponto", "CP", "internal"),
        _plain("recount_certificate", "Certidão de nova contagem de prazo", "CNP", "party"),
        _plain("change_letter", "Comunicação de alteração", "CAL", "letter"),
        _plain("authority_communication", "Comunicação a outra autoridade", "CO", "internal"),
    )
}


def kind_of(id: str) -> Kind:
    """The kind of that id. Raises PaperFault for a kind that does not exist."""
    if id not in KINDS:
        raise PaperFault(f"não existe documento do tipo {id!r}; há: {', '.join(sorted(KINDS))}")
    return KINDS[id]


def require(kind: Kind, context: Context) -> None:
    """Raises PaperFault for a context that could not be made, or naming all it misses and the rules that want it."""
    if context.fault:
        raise PaperFault(context.fault, where=kind.title)
    if lacks := lacking(kind.needs, context):
        said = "; ".join(f"{need.label} ({need.source})" for need in lacks)
        raise PaperFault(f"não pode sair sem: {said}", where=kind.title)


def label_of(kind: str, field: str) -> str:
    """What people call a field of that kind's papers: ``nome da pessoa autuada``; its path where no need names it."""
    return next((need.label for need in kind_of(kind).needs if need.field == field), f"campo {field}")
