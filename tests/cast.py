"""A standing cast of plainly invented people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from clubs.models import Club, Federation, Membership, Player, Role, User
from clubs.services.bodies import add_club, add_federation
from clubs.services.memberships import add_membership
from clubs.services.roles import grant_role
from core import actors

PASSWORD = "finesse-the-queen"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Cast:
    nation: Federation
    north: Federation
    south: Federation
    harbour: Club
    hillside: Club
    officer: User
    north_officer: User
    secretary: User
    director: User
    scorer: User
    chair: User
    appeals_member: User
    recorder: User
    member: User
    other_secretary: User
    stranger: User
    operator: User
    membership: Membership

    def actor(self, name: str) -> actors.Actor:
        return actors.of_user(getattr(self, name))


def make_user(name: str, **fields: object) -> User:
    user = User.objects.create_user(f"{name}@example.org", PASSWORD, **fields)
    Player.objects.create(user=user, display_name=f"{name.replace('_', ' ').title()} Tenace")
    return user


def make_cast() -> Cast:
    """Harbour stands in the north, Hillside in the south; all but the officers belong to Harbour.

    They have held their offices since long before any evening that a test tells of.
    """
    system = actors.system(LONG_AGO)
    nation = add_federation(actor=system, parent=None, name="Dummyland Federation", slug="dummyland", level="national")
    north = add_federation(actor=system, parent=nation, name="North Dummyland", slug="north", level="region")
    south = add_federation(actor=system, parent=nation, name="South Dummyland", slug="south", level="region")
    harbour = add_club(actor=system, federation=north, name="Harbour Bridge Club", slug="harbour")
    hillside = add_club(actor=system, federation=south, name="Hillside Bridge Club", slug="hillside")
    people = {name: make_user(name) for name in ("officer", "north_officer", "other_secretary", "stranger")}
    for name, role in HARBOUR_ROLES.items():
        people[name] = make_user(name)
        if role:
            grant_role(actor=system, user=people[name], role=role, body=harbour)
    grant_role(actor=system, user=people["officer"], role=Role.OFFICER, body=nation)
    grant_role(actor=system, user=people["north_officer"], role=Role.OFFICER, body=north)
    grant_role(actor=system, user=people["other_secretary"], role=Role.SECRETARY, body=hillside)
    membership = add_membership(
        actor=system, club=harbour, player=people["member"].player, starts=LONG_AGO.date(), number="7"
    )
    operator = make_user("operator", is_staff=True, is_superuser=True)
    return Cast(nation, north, south, harbour, hillside, membership=membership, operator=operator, **people)


HARBOUR_ROLES: dict[str, Role | None] = {
    "secretary": Role.SECRETARY,
    "director": Role.DIRECTOR,
    "scorer": Role.SCORER,
    "chair": Role.APPEALS_CHAIR,
    "appeals_member": Role.APPEALS_MEMBER,
    "recorder": Role.RECORDER,
    "member": None,
}
