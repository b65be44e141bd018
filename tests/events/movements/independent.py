"""A second opinion: a checker that reads only the JSON form and shares no code with the package."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

Data = dict[str, Any]


def sides(row: Data) -> tuple[list[int], list[int]]:
    if "seats" in row:
        north, east, south, west = row["seats"]
        return [north, south], [east, west]
    return [row["ns"]], [row["ew"]]


def everyone(row: Data) -> list[int]:
    ns, ew = sides(row)
    return ns + ew


def rows(data: Data) -> Iterator[Data]:
    for round_ in data["rounds"]:
        yield from round_


def problems(data: Data, *, places: int = 1, meetings: int = 1, times_per_board: int = 1) -> list[str]:
    """What is wrong with a movement; an empty list for a sound one."""
    data.setdefault("copies", 1)
    return [
        *placing(data, places),
        *crowding(data),
        *repeats(data, meetings, times_per_board),
    ]


def placing(data: Data, places: int) -> Iterator[str]:
    numbers = set(range(1, data["contestants"] + 1))
    for index, round_ in enumerate(data["rounds"], start=1):
        seats = Counter(x for row in round_ for x in everyone(row))
        out = Counter(data["sitting_out"][index - 1])
        for x in numbers:
            if seats[x] + places * out[x] != places:
                yield f"round {index}: {x} has {seats[x]} seats and {out[x]} sit-outs"
        strangers = (set(seats) | set(out)) - numbers
        if strangers:
            yield f"round {index}: strangers {strangers}"
        tables = Counter(row["table"] for row in round_)
        if max(tables.values(), default=1) > 1:
            yield f"round {index}: a table twice"


def crowding(data: Data) -> Iterator[str]:
    for index, round_ in enumerate(data["rounds"], start=1):
        at: dict[int, list[Data]] = {}
        for row in round_:
            for board in row["boards"]:
                at.setdefault(board, []).append(row)
        for board, found in at.items():
            sharing = [row for row in found if row.get("shared")]
            if len(found) - len(sharing) + bool(sharing) > data["copies"]:
                yield f"round {index}: board {board} at {len(found)} tables"


def repeats(data: Data, meetings: int, times_per_board: int) -> Iterator[str]:
    met: Counter[frozenset[int]] = Counter()
    held: Counter[tuple[int, int]] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    for row in rows(data):
        ns, ew = sides(row)
        for a, b in product(ns, ew):
            met[frozenset((a, b))] += 1
        if len(ns) == 2:
            partners.update((frozenset(ns), frozenset(ew)))
        for who, board in product(ns + ew, row["boards"]):
            held[who, board] += 1
    yield from (f"{sorted(two)} meet {n} times" for two, n in met.items() if n > meetings)
    yield from (f"{sorted(two)} are partners {n} times" for two, n in partners.items() if n > 1)
    yield from (f"{who} holds board {board} {n} times" for (who, board), n in held.items() if n > times_per_board)


def board_sets(data: Data) -> set[tuple[int, ...]]:
    return {tuple(row["boards"]) for row in rows(data)}


def sets_held(data: Data) -> dict[int, list[tuple[int, ...]]]:
    held: dict[int, list[tuple[int, ...]]] = {x: [] for x in range(1, data["contestants"] + 1)}
    for row in rows(data):
        for x in everyone(row):
            held[x].append(tuple(row["boards"]))
    return held


def howell_problems(data: Data, rounds: int) -> list[str]:
    """The full claim of a Howell design H(rounds, 2n): every pair plays every set exactly once."""
    found = problems(data)
    sets = board_sets(data)
    if len(data["rounds"]) != rounds or len(sets) != rounds:
        found.append(f"{len(data['rounds'])} rounds and {len(sets)} sets instead of {rounds}")
    for x, held in sets_held(data).items():
        if sorted(held) != sorted(sets):
            found.append(f"{x} does not play every set once")
    for index, round_ in enumerate(data["rounds"], start=1):
        used = [tuple(row["boards"]) for row in round_]
        if len(set(used)) != len(used):
            found.append(f"round {index}: two tables share a set")
    return found
