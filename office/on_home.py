"""What the office puts on somebody's first page: their notices, and for a secretary how the renewals stand."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.hooks import HomePart
from clubs.models import Club, Role
from core.actors import Actor
from office.models import MembershipYear, Notice
from office.models.notices import MailState
from office.selectors.notice_words import NoticeLine, unread_notices
from office.selectors.renewals import YearTotals, newest_year, totals, year_lines


@dataclass(frozen=True)
class ClubOffice:
    """How a club's renewals stand, and how many mails did not reach anybody."""

    club: Club
    year: MembershipYear | None
    totals: YearTotals | None
    undelivered: int


def own_offices(actor: Actor) -> list[ClubOffice]:
    """Of the clubs whose secretary this person is; nothing of a club that has neither."""
    clubs = [grant.club for grant in actor.grants if grant.role == Role.SECRETARY and grant.club is not None]
    offices = [_office(club, actor) for club in clubs]
    return [office for office in offices if office.year or office.undelivered]


def _office(club: Club, actor: Actor) -> ClubOffice:
    year = newest_year(club)
    figures = totals(year_lines(year, day=club.day(actor.at)), year.currency) if year else None
    undelivered = Notice.objects.filter(club=club, state=MailState.FAILED, settled_at=None).count()
    return ClubOffice(club, year, figures, undelivered)


def new_notices(actor: Actor) -> list[NoticeLine]:
    return unread_notices(actor)


NOTICES = HomePart("office/notices_on_home.html", new_notices)
HOME = HomePart("office/on_home.html", own_offices)
