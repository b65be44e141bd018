"""What polls and the recorder's file hold about a person, as far as they may read it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.hooks import DataPart
from clubs.models import Player
from rulings.models import PollAnswer
from rulings.selectors.reports import own_record


def own_data(player: Player) -> list[DataPart]:
    answers = PollAnswer.objects.filter(player=player).order_by("pk")
    return [
        DataPart(
            _("Answers to polls"),
            [{"asked": row.asked_at, "call": row.chosen, "remark": row.remark} for row in answers],
        ),
        DataPart(
            _("Your record"),
            [{"day": row.happened_on, "kind": row.kind, "club": row.club} for row in own_record(player)],
        ),
    ]
