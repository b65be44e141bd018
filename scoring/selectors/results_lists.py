"""A club's results by date, event and player, for as long as the club keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.models.people import Privacy
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
class Played:
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
    rows = Session.objects.filter(host=club, state=SessionState.FINISHED, event__cancelled_at=None)
    rows = rows.select_related("event__club__federation")
    if not is_allowed(actor, "session.run", club):
        rows = rows.exclude(event__published_at=None)
    return rows.order_by("-starts_at", "-pk")


def on_day(sessions: QuerySet[Session], club: Club, day: date) -> QuerySet[Session]:
    start = datetime.combine(day, time(), ZoneInfo(club.timezone))
    return sessions.filter(starts_at__gte=start, starts_at__lt=start + timedelta(days=1))


def sessions_named(sessions: QuerySet[Session], words: str) -> QuerySet[Session]:
    for word in words.split():
        sessions = sessions.filter(event__name__mentions=word)
    return sessions


def with_winners(actor: Actor, sessions: Iterable[Session]) -> list[Played]:
    """Who came first in each, for a few queries in all."""
    rows = list(sessions)
    runs = ScoringRun.objects.filter(field__session__in=rows, pk=newest_run())
    where = dict(runs.values_list("pk", "field__session_id"))
    first = Standing.objects.filter(run__in=where, rank=1, is_ranked=True).order_by("-ranking", "pk")
    people = {one.pk: one for one in with_people(Contestant.objects.filter(standings__in=first))}
    won: dict[int, list[Winner]] = {}
    played = {session.pk: session for session in rows}
    for row in first:
        contestant = people[row.contestant_id]
        open_names = sees_names(actor, played[where[row.run_id]])
        title = contestant.name or " – ".join(
            name_for(entrant.player, open_names=open_names) for entrant in contestant.entrants.all()
        )
        figure = f"{row.shown_percent}%" if row.shown_percent else row.shown_total
        won.setdefault(where[row.run_id], []).append(Winner(title, figure, row.ranking))
    places = Place.objects.filter(session__in=rows).order_by().values_list("session").annotate(count=Count("pk"))
    seated = dict(places)
    return [Played(session, tuple(won.get(session.pk, ())), seated.get(session.pk, 0)) for session in rows]


def name_for(player: Player | None, *, open_names: bool) -> str:
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
        player=OuterRef("pk"),
    )
    players = Player.objects.filter(Exists(played), erased_at=None)
    if not sees_names(actor, club):
        players = players.filter(privacy=Privacy.FULL)
    for word in words.split():
        players = players.filter(display_name__mentions=word)
    return list(players.order_by("display_name", "pk")[:50])


def results_of_player(player: Player, count: int, *, club: Club | None = None) -> list[Standing]:
    """A player's newest standings in finished sessions, the newest first; in one club, or in all of them.

    Contestants are gone through from the one that played last, a few more than are needed at a time: each has a result
    as late as that, so what is not among those read is older than what is.
    """
    entrants = Entrant.objects.filter(player=player)
    if club is not None:
        entrants = entrants.filter(event__club=club)
    # Those whose last session nobody has noted are few, and may have played at any time.
    unknown = list(entrants.filter(last_played=None).order_by().values_list("contestant", flat=True))
    known = entrants.exclude(last_played=None).order_by("-last_played", "-pk").values_list("contestant", "last_played")
    reach = count + 1
    while True:
        some = list(known[:reach])
        rows = _standings([*unknown, *(contestant for contestant, _last in some)])
        if len(some) < reach:
            return rows[:count]
        earliest = some[-1][1]
        found = [row for row in rows if earliest and row.run.field.session.starts_at >= earliest]
        if len(found) >= count:
            return found[:count]
        reach *= 2


def _standings(contestants: list[int]) -> list[Standing]:
    rows = Standing.objects.filter(
        contestant__in=contestants,
        contestant__event__cancelled_at=None,
        run__field__session__state=SessionState.FINISHED,
        run=newest_run("run__field"),
    )
    rows = rows.select_related("run__field__session__event__club__federation").defer("run__boards", "run__sheet")
    return list(rows.order_by("-run__field__session__starts_at", "-pk"))


def as_results(actor: Actor, player: Player, standings: Iterable[Standing]) -> list[OwnResult]:
    rows = list(standings)
    people = {one.pk: one for one in with_people(Contestant.objects.filter(pk__in=[row.contestant_id for row in rows]))}
    counted = Count("pk")
    sizes = {
        (run, ranking): size
        for run, ranking, size in Standing.objects.filter(run__in=[row.run_id for row in rows], is_ranked=True)
        .order_by()
        .values_list("run", "ranking")
        .annotate(size=counted)
    }
    found = []
    for row in rows:
        # One's own partners have names; somebody else's as the club shows them.
        open_names = actor.player == player or sees_names(actor, row.run.field.session)
        entrants = people[row.contestant_id].entrants.all()
        partners = tuple(
            name_for(entrant.player, open_names=open_names) for entrant in entrants if entrant.player_id != player.pk
        )
        found.append(OwnResult(row.run.field.session, row, partners, sizes.get((row.run_id, row.ranking), 0)))
    return found
