"""``devido worker``: one process that keeps a town going; ``devido metrics``: how it goes, for a monitor."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.clock import Sender, Smtp, To
from app.cli.options import Json

if TYPE_CHECKING:
    from app.duties import Mail, Shift

Every = Annotated[
    float,
    typer.Option("--every", metavar="MINUTOS", min=0.1, max=1440, help="De quanto em quanto tempo o relógio corre."),
]
Nodes = Annotated[
    bool, typer.Option("--nodes", help="Reparte o trabalho com as outras máquinas, pela fila no PostgreSQL.")
]
Port = Annotated[
    int | None,
    typer.Option(
        "--metrics", metavar="PORTA", min=1, max=65535, help="Serve nesta máquina /metrics, /health e /ready."
    ),
]
EXAMPLES = """
    devido worker
    devido worker --every 5 --metrics 9464
    DEVIDO_DATABASE_URL=postgresql://devido:SENHA@servidor/cidade devido worker --nodes
"""
METRICS_EXAMPLES = """
    devido metrics
    devido metrics > medidas.prom
"""


def worker(
    context: typer.Context,
    every: Every = 10.0,
    nodes: Nodes = False,
    metrics: Port = None,
    to: To = None,
    sender: Sender = "",
    smtp: Smtp = "",
    json: Json = False,
) -> int:
    """Mantém o Município em dia até que o mandem parar: relógio, peças, ponto de controle, cópia, resumo do dia.

    Ao começar corre o que ficou para trás; depois, o relógio a cada tantos minutos, as peças a cada minuto, o ponto de
    controle a cada hora e, com --to, o e-mail do dia, uma vez, a partir das 7 horas. Com DEVIDO_BACKUP=PASTA, uma cópia
    de segurança por hora, se algo mudou; ficam as de 7 dias, 5 semanas e 12 meses. SIGTERM ou Ctrl-C o param depois
    do ato em curso; morto de repente, nada perde, e o próximo continua. Onde a ronda pararia para perguntar, para:
    devido clock status diz por quê. Com --nodes, várias máquinas no mesmo banco repartem o trabalho, cada ato uma vez.
    """
    import os
    from datetime import timedelta

    from app import logs
    from app.alone import work_alone
    from app.cli.desk import settings as here
    from app.cli.output import err
    from app.copies import require_place
    from app.duties import Pace, Shift
    from app.place import require_record

    settings = here(context)
    _require_server(settings.database, nodes=nodes)
    require_place(settings)
    shift = Shift(settings=settings, mail=_mail(to, sender, smtp))
    pace = Pace(round=timedelta(minutes=every))
    require_record(settings)  # in a wrong folder it would be in good health for ever
    logs.configure(as_json=json or os.environ.get("DEVIDO_LOG") == "json")
    with shift.office() as office:  # what does not open is said now, and not every minute
        town = office.town.name
    if nodes:
        from app.nodes import work_shared as work
    else:
        work = work_alone
    with _answering(shift, metrics):
        if not json:
            minutes = f"{every:g}".replace(".", ",")
            err().print(f"{town}: em serviço, o relógio a cada {minutes} min. Ctrl-C ou SIGTERM para parar.")
        work(shift, pace)
    if not json:
        err().print("Parado; nada ficou pela metade.")
    return 0


def metrics(context: typer.Context, json: Json = False) -> int:
    """Escreve como vai o registro, no formato do Prometheus: processos, o que espera, a última ronda; de ninguém."""
    import sys

    from app.cli.desk import office
    from app.cli.output import show_json
    from app.facts import now
    from app.metrics import exposition, measures

    with office(context) as desk:
        if json:
            show_json(
                [{"name": name, "labels": labels, "value": value} for name, labels, value in measures(desk, now())]
            )
        else:
            sys.stdout.write(exposition(desk, now()))
    return 0


def _require_server(database: str, *, nodes: bool) -> None:
    from storage.faults import BadAddress

    if nodes and not database:
        raise BadAddress(
            "--nodes reparte o trabalho pela fila no PostgreSQL, e o registro está num arquivo. Dê o endereço do banco "
            "em DEVIDO_DATABASE_URL, ou rode sem --nodes: uma máquina basta a um arquivo."
        )


def _mail(to: list[str] | None, sender: str, smtp: str) -> Mail | None:
    from app.digest import NotSent, Server
    from app.duties import Mail

    if not to:
        return None
    if not sender:
        raise NotSent("Falta de quem a mensagem vai: --from ou DEVIDO_MAIL_FROM.")
    return Mail(server=Server.read(smtp), sender=sender, to=to)


def _answering(shift: Shift, port: int | None) -> AbstractContextManager[object]:
    if port is None:
        return nullcontext()
    from app.probe import serving

    return serving(shift, port)
