"""What a law may say and the format cannot yet, by the words an author would try, with what to do meanwhile.

A word of this list is refused as such, rather than taken for the known word most like it.
``docs/adding-a-law.md`` lists the same, row by row.
"""

from __future__ import annotations

from typing import NamedTuple


class Unsaid(NamedTuple):
    """Something that cannot be said yet: the words that ask for it, what it is, what an author does meanwhile."""

    words: tuple[str, ...]
    what: str
    meanwhile: str


UNSAID = (
    Unsaid(
        ("index", "indexed_by", "correction", "correct_by", "monetary_correction", "correcao"),
        "correção da multa por índice",
        "unidade fiscal com valores datados (units) e money.convert_on: payment",
    ),
    Unsaid(
        ("compound", "compound_interest", "instalment_interest", "juros"),
        "juros compostos, e juros sobre cada parcela do parcelamento",
        "juros simples em money.late; a parcela vai sem juros, ou a pessoa calcula e junta a conta",
    ),
    Unsaid(
        ("imputation", "applies_to_first", "deposit", "deposits", "deposito"),
        "ordem de imputação de pagamento parcial, e depósito",
        "pessoa decide, com o despacho juntado",
    ),
    Unsaid(
        ("conversion", "converts_to", "community_service", "convert_to_service", "conversao"),
        "conversão da multa em serviço ou noutra obrigação",
        "pessoa decide, com o despacho juntado; sendo por acordo, um ato agree",
    ),
    Unsaid(
        ("shared_with", "split", "creditors", "third_creditor", "rateio"),
        "divisão da multa entre credores",
        "goes_to diz a quem vai toda; a divisão faz-se na Tesouraria",
    ),
    Unsaid(
        ("subsidiary", "subsidiary_to", "subsidiario", "secondary"),
        "responsável subsidiário, cobrado só se o primeiro não paga",
        "outro processo contra ele, aberto por pessoa",
    ),
    Unsaid(
        ("excludes", "exclusive_with", "not_with"),
        "circunstâncias que se excluem, ou que só valem em certa pena",
        "os motivos da decisão; items restringe por item",
    ),
    Unsaid(
        ("resets", "reset_by", "zeroed_by"),
        "pontos que a pena que trouxeram zera, e soma que não seja de pontos",
        "window limita; para contar penas iguais, with_penalty e after",
    ),
    Unsaid(
        ("window_until", "until_decision"),
        "janela de reincidência que acaba na decisão, e não no fato",
        "counts: final_before_decision, com window: none",
    ),
    Unsaid(
        ("linked_case", "linked_to", "other_case", "apenso"),
        "prazo contado de ato de outro processo",
        "um campo type: date do ato que abre, e counts_from",
    ),
    Unsaid(
        ("before_case", "seized_before"),
        "coisa apreendida antes de haver processo",
        "abra o processo com a apreensão (orders_measure)",
    ),
    Unsaid(
        ("auction", "depositary", "proceeds", "leilao", "depositario"),
        "depósito em mãos de terceiro, leilão e o destino do dinheiro",
        "um ato note, com a peça juntada",
    ),
    Unsaid(
        ("add_item", "graver_charge", "new_charge", "mutatio"),
        "imputação mais grave, ou item novo, no mesmo processo",
        "anule (annul) e lavre outro auto; no recurso, forewarned",
    ),
    Unsaid(
        ("add_respondent", "new_respondent", "third_party", "intervener", "terceiro"),
        "autuado que se acrescenta ao processo aberto, e terceiro que recorre",
        "outro processo; um ato note registra o que o terceiro diz",
    ),
    Unsaid(
        ("sitting_limit", "sessions", "per_month", "mandate", "term_of_office"),
        "limite de sessões, e mandato dito na lei",
        "os mandatos estão nos membros do arquivo do Município",
    ),
    Unsaid(
        ("secrecy", "secret", "sigilo", "priority", "prioridade"),
        "sigilo do processo e tramitação prioritária",
        "quem guarda o processo cuida; um ato note o registra",
    ),
    Unsaid(
        ("in_force_by", "transition", "by_act", "transicao"),
        "lei que rege pelo dia do ato ou da abertura, e regra de transição",
        "uma pasta por redação, com in_force; from e until nos itens",
    ),
    Unsaid(
        ("ceases", "ceases_in", "expires_in", "cessa"),
        "medida que cessa por si, ao fim de um prazo",
        "um prazo com on_expiry: warn, e pessoa a levanta (lift_measure)",
    ),
    Unsaid(
        ("cure_only_for", "notice_items", "prior_notice", "aviso_previo"),
        "aviso prévio de sanar só em certos itens do auto",
        "a ordem vale para o auto inteiro; aos itens que a lei não avisa o agente fixa o menor prazo",
    ),
    Unsaid(
        ("attempts_by_any", "attempts_together", "tentativas"),
        "duas tentativas sem êxito por quaisquer meios, contadas juntas",
        "attempts conta por meio; after_failed_means conta meios diferentes",
    ),
    Unsaid(
        ("daily_fine", "daily_and_monthly", "multa_diaria"),
        "multa diária por atraso somada a juros por mês",
        "um dos dois em money.late; o outro, pessoa calcula e junta a conta",
    ),
    Unsaid(
        ("circumstances_cap", "cap_before_repeat", "maximo"),
        "máximo que limita as circunstâncias e não a dobra",
        "circumstances_within, se o limite é proporção do valor básico; senão, os motivos da decisão",
    ),
    Unsaid(
        ("inspector_recusal", "recuse_inspector", "suspeicao"),
        "impedimento de quem lavra o auto",
        "unrecused é de quem julga; lavrado por impedido, anule (annul)",
    ),
    Unsaid(
        ("review_items", "reexamine_items", "reexame"),
        "reexame obrigatório só de certos itens",
        "vai a reexame o processo inteiro; o órgão decide cada item (rulings)",
    ),
    Unsaid(
        ("business_hours", "judicial_calendar", "calendar"),
        "horas úteis, e prazo contado por outro calendário",
        "horas corridas; os dias sem expediente são os do arquivo do Município",
    ),
    Unsaid(
        ("resumed_by", "resumes", "resume", "retoma"),
        "prazo suspenso que volta a correr do que faltava, fora do acordo",
        "suspend_terms, de um dia a outro, que o faz correr depois; ou restarted_by, se a lei o interrompe",
    ),
    Unsaid(
        ("expense", "costs", "reimbursement", "ressarcimento"),
        "custo do que o Município fez em lugar do autuado",
        "um prazo com on_expiry: warn, e a conta juntada; cobra-se na Tesouraria",
    ),
    Unsaid(
        ("withdraws", "waives_pending", "desiste"),
        "recurso já interposto que cai pelo pagamento com desconto",
        "a parte desiste dele (withdraw_appeal)",
    ),
    Unsaid(
        ("by_item", "length_by_item", "instead_items"),
        "duração do prazo que depende do item do auto",
        "instead, por um campo que quem lavra preenche",
    ),
)


def not_yet_said(word: str) -> str:
    """What a word asks for that cannot be said yet, with what to do meanwhile; empty for any other word."""
    found = next((each for each in UNSAID if word.lower() in each.words), None)
    return f"{found.what}. Enquanto isso: {found.meanwhile} (docs/adding-a-law.md)" if found is not None else ""
