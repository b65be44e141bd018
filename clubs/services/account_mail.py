"""Mail about accounts (confirming an address, a new password): asked for by a page, sent by a job."""

from __future__ import annotations

import json
from smtplib import SMTPConnectError, SMTPServerDisconnected

from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.utils import timezone

from core.circuit_breaker import CircuitBreaker
from core.sealing import seal, unseal
from jobs import services as jobs
from jobs.models import Job
from jobs.registry import Finish

ACCOUNT_MAIL = "account.mail"
# The links in these messages sign people in: in the database they are sealed, and gone when the message is.
SEALED_FOR = "account-mail"
silence = CircuitBreaker(pause=60)


class MailServerSilent(Exception):
    """It did not answer a moment ago; nobody waits for it again so soon."""


def ask_for_account_mail(message: EmailMessage) -> Job:
    """The message leaves with the next look of a worker, or when the mail server is back."""
    html = [str(part.content) for part in getattr(message, "alternatives", []) if part.mimetype == "text/html"]
    said = {"subject": message.subject, "body": message.body, "html": html, "to": message.to}
    arguments = {"message": seal(json.dumps(said), SEALED_FOR)}
    return jobs.ask(kind=ACCOUNT_MAIL, at=timezone.now(), arguments=arguments)


def send_account_mail(job: Job) -> Finish:
    said = unseal(job.arguments["message"], SEALED_FOR)
    if said is None:
        return lambda: {"sent": False}  # the secret key has changed since: its link is worth nothing any more
    if silence.is_open:
        raise MailServerSilent("The mail server did not answer a moment ago.")
    try:
        _message(**json.loads(said)).send()
    except (TimeoutError, ConnectionError, SMTPConnectError, SMTPServerDisconnected):
        silence.failed()
        raise
    silence.answered()

    def forget_message() -> dict[str, bool]:
        Job.objects.filter(pk=job.pk).update(arguments={})
        return {"sent": True}

    return forget_message


def _message(subject: str, body: str, html: list[str], to: list[str]) -> EmailMessage:
    message = EmailMultiAlternatives(subject, body, to=to, connection=get_connection(fail_silently=False))
    for part in html:
        message.attach_alternative(part, "text/html")
    return message
