"""Setting up how mail leaves, and trying it."""

from __future__ import annotations

from smtplib import SMTPAuthenticationError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any

from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.utils.translation import gettext as _

from clubs.mail import set_by_environment
from clubs.models import MailServer
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import reject_unknown_fields
from core.errors import field_error
from core.locks import lock
from core.permissions import require

FIELDS = {"host", "port", "security", "username", "sender"}


@transaction.atomic
def set_up_mail(*, actor: Actor, password: str = "", **fields: Any) -> MailServer:
    """The server through which mail leaves. Without a password the one that is kept stays."""
    require(actor, "server.mail")
    reject_unknown_fields(fields, FIELDS)
    _refuse_where_the_environment_rules()
    server = lock(MailServer.objects).first() or MailServer()
    before = values(server, FIELDS) if server.pk else {}
    for name, value in fields.items():
        setattr(server, name, value)
    if password:
        server.password = password
    if not server.username:
        server.password = ""
    server.changed_at = actor.at
    server.full_clean()
    server.save()
    record(actor=actor, act="server.mail", body=None, target=server, before=before, after=values(server, FIELDS))
    return server


@transaction.atomic
def stop_mail(*, actor: Actor) -> None:
    """No mail leaves any more."""
    require(actor, "server.mail")
    _refuse_where_the_environment_rules()
    server = lock(MailServer.objects).first()
    if server is not None:
        record(actor=actor, act="server.mail", body=None, target=server, before=values(server, FIELDS))
        server.delete()


def try_mail(*, actor: Actor, to: str) -> None:
    """Send a message and wait for what the server says; a refusal names what to look at."""
    require(actor, "server.mail")
    message = EmailMessage(
        _("Tenace can send mail"),
        _("This message was sent to try the mail server. Nothing has to be done."),
        to=[to],
        connection=get_connection(fail_silently=False),
    )
    try:
        message.send()
    except SMTPAuthenticationError as error:
        raise _refusal("username", _("The server refuses the user name or the password."), error) from error
    except SMTPSenderRefused as error:
        raise _refusal("sender", _("The server refuses this sender’s address."), error) from error
    except SMTPRecipientsRefused as error:
        raise _refusal("to", _("The server refuses to send to this address."), error) from error
    except (SMTPException, OSError) as error:
        sentence = _("The server cannot be reached in this way. Look at its name, the port and the encryption.")
        raise _refusal("host", sentence, error) from error


def _refusal(field: str, sentence: str, error: Exception) -> ValidationError:
    answer = " ".join(str(error).split())[:200]
    return field_error(field, f"{sentence} ({answer})", "refused")


def _refuse_where_the_environment_rules() -> None:
    if set_by_environment():
        sentence = _("How mail leaves is set on the machine (EMAIL_URL). Change it there.")
        raise ValidationError(sentence, code="set_by_environment")
