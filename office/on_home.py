"""What the office puts on somebody's first page: their notices, a secretary's renewals, an officer's register."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.hooks import HomePart
from clubs.models import Club, Federation, Role
from clubs.selectors.home import CARDS, HomeCard, HomeLine
from clubs.selectors.memberships import current_memberships
from clubs.selectors.navigation import Link
from core.actors import Actor
from office.models import Notice
from office.models.notices import MailState
from office.selectors.notice_words import NoticeLine, unread_notices
from office.selectors.renewals import RenewalState, YearTotals, newest_year, totals, year_lines

#: A club that was made within this time is new.
NEW = timedelta(days=92)
MOST_CLUBS = 5


def office_cards(actor: Actor) -> list[HomeCard]:
    """Of each club whose secretary this person is, how renewals stand; of each federation, its register."""
    cards = []
    for grant in actor.grants:
        if grant.role == Role.SECRETARY and grant.club is not None:
            cards.append(_of_secretary(grant.club, actor))
        elif grant.role == Role.OFFICER and grant.federation is not None:
            cards.append(_of_officer(grant.federation, actor))
    return cards


def _of_secretary(club: Club, actor: Actor) -> HomeCard:
    lines = [*_renewals(club, actor), *_undelivered(club)]
    links = [
        Link(_("Members"), reverse("club-members", kwargs={"slug": club.slug})),
        Link(_("Renewals"), reverse("club-membership-years", kwargs={"slug": club.slug})),
        Link(_("Write a message"), reverse("club-write-group-mail", kwargs={"slug": club.slug})),
    ]
    return HomeCard(f"office-{club.pk}", _("Office of %(club)s") % {"club": club.name}, lines, links)


def _renewals(club: Club, actor: Actor) -> list[HomeLine]:
    year = newest_year(club)
    if year is None:
        url = reverse("club-open-membership-year", kwargs={"slug": club.slug})
        return [HomeLine(_("No membership year is open yet: open one to ask for fees"), url)]
    lines = year_lines(year, day=club.day(actor.at))
    figures = totals(lines, year.currency)
    title = _("Renewals %(year)s") % {"year": year.name}
    money = " · ".join(f"{label}: {amount}" for label, amount in figures.sums)
    return [
        HomeLine(title, year.get_absolute_url(), money),
        *_waiting(figures, year.get_absolute_url()),
        *_overdue(sum(line.is_overdue for line in lines), year.get_absolute_url()),
    ]


def _overdue(count: int, url: str) -> list[HomeLine]:
    text = ngettext("%(count)s member has not paid in time", "%(count)s members have not paid in time", count)
    line = HomeLine(text % {"count": count}, f"{url}?state=overdue", badge=_("overdue"), badge_kind="bad")
    return [line] if count else []


def _waiting(figures: YearTotals, url: str) -> list[HomeLine]:
    """Who is not invited, and who has not answered."""
    found = []
    if count := figures.count(RenewalState.NOT_INVITED):
        text = ngettext("%(count)s member is not invited yet", "%(count)s members are not invited yet", count)
        found.append(HomeLine(text % {"count": count}, f"{url}?state={RenewalState.NOT_INVITED.value}"))
    if count := figures.count(RenewalState.NO_ANSWER):
        text = ngettext("%(count)s member has not answered", "%(count)s members have not answered", count)
        found.append(HomeLine(text % {"count": count}, f"{url}?state={RenewalState.NO_ANSWER.value}"))
    return found


def _undelivered(club: Club) -> list[HomeLine]:
    count = Notice.objects.filter(club=club, state=MailState.FAILED, settled_at=None).count()
    if not count:
        return []
    text = ngettext("%(count)s mail came back", "%(count)s mails came back", count) % {"count": count}
    return [HomeLine(text, reverse("club-undelivered", kwargs={"slug": club.slug}), badge_kind="warn")]


def _of_officer(federation: Federation, actor: Actor) -> HomeCard:
    clubs = Club.objects.filter(federation__path__startswith=federation.path)
    members = current_memberships(day=federation.day(actor.at)).filter(club__in=clubs)
    people, count = members.values("player").distinct().count(), clubs.count()
    words = _("%(clubs)s, %(members)s") % {
        "clubs": ngettext("%(count)s club", "%(count)s clubs", count) % {"count": count},
        "members": ngettext("%(count)s member", "%(count)s members", people) % {"count": people},
    }
    new = clubs.filter(created_at__gt=actor.at - NEW).order_by("-created_at", "pk")[:MOST_CLUBS]
    lines = [
        HomeLine(_("Register"), federation.get_absolute_url(), words),
        *(HomeLine(club.name, club.get_absolute_url(), badge=_("new club")) for club in new),
    ]
    links = [
        Link(_("Officers"), reverse("federation-roles", kwargs={"slug": federation.slug})),
        Link(_("Write a message"), reverse("federation-write-group-mail", kwargs={"slug": federation.slug})),
    ]
    return HomeCard(f"federation-{federation.pk}", federation.name, lines, links)


def new_notices(actor: Actor) -> list[NoticeLine]:
    return unread_notices(actor)


NOTICES = HomePart("office/notices_on_home.html", new_notices)
HOME = HomePart(CARDS, office_cards)
