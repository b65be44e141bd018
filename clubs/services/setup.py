"""The first federation, club and secretary of an empty installation, through a one-time link."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs import actors
from clubs.audit import record
from clubs.audit.record import SITE
from clubs.errors import Forbidden
from clubs.models import AuditChain, Club, Federation, Player, Role, User
from clubs.models.bodies import Level
from clubs.services.bodies import add_club, add_federation
from clubs.services.roles import grant_role

SALT = "tenace.setup"
HOURS = 24


@dataclass(frozen=True)
class FirstClub:
    federation_name: str
    federation_slug: str
    club_name: str
    club_slug: str
    timezone: str
    display_name: str
    email: str
    password: str


def setup_token() -> str:
    return signing.dumps("first", salt=SALT)


def is_open(token: str) -> bool:
    """The link works for a day, and only while there is nothing yet."""
    try:
        signing.loads(token, salt=SALT, max_age=HOURS * 3600)
    except signing.BadSignature:
        return False
    return not Federation.objects.exists()


@transaction.atomic
def first_setup(*, token: str, wanted: FirstClub) -> tuple[Club, User]:
    """Make everything in one go: two people with the same link cannot both succeed."""
    AuditChain.objects.get_or_create(label=SITE)
    AuditChain.objects.select_for_update().get(label=SITE)
    if not is_open(token):
        raise Forbidden(_("This link has been used or has run out. Start the server again to get a new one."))
    if User.objects.filter(email__iexact=wanted.email).exists():
        raise ValidationError({"email": _("This address already has an account. Use another one.")})
    system = actors.system()
    user = User.objects.create_user(wanted.email, wanted.password, is_staff=True, is_superuser=True)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Player.objects.create(user=user, display_name=wanted.display_name)
    record(actor=system, act="user.add", body=None, target=user)
    federation = add_federation(
        actor=system,
        parent=None,
        name=wanted.federation_name,
        slug=wanted.federation_slug,
        level=Level.NATIONAL,
        timezone=wanted.timezone,
    )
    club = add_club(
        actor=system,
        federation=federation,
        name=wanted.club_name,
        slug=wanted.club_slug,
        timezone=wanted.timezone,
    )
    grant_role(actor=system, user=user, role=Role.OFFICER, body=federation)
    grant_role(actor=system, user=user, role=Role.SECRETARY, body=club)
    return club, user
