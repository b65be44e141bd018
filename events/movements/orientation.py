"""Who sits North-South: turning tables and last rounds until influence is as even as it gets."""

import numpy as np
import numpy.typing as npt

from events.movements.starters import Rows

Signs = npt.NDArray[np.float64]


def influence_variance(rows: Rows, pairs: int, turned: npt.NDArray[np.float64]) -> float:
    """The variance of the influence of each two pairs, with `turned` (rounds x tables) of 1 and -1."""
    sets = 1 + max(cell.board_set for row in rows for cell in row)
    signs = np.zeros((sets, pairs))
    for number, row in enumerate(rows):
        for at, cell in enumerate(row):
            signs[cell.board_set, cell.ns] = turned[number, at]
            signs[cell.board_set, cell.ew] = -turned[number, at]
    return _variance(signs, _meetings(rows, pairs) * len(rows[0]))


def _meetings(rows: Rows, pairs: int) -> npt.NDArray[np.float64]:
    met = np.zeros((pairs, pairs))
    for cell in (cell for row in rows for cell in row):
        met[cell.ns, cell.ew] = met[cell.ew, cell.ns] = 1
    return met


def _variance(signs: Signs, meetings: npt.NDArray[np.float64]) -> float:
    size = len(meetings)
    influence = signs.T @ signs + meetings
    total = influence.sum() - np.trace(influence)
    squares = (influence**2).sum() - (np.diag(influence) ** 2).sum()
    amount = size * (size - 1)
    return float(squares / amount - (total / amount) ** 2)


def turn_tables(rows: Rows, pairs: int, most_switched: int) -> tuple[tuple[int, ...], int]:
    """Which tables to turn throughout, and how many last rounds to switch at every table."""
    best: tuple[float, tuple[int, ...], int] | None = None
    for switched in range(most_switched + 1):
        flips, variance = _climb(rows, pairs, switched)
        if best is None or variance < best[0] - 1e-9:
            best = (variance, flips, switched)
    assert best is not None
    return best[1], best[2]


def _climb(rows: Rows, pairs: int, switched: int) -> tuple[tuple[int, ...], float]:
    """Turn one table after the other while that helps."""
    by_table = _table_signs(rows, pairs, switched)
    meetings = _meetings(rows, pairs) * len(rows[0])
    flips = [0] * len(by_table)
    signs = by_table.sum(axis=0)
    now = _variance(signs, meetings)
    improved = True
    while improved:
        improved = False
        for table, own in enumerate(by_table):
            trial = signs + (2 if flips[table] else -2) * own
            variance = _variance(trial, meetings)
            if variance < now - 1e-9:
                flips[table] ^= 1
                signs, now, improved = trial, variance, True
    return tuple(flips), now


def _table_signs(rows: Rows, pairs: int, switched: int) -> Signs:
    """For each table, the direction every pair has there on every board set."""
    sets = 1 + max(cell.board_set for row in rows for cell in row)
    signs = np.zeros((len(rows[0]), sets, pairs))
    for number, row in enumerate(rows):
        way = -1 if number >= len(rows) - switched else 1
        for cell in row:
            signs[cell.table, cell.board_set, cell.ns] = way
            signs[cell.table, cell.board_set, cell.ew] = -way
    return signs


def turn_cells(rows: Rows, pairs: int) -> Rows:
    """For small written-out designs: turn single meetings while that helps."""
    turned = np.ones((len(rows), len(rows[0])))
    now, improved = influence_variance(rows, pairs, turned), True
    while improved:
        improved = False
        for at in np.ndindex(turned.shape):
            turned[at] *= -1
            variance = influence_variance(rows, pairs, turned)
            if variance < now - 1e-9:
                now, improved = variance, True
            else:
                turned[at] *= -1
    return [
        [cell if turned[number, at] > 0 else cell.turned() for at, cell in enumerate(row)]
        for number, row in enumerate(rows)
    ]
