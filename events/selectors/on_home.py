"""What events put on somebody's first page: tonight at the desk, and the next games to enter."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club, Role
from clubs.selectors.home import HomeCard, HomeLine
from clubs.selectors.navigation import Link
from core.actors import Actor
from events.models import Entrant, Event, PartnerWish, Session
from events.models.contestants import Status, WishState
from events.models.sessions import SessionState
from events.selectors.desk_home import NextGame, coming_games, live_sessions
from events.selectors.events import sessions_ahead
from events.selectors.money import session_account
from events.wording import local_moment

AT_THE_DESK = (Role.SECRETARY, Role.DIRECTOR, Role.SCORER)
MOST = 5


def tonight(actor: Actor) -> list[HomeCard]:
    """For those at the desk of a club: what runs, else what comes next, and the money of it."""
    clubs = {grant.club.pk: grant.club for grant in actor.grants if grant.club and grant.role in AT_THE_DESK}
    return [_at_desk(club, actor) for club in clubs.values()]


def _at_desk(club: Club, actor: Actor) -> HomeCard:
    live = live_sessions(club)
    games = live or [game for game in coming_games(club, actor.at) if game.is_today] or coming_games(club, actor.at)[:1]
    lines = [line for game in games for line in _lines(club, game)]
    link = Link(_("To the desk"), reverse("club-desk-home", kwargs={"slug": club.slug}))
    title = _("%(club)s: now") if live else _("%(club)s: next")
    nothing = HomeLine(_("No game is planned."), reverse("club-events", kwargs={"slug": club.slug}))
    return HomeCard(f"desk-{club.pk}", title % {"club": club.name}, lines or [nothing], [link])


def _lines(club: Club, game: NextGame) -> list[HomeLine]:
    when = local_moment(club, game.at)
    if game.session is None:
        return [HomeLine(game.name, reverse("club-desk-home", kwargs={"slug": club.slug}), when)]
    entered = ngettext("%(count)s entered", "%(count)s entered", game.entered) % {"count": game.entered}
    first = HomeLine(game.name, game.session.get_absolute_url(), f"{when} · {entered}", _state(game.session))
    return [first, *_money(club, game.session)]


def _state(session: Session) -> str:
    return "" if session.state == SessionState.DRAFT else str(session.get_state_display())


def _money(club: Club, session: Session) -> list[HomeLine]:
    """What was taken and what is open, once people sit."""
    if session.state == SessionState.DRAFT:
        return []
    sums = session_account(session).totals
    if not (sums.cash or sums.card or sums.open_sum):
        return []
    gaps = {"taken": f"{sums.cash + sums.card:.2f}", "open": f"{sums.open_sum:.2f}"}
    url = reverse("club-session-money", kwargs={"slug": club.slug, "session_id": session.pk})
    return [HomeLine(_("Table money"), url, _("%(taken)s taken, %(open)s open") % gaps)]


def next_games(actor: Actor) -> list[HomeCard]:
    """For a member: the next games of the own clubs, with “enter”, and who looks for a partner."""
    clubs = Club.objects.filter(pk__in=actor.member_of).order_by("name")
    cards = [_games_of(club, actor) for club in clubs]
    return [card for card in cards if card.lines]


def _games_of(club: Club, actor: Actor) -> HomeCard:
    ahead = sessions_ahead(club, actor.at).filter(state=SessionState.DRAFT, event__published_at__isnull=False)
    sessions = list(ahead.select_related("event__club").order_by("starts_at", "pk")[:MOST])
    events = {session.event_id for session in sessions}
    mine = Entrant.objects.filter(event__in=events, player=actor.player, is_active=True)
    standing = dict(mine.values_list("event", "contestant__status"))
    wishes = PartnerWish.objects.filter(event__in=events, state=WishState.OPEN).exclude(player=actor.player)
    wanted = {event: len([one for one in wishes if one.event_id == event]) for event in events}
    lines = [
        _game(session, actor, standing.get(session.event_id, ""), wanted[session.event_id]) for session in sessions
    ]
    link = Link(_("All games"), reverse("club-events", kwargs={"slug": club.slug}))
    return HomeCard(f"games-{club.pk}", _("Next at %(club)s") % {"club": club.name}, lines, [link])


def _game(session: Session, actor: Actor, status: str, wanted: int) -> HomeLine:
    event = session.event
    words = [local_moment(event.club, session.starts_at)]
    if wanted and not status:
        sentence = ngettext("%(count)s looks for a partner", "%(count)s look for a partner", wanted)
        words.append(sentence % {"count": wanted})
    badge, kind = _standing(event, actor, status)
    return HomeLine(event.name, event.get_absolute_url(), " · ".join(words), badge, kind)


def _standing(event: Event, actor: Actor, status: str) -> tuple[str, str]:
    if status == Status.ENTERED:
        return _("You are entered"), "good"
    if status == Status.WAITING:
        return _("You wait for a place"), "warn"
    closes = event.entries_close_at
    is_open = event.takes_entries and (closes is None or closes > actor.at)
    return (_("Enter"), "info") if is_open else ("", "info")
