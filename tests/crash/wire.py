"""A line to the PostgreSQL server on which the network fails when told: a small proxy, on this machine alone."""

from __future__ import annotations

import re
import socket
import struct
import threading
import time
from contextlib import suppress
from typing import NamedTuple

from psycopg.conninfo import conninfo_to_dict

CHUNK, SLOW, DELAY = 65_536, 0.0002, 0.3
"""Bytes read at once; seconds between two bytes of a slow line; seconds by which a late one is late."""
HOWS = ("delay", "reset", "half closed ahead", "half closed behind", "black hole", "byte by byte")
WHENS = ("asked", "answered", "commit asked", "commit answered")
"""The fault comes with a message of the client's on its way, or with the server's answer to it; or so of a COMMIT."""

_PREPARED = re.compile(rb"(\w+)\0COMMIT\0")


class Fault(NamedTuple):
    """What happens, and at which message (the nth of its kind)."""

    how: str
    when: str
    nth: int


class Wire:
    """Listens at ``port`` for whoever would speak to the server at ``address``."""

    def __init__(self, address: str) -> None:
        asked = conninfo_to_dict(address)
        self.server = (str(asked.get("host")), int(asked.get("port") or 5432))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lines: list[_Line] = []
        self.fault: Fault | None = None
        self.struck = False
        self.count = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, fault: Fault) -> None:
        """Let the network fail so, once it comes to that."""
        self.count, self.struck, self.fault = 0, False, fault

    def heal(self) -> None:
        """A network that works; what hung in the broken one is gone."""
        broken, self.fault = self.struck, None
        if broken:
            for line in self.lines:
                line.close()
            self.lines.clear()

    def close(self) -> None:
        self.listener.close()
        for line in self.lines:
            line.close()

    def strikes(self, *, asked: bool, commit: bool) -> str:
        """Whether the fault comes with this message, and how; once come, it lasts."""
        fault = self.fault
        if fault is None:
            return ""
        if not self.struck and ("commit" not in fault.when or commit) and fault.when.endswith("asked") == asked:
            self.count += 1
            self.struck = self.count >= fault.nth
        return fault.how if self.struck else ""

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                self.lines.append(_Line(self, client))


class _Line:
    """One connection through the proxy, each way carried by a thread."""

    def __init__(self, wire: Wire, client: socket.socket) -> None:
        self.wire, self.client = wire, client
        host, port = wire.server
        if host.startswith("/"):
            self.server = socket.socket(socket.AF_UNIX)
            self.server.connect(f"{host}/.s.PGSQL.{port}")
        else:
            self.server = socket.create_connection((host, port))
        self.commit, self.prepared = False, b""
        for ways in ((client, self.server), (self.server, client)):
            threading.Thread(target=self._carry, args=ways, daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        asked = source is self.client
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if asked:
                    self.commit = self._is_commit(data)
                if not self._pass(data, source, to, self.wire.strikes(asked=asked, commit=self.commit)):
                    return
            to.shutdown(socket.SHUT_WR)

    def _is_commit(self, data: bytes) -> bool:
        """A COMMIT is told in words until the driver prepares it; from then on by the name it got."""
        found = _PREPARED.search(data)
        if found is not None:
            self.prepared = found[1]
        return b"COMMIT" in data or (self.prepared != b"" and b"\0" + self.prepared + b"\0" in data)

    def _pass(self, data: bytes, source: socket.socket, to: socket.socket, how: str) -> bool:
        """Carry a message as the network stands; whether there is anything more to carry."""
        if how == "reset":
            self.close()
        if how == "half closed ahead":
            to.shutdown(socket.SHUT_WR)
        if how == "half closed behind":
            source.shutdown(socket.SHUT_RD)
            to.sendall(data)
            to.shutdown(socket.SHUT_WR)
        if how == "delay":
            time.sleep(DELAY)
        if how == "byte by byte":
            for byte in data:
                to.sendall(bytes((byte,)))
                time.sleep(SLOW)
        elif how in ("", "delay"):
            to.sendall(data)
        return how in ("", "delay", "byte by byte")

    def close(self) -> None:
        """Cut it, as a reset does: the other ends are not told politely."""
        for each in (self.client, self.server):
            with suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                each.shutdown(socket.SHUT_RDWR)
            each.close()
