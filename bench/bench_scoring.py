"""The scoring engine: what each result costs while the field grows. What a rescore costs as a whole: `rescore`."""

import gc
import tracemalloc
from random import Random

from bench.measure import Row, at_most, medians, timed
from scoring.engine.methods import CROSS_IMPS, MATCHPOINTS, Method
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Scoresheet

PLUS = (0, 50, 90, 100, 110, 120, 140, 150, 170, 200, 300, 400, 420, 430, 450, 460, 480, 500, 620, 650, 980, 1430)
SCORES = [*PLUS, *(-score for score in PLUS[1:])]
BOARDS, MISSING = 25, 4
SIZES = (1_000, 10_000, 100_000)


def field(results: int) -> Scoresheet:
    """A Mitchell of one section; boards miss 0, 1, ... results, so that Neuberg has work to do."""
    chance = Random(7)
    boards = []
    for board in range(BOARDS):
        favoured = chance.choices(SCORES, k=6)
        lines = [
            Line.played(
                f"n{ns}",
                f"e{(ns + board) % results}",
                chance.choice(favoured) if chance.random() < 0.8 else chance.choice(SCORES),
            )
            for ns in range(board % (MISSING + 1), results)
        ]
        boards.append(Board(board + 1, tuple(lines)))
    return Scoresheet(tuple(boards))


def run() -> list[Row]:
    """Time and memory for each result; the smallest field is the yardstick."""
    sheets = [field(size // BOARDS) for size in SIZES]
    return [row for method in (MATCHPOINTS, CROSS_IMPS) for row in _curve(sheets, method)]


def _curve(sheets: list[Scoresheet], method: Method) -> list[Row]:
    runs = [timed(lambda sheet=sheet: score_session(sheet, method)) for sheet in sheets]
    counts = [sum(len(board.lines) for board in sheet.boards) for sheet in sheets]
    times = [second * 1e6 / count for second, count in zip(medians(*runs, times=5), counts, strict=True)]
    peaks = [_peak(sheet, method) / count for sheet, count in zip(sheets, counts, strict=True)]
    rows = []
    for size, spent, peak in zip(SIZES, times, peaks, strict=True):
        rows.append(at_most(f"{method.name}, {size:,} results: time for each", spent, times[0], "us", 1.25))
        rows.append(at_most(f"{method.name}, {size:,} results: memory for each", peak, peaks[0], "B", 1.25))
    return rows


def _peak(sheet: Scoresheet, method: Method) -> int:
    gc.collect()
    tracemalloc.start()
    score_session(sheet, method)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    from bench.measure import show

    print(show(run()))
