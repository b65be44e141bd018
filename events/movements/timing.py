"""How long a session takes: 7 to 7.5 minutes a board, a little more for short rounds."""

from math import ceil

USUAL_ROUND = {1: 8, 2: 15, 3: 22}
LONG_ROUND_PER_BOARD = 7


def round_minutes(boards: int, per_board: float | None = None) -> int:
    """Minutes for a round with its move. Short rounds carry more of the moving."""
    if per_board is not None:
        return ceil(boards * per_board)
    return USUAL_ROUND.get(boards, LONG_ROUND_PER_BOARD * boards)


def session_minutes(rounds: int, boards: int, per_board: float | None = None) -> int:
    return rounds * round_minutes(boards, per_board)


def boards_in(minutes: int, per_board: float | None = None) -> int:
    """How many boards fit into so many minutes."""
    return max(1, int(minutes / (per_board or 7.5)))
