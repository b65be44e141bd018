"""A file of a sealed set for the dealing machine, in the hands of one named person who does not play (Law 16D).

Whoever asks for it does not get at it: the named person alone takes it, and from then on knows the deals.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import User
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Forbidden, field_error
from core.locks import lock_row
from core.permissions import require
from events.models import BoardSet, DealFile, SealOpening
from events.selectors.boards import as_deal, possible_recipients
from events.selectors.seal import current_boards, still_plays
from events.services.seals import lock_sessions_using
from events.wording import scoring_error_sentence
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files


@transaction.atomic
def name_recipient(*, actor: Actor, board_set: BoardSet, user: User) -> DealFile:
    """From now on this person may take the file. Named before, nothing changes."""
    require(actor, "deal.make", board_set)
    lock_sessions_using(board_set)
    board_set = locked(board_set)
    if user.pk == actor.user_id:
        sentence = _("Name somebody else. To look at the deals yourself, open the seal.")
        raise field_error("user", sentence, "oneself")
    if not possible_recipients(board_set.club, actor.at).filter(pk=user.pk).exists():
        sentence = _("Choose somebody with an account who is a member of the club or has a role in it.")
        raise field_error("user", sentence, "stranger")
    _refuse_player(user, board_set)
    existing = DealFile.objects.filter(board_set=board_set, user=user, withdrawn_at=None).first()
    if existing is not None:
        return existing
    deal_file = DealFile.objects.create(board_set=board_set, user=user, named_by=actor.user, named_at=actor.at)
    record(actor=actor, act="deal.file_name", body=board_set.club, target=board_set, after={"user": user.pk})
    return deal_file


@transaction.atomic
def withdraw_recipient(*, actor: Actor, deal_file: DealFile) -> DealFile:
    """Nobody takes the file by this any more; who has taken it knows the deals for good."""
    require(actor, "deal.make", deal_file)
    deal_file = lock_row(deal_file)
    if deal_file.withdrawn_at is None:
        deal_file.withdrawn_at = actor.at
        deal_file.save(update_fields=["withdrawn_at"])
        record(
            actor=actor,
            act="deal.file_withdraw",
            body=deal_file.club,
            target=deal_file.board_set,
            before={"user": deal_file.user_id},
        )
    return deal_file


@transaction.atomic
def take_file(*, actor: Actor, deal_file: DealFile, notation: str) -> bytes:
    """The whole set as a file, for the person named in `deal_file` alone, who cannot play it from now on."""
    require(actor, "deal.take", deal_file)
    # Whoever runs the installation may do everything else.
    if actor.user is None or actor.user_id != deal_file.user_id:
        raise Forbidden
    board_set = deal_file.board_set
    lock_sessions_using(board_set)
    board_set = locked(board_set)
    if DealFile.objects.filter(pk=deal_file.pk).exclude(withdrawn_at=None).exists():
        raise Forbidden
    _refuse_player(actor.user, board_set)
    try:
        data = files.write([as_deal(board) for board in current_boards(board_set)], notation)
    except ScoringError as error:
        raise ValidationError(scoring_error_sentence(error), code="not_written") from None
    reason = _("File for the dealing machine")
    SealOpening.objects.get_or_create(
        board_set=board_set, user=actor.user, defaults={"opened_at": actor.at, "reason": reason}
    )
    DealFile.objects.filter(pk=deal_file.pk, taken_at=None).update(taken_at=actor.at)
    after = {"user": actor.user_id, "notation": notation}
    record(actor=actor, act="deal.file_take", body=board_set.club, target=board_set, after=after)
    return data


def _refuse_player(user: User, board_set: BoardSet) -> None:
    player = getattr(user, "player", None)
    if player is not None and still_plays(player, board_set):
        sentence = _("%(name)s plays these boards, or is entered for a session that does. Name somebody who does not.")
        raise field_error("user", sentence % {"name": player}, "plays")
