"""What a club's games have in words about a person who is erased: the games stay, the words go."""

from __future__ import annotations

from clubs.models import Player
from core.actors import Actor
from events.models import Contestant, PartnerWish, Substitution, TableMoney
from events.models.contestants import WishState
from events.services.entry_notices import ABOUT
from office.models import Notice


def forget(actor: Actor, player: Player) -> None:
    """Reasons for free seats and substitutions, notes on entries and what was told of them; open searches end."""
    TableMoney.objects.filter(player=player).update(reason="")
    Substitution.objects.filter(player=player).update(reason="")
    Substitution.objects.filter(entrant__player=player).update(reason="")
    Contestant.objects.filter(entrants__player=player).exclude(note="").update(note="")
    # What partners were told of an entry names them both.
    entered = player.entrants.values("event")
    Notice.objects.filter(about_kind=ABOUT, about_id__in=entered, kind__startswith="entry.").delete()
    wishes = PartnerWish.objects.filter(player=player)
    wishes.filter(state=WishState.OPEN).update(state=WishState.WITHDRAWN)
    wishes.update(note="")
