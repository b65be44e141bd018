"""The link in each mail that stops mails like it: signed, so that it works without signing in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse

from clubs.models import Player, User
from office.models import Notice
from office.notice_kinds import KINDS, Category

SALT = "office.mail.stop"


@dataclass(frozen=True)
class Stop:
    """Whose mails of which category a link stops."""

    category: str
    user_id: int | None = None
    player_id: int | None = None

    @property
    def label(self) -> Any:
        return Category(self.category).label


def stop_token(*, category: str, user_id: int | None = None, player_id: int | None = None) -> str:
    token: str = signing.dumps([category, user_id, None if user_id else player_id], salt=SALT)
    return token


def stop_url(notice: Notice) -> str:
    token = stop_token(category=KINDS[notice.kind].category, user_id=notice.user_id, player_id=notice.player_id)
    url: str = settings.PUBLIC_URL + reverse("mail-stop", kwargs={"token": token})
    return url


def stop_in(token: str) -> Stop | None:
    """What the link stops; None where it was not made here, or the person is gone."""
    try:
        category, user_id, player_id = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    rows: Any = User.objects.filter(pk=user_id) if user_id else Player.objects.filter(pk=player_id, erased_at=None)
    return Stop(Category(category).value, user_id, player_id) if rows.exists() else None
