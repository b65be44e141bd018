"""The official score, its publications and corrections, to be looked up; what changes them is on the desk's pages."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.admin.director import DeskLinkAdmin, OnPlay, _link
from scoring.models import (
    ContactNote,
    Correction,
    LateDeadline,
    OfficialScore,
    Publication,
)


class OfSession(DeskLinkAdmin):
    list_select_related: ClassVar[tuple[str, ...]] = ("session__event__club",)
    search_fields = ("session__event__name",)

    @admin.display(description=_("at the desk"))
    def desk(self, record: Any) -> str:
        return _link(record.session, "session-official-desk")


@admin.register(OfficialScore)
class OfficialScoreAdmin(OfSession):
    fields = ("session", "state", "available_at", "minutes", "look_at", "final_at", "final_by")
    readonly_fields = fields
    list_display = ("session", "state", "available_at", "final_at", "desk")
    list_filter = ("state",)
    ordering = ("-available_at", "-pk")


@admin.register(Publication)
class PublicationAdmin(OfSession):
    fields = ("session", "number", "made_at", "made_by", "note", "missing", "reason", "basis")
    readonly_fields = fields
    list_display = ("session", "number", "made_at", "made_by", "reason", "desk")
    ordering = ("-made_at", "-pk")


@admin.register(Correction)
class CorrectionAdmin(OnPlay):
    fields = (
        *("session", "play", "contestant", "claimed", "words", "seen", "state", "asked_at", "asked_by", "is_late"),
        *("found", "reason", "decided_at", "decided_by", "beyond_doubt", "approved_at", "approved_by"),
        *("result", "adjustment"),
    )
    readonly_fields = fields
    list_display = ("play", "claimed", "found", "state", "is_late", "asked_at", "decided_at", "desk")
    list_filter = ("state", "is_late")
    ordering = ("-asked_at", "-pk")

    @admin.display(description=_("at the desk"))
    def desk(self, record: Any) -> str:
        return _link(record.play.section.session, "session-correction", correction_id=record.pk)


class OfContestant(DeskLinkAdmin):
    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("contestant__entrants__player")


@admin.register(LateDeadline)
class LateDeadlineAdmin(OfContestant, OfSession):
    fields = (
        *("session", "contestant", "period", "about", "title", "minutes"),
        *("decided_at", "told_at", "told_by", "how", "until"),
    )
    readonly_fields = fields
    list_select_related = ("session__event__club", "contestant")
    list_display = ("session", "contestant", "title", "decided_at", "told_at", "until", "desk")
    ordering = ("-decided_at", "-pk")


@admin.register(ContactNote)
class ContactNoteAdmin(OfContestant):
    """That there is a note, not what it says: only those who run the session read it."""

    fields = ("contestant",)
    readonly_fields = fields
    list_select_related = ("contestant__event",)
    list_display = ("contestant",)
    search_fields = ("contestant__event__name",)
    ordering = ("-pk",)
