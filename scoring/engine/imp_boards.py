"""A board at a method that has no top: cross-IMPs, Butler, total points."""

from dataclasses import replace
from fractions import Fraction

from scoring.engine import rulings
from scoring.engine.cards import Side
from scoring.engine.charts import Chart, Charts, board_charts
from scoring.engine.methods import Average, Method
from scoring.engine.numbers import ZERO
from scoring.engine.profiles import Profile
from scoring.engine.results import Points
from scoring.engine.sheet import AVERAGE_PLUS, Award, Board, Line, Outcomes, SelfInflicted


class ImpBoard:
    """Scores the lines of one board by a method that has no top."""

    def __init__(self, board: Board, method: Method, profile: Profile) -> None:
        self.method = method
        self.profile = profile
        self.charts: Charts = board_charts(board, signed=method.signed_weights)
        self.board = self._resolved(board)
        if self.board is not board and method.signed_weights:
            self.charts = board_charts(self.board)
        self.fouled = len(self.board.groups) > 1
        self._known_ns: dict[tuple[str, int], Points] = {}
        self._known_ew: dict[tuple[str, int], Points] = {}

    def award(self, line: Line, side: Side) -> Award | None:
        value = line.value(side)
        if value is None or isinstance(value, Award):
            return value
        alone = self.fouled and self.charts[line.group, side].results == 1
        return AVERAGE_PLUS if alone else None

    def obtained(self, line: Line, side: Side, own: Outcomes) -> Points:
        single = own.single
        if single is None:
            return self._counted(self.worth(own, self.charts[line.group, side]))
        worked_out = self._known_ns if side is Side.NS else self._known_ew
        key = (line.group, single)
        if key not in worked_out:
            worked_out[key] = self._counted(self.worth(own, self.charts[line.group, side]))
        return worked_out[key]

    def artificial(self, line: Line, side: Side, imps: Fraction) -> Points:
        """Plus or minus so many IMPs for each comparison; nothing where the method knows no average."""
        if self.method.average is Average.NONE:
            return self._counted(ZERO)
        per_comparison = self.method.against_each and not self.method.mean
        comparisons = max(1, len(self.board.counting) - 1) if per_comparison else 1
        return self._counted(imps * comparisons)

    def worth(self, own: Outcomes, chart: Chart) -> Fraction:
        return self.method.worth(chart, own, self.method)

    def _counted(self, exact: Fraction) -> Points:
        shown = self.profile.imps.apply(exact)
        return Points(shown, shown if self.profile.sum_rounded else exact, ZERO)

    def _resolved(self, board: Board) -> Board:
        if not any(line.self_inflicted for line in board.lines):
            return board
        return replace(board, lines=tuple(self._resolved_line(line) for line in board.lines))

    def _resolved_line(self, line: Line) -> Line:
        ruling = line.self_inflicted
        if ruling is None:
            return line
        parts = (ruling.table, ruling.normal, ruling.adjusted)
        return rulings.apply_own_damage(line, *(self.worth_alone(outcomes, line, ruling) for outcomes in parts))

    def worth_alone(self, outcomes: Outcomes, line: Line, ruling: SelfInflicted) -> Fraction:
        """Other scores on that line, the rest of the field being as it is."""
        chart = self.charts[line.group, ruling.non_offenders]
        if not self.method.against_each:
            return self.worth(outcomes, chart)
        others = chart.results - 1
        own = line.value(ruling.non_offenders)
        others_chart = chart.without(own) if isinstance(own, Outcomes) else chart
        total = self.method.worth(others_chart, outcomes, replace(self.method, mean=False))
        return total / others if self.method.mean and others else total
