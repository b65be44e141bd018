"""Who sat out in the past weeks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from clubs.models import Club
from clubs.models.keys import person_ids
from events.models import Entrant, Place, Section, Session, Substitution
from events.models.sessions import SessionState

USUAL_WEEKS = 8


def sat_out(club: Club, players: Collection[int], before: datetime, weeks: int = USUAL_WEEKS) -> dict[int, int]:
    """In how many rounds each of these players (by id) sat out at the club in the weeks before a moment.

    Whoever had a substitute in such a round did not sit out, the substitute did.
    """
    places = _places(club, players, before, weeks)
    rounds = _rounds_out(places)
    stood_in = _substitutes(places)
    members: defaultdict[int, list[Entrant]] = defaultdict(list)
    for entrant in Entrant.objects.filter(contestant__in={place.contestant_id for place in places}).select_related(
        "player"
    ):
        members[entrant.contestant_id].append(entrant)
    counts: Counter[int | None] = Counter()
    for place in places:
        for number in rounds[place.pk]:
            away = {
                substitution.entrant_id: substitution.person_id
                for substitution in stood_in[place.pk]
                if substitution.covers(number)
            }
            counts.update(away.get(entrant.pk, entrant.person_id) for entrant in members[place.contestant_id])
    return {player: counts[player] for player in players}


def _places(club: Club, players: Collection[int], before: datetime, weeks: int) -> list[Place]:
    """Where these players had a number, themselves or as a substitute."""
    recent = Session.objects.filter(
        host=club,
        state__in=[SessionState.PLAYING, SessionState.FINISHED],
        starts_at__gte=before - timedelta(weeks=weeks),
        starts_at__lt=before,
    )
    # The sessions of some weeks first: these players may have played for years.
    places = list(Place.objects.filter(session__in=list(recent.values_list("pk", flat=True))).select_related("session"))
    entrants = Entrant.objects.filter(contestant__in={place.contestant_id for place in places}).order_by()
    own = {contestant for contestant, player in entrants.values_list("contestant", person_ids()) if player in players}
    substitutes = Substitution.objects.filter(place__in=[place.pk for place in places], withdrawn_at=None).order_by()
    stood_in = {place for place, player in substitutes.values_list("place", person_ids()) if player in players}
    return [place for place in places if place.contestant_id in own or place.pk in stood_in]


def _rounds_out(places: Iterable[Place]) -> dict[int, list[int]]:
    """The rounds in which each place sat out, as far as they were played."""
    movements = {
        section.pk: section.movement
        for section in Section.objects.filter(pk__in={place.section_id for place in places})
    }
    rounds_out: dict[int, list[int]] = {}
    for place in places:
        movement = movements[place.section_id]
        rounds = movement.rounds if movement else ()
        played = rounds[: place.session.round] if place.session.round else rounds
        rounds_out[place.pk] = [at for at, round_ in enumerate(played, start=1) if place.number in round_.sitting_out]
    return rounds_out


def _substitutes(places: Iterable[Place]) -> defaultdict[int, list[Substitution]]:
    by_place: defaultdict[int, list[Substitution]] = defaultdict(list)
    for substitution in Substitution.objects.filter(
        place__in={place.pk for place in places}, withdrawn_at=None
    ).select_related("player"):
        by_place[substitution.place_id].append(substitution)
    return by_place
