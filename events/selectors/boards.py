"""Sets of boards: a club's list, what a section needs of one, and a board as a value."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Club, Role, RoleGrant, User
from clubs.selectors.memberships import current_memberships
from clubs.selectors.visible import sees_everything, visible_clubs
from core.actors import Actor
from events.models import Board, BoardSet, DealFile, Play, Section
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.selectors.events import count_subquery
from events.selectors.tables import ranges
from jobs.models import Job
from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.interchange.deals import BoardDeal

# Whose clubs' sets are there before anybody has played them.
KEEPERS = (Role.SECRETARY, Role.DIRECTOR)
MOST_OFFERED = 100


def club_board_sets(club: Club, words: str = "") -> QuerySet[BoardSet]:
    """The club's sets, newest first, each with `board_count`; found by their names and by the events they serve."""
    board_sets = BoardSet.objects.filter(club=club)
    for word in words.split():
        used_in = Section.objects.filter(session__event__name__mentions=word, board_set__club=club)
        board_sets = board_sets.filter(Q(name__mentions=word) | Q(pk__in=used_in.values("board_set")))
    return _for_list(board_sets)


def _for_list(board_sets: QuerySet[BoardSet]) -> QuerySet[BoardSet]:
    return with_counts(board_sets).select_related("made_by__player").order_by("-made_at", "-pk")


def choosable_board_sets(section: Section) -> QuerySet[BoardSet]:
    """The newest sets that a section may take: not those that every session has finished with; its own always."""
    used = Section.objects.filter(board_set=OuterRef("pk")).order_by()
    fits = ~Exists(used) | Q(pk=section.board_set_id)
    if not section.session.is_over:
        fits |= Q(Exists(used.exclude(session__state=SessionState.FINISHED)))
    board_sets = BoardSet.objects.filter(club=section.club).order_by("-made_at", "-pk")
    newest = Q(pk__in=list(board_sets.values_list("pk", flat=True)[:MOST_OFFERED])) | Q(pk=section.board_set_id)
    return _for_list(BoardSet.objects.filter(fits, newest))


def with_counts(board_sets: QuerySet[BoardSet]) -> QuerySet[BoardSet]:
    return board_sets.annotate(
        board_count=count_subquery(Board.objects.current().filter(board_set=OuterRef("pk")), "board_set")
    )


def boards_in_play(section: Section) -> list[int]:
    """The numbers of the boards that the section's tables play; none while it has no movement."""
    movement = section.movement
    numbers = {section.board(board) for seating in movement.seatings() for board in seating.boards} if movement else ()
    played = Play.objects.filter(section=section).order_by().values_list("board", flat=True).distinct()
    return sorted({*numbers, *played})


def missing_in(board_set: BoardSet, numbers: Collection[int]) -> list[int]:
    existing = Board.objects.current().filter(board_set=board_set).values_list("number", flat=True)
    return sorted(set(numbers) - set(existing))


def was_played(board_set: BoardSet, number: int) -> bool:
    """Whether any table has played this board out of this set."""
    plays = Play.objects.filter(section__board_set=board_set, board=number, state=PlayState.DONE)
    return plays.exists()


def as_deal(board: Board) -> BoardDeal:
    return BoardDeal(
        board.number,
        Seat.parse(board.dealer),
        Vulnerability.parse(board.vulnerable),
        Deal.parse(board.deal, partial=True),
    )


def latest_analysis_job(board_set: BoardSet) -> Job | None:
    """The latest job that computes double dummy for a set."""
    return Job.objects.filter(key=board_set.key, club=board_set.club_id).order_by("-pk").first()


def board_ranges(numbers: Iterable[int]) -> str:
    """Board numbers as people write them: 1–24, 28."""
    return ranges(sorted(set(numbers)))


def own_deal_files(actor: Actor) -> QuerySet[DealFile]:
    """Files of sealed sets that this person alone may take."""
    deal_files = DealFile.objects.filter(user=actor.user_id or 0, withdrawn_at=None)
    return deal_files.select_related("board_set__club__federation").order_by("-named_at")


def visible_sets(actor: Actor) -> QuerySet[BoardSet]:
    """Sets that may be there for this person: those of clubs they keep boards for, and those that sessions play.

    Of the latter only what is open is shown; a set with nothing open is not there (see `events.selectors.seal`).
    """
    board_sets = BoardSet.objects.select_related("club__federation", "made_by__player")
    if sees_everything(actor):
        return board_sets
    club_ids = [grant.club_id for grant in actor.grants if grant.club_id and grant.role in KEEPERS]
    played = Q(sections__isnull=False, club__in=visible_clubs(actor).values("pk"))
    return board_sets.filter(Q(club__in=club_ids) | played).distinct()


def possible_recipients(club: Club, at: datetime) -> QuerySet[User]:
    """Whom a file for the dealing machine can be given to: accounts with a role in the club, and its members'."""
    roles = RoleGrant.objects.in_force(at).filter(club=club).values("user")
    members = current_memberships(day=club.day(at)).filter(club=club).values("player__user")
    users = User.objects.filter(Q(pk__in=roles) | Q(pk__in=members), is_active=True)
    return users.select_related("player").order_by("player__display_name", "email")
