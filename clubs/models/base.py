"""Standing on a federation or a club, as several models do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from clubs.models.bodies import Body


class OnBody(models.Model):
    """Stands on exactly one body: a federation (Regulating Authority) or a club (Tournament Organizer)."""

    federation = models.ForeignKey(
        "clubs.Federation", on_delete=models.PROTECT, null=True, blank=True, verbose_name=_("federation")
    )
    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, null=True, blank=True, verbose_name=_("club"))

    class Meta:
        abstract = True

    exactly_one_body: ClassVar[Q] = Q(federation__isnull=False, club__isnull=True) | Q(
        federation__isnull=True, club__isnull=False
    )

    @property
    def body(self) -> Body:
        body = self.federation or self.club
        assert body is not None, "the database lets no row stand on nothing"
        return body


def standing_on(body: Body) -> dict[str, Any]:
    """The lookup, or the field values, of rows that stand on `body`."""
    return {body.kind: body, body.other_kind: None}
