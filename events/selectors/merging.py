"""What a club's games say about two records that may be one person."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.hooks import HistoryPart
from clubs.models import Club, Player
from clubs.models.keys import person_ids
from events.models import Entrant, Event, PartnerWish, SeatClaim, Session, SessionOfficial, Substitution, TableMoney
from events.models.contestants import WishState
from events.models.sessions import SessionState
from events.selectors.presence import Presence

SHOWN = 10


def history_parts(player: Player) -> list[HistoryPart]:
    """What stands under a record in the games of all clubs."""
    sessions = Session.objects.filter(_plays_in(player)).select_related("event__club").order_by("-starts_at").distinct()
    evenings = tuple(_evening(session) for session in sessions[:SHOWN])
    wishes = PartnerWish.objects.filter(player=player, state=WishState.OPEN)
    return [
        HistoryPart(_("Entries"), Entrant.objects.filter(player=player).count()),
        HistoryPart(_("Evenings and their results"), sessions.count(), evenings),
        HistoryPart(_("Games as a substitute"), Substitution.objects.filter(player=player).count()),
        HistoryPart(_("Payments at the table"), TableMoney.objects.filter(player=player).count()),
        HistoryPart(_("Duties as director or scorer"), SessionOfficial.objects.filter(player=player).count()),
        HistoryPart(_("Seats said at a table"), SeatClaim.objects.filter(player=player).count()),
        HistoryPart(_("Looking for a partner"), wishes.count()),
    ]


def _plays_in(player: Player) -> Q:
    return Q(places__contestant__entrants__player=player) | Q(places__substitutions__player=player)


def _evening(session: Session) -> str:
    return f"{session.event.club} · {session.event} · {date_format(session.starts_at, 'SHORT_DATE_FORMAT')}"


def reasons_against_merging(kept: Player, merged: Player) -> list[str]:
    """They met at a table, stand in one event, or one of them plays just now."""
    shared = Session.objects.filter(_plays_in(kept)).filter(
        pk__in=Session.objects.filter(_plays_in(merged)).values("pk")
    )
    reasons = [_both_played(session, kept, merged) for session in shared.select_related("event__club").distinct()]
    events = Event.objects.filter(entrants__player=kept).filter(
        pk__in=Event.objects.filter(entrants__player=merged).values("pk")
    )
    sentence = _("Both are entered for “%(event)s” at %(club)s.")
    elsewhere = events.exclude(sessions__in=shared).select_related("club").distinct()
    reasons += [sentence % {"event": event, "club": event.club} for event in elsewhere]
    reasons += _both_on_duty(kept, merged)
    playing = Session.objects.filter(_plays_in(merged), state=SessionState.PLAYING).select_related("event__club")
    sentence = _("%(name)s plays just now in “%(event)s” at %(club)s. Merge them when play is over.")
    for session in playing.distinct():
        reasons.append(sentence % {"name": merged, "event": session.event, "club": session.event.club})
    return reasons


def _both_played(session: Session, kept: Player, merged: Player) -> str:
    """The place: the table at which they met, else the evening."""
    gaps = {"event": session.event, "day": date_format(session.starts_at, "DATE_FORMAT"), "club": session.event.club}
    presence = Presence.of(session)
    for (_section, number, table), places in sorted(presence.tables.items()):
        people = [presence.people(place, number) for place in places]
        if any(kept.pk in those for those in people) and any(merged.pk in those for those in people):
            sentence = _("They sat at one table: table %(table)s, round %(round)s, “%(event)s”, %(day)s, %(club)s.")
            return sentence % (gaps | {"table": table, "round": number})
    return _("Both played in “%(event)s” on %(day)s at %(club)s.") % gaps


def _both_on_duty(kept: Player, merged: Player) -> list[str]:
    """One on duty where the other has the same duty: the database knows each of them once."""
    own = SessionOfficial.objects.filter(player=kept)
    sentence = _("Both were on duty as %(duty)s in “%(event)s” on %(day)s.")
    return [
        sentence
        % {
            "duty": official.get_duty_display(),
            "event": official.session.event,
            "day": date_format(official.session.starts_at, "DATE_FORMAT"),
        }
        for official in SessionOfficial.objects.filter(player=merged).select_related("session__event")
        if own.filter(session=official.session_id, duty=official.duty).exists()
    ]


def clubs_played_at(ids: set[int]) -> dict[int, set[int]]:
    """The clubs in whose events each of these players was entered, or stood in for somebody."""
    clubs: dict[int, set[int]] = defaultdict(set)
    entered = Entrant.objects.filter(player__id__in=ids).order_by().values_list("player_id", "event__club_id")
    for player_id, club_id in entered.distinct():
        clubs[player_id or 0].add(club_id)
    stood_in = Substitution.objects.filter(player__id__in=ids).order_by()
    for player_id, club_id in stood_in.values_list("player_id", "place__session__event__club_id").distinct():
        clubs[player_id].add(club_id)
    return clubs


def people_known_at(clubs: QuerySet[Club]) -> QuerySet[Any]:
    """The ids of those who have been entered at these clubs, or stood in for somebody there."""
    entered = Entrant.objects.filter(event__club__in=clubs, player__isnull=False).order_by()
    stood_in = Substitution.objects.filter(place__session__event__club__in=clubs).order_by()
    return entered.values_list(person_ids()).union(stood_in.values_list(person_ids()))


def things_in_common(pairs: list[tuple[int, int]]) -> dict[tuple[int, int], list[str]]:
    """The partners with whom both have played."""
    ids = {pk for pair in pairs for pk in pair}
    together = Entrant.objects.filter(player__in=ids, contestant__entrants__player__isnull=False).order_by()
    partners: defaultdict[int, dict[int, str]] = defaultdict(dict)
    columns = (person_ids(), person_ids("contestant__entrants__player"), "contestant__entrants__player__display_name")
    for player_id, partner_id, name in together.values_list(*columns).distinct():
        if player_id != partner_id:
            partners[player_id][partner_id] = name
    sentence = _("both have played with %(name)s")
    found = {}
    for first, second in pairs:
        common = partners[first].keys() & partners[second].keys()
        if common:
            found[first, second] = [sentence % {"name": partners[first][pk]} for pk in sorted(common)[:2]]
    return found
