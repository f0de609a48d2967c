"""What stops the clock and asks a person: a machine whose time jumped, or is not its server's; too much; long silence.

Nothing is lost by stopping: a deadline is dated by the law, however late the clock runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.facts import local_day
from app.office import Office
from app.saying import count_said
from storage.rounds import Rounds

PATIENCE = timedelta(hours=48)
"""How long the clock may have been silent before somebody is asked whether the machine's date is right."""

FEW, TIMES, AVERAGE_OVER = 50, 3, 30
"""Acts that a round may always do; how many times the average of as many days it may do."""

APART = timedelta(minutes=5)
"""How far the machine's clock and the database server's may be apart: both set by the network are within a second."""

_SLACK = timedelta(seconds=60)


def objections(office: Office, now: datetime, due: int) -> Iterator[str]:
    """Why a round about to handle ``due`` cases should not run unless a person has looked, each in a sentence."""
    rounds, zone = Rounds(office.database), office.town.zone
    latest = rounds.latest_event()
    if now + _SLACK < latest:
        yield (
            f"a máquina diz que é {_said(office, now)}, antes do último ato registrado ({_said(office, latest)}); "
            "acerte a data e a hora da máquina"
        )
    if told := apart(office, now):
        yield told
    ran = rounds.last_ran()
    if ran is not None and due and now - ran > PATIENCE:
        days = (local_day(now, zone) - local_day(ran, zone)).days
        yield (
            f"a última ronda foi em {_said(office, ran)}, há {count_said(days, 'dia', 'dias')}, "
            f"e {count_said(due, 'processo espera', 'processos esperam')} pelo relógio"
        )
    usual = max(FEW, TIMES * rounds.acts_since(now - timedelta(days=AVERAGE_OVER)) // AVERAGE_OVER)
    if due > usual:
        yield (
            f"o relógio agiria em {due} processos de uma vez; até {usual} não se pergunta "
            f"(o maior entre {FEW} e {TIMES} vezes a média diária dos últimos {AVERAGE_OVER} dias)"
        )


def apart(office: Office, now: datetime) -> str:
    """That the machine's clock and the database server's say different times; empty if they agree, or none is served.

    The server's is only compared with: no act is ever dated by it.
    """
    server = office.database.server_moment()
    if server is None or abs(now - server) <= APART:
        return ""
    return (
        f"a máquina diz que é {_said(office, now)}, e o servidor do banco, {_said(office, server)}; "
        "acerte a data e a hora de quem está errado"
    )


def _said(office: Office, moment: datetime) -> str:
    return f"{moment.astimezone(ZoneInfo(office.town.zone)):%d/%m/%Y às %H:%M}"
