"""What rulings put on somebody's first page: a director's open work across sessions, and a recorder's file."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club, Role
from clubs.selectors.home import HomeCard, HomeLine
from core.actors import Actor
from events.models import Session
from events.models.sessions import SessionState
from rulings.models import Reminder, Ruling
from rulings.models.rulings import RulingState
from rulings.selectors.reports import ReportQuery, filed_reports
from scoring.models import DirectorCall
from scoring.models.director_calls import OPEN_CALLS

MOST = 10
RECENT = timedelta(days=60)


def work_cards(actor: Actor) -> list[HomeCard]:
    cards = [*_director(actor), *_recorder(actor)]
    return [card for card in cards if card.lines]


def _clubs(actor: Actor, role: str) -> list[Club]:
    found = {grant.club.pk: grant.club for grant in actor.grants if grant.club and grant.role == role}
    return list(found.values())


def _director(actor: Actor) -> list[HomeCard]:
    """Calls in what runs now, one's own drafts, and questions that are due; never what they are about.

    A director who plays reads of a board when it has been played: here stands only how many there are.
    """
    clubs = _clubs(actor, Role.DIRECTOR)
    if not clubs or actor.user is None:
        return []
    return [
        HomeCard("director", _("For you as director"), [*_calls(clubs), *_drafts(actor), *_reminders(actor, clubs)])
    ]


def _desk(session: Session) -> str:
    return reverse("club-session-desk", kwargs={"slug": session.club.slug, "session_id": session.pk})


def _calls(clubs: list[Club]) -> list[HomeLine]:
    calls = DirectorCall.objects.filter(state__in=OPEN_CALLS).values("section__session")
    waiting = Session.objects.filter(host__in=clubs, state=SessionState.PLAYING, pk__in=calls)
    counted = waiting.annotate(calls=Count("sections__calls", filter=Q(sections__calls__state__in=OPEN_CALLS)))
    return [
        HomeLine(
            ngettext("%(count)s table calls", "%(count)s tables call", session.calls) % {"count": session.calls},
            _desk(session),
            session.event.name,
            _("call"),
            "bad",
        )
        for session in counted.select_related("event__club")[:MOST]
    ]


def _drafts(actor: Actor) -> list[HomeLine]:
    rows = Ruling.objects.filter(director=actor.user, state=RulingState.DRAFT)
    sessions = Session.objects.filter(pk__in=rows.values("session")).select_related("event__club")
    counts = dict(rows.values("session").annotate(count=Count("pk")).values_list("session", "count"))
    return [
        HomeLine(
            ngettext("%(count)s draft of a ruling", "%(count)s drafts of rulings", counts[session.pk])
            % {"count": counts[session.pk]},
            _desk(session),
            session.event.name,
            _("draft"),
            "warn",
        )
        for session in sessions.order_by("-starts_at")[:MOST]
    ]


def _reminders(actor: Actor, clubs: list[Club]) -> list[HomeLine]:
    """Questions for the end of a hand that are due, of one's own rulings of the last two months."""
    due = Reminder.objects.filter(
        ruling__director=actor.user,
        ruling__opened_at__gte=actor.at - RECENT,
        ruling__session__host__in=clubs,
        due_at__isnull=False,
        settled_at=None,
    )
    counts = dict(due.values("ruling__session").annotate(count=Count("pk")).values_list("ruling__session", "count"))
    sessions = Session.objects.filter(pk__in=counts).select_related("event__club").order_by("-starts_at")[:MOST]
    return [
        HomeLine(
            ngettext("%(count)s question is due", "%(count)s questions are due", counts[session.pk])
            % {"count": counts[session.pk]},
            _desk(session),
            session.event.name,
            _("reminder"),
            "warn",
        )
        for session in sessions
    ]


def _recorder(actor: Actor) -> list[HomeCard]:
    """Reports that are not closed, of each club whose recorder this person is."""
    lines = []
    for club in _clubs(actor, Role.RECORDER):
        if count := filed_reports(club, actor, ReportQuery(open_only=True)).count():
            text = ngettext("%(count)s report is open", "%(count)s reports are open", count) % {"count": count}
            lines.append(HomeLine(text, reverse("club-reports", kwargs={"slug": club.slug}), club.name))
    return [HomeCard("recorder", _("For you as recorder"), lines)]
