"""Puts the demo into the database, through the services, adding only what is not there."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs import hooks
from clubs.demo import PASSWORD, content
from clubs.demo.members import CLUBS, Member, Plan
from clubs.models import Club, Federation, Membership, Player, RegulationSetting, RoleGrant, User
from clubs.models.base import standing_on
from clubs.services.bodies import add_club, add_federation
from clubs.services.memberships import add_memberships
from clubs.services.players import add_players
from clubs.services.regulations import set_regulation
from clubs.services.roles import grant_role
from clubs.services.users import add_user
from core import actors

# The demo's oldest game is younger.
SEASON = timedelta(days=366)


class OccupiedError(Exception):
    """There are federations here that the demo did not make: this may be a real installation."""


@transaction.atomic
def load(*, at: datetime, force: bool = False) -> Counter[str]:
    """Add what is missing of the demo and count it by kind; nothing where it is all there."""
    if not force and foreign_federations().exists():
        raise OccupiedError
    added = _Loader(at).load()
    for part in (*hooks.demo_parts, *hooks.closing_demo_parts):
        added += part(at)
    return added


def foreign_federations() -> QuerySet[Federation]:
    emails = [fields["email"] for fields in content.FEDERATIONS.values()]
    return Federation.objects.exclude(slug__in=content.FEDERATIONS, email__in=emails)


class _Loader:
    def __init__(self, at: datetime) -> None:
        self.at = at
        self.system = actors.system(at)
        self.added: Counter[str] = Counter()
        self.bodies: dict[str, Federation | Club] = {}
        self.users: dict[str, User] = {}

    def load(self) -> Counter[str]:
        plan = Plan()
        officials, members = plan.officials(), plan.others()
        self._federations()
        self._clubs()
        self._accounts(officials)
        self._roles()
        self._players(members)
        self._memberships([*officials, *members])
        self._regulations()
        return self.added

    @property
    def nation(self) -> Federation:
        nation = self.bodies[content.NATION]
        assert isinstance(nation, Federation)
        return nation

    def _federations(self) -> None:
        self.bodies |= {body.slug: body for body in Federation.objects.filter(slug__in=content.FEDERATIONS)}
        for slug, fields in content.FEDERATIONS.items():
            if slug not in self.bodies:
                parent = self.bodies.get(fields["parent"])
                federation = add_federation(actor=self.system, slug=slug, **(fields | {"parent": parent}))
                self.bodies[slug] = federation
                self.added["federations"] += 1

    def _clubs(self) -> None:
        rows = Club.objects.filter(slug__in=content.CLUBS).select_related("federation")
        self.bodies |= {club.slug: club for club in rows}
        for slug, fields in content.CLUBS.items():
            if slug not in self.bodies:
                federation = self.bodies[fields["federation"]]
                club = add_club(actor=self.system, slug=slug, **(fields | {"federation": federation}))
                self.bodies[slug] = club
                self.added["clubs"] += 1

    def _accounts(self, officials: list[Member]) -> None:
        emails = [person.email for person in content.PEOPLE]
        self.users |= {user.email: user for user in User.objects.filter(email__in=emails)}
        if strangers := [user.email for user in self.users.values() if not user.is_demo]:
            sentence = _("%(email)s has an account here that is not the demo's. Nothing was changed.")
            raise ValidationError(sentence % {"email": strangers[0]})
        # One slow hash for all: the password is no secret, so neither is its salt.
        password_hash = make_password(PASSWORD) if len(self.users) < len(emails) else ""
        for person, member in zip(content.PEOPLE, officials, strict=True):
            if person.email not in self.users:
                self.users[person.email] = add_user(
                    actor=self.system,
                    email=person.email,
                    password_hash=password_hash,
                    person=member.fields | {"federation": self.nation},
                    is_demo=True,
                    **person.account,
                )
                self.added["users"] += 1

    def _roles(self) -> None:
        grants = RoleGrant.objects.open().filter(user__in=self.users.values())
        grants = grants.select_related("federation", "club")
        existing = {(grant.user_id, grant.role, grant.body.label) for grant in grants}
        for person in content.PEOPLE:
            user = self.users[person.email]
            for role in person.roles:
                body = self.bodies[role.body]
                if (user.pk, role.role, body.label) not in existing:
                    grant_role(
                        actor=self.system,
                        user=user,
                        role=role.role,
                        body=body,
                        starts_at=role.starts_at,
                        ends_at=role.ends_at,
                    )
                    self.added["roles"] += 1

    def _players(self, members: list[Member]) -> None:
        """Each club's secretary enters that club's people."""
        numbers, visitors = self._existing(members)
        for slug in CLUBS:
            missing = [
                member.fields if not member.number else member.fields | {"federation": self.nation}
                for member in members
                if member.entered_by == slug and member.number not in numbers and member.name not in visitors
            ]
            if missing:
                add_players(actor=self._secretary(slug), club=self._club(slug), people=missing)
                self.added["players"] += len(missing)

    def _existing(self, members: list[Member]) -> tuple[set[str], set[str]]:
        """Who is there already: members by number, visitors by name."""
        numbered = Player.objects.filter(federation=self.nation).exclude(federation_number="")
        names = [member.name for member in members if not member.number]
        visitors = Player.objects.filter(federation=None, display_name__in=names)
        return (
            set(numbered.values_list("federation_number", flat=True)),
            set(visitors.values_list("display_name", flat=True)),
        )

    def _memberships(self, members: list[Member]) -> None:
        players = {player.federation_number: player for player in Player.objects.filter(federation=self.nation)}
        planned = [
            (belonging.club, belonging.fields | {"player": players[member.number]})
            for member in members
            if member.number in players
            for belonging in member.belongings
        ]
        for slug in CLUBS:
            club = self._club(slug)
            member_ids = set(Membership.objects.filter(club=club).values_list("player_id", flat=True))
            missing = [fields for at, fields in planned if at == slug and fields["player"].pk not in member_ids]
            if missing:
                add_memberships(actor=self._secretary(slug), club=club, members=missing)
                self.added["memberships"] += len(missing)

    def _regulations(self) -> None:
        """Only where the body never laid this down: what somebody has changed since stays changed."""
        for regulation in content.REGULATIONS:
            body = self.bodies[regulation.body]
            if not RegulationSetting.objects.filter(key=regulation.key, **standing_on(body)).exists():
                setting = set_regulation(
                    actor=self._actor(regulation.by),
                    body=body,
                    key=regulation.key,
                    value=regulation.value,
                    locked=regulation.locked,
                )
                # Before the season: the games of the demo have been played under them.
                RegulationSetting.objects.filter(pk=setting.pk).update(set_at=self.at - SEASON)
                self.added["regulations"] += 1

    def _club(self, slug: str) -> Club:
        club = self.bodies[slug]
        assert isinstance(club, Club)
        return club

    def _secretary(self, slug: str) -> actors.Actor:
        for person in content.PEOPLE:
            if any(role.role == "secretary" and role.body == slug for role in person.roles):
                return self._actor(person.email)
        raise LookupError(slug)

    def _actor(self, email: str) -> actors.Actor:
        return actors.of_user(self.users[email], self.at)
