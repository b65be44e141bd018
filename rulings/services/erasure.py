"""What polls and the recorder's file have in words about a person who is erased, or that has been kept long enough."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from rulings.models import PollAnswer, Report, ReportSubject
from rulings.models.reports import ReportKind
from rulings.selectors.reports import to_be_forgotten
from rulings.services.reports import erase_report_words

#: A case of discipline that is not closed is kept until it is: erasing oneself does not end it.
PENDING = Q(kind__in=[ReportKind.DISCIPLINE, ReportKind.PROHIBITED], closed_at__isnull=True)


def forget(actor: Actor, player: Player) -> None:
    """An answer to a poll keeps its call, a report that it was one."""
    PollAnswer.objects.filter(player=player).update(name="", remark="")
    own_reports = ReportSubject.objects.filter(player=player).values("report")
    reports = Report.objects.filter(pk__in=own_reports, erased_at__isnull=True).exclude(PENDING).select_related("club")
    for report in reports:
        erase_report_words(actor=actor, report=report, reason=_("Somebody concerned was erased"))


def forget_what_is_over(*, actor: Actor) -> int:
    """Remove the words of reports whose time is over; each by itself, so that one failure keeps none of the others."""
    rows = list(to_be_forgotten(actor.at))
    for report in rows:
        with transaction.atomic():
            erase_report_words(actor=actor, report=report, reason=_("Kept for as long as the regulation says"))
    return len(rows)
