"""Polls and the recorder's file, to be looked up. What a report says is not shown: that is for its readers."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core import actors
from core.admin import OfficeAdmin
from rulings.models import Poll, PollAnswer, Report, ReportNote, ReportSubject


@admin.register(Poll)
class PollAdmin(OfficeAdmin):
    fields = (
        *("session", "ruling", "board", "seat", "question", "considering", "choosing"),
        *("opened_at", "opened_by", "closed_at", "closed_by"),
    )
    readonly_fields = fields
    list_display = ("session", "board", "seat", "question", "opened_at", "closed_at")
    list_select_related = ("session__event__club",)
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    search_fields = ("session__event__name", "=board")
    ordering = ("-opened_at", "-pk")


@admin.register(PollAnswer)
class PollAnswerAdmin(OfficeAdmin):
    fields = ("poll", "player", "name", "source", "asked_at", "answered_at", "chosen", "is_peer", "why_not")
    readonly_fields = fields
    list_display = ("poll", "who", "source", "chosen", "is_peer", "answered_at")
    list_select_related = ("poll__session__event__club", "player")
    list_filter = ("source", "is_peer")
    search_fields = ("name", "player__display_name")
    ordering = ("-asked_at", "-pk")


class RecorderAdmin(OfficeAdmin):
    """The recorder's file, without what it holds about the person who looks."""

    # How to get from a row to the players whom it is about.
    subjects = "report__subjects__player"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        player = actors.of_request(request).player
        rows = super().get_queryset(request)
        return rows if player is None else rows.exclude(**{self.subjects: player})


@admin.register(Report)
class ReportAdmin(RecorderAdmin):
    subjects = "subjects__player"
    fields = ("club", "kind", "filed_at", "classified_at", "shown_at", "closed_at", "keep_until", "erased_at")
    readonly_fields = fields
    list_display = ("club", "kind", "filed_at", "closed_at", "keep_until", "erased_at")
    list_select_related = ("club",)
    list_filter = ("kind", ("closed_at", admin.EmptyFieldListFilter), ("erased_at", admin.EmptyFieldListFilter))
    search_fields = ("club__name",)
    ordering = ("-filed_at", "-pk")


@admin.register(ReportSubject)
class ReportSubjectAdmin(RecorderAdmin):
    fields = ("report", "role")
    readonly_fields = fields
    list_display = ("report", "role", "kind")
    list_select_related = ("report__club",)
    list_filter = ("role",)
    search_fields = ("=report__pk",)
    ordering = ("-pk",)

    @admin.display(description=_("about"))
    def kind(self, subject: ReportSubject) -> str:
        return subject.report.get_kind_display()


@admin.register(ReportNote)
class ReportNoteAdmin(RecorderAdmin):
    fields = ("report", "kind", "made_at")
    readonly_fields = fields
    list_display = ("report", "kind", "made_at")
    list_select_related = ("report__club",)
    list_filter = ("kind",)
    search_fields = ("=report__pk",)
    ordering = ("-made_at", "-pk")
