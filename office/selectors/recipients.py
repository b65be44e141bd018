"""Where a mail to somebody goes, and whether they want it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from allauth.account.models import EmailAddress
from django.db.models import Q

from clubs.models import Player, User
from office.models import MailChoice
from office.notice_kinds import ON_REQUEST, Category


@dataclass
class Addresses:
    """Where mail to these accounts and players goes; whoever has no address is not in here."""

    by_user: dict[int, str] = field(default_factory=dict)
    by_player: dict[int, str] = field(default_factory=dict)

    def of(self, user_id: int | None, player_id: int | None) -> str:
        """The confirmed address of the account, else the one that the person's club holds."""
        return self.by_user.get(user_id or 0) or self.by_player.get(player_id or 0, "")


def addresses(*, users: Collection[int | None], players: Collection[int | None]) -> Addresses:
    """Of accounts the primary address where it is confirmed, of players what the club holds; nothing of the demo's."""
    confirmed = EmailAddress.objects.filter(
        user__in=_known(users), verified=True, primary=True, user__is_active=True, user__is_demo=False
    )
    held = Player.objects.filter(pk__in=_known(players), erased_at=None).exclude(email="")
    held = held.filter(Q(user=None) | Q(user__is_demo=False))
    return Addresses(dict(confirmed.values_list("user_id", "email")), dict(held.values_list("pk", "email")))


def accounts_of(players: Collection[int]) -> dict[int, int]:
    """The accounts of these players, where they have one."""
    rows = Player.objects.filter(pk__in=players, user__isnull=False)
    return {player: user for player, user in rows.values_list("pk", "user_id") if user is not None}


@dataclass
class Wanted:
    """Who wants a category by mail: for accounts and players, which choice was the last and what it said."""

    category: str
    by_user: dict[int, tuple[int, bool]] = field(default_factory=dict)
    by_player: dict[int, tuple[int, bool]] = field(default_factory=dict)

    def by(self, user_id: int | None, player_id: int | None) -> bool:
        """As was chosen last, with the account or by a link that knew the player alone."""
        choices = [self.by_user.get(user_id or 0), self.by_player.get(player_id or 0)]
        _order, wanted = max(filter(None, choices), default=(0, self.category not in ON_REQUEST))
        return wanted


def wanted_by_mail(category: str, *, users: Collection[int | None], players: Collection[int | None]) -> Wanted:
    theirs = Q(user__in=_known(users)) | Q(player__in=_known(players)) | Q(player__user__in=_known(users))
    rows = MailChoice.objects.filter(theirs, category=category).order_by("pk")
    wanted = Wanted(category)
    columns = ("pk", "user_id", "player_id", "player__user_id", "wanted")
    for pk, user_id, player_id, account_id, is_wanted in rows.values_list(*columns):
        if player_id is not None:
            wanted.by_player[player_id] = (pk, is_wanted)
        if account := user_id or account_id:
            wanted.by_user[account] = (pk, is_wanted)
    return wanted


def own_choices(user: User) -> dict[str, bool]:
    """What this account wants by mail, category by category."""
    player = getattr(user, "player", None)
    player_id = player.pk if player else None
    return {
        category.value: wanted_by_mail(category, users=[user.pk], players=[player_id]).by(user.pk, player_id)
        for category in Category
    }


def _known(ids: Collection[int | None]) -> set[int]:
    return {pk for pk in ids if pk is not None}
