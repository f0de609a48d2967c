"""What today's program decides or says otherwise than when the histories were recorded: each with where it is told.

A difference is meant or it is a defect. One that is meant stands here, and in CHANGELOG.md for whoever runs cases.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple


class Declared(NamedTuple):
    """Histories (``law:name``, with ``*``) that differ, how each difference begins, and CHANGELOG.md's words for it."""

    histories: str
    difference: str
    changelog: str


_REST = "cobra só o que falta de quem pagou"
_SANTOS, _LAVRAS = "mg_santos_dumont_lei_4814_2026", "mg_lavras_lei_4545_2020"

DECLARED: tuple[Declared, ...] = (
    Declared(f"{_LAVRAS}:simulação 11", "peça 20: dizia '| - O valor a pagar é R$\\xa02.516,22.'", _REST),
    Declared("xx_lagoa_serena_lei_58_2029:LS-15", "peça 10: dizia '| - O valor a pagar é R$\\xa01.150,00.'", _REST),
    Declared(f"{_SANTOS}:SDP-39/alt-4", "peça 10: dizia 'Origem e natureza", "como o encaminhamento à dívida ativa"),
    Declared(f"{_SANTOS}:SDP-42", "peça 10: dizia 'Origem e natureza", "como o encaminhamento à dívida ativa"),
    Declared(f"{_SANTOS}:simulação 39", "pedido 12, issue_payment_slip:", "(`issue_payment_slip` é recusado;"),
)


def is_declared(history: str, difference: str, declared: tuple[Declared, ...] = DECLARED) -> bool:
    """Whether a history's difference is one that is meant."""
    return any(fnmatch(history, each.histories) and difference.startswith(each.difference) for each in declared)
