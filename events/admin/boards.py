"""Boards in the operator's view. The seal holds here too: cards, tricks and par show only what the operator may see."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import actors
from core.actors import Actor
from core.admin import OfficeAdmin, OfficeForm
from core.permissions import may
from events.models import Board, BoardRelease, BoardSet, DealFile, SealOpening
from events.selectors.boards import with_counts
from events.selectors.seal import Sight, board_set_seals, board_set_sight
from events.services.analysis import ask_for_analysis
from events.services.boards import LAST_NUMBER, MOST_BOARDS, deal_boards
from events.services.seals import open_seal
from events.views.board_sets import seal_badge

CARDS = ("deal", "double_dummy", "par")


class DealForm(OfficeForm):
    count = forms.IntegerField(label=gettext_lazy("Number of boards"), min_value=1, max_value=MOST_BOARDS, initial=24)
    first = forms.IntegerField(label=gettext_lazy("First board"), min_value=1, max_value=LAST_NUMBER, initial=1)


@admin.register(BoardSet)
class BoardSetAdmin(OfficeAdmin):
    area = "deal"
    add_form = DealForm
    add_fields = ("club", "name", "count", "first")
    fields = ("club", "name", "source", "boards_there", "state", "made_at", "made_by")
    readonly_fields = ("club", "name", "source", "boards_there", "state", "made_at", "made_by")
    list_display = ("name", "club", "source", "boards_there", "made_at", "made_by")
    list_filter = ("source", "club")
    list_select_related = ("club", "made_by")
    search_fields = ("name", "club__name")
    autocomplete_fields = ("club",)
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")
    actions = ("analyse",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BoardSet]:
        return with_counts(super().get_queryset(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_readonly_fields(request, obj) if obj else ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(actors.of_request(request), "deal.make")

    def add_by_service(self, actor: Actor, form: Any) -> BoardSet:
        return deal_boards(actor=actor, **form.changes())

    @admin.display(description=gettext_lazy("boards"))
    def boards_there(self, board_set: Any) -> int:
        return int(board_set.board_count)

    @admin.display(description=gettext_lazy("state"))
    def state(self, board_set: BoardSet) -> str:
        return seal_badge(board_set_seals([board_set])[board_set.pk])[1]

    @admin.action(description=gettext_lazy("Compute double dummy for the chosen sets"))
    def analyse(self, request: HttpRequest, queryset: QuerySet[BoardSet]) -> None:
        self.for_each(request, queryset, lambda actor, board_set: ask_for_analysis(actor=actor, board_set=board_set))


@admin.register(Board)
class BoardAdmin(OfficeAdmin):
    fields = (
        *("board_set", "number", "dealer", "vulnerable", "cards", "tricks", "par_score"),
        *("made_at", "superseded_at", "reason"),
    )
    readonly_fields = fields
    list_display = ("board_set", "number", "dealer", "vulnerable", "made_at", "superseded_at")
    list_filter = ("board_set__club", ("superseded_at", admin.EmptyFieldListFilter))
    list_select_related = ("board_set__club",)
    search_fields = ("board_set__name", "reason")
    ordering = ("-board_set__made_at", "number", "pk")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Nobody finds out cards by asking which boards have them."""
        names_cards = any(part in CARDS for part in lookup.split("__"))
        return not names_cards and super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """With what this operator may see of its set."""
        board = super().get_object(request, object_id, from_field)
        if board is not None:
            board.sight = board_set_sight(actors.of_request(request), board.board_set)
        return board

    def _if_visible(self, board: Any, value: Any) -> str:
        sight: Sight | None = getattr(board, "sight", None)
        if sight is None or not sight.sees(board.number):
            return _("sealed")
        return str(value if value is not None else "—")

    @admin.display(description=gettext_lazy("deal"))
    def cards(self, board: Board) -> str:
        return self._if_visible(board, board.deal)

    @admin.display(description=gettext_lazy("double dummy"))
    def tricks(self, board: Board) -> str:
        return self._if_visible(board, board.double_dummy)

    @admin.display(description=gettext_lazy("par"))
    def par_score(self, board: Board) -> str:
        return self._if_visible(board, board.par)


@admin.register(DealFile)
class DealFileAdmin(OfficeAdmin):
    fields = ("board_set", "user", "named_by", "named_at", "taken_at", "withdrawn_at")
    readonly_fields = fields
    list_display = ("board_set", "user", "named_at", "taken_at", "withdrawn_at")
    list_filter = ("board_set__club",)
    list_select_related = ("board_set__club", "user")
    search_fields = ("board_set__name", "user__email")
    ordering = ("-named_at",)


@admin.register(BoardRelease)
class BoardReleaseAdmin(OfficeAdmin):
    fields = ("board_set", "number", "released_by", "released_at", "withdrawn_at")
    readonly_fields = fields
    list_display = fields
    list_filter = ("board_set__club",)
    list_select_related = ("board_set__club", "released_by")
    search_fields = ("board_set__name", "released_by__email")
    ordering = ("-released_at",)


@admin.register(SealOpening)
class SealOpeningAdmin(OfficeAdmin):
    """Adding one here opens the seal for the operator who does it."""

    area = "deal"
    add_fields = ("board_set", "reason")
    fields = ("board_set", "user", "opened_at", "reason")
    list_display = fields
    list_filter = ("board_set__club",)
    list_select_related = ("board_set", "user")
    search_fields = ("board_set__name", "user__email", "reason")
    autocomplete_fields = ("board_set",)
    date_hierarchy = "opened_at"
    ordering = ("-opened_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(actors.of_request(request), "deal.open")

    def add_by_service(self, actor: Actor, form: Any) -> SealOpening:
        return open_seal(actor=actor, **form.changes())
