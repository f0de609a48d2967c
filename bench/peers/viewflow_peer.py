"""viewflow's Flow: six tasks of a process; its own rows of processes and tasks are the state and the history."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qs, urlsplit

import django
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from unit import PRAGMAS, SAID, STATES, STEPS, Peer, measure

APP = "benchapp"
FLOW = f"""
from viewflow import this
from viewflow.workflow import flow
from viewflow.workflow.flow import nodes
class InfractionFlow(flow.Flow):
    start = nodes.StartHandle().Next(this.{STEPS[0]})
{
    "".join(
        f"    {step} = nodes.Handle().Next(this.{after})" + chr(10)
        for step, after in zip(STEPS, (*STEPS[1:], "end"), strict=True)
    )
}    end = nodes.End()
"""


def make(place: str) -> Peer:
    """Django set up for this process alone, in an app of its own."""
    app = Path(mkdtemp()) / APP
    app.mkdir()
    (app / "__init__.py").touch()
    (app / "flows.py").write_text(FLOW)
    sys.path.insert(0, str(app.parent))
    settings.configure(
        DATABASES={"default": _database(place)}, USE_TZ=True, SECRET_KEY="x", DEBUG=False,
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "viewflow", "viewflow.workflow", APP],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    )  # fmt: skip
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    from benchapp.flows import InfractionFlow
    from viewflow.workflow.models import Process, Task
    from viewflow.workflow.status import PROCESS, STATUS

    def create(count: int) -> list[int]:
        with transaction.atomic():
            return [InfractionFlow.start.run().pk for _ in range(count)]

    def play(process: int) -> None:
        for step in STEPS:
            node = getattr(InfractionFlow, step)
            with transaction.atomic():
                task = Task.objects.get(process_id=process, flow_task=node, status=STATUS.NEW)
                task.data = SAID
                task.save(update_fields=["data"])
                node.run(task)

    def check(process: int) -> tuple[str, int]:
        done = Process.objects.get(pk=process).status == PROCESS.DONE
        told = Task.objects.filter(process_id=process, status=STATUS.DONE).count() - 2  # without start and end
        return (STATES[-1] if done else STATES[0]), told

    return Peer(create, play, check)


def _database(place: str) -> dict:
    if not place.startswith("postgresql://"):
        begin = "; ".join(f"PRAGMA {pragma}" for pragma in PRAGMAS)
        options = {"transaction_mode": "IMMEDIATE", "init_command": begin}
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": place, "OPTIONS": options}
    at = urlsplit(place)
    return {
        "ENGINE": "django.db.backends.postgresql", "HOST": parse_qs(at.query).get("host", [at.hostname])[0],
        "PORT": str(at.port or ""), "USER": at.username, "PASSWORD": at.password, "NAME": at.path[1:],
    }  # fmt: skip


if __name__ == "__main__":
    measure(make)
