"""A club's results by date, event and player, for as long as the club keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.models.keys import any_of_their
from core.actors import Actor
from core.permissions import is_allowed
from events.models import Contestant, Entrant, Event, Place, Session
from events.models.sessions import SessionState
from events.selectors.seats import with_people
from events.selectors.tables import sees_names
from scoring.models import ScoringRun, Standing
from scoring.selectors.newest_runs import newest_run


@dataclass(frozen=True)
class Winner:
    title: str
    figure: str
    side: str = ""


@dataclass(frozen=True)
class PlayedSession:
    """A finished session with who won it."""

    session: Session
    winners: tuple[Winner, ...] = ()
    contestants: int = 0


@dataclass(frozen=True)
class OwnResult:
    """A player's result in a session."""

    session: Session
    standing: Standing
    partners: tuple[str, ...]
    field: int

    @property
    def unit(self) -> str:
        """What the total is counted in."""
        return _(self.session.event.scoring_method.total_unit.value)


def sessions_with_results(actor: Actor, club: Club) -> QuerySet[Session]:
    """Finished sessions, the newest first. Those of events that were never announced are listed for the desk only."""
    sessions = Session.objects.filter(host=club, state=SessionState.FINISHED, event__cancelled_at=None)
    sessions = sessions.select_related("event__club__federation")
    if not is_allowed(actor, "session.run", club):
        sessions = sessions.exclude(event__published_at=None)
    return sessions.order_by("-starts_at", "-pk")


def sessions_on_day(sessions: QuerySet[Session], club: Club, day: date) -> QuerySet[Session]:
    start = datetime.combine(day, time(), ZoneInfo(club.timezone))
    return sessions.filter(starts_at__gte=start, starts_at__lt=start + timedelta(days=1))


def sessions_matching(sessions: QuerySet[Session], words: str) -> QuerySet[Session]:
    for word in words.split():
        sessions = sessions.filter(event__name__mentions=word)
    return sessions


def with_winners(actor: Actor, sessions: Iterable[Session]) -> list[PlayedSession]:
    """Who came first in each, for a few queries in all."""
    listed = list(sessions)
    runs = ScoringRun.objects.filter(field__session__in=listed, pk=newest_run())
    session_ids = dict(runs.values_list("pk", "field__session_id"))
    first = Standing.objects.filter(run__in=session_ids, rank=1, is_ranked=True).order_by("-ranking", "pk")
    people = {winner.pk: winner for winner in with_people(Contestant.objects.filter(standings__in=first))}
    winners: dict[int, list[Winner]] = {}
    played = {session.pk: session for session in listed}
    for standing in first:
        contestant = people[standing.contestant_id]
        open_names = sees_names(actor, played[session_ids[standing.run_id]])
        title = contestant.name or " – ".join(
            visible_name(entrant.player, open_names=open_names) for entrant in contestant.entrants.all()
        )
        figure = f"{standing.shown_percent}%" if standing.shown_percent else standing.shown_total
        winners.setdefault(session_ids[standing.run_id], []).append(Winner(title, figure, standing.ranking))
    places = Place.objects.filter(session__in=listed).order_by().values_list("session").annotate(count=Count("pk"))
    seated = dict(places)
    return [PlayedSession(session, tuple(winners.get(session.pk, ())), seated.get(session.pk, 0)) for session in listed]


def visible_name(player: Player | None, *, open_names: bool) -> str:
    if player is None:
        return "?"
    return player.display_name if open_names else player.public_name


def events_with_results(actor: Actor, club: Club) -> QuerySet[Event]:
    finished = Session.objects.filter(event=OuterRef("pk"), state=SessionState.FINISHED)
    events = Event.objects.filter(Exists(finished), club=club, cancelled_at=None)
    if not is_allowed(actor, "session.run", club):
        events = events.exclude(published_at=None)
    return events.order_by("name", "pk")


def players_with_results(actor: Actor, club: Club, words: str) -> list[Player]:
    """Those who have played here, by name. Strangers do not find who does not want to be named to them."""
    played = Entrant.objects.filter(
        contestant__places__session__state=SessionState.FINISHED,
        contestant__event__club=club,
        contestant__event__cancelled_at=None,
    )
    players = Player.objects.findable().filter(any_of_their(played))
    if not sees_names(actor, club):
        players = players.named_in_public()
    for word in words.split():
        players = players.filter(display_name__mentions=word)
    return list(players.order_by("display_name", "pk")[:50])


def results_of_player(player: Player, count: int, *, club: Club | None = None) -> list[Standing]:
    """A player's newest standings in finished sessions, the newest first; in one club, or in all of them.

    Contestants are gone through from the one that played last, a few more than are needed at a time: each has a result
    as late as that, so what is not among those read is older than what is.
    """
    entrants = Entrant.objects.filter(player__id__in=player.record_ids)
    if club is not None:
        entrants = entrants.filter(event__club=club)
    # Those whose last session nobody has noted are few, and may have played at any time.
    unknown = list(entrants.filter(last_played=None).order_by().values_list("contestant", flat=True))
    noted = entrants.exclude(last_played=None).order_by("-last_played", "-pk").values_list("contestant", "last_played")
    reach = count + 1
    while True:
        entries = list(noted[:reach])
        standings = _standings([*unknown, *(contestant for contestant, _last in entries)])
        if len(entries) < reach:
            return standings[:count]
        earliest = entries[-1][1]
        newest = [standing for standing in standings if earliest and standing.run.field.session.starts_at >= earliest]
        if len(newest) >= count:
            return newest[:count]
        reach *= 2


def _standings(contestants: list[int]) -> list[Standing]:
    standings = Standing.objects.filter(
        contestant__in=contestants,
        contestant__event__cancelled_at=None,
        run__field__session__state=SessionState.FINISHED,
        run=newest_run("run__field"),
    )
    standings = standings.select_related("run__field__session__event__club__federation").defer(
        "run__boards", "run__sheet"
    )
    return list(standings.order_by("-run__field__session__starts_at", "-pk"))


def with_partners(actor: Actor, player: Player, standings: Iterable[Standing]) -> list[OwnResult]:
    listed = list(standings)
    people = {
        contestant.pk: contestant
        for contestant in with_people(Contestant.objects.filter(pk__in=[standing.contestant_id for standing in listed]))
    }
    counted = Count("pk")
    sizes = {
        (run, ranking): size
        for run, ranking, size in Standing.objects.filter(
            run__in=[standing.run_id for standing in listed], is_ranked=True
        )
        .order_by()
        .values_list("run", "ranking")
        .annotate(size=counted)
    }
    results = []
    for standing in listed:
        # One's own partners have names; somebody else's as the club shows them.
        open_names = player.is_same_person(actor.player) or sees_names(actor, standing.run.field.session)
        entrants = people[standing.contestant_id].entrants.all()
        partners = tuple(
            visible_name(entrant.player, open_names=open_names)
            for entrant in entrants
            if not player.is_same_person(entrant.player)
        )
        results.append(
            OwnResult(standing.run.field.session, standing, partners, sizes.get((standing.run_id, standing.ranking), 0))
        )
    return results
