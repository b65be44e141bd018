"""The office, to be looked up; what changes it is on its pages."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from core.admin import OfficeAdmin
from office.models import (
    Closure,
    DirectorLicence,
    DuesPayment,
    Fee,
    GroupMail,
    MailChoice,
    MembershipYear,
    Notice,
    Renewal,
)


class Shown(OfficeAdmin):
    """Read-only; ordered by the newest."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)


@admin.register(MembershipYear)
class MembershipYearAdmin(Shown):
    fields = (
        *("club", "name", "starts", "ends", "currency", "pay_until", "how_to_pay"),
        *("remind_before", "remind_every", "remind_most"),
    )
    list_display = ("club", "name", "starts", "ends", "currency", "pay_until")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Fee)
class FeeAdmin(Shown):
    fields = ("year", "kind", "amount")
    list_display = fields
    list_select_related = ("year__club",)
    list_filter = ("kind",)
    search_fields = ("year__name", "year__club__name")


@admin.register(Renewal)
class RenewalAdmin(Shown):
    fields = (
        *("year", "player", "membership", "fee_kind", "amount", "payer", "invited", "invited_at", "answer"),
        *("answered_at", "reminders", "reminded_at", "settled_at", "renewed_as"),
    )
    list_display = ("year", "player", "fee_kind", "amount", "invited", "answer", "settled_at")
    list_select_related = ("year__club", "player")
    list_filter = ("invited", "answer", "fee_kind")
    search_fields = ("player__display_name", "year__name")


@admin.register(DuesPayment)
class DuesPaymentAdmin(Shown):
    fields = (
        *("renewal", "club", "receipt", "amount", "paid_on", "how", "note"),
        *("taken_by", "taken_at", "withdrawn_at", "withdrawn_by"),
    )
    list_display = ("club", "receipt", "renewal", "amount", "how", "paid_on", "withdrawn_at")
    list_select_related = ("club", "renewal__year", "renewal__player")
    list_filter = ("how",)
    search_fields = ("renewal__player__display_name", "note")


@admin.register(GroupMail)
class GroupMailAdmin(Shown):
    fields = ("federation", "club", "group", "group_label", "subject", "text", "made_by", "made_at")
    list_display = ("subject", "federation", "club", "group_label", "made_at")
    list_select_related = ("federation", "club")
    search_fields = ("subject", "text")


@admin.register(Notice)
class NoticeAdmin(Shown):
    fields = (
        *("federation", "club", "user", "player", "kind", "about_kind", "about_id", "gaps", "path", "until"),
        *("made_at", "read_at", "state", "error", "settled_at"),
    )
    list_display = ("kind", "user", "player", "state", "made_at", "error")
    list_select_related = ("user", "player")
    list_filter = ("state", "kind")
    search_fields = ("user__email", "player__display_name", "kind")


@admin.register(MailChoice)
class MailChoiceAdmin(Shown):
    fields = ("user", "player", "category", "wanted", "made_at")
    list_display = fields
    list_select_related = ("user", "player")
    list_filter = ("category", "wanted")
    search_fields = ("user__email", "player__display_name")


@admin.register(Closure)
class ClosureAdmin(Shown):
    fields = ("club", "closed_at", "closed_by", "reason", "was_listed", "reopened_at")
    list_display = ("club", "closed_at", "reopened_at")
    list_select_related = ("club",)
    search_fields = ("club__name", "reason")


@admin.register(DirectorLicence)
class DirectorLicenceAdmin(Shown):
    fields = ("federation", "player", "grade", "directs_up_to", "starts", "ends", "note", "withdrawn_at")
    readonly_fields = ("withdrawn_at",)
    list_display = ("player", "federation", "grade", "directs_up_to", "starts", "ends", "withdrawn_at")
    list_select_related = ("player", "federation")
    list_filter = ("directs_up_to",)
    search_fields = ("player__display_name", "grade")
