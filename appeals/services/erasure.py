"""What appeals have in words about a person who is erased: decisions stay, ties and names in the minutes go."""

from __future__ import annotations

from appeals.models import Attendance, DeclaredTie, Minute, Statement
from clubs.models import Player
from core.actors import Actor


def forget(actor: Actor, player: Player) -> None:
    DeclaredTie.objects.filter(player=player).delete()
    name = player.display_name
    Attendance.objects.filter(name=name).update(name="–")
    Minute.objects.filter(who=name).update(who="")
    if player.user_id:
        DeclaredTie.objects.filter(user=player.user_id).delete()
        Statement.objects.filter(written_by=player.user_id).update(written_by=None)
