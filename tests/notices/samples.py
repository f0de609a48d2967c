"""A fictional case of Santos Dumont told to every kind of paper: people, plates and acts are invented."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from notices.acts import (
    Attempt,
    Claim,
    Decision,
    EarlyPayment,
    FiledPaper,
    Filing,
    Matter,
    Plain,
    Row,
    Ruling,
    Service,
    Sitting,
    Term,
    TermExample,
    Vote,
)
from notices.codes import verification_code
from notices.context import Context
from notices.dossier import (
    Act,
    Body,
    Case,
    Document,
    Fact,
    Factor,
    Item,
    Law,
    Penalty,
    Quote,
    Respondent,
    Signer,
    Town,
    Vehicle,
)
from notices.endings import (
    Closing,
    Collected,
    Debt,
    Discounted,
    Instalment,
    Order,
    Paid,
    Refund,
    Slip,
    SlipLine,
    Withdrawal,
)
from notices.kinds import KINDS

ZONE = ZoneInfo("America/Sao_Paulo")

TOWN = Town(
    name="Santos Dumont",
    state="MG",
    letterhead=("Prefeitura Municipal de Santos Dumont", "Secretaria Municipal de Transportes e Trânsito"),
    protocol_address="Protocolo Geral, Praça do Exemplo, 1, Centro, Santos Dumont, MG",
    protocol_hours="dias úteis, das 12h às 17h",
    channels=("pela internet, em processos.exemplo.gov.br, até 23h59 do último dia.",),
    gazette="Diário Oficial do Município",
    verification_address="verificar.exemplo.gov.br",
    calculator_address="https://processos.exemplo.gov.br/prazos/calcular",
    data_protection="Os dados pessoais deste documento são tratados para o exercício da fiscalização municipal "
    "(Lei 13.709/2018, art. 7º, III). Encarregado(a): encarregado@exemplo.gov.br.",
    examples=("endereço e horário do protocolo", "valor da URM", "integrantes dos órgãos julgadores"),
)
LAW = Law(
    name="Lei Municipal nº 4.814, de 26 de outubro de 2026",
    subject="do serviço de transporte escolar no Município de Santos Dumont",
)
AUTHORITY = Body(name="Secretaria Municipal de Transportes e Trânsito")
COMMITTEE = Body(name="Comissão Especial de Julgamento")
BOARD = Body(name="Junta Revisora")
DEFENSE = Act(name="defesa", gender="f")
APPEAL = Act(name="recurso", gender="m")

Q33_1 = Quote(
    citation="art. 33, § 1º",
    text="A Secretaria Municipal de Transportes e Trânsito terá 10 (dez) dias para "
    "notificar o infrator, sob pena de arquivamento do auto de infração.",
)
Q33_2 = Quote(
    citation="art. 33, § 2º",
    text="o infrator terá 30 (trinta) dias corridos, contados do dia seguinte ao recebimento, para apresentar a defesa",
)
Q33_4 = Quote(
    citation="art. 33, § 4º",
    text="cabendo recurso, em sede de instância final, no prazo de até 15 dias "
    "corridos, contados do dia seguinte ao recebimento da decisão, por parte do infrator",
)
Q33_5 = Quote(
    citation="art. 33, § 5º",
    text="composta por pelo menos 03 servidores efetivos, sendo que pelo menos um "
    "deles, integre os quadros da Procuradoria Jurídica do Município ou que não integre, mas que possua "
    "formação jurídica",
)
Q33_3 = Quote(
    citation="art. 33, § 3º",
    text="fica criado uma Comissão Especial de Julgamento, composta de pelos menos 03 servidores efetivos do Município",
)
Q33_7 = Quote(
    citation="art. 33, § 7º",
    text="Julgada improcedente a defesa o infrator terá o prazo máximo de 15 "
    "(quinze) dias, a partir da data da notificação, para recolher o valor da condenação",
)
Q34_5 = Quote(citation="art. 34, V", text="Cassação definitiva da Autorização.")
Q41 = Quote(
    citation="art. 41",
    text="A pena de suspensão, sempre que imposta acarretará na apreensão dos respectivos "
    "documentos pelo prazo de duração da suspensão.",
)
Q38_1 = Quote(
    citation="art. 38, § 1º",
    text="Na primeira reincidência de infração da mesma natureza será aplicado ao "
    "autorizatário a multa relativa a infração cometida, acrescida de 50 (cinquenta) por cento do seu valor "
    "básico.",
)

MEMO = (
    Factor(label="Valor de referência", value="5 URM", source="art. 39, caput"),
    Factor(label="Código B-2: 20% do valor de referência", value="1 URM", source="Anexo I"),
    Factor(label="Primeira vez, sem acréscimo", value="× 1", source="art. 38"),
    Factor(label="Valor da URM em 2027 (exemplo)", value="R$ 137,45", source="ato de exemplo"),
)
FINE = Penalty(
    code="B-2", label="multa", citation="art. 34, II, e Anexo I", detail="1 URM", amount=Decimal("137.45"), memo=MEMO
)
PLAIN_FINE = replace(FINE, memo=())
SUSPENSION = Penalty(code="C-1", label="suspensão", citation="art. 34, III, e Anexo I", detail="5 dias")
BAR = Penalty(code="D", label="impedimento temporário da autorização", citation="art. 34, IV", detail="31 dias")
REVOCATION = Penalty(code="E", label="cassação definitiva da autorização", citation="art. 34, V, e Anexo I")
WARNING = Penalty(code="A", label="advertência por escrito", citation="art. 34, I, e Anexo I")
ITEM = Item(
    code="36-XIX",
    citation="art. 36, XIX",
    quote="Trafegar com o veículo transportando escolares sem a presença do acompanhante",
    penalties=(PLAIN_FINE, SUSPENSION),
)

INSPECTOR = Signer(
    name="Bento Sampaio de Exemplo", post="agente de fiscalização de transportes", act="matrícula 0000-1"
)
SECRETARY = Signer(
    name="Lia Moura de Exemplo",
    post="Secretária Municipal de Transportes e Trânsito",
    act="Portaria nº 00/2027 (exemplo)",
)
CHAIR = Signer(
    name="Rui Prado de Exemplo",
    post="presidente da Comissão Especial de Julgamento",
    act="Portaria nº 00/2027 (exemplo)",
)

CASE = Case(
    number="000123/2027",
    opened_on=date(2027, 3, 1),
    notice_number="AI 000045/2027",
    notice_on=date(2027, 3, 1),
    authority=AUTHORITY,
    law=LAW,
    respondent=Respondent(
        name="Joana Fictícia da Silva",
        tax_id="529.982.247-25",
        role="autorizatária do serviço de transporte escolar",
        address=("Rua das Amostras, 100, casa 2", "Bairro Modelo, Santos Dumont, MG", "CEP 36240-000"),
    ),
    vehicle=Vehicle(plate="ABC1D23", make="furgão de marca fictícia", kind="transporte escolar"),
    permit="TE-0000",
    fact=Fact(
        on=date(2027, 3, 1),
        time="6h50",
        place="Avenida Imaginária, altura do nº 500, Bairro Modelo",
        narrative="Na abordagem de rotina, o veículo conduzia estudantes e não havia acompanhante a bordo. "
        "A condutora declarou que o acompanhante faltara naquele dia.",
        evidence=("duas fotografias, sem identificação de estudantes", "relatório da abordagem"),
    ),
    items=(ITEM,),
    inspector=INSPECTOR,
)
SILENCE = (
    "Não apresentar defesa não é confissão: a lei não dá esse efeito ao silêncio. A Comissão Especial de "
    "Julgamento decide com base nas provas do processo."
)
RULE = "contados do dia seguinte ao recebimento; se o último dia não tiver expediente, vale o próximo dia útil"
EXAMPLES = (
    TermExample(received=date(2027, 3, 3), first_day=date(2027, 3, 4), due=date(2027, 4, 2)),
    TermExample(
        received=date(2027, 3, 5),
        first_day=date(2027, 3, 6),
        due=date(2027, 4, 5),
        note="o 30º dia, 4 de abril, é domingo",
    ),
)
DEFENSE_TERM = Term(
    label="Prazo de defesa",
    act=DEFENSE,
    length="30 (trinta) dias corridos",
    rule=RULE,
    quote=Q33_2,
    opens="o recebimento desta notificação",
    examples=EXAMPLES,
    body=COMMITTEE,
    silence=SILENCE,
    attach=("documentos que provem o que alega", "nomes e endereços de até três testemunhas"),
)
KNOWN_DEFENSE = replace(
    DEFENSE_TERM,
    due=date(2027, 4, 2),
    until="até as 17h no protocolo ou 23h59 pela internet",
    explanation=(
        "recebimento: quarta-feira, 3 de março de 2027 (não se conta);",
        "primeiro dia contado: quinta-feira, 4 de março de 2027;",
        "30º dia: sexta-feira, 2 de abril de 2027, com expediente.",
    ),
)
APPEAL_TERM = Term(
    label="Prazo de recurso",
    act=APPEAL,
    length="15 (quinze) dias corridos",
    rule=RULE,
    quote=Q33_4,
    opens="o recebimento desta decisão",
    body=BOARD,
    examples=(
        TermExample(received=date(2027, 4, 19), first_day=date(2027, 4, 20), due=date(2027, 5, 4)),
        TermExample(
            received=date(2027, 4, 23),
            first_day=date(2027, 4, 24),
            due=date(2027, 5, 10),
            note="o 15º dia, 8 de maio, é sábado",
        ),
    ),
    silence="Sem recurso no prazo, a decisão se torna definitiva e a penalidade é executada.",
)
EARLY = EarlyPayment(
    label="Desconto de 30%",
    citation="art. 14",
    until="Prazo de defesa",
    waives="defender-se e recorrer",
    lost_by="pedir parcelamento",
)
PAYMENT_TERM = Term(
    label="Prazo de pagamento",
    act=Act(name="pagamento", gender="m"),
    length="15 (quinze) dias",
    rule="contados do dia seguinte ao recebimento; se o último dia não tiver expediente, vale o próximo dia útil",
    quote=Q33_7,
    opens="o recebimento desta decisão",
    examples=APPEAL_TERM.examples,
    silence="O recurso apresentado no prazo suspende o pagamento até a decisão final.",
)
AUTHORITY_TERM = Term(
    label="Prazo de notificação",
    act=Act(name="notificação", gender="f"),
    length="10 (dez) dias",
    rule="contados do dia seguinte à lavratura do auto",
    quote=Q33_1,
    due=date(2027, 3, 11),
    silence="Sem a notificação nesse prazo, o auto é arquivado.",
)
VOTES = (
    Vote(name="Rui Prado de Exemplo", post="servidor efetivo", vote="acompanha"),
    Vote(name="Nair Lopes de Exemplo", post="servidora efetiva", vote="relatora"),
    Vote(name="Caio Reis de Exemplo", post="servidor efetivo", vote="acompanha"),
)
RULING = Ruling(
    item="36-XIX",
    citation=ITEM.citation,
    quote=ITEM.quote,
    outcome="upheld",
    penalties=(FINE, SUSPENSION),
    repeat="Não há reincidência: nenhuma decisão anterior e definitiva pela mesma infração.",
)
DECISION = Decision(
    body=COMMITTEE,
    on=date(2027, 4, 12),
    outcome="upheld",
    stands=True,
    tally="por unanimidade",
    number="000031/2027",
    sitting="000007/2027",
    rapporteur="Nair Lopes de Exemplo",
    summary="Transporte de escolares sem acompanhante. Presença obrigatória. Falta no dia não afasta o dever. "
    "Auto mantido.",
    report=(
        (
            "O auto foi lavrado em 1º de março de 2027 e notificado em 3 de março. A defesa veio no prazo, em 22 de "
            "março, e alega que o acompanhante faltou sem aviso."
        ),
    ),
    claims=(
        Claim(
            claim="O acompanhante faltou sem avisar.",
            answer="A falta explica o fato, mas não o desfaz: sem acompanhante, o serviço não podia começar.",
        ),
        Claim(claim="A abordagem não foi registrada.", answer="Há relatório e duas fotografias nos autos."),
    ),
    reasons=(
        (
            "O fato está provado pelo relatório da abordagem e não é negado pela defesa. A lei exige a presença do "
            "acompanhante enquanto houver escolares a bordo."
        ),
        "A penalidade é a que a lei liga à infração. Não há reincidência nem circunstância que a altere.",
    ),
    rulings=(RULING,),
    members=VOTES,
    total=Decimal("137.45"),
    amount_note="O valor a pagar é o da guia, calculado com a URM do dia em que ela for emitida.",
)
UPHELD_ON_APPEAL = replace(
    DECISION,
    body=BOARD,
    on=date(2027, 5, 24),
    outcome="affirmed",
    on_appeal=True,
    number="000009/2027",
    sitting="000004/2027",
    tally="por 2 votos a 1",
    summary="Recurso. Transporte de escolares sem acompanhante. Decisão mantida.",
    report=("O recurso, apresentado no prazo, repete as alegações da defesa.",),
    rulings=(replace(RULING, outcome="affirmed"),),
    members=(
        Vote(
            name="Ada Nunes de Exemplo",
            post="procuradora do Município",
            vote="relatora",
            qualification="formação jurídica",
        ),
        Vote(name="Ivo Castro de Exemplo", post="servidor efetivo", vote="acompanha"),
        Vote(name="Zeca Pinto de Exemplo", post="servidor efetivo", vote="diverge"),
    ),
    rapporteur="Ada Nunes de Exemplo",
)
FILING = Filing(
    act=DEFENSE,
    protocol="000812/2027",
    received_at=datetime(2027, 3, 22, 14, 5, tzinfo=ZONE),
    filed_by="Joana Fictícia da Silva",
    timely=True,
    due=date(2027, 4, 2),
    via="no balcão do protocolo",
    count=KNOWN_DEFENSE.explanation,
    papers=(
        FiledPaper(
            name="Petição de defesa (3 páginas)",
            size="214 kB",
            digest="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        ),
        FiledPaper(
            name="Declaração do acompanhante",
            size="88 kB",
            digest="60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
        ),
    ),
    next_step="A Comissão Especial de Julgamento vai decidir, e você receberá a decisão.",
)
SERVICE = Service(
    of="Notificação de autuação NA 000045/2027",
    on=date(2027, 3, 3),
    via="entrega pessoal",
    proof="recibo assinado",
    received_by="Joana Fictícia da Silva",
)
ORDER = Order(
    penalty=SUSPENSION,
    final_on=date(2027, 6, 2),
    final_because="recebimento da decisão final",
    effect="Durante a suspensão é proibido prestar o serviço de transporte escolar.",
    days=5,
    starts_rule="A suspensão começa no dia em que os documentos forem apreendidos, e esse dia já conta.",
    collects=("termo de autorização", "comprovante de registro de condutor"),
    hand_over="Entregue-os na Secretaria Municipal de Transportes e Trânsito, no endereço do protocolo.",
    returns="Os documentos são devolvidos no dia seguinte ao último dia da suspensão.",
    breach="Dirigir o veículo durante a suspensão é outra infração (art. 36, XXX).",
)
CURE_TERM = Term(
    label="Prazo para sanar",
    act=Act(name="regularização", gender="f"),
    length="10 (dez) dias úteis",
    rule="contados do dia seguinte ao recebimento; sem expediente completo no último dia, vale o próximo dia útil",
    quote=Quote(citation="art. 2º", text="notifica os responsáveis para sanar em 10 (dez) dias úteis da ciência"),
    due=date(2027, 3, 17),
    until="até as 17h no protocolo",
    silence="Sem a prova de que a irregularidade foi sanada, o processo segue e pode levar às penalidades da lei.",
)
SLIP = Slip(
    lines=(
        SlipLine(
            description="Multa, art. 36, XIX, código B-2",
            citation="art. 34, II, e Anexo I",
            amount=Decimal("137.45"),
            memo=MEMO,
        ),
    ),
    total=Decimal("137.45"),
    due=date(2027, 6, 17),
    revenue_code="1919.01 (exemplo)",
    where=("na Tesouraria da Prefeitura, no endereço do protocolo, em dias úteis, das 12h às 16h.",),
    after_due="A multa não paga no vencimento segue para inscrição em dívida ativa.",
)
EARLY_SLIP = replace(
    SLIP,
    discounts=(
        Discounted(
            label="Desconto de 40%", citation="art. 9º, § 1º", total=Decimal("82.47"), until=date(2027, 6, 10),
            waives="recorrer",
        ),
        Discounted(label="Desconto de 20%", citation="art. 9º, § 2º", total=Decimal("109.96")),
    ),
)  # fmt: skip
PARTED_SLIP = replace(
    SLIP,
    parts=(
        Instalment(amount=Decimal("45.83"), due=date(2027, 6, 17)),
        Instalment(amount=Decimal("45.81"), due=date(2027, 7, 19)),
        Instalment(amount=Decimal("45.81"), due=date(2027, 8, 17)),
    ),
    parts_citation="art. 12, § 2º",
)
PARTLY_PAID_SLIP = replace(
    PARTED_SLIP,
    total=Decimal("71.62"),
    paid=Decimal("65.83"),
    due=date(2027, 7, 19),
    parts=(
        replace(PARTED_SLIP.parts[0], paid=True),
        replace(PARTED_SLIP.parts[1], left=Decimal("25.81")),
        PARTED_SLIP.parts[2],
    ),
)
ARTICLES = (Q33_2, Q33_3)
CODE = verification_code(bytes(range(16)))


def document(number: str, issued_on: date, automatic: str = "") -> Document:
    return Document(
        number=number,
        issued_on=issued_on,
        issued_at=datetime(issued_on.year, issued_on.month, issued_on.day, 12, tzinfo=UTC),
        code=CODE,
        url=f"https://verificar.exemplo.gov.br/v/{CODE}",
        automatic=automatic,
    )


BASE = Context(
    town=TOWN, document=document("000045/2027", date(2027, 3, 3)), case=CASE, signers=(SECRETARY,), articles=ARTICLES
)

SPECIAL: dict[str, dict[str, Any]] = {
    "infraction_notice": {
        "document": document("000045/2027", date(2027, 3, 1)),
        "signers": (INSPECTOR,),
        "term": replace(DEFENSE_TERM, opens="o recebimento da notificação"),
        "authority_term": AUTHORITY_TERM,
        "articles": (Q33_1, Q33_2),
    },
    "notice_letter": {"term": DEFENSE_TERM},
    "cure_notice": {"case": replace(CASE, notice_number=""), "term": CURE_TERM},
    "public_notice": {
        "document": document("000003/2027", date(2027, 3, 9)),
        "term": replace(DEFENSE_TERM, opens="a publicação deste edital", event="da publicação"),
        "attempts": (
            Attempt(
                via="carta com aviso de recebimento",
                on=date(2027, 3, 4),
                reason="mudou-se",
                address="Rua das Amostras, 100",
            ),
            Attempt(
                via="entrega pessoal", on=date(2027, 3, 8), reason="ninguém no local", address="Rua das Amostras, 100"
            ),
        ),
    },
    "defense_receipt": {"filing": FILING, "document": document("000812/2027", date(2027, 3, 22))},
    "appeal_receipt": {
        "document": document("001144/2027", date(2027, 5, 3)),
        "filing": replace(
            FILING,
            act=APPEAL,
            protocol="001144/2027",
            received_at=datetime(2027, 5, 3, 9, 30, tzinfo=ZONE),
            due=date(2027, 5, 4),
            via="pela internet",
            count=(),
            papers=(),
            next_step="A Junta Revisora vai decidir, e você receberá a decisão.",
        ),
        "articles": (Q33_4,),
    },
    "untimeliness_order": {
        "filing": replace(
            FILING,
            timely=False,
            received_at=datetime(2027, 4, 5, 10, 0, tzinfo=ZONE),
            next_step="O processo segue para julgamento com as provas que tem.",
        ),
        "document": document("000002/2027", date(2027, 4, 6)),
    },
    "lapse_certificate": {
        "document": document(
            "000020/2027", date(2027, 4, 3), "certidão de decurso, rotina de prazos de 3 de abril de 2027"
        ),
        "term": KNOWN_DEFENSE,
        "service": SERVICE,
    },
    "minutes": {
        "document": document("000007/2027", date(2027, 4, 12)),
        "signers": (
            CHAIR,
            Signer(name="Nair Lopes de Exemplo", post="integrante"),
            Signer(name="Caio Reis de Exemplo", post="integrante"),
        ),
        "articles": (Q33_3,),
        "sitting": Sitting(
            number="000007/2027",
            body=COMMITTEE,
            on=date(2027, 4, 12),
            opened="14h",
            closed="15h20",
            place="na sala de reuniões da Prefeitura",
            president="Rui Prado de Exemplo",
            members=tuple(replace(vote, vote="presente") for vote in VOTES),
            quorum="Há quórum: três integrantes efetivos, sem impedimento.",
            quorum_basis=Q33_3,
            matters=(
                Matter(
                    case_number="000123/2027",
                    subject="art. 36, XIX",
                    rapporteur="Nair Lopes de Exemplo",
                    outcome="auto de infração mantido",
                    tally="por unanimidade",
                ),
                Matter(
                    case_number="000131/2027",
                    subject="art. 36, II",
                    rapporteur="Caio Reis de Exemplo",
                    outcome="auto de infração julgado insubsistente",
                    tally="por 2 votos a 1",
                    note="declaração de voto vencido juntada",
                ),
            ),
            absent=("Téo Braga de Exemplo (férias)",),
        ),
    },
    "decision": {
        "document": document("000031/2027", date(2027, 4, 12)),
        "decision": DECISION,
        "term": APPEAL_TERM,
        "signers": (CHAIR,),
        "articles": (Q33_3, Q33_4),
    },
    "reconsideration_order": {
        "document": document("000003/2027", date(2027, 5, 24)),
        "decision": replace(UPHELD_ON_APPEAL, outcome="maintained", rulings=(replace(RULING, outcome="maintained"),)),
    },
    "appeal_decision": {
        "document": document("000009/2027", date(2027, 5, 24)),
        "decision": UPHELD_ON_APPEAL,
        "appealed": DECISION,
        "articles": (Q33_5,),
    },
    "decision_letter": {
        "document": document("000051/2027", date(2027, 4, 15)),
        "decision": DECISION,
        "term": APPEAL_TERM,
        "payment_term": PAYMENT_TERM,
        "articles": (Q33_4, Q33_7),
    },
    "final_decision_letter": {
        "document": document("000012/2027", date(2027, 5, 31)),
        "decision": UPHELD_ON_APPEAL,
        "order": ORDER,
        "payment_term": replace(PAYMENT_TERM, silence=""),
        "articles": (Q33_5, Q33_7, Q41),
        "notes": ("Esta decisão também é publicada no Diário Oficial do Município.",),
    },
    "payment_slip": {"document": document("000077/2027", date(2027, 6, 2)), "slip": SLIP, "articles": (Q33_7,)},
    "written_warning": {
        "document": document("000006/2027", date(2027, 6, 2)),
        "order": Order(
            penalty=WARNING,
            final_on=date(2027, 6, 2),
            final_because="fim do prazo de recurso",
            effect="Ela não impõe pagamento nem suspende o serviço, e fica registrada.",
        ),
    },
    "suspension_order": {"document": document("000005/2027", date(2027, 6, 2)), "order": ORDER, "articles": (Q41,)},
    "temporary_bar_order": {
        "document": document("000001/2027", date(2027, 6, 2)),
        "order": replace(ORDER, penalty=BAR, days=31, starts=date(2027, 6, 7), ends=date(2027, 7, 7)),
        "articles": (Q41,),
    },
    "revocation_order": {
        "document": document("000001/2027", date(2027, 6, 2)),
        "order": replace(
            ORDER,
            penalty=REVOCATION,
            days=None,
            starts=date(2027, 6, 2),
            starts_rule="",
            returns="",
            breach="",
            effect="A autorização se extingue, e o serviço não pode mais ser prestado com base nela.",
        ),
        "articles": (Q34_5,),
    },
    "document_seizure_record": {
        "document": document("000004/2027", date(2027, 6, 7)),
        "collected": Collected(
            items=ORDER.collects,
            on=date(2027, 6, 7),
            place="na sede da Secretaria",
            holder="Secretaria Municipal de Transportes e Trânsito, em envelope lacrado",
            penalty="suspensão de 5 dias",
            first_day=date(2027, 6, 7),
            last_day=date(2027, 6, 11),
            returns_on=date(2027, 6, 12),
        ),
        "articles": (Q41,),
    },
    "document_return_record": {
        "document": document("000004/2027", date(2027, 6, 14)),
        "collected": Collected(
            items=ORDER.collects,
            on=date(2027, 6, 14),
            place="na sede da Secretaria",
            holder="a pessoa autuada",
            penalty="suspensão de 5 dias",
            first_day=date(2027, 6, 7),
            last_day=date(2027, 6, 11),
        ),
        "articles": (Q41,),
    },
    "archiving_record": {
        "document": document(
            "000003/2027", date(2027, 3, 12), "arquivamento por decurso, rotina de prazos de 12 de março de 2027"
        ),
        "closing": Closing(
            reason="o Município não notificou a pessoa autuada no prazo",
            on=date(2027, 3, 12),
            because=(
                (
                    "O auto foi lavrado em segunda-feira, 1º de março de 2027. O prazo de 10 (dez) dias terminou "
                    "em quinta-feira, 11 de março de 2027, sem notificação entregue."
                ),
            ),
            effects=(
                "O auto perde o efeito: não há multa nem outra penalidade.",
                "Este processo não conta como reincidência.",
            ),
        ),
        "articles": (Q33_1,),
    },
    "discharge": {
        "document": document("000008/2027", date(2027, 6, 16)),
        "closing": Closing(
            reason="a multa foi paga e a suspensão foi cumprida",
            on=date(2027, 6, 16),
            because=("A multa foi paga dentro do prazo, e a suspensão de 5 dias terminou em 11 de junho de 2027.",),
            effects=(
                "Nada mais é devido neste processo.",
                "A decisão fica registrada e pode contar como reincidência.",
            ),
            paid=(Paid(on=date(2027, 6, 10), amount=Decimal("137.45"), proof="recibo da Tesouraria nº 000000"),),
        ),
        "articles": (Q33_7, Q41),
    },
    "refund_order": {
        "document": document("000002/2027", date(2027, 6, 1)),
        "refund": Refund(
            paid=(Paid(on=date(2027, 5, 3), amount=Decimal("137.45"), proof="recibo da Tesouraria nº 000000"),),
            amount=Decimal("137.45"),
            because="O recurso foi provido, e a multa paga deixou de existir.",
            how=(
                "informe os dados da conta em nome de quem pagou, no protocolo ou pela internet;",
                "o depósito é feito pela Tesouraria, e o comprovante é juntado ao processo.",
            ),
        ),
    },
    "active_debt_referral": {
        "document": document("000010/2027", date(2027, 6, 18)),
        "debt": Debt(
            amount=Decimal("137.45"),
            due=date(2027, 6, 17),
            final_on=date(2027, 6, 2),
            origin="multa administrativa não tributária por infração ao serviço de transporte escolar",
            grounds=("Lei Municipal nº 4.814/2026, art. 36, XIX; art. 34, II; Anexo I; art. 33, § 7º.",),
            charges="os que a legislação municipal prevê para créditos não tributários",
            charges_from=date(2027, 6, 18),
            lines=SLIP.lines,
        ),
        "articles": (Q33_7,),
    },
    "withdrawal_record": {
        "document": document("000001/2027", date(2027, 3, 18)),
        "withdrawal": Withdrawal(
            act="Arquivamento por falta de notificação no prazo",
            act_on=date(2027, 3, 12),
            fact="a notificação foi recebida em 10 de março de 2027, conforme aviso de recebimento",
            learned_on=date(2027, 3, 18),
            reasons="O aviso de recebimento voltou depois do arquivamento e mostra entrega no prazo.",
            recorded_by="protocolo da Secretaria",
            approved_by="Procuradoria Jurídica",
            effects=(
                "O arquivamento perde o efeito e o processo volta ao prazo de defesa.",
                "O prazo de defesa conta do recebimento: vai até 9 de abril de 2027.",
            ),
        ),
        "articles": (Q33_1, Q33_2),
    },
    "gazette_entry": {"document": document("000012/2027", date(2027, 5, 31)), "decision": UPHELD_ON_APPEAL},
}
PLAIN = Plain(
    paragraphs=("Registra-se, no processo acima, o ato descrito neste documento, praticado nos termos da lei.",),
    rows=(Row(label="Data do ato", value="3 de março de 2027"), Row(label="Meio", value="entrega pessoal")),
    closing=("Este documento é juntado aos autos.",),
)


def sample(kind: str, **changes: Any) -> Context:
    """The fictional case as a paper of that kind needs it."""
    special = SPECIAL.get(kind, {}) if KINDS[kind].own else {"plain": PLAIN}
    return replace(BASE, **(special | changes))


CLEARED = replace(
    DECISION,
    outcome="dismissed",
    stands=False,
    total=None,
    amount_note="",
    claims=(),
    summary="Acompanhante presente, sentado ao fundo do veículo. Fato não provado. Auto insubsistente.",
    reasons=("As fotografias da defesa mostram o acompanhante a bordo na hora da abordagem. O fato não está provado.",),
    rulings=(replace(RULING, outcome="dismissed", penalties=(), repeat=""),),
)
CLEARED_ON_APPEAL = replace(
    CLEARED,
    body=BOARD,
    on=date(2027, 5, 24),
    outcome="reversed",
    on_appeal=True,
    rulings=(replace(RULING, outcome="reversed", penalties=(), repeat=""),),
)
