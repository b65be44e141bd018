"""Writing to many: the members of a kind, those who have not paid, the clubs of a federation."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models.base import standing_on
from clubs.models.bodies import Body
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require
from office.models import GroupMail
from office.selectors.groups import find_group
from office.services.notices import tell

ABOUT = "group_mail"
#: The same words to the same people within this time are a button that was pressed twice.
TWICE = timedelta(hours=1)


@transaction.atomic
def send_group_mail(*, actor: Actor, body: Body, group: str, subject: str, text: str) -> GroupMail:
    """A notice for everybody in the group, and a mail to those who want it; refused where nobody is in it."""
    require(actor, "group_mail.send", body)
    chosen = find_group(body, group, actor.at)
    if chosen is None:
        raise field_error("group", _("There is no such group. Choose one of the list."), "unknown")
    lock_row(body)
    mail = GroupMail(
        **standing_on(body),
        group=group,
        group_label=str(chosen.label)[:200],
        subject=subject,
        text=text.strip(),
        made_by=actor.user,
        made_at=actor.at,
    )
    mail.full_clean()
    _refuse_twice(mail)
    players = list(chosen.players().order_by("pk").values_list("pk", flat=True))
    if not players:
        raise field_error("group", _("Nobody is in this group. Choose another one."), "empty")
    mail.save()
    tell(
        kind="group_mail",
        body=body,
        about=(ABOUT, mail.pk),
        at=actor.at,
        players=players,
        gaps={"subject": mail.subject, "body": body.name},
        path=reverse("group-mail", kwargs={"mail_id": mail.pk}),
    )
    after = {"group": group, "subject": mail.subject, "people": len(players)}
    record(actor=actor, act="group_mail.send", body=body, target=mail, after=after)
    return mail


def _refuse_twice(mail: GroupMail) -> None:
    same = GroupMail.objects.filter(
        **standing_on(mail.body),
        group=mail.group,
        subject=mail.subject,
        text=mail.text,
        made_at__gt=mail.made_at - TWICE,
    )
    if same.exists():
        raise field_error("text", _("This has just been sent to this group. Change it to send it again."), "twice")
