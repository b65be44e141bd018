"""A hand out of the boards of a session, for whoever may see it."""

from __future__ import annotations

from core.actors import Actor
from events.models import Board
from events.selectors.boards import as_deal
from events.selectors.seal import board_set_sight
from rulings.case_places import Where
from scoring.engine.cards import Seat


def hand_from_board(actor: Actor, where: Where, seat: str) -> str:
    """`AKQ2.J54.T98.762`; empty where no board holds it or the board is sealed for whoever asks."""
    if where.section is None or where.section.board_set is None or where.board is None:
        return ""
    board_set = where.section.board_set
    if not board_set_sight(actor, board_set).sees(where.board):
        return ""
    board = Board.objects.current().filter(board_set=board_set, number=where.board).first()
    hand = as_deal(board).deal.hand(Seat(seat)) if board else None
    return str(hand) if hand else ""
