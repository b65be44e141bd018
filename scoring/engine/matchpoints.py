"""A board at matchpoints: comparisons, Neuberg's formula, fouled groups, artificial scores."""

from dataclasses import replace
from fractions import Fraction

from scoring.engine import rulings
from scoring.engine.cards import Side
from scoring.engine.charts import Chart, Charts, board_charts, side_chart
from scoring.engine.profiles import Base, Fouled, Missing, Profile
from scoring.engine.results import Points
from scoring.engine.sheet import AVERAGE_PLUS, Award, Board, Line, Outcomes, SelfInflicted

Shared = dict[tuple[Side, int, int, int, int], Points]


class MatchpointBoard:
    """Scores the lines of one board within a session whose fullest board has `most` results.

    `shared` is what boards of one session have worked out already: as many worse scores among as many give the same.
    """

    def __init__(self, board: Board, most: int, profile: Profile, shared: Shared | None = None) -> None:
        self.board = _resolved(board)
        self.most = most
        self.profile = profile
        self.charts: Charts = board_charts(self.board)
        self.fouled = len(self.board.groups) > 1
        self._known_ns: dict[tuple[str, int], Points] = {}
        self._known_ew: dict[tuple[str, int], Points] = {}
        self._shared: Shared = {} if shared is None else shared

    def expected(self, base: Base, chart: Chart) -> int:
        """How many results the points of this chart are scaled to."""
        if base is Base.SESSION:
            return self.most
        if base is Base.BOARD:
            return len(self.board.counting)
        return chart.results or len(self.board.counting)

    def top(self, base: Base, chart: Chart) -> Fraction:
        return Fraction(self.profile.win * (self.expected(base, chart) - 1))

    def is_alone(self, line: Line, side: Side) -> bool:
        """One result in its form of a fouled board cannot be compared with anything."""
        return self.fouled and self.charts[line.group, side].results == 1

    def is_small(self, chart: Chart, base: Base) -> bool:
        field = self.expected(base, chart) if base is not Base.NONE else len(self.board.counting)
        return self.fouled and rulings.is_small_group(chart.results, field)

    def award(self, line: Line, side: Side) -> Award | None:
        """The artificial score of that side, if it has one."""
        value = line.value(side)
        if value is None or isinstance(value, Award):
            return value
        return AVERAGE_PLUS if self.is_alone(line, side) else None

    def obtained(self, line: Line, side: Side, own: Outcomes) -> Points:
        """Points for a result obtained at the table or assigned by the Director."""
        single = own.single
        if single is None:
            return self._points(own, self.charts[line.group, side])
        worked_out = self._known_ns if side is Side.NS else self._known_ew
        key = (line.group, single)
        if key not in worked_out:
            worked_out[key] = self._points(own, self.charts[line.group, side])
        return worked_out[key]

    def artificial(self, line: Line, side: Side, percent: Fraction) -> Points:
        """So many percent of the matchpoints available on the board."""
        chart = self.charts[line.group, side]
        if not chart.results:
            chart = max((self.charts[group, side] for group in self.board.groups), key=_results, default=chart)
        shown = self.profile.points.apply(self.top(self.profile.shown_base, chart) * percent / 100)
        top = self.top(self.profile.total_base, chart)
        return self._counted(shown, top * percent / 100, top)

    def _points(self, own: Outcomes, chart: Chart) -> Points:
        raw = chart.matchpoints(own)
        if self.fouled:
            return self._worked_out(raw, chart)
        key = chart.side, raw.numerator, raw.denominator, chart.results, len(self.board.counting)
        if key not in self._shared:
            self._shared[key] = self._worked_out(raw, chart)
        return self._shared[key]

    def _worked_out(self, raw: Fraction, chart: Chart) -> Points:
        profile = self.profile
        total = self.scaled(raw, chart, profile.total_base, profile.factor_decimals)
        alike = profile.shown_base is profile.total_base and profile.factor_decimals is None
        shown = profile.points.apply(total if alike else self.scaled(raw, chart, profile.shown_base))
        return self._counted(shown, total, self.top(profile.total_base, chart))

    def _counted(self, shown: Fraction, exact: Fraction, top: Fraction) -> Points:
        return Points(shown, shown if self.profile.sum_rounded else exact, top)

    def scaled(self, raw: Fraction, chart: Chart, base: Base, decimals: int | None = None) -> Fraction:
        """Matchpoints at two for a win within the chart, put on the scale of `base` in the profile's unit."""
        unit = Fraction(self.profile.win, 2)
        if self.is_small(chart, base):
            return self.top(base, chart) * rulings.small_group_percent(raw, chart.results) / 100
        if base is Base.NONE:
            return raw * unit
        results, raw = self.on_one_scale(raw, chart)
        expected = self.expected(base, chart)
        if self.profile.missing is Missing.TIE:
            return unit * rulings.missing_as_ties(raw, results, expected)
        if decimals is not None and results != expected:
            return unit * _rounded_factor(raw, results, expected, chart.side, decimals)
        return unit * rulings.neuberg(raw, results, expected)

    def on_one_scale(self, raw: Fraction, chart: Chart) -> tuple[int, Fraction]:
        """How many results the points are among: by halves (Law 87B), all those on the board."""
        if not self.fouled or self.profile.fouled is not Fouled.HALF:
            return chart.results, raw
        on_board = sum(self.charts[group, chart.side].results for group in self.board.groups)
        return on_board, rulings.other_groups_half(raw, chart.results, on_board)

    def worth_alone(self, outcomes: Outcomes, line: Line, ruling: SelfInflicted) -> Fraction:
        """Matchpoints of other scores on that line, the rest of the field being as it is."""
        return _worth(outcomes, _field_without(self.board, line, ruling.non_offenders))


def _results(chart: Chart) -> int:
    return chart.results


def _rounded_factor(raw: Fraction, results: int, expected: int, side: Side, decimals: int) -> Fraction:
    """Neuberg with a rounded factor: worked out for North-South; East-West gets what is left of the top."""
    if side is Side.NS:
        return rulings.neuberg(raw, results, expected, decimals=decimals)
    mirrored = rulings.neuberg(2 * (results - 1) - raw, results, expected, decimals=decimals)
    return 2 * (expected - 1) - mirrored


def _resolved(board: Board) -> Board:
    """The board with every score under Law 12C1(e) worked out against the rest of its field."""
    if not any(line.self_inflicted for line in board.lines):
        return board
    return replace(board, lines=tuple(_resolved_line(board, line) for line in board.lines))


def _resolved_line(board: Board, line: Line) -> Line:
    ruling = line.self_inflicted
    if ruling is None:
        return line
    field = _field_without(board, line, ruling.non_offenders)
    worths = (_worth(outcomes, field) for outcomes in (ruling.table, ruling.normal, ruling.adjusted))
    return rulings.apply_own_damage(line, *worths)


def _field_without(board: Board, line: Line, side: Side) -> Chart:
    """Everybody else who played the board in the same form."""
    seats = (line.ns, line.ew)
    others = (other for other in board.counting if other.group == line.group and (other.ns, other.ew) != seats)
    return side_chart(others, side)


def _worth(outcomes: Outcomes, field: Chart) -> Fraction:
    return sum((weight * field.halves(score) for score, weight in outcomes.scores), Fraction(0))
