"""What the office has written about somebody who is erased."""

from __future__ import annotations

from clubs.models import Player
from core.actors import Actor
from office.models import DirectorLicence, DuesPayment, MailChoice, Notice


def forget(actor: Actor, player: Player) -> None:
    """What they were told and chose goes; that fees were paid stays in the books, without the words beside it."""
    Notice.objects.filter(player=player).delete()
    MailChoice.objects.filter(player=player).delete()
    DirectorLicence.objects.filter(player=player).update(note="")
    DuesPayment.objects.filter(renewal__player=player).update(note="")
