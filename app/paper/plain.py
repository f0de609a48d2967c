"""Papers on the shared layout: an opening, the act's data as rows, and what becomes of the paper."""

from __future__ import annotations

from app.paper.changes import changed_rows, counted_rows, right_to_speak
from app.paper.corrected import corrected_rows, correction_said, told_by
from app.paper.filings import filed_by, service_of
from app.paper.material import Material
from app.paper.money import debt_of
from app.paper.story import Deed
from app.paper.values import field_label, value_words
from app.paper.wording import PENALTY, lower_first
from notices.acts import Plain, Row
from notices.dossier import Case
from notices.words import capital, listed, money, money_in_words, sentence, the, weekday_date
from workflow.event import Paper
from workflow.fields import COMMON, PRIVATE, fields_of

FILED = "Este documento é juntado aos autos."
_OPENINGS = {
    "counterfoil": "Entrega-se à pessoa autuada a contrafé do auto de infração deste processo.",
    "inspector_certificate": "Certifica-se que a pessoa autuada foi cientificada como consta abaixo.",
    "proof_of_service": "Registra-se a prova da ciência da pessoa autuada, como consta abaixo.",
    "refusal_record": "Registra-se que a pessoa autuada se recusou a receber ou a assinar. A recusa, certificada por "
    "quem fez a entrega, vale como ciência.",
    "inadmissibility_order": "A petição não é conhecida, pelas razões abaixo.",
    "alternate_summons": "Fica convocado, para completar o órgão julgador neste processo, o suplente abaixo.",
    "verbal_warning_record": "Registra-se a advertência verbal feita à pessoa autuada.",
    "authorization_collection_record": "Recolhe-se, como medida administrativa, a autorização da pessoa autuada. A "
    "medida não é penalidade.",
    "vehicle_retention_record": "Aplica-se ao veículo abaixo a medida administrativa indicada. A medida não é "
    "penalidade.",
    "vehicle_release_record": "Libera-se o veículo abaixo. A liberação não depende de pagamento.",
    "noncure_certificate": "Certifica-se que terminou o prazo dado sem que a irregularidade fosse sanada.",
    "cure_record": "Registra-se que a irregularidade foi sanada.",
    "active_debt_entry": "Inscreve-se em dívida ativa o débito deste processo, depois do exame de legalidade.",
    "revocation_proposal": "Propõe-se, à autoridade que pode aplicá-la, a penalidade abaixo.",
    "coordinator_report": "Junta-se a comunicação que deu origem ao auto de infração deste processo.",
    "recount_certificate": "Certifica-se que os prazos abaixo, em curso, foram contados de novo porque o calendário do "
    "Município mudou depois de abertos. Valem as datas novas; o que já se decidiu fica como está.",
    "change_letter": "Comunica-se à pessoa autuada o ato abaixo, praticado neste processo, e o que ele muda.",
    "authority_communication": "Comunicam-se os fatos deste processo à autoridade que deve conhecê-los.",
}
_WITHOUT_REASONS = ("alternate_summons", "counterfoil")
_SHOWN_ELSEWHERE = {"items", "inspector", "fact_on", "fact_time", "attachments", "reasons", "voters", "votes"}
_OF_A_CORRECTION = {"of", "field", "value"}


def plain_of(material: Material, paper: Paper, case: Case) -> Plain:
    """The whole of such a paper: of this act, or of the one that this correction makes it tell anew."""
    deed = told_by(material, paper.kind)
    step = material.procedure.steps[deed.step]
    opening = _OPENINGS.get(paper.kind, f"Registra-se este ato: {lower_first(step.label or deed.step)}.")
    if paper.kind == "forwarding_order":
        opening = _forwarded(material, deed)
    rows = [
        Row(label="Ato", value=step.label or deed.step),
        Row(label="Data do ato", value=weekday_date(deed.on)),
    ]
    if deed.does == "serve":
        rows += _service_rows(material, deed)
    elif paper.kind == "alternate_summons":
        rows = [Row(label="Suplente", value=listed(_alternates(material))), *rows]
    else:
        rows += _data_rows(material, deed)
    if paper.kind == "revocation_proposal":
        kinds = deed.data.get("proposes")
        said = [PENALTY.get(str(each), str(each)) for each in kinds] if isinstance(kinds, list | tuple) else []
        rows.append(Row(label="Penalidade proposta", value=capital(listed(said)) or "Cassação"))
    if paper.kind == "recount_certificate":
        if (
            deed.event.occurred_on != deed.event.recorded_on
        ):  # a day that closed is decreed, and certified, after it came
            rows[1] = Row(label="Certidão de", value=weekday_date(deed.event.recorded_on))
            rows.insert(2, Row(label="Vale desde", value=weekday_date(deed.event.occurred_on)))
        rows += counted_rows(material, material.event.derived.deadlines)
    if paper.kind == "active_debt_entry":
        rows += _debt_rows(material, case)
    corrects = material.story.correction_by(deed.version) is not None
    reasons = "" if paper.kind in _WITHOUT_REASONS or corrects else " ".join(deed.text("reasons").split())
    if reasons:
        rows.append(Row(label="Motivos", value=sentence(reasons), personal=True))
    rows += corrected_rows(material)
    if paper.kind == "change_letter" and not corrects and material.event.approved_by:
        rows.append(Row(label="Quem aprovou", value=material.event.approved_by))
    if paper.kind == "change_letter":
        rows += changed_rows(material, paper.track)
    again = "" if deed.version == material.event.version else correction_said(material, paper.kind)
    closing = (right_to_speak(material.office.town), FILED) if paper.kind == "change_letter" else (FILED,)
    return Plain(paragraphs=(opening, *filter(None, (again,))), rows=tuple(rows), closing=closing)


def _forwarded(material: Material, deed: Deed) -> str:
    """What goes up to the body that judges: a petition, or a decision that whoever took it kept, whole or in part."""
    if deed.does == "file":
        return f"Encaminha-se {the(filed_by(material.book.rules, deed))} deste processo a quem deve decidir."
    kept = "reconsiderada só em parte" if deed.outcome == "partial" else "mantida"
    return f"Encaminha-se o processo ao órgão que deve julgá-lo, com a decisão recorrida {kept}."


def _service_rows(material: Material, deed: Deed) -> list[Row]:
    service = service_of(material, deed)
    rows = [Row(label="Meio", value=capital(service.via)), Row(label="Prova", value=capital(service.proof))]
    if service.on != deed.on:
        rows.append(Row(label="Recebimento", value=weekday_date(service.on)))
    if deed.data.get("tracking"):
        rows.append(Row(label="Código de rastreio", value=deed.text("tracking"), personal=True))
    if deed.data.get("witnesses"):
        rows.append(Row(label="Testemunhas", value=deed.text("witnesses")))
    return rows


def _debt_rows(material: Material, case: Case) -> list[Row]:
    debt = debt_of(material, case)
    return [
        Row(label="Valor originário", value=f"{money(debt.amount)} ({money_in_words(debt.amount)})"),
        Row(label="Vencimento", value=weekday_date(debt.due)),
        Row(label="Decisão definitiva", value=weekday_date(debt.final_on)),
        Row(label="Origem e natureza", value=debt.origin),
        Row(label="Fundamento", value=" ".join(debt.grounds)),
    ]


def _alternates(material: Material) -> list[str]:
    voters = material.event.data.get("voters")
    names = [str(each) for each in voters] if isinstance(voters, list | tuple) else []
    members = material.office.town.members
    return [
        each.name for each in members if each.alternate and each.body == material.event.by and each.name in names
    ] or ["designado na ata"]


def _data_rows(material: Material, deed: Deed) -> list[Row]:
    """What the act was given, by the labels of its fields; never personal fields, which the paper tells elsewhere."""
    step = material.procedure.steps[deed.step]
    fields = fields_of(step)
    elsewhere = _SHOWN_ELSEWHERE | (_OF_A_CORRECTION if material.story.correction_by(deed.version) else set())
    return [
        Row(
            label=field_label(step, name),
            value=value_words(material.procedure, step, name, value),
            personal=fields[name].personal,
        )
        for name, value in deed.data.items()
        if name in fields and name not in PRIVATE and name not in elsewhere and name not in COMMON
        if value not in ("", None) and not isinstance(value, list | tuple)
    ]
