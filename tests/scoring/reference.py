"""A second scorer: slow, obvious, and written without looking at the first.

Every result is compared with every other one, one pair of outcomes at a time, in fractions; the fast one
must agree.
"""

from fractions import Fraction

from scoring.engine.cards import Side
from scoring.engine.sheet import Award, Board, Level, Line, Outcomes, Scoresheet, Unit

F = Fraction
IMP_STEPS = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000]
IMP_STEPS += [2250, 2500, 3000, 3500, 4000]

#: name: (shown base, total base, decimals, half-even, sum of rounded, percent of rounded, win, sit-outs)
RULES = {
    "exact": ("session", "session", 2, False, False, False, 2, None),
    "ebuscore": ("session", "session", 2, False, True, False, 2, None),
    "scorebridge": ("session", "session", 1, False, True, False, 2, None),
    "magic": ("session", "session", 1, False, True, True, 2, None),
    "plain": ("own", "own", 2, False, False, False, 2, None),
    "compscore": ("board", "factor", 1, True, False, False, 2, "most"),
    "acbl": ("session", "session", 2, False, False, True, 1, "most"),
    "pianola": ("session", "session", 2, False, False, False, 2, "most"),
    "scorebridge-ties": ("ties", "ties", 1, False, True, False, 2, None),
}


def nearest(value: F, decimals: int, even: bool = False) -> F:
    ten = 10**decimals
    low = F((abs(value) * ten) // 1)
    rest = abs(value) * ten - low
    if rest > F(1, 2) or (rest == F(1, 2) and (not even or low % 2)):
        low += 1
    return (low if value >= 0 else -low) / ten


def imp(difference: int) -> int:
    size = sum(1 for step in IMP_STEPS if abs(difference) >= step)
    return size if difference > 0 else -size


def compare(own: Outcomes, other: Outcomes, side: Side) -> F:
    """Two for better, one for equal, over every pair of outcomes."""
    total = F(0)
    for mine, my_weight in own.scores:
        for theirs, their_weight in other.scores:
            ahead = (mine - theirs) * side.sign
            total += my_weight * their_weight * (2 if ahead > 0 else 1 if ahead == 0 else 0)
    return total


def rivals(board: Board, line: Line, side: Side) -> list[Outcomes]:
    return [
        other.value(side)
        for other in board.lines
        if other is not line and other.group == line.group and isinstance(other.value(side), Outcomes)
    ]


def relieved(board: Board, line: Line, worth) -> Line:
    """Law 12C1(e), as the formula reads: T + (A - N), never more than A; A <= N leaves the table score."""
    ruling = line.self_inflicted
    if ruling is None:
        return line
    nos = ruling.non_offenders
    t, n, a = (worth(board, line, part, nos) for part in (ruling.table, ruling.normal, ruling.adjusted))
    if a <= n:
        nos_value = os_value = ruling.table
    else:
        os_value = ruling.adjusted
        if t >= n:  # nothing of the damage was its own doing
            nos_value = ruling.adjusted
        else:
            parts = [
                *ruling.table.scores,
                *ruling.adjusted.scores,
                *((s, -w) for s, w in ruling.normal.scores),
            ]
            nos_value = Outcomes(tuple(parts))
    values = (nos_value, os_value) if nos is Side.NS else (os_value, nos_value)
    return Line(line.ns, line.ew, *values, group=line.group)


class Matchpoints:
    """The whole session at matchpoints under one profile."""

    def __init__(self, sheet: Scoresheet, profile: str) -> None:
        self.shown_base, self.total_base, self.decimals, self.even, *rest = RULES[profile]
        self.sum_rounded, self.percent_rounded, self.win, self.sit_out = rest
        worth = lambda board, line, part, side: sum(  # noqa: E731
            (compare(part, other, side) for other in rivals(board, line, side)), F(0)
        )
        self.boards = [Board(b.number, tuple(relieved(b, line, worth) for line in b.lines)) for b in sheet.boards]
        self.sheet = sheet
        self.most = max(len([1 for line in b.lines if line.counts]) for b in self.boards)
        self.lines: dict[tuple, tuple[F, F, F]] = {}
        self.score()

    def forms(self, board: Board) -> int:
        compared = [line for line in board.lines if any(isinstance(line.value(side), Outcomes) for side in Side)]
        return len({line.group for line in compared})

    def alone(self, board: Board, line: Line, side: Side) -> bool:
        return self.forms(board) > 1 and not rivals(board, line, side)

    def award(self, board: Board, line: Line, side: Side) -> Award | None:
        value = line.value(side)
        if isinstance(value, Award):
            return value
        return Award(Level.PLUS) if value is not None and self.alone(board, line, side) else None

    def scale(self, base: str, board: Board, results: int) -> int:
        lines = len([1 for line in board.lines if line.counts])
        return {"session": self.most, "factor": self.most, "ties": self.most, "board": lines, "own": results or lines}[
            base
        ]

    def points(self, board: Board, line: Line, side: Side, base: str) -> tuple[F, F]:
        """Points and top on the scale of `base`."""
        own = line.value(side)
        others = rivals(board, line, side)
        n = len(others) + 1
        raw = sum((compare(own, other, side) for other in others), F(0))
        e = self.scale(base, board, n)
        top = F(2 * (e - 1))
        field = e if base != "own" else len([1 for entry in board.lines if entry.counts])
        if self.forms(board) > 1 and n in (2, 3) and 3 * n <= field:
            value = top * (60 + (raw - (n - 1)) * 5) / 100
        elif base == "own":
            value = raw
        elif base == "ties":
            value = raw + e - n  # one point for each result that is missing
        elif base == "factor" and e != n:
            factor = nearest(F(e, n), 4)
            north = raw if side is Side.NS else 2 * (n - 1) - raw
            value = factor * (north + 1) - 1
            value = value if side is Side.NS else top - value
        else:
            value = (raw + 1) * e / n - 1
        return value * self.win / 2, top * self.win / 2

    def score(self) -> None:
        played: dict[str, list[tuple[F, F]]] = {who: [] for who in self.sheet.contestants}
        given: dict[str, list[tuple[F, F]]] = {who: [] for who in self.sheet.contestants}
        seats = [
            (b, line, side) for b in self.boards for line in b.lines for side in Side if line.value(side) is not None
        ]
        for board, line, side in seats:
            if self.award(board, line, side) is None:
                shown = nearest(self.points(board, line, side, self.shown_base)[0], self.decimals, self.even)
                value, top = self.points(board, line, side, self.total_base)
                counted = shown if self.sum_rounded else value
                self.lines[board.number, line.contestant(side)] = (shown, counted, top)
                played[line.contestant(side)].append((counted, top))
        for board, line, side in seats:
            award = self.award(board, line, side)
            if award is not None:
                who = line.contestant(side)
                self.lines[board.number, who] = self.artificial(board, line, side, award, played[who])
                given[who].append(self.lines[board.number, who][1:])
        self.totals(played, given)

    def artificial(self, board, line, side, award, others) -> tuple[F, F, F]:
        top = sum((t for _, t in others), F(0))
        own = 100 * sum((p for p, _ in others), F(0)) / top if top else None
        percent = award.base_percent
        if own is not None and award.level is Level.PLUS:
            percent = max(percent, own)
        if own is not None and award.level is Level.MINUS:
            percent = min(percent, own)
        n = len(rivals(board, line, side)) + isinstance(line.value(side), Outcomes)
        if not n:
            compared = [entry.group for entry in board.lines if isinstance(entry.value(side), Outcomes)]
            n = max((compared.count(group) for group in compared), default=0)
        tops = [F(self.win * (self.scale(base, board, n) - 1)) for base in (self.shown_base, self.total_base)]
        shown = nearest(tops[0] * percent / 100, self.decimals, self.even)
        return shown, shown if self.sum_rounded else tops[1] * percent / 100, tops[1]

    def totals(self, played, given) -> None:
        self.total: dict[str, F] = {}
        self.percent: dict[str, F | None] = {}
        counts = {who: len(played[who]) + len(given[who]) for who in played}
        full = {"most": max(counts.values()), None: 0}[self.sit_out]
        for who in played:
            both = played[who] + given[who]
            points, top = sum((p for p, _ in both), F(0)), sum((t for _, t in both), F(0))
            if full and counts[who]:
                points, top = points * full / counts[who], top * full / counts[who]
            for penalty in self.sheet.penalties:
                if penalty.contestant == who:
                    share = F(self.win * max(0, self.most - 1)) / 100 if penalty.unit is Unit.TOP_PERCENT else 1
                    points -= penalty.amount * share
            self.total[who] = points
            counted = (
                nearest(points, 1 if self.decimals == 1 and self.percent_rounded else 2)
                if self.percent_rounded
                else points
            )
            self.percent[who] = 100 * counted / top if top else None

    def rank(self, who: str) -> int:
        """One more than the number of those who did better."""
        mine = self.percent[who] or F(0)
        return 1 + sum(1 for other in self.percent.values() if (other or F(0)) > mine)


def cross_imps(sheet: Scoresheet, mean: bool = True) -> dict[tuple, F]:
    """IMPs of every line against every other line."""

    def worth(board, line, part, side):
        total = F(0)
        for other in rivals(board, line, side):
            for mine, my_weight in part.scores:
                for theirs, their_weight in other.scores:
                    total += my_weight * their_weight * side.sign * imp(mine - theirs)
        return total

    found = {}
    for board in sheet.boards:
        board = Board(board.number, tuple(relieved(board, line, worth) for line in board.lines))
        for line in board.lines:
            for side in Side:
                if isinstance(line.value(side), Outcomes):
                    others = len(rivals(board, line, side))
                    total = worth(board, line, line.value(side), side)
                    found[board.number, line.contestant(side)] = total / others if mean and others else total
    return found
