from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership, Player
from clubs.services.erasing import erase_player
from clubs.services.memberships import add_membership, change_membership
from clubs.services.players import add_player, change_player
from core import actors
from core.actors import Actor
from core.admin import REFUSALS, OfficeAdmin, OfficeForm, refusal_sentence
from core.permissions import may


class PlayerForm(OfficeForm):
    languages = forms.CharField(
        label=gettext_lazy("Languages spoken"),
        required=False,
        help_text=gettext_lazy("Separated by commas: en, lv."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "languages" in self.fields:
            self.initial["languages"] = ", ".join(self.instance.languages)

    def clean_languages(self) -> list[str]:
        return [word.strip() for word in self.cleaned_data["languages"].split(",") if word.strip()]


class NewPlayerForm(PlayerForm):
    club = forms.ModelChoiceField(
        Club.objects.all(),
        label=gettext_lazy("Entered by"),
        help_text=gettext_lazy("The club in whose audit this stands."),
        widget=AutocompleteSelect(Membership._meta.get_field("club"), admin.site),
    )


@admin.register(Player)
class PlayerAdmin(OfficeAdmin):
    area = "player"
    acts = frozenset({"add", "change", "erase"})
    form = PlayerForm
    add_form = NewPlayerForm
    add_fields = (
        *("club", "display_name", "given_name", "family_name", "email", "phone"),
        *("federation", "federation_number", "languages", "needs_stationary_seat", "privacy"),
    )
    fields = (
        *("display_name", "given_name", "family_name", "email", "phone"),
        *("federation", "federation_number", "languages", "needs_stationary_seat", "privacy"),
        *("user", "created_at", "erased_at"),
    )
    readonly_fields = ("user", "created_at", "erased_at")
    list_display = ("display_name", "federation", "federation_number", "privacy", "user", "created_at")
    list_filter = ("privacy", "needs_stationary_seat", ("erased_at", admin.EmptyFieldListFilter), "federation")
    list_select_related = ("federation", "user")
    search_fields = ("display_name", "federation_number", "user__email")
    autocomplete_fields = ("federation",)
    date_hierarchy = "created_at"
    ordering = ("display_name", "pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(actors.of_request(request), "membership.add")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deleting a person here is erasing them: what they played stays."""
        return obj is not None and obj.erased_at is None and self._may(request, "erase", obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def add_by_service(self, actor: Actor, form: Any) -> Player:
        fields = form.changes("club")
        if fields["federation"] is None:
            fields.pop("federation")
        return add_player(actor=actor, club=form.cleaned_data["club"], **fields)

    def change_by_service(self, actor: Actor, obj: Player, form: Any) -> Player:
        return change_player(actor=actor, player=obj, version=form.cleaned_data["seen_version"], **form.changes())

    # --- Erasing -------------------------------------------------------------------------------------------------
    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What goes: the name and the account. Memberships and results stay, so nothing is in the way."""
        erased = [
            line
            for player in objs
            for line in (_("Name, number, languages and wishes of %(player)s") % {"player": player}, player.user)
            if line
        ]
        return erased, {}, set(), []

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        title = {"title": _("Erase this player?")}
        try:
            return super().delete_view(request, object_id, (extra_context or {}) | title)
        except REFUSALS as refusal:
            self.message_user(request, refusal_sentence(refusal), messages.ERROR)
            return redirect("admin:clubs_player_change", object_id)

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        erase_player(actor=actors.of_request(request), player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        raise ValidationError(_("Erase one person at a time."))


@admin.register(Membership)
class MembershipAdmin(OfficeAdmin):
    area = "membership"
    acts = frozenset({"add", "change"})
    fields = ("player", "club", "number", "kind", "status", "starts", "ends")
    fixed = ("player", "club")
    list_display = ("player", "club", "number", "kind", "status", "starts", "ends")
    list_filter = ("status", "kind", "club")
    list_select_related = ("player", "club")
    search_fields = ("player__display_name", "number", "player__federation_number", "club__name")
    autocomplete_fields = ("player", "club")
    date_hierarchy = "starts"
    ordering = ("club__name", "player__display_name", "-starts")

    def add_by_service(self, actor: Actor, form: Any) -> Membership:
        return add_membership(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: Membership, form: Any) -> Membership:
        return change_membership(
            actor=actor, membership=obj, version=form.cleaned_data["seen_version"], **form.changes()
        )
