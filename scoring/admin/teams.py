"""Matches, draws and draw sheets, to be looked up. What changes them stands on their pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.admin.director import DeskLinkAdmin
from scoring.models import Knockout, MatchAgreement, MatchTerm, RoundDraw

OF_MATCH = ("session", "round", "home", "away", "team")


class OnMatch(DeskLinkAdmin):
    list_select_related = ("session__event__club", "home", "away", "team")
    search_fields = ("session__event__name", "home__name", "away__name")
    ordering = ("-made_at", "-pk")


@admin.register(MatchAgreement)
class MatchAgreementAdmin(OnMatch):
    fields = (*OF_MATCH, "witnessed", "reason", "figures", "made_at", "made_by", "ended_at", "ended_why")
    readonly_fields = fields
    list_display = ("session", "round", "team", "witnessed", "made_at", "ended_at", "desk")
    list_filter = ("witnessed", ("ended_at", admin.EmptyFieldListFilter))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("team__entrants__player")


@admin.register(MatchTerm)
class MatchTermAdmin(OnMatch):
    fields = (*OF_MATCH, "kind", "imps", "reason", "made_at", "made_by", "withdrawn_at")
    readonly_fields = fields
    list_display = ("session", "round", "kind", "team", "imps", "made_at", "withdrawn_at", "desk")
    list_filter = ("kind", ("withdrawn_at", admin.EmptyFieldListFilter))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("team__entrants__player")


@admin.register(RoundDraw)
class RoundDrawAdmin(DeskLinkAdmin):
    fields = (
        *("section", "round", "basis", "pending", "standings", "matches"),
        *("bye", "reason", "made_at", "made_by", "undone_at"),
    )
    readonly_fields = fields
    list_display = ("section", "round", "basis", "made_at", "undone_at", "desk")
    list_select_related = ("section__session__event__club",)
    list_filter = ("basis", ("undone_at", admin.EmptyFieldListFilter))
    search_fields = ("section__session__event__name",)
    ordering = ("-made_at", "-pk")


@admin.register(Knockout)
class KnockoutAdmin(DeskLinkAdmin):
    fields = ("event", "seeds", "made_at", "made_by")
    readonly_fields = fields
    list_display = ("event", "made_at")
    list_select_related = ("event__club",)
    search_fields = ("event__name",)
    ordering = ("-made_at", "-pk")
