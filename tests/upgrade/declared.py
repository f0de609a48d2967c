"""What today's program decides or says otherwise than when the histories were recorded: each with where it is told.

A difference is meant or it is a defect. One that is meant stands here, and in CHANGELOG.md for whoever runs cases.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple


class Declared(NamedTuple):
    """Histories (``law:name``) that differ, how each difference begins, both with ``*``, CHANGELOG.md's words."""

    histories: str
    difference: str
    changelog: str


_REST = "cobra só o que falta de quem pagou"
_ENDED, _BALANCE, _COMMA = "o prazo que terminou", "a quitação dizem o saldo", "valores com vírgula"
_AGAIN, _WORDS = "que a retificação faz sair de novo diz que ato se corrigiu", "dizem os dados do ato em palavras"
_NOT_OUT = "diz-se que peça não sai, por quê"
_SANTOS, _LAVRAS = "mg_santos_dumont_lei_4814_2026", "mg_lavras_lei_4545_2020"
_ANDORINHAS = "xx_porto_das_andorinhas_lei_31_2028"
_JUDGE, _NAMED = "dizem quem julga o recurso", "chamam pedido de reconsideração ao que a lei chama assim"
_PENALTIES, _SIGNED = "dizem todas as penas nas poucas palavras", "quem assina é o órgão que decidiu"
_FACT, _OTHERS = "traz o fato que comunica", "o relatório diz de qual dos vários autuados é cada data"
_GOES_UP, _SEIZED = "o despacho de encaminhamento diz o que sobe", "retenção ou apreensão de veículo"
_COMMA_GONE = "sem a vírgula depois de “julgado”"

DECLARED: tuple[Declared, ...] = (
    Declared(f"{_LAVRAS}:simulação 11", "peça 20: dizia '| - O valor a pagar é R$\\xa02.516,22.'", _REST),
    Declared("xx_lagoa_serena_lei_58_2029:LS-15", "peça 10: dizia '| - O valor a pagar é R$\\xa01.150,00.'", _REST),
    Declared(f"{_SANTOS}:SDP-39/alt-4", "peça 10: dizia 'Origem e natureza", "como o encaminhamento à dívida ativa"),
    Declared(f"{_SANTOS}:SDP-42", "peça 10: dizia 'Origem e natureza", "como o encaminhamento à dívida ativa"),
    Declared(f"{_SANTOS}:simulação 39", "pedido 12, issue_payment_slip:", "(`issue_payment_slip` é recusado;"),
    Declared(f"{_LAVRAS}:LVR-03", "pedido 8, reconsider: /says: era", _ENDED),
    Declared(f"{_SANTOS}:COR-03", "pedido 3, serve_notice: /says: era", _ENDED),
    Declared(f"{_SANTOS}:SD-0[67]", "pedido 3, serve_notice: /says: era", _ENDED),
    Declared(f"{_SANTOS}:SD-08", "pedido 4, serve_notice: /says: era", _ENDED),
    Declared(f"{_SANTOS}:SDP-05", "pedido 3, serve_notice: /says: era", _ENDED),
    Declared(f"{_SANTOS}:SDP-06", "pedido 4, serve_notice: /says: era", _ENDED),
    Declared("sp_americana_lei_4019_2004:AM-E03", "pedido 8, reconsider: /says: era", _ENDED),
    Declared(f"{_ANDORINHAS}:PA-02*", "pedido 4, accept_notice: /says: era", _ENDED),
    Declared(f"{_ANDORINHAS}:PA-08", "pedido 5, judge: /says: era", _ENDED),
    Declared(f"{_ANDORINHAS}:PA-10", "pedido 8, judge_appeal: /says: era", _ENDED),
    Declared("xx_vila_das_pedras_lei_7_2027:VP-02", "pedido 6, prove_cure: /says: era", _ENDED),
    Declared("xx_vila_das_pedras_lei_7_2027:VP-14", "pedido 6, judge: /says: era", _ENDED),
    Declared(f"{_SANTOS}:SDP-39/alt-[123]", "peça 10: dizia '| - Pagar não significa desistir", _BALANCE),
    Declared(f"{_SANTOS}:SDP-41", "peça 10: dizia '| - Pagar não significa desistir", _BALANCE),
    Declared("xx_lagoa_serena_lei_58_2029:LS-08", "peça 16: dizia '| - A decisão fica registrada", _BALANCE),
    Declared("xx_lagoa_serena_lei_58_2029:LS-18", "pedido 8, divide: /says: era 'Em 4 parcelas", _COMMA),
    Declared(f"{_ANDORINHAS}:PA-01", "pedido 3, accept_notice: /says: era 'Pagar R$ 159.99", _COMMA),
    Declared(f"{_LAVRAS}:LVR-38", "peça 5: dizia 'Pessoa autuada: Joana", _AGAIN),
    Declared(f"{_LAVRAS}:LVR-38", "peça 6: dizia '| - O motivo: no ato “Notificar", _AGAIN),
    Declared(f"{_SANTOS}:COR-04", "peça 5: dizia 'Pessoa autuada: Joana", _AGAIN),
    Declared(f"{_SANTOS}:COR-04", "peça 6: dizia '| - O motivo: no ato “Notificar", _AGAIN),
    Declared(f"{_SANTOS}:COR-12", "peça 9: dizia '| - O motivo: no ato “Notificar", _AGAIN),
    Declared("mt_barra_do_garcas_lei_4937_2025:BG-E19", "peça 5: dizia 'Pessoa autuada: Joana", _AGAIN),
    Declared("mt_barra_do_garcas_lei_4937_2025:BG-E19", "peça 6: dizia '| - O motivo: no ato “Notificar", _AGAIN),
    Declared(f"{_LAVRAS}:simulação 30", "peça 6: dizia 'Penalidade proposta: Cassação'", _WORDS),
    *(
        Declared("*", f"peça *: dizia '{said}", told)
        for said, told in (
            ("Desta decisão cabe recurso ", _JUDGE),
            ("*Quem julga é a ", _JUDGE),
            ("| - A Chefia do órgão competente vai decidir", _JUDGE),
            ("| - A Unidade de Transportes vai decidir", _JUDGE),
            ("| - O Secretário de Infraestrutura e Serviços vai decidir", _JUDGE),
            ("| - Se você não concorda, pode apresentar recurso", _NAMED),
            ("| - O Município recebeu o recurso em", _NAMED),
            ("*ecurso foi apresentado", _NAMED),
            ("*reconsideração em *, sem recurso", _NAMED),
            ("Encaminha-se o processo ao órgão que deve", _GOES_UP),
            ("mantida.", _GOES_UP),
            ("| - Não é preciso pagar para recorrer", _PENALTIES),
            ("| - A multa é de R$", _PENALTIES),
            ("| - A sua autorização foi cassada", _PENALTIES),
            ("Júlia Exemplo", _SIGNED),
            ("TERMO DE RETENÇÃO DE VEÍCULO", _SEIZED),
            ("Este documento é juntado aos autos.', diz 'FATO COMUNICADO", _FACT),
            ("*, o processo foi julgado, p", _COMMA_GONE),
            ("*sem manifestação da pessoa autuada", _OTHERS),
            ("*, diz '*(titular da autorização)", _OTHERS),
        )
    ),
    *(
        Declared("*", f"peça {paper}: dizia 'não sai: {kind}: ", _NOT_OUT)
        for paper, kind in (
            (1, "infraction_notice"),
            (2, "notice_letter"),
            (5, "decision_letter"),
            (7, "document_return_record"),
            (9, "untimeliness_order"),
            (11, "payment_slip"),
        )
    ),
)


SAID: tuple[tuple[str, str, str], ...] = (
    ("valor da FINE_BRL", "valor da unidade fiscal", "não mostram palavra do arquivo da lei"),
)
"""Words that every paper of a town bore, those it bears now, and CHANGELOG.md's for it: the rest is still compared."""


def is_declared(history: str, difference: str, declared: tuple[Declared, ...] = DECLARED) -> bool:
    """Whether a history's difference is one that is meant."""
    return any(fnmatch(history, each.histories) and fnmatch(difference, f"{each.difference}*") for each in declared)
