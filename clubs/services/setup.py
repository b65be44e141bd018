"""The first federation, club and secretary of an empty installation, through a one-time link."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.core import signing
from django.utils.translation import gettext as _

from clubs.models import AuditChain, Club, Federation, Role, User
from clubs.models.bodies import Level
from clubs.services.bodies import add_club, add_federation
from clubs.services.roles import grant_role
from clubs.services.users import add_user
from core import actors, transaction
from core.audit.record import SITE
from core.errors import Forbidden
from core.locks import lock

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
def first_setup(*, token: str, first_club: FirstClub) -> tuple[Club, User]:
    """Make everything in one go: two people with the same link cannot both succeed.

    The first secretary is no operator: who runs the installation is said on the machine itself (`manage.py operator`).
    """
    AuditChain.objects.get_or_create(label=SITE)
    lock(AuditChain.objects).get(label=SITE)
    if not is_open(token):
        raise Forbidden(_("This link has been used or has run out. Start the server again to get a new one."))
    system = actors.system()
    user = add_user(
        actor=system,
        email=first_club.email,
        password_hash=make_password(first_club.password),
        person={"display_name": first_club.display_name},
    )
    federation = add_federation(
        actor=system,
        parent=None,
        name=first_club.federation_name,
        slug=first_club.federation_slug,
        level=Level.NATIONAL,
        timezone=first_club.timezone,
    )
    club = add_club(
        actor=system,
        federation=federation,
        name=first_club.club_name,
        slug=first_club.club_slug,
        timezone=first_club.timezone,
    )
    grant_role(actor=system, user=user, role=Role.OFFICER, body=federation)
    grant_role(actor=system, user=user, role=Role.SECRETARY, body=club)
    return club, user
