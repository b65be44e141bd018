"""What the tables have told the desk."""

from __future__ import annotations

from events.models import SeatClaim, Session


def open_seat_claims(session: Session) -> list[SeatClaim]:
    """Where somebody keyed in a number and another name stands, until the desk has looked at it."""
    claims = SeatClaim.objects.filter(section__session=session, settled_at=None)
    return list(claims.select_related("section", "entrant__player", "player").order_by("made_at", "pk"))
