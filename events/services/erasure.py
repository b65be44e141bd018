"""What a club's games have in words about a person who is erased: the games stay, the words go."""

from __future__ import annotations

from clubs.models import Player
from core.actors import Actor
from events.models import Contestant, PartnerWish, Substitution, TableMoney
from events.models.contestants import WishState


def forget(actor: Actor, player: Player) -> None:
    """Reasons for free seats and substitutions, notes on entries; nobody who is gone looks for a partner."""
    TableMoney.objects.filter(player=player).update(reason="")
    Substitution.objects.filter(player=player).update(reason="")
    Substitution.objects.filter(entrant__player=player).update(reason="")
    Contestant.objects.filter(entrants__player=player).exclude(note="").update(note="")
    wishes = PartnerWish.objects.filter(player=player)
    wishes.filter(state=WishState.OPEN).update(state=WishState.WITHDRAWN)
    wishes.update(note="")
