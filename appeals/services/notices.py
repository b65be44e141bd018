"""People are told at each step, in the application and by mail; a mail goes out once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from appeals.gates import OPEN
from appeals.models import Appeal, Notice
from appeals.models.notices import NoticeState
from appeals.selectors.audience import chair_users, director_users, federation_users, member_users, side_users
from appeals.wording import NOTICES
from clubs.mail import mail_leaves
from core import transaction
from core.actors import Actor
from core.errors import Forbidden
from core.text_direction import isolate_text
from jobs import services as jobs
from jobs.registry import Finish, ProgressReport

MAIL = "appeals.mail"
# How long before a deadline people are reminded: a tenth of what was given would be too little for half an hour.
AHEAD = timedelta(hours=12)
MOST_AT_ONCE = 100


def notify(appeal: Appeal, kind: str, users: Iterable[int], at: datetime, until: datetime | None = None) -> None:
    """In the transaction of the act: a notice for each, and the job that mails them."""
    ids = set(users)
    confirmed = set(
        EmailAddress.objects.filter(user__in=ids, verified=True, primary=True, user__is_demo=False).values_list(
            "user_id", flat=True
        )
    )
    if not mail_leaves():
        confirmed = set()
    rows = [
        Notice(
            appeal=appeal,
            user_id=pk,
            kind=kind,
            until=until,
            made_at=at,
            state=NoticeState.WAITING if pk in confirmed else NoticeState.IN_APP,
        )
        for pk in sorted(ids)
    ]
    Notice.objects.bulk_create(rows)
    if confirmed:
        arguments = {"appeal": appeal.pk}
        jobs.ask(kind=MAIL, key=f"appeal:{appeal.pk}", at=at, arguments=arguments, club_id=appeal.club_id)


def mark_answered(appeal: Appeal, kind: str, user: int | None, at: datetime) -> None:
    """Whoever did what a notice asked for has read it."""
    Notice.objects.filter(appeal=appeal, kind=kind, user=user, read_at=None).update(read_at=at)


def send_notices(appeal_id: int, report: ProgressReport) -> Finish:
    """A mail counts as handed over before the server is asked, so that it never goes out twice."""
    waiting = Notice.objects.filter(appeal=appeal_id, state=NoticeState.WAITING)
    rows = list(waiting.select_related("user__player", "appeal__club__federation", "appeal__session__event"))
    if rows:
        connection = get_connection()
        connection.open()
        try:
            for at, notice in enumerate(rows):
                _send(notice, connection)
                report(at + 1, len(rows))
        finally:
            connection.close()
    return lambda: {"sent": len(rows)}


def _send(notice: Notice, connection: Any) -> None:
    mine = Notice.objects.filter(pk=notice.pk, state=NoticeState.WAITING)
    if not mine.update(state=NoticeState.SENDING):
        return
    try:
        message_for(notice, connection).send()
    except SMTPServerDisconnected:
        # Whether this one went out nobody knows; the others are tried again by the job.
        raise
    except Exception as error:
        # It stands on the page of the case, so that somebody tells them in another way.
        problem = f"{type(error).__name__}: {error}"[:300]
        Notice.objects.filter(pk=notice.pk).update(state=NoticeState.FAILED, error=problem)
    else:
        Notice.objects.filter(pk=notice.pk).update(state=NoticeState.SENT)


def message_for(notice: Notice, connection: Any = None) -> EmailMultiAlternatives:
    """In the language of whoever reads it, by the club's clock."""
    club = notice.appeal.club
    language = notice.user.language or club.language
    language_code = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language_code), timezone.override(ZoneInfo(club.timezone)):
        title, text = notice_texts(notice)
        context = {
            "title": title,
            "text": text,
            "notice": notice,
            "appeal": notice.appeal,
            "club": club,
            "url": settings.PUBLIC_URL + notice.appeal.get_absolute_url(),
        }
        body = isolate_text(render_to_string("appeals/mail/notice.txt", context))
        return EmailMultiAlternatives(isolate_text(title), body, to=[notice.user.email], connection=connection)


def notice_texts(notice: Notice) -> tuple[str, str]:
    title, text = NOTICES[notice.kind]
    gaps = {"case": str(notice.appeal), **notice.gaps}
    return str(title) % gaps, str(text) % gaps


@transaction.atomic
def read_notices(*, actor: Actor) -> int:
    """Everything that waits for this person has been seen."""
    if actor.user is None:
        raise Forbidden
    return Notice.objects.filter(user=actor.user, read_at=None).update(read_at=actor.at)


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
