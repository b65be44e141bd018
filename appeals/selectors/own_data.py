"""The appeals in which a person is a party, and the ties they have declared."""

from __future__ import annotations

from django.utils.translation import gettext as _

from appeals.models import Appeal, DeclaredTie
from appeals.selectors.parties import appeals_as_party
from clubs.hooks import DataPart
from clubs.models import Player


def own_data(player: Player) -> list[DataPart]:
    appeals = Appeal.objects.filter(pk__in=appeals_as_party(player)).select_related("club").order_by("requested_at")
    parts = [
        DataPart(
            _("Appeals"),
            [{"appeal": row, "club": row.club, "requested": row.requested_at, "state": row.state} for row in appeals],
        )
    ]
    if player.user_id:
        ties = DeclaredTie.objects.filter(user=player.user_id).select_related("player").order_by("pk")
        parts.append(DataPart(_("Declared ties"), [{"with": row.player, "kind": row.kind} for row in ties]))
    return parts
