"""What polls and the recorder's file have in words about a person who is erased."""

from __future__ import annotations

from clubs.actors import Actor
from clubs.models import Player
from clubs.services.erasing import forgetter
from rulings.models import PollAnswer


@forgetter
def forget(actor: Actor, player: Player) -> None:
    """An answer keeps its call."""
    PollAnswer.objects.filter(player=player).update(name="", remark="")
