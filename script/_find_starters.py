"""Search for every Howell design up to 40 tables and every whist tournament up to 40 players.

The search is seeded: the same arguments give the same files, `events/movements/data/howell.txt` and `whist.txt`.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from events.movements.design_search import find_grid, find_lines
from events.movements.designs import Design, Form, decode, encode, stored_lines
from events.movements.orientation import influence_variance, turn_cells, turn_tables
from events.movements.starter_search import find_starter
from events.movements.starters import Grid, Lines
from events.movements.whist import SIZES, whist_starter
from events.movements.whist import encode as encode_whist
from events.movements.whist_search import find_whist

DATA = Path(__file__).resolve().parent.parent / "events" / "movements" / "data"
HEADER = """\
# Howell designs H(rounds, pairs), made by script/find_starters. One character a figure; see designs.py.
# starter PAIRS ROUNDS couples singles adders turned-tables switched-rounds
# sharing the same, where two tables share their boards
# lines   PAIRS ROUNDS upper+lower+outside+last across adders turned-tables switched-rounds
# grid    PAIRS ROUNDS rounds, with _ where a board set rests - 0
"""
WHIST_HEADER = """\
# Whist tournaments, made by script/find_starters. One character a figure; see whist.py.
# whist PLAYERS GROUP tables-N-E-S-W board-adders
"""
WHIST_GROUPS = {9: (3, 3), 25: (5, 5)}
# Small designs are worth several searches, of which the best balanced is kept.
SEARCHES = {n: 60 if n <= 8 else 20 if n <= 13 else 3 for n in range(2, 100)}
GRIDS = {(8, 6), (10, 8)}
MOST_LINES = 22


def wanted(most_tables: int) -> list[tuple[int, int]]:
    sizes = [(2 * n, s) for n in range(4, most_tables + 1) for s in range(n + 1, 2 * n)]
    return [size for size in sizes if size != (8, 5)]


def forms(pairs: int, rounds: int) -> Iterator[Form | None]:
    tables = pairs // 2
    for seed in range(SEARCHES[tables]):
        if (pairs, rounds) in GRIDS:
            grid = find_grid(pairs, rounds, seed)
            yield oriented(grid) if grid else None
        elif rounds == tables + 1 and tables % 2 == 0:
            yield from hesitation(tables, seed)
        else:
            yield find_starter(rounds, tables, seed)


def hesitation(tables: int, seed: int) -> Iterator[Form | None]:
    """No starter has one round more than an even number of tables: two lines, or two tables that share."""
    if tables > MOST_LINES:
        yield find_starter(tables + 1, tables, seed, sharing=True)
    elif seed == 0 or tables <= 14:
        yield find_lines(tables, seed)


def oriented(grid: Grid) -> Grid:
    """Written-out designs carry their directions in the order of each two pairs."""
    rows = turn_cells(grid.rows(), grid.pairs)
    cells = [[None] * len(rows) for _ in rows]
    for number, row in enumerate(rows):
        for cell in row:
            cells[number][cell.board_set] = (cell.ns, cell.ew)
    return Grid(grid.pairs, tuple(tuple(row) for row in cells))


def best_design(pairs: int, rounds: int) -> Design | None:
    candidates = [turned(form, rounds) for form in forms(pairs, rounds) if form is not None]
    return min(candidates, key=variance, default=None)


def turned(form: Form, rounds: int) -> Design:
    if isinstance(form, Grid):
        return Design(form, rounds, (), 0)
    flips, switched = turn_tables(form.rows(), form.pairs, most_switched=rounds // 4 + 1)
    if isinstance(form, Lines) and not any(flips):
        flips = ()
    return Design(form, rounds, flips, switched)


def variance(design: Design) -> float:
    rows = design.rows()
    return influence_variance(rows, design.pairs, np.ones((len(rows), len(rows[0]))))


def search(sizes: list[tuple[int, int]]) -> list[str]:
    lines = []
    for pairs, rounds in sizes:
        design = best_design(pairs, rounds)
        if design is None:
            sys.exit(f"no design found for {pairs} pairs and {rounds} rounds; try more attempts")
        lines.append(encode(design))
        print(f"{pairs} pairs, {rounds} rounds: balance {variance(design):.2f}", file=sys.stderr, flush=True)
    return lines


def whist_line(players: int) -> str:
    order = players - 1 if players % 4 == 0 else players
    initial_round = find_whist(players, WHIST_GROUPS.get(players, (order,)))
    if initial_round is None:
        sys.exit(f"no whist tournament found for {players} players; try more attempts")
    print(f"{players} players: found", file=sys.stderr, flush=True)
    return encode_whist(initial_round)


def check() -> None:
    for line in stored_lines().values():
        flaw = decode(line).form.flaw()
        if flaw:
            sys.exit(f"{line}: {flaw}")
    print(f"{len(stored_lines())} Howell designs are sound")
    print(f"{sum(whist_starter(size) is not None for size in SIZES)} whist tournaments are sound")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, help="print the designs for this number of pairs, write nothing")
    parser.add_argument("--players", type=int, help="print the whist tournament for so many, write nothing")
    parser.add_argument("--most-tables", type=int, default=40)
    parser.add_argument("--check", action="store_true", help="verify the stored files, search nothing")
    options = parser.parse_args()
    if options.check:
        check()
    elif options.players:
        print(whist_line(options.players))
    elif options.pairs:
        print("\n".join(search([size for size in wanted(options.pairs // 2) if size[0] == options.pairs])))
    else:
        (DATA / "howell.txt").write_text(HEADER + "\n".join(search(wanted(options.most_tables))) + "\n", "ascii")
        (DATA / "whist.txt").write_text(WHIST_HEADER + "\n".join(map(whist_line, SIZES)) + "\n", "ascii")


if __name__ == "__main__":
    main()
