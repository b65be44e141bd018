"""What a club's games hold about a person."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.hooks import DataPart
from clubs.models import Player
from events.models import Entrant, PartnerWish, SessionOfficial, Substitution, TableMoney


def own_data(player: Player) -> list[DataPart]:
    entrants = Entrant.objects.filter(player=player).select_related("event__club").order_by("pk")
    substitutions = Substitution.objects.filter(player=player).select_related("place__session__event").order_by("pk")
    payments = TableMoney.objects.filter(player=player).select_related("session__event").order_by("pk")
    duties = SessionOfficial.objects.filter(player=player).select_related("session__event").order_by("pk")
    wishes = PartnerWish.objects.filter(player=player).select_related("event").order_by("pk")
    return [
        DataPart(
            _("Entries"),
            [
                {"event": row.event, "club": row.event.club, "captain": row.is_captain, "active": row.is_active}
                for row in entrants
            ],
        ),
        DataPart(
            _("Games as a substitute"),
            [{"event": row.place.session.event, "day": row.place.session.starts_at} for row in substitutions],
        ),
        DataPart(
            _("Payments at the table"),
            [{"event": row.session.event, "day": row.session.starts_at, "amount": row.amount} for row in payments],
        ),
        DataPart(
            _("Duties"),
            [{"event": row.session.event, "day": row.session.starts_at, "as": row.duty} for row in duties],
        ),
        DataPart(
            _("Looking for a partner"), [{"event": row.event, "note": row.note, "state": row.state} for row in wishes]
        ),
    ]
