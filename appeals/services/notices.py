"""People are told at each step of a case, in the application and by mail."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F, Q

from appeals.gates import OPEN
from appeals.models import Appeal
from appeals.selectors.audience import chair_users, director_users, federation_users, member_users, side_users
from appeals.selectors.notices import ABOUT, case_notices
from core import transaction
from office.services.notices import tell

# How long before a deadline people are reminded: a tenth of what was given would be too little for half an hour.
AHEAD = timedelta(hours=12)
MOST_AT_ONCE = 100


def notify(appeal: Appeal, kind: str, users: Iterable[int], at: datetime, until: datetime | None = None) -> None:
    """In the transaction of the act: a notice for each, and the job that mails them."""
    tell(
        kind=f"{ABOUT}.{kind}",
        body=appeal.club,
        about=(ABOUT, appeal.pk),
        at=at,
        users=users,
        path=appeal.get_absolute_url(),
        gaps={"case": str(appeal)},
        until=until,
    )


def mark_answered(appeal: Appeal, kind: str, user: int | None, at: datetime) -> None:
    """Whoever did what a notice asked for has read it."""
    case_notices(appeal).filter(kind=f"{ABOUT}.{kind}", user=user, read_at=None).update(read_at=at)


def remind_due(at: datetime) -> int:
    """What the sweep does: whoever has something to do is reminded once for each deadline."""
    soon = Appeal.objects.filter(state__in=[str(state) for state in OPEN], due_at__gt=at, due_at__lte=at + AHEAD)
    late = soon.exclude(reminded_for=F("due_at")) | soon.filter(reminded_for=None)
    # Nobody needs to be reminded of what they were told a moment ago.
    rows = late.filter(Q(due_at__lte=at + timedelta(minutes=10)) | Q(requested_at__lt=at - timedelta(hours=1)))
    due = list(
        rows.select_related("club__federation", "session__event__club", "ruling__play").distinct()[:MOST_AT_ONCE]
    )
    for appeal in due:
        with transaction.atomic():
            Appeal.objects.filter(pk=appeal.pk).update(reminded_for=appeal.due_at)
            notify(appeal, "reminder", users_whose_move_it_is(appeal, at), at, appeal.due_at)
    return len(due)


def users_whose_move_it_is(appeal: Appeal, at: datetime) -> set[int]:
    """Whose move it is."""
    state = appeal.state
    if state == "requested":
        return side_users(appeal, appeal.side) | director_users(appeal, at)
    if state == "referred":
        return side_users(appeal) | chair_users(appeal, at) | member_users(appeal)
    if state == "hearing":
        return member_users(appeal)
    if state == "decided":
        return side_users(appeal)
    if state == "further":
        return federation_users(appeal, at)
    return director_users(appeal, at)
