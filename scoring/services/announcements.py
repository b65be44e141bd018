"""What the tables are told by the desk."""

from __future__ import annotations

from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.errors import field_error
from core.permissions import require
from events.models import Section, Session
from scoring.models import Announcement


@transaction.atomic
def announce(
    *, actor: Actor, session: Session, text: str, section: Section | None = None, table: int | None = None
) -> Announcement:
    require(actor, "session.run", session)
    if not text.strip():
        raise field_error("text", _("Write what the tables are to read."), "required")
    announcement = Announcement.objects.create(
        session=session, section=section, table=table, text=text.strip()[:300], made_at=actor.at, made_by=actor.user
    )
    record(
        actor=actor,
        act="announce",
        body=session.club,
        target=announcement,
        after=values(announcement, {"text", "table"}),
    )
    return announcement


@transaction.atomic
def withdraw_announcement(*, actor: Actor, announcement: Announcement) -> Announcement:
    require(actor, "session.run", announcement)
    if announcement.withdrawn_at is None:
        announcement.withdrawn_at = actor.at
        announcement.save(update_fields=["withdrawn_at"])
        record(actor=actor, act="announce.withdraw", body=announcement.club, target=announcement)
    return announcement
