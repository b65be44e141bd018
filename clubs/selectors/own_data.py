"""Everything held about a person, as they may have it: on a page and as a file."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.utils.translation import gettext as _

from clubs import hooks
from clubs.hooks import DataPart
from clubs.models import Consent, JoinRequest, Player, PlayerMerge
from clubs.selectors.register import home_club_changes

PERSON = (
    *("display_name", "given_name", "family_name", "other_names", "birth_year", "email", "phone"),
    *("federation_number", "languages", "needs_stationary_seat", "privacy", "registered", "created_at"),
)


def own_data(player: Player) -> list[DataPart]:
    """Part by part; what there is nothing of is left out."""
    parts = [*_of_the_person(player), *_of_the_account(player)]
    for more in hooks.own_data.call(player):
        parts += more
    return [part for part in parts if part.rows]


def _of_the_person(player: Player) -> list[DataPart]:
    memberships = player.memberships.select_related("club").order_by("starts")
    consents = Consent.objects.filter(player=player).order_by("said_at")
    merges = PlayerMerge.objects.filter(kept=player, taken_back_at=None)
    return [
        DataPart(_("Person"), [{name: getattr(player, name) for name in PERSON} | {"federation": player.federation}]),
        DataPart(
            _("Memberships"),
            [
                {"club": row.club, "number": row.number, "kind": row.kind, "from": row.starts, "until": row.ends}
                for row in memberships
            ],
        ),
        DataPart(
            _("Home clubs"),
            [{"from": row.from_club, "to": row.to_club, "day": row.day} for row in home_club_changes(player)],
        ),
        DataPart(
            _("What was said about your name in public"),
            [{"name in public": row.privacy, "said": row.said_at} for row in consents],
        ),
        DataPart(_("Records that were merged into yours"), [{"name": row.former_name} for row in merges]),
    ]


def _of_the_account(player: Player) -> list[DataPart]:
    user = player.user
    if user is None:
        return []
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    roles = user.role_grants.select_related("club", "federation").order_by("pk")
    requests = JoinRequest.objects.filter(user=user).select_related("club").order_by("asked_at")
    return [
        DataPart(_("Account"), [{"signs in as": user.email, "language": user.language, "joined": user.date_joined}]),
        DataPart(_("Email addresses"), [{"address": row.email, "confirmed": row.verified} for row in addresses]),
        DataPart(
            _("Roles"),
            [{"role": row.role, "on": row.body, "from": row.starts_at, "until": row.ends_at} for row in roles],
        ),
        DataPart(
            _("API tokens"),
            [
                {"name": row.name, "begins with": row.prefix, "made": row.created_at, "last used": row.last_used_at}
                for row in user.api_tokens.order_by("pk")
            ],
        ),
        DataPart(
            _("Requests to clubs"),
            [{"club": row.club, "asked": row.asked_at, "state": row.state, "note": row.note} for row in requests],
        ),
    ]


def plain_value(value: object) -> object:
    """As a file can hold it."""
    if value is None or isinstance(value, bool | int | str | list):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
