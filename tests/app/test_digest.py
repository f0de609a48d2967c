"""The day's e-mail: what it says, and what becomes of it at a real mail server on this machine."""

import socketserver
import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest

from app.digest import NotSent, Server, digest_of, send
from app.watch import make_round
from tests.app import desk as here

TODAY = here.noon("2027-03-09")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


class Post(socketserver.StreamRequestHandler):
    """A mail server that keeps what it is given; it refuses whoever is called ``ninguem``."""

    def handle(self):
        self._say("220 exemplo")
        while line := self.rfile.readline().decode().strip():
            word = line.split(":")[0].upper()
            if word.startswith(("EHLO", "HELO")):
                self._say("250 exemplo")
            elif word == "RCPT TO" and "ninguem" in line:
                self._say("550 desconhecido")
            elif word == "DATA":
                self._say("354 diga")
                body = []
                while (part := self.rfile.readline()) != b".\r\n":
                    body.append(part)
                self.server.kept.append(b"".join(body).decode())
                self._say("250 recebido")
            elif word == "QUIT":
                self._say("221 adeus")
                return
            else:
                self._say("250 sim")

    def _say(self, line):
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def post():
    with socketserver.TCPServer(("127.0.0.1", 0), Post) as server:
        server.kept = []
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield server, Server.read(f"smtp://127.0.0.1:{server.server_address[1]}")
        finally:
            server.shutdown()


def test_the_message_names_the_limit_about_to_lapse_and_nobody(desk):
    case = here.draw_up(desk)
    text = digest_of(desk, TODAY).get_content()
    assert f"- {case}: Prazo para notificar, até 11/03/2027 (qui) (33 §1)" in text.replace("\n", " ")
    assert [each for each in (here.NAME, "529", "Rua") if each in text] == []


def test_a_day_with_nothing_to_say_has_no_message(desk):
    here.draw_up(desk)
    assert digest_of(desk, here.noon("2027-03-05")) is None


def test_a_round_that_stopped_is_told(desk):
    here.draw_up(desk, "2027-03-20")
    make_round(desk, here.noon("2027-03-19"), moment=lambda: here.noon("2027-03-19") + timedelta(seconds=1))
    message = digest_of(desk, here.noon("2027-03-20"))
    assert message["Subject"].endswith("; atenção")
    assert "- a última ronda parou: a máquina diz que é" in message.get_content()


def test_it_reaches_a_real_server_whole(desk):
    here.draw_up(desk)
    with post() as (server, address):
        send(digest_of(desk, TODAY), address, "devido@exemplo.invalid", ["transportes@exemplo.invalid"])
    (kept,) = server.kept
    assert "Message-ID: <2027-03-09.3160702@devido.invalid>" in kept
    assert "To: transportes@exemplo.invalid" in kept
    assert "Auto-Submitted: auto-generated" in kept


def test_what_the_server_refuses_is_said_in_portuguese(desk):
    here.draw_up(desk)
    with post() as (_, address), pytest.raises(NotSent, match=r"recusou o destinatário ninguem@exemplo\.invalid"):
        send(digest_of(desk, TODAY), address, "devido@exemplo.invalid", ["ninguem@exemplo.invalid"])
    with pytest.raises(NotSent, match=r"127\.0\.0\.1:1 não recebeu a mensagem"):
        send(digest_of(desk, TODAY), Server.read("smtp://127.0.0.1:1"), "a@b.invalid", ["c@d.invalid"])


@pytest.mark.parametrize("address", ["", "smtp://", "http://servidor", "servidor:25", "smtp://servidor:porta"])
def test_what_is_no_mail_server_is_refused(address):
    with pytest.raises(NotSent, match="não se entende; escreva smtp://servidor:587"):
        Server.read(address)


def test_a_server_elsewhere_must_cover_the_conversation():
    assert Server.read("smtp://localhost").here
    assert Server.read("smtp://127.0.0.9:25").here
    assert not Server.read("smtp://exemplo.invalid").here
    assert Server.read("smtps://ana:s%40nha@exemplo.invalid").password == "s@nha"
