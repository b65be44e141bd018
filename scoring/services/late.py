"""What was decided after the official score: each side has its own time, from when it was told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require
from events.models import Contestant, Session
from scoring.models import ContactNote, LateDeadline, OfficialScore
from scoring.models.official import Period
from scoring.selectors.periods import deadline, minutes_in


def give_deadlines(
    *,
    session: Session,
    contestants: Iterable[int],
    about: str,
    title: str,
    at: datetime,
    period: Period = Period.APPEAL,
) -> list[LateDeadline]:
    """Give each side that a decision concerns a deadline, which runs once that side is told."""
    official = OfficialScore.objects.filter(session=session).first()
    minutes = (official.minutes if official else minutes_in(session))[period.value]
    return [
        LateDeadline.objects.get_or_create(
            about=about,
            contestant_id=pk,
            period=period,
            defaults={"session": session, "title": title[:120], "minutes": minutes, "decided_at": at},
        )[0]
        for pk in dict.fromkeys(contestants)
    ]


@transaction.atomic
def tell_side(
    *, actor: Actor, late_deadline: LateDeadline, how: str = "", told_at: datetime | None = None
) -> LateDeadline:
    """Note that a side was told of a decision: its time runs from then. Telling again changes nothing."""
    require(actor, "session.run", late_deadline)
    late_deadline = lock_row(late_deadline)
    if late_deadline.told_at is not None:
        return late_deadline
    moment = told_at or actor.at
    if not late_deadline.decided_at <= moment <= actor.at:
        sentence = _("Give a time between the decision and now.")
        raise field_error("told_at", sentence, "bad_time")
    late_deadline.told_at, late_deadline.told_by, late_deadline.how = moment, actor.user, how.strip()[:200]
    late_deadline.until = deadline(moment, late_deadline.minutes)
    late_deadline.save()
    after = values(late_deadline, {"contestant", "about", "told_at", "until", "how"})
    record(actor=actor, act="deadline.tell", body=late_deadline.club, target=late_deadline, after=after)
    return late_deadline


@transaction.atomic
def keep_contact(
    *, actor: Actor, session: Session, contestant: Contestant, text: str, version: int | None = None
) -> ContactNote | None:
    """Note how a contestant can be reached after leaving; an empty text takes the note away."""
    require(actor, "session.run", session)
    if contestant.event_id != session.event_id:
        raise ValidationError(_("Choose a contestant of this session."), code="strange")
    # Two who write the first note at once: the second finds the first one's.
    lock_row(contestant)
    note = ContactNote.objects.filter(contestant=contestant).first()
    if not text.strip():
        if note is not None:
            record(actor=actor, act="contact.remove", body=session.club, target=contestant)
            note.delete()
        return None
    if note is None:
        note = ContactNote(contestant=contestant, text=text.strip())
        note.full_clean()
        note.save()
        record(actor=actor, act="contact.keep", body=session.club, target=contestant, after=values(note, {"text"}))
        return note
    fields = {"text": text.strip()}
    return change(actor=actor, act="contact.keep", obj=note, body=session.club, fields=fields, version=version)


def forget_contacts(actor: Actor, player: Player) -> None:
    """Nobody who is erased can be reached any more."""
    ContactNote.objects.filter(contestant__entrants__player=player).delete()
    LateDeadline.objects.filter(contestant__entrants__player=player).update(how="")
