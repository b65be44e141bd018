"""The results that are held of a person."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.hooks import DataPart
from clubs.models import Player
from scoring.models import Standing


def own_data(player: Player) -> list[DataPart]:
    rows = Standing.objects.filter(contestant__entrants__player=player)
    rows = rows.select_related("run__field__session__event__club").order_by("run__field__session__starts_at", "pk")
    return [
        DataPart(
            _("Results"),
            [
                {
                    "event": row.run.field.session.event,
                    "club": row.run.field.session.event.club,
                    "day": row.run.field.session.starts_at,
                    "place": row.rank,
                    "score": row.shown_total,
                }
                for row in rows
            ],
        )
    ]
