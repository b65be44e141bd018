"""Results are out: those who played are told, and those who asked for it get their scorecard by mail."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from clubs.models import User
from events.models import Session
from events.selectors.seats import session_places
from office.services.notices import tell
from scoring.models import Publication

ABOUT = "publication"


def tell_of_results(*, publication: Publication, at: datetime) -> None:
    """In the transaction of the publication: everybody with an account who played, once each."""
    session = publication.session
    played = contestants_of_accounts(session)
    tell(
        kind="results" if publication.number == 1 else "results.corrected",
        body=session.club,
        about=(ABOUT, publication.pk),
        at=at,
        users=played,
        gaps={"event": session.event.name, "club": session.club.name},
        own_gaps={user: {"contestant": contestant} for user, contestant in played.items()},
        path=reverse("club-session-official", kwargs={"slug": session.club.slug, "session_id": session.pk}),
    )


def contestants_of_accounts(session: Session) -> dict[int, int]:
    """In which contestant each account played, the first where somebody played in two."""
    playing: dict[int, int] = {}
    for place in session_places(session).defer("section__movement_data"):
        people = [entrant.player for entrant in place.contestant.entrants.all()]
        people += [substitution.player for substitution in place.substitutions.all()]
        for player in people:
            if player is not None and player.person.user_id is not None:
                playing.setdefault(player.person.user_id, place.contestant_id)
    active = User.objects.filter(pk__in=playing, is_active=True).values_list("pk", flat=True)
    return {user: playing[user] for user in active}
