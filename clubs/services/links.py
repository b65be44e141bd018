"""One-time links that an officer hands to somebody: where no mail leaves, or none arrives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from allauth.account import app_settings
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, User
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Forbidden, field_error
from core.permissions import may, require
from core.qr import full_address


class LinkKind(StrEnum):
    CONFIRM = "confirm"
    NEW_PASSWORD = "password"  # noqa: S105  (a kind, no secret)


@dataclass(frozen=True)
class OneTimeLink:
    """An address to be opened by its owner within `days`, once."""

    kind: LinkKind
    user: User
    path: str
    days: int

    @property
    def address(self) -> str:
        return full_address(self.path)


@transaction.atomic
def hand_out_link(*, actor: Actor, club: Club, user: User, kind: LinkKind) -> OneTimeLink:
    """A link with which the person confirms their address, or chooses a new password.

    Whoever has it can become this person, so it is given to accounts only that the actor could have made what they are:
    never to one with an office that the actor could not give, nor to whoever runs the installation.
    """
    require(actor, "join.answer", club)
    if not may(actor, f"account.{kind.value}", user):
        raise Forbidden(_("This account is not yours to help. Ask the federation, or whoever runs this server."))
    link = _confirmation(user) if kind is LinkKind.CONFIRM else _new_password(user)
    record(actor=actor, act="account.link", body=club, target=user, after={"kind": kind.value})
    return link


@transaction.atomic
def link_for_address(*, actor: Actor, club: Club, email: str) -> OneTimeLink:
    """The link that the account with this address needs: to confirm it, or else for a new password.

    Of an account that is none of the actor's business nothing is said, not even that it exists.
    """
    require(actor, "join.answer", club)
    user = User.objects.select_related("player").filter(email__iexact=email, is_active=True).first()
    if user is not None:
        kind = LinkKind.NEW_PASSWORD if is_confirmed(user) else LinkKind.CONFIRM
        if may(actor, f"account.{kind.value}", user):
            return hand_out_link(actor=actor, club=club, user=user, kind=kind)
    sentence = _("No account with this address waits to be confirmed, and none of your members signs in with it.")
    raise field_error("email", sentence, "nobody")


def is_confirmed(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def _confirmation(user: User) -> OneTimeLink:
    if is_confirmed(user):
        raise ValidationError(_("The address is confirmed already."), code="confirmed")
    address = EmailAddress.objects.filter(user=user).order_by("-primary", "pk").first()
    if address is None:
        address = EmailAddress.objects.create(user=user, email=user.email, primary=True)
    where = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    days = app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS
    return OneTimeLink(LinkKind.CONFIRM, user, where, days)


def _new_password(user: User) -> OneTimeLink:
    key = default_token_generator.make_token(user)
    where = reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": key})
    return OneTimeLink(LinkKind.NEW_PASSWORD, user, where, settings.PASSWORD_RESET_TIMEOUT // 86_400)
