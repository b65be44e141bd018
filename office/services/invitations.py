"""Inviting members to renew, by mail or by a printed letter, and what they answer."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from clubs.mail import mail_leaves
from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.changes import change
from core.locks import lock_all, lock_row
from core.permissions import require
from office.models import MembershipYear, Renewal
from office.models.dues import Answer, Invited
from office.selectors.invitations import Reach, reach, to_invite
from office.selectors.renewal_links import renewal_of
from office.services.notices import tell


@transaction.atomic
def invite_by_mail(*, actor: Actor, year: MembershipYear) -> Reach:
    """Everybody who is not invited yet and whom a mail reaches; the others are left for a letter."""
    require(actor, "renewal.keep", year.club)
    if not mail_leaves():
        sentence = _("No mail leaves this server. Print letters, or let whoever runs it set up mail.")
        raise ValidationError(sentence, code="no_mail")
    lock_row(year.club)
    found = reach(to_invite(year))
    if not found.by_mail:
        sentence = _("There is nobody to be invited by mail. Print letters for those who are left.")
        raise ValidationError(sentence, code="nobody")
    _mark(found.by_mail, Invited.MAIL, actor.at)
    _tell(year, "renewal.invite", found.by_mail, actor.at)
    after = {"by": Invited.MAIL.value, "people": len(found.by_mail)}
    record(actor=actor, act="renewal.invite", body=year.club, target=year, after=after)
    return found


@transaction.atomic
def note_letters(*, actor: Actor, year: MembershipYear) -> int:
    """The letters to those whom no mail reaches have been handed out or posted."""
    require(actor, "renewal.keep", year.club)
    lock_row(year.club)
    rows = reach(to_invite(year)).by_letter
    if not rows:
        raise ValidationError(_("There is nobody left to be invited by letter."), code="nobody")
    _mark(rows, Invited.LETTER, actor.at)
    after = {"by": Invited.LETTER.value, "people": len(rows)}
    record(actor=actor, act="renewal.invite", body=year.club, target=year, after=after)
    return len(rows)


def _mark(rows: list[Renewal], how: str, at: datetime) -> None:
    ids = [row.pk for row in rows]
    lock_all(Renewal.objects.filter(pk__in=ids))
    Renewal.objects.filter(pk__in=ids).update(invited=how, invited_at=at, version=F("version") + 1)


def _tell(year: MembershipYear, kind: str, rows: list[Renewal], at: datetime) -> None:
    tell(
        kind=kind,
        body=year.club,
        about=("membership_year", year.pk),
        at=at,
        players=[row.player_id for row in rows],
        gaps={
            "body": year.club.name,
            "year": year.name,
            "pay_until": {"day": year.pay_until.isoformat()},
        },
    )


@transaction.atomic
def remind(*, year: MembershipYear, rows: list[Renewal], at: datetime) -> int:
    """What the sweep does for those whose turn it is: each by mail, counted."""
    found = reach(rows).by_mail
    if found:
        ids = [row.pk for row in found]
        Renewal.objects.filter(pk__in=ids).update(reminders=F("reminders") + 1, reminded_at=at)
        _tell(year, "renewal.remind", found, at)
        record(actor=system(at), act="renewal.remind", body=year.club, target=year, after={"people": len(found)})
    return len(found)


def answer_by_link(*, token: str, answer: str, at: datetime) -> Renewal | None:
    """A member says whether they renew, with the link of the invitation; None where it is not ours."""
    renewal = renewal_of(token)
    return None if renewal is None else _answer(system(at), renewal, answer)


def note_answer(*, actor: Actor, renewal: Renewal, answer: str, version: int | None = None) -> Renewal:
    """What a member said to the secretary."""
    require(actor, "renewal.keep", renewal.year.club)
    return _answer(actor, renewal, answer, version)


def _answer(actor: Actor, renewal: Renewal, answer: str, version: int | None = None) -> Renewal:
    with transaction.atomic():
        lock_row(renewal.year.club)
        fresh = Renewal.objects.get(pk=renewal.pk)
        if fresh.settled_at is not None and answer != Answer.RENEWS:
            sentence = _("This membership is paid for already. Speak with the secretary of the club.")
            raise ValidationError(sentence, code="settled")
        fields = {"answer": Answer(answer).value, "answered_at": actor.at if answer else None}
        if fresh.answer == fields["answer"]:
            return fresh
        return change(
            actor=actor,
            act="renewal.answer",
            obj=renewal,
            body=renewal.year.club,
            fields=fields,
            version=version,
        )
