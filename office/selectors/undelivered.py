"""Whom a mail did not reach."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.models.base import standing_on
from clubs.models.bodies import Body
from office.models import Notice
from office.models.notices import MailState
from office.notice_kinds import KINDS
from office.selectors.notice_words import notice_texts, recipient_name
from office.selectors.recipients import addresses


@dataclass(frozen=True)
class Undelivered:
    """A mail that came back: to whom, about what, and what the server said."""

    notice: Notice
    name: str
    title: str
    address: str

    @property
    def said(self) -> str:
        """What the mail server said, or that it came back later."""
        return _(self.notice.error) if self.notice.error else ""


def undelivered_notices(body: Body, *, most: int = 200) -> list[Undelivered]:
    rows = Notice.objects.filter(**standing_on(body), state=MailState.FAILED, settled_at=None, kind__in=KINDS)
    notices = list(rows.select_related("user__player", "player", "club", "federation")[:most])
    known = addresses(users=[row.user_id for row in notices], players=[row.player_id for row in notices])
    return [
        Undelivered(row, recipient_name(row), notice_texts(row)[0], known.of(row.user_id, row.player_id))
        for row in notices
    ]
