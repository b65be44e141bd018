"""Rulings to be looked up: filters, the timeline of each, and the way to the page that prints."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from rulings.models import LiveRestriction, Opinion, Reminder, Ruling, RulingVersion
from scoring.admin.director import DeskLinkAdmin


class OnRuling(DeskLinkAdmin):
    list_select_related: ClassVar[tuple[str, ...]] = ("ruling__session__event__club",)
    search_fields = ("ruling__title", "ruling__session__event__name")

    @admin.display(description=_("to print"))
    def desk(self, row: Any) -> str:
        return _link(row.ruling)


def _link(ruling: Ruling) -> SafeString:
    kwargs = {"slug": ruling.club.slug, "session_id": ruling.session_id, "ruling_id": ruling.pk}
    return format_html('<a href="{}">{}</a>', reverse("club-ruling", kwargs=kwargs), _("Open"))


@admin.register(Ruling)
class RulingAdmin(DeskLinkAdmin):
    fields = (
        *("session", "section", "round", "table", "board", "play", "call", "director", "deputy_for", "state"),
        *("opened_at", "given_at", "title", "tree", "answers", "outcome_ids", "law_refs"),
        *("offending", "offender", "facts", "basis", "auction", "played", "explanations"),
        *("decision", "reasons", "consultation", "decision_ns", "decision_ew", "score_ns", "score_ew"),
        *("own_damage", "score_normal", "penalties"),
        *("waived", "waiver_reason", "directors_error"),
        *("told_ns_at", "told_ns_how", "told_ew_at", "told_ew_how", "appeal_told", "timeline"),
    )
    readonly_fields = fields
    list_display = ("title", "session", "table", "board", "laws", "state", "director", "given_at", "desk")
    list_select_related = ("session__event__club", "director")
    list_filter = ("state", "waived", "directors_error", "appeal_told", "tree", "session__event__club")
    search_fields = ("title", "decision", "facts", "session__event__name", "=board")
    date_hierarchy = "opened_at"
    ordering = ("-opened_at", "-pk")

    @admin.display(description=_("to print"))
    def desk(self, ruling: Any) -> str:
        return _link(ruling)

    @admin.display(description=_("Laws"))
    def laws(self, ruling: Ruling) -> str:
        return ", ".join(map(str, ruling.law_refs))

    @admin.display(description=_("timeline"))
    def timeline(self, ruling: Ruling) -> str:
        """Opened, given, amended, withdrawn: when, by whom and why."""
        versions = ruling.versions.select_related("made_by__player").order_by("number")
        lines: list[tuple[Any, Any, Any, str]] = [(ruling.opened_at, _("Opened"), ruling.director or "", "")]
        lines += [
            (version.made_at, version.get_state_display(), version.made_by or "", version.reason)
            for version in versions
        ]
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{} · {} · {} {}</li>", lines))


@admin.register(RulingVersion)
class RulingVersionAdmin(OnRuling):
    fields = ("ruling", "number", "state", "content", "reason", "made_at", "made_by")
    readonly_fields = fields
    list_display = ("ruling", "number", "state", "reason", "made_at", "desk")
    list_filter = ("state",)
    ordering = ("-made_at", "-pk")


@admin.register(LiveRestriction)
class LiveRestrictionAdmin(OnRuling):
    fields = ("ruling", "kind", "text", "seat", "detail", "ends", "began_at", "ended_at", "ended_by")
    readonly_fields = fields
    list_display = ("ruling", "kind", "text", "seat", "detail", "began_at", "ended_at", "desk")
    list_filter = ("kind", ("ended_at", admin.EmptyFieldListFilter))
    ordering = ("-began_at", "-pk")


@admin.register(Reminder)
class ReminderAdmin(OnRuling):
    fields = ("ruling", "check_code", "tree", "made_at", "due_at", "settled_at", "settled_by", "answer")
    readonly_fields = fields
    list_display = ("ruling", "check_code", "due_at", "settled_at", "answer", "desk")
    list_filter = ("check_code", ("settled_at", admin.EmptyFieldListFilter))
    ordering = ("-made_at", "-pk")


@admin.register(Opinion)
class OpinionAdmin(OnRuling):
    fields = ("ruling", "asked", "asked_by", "question", "asked_at", "answer", "answered_at")
    readonly_fields = fields
    list_display = ("ruling", "asked", "asked_at", "answered_at", "desk")
    list_select_related = ("ruling__session__event__club", "asked")
    list_filter = (("answered_at", admin.EmptyFieldListFilter),)
    ordering = ("-asked_at", "-pk")
