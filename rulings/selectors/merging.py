"""What rulings, polls and reports say about two records that may be one person."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.hooks import HistoryPart
from clubs.models import Player
from events.models import Entrant
from rulings.models import Poll, PollAnswer, Ruling


def history_parts(player: Player) -> list[HistoryPart]:
    """Rulings at this person's tables, and polls; the recorder's file is not opened for it."""
    own = Entrant.objects.filter(player=player).values("contestant")
    at_table = Q(play__north__in=own) | Q(play__east__in=own) | Q(play__south__in=own) | Q(play__west__in=own)
    return [
        HistoryPart(_("Rulings at their tables"), Ruling.objects.filter(at_table).count()),
        HistoryPart(_("Answers to polls"), PollAnswer.objects.filter(player=player).count()),
    ]


def reasons_against_merging(kept: Player, merged: Player) -> list[str]:
    """Nobody is polled twice about one hand."""
    polls = Poll.objects.filter(answers__player=kept).filter(
        pk__in=PollAnswer.objects.filter(player=merged).values("poll")
    )
    sentence = _("Both answered one poll, about a ruling in “%(event)s” at %(club)s.")
    return [
        sentence % {"event": poll.session.event, "club": poll.session.event.club}
        for poll in polls.select_related("session__event__club").distinct()
    ]
