"""Reminders by the rule of the membership year: one before the day, then every so many days."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db.models import F, Q

from core import transaction
from core.locks import lock
from office.models import MembershipYear, Renewal
from office.models.dues import Answer, Invited
from office.services.invitations import remind

#: Whoever was invited this lately is not reminded yet.
PAUSE = timedelta(days=3)


def remind_due(at: datetime) -> int:
    """What the sweep does: each year is looked at once on each day of its club."""
    has_rule = Q(remind_before__isnull=False) | Q(remind_every__isnull=False)
    tomorrow = at.date() + timedelta(days=1)
    years = MembershipYear.objects.filter(has_rule, remind_most__gt=0, ends__gte=at.date() - timedelta(days=1))
    years = years.filter(Q(looked_on=None) | Q(looked_on__lt=tomorrow)).select_related("club__federation")
    return sum(_remind_in(year, at) for year in years if year.looked_on != year.club.day(at))


def _remind_in(year: MembershipYear, at: datetime) -> int:
    day = year.club.day(at)
    with transaction.atomic():
        row = lock(MembershipYear.objects.filter(pk=year.pk)).get()
        if row.looked_on == day:
            return 0
        MembershipYear.objects.filter(pk=year.pk).update(looked_on=day)
        return remind(year=year, rows=due_on(year, day, at), at=at)


def due_on(year: MembershipYear, day: date, at: datetime) -> list[Renewal]:
    """Who is to be reminded on this day: invited, not settled, and has not said that they leave."""
    rows = Renewal.objects.filter(
        year=year, settled_at=None, payer=None, reminders__lt=F("year__remind_most"), player__erased_at=None
    )
    rows = rows.exclude(invited=Invited.NOT).exclude(answer=Answer.LEAVES).filter(invited_at__lt=at - PAUSE)
    return [row for row in rows.select_related("player") if _is_due(year, row, day)]


def _is_due(year: MembershipYear, renewal: Renewal, day: date) -> bool:
    if day <= year.pay_until:
        first = year.remind_before is not None and day >= year.pay_until - timedelta(days=year.remind_before)
        return first and renewal.reminders == 0
    if not year.remind_every:
        return False
    last = year.club.day(renewal.reminded_at) if renewal.reminded_at else year.pay_until
    return day >= max(last, year.pay_until) + timedelta(days=year.remind_every)
