"""Telling people something: in the application, and by mail to those who want it; a mail never goes out twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.mail import mail_leaves
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.permissions import require
from core.text_direction import isolate_html, isolate_text
from jobs import services as jobs
from jobs.registry import Finish, ProgressReport
from office.models import Notice
from office.models.notices import MailState
from office.notice_kinds import KINDS, Writer
from office.selectors.notice_words import default_writer
from office.selectors.recipients import Addresses, Wanted, accounts_of, addresses, wanted_by_mail
from office.selectors.stop_links import stop_url

MAIL = "notices.mail"
#: How long after it was sent a mail may come back.
RETURNS = timedelta(days=31)


def tell(
    *,
    kind: str,
    body: Body,
    about: tuple[str, int],
    at: datetime,
    users: Iterable[int] = (),
    players: Iterable[int] = (),
    path: str = "",
    gaps: dict[str, Any] | None = None,
    own_gaps: Mapping[int, dict[str, Any]] | None = None,
    until: datetime | None = None,
) -> list[Notice]:
    """In the transaction of the act: a notice for each account and player, each person once, and the job that mails.

    `gaps` are filled into the sentences of the kind; `own_gaps` adds to them, by account.
    """
    people = _people(users, players)
    accounts, known = {user for user, _player in people}, {player for _user, player in people}
    at_hand = addresses(users=accounts, players=known) if mail_leaves() else Addresses()
    wanted = wanted_by_mail(KINDS[kind].category, users=accounts, players=known)
    notices = [
        Notice(
            **standing_on(body),
            user_id=user,
            player_id=player,
            kind=kind,
            about_kind=about[0],
            about_id=about[1],
            gaps=(gaps or {}) | (own_gaps or {}).get(user or 0, {}),
            path=path,
            until=until,
            made_at=at,
            state=MailState.WAITING if at_hand.of(user, player) and wanted.by(user, player) else MailState.IN_APP,
        )
        for user, player in people
    ]
    made = Notice.objects.bulk_create(notices)
    if any(notice.state == MailState.WAITING for notice in made):
        ask_for_mails(body, about, at)
    return made


def ask_for_mails(body: Body, about: tuple[str, int], at: datetime) -> None:
    """What waits about this thing is mailed by a job."""
    jobs.ask(
        kind=MAIL,
        key=f"{about[0]}:{about[1]}",
        at=at,
        arguments={"kind": about[0], "id": about[1]},
        **{f"{body.kind}_id": body.pk},
    )


def _people(users: Iterable[int], players: Iterable[int]) -> list[tuple[int | None, int | None]]:
    """Accounts first, then players who have none among these."""
    accounts, wanted = set(users), set(players)
    account_of = accounts_of(wanted)
    people: list[tuple[int | None, int | None]] = [
        (account_of.get(player), player) for player in sorted(wanted) if account_of.get(player) not in accounts
    ]
    return [*((user, None) for user in sorted(accounts)), *people]


def send_notices(about_kind: str, about_id: int, report: ProgressReport) -> Finish:
    """Send what waits about one thing. A mail counts as handed over before the server is asked."""
    about = Notice.objects.filter(about_kind=about_kind, about_id=about_id)
    rows = list(
        about.filter(state=MailState.WAITING)
        .select_related("user__player", "player__user", "club__federation", "federation")
        .order_by("pk")
    )
    if rows:
        batch = _Batch(rows)
        # A server that does not answer is the job's affair: nothing was handed over, and it is tried again later.
        batch.connection.open()
        try:
            for done, notice in enumerate(rows, start=1):
                batch.send(notice)
                report(done, len(rows))
        finally:
            batch.connection.close()
    return lambda: {state: about.filter(state=state).count() for state in (MailState.SENT, MailState.FAILED)}


class _Batch:
    """The mails of one job: where they go, who wants them still, what writes them."""

    def __init__(self, rows: list[Notice]) -> None:
        self.connection = get_connection()
        users, players = [row.user_id for row in rows], [row.player_id for row in rows]
        self.addresses = addresses(users=users, players=players)
        self.wanted: dict[str, Wanted] = {
            category: wanted_by_mail(category, users=users, players=players)
            for category in {KINDS[row.kind].category for row in rows}
        }
        self.writers: dict[str, Writer] = {}

    def send(self, notice: Notice) -> None:
        address = self.addresses.of(notice.user_id, notice.player_id)
        wanted = self.wanted[KINDS[notice.kind].category].by(notice.user_id, notice.player_id)
        mine = Notice.objects.filter(pk=notice.pk, state=MailState.WAITING)
        state = MailState.SENDING if address and wanted else MailState.SKIPPED
        if not mine.update(state=state) or state == MailState.SKIPPED:
            return
        try:
            message_for(notice, address, self._writer(notice), self.connection).send()
        except SMTPServerDisconnected:
            # Whether this one went out nobody knows; the others are tried again by the job.
            raise
        except Exception as error:
            # An address that is refused keeps nobody else waiting: the secretary sees it and tells them otherwise.
            problem = f"{type(error).__name__}: {error}"[:300]
            Notice.objects.filter(pk=notice.pk).update(state=MailState.FAILED, error=problem)
        else:
            Notice.objects.filter(pk=notice.pk).update(state=MailState.SENT)

    def _writer(self, notice: Notice) -> Writer:
        if notice.kind not in self.writers:
            writer = KINDS[notice.kind].writer
            self.writers[notice.kind] = writer(notice.about_id) if writer else default_writer
        return self.writers[notice.kind]


def message_for(
    notice: Notice, address: str, writer: Writer | None = None, connection: Any = None
) -> EmailMultiAlternatives:
    """In the language of whoever reads it, by the body's clock, with the link that stops mails like it."""
    body = notice.body
    user = notice.user or (notice.player.user if notice.player else None)
    language = (user.language if user else "") or body.language
    stop = stop_url(notice)
    language_code = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language_code), timezone.override(ZoneInfo(body.timezone)):
        content = (writer or default_writer)(notice)
        message = EmailMultiAlternatives(
            isolate_text(content.subject),
            isolate_text(content.text),
            to=[address],
            connection=connection,
            headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
        )
        if content.html:
            message.attach_alternative(isolate_html(content.html), "text/html")
    return message


@transaction.atomic
def read_notices(*, actor: Actor, about_kind: str = "") -> int:
    """Everything that waits for this person has been seen, or what is about one kind of thing."""
    require(actor, "notice.choose")
    unread = Notice.objects.filter(user=actor.user, read_at=None)
    if about_kind:
        unread = unread.filter(about_kind=about_kind)
    return unread.update(read_at=actor.at)


@transaction.atomic
def settle_undelivered(*, actor: Actor, notice: Notice) -> Notice:
    """The person was told in another way, or the address was put right: it is not shown any more."""
    require(actor, "undelivered.settle", notice.body)
    if notice.state == MailState.FAILED and notice.settled_at is None:
        notice.settled_at = actor.at
        notice.save(update_fields=["settled_at"])
        record(actor=actor, act="notice.settle", body=notice.body, target=notice)
    return notice


@transaction.atomic
def send_again(*, actor: Actor, notice: Notice) -> Notice:
    """A mail that came back is tried once more, to the address as it now is."""
    require(actor, "undelivered.settle", notice.body)
    mine = Notice.objects.filter(pk=notice.pk, state=MailState.FAILED)
    if mine.update(state=MailState.WAITING, error="", settled_at=None):
        ask_for_mails(notice.body, (notice.about_kind, notice.about_id), actor.at)
        record(actor=actor, act="notice.again", body=notice.body, target=notice)
    return Notice.objects.get(pk=notice.pk)


@transaction.atomic
def note_returned(*, actor: Actor, body: Body, address: str) -> int:
    """A mail came back hours later: the newest one to each person with that address counts as not delivered."""
    require(actor, "undelivered.settle", body)
    sent = Notice.objects.filter(**standing_on(body), state=MailState.SENT, made_at__gt=actor.at - RETURNS)
    rows = list(sent.order_by("-made_at", "-pk"))
    known = addresses(users=[row.user_id for row in rows], players=[row.player_id for row in rows])
    newest: dict[tuple[int | None, int | None], Notice] = {}
    for row in rows:
        if known.of(row.user_id, row.player_id).casefold() == address.strip().casefold():
            newest.setdefault((row.user_id, row.player_id), row)
    if not newest:
        sentence = _("Nobody was sent anything at this address lately. Look at the address again.")
        raise field_error("address", sentence, "unknown")
    for row in newest.values():
        Notice.objects.filter(pk=row.pk).update(state=MailState.FAILED, error=gettext_noop("Came back later"))
        record(actor=actor, act="notice.returned", body=body, target=row)
    return len(newest)
