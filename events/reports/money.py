"""For the secretary: the cash box of an evening and of a month, and who was there."""

from __future__ import annotations

import calendar
import zoneinfo
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.reports.sources import CLUB
from core.actors import Actor
from events.models import Entrant, Session, TableMoney
from events.models.money import Settled
from events.models.sessions import SessionState
from events.reports.sources import SESSION
from events.selectors.money import session_account
from printing.registry import Context, Group, NothingToPrint, printed_report

MOST_OFTEN = 400


@printed_report(
    "cash-box",
    title=gettext_lazy("Cash box of the evening"),
    source=SESSION,
    group=Group.OFFICE,
    template="events/print/cash_box.html",
    act="money.view",
    same_for_all=True,
)
def cash_box(actor: Actor, session: Session, period: str) -> Context:
    """Who has paid how, what is open, and what must be in the box."""
    account = session_account(session)
    lines = sorted(account.lines, key=lambda line: (line.is_open, line.name.casefold()))
    if not lines:
        raise NothingToPrint(_("Nobody is seated yet: there is no table money."))
    return {"lines": lines, "totals": account.totals, "free": Settled.FREE}


def month_of(club: Club, period: str, at: datetime) -> tuple[datetime, datetime]:
    """Where a month (`2026-11`) or a year (`2026`) of the club begins and where it is over; without one, this month."""
    zone = zoneinfo.ZoneInfo(club.timezone)
    today = club.day(at)
    year, _dash, month = (period or f"{today:%Y-%m}").partition("-")
    first = datetime(int(year), int(month or 1), 1, tzinfo=zone)
    last = datetime(int(year), int(month or 12), calendar.monthrange(int(year), int(month or 12))[1], tzinfo=zone)
    return first, last.replace(hour=23, minute=59, second=59, microsecond=999_999)


@printed_report(
    "cash-month",
    title=gettext_lazy("Cash box of a month"),
    source=CLUB,
    group=Group.OFFICE,
    template="events/print/cash_month.html",
    act="money.view",
    period="month",
    same_for_all=True,
)
def cash_month(actor: Actor, club: Club, period: str) -> Context:
    """What each session of the month took, in cash and by card."""
    first, last = month_of(club, period, actor.at)
    sessions = _played(club, first, last)
    how = {name: Sum("amount", filter=Q(how=name), default=0) for name in (Settled.CASH.value, Settled.CARD.value)}
    taken = TableMoney.objects.filter(session__in=sessions, withdrawn_at=None).order_by().values("session")
    sums: dict[int, dict[str, Any]] = {
        line["session"]: dict(line)
        for line in taken.annotate(free=Count("pk", filter=Q(how=Settled.FREE)), players=Count("pk"), **how)
    }
    rows = [sums.get(session.pk, {}) | {"session": session} for session in sessions]
    if not rows:
        raise NothingToPrint(_("Nothing was played in this month."))
    total = {name: sum(line[name] for line in sums.values()) for name in ("cash", "card", "free", "players")}
    return {"rows": rows, "total": total, "first": first}


def _played(club: Club, first: datetime, last: datetime) -> list[Session]:
    sessions = Session.objects.filter(host=club, starts_at__range=(first, last), event__removed_at=None)
    sessions = sessions.exclude(state=SessionState.DRAFT).select_related("event__club")
    return list(sessions.order_by("starts_at", "pk"))


@printed_report(
    "attendance",
    title=gettext_lazy("Attendance"),
    source=CLUB,
    group=Group.OFFICE,
    template="events/print/attendance.html",
    act="membership.view",
    period="year",
    same_for_all=True,
)
def attendance(actor: Actor, club: Club, period: str) -> Context:
    """How many played on each evening of a year, and how often each player came."""
    first, last = month_of(club, period or f"{club.day(actor.at).year}", actor.at)
    sessions = _played(club, first, last)
    if not sessions:
        raise NothingToPrint(_("Nothing was played in this year."))
    players = _times_played(sessions)
    counts = _players_by_session(sessions)
    rows = [{"session": session, "players": counts.get(session.pk, 0)} for session in sessions]
    return {"rows": rows, "players": players, "first": first, "total": sum(counts.values())}


def _entrants(sessions: list[Session]) -> Any:
    return Entrant.objects.filter(contestant__places__session__in=sessions, player__isnull=False, is_active=True)


def _players_by_session(sessions: list[Session]) -> dict[int, int]:
    counted = _entrants(sessions).order_by().values("contestant__places__session")
    counted = counted.annotate(players=Count("player", distinct=True))
    return {line["contestant__places__session"]: line["players"] for line in counted}


def _times_played(sessions: list[Session]) -> list[dict[str, Any]]:
    counted = _entrants(sessions).order_by().values("player__display_name", "player")
    counted = counted.annotate(times=Count("contestant__places__session", distinct=True))
    return list(counted.order_by("-times", "player__display_name")[:MOST_OFTEN])
