"""What an invitation and a reminder say."""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from office.models import MembershipYear, Notice, Renewal
from office.money import money
from office.notice_kinds import Content, Writer
from office.selectors.notice_words import notice_texts
from office.selectors.renewal_links import renewal_path
from office.selectors.stop_links import stop_url


def renewal_page(notice: Notice) -> str:
    """Where the member answers and sees what was paid; a notice about a year is for a player."""
    return renewal_path(notice.about_id, notice.player_id or 0)


def renewal_writer(year_id: int) -> Writer:
    year = MembershipYear.objects.select_related("club__federation").get(pk=year_id)
    rows = Renewal.objects.filter(year=year).select_related("player").prefetch_related("paid_along__player")
    renewals = {renewal.player_id: renewal for renewal in rows}

    def write(notice: Notice) -> Content:
        (title, text), renewal = notice_texts(notice), renewals[notice.player_id or 0]
        context = {
            "renewal": renewal,
            "year": year,
            "body": year.club,
            "text": text,
            "lines": fee_lines(renewal, year),
            "url": settings.PUBLIC_URL + renewal_page(notice),
            "stop_url": stop_url(notice),
        }
        return Content(title, render_to_string("office/mail/invitation.txt", context))

    return write


def fee_lines(renewal: Renewal, year: MembershipYear) -> list[str]:
    """What is asked, line by line, and for whom else it is paid."""
    sentence = _("%(fee)s: %(amount)s") % {
        "fee": renewal.get_fee_kind_display(),
        "amount": money(renewal.amount, year.currency),
    }
    others = [other.player.display_name for other in renewal.paid_along.all()]
    return [sentence, *([_("Paid along: %(names)s") % {"names": ", ".join(others)}] if others else [])]
