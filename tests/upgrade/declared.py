"""What today's program decides or says otherwise than when the histories were recorded: each with where it is told.

A difference is meant or it is a defect. One that is meant stands here, and in CHANGELOG.md for whoever runs cases.
"""

from __future__ import annotations

from fnmatch import fnmatch, fnmatchcase
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
_TOLD, _SILENT = "O relatório da decisão diz a ciência no dia em que vale", "sem a prova de que se"
_OWN_WORD, _PRICE = "que a lei chama de outro nome", "sem palavra em inglês"
_BINDS, _LABELS, _ONCE = (
    "conta do dia em que a ciência vale",
    "A recusa de um valor diz o nome do campo",
    "não outra vez",
)
_SANTOS, _LAVRAS = "mg_santos_dumont_lei_4814_2026", "mg_lavras_lei_4545_2020"
_ANDORINHAS = "xx_porto_das_andorinhas_lei_31_2028"
_AMERICANA, _BARRA = "sp_americana_lei_4019_2004", "mt_barra_do_garcas_lei_4937_2025"
_JUDGES, _TWO = "quem julga o recurso, e por intermédio de quem", "o que cada autoridade decidiu, e só isso"
_LATER, _UNPAID = (
    "de quando se paga a multa de que ninguém recorreu",
    "o que vem de não pagar, como o diz o arquivo da lei",
)
_GAZETTE = "só se diz publicada a decisão que a lei manda publicar"
_ADDED, _SEVENTEEN = (
    "cita também o artigo por que a reincidência a junta",
    "o inciso III do art. 17, § 2º, e não o art. 32",
)
_COLLECTED = "prazo para cobrar não começa antes de a multa ser definitiva"
_NAMED = "chamam pedido de reconsideração ao que a lei chama assim"
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
        Declared("xx_lagoa_serena_lei_58_2029:*", f"peça {paper}: {said}", told)
        for said, told, papers in (
            ("dizia 'O auto de infração foi lavrado", _TOLD, (6, 7, 8, 9, 10, 11, 13)),
            ("dizia '  próximo dia útil, até", _SILENT, (1,)),
            ("dizia '  útil, até", _SILENT, (1,)),
            ("dizia '  Penalidades previstas: suspensão", _OWN_WORD, (1, 4)),
            ("dizia '  Penalidades previstas: multa, de 20 ULS", _PRICE, (1, 4)),
            ("dizia '| - Suspensão:", _OWN_WORD, (9, 11, 12)),
            ("dizia '| - O processo continua quanto a: suspensão", _OWN_WORD, (10, 11)),
        )
        for paper in papers
    ),
    Declared("xx_lagoa_serena_lei_58_2029:LS-16", "peça 10: dizia '| - O prazo para pagar é de", "diz quando terminou"),
    Declared("xx_lagoa_serena_lei_58_2029:LS-04", "pedido 8, service_takes_effect: /derived/papers: era", _ONCE),
    Declared(f"{_LAVRAS}:LV-31*", "peça 3: dizia 'O prazo é de 10 (dez) dias corridos", _BINDS),
    Declared(f"{_LAVRAS}:LVR-15/alt-2", "peça 3: dizia 'O prazo é de 10 (dez) dias corridos", _BINDS),
    *(Declared(f"{_LAVRAS}:LVR-18", f"peça {each}: dizia '2027. O prazo de defesa", _TOLD) for each in (12, 13)),
    Declared(f"{_LAVRAS}:LVR-33", "peça 4: dizia '    em sexta-feira", _TOLD),
    *(Declared(f"{_LAVRAS}:LVR-33", f"peça {each}: dizia 'ocorreu em", _TOLD) for each in (5, 6, 9, 11, 12)),
    Declared(f"{_SANTOS}:SD-10*", "peça 3: dizia 'O prazo é de 30 (trinta) dias corridos", _BINDS),
    Declared(f"{_SANTOS}:SDP-30", "peça 14: dizia 'FUNDAMENTO LEGAL", "diz os prazos que abre"),
    Declared(f"{_BARRA}:BG-E07", "pedido 3, file_defense: /says: era 'at = inspection_desk", _LABELS),
    *(Declared(f"{_BARRA}:BG-E11/alt-1", f"peça {each}: dizia 'de 2026. O recurso", _TOLD) for each in (10, 11)),
    Declared(f"{_BARRA}:BG-E15", "peça 5: dizia '    em quinta-feira", _TOLD),
    Declared(f"{_BARRA}:BG-E16/alt-2", "peça 3: dizia 'O prazo é de 15 (quinze) dias", _BINDS),
    Declared("*", "peça *: dizia 'Desta decisão cabe recurso ", _JUDGES),
    Declared("*", "peça *: dizia '*uem julga é ", _JUDGES),
    Declared(f"{_LAVRAS}:*", "peça *: dizia 'julga é a Chefia", _JUDGES),
    Declared(f"{_LAVRAS}:*", "peça *: dizia '*Quem', diz '*Julgam", _JUDGES),
    Declared("*", "peça *: dizia '| - * vai decidir, e você receberá", _JUDGES),
    Declared(f"{_LAVRAS}:*", "peça *: dizia '| - O Prefeito Municipal julgou o seu processo", _TWO),
    Declared(
        f"{_LAVRAS}:*", "peça *: dizia 'Art. 25, parágrafo único, *: infração *', diz 'Esta decisão trata de", _TWO
    ),
    *(Declared(f"{law}:*", "peça *: dizia 'FUNDAMENTO LEGAL: *', diz 'OBSERVAÇÕES'", _LATER) for law in (_SANTOS,)),
    Declared("*", "peça *: dizia 'A multa definitiva e não paga no vencimento", _UNPAID),
    *(
        Declared(f"{law}:*", "peça *: dizia 'OBSERVAÇÕES', diz 'FUNDAMENTO LEGAL", _GAZETTE)
        for law in (_LAVRAS, _AMERICANA)
    ),
    Declared("*", "peça *: dizia '- Esta decisão também é publicada", _GAZETTE),
    Declared(f"{_SANTOS}:*", "peça *: dizia '*art. 34, V; Anexo I', diz '", _ADDED),
    Declared(f"{_BARRA}:*", "peça *: dizia '*art. 18, III; art. 20, caput', diz '", _ADDED),
    Declared(f"{_AMERICANA}:*", "peça *: dizia 'Art. *', diz 'Art. 17, § 2º, III", _SEVENTEEN),
    *(
        Declared(history, "pedido *, mark_overdue: /derived/deadlines/1/act_on", _COLLECTED)
        for history in (
            f"{_SANTOS}:SD-36/alt-1",
            f"{_SANTOS}:SDP-26/alt-1",
            f"{_SANTOS}:SDP-29",
            f"{_SANTOS}:SDP-34",
            f"{_BARRA}:BG-E18/alt-1",
        )
    ),
    *(
        Declared("*", f"peça *: dizia '{said}", told)
        for said, told in (
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
            ("*, diz '*(titular da autorização)", _OTHERS),
            ("Este documento é juntado aos autos.', diz 'FATO COMUNICADO", _FACT),
            ("*, o processo foi julgado, p", _COMMA_GONE),
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
    return any(fnmatch(history, each.histories) and fnmatchcase(difference, f"{each.difference}*") for each in declared)
