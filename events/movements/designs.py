"""The stored Howell designs: one line of text each, verified when it is used.

A line names the form, the pairs, the rounds, the figures of the form, which tables are turned for
balance, and how many last rounds are arrow-switched. A figure is one character of `DIGITS`.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources

from events.movements.starters import Grid, Lines, Rows, Starter

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+,-./:;<=>?@"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}
NOTHING = "_"

Form = Starter | Lines | Grid


class DataError(ValueError):
    """A stored design is not what it claims to be; `script/find_starters` makes the file again."""


@dataclass(frozen=True, slots=True)
class Design:
    """A Howell design with the choice of who sits North-South."""

    form: Form
    rounds: int
    flips: tuple[int, ...]
    switched: int

    @property
    def pairs(self) -> int:
        return self.form.pairs

    @property
    def stationary(self) -> tuple[int, ...]:
        return tuple(self.form.stationary) if isinstance(self.form, Starter) else ()

    def rows(self) -> Rows:
        turned = {table for table, flip in enumerate(self.flips) if flip}
        begin = self.rounds - self.switched
        return [
            [cell.turned() if (cell.table in turned) != (number >= begin) else cell for cell in row]
            for number, row in enumerate(self.form.rows())
        ]


@cache
def design(pairs: int, rounds: int) -> Design | None:
    """The stored design H(rounds, pairs), checked; None where there is none."""
    line = stored_lines().get((pairs, rounds))
    if line is None:
        return None
    stored = decode(line)
    flaw = stored.form.flaw()
    if flaw is not None or (stored.pairs, stored.rounds) != (pairs, rounds):
        raise DataError(f"design {rounds}x{pairs}: {flaw or 'the line holds another design'}")
    return stored


def rounds_on_file(pairs: int) -> tuple[int, ...]:
    """The numbers of rounds for which a design is stored, lowest first."""
    return tuple(sorted(rounds for number, rounds in stored_lines() if number == pairs))


@cache
def stored_lines() -> dict[tuple[int, int], str]:
    text = resources.files("events.movements").joinpath("data/howell.txt").read_text("ascii")
    lines = (line for line in text.splitlines() if line and not line.startswith("# "))
    return {(int(line.split(" ", 3)[1]), int(line.split(" ", 3)[2])): line for line in lines}


def encode(stored: Design) -> str:
    flips = "".join(map(str, stored.flips)) or NOTHING
    name, fields = _fields(stored.form)
    return " ".join([name, str(stored.pairs), str(stored.rounds), *fields, flips, str(stored.switched)])


def _fields(form: Form) -> tuple[str, list[str]]:
    if isinstance(form, Starter):
        couples = [x for couple in form.couples for x in couple]
        return "sharing" if form.sharing else "starter", [_pack(couples), _pack(form.singles), _pack(form.adders)]
    if isinstance(form, Lines):
        fixed = (*form.upper, *form.lower, *form.outside, *form.last)
        return "lines", [_pack(fixed), _pack([x for pair in form.across for x in pair]), _pack(form.adders)]
    rows = ["".join(_pack(cell) if cell else NOTHING for cell in row) for row in form.cells]
    return "grid", ["|".join(rows)]


def decode(line: str) -> Design:
    name, pairs, rounds, *fields, flips, switched = line.split(" ")
    form: Form
    if name in ("starter", "sharing"):
        couples, singles, adders = map(_unpack, fields)
        form = Starter(int(rounds), _two_by_two(couples), singles, adders, name == "sharing")
    elif name == "lines":
        fixed, across, adders = map(_unpack, fields)
        upper, lower, outside, last = _two_by_two(fixed)
        form = Lines(int(pairs) // 2, upper, lower, outside, last, _two_by_two(across), adders)
    else:
        form = Grid(int(pairs), tuple(_grid_row(row) for row in fields[0].split("|")))
    turned = () if flips == NOTHING else tuple(map(int, flips))
    return Design(form, int(rounds), turned, int(switched))


def _grid_row(text: str) -> tuple[tuple[int, int] | None, ...]:
    cells: list[tuple[int, int] | None] = []
    at = 0
    while at < len(text):
        if text[at] == NOTHING:
            cells.append(None)
            at += 1
        else:
            cells.append((VALUES[text[at]], VALUES[text[at + 1]]))
            at += 2
    return tuple(cells)


def _pack(values: "tuple[int, ...] | list[int]") -> str:
    return "".join(DIGITS[value] for value in values) or NOTHING


def _unpack(text: str) -> tuple[int, ...]:
    return () if text == NOTHING else tuple(VALUES[digit] for digit in text)


def _two_by_two(values: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(values[::2], values[1::2], strict=True))
