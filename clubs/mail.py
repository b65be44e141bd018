"""How mail leaves: as the environment says, else through the server that the operator has set up, else not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail.backends import filebased, smtp
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

from clubs.models import MailServer
from clubs.models.mail import MailSecurity

OURS = "clubs.mail.EmailBackend"
# Backends by which no message reaches anybody.
STAY_HERE = {f"django.core.mail.backends.{kind}.EmailBackend" for kind in ("filebased", "console", "dummy")}


class EmailBackend(BaseEmailBackend):
    """Sends through the operator's server; while there is none, messages are kept in files."""

    def __init__(self, fail_silently: bool = False, **options: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        self.server = MailServer.objects.first()
        self.inner = connection_to(self.server, fail_silently) if self.server else filebased.EmailBackend(**options)

    def open(self) -> bool | None:
        return self.inner.open()

    def close(self) -> None:
        self.inner.close()

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        for message in messages:
            if self.server is not None and message.from_email == settings.DEFAULT_FROM_EMAIL:
                message.from_email = self.server.sender
        return self.inner.send_messages(messages) or 0


def connection_to(server: MailServer, fail_silently: bool = False) -> smtp.EmailBackend:
    return smtp.EmailBackend(
        host=server.host,
        port=server.port,
        username=server.username,
        password=server.password,
        use_tls=server.security == MailSecurity.STARTTLS,
        use_ssl=server.security == MailSecurity.TLS,
        timeout=settings.EMAIL_TIMEOUT,
        fail_silently=fail_silently,
    )


def set_by_environment() -> bool:
    """Whether the machine's settings say how mail leaves, so that the page cannot change it."""
    return settings.EMAIL_BACKEND != OURS


def mail_leaves() -> bool:
    """Whether a message can reach anybody at all."""
    if set_by_environment():
        return settings.EMAIL_BACKEND not in STAY_HERE
    return MailServer.objects.exists()
