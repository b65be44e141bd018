from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import AuditChain, AuditEntry, AuditWords, User
from core.admin import OfficeAdmin
from core.audit import verify_chain


@admin.register(AuditChain)
class AuditChainAdmin(OfficeAdmin):
    fields = ("label", "length", "head")
    list_display = ("label", "length", "head")
    search_fields = ("label",)
    ordering = ("label",)
    actions = ("verify",)

    @admin.action(description=gettext_lazy("Check the chosen chains"))
    def verify(self, request: HttpRequest, queryset: QuerySet[AuditChain]) -> None:
        for chain in queryset:
            verdict = verify_chain(chain)
            names = {"chain": chain, "count": verdict.checked, "at": verdict.broken_at, "problem": verdict.problem}
            if verdict.is_whole:
                self.message_user(request, _("%(chain)s: whole, %(count)s entries.") % names, messages.SUCCESS)
            else:
                self.message_user(request, _("%(chain)s: broken at %(at)s, %(problem)s.") % names, messages.ERROR)


@admin.register(AuditEntry)
class AuditEntryAdmin(OfficeAdmin):
    fields = (
        *("chain", "number", "at", "actor_kind", "user_id", "actor_ref", "acted_as", "address", "request_id"),
        *("act", "target_kind", "target_id", "before", "after", "reason", "previous_hash", "hash"),
    )
    list_display = ("chain", "number", "at", "who", "acted_as", "act", "target_kind", "target_id", "reason")
    list_display_links = ("chain", "number")
    list_filter = ("actor_kind", "act", "target_kind", "chain")
    list_select_related = ("chain", "words")
    search_fields = ("act", "target_kind", "=target_id", "=request_id", "plain_reason", "words__text", "chain__label")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        email = User.objects.filter(pk=OuterRef("user_id")).values("email")[:1]
        rows: QuerySet[AuditEntry] = super().get_queryset(request).annotate(email=Subquery(email))
        return rows

    @admin.display(description=gettext_lazy("reason"))
    def reason(self, entry: AuditEntry) -> str:
        return entry.reason

    @admin.display(description=gettext_lazy("who"))
    def who(self, entry: AuditEntry) -> str:
        return getattr(entry, "email", "") or entry.get_actor_kind_display()


@admin.register(AuditWords)
class AuditWordsAdmin(OfficeAdmin):
    """The words of reasons; they are erased with `manage.py audit erase`, or with the person."""

    fields = ("entry", "text", "erased_at")
    readonly_fields = fields
    list_display = ("entry", "text", "erased_at")
    list_select_related = ("entry__chain",)
    list_filter = (("erased_at", admin.EmptyFieldListFilter),)
    search_fields = ("text", "=entry__target_id")
    ordering = ("-pk",)
