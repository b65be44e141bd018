from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from clubs.models import AuditEntry, Club, Federation, Player


def entries_of(body: Federation | Club) -> QuerySet[AuditEntry]:
    """A body's chain, newest first, each entry with the name its user goes by today (none once erased)."""
    names = Player.objects.filter(user=OuterRef("user_id")).values("display_name")[:1]
    entries = AuditEntry.objects.filter(chain__label=body.label).order_by("-number")
    return entries.annotate(user_name=Subquery(names))
