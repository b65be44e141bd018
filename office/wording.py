"""What people are told by the office, in words; applications above add kinds of their own."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from office.models import GroupMail, Notice
from office.notice_kinds import Category, Content, NoticeKind, Writer
from office.selectors.renewal_mails import renewal_page, renewal_writer
from office.selectors.stop_links import stop_url


def group_writer(mail_id: int) -> Writer:
    mail = GroupMail.objects.select_related("club", "federation").get(pk=mail_id)

    def write(notice: Notice) -> Content:
        context = {"mail": mail, "body": mail.body, "stop_url": stop_url(notice)}
        return Content(mail.subject, render_to_string("office/mail/group.txt", context))

    return write


KINDS = (
    NoticeKind("group_mail", Category.GROUPS, _("%(subject)s"), _("From %(body)s."), writer=group_writer),
    NoticeKind(
        "renewal.invite",
        Category.RENEWALS,
        _("Renew your membership for %(year)s"),
        _("%(body)s invites you to renew your membership for %(year)s. To be paid until %(pay_until)s."),
        page=renewal_page,
        writer=renewal_writer,
    ),
    NoticeKind(
        "renewal.remind",
        Category.RENEWALS,
        _("Your membership for %(year)s is not paid yet"),
        _("%(body)s reminds you of your membership for %(year)s. To be paid until %(pay_until)s."),
        page=renewal_page,
        writer=renewal_writer,
    ),
    NoticeKind(
        "renewal.receipt",
        Category.RENEWALS,
        _("Paid: your membership for %(year)s"),
        _("%(body)s has received %(amount)s for your membership %(year)s. Receipt number %(receipt)s."),
        page=renewal_page,
    ),
)
