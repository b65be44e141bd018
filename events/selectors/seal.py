"""Which boards of a set somebody may see now. Everything that shows cards, double dummy or par asks here.

A board is sealed until the last round in which a table has it is over (Law 6, Law 16D): a result alone opens nothing,
because whoever types one may not have played. The director may open a board earlier, when every table has its result.
Before that nobody sees it but those who have the right, have opened the seal, which is written down, and do not play
it themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from clubs.models.keys import person_ids
from core.actors import Actor
from core.permissions import may
from events.models import (
    Board,
    BoardRelease,
    BoardSet,
    Entrant,
    Play,
    SealOpening,
    Section,
    Session,
    Substitution,
)
from events.models.plays import PlayState
from events.selectors.officials import at_the_table


class SealReason(TextChoices):
    """Why a board is sealed."""

    UNUSED = "unused", _("No session plays it yet")
    AHEAD = "ahead", _("It is still to be played")
    IN_PLAY = "in-play", _("A table has still to play it")
    ROUND = "round", _("Its last round is not over")


@dataclass(frozen=True)
class Seal:
    """The seal of a set: why each board is sealed; a board that is not named is open to all."""

    numbers: tuple[int, ...]
    sealed: dict[int, SealReason]
    sections: tuple[Section, ...] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.numbers) and not self.sealed

    @property
    def is_whole(self) -> bool:
        """Whether every board is sealed."""
        return len(self.sealed) == len(self.numbers)

    @property
    def ready_to_release(self) -> list[int]:
        """Boards that every table has played: only their round is not over."""
        return [number for number, reason in self.sealed.items() if reason == SealReason.ROUND]

    @property
    def waiting_for(self) -> list[Session]:
        """The sessions that are not finished: when they are, the boards are open."""
        waiting = {section.session_id: section.session for section in self.sections if not section.session.is_over}
        return sorted(waiting.values(), key=lambda session: (session.starts_at, session.pk))


@dataclass(frozen=True)
class Sight:
    """A set as one actor may see it."""

    seal: Seal
    # Has opened the seal, and has the right to.
    has_opened: bool = False
    # Boards that this person has to play before seeing them, opened or not.
    to_be_played: frozenset[int] = field(default_factory=frozenset)
    sees_all: bool = False

    def sees(self, number: int) -> bool:
        if self.sees_all:
            return True
        if number in self.to_be_played or number not in self.seal.numbers:
            return False
        return number not in self.seal.sealed or self.has_opened

    @property
    def seen(self) -> list[int]:
        return [number for number in self.seal.numbers if self.sees(number)]


def current_boards(board_set: BoardSet) -> QuerySet[Board]:
    return Board.objects.current().filter(board_set=board_set).order_by("number")


def board_set_seals(board_sets: Iterable[BoardSet]) -> dict[int, Seal]:
    """The seals of many sets, for the same few queries."""
    ids = [board_set.pk for board_set in board_sets]
    numbers: dict[int, list[int]] = defaultdict(list)
    boards = Board.objects.current().filter(board_set__in=ids).order_by("number")
    for set_id, number in boards.values_list("board_set_id", "number"):
        numbers[set_id].append(number)
    sections: dict[int, list[Section]] = defaultdict(list)
    used = Section.objects.filter(board_set__in=ids).select_related("session__event__club__federation")
    for section in used.defer("movement_data").order_by("session__starts_at", "session_id", "letter"):
        sections[section.board_set_id or 0].append(section)
    progress = _progress(ids)
    released = _released(ids)
    return {pk: _seal(tuple(numbers[pk]), tuple(sections[pk]), progress, released[pk]) for pk in ids}


def board_set_seal(board_set: BoardSet) -> Seal:
    return board_set_seals([board_set])[board_set.pk]


def is_open_to_all(board_set: BoardSet | None, number: int) -> bool:
    """Whether everybody may see the deal of a board; never where the deals are not known."""
    if board_set is None:
        return False
    seal = board_set_seal(board_set)
    return number in seal.numbers and number not in seal.sealed


def board_set_sight(actor: Actor, board_set: BoardSet) -> Sight:
    seal = board_set_seal(board_set)
    if actor.is_system:
        return Sight(seal, sees_all=True)
    opened = actor.user is not None and SealOpening.objects.filter(board_set=board_set, user=actor.user).exists()
    return Sight(
        seal=seal,
        has_opened=opened and may(actor, "deal.open", board_set),
        to_be_played=_to_be_played(actor.player, seal) if actor.player else frozenset(),
    )


def may_see(actor: Actor, board: Board) -> bool:
    """A deal that was dealt again is as sealed as the one that took its place."""
    return board_set_sight(actor, board.board_set).sees(board.number)


def still_plays(player: Player, board_set: BoardSet) -> bool:
    """Whether this person plays, or is entered for, a session with these boards and has not played all of them."""
    for section in Section.objects.filter(board_set=board_set).select_related("session"):
        session = section.session
        own = _own_contestants(player, session)
        if not own:
            continue
        plays = Play.objects.filter(at_the_table(own), section__session=session)
        if plays.filter(state=PlayState.DUE).exists():
            return True
        rounds = len(section.movement.rounds) if section.movement else None
        all_drawn = rounds is not None and session.round >= rounds
        if not session.is_over and not (all_drawn and plays.exists()):
            return True
    return False


def players_in(session: Session) -> set[int]:
    """Ids of all persons who play in a session, are entered for it, or substitute in it."""
    entered = Q(is_active=True, contestant__event=session.event_id) | Q(contestant__places__session=session)
    entrants = Entrant.objects.filter(entered, player__isnull=False).values_list(person_ids(), flat=True)
    substitutes = Substitution.objects.filter(place__session=session, withdrawn_at=None)
    return {*entrants, *substitutes.values_list(person_ids(), flat=True)}


def players_who_opened(board_set: BoardSet, player_ids: Collection[int]) -> list[Player]:
    """Those of these players who have looked at the sealed deals of a set."""
    users = SealOpening.objects.filter(board_set=board_set).values("user")
    return list(Player.objects.filter(pk__in=player_ids, user__in=users).order_by("display_name", "pk"))


class BoardProgress(NamedTuple):
    """How far a section is with a board: plays that are due, and the last round in which a table has it."""

    due: int
    last_round: int | None


def _progress(set_ids: list[int]) -> dict[tuple[int, int], BoardProgress]:
    """For each section and board that has plays."""
    rows = Play.objects.filter(section__board_set__in=set_ids).order_by().values_list("section_id", "board")
    due = Count("pk", filter=Q(state=PlayState.DUE))
    last_round = Max("round", filter=~Q(state=PlayState.DROPPED))
    return {
        (section_id, board): BoardProgress(left, last)
        for section_id, board, left, last in rows.annotate(left=due, last=last_round)
    }


def _released(set_ids: list[int]) -> dict[int, set[int]]:
    """The boards of each set that the director has opened to everybody."""
    released: dict[int, set[int]] = defaultdict(set)
    rows = BoardRelease.objects.filter(board_set__in=set_ids, withdrawn_at=None)
    for set_id, number in rows.values_list("board_set_id", "number"):
        released[set_id].add(number)
    return released


def _seal(
    numbers: tuple[int, ...],
    sections: tuple[Section, ...],
    progress: dict[tuple[int, int], BoardProgress],
    released: set[int],
) -> Seal:
    sealed = {
        number: reason
        for number in numbers
        if (reason := _seal_reason(number, sections, progress, released)) is not None
    }
    return Seal(numbers, sealed, sections)


def _seal_reason(
    number: int,
    sections: tuple[Section, ...],
    progress: dict[tuple[int, int], BoardProgress],
    released: set[int],
) -> SealReason | None:
    """The strongest reason that any section has; None for a board that is open to all."""
    if not sections:
        return SealReason.UNUSED
    reasons = {_seal_reason_in(section, progress.get((section.pk, number))) for section in sections}
    if number in released:
        reasons.discard(SealReason.ROUND)
    return next(
        (reason for reason in (SealReason.IN_PLAY, SealReason.AHEAD, SealReason.ROUND) if reason in reasons), None
    )


def _seal_reason_in(section: Section, progress: BoardProgress | None) -> SealReason | None:
    session = section.session
    if progress is not None and progress.due:
        return SealReason.IN_PLAY
    if session.is_over:
        return None
    # A round that is not drawn yet may still bring the board to a table.
    if progress is None:
        return SealReason.AHEAD
    # Where tables go on by themselves, the session plays the round of its slowest table.
    return SealReason.ROUND if progress.last_round is not None and progress.last_round >= session.round else None


def _to_be_played(player: Player, seal: Seal) -> frozenset[int]:
    """Boards that this person has not played and may still have to play, in any session of the set."""
    hidden: set[int] = set()
    for session in {section.session_id: section.session for section in seal.sections}.values():
        own = _own_contestants(player, session)
        if not own:
            continue
        is_due: dict[int, bool] = {}
        plays = Play.objects.filter(at_the_table(own), section__session=session)
        for board, state in plays.values_list("board", "state"):
            is_due[board] = is_due.get(board, False) or state == PlayState.DUE
        hidden |= {board for board, due in is_due.items() if due}
        if not session.is_over:
            # What this person never meets in the movement is shown when it is open to all.
            hidden |= {number for number in seal.sealed if number not in is_due}
    return frozenset(hidden)


def _own_contestants(player: Player, session: Session) -> set[int]:
    """The contestants of a session's event for which somebody plays, by the indexes of this person's own rows."""
    entered = Entrant.objects.filter(player=player, event=session.event_id).filter(
        Q(is_active=True) | Q(contestant__places__session=session)
    )
    substitutes = Substitution.objects.filter(player=player, place__session=session, withdrawn_at=None)
    return {
        *entered.values_list("contestant", flat=True),
        *substitutes.values_list("place__contestant", flat=True),
    }
