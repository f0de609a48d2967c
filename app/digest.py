"""What asks for attention today, in one e-mail: limits about to lapse, and what goes wrong. No names in it."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from app.facts import local_day
from app.health import Health, health_of
from app.office import Office
from app.saying import count_said, day_said
from workflow.errors import DevidoError

_TIMEOUT = 20.0
_PORTS = {"smtp": 587, "smtps": 465}


class NotSent(DevidoError):
    """The e-mail did not leave; nothing of the record depends on it."""


@dataclass(frozen=True, kw_only=True)
class Server:
    """A mail server: ``smtps`` speaks TLS from the start, ``smtp`` turns to it, or only speaks to this same machine."""

    scheme: str
    host: str
    port: int
    user: str
    password: str

    @classmethod
    def read(cls, address: str) -> Server:
        """``smtp://usuario:senha@servidor:587``, ``smtps://…``. Raises ``NotSent`` for what is no such address."""
        parts = urlsplit(address)
        try:
            port = parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            port = 0
        if parts.scheme not in _PORTS or not parts.hostname or not port:
            raise NotSent(
                "O endereço do servidor de e-mail não se entende; escreva smtp://servidor:587 ou "
                "smtps://usuario:senha@servidor:465 em DEVIDO_SMTP."
            )
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(scheme=parts.scheme, host=parts.hostname, port=port, user=user, password=password)

    @property
    def here(self) -> bool:
        """Whether it is this same machine, to which words need no cover."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def digest_of(office: Office, now: datetime) -> EmailMessage | None:
    """The day's message, without addresses; ``None`` on a day with nothing to say."""
    health, day = health_of(office, now), local_day(now, office.town.zone)
    if not health.ending and not health.ailing:
        return None
    message = EmailMessage()
    what = count_said(len(health.ending), "prazo no fim", "prazos no fim")
    message["Subject"] = f"Devido, {office.town.name}: {what}" + ("; atenção" if health.ailing else "")
    message["Message-ID"] = f"<{day.isoformat()}.{office.town.ibge}@devido.invalid>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("\n".join(_lines(office, health)) + "\n")
    return message


def _lines(office: Office, health: Health) -> list[str]:
    lines = [f"{office.town.name}: o que pede atenção hoje.", ""]
    if health.ending:
        lines.append("Prazos do poder público que acabam; vencidos, o relógio age:")
        lines += [
            f"- {each.case}: {each.label}, até {day_said(each.due)} ({'; '.join(each.articles)})"
            for each in health.ending
        ]
        lines.append("")
    if health.ailing:
        lines += ["O que vai mal:", *(f"- {each}" for each in health.ailing), ""]
    return [*lines, "Enviado pelo Devido; devido clock status mostra o mesmo a qualquer hora."]


def send(message: EmailMessage, server: Server, sender: str, to: list[str]) -> None:
    """Hand the message to the server. Raises ``NotSent``, saying what the server said."""
    message["From"], message["To"] = sender, ", ".join(to)
    secure = ssl.create_default_context()
    try:
        if server.scheme == "smtps":
            with smtplib.SMTP_SSL(server.host, server.port, timeout=_TIMEOUT, context=secure) as line:
                _hand_over(line, server, message)
            return
        with smtplib.SMTP(server.host, server.port, timeout=_TIMEOUT) as line:
            if not server.here:
                line.starttls(context=secure)
            _hand_over(line, server, message)
    except smtplib.SMTPRecipientsRefused as error:
        refused = ", ".join(error.recipients)
        raise NotSent(f"O servidor de e-mail recusou o destinatário {refused}.") from None
    except smtplib.SMTPAuthenticationError:
        raise NotSent(f"O servidor de e-mail {server.host} recusou o usuário ou a senha.") from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"O servidor de e-mail {server.host}:{server.port} não recebeu a mensagem: {error}.") from None


def _hand_over(line: smtplib.SMTP, server: Server, message: EmailMessage) -> None:
    if server.user:
        line.login(server.user, server.password)
    line.send_message(message)
