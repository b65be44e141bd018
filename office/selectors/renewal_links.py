"""The link in an invitation: signed, so that a member answers without an account."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from office.models import Renewal

SALT = "office.renewal"


def renewal_token(year_id: int, player_id: int) -> str:
    return signing.dumps([year_id, player_id], salt=SALT)


def renewal_path(year_id: int, player_id: int) -> str:
    return reverse("renewal-answer", kwargs={"token": renewal_token(year_id, player_id)})


def renewal_of(token: str) -> Renewal | None:
    """Whose renewal the link is; None where it was not made here."""
    try:
        year_id, player_id = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    rows = Renewal.objects.select_related("year__club__federation", "player", "payer__player", "membership")
    return rows.filter(year=year_id, player=player_id, player__erased_at=None).first()
