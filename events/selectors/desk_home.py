"""The club's home for the desk: the next game, what needs attention, what has been played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club, Membership
from clubs.selectors.home import Concern
from clubs.selectors.navigation import Link
from core.actors import Actor
from core.permissions import may
from events import hooks
from events.models import BoardSet, Contestant, Entrant, Event, Place, Section, Session
from events.models.contestants import Status, WishState
from events.models.sessions import UNFINISHED, SessionState
from events.selectors.events import LIVE, count_subquery, midnight, sessions_ahead
from events.selectors.series import Game, upcoming_games, usual_start
from events.wording import local_moment
from jobs.models import Job
from jobs.models import JobState as JobState

RECENT = 5
COMING = 6
NAMED = 3


@dataclass(frozen=True)
class NextGame:
    """A session with who is entered, or a game of a series that is not made yet."""

    at: datetime
    session: Session | None = None
    game: Game | None = None
    is_today: bool = False

    @property
    def entered(self) -> int:
        return self.session.entered if self.session else 0  # type: ignore[attr-defined]

    @property
    def name(self) -> str:
        source = self.session.event if self.session else self.game.series if self.game else None
        return source.name if source else ""


def live_sessions(club: Club) -> list[NextGame]:
    """Being seated or played now, the one in play first."""
    sessions = _sessions(club).filter(state__in=LIVE, event__cancelled_at=None).order_by("state", "-starts_at", "pk")
    return [NextGame(session.starts_at, session, is_today=True) for session in sessions]


def coming_games(club: Club, at: datetime) -> list[NextGame]:
    """Planned sessions from today on, and the next game of each series, the soonest first."""
    today, start = club.day(at), midnight(club, at)
    sessions = _sessions(club).filter(state=SessionState.DRAFT, starts_at__gte=start, event__cancelled_at=None)
    games = [
        NextGame(session.starts_at, session, is_today=club.day(session.starts_at) == today)
        for session in sessions.order_by("starts_at", "pk")[:COMING]
    ]
    games += [
        NextGame(usual_start(club, game.series, game.day), game=game, is_today=game.is_today)
        for game in upcoming_games(club, at)
    ]
    return sorted(games, key=lambda game: (game.at, game.session is None))[:COMING]


def recent_sessions(club: Club) -> list[Session]:
    return list(_sessions(club).filter(state=SessionState.FINISHED).order_by("-starts_at", "-pk")[:RECENT])


def _sessions(club: Club) -> QuerySet[Session]:
    """With the numbers `entered` in the event and `seated` in the session, counted for those that are shown alone."""
    contestants = Contestant.objects.filter(event=OuterRef("event"), status=Status.ENTERED)
    sessions = Session.objects.filter(host=club).select_related("event__club", "event__series")
    return sessions.annotate(
        entered=count_subquery(contestants, "event"),
        seated=count_subquery(Place.objects.filter(session=OuterRef("pk")), "session"),
    )


def concerns(actor: Actor, club: Club) -> list[Concern]:
    """What needs attention, the most urgent first."""
    ahead = Event.objects.filter(pk__in=sessions_ahead(club, actor.at).values("event"))
    return [
        *_unfinished_concerns(club, actor.at),
        *chain.from_iterable(hooks.club_concerns.call(actor, club)),
        *_board_concerns(club, actor.at),
        *_free_place_concerns(ahead),
        *_partner_concerns(ahead),
        *_membership_concerns(club, actor.at),
        *_unpublished_concerns(club),
        *_failed_job_concerns(actor, club),
    ]


def _page(club: Club, page: str, **more: int) -> str:
    return reverse(f"club-{page}", kwargs={"slug": club.slug, **more})


def _unfinished_concerns(club: Club, at: datetime) -> Iterator[Concern]:
    sessions = _sessions(club).filter(state__in=UNFINISHED, starts_at__lt=midnight(club, at))
    for session in sessions.filter(event__cancelled_at=None).order_by("starts_at")[:RECENT]:
        gaps = {"event": session.event, "when": local_moment(club, session.starts_at)}
        if session.state == SessionState.DRAFT:
            text = _("It was planned for %(when)s and never begun. Move it, cancel it, or seat the players now.")
            link = Link(_("Open the event"), _page(club, "event", event_id=session.event_id))
        elif session.from_paper:
            text = _("It was played on %(when)s. Type its names and scores, so that the results can be made official.")
            link = Link(_("Open the session"), _page(club, "session", session_id=session.pk))
        else:
            text = _("It began on %(when)s. Finish it, so that the results can be made official.")
            link = Link(_("Open the session"), _page(club, "session", session_id=session.pk))
        yield Concern(_("“%(event)s” was never finished") % gaps, text % gaps, link)


def _board_concerns(club: Club, at: datetime) -> Iterator[Concern]:
    """Only where the club deals here: many shuffle at the table."""
    if not BoardSet.objects.filter(club=club).exists():
        return
    start = midnight(club, at)
    today = Session.objects.filter(host=club, state__in=UNFINISHED, event__cancelled_at=None, starts_at__gte=start)
    today = today.filter(starts_at__lt=start + timedelta(days=1)).select_related("event")
    dealt = set(Section.objects.filter(session__in=today, board_set__isnull=False).values_list("session", flat=True))
    for session in today:
        if session.pk not in dealt:
            title = _("No boards are dealt for “%(event)s”") % {"event": session.event}
            text = _("It begins today. Deal or import them, or let the players shuffle at the table.")
            yield Concern(title, text, Link(_("Open the session"), _page(club, "session", session_id=session.pk)))


def _free_place_concerns(ahead: QuerySet[Event]) -> Iterator[Concern]:
    entered = Count("contestants", filter=Q(contestants__status=Status.ENTERED), distinct=True)
    waits = Count("contestants", filter=Q(contestants__status=Status.WAITING), distinct=True)
    events = ahead.annotate(entered=entered, waits=waits).filter(Q(waits__gt=0))
    for event in events.filter(Q(most_contestants=None) | Q(entered__lt=F("most_contestants"))).select_related("club"):
        title = _("A place is free in “%(event)s”") % {"event": event}
        count = event.waits
        text = ngettext("%(count)s waits for a place.", "%(count)s wait for a place.", count) % {"count": count}
        yield Concern(title, text, Link(_("See the entries"), _page(event.club, "entries", event_id=event.pk)))


def _partner_concerns(ahead: QuerySet[Event]) -> Iterator[Concern]:
    open_ = Q(partner_wishes__state=WishState.OPEN, partner_wishes__player__erased_at=None)
    looking = Count("partner_wishes", filter=open_, distinct=True)
    for event in ahead.annotate(looking=looking).filter(Q(looking__gt=0)).select_related("club"):
        count = event.looking
        title = ngettext(
            "%(count)s looks for a partner in “%(event)s”", "%(count)s look for a partner in “%(event)s”", count
        )
        text = _("Bring two together, or find somebody.")
        link = Link(_("Open the partner desk"), _page(event.club, "partners", event_id=event.pk))
        yield Concern(title % {"count": count, "event": event}, text, link)


def _membership_concerns(club: Club, at: datetime) -> Iterator[Concern]:
    """Entered players whose membership will not run on the day; visitors never had one and are not meant."""
    sessions = sessions_ahead(club, at).order_by("starts_at")
    days = {event: club.day(starts) for event, starts in reversed(sessions.values_list("event", "starts_at"))}
    entrants = Entrant.objects.filter(event__in=days, is_active=True, player__isnull=False)
    entered = list(entrants.select_related("player", "event").order_by("event", "pk"))
    by_player: dict[int, list[Membership]] = {}
    for membership in Membership.objects.filter(club=club, player__in={entrant.person_id for entrant in entered}):
        by_player.setdefault(membership.player_id, []).append(membership)
    lapsed: dict[Event, list[str]] = {}
    for entrant in entered:
        memberships = by_player.get(entrant.person_id or 0, [])
        if memberships and not any(membership.runs_on(days[entrant.event_id]) for membership in memberships):
            lapsed.setdefault(entrant.event, []).append(entrant.title)
    for event, names in lapsed.items():
        title = ngettext(
            "%(count)s membership has lapsed in “%(event)s”",
            "%(count)s memberships have lapsed in “%(event)s”",
            len(names),
        )
        link = Link(_("See the entries"), _page(club, "entries", event_id=event.pk))
        yield Concern(title % {"count": len(names), "event": event}, _names_and_more(names), link)


def _names_and_more(names: Iterable[str]) -> str:
    listed = list(names)
    text = ", ".join(listed[:NAMED])
    more = len(listed) - NAMED
    return _("%(names)s and %(more)s more") % {"names": text, "more": more} if more > 0 else text


def _unpublished_concerns(club: Club) -> Iterator[Concern]:
    planned = Session.objects.filter(event=OuterRef("pk"))
    events = Event.objects.filter(Exists(planned), club=club, published_at=None, cancelled_at=None)
    for event in events[:RECENT]:
        title = _("“%(event)s” is not announced") % {"event": event}
        text = _("It has a date, but nobody can read its conditions or enter.")
        yield Concern(title, text, Link(_("Look at it"), _page(club, "event", event_id=event.pk)))


def _failed_job_concerns(actor: Actor, club: Club) -> Iterator[Concern]:
    if not may(actor, "job.view", club):
        return
    count = Job.objects.filter(club=club, state=JobState.FAILED).count()
    if count:
        title = ngettext("%(count)s background job failed", "%(count)s background jobs failed", count)
        text = _("Nothing is lost: it can be tried again.")
        yield Concern(title % {"count": count}, text, Link(_("See what failed"), _page(club, "jobs")))
