"""Taking a person out of the records."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs import hooks
from clubs.models import Consent, MemberImportRow, MemberInvitation, Player, PlayerMerge, RegisterImportRow
from clubs.models.people import MembershipStatus, Privacy
from clubs.services.players import FIELDS
from clubs.services.roles import refuse_to_orphan
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.audit.erasing import forget_words_about
from core.changes import change, locked
from core.names import name_key
from core.permissions import require
from printing.services import forget_printouts


@transaction.atomic
def erase_player(*, actor: Actor, player: Player) -> Player:
    """Results stay, whose they were does not; memberships, roles, tokens and the account end."""
    require(actor, "player.erase", player)
    player = locked(player)
    if player.erased_at:
        return player
    user = player.user
    if user:
        refuse_to_orphan(user=user, actor=actor)
    return _erase(actor, player)


@transaction.atomic
def erase_once_more(*, actor: Actor, player: Player) -> Player:
    """After a restore that brought somebody back: they were erased, whoever else was in office in the copy."""
    require(actor, "player.erase", player)
    return _erase(actor, locked(player))


def _erase(actor: Actor, player: Player) -> Player:
    user = player.user
    _end_memberships(actor, player)
    _forget_merges(player)
    hooks.player_erased.call(actor, player)
    # Wherever somebody played they may stand on paper: all of it can be made again, without them.
    forget_printouts()
    _forget_audit_words(actor, player)
    _forget_import_rows(player)
    _forget_lists_and_invitations(player)
    player.display_name, player.federation_number, player.languages = _("Erased player"), "", []
    player.birth_year = player.deceased_on = None
    for name in ("disputed_number", "given_name", "family_name", "other_names", *Player.CONTACT):
        setattr(player, name, "")
    player.needs_stationary_seat, player.user, player.erased_at = False, None, actor.at
    # Nothing is left to hide, and initials of “Erased player” would look like somebody's.
    player.privacy = Privacy.FULL
    player.version += 1
    player.save()
    record(actor=actor, act="player.erase", body=None, target=player, after=values(player, FIELDS))
    if user:
        user.delete()
    return player


def _forget_merges(player: Player) -> None:
    """Records that were merged into this one go with it: what they said before is not kept for a way back."""
    merged = player.merged.all()
    PlayerMerge.objects.filter(Q(kept=player) | Q(merged=player) | Q(merged__in=merged)).update(moved={}, reason="")
    nothing: dict[str, Any] = dict.fromkeys(("disputed_number", "other_names", *Player.CONTACT), "")
    merged.update(search_key="", languages=[], home_club=None, deceased_on=None, **nothing)


def _forget_audit_words(actor: Actor, player: Player) -> None:
    """Reasons that the person gave for what they did, and that others gave for what was done to them."""
    about = {
        "player": [str(pk) for pk in (player.pk, *player.merged.values_list("pk", flat=True))],
        "membership": [str(one.pk) for one in player.memberships.all()],
    }
    if player.user_id:
        about["user"] = [str(player.user_id)]
    forget_words_about(at=actor.at, user_id=player.user_id, targets=about)


def _forget_import_rows(player: Player) -> None:
    """Lines of imports that were left out and bear the person's name."""
    clubs = player.memberships.values("club")
    for row in MemberImportRow.objects.filter(member_import__club__in=clubs).exclude(said={}):
        if name_key(row.said.get("name", "")) == player.name_key:
            MemberImportRow.objects.filter(pk=row.pk).update(said={}, who="", number="")


def _forget_lists_and_invitations(player: Player) -> None:
    """Rows of a federation's list, addresses to which invitations went, and what was said about the name."""
    rows = RegisterImportRow.objects.filter(player=player)
    if player.federation_number:
        rows |= RegisterImportRow.objects.filter(
            register_import__federation=player.federation_id, number=player.federation_number
        )
    RegisterImportRow.objects.filter(pk__in=rows.values("pk")).update(said={}, number="", note="")
    MemberInvitation.objects.filter(membership__player=player).update(sent_to="")
    MemberInvitation.objects.filter(membership__player=player, used_at=None).update(withdrawn_at=timezone.now())
    Consent.objects.filter(player=player).delete()


def _end_memberships(actor: Actor, player: Player) -> None:
    """Each club sees in its own audit that the membership ended; the number is free again."""
    for membership in player.memberships.exclude(status=MembershipStatus.ENDED).select_related("club"):
        day = membership.club.day(actor.at)
        last_day = max(membership.starts, min(membership.ends or day, day))
        change(
            actor=actor,
            act="membership.change",
            obj=membership,
            body=membership.club,
            fields={"status": MembershipStatus.ENDED, "ends": last_day, "number": ""},
        )
