"""Who does an act: a person, a program with a token, a table device, or the system itself."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.bodies import Body

if TYPE_CHECKING:
    from clubs.models import ApiToken, Player, RoleGrant, User


class ActorKind(models.TextChoices):
    USER = "user", _("Person")
    TOKEN = "token", _("Program")
    DEVICE = "device", _("Table device")
    SYSTEM = "system", _("System")


@dataclass(frozen=True)
class Actor:
    kind: ActorKind
    user: User | None = None
    token: ApiToken | None = None
    device: str = ""
    address: str = ""
    request_id: str = ""
    at: datetime = field(default_factory=timezone.now)

    @property
    def is_system(self) -> bool:
        return self.kind == ActorKind.SYSTEM

    @property
    def user_id(self) -> int | None:
        return self.user.pk if self.user else None

    @property
    def ref(self) -> str:
        """The token or device that the person acted through."""
        return f"token:{self.token.pk}" if self.token else self.device

    @cached_property
    def grants(self) -> list[RoleGrant]:
        """The roles in force, read once for each actor."""
        if self.user is None:
            return []
        return list(self.user.role_grants.in_force(self.at).select_related("federation", "club__federation"))

    @cached_property
    def player(self) -> Player | None:
        return getattr(self.user, "player", None) if self.user else None

    @cached_property
    def member_of(self) -> frozenset[int]:
        """The clubs in which this person is a member today."""
        if self.player is None:
            return frozenset()
        memberships = self.player.memberships.select_related("club")
        return frozenset(
            membership.club_id for membership in memberships if membership.runs_on(membership.club.day(self.at))
        )

    def holds(self, roles: Iterable[str], body: Body) -> bool:
        """Whether a role is held on this very body."""
        accepted = set(roles)
        return any(grant.role in accepted and getattr(grant, f"{body.kind}_id") == body.pk for grant in self.grants)

    def roles_on(self, body: Body) -> set[str]:
        """The roles under which this actor reaches a body: its own, and an officer's of a federation above it."""
        reach = set(body.line)
        return {
            grant.role
            for grant in self.grants
            if grant.federation_id in reach or getattr(grant, f"{body.kind}_id") == body.pk
        }

    def may_use(self, scope: str) -> bool:
        """A token is as able as its user, within its scopes; everyone else is not narrowed."""
        return self.token is None or scope in self.token.scopes


def system(at: datetime | None = None) -> Actor:
    return Actor(kind=ActorKind.SYSTEM, at=at or timezone.now())


def of_user(user: User, at: datetime | None = None) -> Actor:
    return Actor(kind=ActorKind.USER, user=user, at=at or timezone.now())


def of_request(request: HttpRequest, *, user: User | None = None, token: ApiToken | None = None) -> Actor:
    """The actor behind a request; an anonymous one has no user."""
    signed_in = user or (request.user if request.user.is_authenticated else None)
    return Actor(
        kind=ActorKind.TOKEN if token else ActorKind.USER,
        user=signed_in,
        token=token,
        address=client_address(request),
        request_id=getattr(request, "id", ""),
    )


def of_device(request: HttpRequest, device: str) -> Actor:
    """A device at a table: nobody in particular, whoever may be signed in on it."""
    return Actor(
        kind=ActorKind.DEVICE, device=device, address=client_address(request), request_id=getattr(request, "id", "")
    )


def client_address(request: HttpRequest) -> str:
    address = request.META.get("REMOTE_ADDR", "")
    if settings.TRUST_PROXY and (forwarded := request.headers.get("X-Forwarded-For")):
        # The last entry is the one that our own proxy wrote; what stands before it anybody may have sent.
        address = forwarded.rsplit(",", 1)[-1].strip()
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return ""
