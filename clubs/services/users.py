"""Accounts as whoever runs the installation makes and changes them; people open their own through allauth."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.services.account_mail import ask_for_account_mail
from clubs.services.players import make_player
from clubs.services.roles import refuse_to_orphan
from clubs.services.tokens import end_tokens
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.bodies import Body
from core.changes import reject_unknown_fields
from core.errors import Forbidden
from core.locks import lock_row
from core.permissions import require

FIELDS = {"language", "is_active", "is_staff", "is_superuser", "is_demo"}


@transaction.atomic
def add_user(*, actor: Actor, email: str, password_hash: str, person: dict[str, Any], **fields: Any) -> User:
    """An account whose address counts as confirmed; `person` holds the fields of its player."""
    require(actor, "user.add")
    reject_unknown_fields(fields, FIELDS)
    if User.objects.filter(email__iexact=email).exists():
        raise ValidationError({"email": _("This address already has an account. Use another one.")})
    address = User.objects.normalize_email(email)
    user = User(email=address, password=password_hash, date_joined=actor.at, **fields)
    user.full_clean()
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    record(actor=actor, act="user.add", body=None, target=user, after=values(user, FIELDS | {"email"}))
    make_player(actor=actor, body=None, user=user, **person)
    return user


@transaction.atomic
def change_account(*, actor: Actor, user: User, **fields: Any) -> User:
    """Stop an account or start it again, or change who runs the installation."""
    require(actor, "user.change", user)
    reject_unknown_fields(fields, FIELDS - {"is_demo"})
    user = lock_row(user)
    changed = [name for name, value in fields.items() if getattr(user, name) != value]
    if not changed:
        return user
    _refuse_to_lose(actor, user, fields)
    before = values(user, changed)
    for name in changed:
        setattr(user, name, fields[name])
    user.full_clean()
    user.save(update_fields=changed)
    record(actor=actor, act="user.change", body=None, target=user, before=before, after=values(user, changed))
    return user


@transaction.atomic
def set_password(*, actor: Actor, user: User, password: str) -> User:
    """A new password for somebody who lost theirs; every session they have ends with it."""
    require(actor, "user.change", user)
    user = lock_row(user)
    user.set_password(password)
    user.save(update_fields=["password"])
    record(actor=actor, act="user.password", body=None, target=user, after={"password": "(personal)"})
    end_tokens(actor=actor, user=user)
    return user


@transaction.atomic
def drop_second_step(*, actor: Actor, user: User, body: Body | None = None) -> None:
    """For somebody who lost the phone with their codes: the password alone signs in until they set it up again.

    `body`: where the officer who does it, and whom others ask, finds it in the audit.
    """
    require(actor, "account.second_step", user)
    dropped, _rows = Authenticator.objects.filter(user=user).delete()
    if dropped:
        record(actor=actor, act="user.second_step", body=body, target=user, before={"authenticators": dropped})
        _tell_of_dropped_step(user)


def _tell_of_dropped_step(user: User) -> None:
    """By mail: whoever did not ask for it should know at once."""
    with translation.override(user.language or settings.LANGUAGE_CODE):
        subject = _("Your second step to sign in was taken away")
        body = _(
            "Somebody in office has taken it away, as they do for people who lost their phone. Your password alone "
            "signs you in until you set the step up again. If you did not ask for this, change your password now "
            "and tell your club’s secretary or your federation."
        )
        ask_for_account_mail(EmailMessage(subject, body, to=[user.email]))


@transaction.atomic
def end_session(*, actor: Actor, session: UserSession) -> None:
    """Sign a person out of one of their devices."""
    require(actor, "user.change", session.user)
    record(actor=actor, act="user.sign_out", body=None, target=session.user)
    session.end()


def _refuse_to_lose(actor: Actor, user: User, fields: dict[str, Any]) -> None:
    """Nobody locks themselves out, and no top federation is left without an officer who can sign in."""
    stays_active = fields.get("is_active", user.is_active)
    stays_operator = fields.get("is_staff", user.is_staff) and fields.get("is_superuser", user.is_superuser)
    if actor.user_id == user.pk and not (stays_active and stays_operator):
        raise Forbidden(_("You cannot take this away from yourself. Ask another operator to do it."))
    if not stays_active:
        refuse_to_orphan(user=user, actor=actor)
