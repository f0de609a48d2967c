"""The names of sections and fields, and the words of closed lists, as ``law diff`` says them to people."""

from __future__ import annotations

from collections.abc import Mapping

from procedures.wording import BOUND, ENDS, STARTS

SECTIONS: Mapping[str, str] = {
    "articles": "Artigo", "bodies": "Órgão", "counting": "Contagem", "time_limits": "Prazo",
    "services": "Meio de ciência", "receipts": "Comprovante", "states": "Situação", "steps": "Ato",
    "penalties": "Pena", "infractions": "Infração", "measures": "Medida", "origins": "Origem", "units": "Unidade",
    "repeat": "Reincidência", "noncure": "Falta de sanar", "open_questions": "Questão em aberto",
    "due_process": "Devido processo", "in_force": "Vigência", "take": "Camada", "money": "Valores",
    "choice": "Escolha das penas", "catalogue": "Catálogo", "recusal": "Impedimentos", "confession": "Confissão",
    "tracks": "Caminhos", "same_fact": "O mesmo fato", "title": "Título",
    "short": "Nome curto", "summary": "Resumo", "official": "Nome oficial",
    "municipality": "Município", "status": "Estado da lei", "article_of": "Numeração",
}  # fmt: skip
FIELDS: Mapping[str, str] = {
    "length": "duração", "binds": "a quem obriga", "opened_by": "o que abre", "met_by": "o que cumpre",
    "suspended_by": "o que suspende", "on_expiry": "ao vencer", "starts": "primeiro dia", "ends": "último dia",
    "extendable": "prorrogação", "suspendable": "suspensão dos prazos",
    "tolerance": "tolerância", "by": "quem pratica", "from": "de onde move",
    "also_in": "onde só se registra", "to": "para onde leva", "turns_on": "do que depende", "requires": "condições",
    "issues": "peças", "marks": "marcas", "warns": "avisos", "basis": "fundamento", "label": "nome",
    "votes": "votantes", "permanent": "só efetivos", "legal": "com formação jurídica", "tie": "empate",
    "kind": "espécie", "unit": "unidade", "units": "quantidade", "days": "dias", "imposed_by": "quem impõe",
    "absorbs": "penas absorvidas", "effect": "efeito", "penalties": "penas", "until": "até", "window": "janela",
    "window_from": "início da janela", "levels": "graus", "counts": "o que conta", "same": "mesma natureza",
    "items": "itens", "active": "em uso", "quote": "trecho", "published_on": "publicação", "vacatio": "vacância",
    "how": "modo", "asks": "pergunta", "default": "padrão", "why": "porquê", "options": "respostas", "set": "valores",
    "does": "efeito do ato", "data": "dados", "help": "ajuda", "silence": "o que vem do silêncio", "phase": "fase",
    "convert_on": "dia do valor", "round": "arredondamento", "members": "membros", "majority": "maioria",
    "short": "sem maioria", "owes": "quem deve", "told_apart_by": "o que distingue", "per": "por",
    "runs": "corre sozinha", "instead": "outra duração",
    "instalments": "parcelamento", "at_most": "no máximo", "every": "de quanto em quanto", "least": "no mínimo",
    "missed": "faltas", "term": "prazo", "conduct": "conduta", "with_others": "soma-se", "lasts": "vale",
    "less": "desconto", "lost_by": "o que perde",
}  # fmt: skip
VALUES: Mapping[str, Mapping[str, str]] = {
    "starts": STARTS, "ends": ENDS, "binds": BOUND,
    "phase": {
        "opening": "abertura", "service": "ciência da autuação", "defense": "defesa", "judgment": "julgamento",
        "decision_service": "ciência da decisão", "appeal": "recurso", "review": "revisão",
        "final_service": "ciência final", "enforcement": "execução", "closed": "encerramento",
    },
    "turns_on": {
        "outcome": "a decisão", "timeliness": "estar no prazo", "standing": "restar pena", "kind": "a espécie",
        "confession": "haver confissão", "how_fixed": "como a multa foi fixada", "reason": "a razão",
    },
    "does": {
        "open": "abre o processo", "dispatch": "expede", "fail_service": "registra tentativa", "serve": "dá ciência",
        "take_effect": "faz valer a ciência", "lapse": "certifica o silêncio", "file": "recebe peça da parte",
        "decide": "decide", "review": "revê", "finalize": "torna definitivo", "cancel": "cancela",
        "publish": "publica", "fix_amounts": "fixa os valores", "pay": "recebe pagamento", "refer": "declara vencida",
        "note": "anota", "begin": "começa a pena", "end": "termina a pena", "order_measure": "ordena medida",
        "lift_measure": "levanta medida", "join": "junta documento", "cure": "recebe prova de que se sanou",
        "uncured": "certifica que não se sanou", "rectify": "retifica", "suspend_terms": "suspende prazos",
        "recount": "conta os prazos de novo", "erase": "elimina dados pessoais",
        "extend_term": "prorroga prazo", "reopen": "reabre", "replace": "substitui o autuado",
        "extinguish": "extingue a punibilidade", "accept": "aceita o auto", "spread": "parcela",
        "agree": "suspende por acordo", "breach": "declara descumprido o acordo", "withhold": "dá efeito suspensivo",
        "dispose": "dá destino",
    },
    "moves": {"each": "cada caminho", "one": "o do autuado indicado", "all": "todos juntos"},
    "how": {"all": "todas", "any": "as que couberem", "one": "uma", "some": "uma ou mais"},
    "first": {"stays": "a primeira fica", "ends": "a primeira termina"},
    "round": {"truncate": "despreza", "half_up": "arredonda"},
    "same": {"item": "mesmo item", "code": "mesmo código"},
    "convert_on": {"slip_issue": "da guia", "fact": "do fato", "notice": "do auto", "decision": "da decisão",
                   "payment": "do pagamento"},
    "owes": {"jointly": "todos juntos", "each": "cada um a sua"},
    "conduct": {"first": "primário", "repeat": "reincidente"},
    "lasts": {"year": "no ano", "until_next": "até o seguinte"},
    "status": {"runnable": "pronta", "awaiting_decree": "espera decreto"},
}  # fmt: skip
"""The words of the closed lists, by the field in which they stand."""
