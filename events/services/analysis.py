"""Double dummy and par for the boards of a set, in the background."""

from __future__ import annotations

from core import transaction
from core.actors import Actor
from core.permissions import require
from events.models import Board, BoardSet
from events.selectors.boards import as_deal
from events.selectors.seal import current_boards
from jobs import services as jobs
from jobs.models import Job
from jobs.registry import Finish, ProgressReport

KIND = "boards.analyse"
# Enough to keep the machine's cores busy, few enough for a bar that moves.
BATCH = 18


class AnalysisFailed(Exception):
    """Says nothing of the cards: it stands on the page of background work."""


@transaction.atomic
def ask_for_analysis(*, actor: Actor, board_set: BoardSet) -> Job:
    """Asked again while it waits, it adds nothing; what has been computed stays."""
    require(actor, "deal.make", board_set)
    return jobs.ask(
        kind=KIND,
        key=board_set.key,
        at=actor.at,
        arguments={"board_set": board_set.pk},
        club_id=board_set.club_id,
        asked_by_id=actor.user_id,
    )


def analyse_set(set_id: int, report: ProgressReport) -> Finish:
    """Each batch is kept at once, so that a job that is killed goes on where it was."""
    boards = current_boards(BoardSet.objects.get(pk=set_id))
    skipped: dict[int, int] = {}
    total = boards.count()
    while batch := list(boards.filter(double_dummy__isnull=True).exclude(pk__in=skipped)[:BATCH]):
        left = boards.filter(double_dummy__isnull=True).count()
        report(total - left, total)
        complete = [board for board in batch if as_deal(board).deal.complete]
        skipped |= {board.pk: board.number for board in batch if board not in complete}
        analyse_boards(complete)
    return lambda: {"boards": total - len(skipped), "skipped": sorted(skipped.values())}


def analyse_boards(boards: list[Board]) -> None:
    # Here and not above: endplay loads matplotlib, which the web has no use for.
    from events.double_dummy import analyse

    try:
        results = analyse([as_deal(board) for board in boards])
    except Exception as error:
        numbers = ", ".join(str(board.number) for board in boards)
        raise AnalysisFailed(f"Boards {numbers} cannot be analysed ({type(error).__name__}).") from None
    for board, result in zip(boards, results, strict=True):
        board.double_dummy, board.par = result.tricks, result.par
    Board.objects.bulk_update(boards, ["double_dummy", "par"])
