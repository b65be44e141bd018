"""The deals that this person may see, as HandRecord has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.actors import Actor
from events.models import Board, Section
from events.selectors.boards import as_deal
from events.selectors.seal import board_set_sight, current_boards
from scoring.engine.cards import Seat, Strain
from scoring.engine.deal import SUITS
from scoring.interchange.bridgemate.records import (
    FileHand,
    FileRound,
)

Tricks = dict[tuple[int, int], Mapping[Seat, tuple[int, ...]]]


class SeenHands:
    """The deals of the boards in play that this person may see."""

    def __init__(
        self, actor: Actor, sections: Iterable[Section], idents: Mapping[int, int], rounds: Iterable[FileRound]
    ) -> None:
        self.rows: list[FileHand] = []
        self.tricks: Tricks = {}
        in_play: dict[int, set[int]] = {}
        for row in rounds:
            in_play.setdefault(row.section, set()).update(row.boards)
        for section in sections:
            if section.board_set is None:
                continue
            sight = board_set_sight(actor, section.board_set)
            ident = idents[section.pk]
            for board in current_boards(section.board_set).filter(number__in=in_play.get(ident, set())):
                if sight.sees(board.number):
                    self._add(ident, board)

    def _add(self, ident: int, board: Board) -> None:
        hands = dict(zip(Seat, as_deal(board).deal.completed(), strict=True))
        held = {
            seat: (hand.ranks(SUITS[0]), hand.ranks(SUITS[1]), hand.ranks(SUITS[2]), hand.ranks(SUITS[3]))
            for seat, hand in hands.items()
        }
        self.rows.append(FileHand(ident, board.number, held))
        if board.double_dummy:
            self.tricks[ident, board.number] = {
                seat: tuple(board.double_dummy[seat.value][strain.value] for strain in (*SUITS, Strain.NOTRUMP))
                for seat in Seat
            }
