"""A file of a sealed set for the dealing machine, in the hands of one named person who does not play (Law 16D).

Whoever asks for it does not get at it: the named person alone takes it, and from then on knows the deals.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Forbidden, field_error
from core.permissions import require
from events.models import BoardSet, DealFile, SealOpening
from events.selectors.boards import as_deal, possible_recipients
from events.selectors.seal import current_boards, still_plays
from events.services.seals import lock_sessions_using
from events.wording import movement_refusal
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files


@transaction.atomic
def name_recipient(*, actor: Actor, board_set: BoardSet, user: User) -> DealFile:
    """From now on this person may take the file. Named before, nothing changes."""
    require(actor, "deal.make", board_set)
    lock_sessions_using(board_set)
    row = locked(board_set)
    if user.pk == actor.user_id:
        sentence = _("Name somebody else. To look at the deals yourself, open the seal.")
        raise field_error("user", sentence, "oneself")
    if not possible_recipients(row.club, actor.at).filter(pk=user.pk).exists():
        sentence = _("Choose somebody with an account who is a member of the club or has a role in it.")
        raise field_error("user", sentence, "stranger")
    _refuse_player(user, row)
    found = DealFile.objects.filter(board_set=row, user=user, withdrawn_at=None).first()
    if found is not None:
        return found
    made = DealFile.objects.create(board_set=row, user=user, named_by=actor.user, named_at=actor.at)
    record(actor=actor, act="deal.file_name", body=row.club, target=row, after={"user": user.pk})
    return made


@transaction.atomic
def withdraw_recipient(*, actor: Actor, deal_file: DealFile) -> DealFile:
    """Nobody takes the file by this any more; who has taken it knows the deals for good."""
    require(actor, "deal.make", deal_file)
    row = DealFile.objects.select_for_update().get(pk=deal_file.pk)
    if row.withdrawn_at is None:
        row.withdrawn_at = actor.at
        row.save(update_fields=["withdrawn_at"])
        record(actor=actor, act="deal.file_withdraw", body=row.club, target=row.board_set, before={"user": row.user_id})
    return row


@transaction.atomic
def take_file(*, actor: Actor, deal_file: DealFile, notation: str) -> bytes:
    """The whole set as a file, for the person named in `deal_file` alone, who cannot play it from now on."""
    require(actor, "deal.take", deal_file)
    # Whoever runs the installation may do everything else.
    if actor.user is None or actor.user_id != deal_file.user_id:
        raise Forbidden
    board_set = deal_file.board_set
    lock_sessions_using(board_set)
    row = locked(board_set)
    if DealFile.objects.filter(pk=deal_file.pk).exclude(withdrawn_at=None).exists():
        raise Forbidden
    _refuse_player(actor.user, row)
    try:
        data = files.write([as_deal(board) for board in current_boards(row)], notation)
    except ScoringError as error:
        raise ValidationError(movement_refusal(error), code="not_written") from None
    reason = _("File for the dealing machine")
    SealOpening.objects.get_or_create(
        board_set=row, user=actor.user, defaults={"opened_at": actor.at, "reason": reason}
    )
    DealFile.objects.filter(pk=deal_file.pk, taken_at=None).update(taken_at=actor.at)
    after = {"user": actor.user_id, "notation": notation}
    record(actor=actor, act="deal.file_take", body=row.club, target=row, after=after)
    return data


def _refuse_player(user: User, board_set: BoardSet) -> None:
    player = getattr(user, "player", None)
    if player is not None and still_plays(player, board_set):
        sentence = _("%(name)s plays these boards, or is entered for a session that does. Name somebody who does not.")
        raise field_error("user", sentence % {"name": player}, "plays")
