"""Looking at sealed deals: an act of its own, written down, for those who do not play them (Law 16D)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Forbidden
from core.locks import lock_all
from core.permissions import require
from events.models import BoardRelease, BoardSet, SealOpening, Session
from events.selectors.boards import board_ranges
from events.selectors.seal import SealReason, board_set_seal, players_who_opened, still_plays

LONGEST = 200


@transaction.atomic
def open_seal(*, actor: Actor, board_set: BoardSet, reason: str) -> SealOpening:
    """From now on this person sees the deals, and cannot play them. Opened before, it stays opened as it was."""
    require(actor, "deal.open", board_set)
    if actor.user is None:
        raise Forbidden(_("A seal is opened by a person. Sign in first."))
    # Nobody comes into a session with these boards, and nobody chooses them for another, while their seal is opened.
    lock_sessions_using(board_set)
    board_set = locked(board_set)
    if actor.player is not None and still_plays(actor.player, board_set):
        raise Forbidden(
            _(
                "You play these boards, or are entered for a session that does, so you cannot look at them before you"
                " have played them all. Ask somebody with the dealing right who does not play."
            )
        )
    reason = reason.strip()
    if not reason:
        raise ValidationError({"reason": _("Say why you have to look: it is written down.")})
    if len(reason) > LONGEST:
        raise ValidationError({"reason": _("Say it in %(most)s letters at most.") % {"most": LONGEST}})
    before = SealOpening.objects.filter(board_set=board_set, user=actor.user).first()
    if before is not None:
        return before
    opening = SealOpening.objects.create(board_set=board_set, user=actor.user, opened_at=actor.at, reason=reason)
    record(
        actor=actor,
        act="deal.open",
        body=board_set.club,
        target=board_set,
        after={"user": actor.user_id},
        reason=reason,
    )
    return opening


@transaction.atomic
def release_boards(*, actor: Actor, board_set: BoardSet, numbers: Iterable[int]) -> list[BoardRelease]:
    """Open boards to everybody before their last round is over. Refused while a table has no result for one of them."""
    row = _locked_with_its_sessions(actor, board_set)
    seal = board_set_seal(row)
    wanted = sorted({number for number in numbers if number not in seal.numbers or number in seal.sealed})
    if early := [number for number in wanted if seal.sealed.get(number) != SealReason.ROUND]:
        sentence = _(
            "Boards %(boards)s have still to be played, or are not in this set. Choose boards that all have played."
        )
        raise ValidationError({"numbers": sentence % {"boards": board_ranges(early)}}, code="in_play")
    made = BoardRelease.objects.bulk_create(
        BoardRelease(board_set=row, number=number, released_by=actor.user, released_at=actor.at) for number in wanted
    )
    if made:
        record(actor=actor, act="deal.release", body=row.club, target=row, after={"boards": wanted})
    return made


@transaction.atomic
def withdraw_releases(*, actor: Actor, board_set: BoardSet) -> int:
    """Seal again what was opened early; how many boards. What somebody has seen by then stays seen."""
    row = _locked_with_its_sessions(actor, board_set)
    releases = BoardRelease.objects.filter(board_set=row, withdrawn_at=None)
    numbers = sorted(releases.values_list("number", flat=True))
    if numbers:
        releases.update(withdrawn_at=actor.at)
        record(actor=actor, act="deal.release", body=row.club, target=row, before={"boards": numbers})
    return len(numbers)


def _locked_with_its_sessions(actor: Actor, board_set: BoardSet) -> BoardSet:
    """The set, for somebody who runs every session that plays it."""
    sessions = Session.objects.filter(pk__in=board_set.sections.values("session"))
    for session in sessions.select_related("event__club__federation"):
        require(actor, "session.run", session)
    require(actor, "deal.make", board_set)
    lock_sessions_using(board_set)
    return locked(board_set)


def lock_sessions_using(board_set: BoardSet) -> None:
    """Before the set itself is locked: whoever changes a session holds its row first."""
    used_in = board_set.sections.values("session")
    lock_all(Session.objects.filter(pk__in=used_in))


def refuse_who_has_looked(session: Session, player_ids: Collection[int]) -> None:
    """For every service that brings players into a session: who has seen its sealed deals cannot play them."""
    for board_set in BoardSet.objects.filter(sections__session=session).distinct():
        refuse_openers(board_set, player_ids)


def refuse_openers(board_set: BoardSet, player_ids: Collection[int]) -> None:
    looked = players_who_opened(board_set, player_ids)
    if looked:
        sentence = _(
            "%(names)s has looked at the deals of “%(set)s” and cannot play them (Law 16D). Choose or deal other"
            " boards, or another player."
        )
        names = ", ".join(player.display_name for player in looked)
        raise ValidationError(sentence % {"names": names, "set": board_set.name}, code="has_looked")
