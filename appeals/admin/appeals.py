"""Appeals, their bodies, hearings, decisions and the casebook: to be looked up, with a way to the page of the case."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from appeals import models
from appeals.selectors.parties import appeals_as_party
from core import actors
from core.admin import OfficeAdmin


class CaseLinkAdmin(OfficeAdmin):
    """Read-only, with a way to the page of the case. What is `inside` a case is not shown to its parties."""

    # How to get from a row to its appeal.
    path: ClassVar[tuple[str, ...]] = ("appeal",)
    inside: ClassVar[bool] = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if not self.inside:
            return rows
        own = appeals_as_party(actors.of_request(request).player)
        return rows.exclude(**{"__".join(self.path) + "__in": own})

    @admin.display(description=_("case"))
    def case(self, row: Any) -> str:
        appeal = row
        for name in self.path:
            appeal = getattr(appeal, name)
        return format_html('<a href="{}">{}</a>', appeal.get_absolute_url(), appeal)


def add_page(
    model: type[Model],
    shown: tuple[str, ...],
    *,
    path: tuple[str, ...] = ("appeal",),
    search: tuple[str, ...] = ("appeal__session__event__name",),
    filters: tuple[str, ...] = (),
    hidden: tuple[str, ...] = (),
    related: tuple[str, ...] = (),
    inside: bool = False,
) -> None:
    """A page for a model: what the list shows, what can be searched, how to get to the case."""
    left_out = {"id", *hidden}
    names = tuple(field.name for field in model._meta.local_fields if field.name not in left_out)
    case: tuple[str, ...] = ("case",) if path or model is models.Appeal else ()
    members = {
        "path": path,
        "inside": inside,
        "fields": names,
        "readonly_fields": names,
        "list_display": (*shown, *case),
        "list_filter": filters,
        "search_fields": search,
        "list_select_related": (*related, *(("__".join(path) + "__club",) if path else ())),
        "ordering": ("-pk",),
    }
    admin.site.register(model, type(f"{model.__name__}Admin", (CaseLinkAdmin,), members))


BODY = ("body", "appeal")
HEARING = ("hearing", "appeal")
add_page(
    models.Appeal,
    ("club", "year", "number", "side", "state", "law", "verdict", "requested_at"),
    path=(),
    search=("session__event__name", "grounds", "law"),
    filters=("state", "hears", "verdict", "merit"),
    related=("club",),
)
add_page(models.AppealPoint, ("kind", "text", "path"), search=("text",), filters=("kind", "path"))
add_page(
    models.Concurrence,
    ("player", "state", "how", "answered_at"),
    search=("player__display_name",),
    filters=("state", "how"),
    hidden=("code",),
    related=("player",),
)
add_page(models.Deposit, ("amount", "state", "further"), filters=("state", "further"))
add_page(models.Step, ("act", "law", "state", "at", "by"), search=("act", "words"), filters=("act",), related=("by",))
add_page(models.AdjudicatingBody, ("kind", "quorum", "made_at"), filters=("kind",))
add_page(
    models.BodyMember,
    ("user", "role", "state"),
    path=BODY,
    search=("user__email", "user__player__display_name"),
    filters=("role", "state"),
    hidden=("token",),
    related=("user",),
    inside=True,
)
add_page(
    models.Challenge,
    ("side", "reason", "state"),
    path=("member", "body", "appeal"),
    search=("reason",),
    filters=("state",),
    inside=True,
)
add_page(models.Statement, ("side", "handed_in_at"), filters=("side",))
add_page(models.Hearing, ("begins_at", "place", "frozen_at", "opened_at"), search=("place", "appeal__grounds"))
add_page(
    models.Minute, ("kind", "who", "written_at"), path=HEARING, search=("who", "text"), filters=("kind",), inside=True
)
add_page(models.Attendance, ("name", "part", "present"), path=HEARING, search=("name", "part"))
add_page(
    models.Vote,
    ("member", "verdict", "cast_at"),
    filters=("verdict",),
    path=("member", "body", "appeal"),
    related=("member__user",),
    inside=True,
)
add_page(models.DecisionDraft, ("appeal", "saved_at", "version"), hidden=("fields",), inside=True)
add_page(
    models.Decision,
    ("stage", "number", "verdict", "merit", "effect", "made_at"),
    search=("reasons",),
    filters=("stage", "verdict", "merit"),
)
add_page(
    models.PointOutcome,
    ("point", "verdict"),
    path=("decision", "appeal"),
    search=("words",),
    related=("point__appeal",),
)
add_page(
    models.FurtherAppeal, ("federation", "side", "state", "asked_at"), search=("grounds",), filters=("state",),
    related=("federation",),
)  # fmt: skip
add_page(
    models.PoolMember,
    ("user", "club", "federation", "may_chair"),
    path=(),
    search=("user__email",),
    related=("user", "club", "federation"),
)
add_page(models.DeclaredTie, ("user", "kind", "declared_at"), path=(), search=("user__email",), related=("user",))
add_page(
    models.Case,
    ("year", "number", "subject", "topic", "published_at"),
    path=(),
    search=("subject", "facts"),
    filters=("topic",),
    related=("club", "federation"),
)
add_page(models.Commentary, ("commentator", "added_at"), path=(), search=("commentator", "text"), related=("case",))
