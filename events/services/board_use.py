"""Which boards a section plays."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.changes import change, locked
from core.errors import Forbidden
from core.permissions import require
from events.models import BoardSet, Play, Section, Session
from events.models.plays import PlayState
from events.selectors.boards import board_ranges, boards_in_play, missing_in
from events.selectors.seal import board_set_seal, players_in
from events.selectors.seats import session_sections
from events.services.boards import add_boards, deal_boards
from events.services.seals import refuse_openers


@transaction.atomic
def use_boards(
    *,
    actor: Actor,
    section: Section,
    board_set: BoardSet | None,
    version: int | None = None,
    reason: str = "",
) -> Section:
    """A section takes a set of boards, or none. One that has been played from is exchanged only for a reason."""
    require(actor, "deal.make", section)
    session = locked(section.session)
    section = Section.objects.select_related("session__event__club__federation").get(pk=section.pk)
    if section.board_set_id == (board_set.pk if board_set else None):
        return section
    if section.board_set_id is not None:
        _refuse_exchange(actor, section, reason)
    if board_set is not None:
        _refuse_set(section, session, locked(board_set))
    return change(
        actor=actor,
        act="deal.use",
        obj=section,
        body=section.club,
        fields={"board_set": board_set},
        version=version,
        reason=reason.strip(),
    )


@transaction.atomic
def deal_for_session(*, actor: Actor, session: Session) -> BoardSet:
    """Fresh boards for every section of a session that has none: as many as its movements need, one set for all."""
    require(actor, "deal.make", session)
    locked(session)
    sections = [section for section in session_sections(session) if section.board_set_id is None]
    if not sections:
        raise ValidationError(_("Every section of this session has its boards."))
    numbers = {number for section in sections for number in needed_by(section)}
    board_set = deal_boards(actor=actor, club=session.club, name=name_for(session), numbers=numbers)
    for section in sections:
        use_boards(actor=actor, section=section, board_set=board_set)
    return board_set


@transaction.atomic
def complete_boards(*, actor: Actor, section: Section) -> BoardSet:
    """Deal what the section's set lacks since its movement has changed."""
    require(actor, "deal.make", section)
    locked(section.session)
    section = Section.objects.select_related("session__event__club__federation", "board_set__club").get(pk=section.pk)
    if section.board_set is None:
        raise ValidationError(_("This section has no boards yet. Choose a set, or deal one."))
    return add_boards(actor=actor, board_set=section.board_set, numbers=boards_in_play(section))


def needed_by(section: Section) -> list[int]:
    """The boards of its movement; while there is none, as many as the event's conditions say."""
    count = section.session.event.boards
    return boards_in_play(section) or list(range(section.first_board, section.first_board + count))


def name_for(session: Session) -> str:
    day = date_format(session.club.day(session.starts_at), "SHORT_DATE_FORMAT")
    return f"{session.event.name[:90]} · {day}"


def _refuse_exchange(actor: Actor, section: Section, reason: str) -> None:
    """What is being played is not taken away in silence, nor by somebody who would like to look at it."""
    plays = Play.objects.filter(section=section)
    if not plays.exists():
        return
    if actor.player is not None and not section.session.is_over and actor.player.pk in players_in(section.session):
        raise Forbidden(_("You play in this session: while it runs, somebody who does not play exchanges its boards."))
    if plays.filter(state=PlayState.DONE).exists() and not reason.strip():
        sentence = _("Boards of this set have been played in section %(letter)s. Say why it is exchanged.")
        raise ValidationError({"reason": sentence % {"letter": section.letter}})


def _refuse_set(section: Section, session: Session, board_set: BoardSet) -> None:
    if board_set.club_id != section.club.pk:
        raise ValidationError({"board_set": _("This set belongs to another club. Export it there and import it here.")})
    numbers = boards_in_play(section)
    if missing := missing_in(board_set, numbers):
        sentence = _("“%(name)s” lacks boards that section %(letter)s plays: %(numbers)s. Choose or deal another set.")
        gaps = {"name": board_set.name, "letter": section.letter, "numbers": board_ranges(missing)}
        raise ValidationError({"board_set": sentence % gaps})
    if session.is_over:
        return
    seal = board_set_seal(board_set)
    open_to_all = sorted(set(numbers or seal.numbers) - set(seal.sealed))
    if open_to_all:
        sentence = _(
            "Boards %(numbers)s of “%(name)s” have been played and are open to all: deals of another session are not"
            " played again (Law 6D2). Deal a new set."
        )
        raise ValidationError({"board_set": sentence % {"numbers": board_ranges(open_to_all), "name": board_set.name}})
    refuse_openers(board_set, players_in(session))
