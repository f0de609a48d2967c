"""How the record goes, in Prometheus's text: counts and ages, and nothing of any case or person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from app.copies import last_copy
from app.health import health_of
from app.office import Office
from storage.rounds import Rounds
from storage.views import Views


def exposition(office: Office, now: datetime) -> str:
    """Every measure as it is now. Raises a ``StorageFault``."""
    registry = CollectorRegistry()
    registry.register(_Measures(office, now))
    return generate_latest(registry).decode()


def measures(office: Office, now: datetime) -> Iterator[tuple[str, dict[str, str], float]]:
    """The same, one by one: name, labels, value."""
    for family in _Measures(office, now).collect():
        for sample in family.samples:
            yield sample.name, sample.labels, sample.value


class _Measures(Collector):
    """The measures of an office, taken when they are asked for."""

    def __init__(self, office: Office, now: datetime) -> None:
        self.office, self.now = office, now

    def describe(self) -> list[GaugeMetricFamily]:
        """Nothing is measured to know what there is to measure."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Each measure with its help."""
        office, now = self.office, self.now
        views, health = Views(office.database), health_of(office, now, rounds=1)
        by_state = GaugeMetricFamily("devido_cases", "Processos em cada estado.", labels=["state"])
        for state, count in views.count_by_state().items():
            by_state.add_metric([state], count)
        yield by_state
        yield _gauge("devido_deadlines_due", "Processos em que o relógio tem o que fazer hoje.", health.due)
        yield _gauge("devido_deadlines_ending", "Prazos do poder público que acabam em três dias.", len(health.ending))
        if health.last_ran is not None:
            age = max(0.0, (now - health.last_ran).total_seconds())
            yield _gauge("devido_round_age_seconds", "Segundos desde o fim da última ronda que correu.", age)
        if health.rounds:
            failures, stopped = health.rounds[0].failures, bool(health.rounds[0].stopped)
            yield _gauge("devido_round_failures", "Processos que a última ronda não conseguiu tratar.", failures)
            yield _gauge("devido_round_stopped", "1 se a última ronda parou à espera de uma pessoa.", stopped)
        yield _gauge("devido_outbox_pending", "Peças que esperam a impressão.", views.waiting_count())
        yield _gauge("devido_outbox_failed", "Peças que não saíram e esperam quem as olhe.", health.given_up)
        yield _gauge("devido_log_acts", "Atos no registro.", Rounds(office.database).acts_recorded())
        signed = office.checkpoints.latest()
        size = signed.size if signed else 0
        yield _gauge("devido_checkpoint_acts", "Atos cobertos pelo último ponto de controle.", size)
        if health.copied_at is not None:
            age = max(0.0, (now - health.copied_at).total_seconds())
            yield _gauge("devido_copy_age_seconds", "Segundos desde a última cópia de segurança feita.", age)
        if office.settings.backup is not None:
            failed = bool(last_copy(office.settings).failed_at)
            yield _gauge("devido_copy_failed", "1 se a última tentativa de cópia de segurança falhou.", failed)
        yield _gauge("devido_ailing", "Quantas coisas vão mal; devido clock status diz quais.", len(health.ailing))


def _gauge(name: str, told: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, told, value=value)
