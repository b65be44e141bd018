"""Who must not see a case yet: whoever has still to play its board (Law 16D)."""

from __future__ import annotations

from appeals.models import Appeal
from core.actors import Actor
from events.selectors.officials import hidden_boards
from events.selectors.seal import board_set_sight


def yet_to_play(actor: Actor, appeal: Appeal) -> bool:
    """In this session, or in another one to which the same boards go."""
    board, play = appeal.ruling.board, appeal.ruling.play
    if board is None:
        return False
    if board in hidden_boards(actor, appeal.session):
        return True
    boards = play.section.board_set if play is not None else None
    return boards is not None and actor.player is not None and board in board_set_sight(actor, boards).to_be_played


def sees_cards(actor: Actor, appeal: Appeal) -> bool:
    """Whether the seal of the board is open to somebody: a table, here or elsewhere, may still have to play it."""
    play = appeal.ruling.play
    if play is None or play.section.board_set is None:
        return False
    return board_set_sight(actor, play.section.board_set).sees(play.board)
