"""What imports know of a person who is erased."""

from __future__ import annotations

from django.db.models import Q

from clubs.models import Player
from core.actors import Actor
from exchange.models import ImportedName, KnownName
from exchange.models.results_imports import Answer


def forget(actor: Actor, player: Player) -> None:
    """Whose name it was, in answers that are remembered and in files that are not yet imported."""
    KnownName.objects.filter(Q(player=player) | Q(name_key=player.name_key)).delete()
    ImportedName.objects.filter(player=player).update(player=None, answer=Answer.AS_WRITTEN)
