"""What players are told about their entries."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from office.notice_kinds import Category, NoticeKind

KINDS = (
    NoticeKind(
        "entry.entered",
        Category.ENTRIES,
        _("You are entered: %(event)s"),
        _("%(who)s, %(when)s."),
    ),
    NoticeKind(
        "entry.waiting",
        Category.ENTRIES,
        _("You are on the waiting list: %(event)s"),
        _("%(who)s, %(when)s. All places are taken; you are told when one becomes free."),
    ),
    NoticeKind(
        "entry.promoted",
        Category.ENTRIES,
        _("You have a place: %(event)s"),
        _("%(who)s moved up from the waiting list, %(when)s."),
    ),
    NoticeKind(
        "entry.partner",
        Category.ENTRIES,
        _("You have a partner: %(event)s"),
        _("You are entered as %(who)s, %(when)s."),
    ),
)
