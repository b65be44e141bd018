"""What looks wrong in a session's results, and boards that may have been fouled, as far as somebody may know of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.actors import Actor
from events.models import Board, Section
from events.selectors.seal import board_set_sight
from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.fit import Tricks
from scoring.engine.fouled import Foul, find_foul
from scoring.engine.suspects import PlacedResult, Suspicion, suspects
from scoring.models import BoardResult
from scoring.selectors.fouled import Forms, board_forms

# A fouled board is named on the desk when it is this likely; on the board's own page always.
WORTH_SAYING = 0.75


@dataclass(frozen=True)
class FouledBoard:
    """A board of a section that seems to have changed on its way."""

    section: int
    board: int
    foul: Foul
    before: tuple[PlacedResult, ...]
    after: tuple[PlacedResult, ...]

    @property
    def round(self) -> int:
        """The first round in which the board was another one."""
        return self.after[0].round


@dataclass(frozen=True)
class Oddities:
    suspicions: tuple[Suspicion, ...]
    fouled: tuple[FouledBoard, ...]


def oddities(
    *, actor: Actor, sections: Sequence[Section], results: Sequence[BoardResult], hidden: set[int]
) -> Oddities:
    """Worked out once for each state of the results, as this person may see them. `results` carry their plays."""
    visible = [result for result in results if result.play.board not in hidden]
    marked, tricks = _boards(actor, sections)
    forms = board_forms(section.pk for section in sections)
    placed = tuple(results_to_compare(visible, {section.pk: section for section in sections}, marked, forms))
    return _find_oddities(placed, _TricksKey(tricks), frozenset(forms.decided_boards()))


class _TricksKey:
    """Double dummy as the key of a cache: the same deals have the same tricks."""

    def __init__(self, tricks: dict[Hashable, Tricks]) -> None:
        self.tricks = tricks
        self.key = json.dumps(
            sorted((str(deal), tricks_of_deal) for deal, tricks_of_deal in tricks.items()), sort_keys=True
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TricksKey) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=16)
def _find_oddities(
    placed: tuple[PlacedResult, ...], tricks_key: _TricksKey, decided_boards: frozenset[tuple[int, int]]
) -> Oddities:
    undecided = [result for result in placed if (result.section, result.board) not in decided_boards]
    return Oddities(tuple(suspects(placed, tricks_key.tricks)), tuple(_fouled(undecided)))


def results_to_compare(
    results: Iterable[BoardResult],
    sections: dict[int, Section],
    marked: dict[tuple[int, int], Conditions],
    forms: Forms | None = None,
) -> list[PlacedResult]:
    """With `forms` the results of a fouled board are held against those on the same cards only."""
    placed = []
    for board_result in results:
        result = board_result.result
        if result is None:
            continue
        play = board_result.play
        cards = (sections[play.section_id].board_set_id or 0, play.board)
        conditions = marked.get(cards) or Conditions.of(play.board)
        group = forms.group(play) if forms else ""
        deal: Hashable = (*cards, group) if group else cards
        # Whoever sat the other way and was put right is no longer odd.
        checked = board_result.checked_at is not None
        placed.append(
            PlacedResult(
                play.pk, play.section_id, play.round, play.table, play.board, deal, result, conditions, checked
            )
        )
    return placed


def _boards(
    actor: Actor, sections: Sequence[Section]
) -> tuple[dict[tuple[int, int], Conditions], dict[Hashable, Tricks]]:
    """How the boards are marked, and double dummy of those that this person may see."""
    sets = {section.board_set_id: section.board_set for section in sections if section.board_set is not None}
    if not sets:
        return {}, {}
    sights = {pk: board_set_sight(actor, board_set) for pk, board_set in sets.items()}
    marked: dict[tuple[int, int], Conditions] = {}
    tricks: dict[Hashable, Tricks] = {}
    boards = Board.objects.current().filter(board_set__in=sets)
    columns = ("board_set_id", "number", "dealer", "vulnerable", "double_dummy")
    for pk, number, dealer, vulnerable, double_dummy in boards.values_list(*columns):
        marked[pk, number] = Conditions(Seat(dealer), Vulnerability.parse(vulnerable))
        if double_dummy and sights[pk].sees(number):
            tricks[pk, number] = double_dummy
    return marked, tricks


def marked_boards(sections: Collection[Section]) -> dict[tuple[int, int], Conditions]:
    sets = {section.board_set_id for section in sections if section.board_set_id}
    boards = Board.objects.current().filter(board_set__in=sets) if sets else Board.objects.none()
    return {
        (pk, number): Conditions(Seat(dealer), Vulnerability.parse(vulnerable))
        for pk, number, dealer, vulnerable in boards.values_list("board_set_id", "number", "dealer", "vulnerable")
    }


def _fouled(placed: Sequence[PlacedResult]) -> list[FouledBoard]:
    travelled: dict[tuple[int, int], list[PlacedResult]] = defaultdict(list)
    for result in placed:
        travelled[result.section, result.board].append(result)
    fouled = [board for group in travelled.values() if (board := fouled_board(group))]
    return sorted(
        (board for board in fouled if board.foul.likelihood >= WORTH_SAYING), key=lambda board: -board.foul.likelihood
    )


def fouled_board(placed: Sequence[PlacedResult]) -> FouledBoard | None:
    """Where a board of one section most likely changed, in the order in which it travelled."""
    ordered = sorted(placed, key=lambda result: (result.round, result.table))
    foul = find_foul([result.comparable for result in ordered])
    if foul is None or not ordered:
        return None
    first = ordered[0]
    return FouledBoard(first.section, first.board, foul, tuple(ordered[: foul.after]), tuple(ordered[foul.after :]))
