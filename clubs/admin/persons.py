"""Who is who: to be looked at. Merging, inviting and taking lists in are done on the pages."""

from __future__ import annotations

from django.contrib import admin

from clubs.models import (
    Consent,
    HomeClubChange,
    MemberInvitation,
    PlayerMerge,
    RegisterImport,
    RegisterImportRow,
    TwoPeople,
)
from core.admin import OfficeAdmin


@admin.register(PlayerMerge)
class PlayerMergeAdmin(OfficeAdmin):
    fields = ("kept", "merged", "federation", "club", "reason", "made_at", "made_by", "taken_back_at", "taken_back_by")
    list_display = ("kept", "merged", "made_at", "made_by", "taken_back_at")
    list_select_related = ("kept", "merged", "made_by")
    search_fields = ("kept__display_name", "merged__display_name")
    date_hierarchy = "made_at"


@admin.register(TwoPeople)
class TwoPeopleAdmin(OfficeAdmin):
    fields = ("first", "second", "reason", "said_at", "said_by")
    list_display = ("first", "second", "said_at", "said_by")
    list_select_related = ("first", "second", "said_by")
    search_fields = ("first__display_name", "second__display_name")


@admin.register(Consent)
class ConsentAdmin(OfficeAdmin):
    fields = ("player", "privacy", "said_at", "entered_by")
    list_display = ("player", "privacy", "said_at", "entered_by")
    list_select_related = ("player", "entered_by")
    search_fields = ("player__display_name",)


@admin.register(HomeClubChange)
class HomeClubChangeAdmin(OfficeAdmin):
    fields = ("player", "from_club", "to_club", "day", "made_at", "made_by")
    list_display = ("player", "from_club", "to_club", "day")
    list_select_related = ("player", "from_club", "to_club")
    search_fields = ("player__display_name",)


@admin.register(MemberInvitation)
class MemberInvitationAdmin(OfficeAdmin):
    fields = ("membership", "made_at", "made_by", "expires_at", "used_at", "withdrawn_at")
    list_display = ("membership", "made_at", "expires_at", "used_at", "withdrawn_at")
    list_select_related = ("membership__player", "membership__club")
    search_fields = ("membership__player__display_name", "membership__club__name")


@admin.register(RegisterImport)
class RegisterImportAdmin(OfficeAdmin):
    fields = ("federation", "file_name", "rows_total", "state", "counts", "made_by", "made_at", "finished_at")
    list_display = ("file_name", "federation", "state", "made_at", "finished_at")
    list_select_related = ("federation",)
    search_fields = ("file_name", "federation__name")


@admin.register(RegisterImportRow)
class RegisterImportRowAdmin(OfficeAdmin):
    fields = ("register_import", "line", "number", "fate", "note", "player", "is_same_person", "is_written")
    list_display = ("register_import", "line", "number", "fate", "note")
    list_select_related = ("register_import",)
    search_fields = ("number", "note")
