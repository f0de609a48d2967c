"""What a monitor on this machine asks of a worker over HTTP: measures, whether all goes well, whether it can serve."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prometheus_client import CONTENT_TYPE_LATEST

from app.duties import Shift
from app.health import health_of
from app.metrics import exposition
from workflow.errors import DevidoError

HERE = "127.0.0.1"
"""Nobody else is answered: what protects a monitor's road from another machine is that road's business."""

_JSON = "application/json; charset=utf-8"


def answer_to(shift: Shift, path: str) -> tuple[HTTPStatus, str, str]:
    """Status, type and text of what is asked for at a path."""
    match path:
        case "/metrics":
            with shift.office() as office:
                return HTTPStatus.OK, CONTENT_TYPE_LATEST, exposition(office, shift.moment())
        case "/health":
            with shift.office() as office:
                health = health_of(office, shift.moment(), rounds=1)
            ran = health.last_ran.isoformat() if health.last_ran else None
            told = {"healthy": not health.ailing, "ailing": health.ailing, "last_round": ran, "due": health.due}
            return _told(told, well=not health.ailing)
        case "/ready":
            with shift.office() as office:
                closed = office.database.closed
            return _told({"ready": not closed, "why": closed}, well=not closed)
        case _:
            found = {"error": "há /metrics, /health e /ready"}
            return HTTPStatus.NOT_FOUND, _JSON, json.dumps(found, ensure_ascii=False)


def _told(what: dict[str, object], *, well: bool) -> tuple[HTTPStatus, str, str]:
    status = HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE
    return status, _JSON, json.dumps(what, ensure_ascii=False)


@contextmanager
def serving(shift: Shift, port: int) -> Iterator[int]:
    """Answer on this machine's own address while the shift lasts; gives the port. Raises ``OSError`` if it is taken."""

    class Answering(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            try:
                status, kind, text = answer_to(shift, self.path.partition("?")[0])
            except DevidoError as fault:
                status, kind, text = _told({"ready": False, "healthy": False, "why": str(fault)}, well=False)
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """A question is no act."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

    with Server((HERE, port), Answering) as server:
        answering = threading.Thread(target=server.serve_forever, daemon=True)
        answering.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            answering.join()
