"""A scoresheet to board points, totals and places."""

from collections import Counter
from collections.abc import Sequence

from scoring.engine import rulings
from scoring.engine.cards import Side
from scoring.engine.imp_boards import ImpBoard
from scoring.engine.matchpoints import MatchpointBoard, Shared
from scoring.engine.methods import Method
from scoring.engine.profiles import EXACT, Profile
from scoring.engine.ranking import TieBreak, break_ties
from scoring.engine.results import BoardScore, LineScore, Points, SessionScore
from scoring.engine.sheet import AVERAGE, Award, Board, Level, Line, Outcomes, Scoresheet, Value
from scoring.engine.totals import PointsTally, sheet_standings

Scorer = MatchpointBoard | ImpBoard


def score_session(
    sheet: Scoresheet, method: Method, profile: Profile = EXACT, tie_breaks: Sequence[TieBreak] = ()
) -> SessionScore:
    """Score one field. Nothing is rounded but what the profile says, and nothing is read but the sheet."""
    shared: Shared = {}
    scorers = [board_scorer(board, sheet, method, profile, shared) for board in sheet.boards]
    tally = PointsTally(sheet)
    obtained = [_obtained(scorer, tally) for scorer in scorers]
    awarded: Counter[str] = Counter()
    boards = tuple(_with_awards(scorer, lines, tally, awarded) for scorer, lines in zip(scorers, obtained, strict=True))
    standings = sheet_standings(sheet, method, profile, tally)
    return SessionScore(sheet, method, profile, boards, break_ties(standings, tie_breaks))


def board_scorer(
    board: Board, sheet: Scoresheet, method: Method, profile: Profile, shared: Shared | None = None
) -> Scorer:
    if method.gives_percentages:
        return MatchpointBoard(board, sheet.most_results, profile, shared)
    return ImpBoard(board, method, profile)


def _obtained(scorer: Scorer, tally: PointsTally) -> list[LineScore]:
    """First everything that can be compared: artificial scores may depend on it (Law 12C2(c))."""
    lines = []
    for line in scorer.board.lines:
        ns, ew = _compared(scorer, line, Side.NS, line.ns_value), _compared(scorer, line, Side.EW, line.ew_value)
        if ns is not None:
            tally.add(line.ns, ns)
        if ew is not None:
            tally.add(line.ew, ew)
        lines.append(LineScore(line, ns, ew))
    return lines


def _compared(scorer: Scorer, line: Line, side: Side, value: Value | None) -> Points | None:
    if not isinstance(value, Outcomes) or (scorer.fouled and scorer.award(line, side)):
        return None
    return scorer.obtained(line, side, value)


def _with_awards(scorer: Scorer, lines: list[LineScore], tally: PointsTally, awarded: Counter[str]) -> BoardScore:
    line_scores = (
        line if line.ns is not None and line.ew is not None else _with_award(scorer, line, tally, awarded)
        for line in lines
    )
    return BoardScore(scorer.board, tuple(line_scores))


def _with_award(scorer: Scorer, line_score: LineScore, tally: PointsTally, awarded: Counter[str]) -> LineScore:
    """The line with the artificial score of each side that has one."""
    line, points_by_side = line_score.line, {Side.NS: line_score.ns, Side.EW: line_score.ew}
    for side in Side:
        award = scorer.award(line, side) if points_by_side[side] is None else None
        if award is not None:
            contestant = line.contestant(side)
            award = _limited(award, contestant, scorer.profile, awarded)
            points_by_side[side] = side_points = awarded_points(scorer, line, side, award, tally)
            tally.add_artificial(contestant, side_points)
    return LineScore(line, points_by_side[Side.NS], points_by_side[Side.EW])


def _limited(award: Award, contestant: str, profile: Profile, awarded: Counter[str]) -> Award:
    """Law 12C2(d): a regulation may stop average plus after so many boards of a session."""
    limit = profile.several_boards
    if limit is None or award.level is not Level.PLUS:
        return award
    awarded[contestant] += 1
    return award if awarded[contestant] <= limit else AVERAGE


def awarded_points(scorer: Scorer, line: Line, side: Side, award: Award, tally: PointsTally) -> Points:
    contestant = line.contestant(side)
    if isinstance(scorer, MatchpointBoard):
        own = tally.own_percent(contestant) if scorer.profile.own_average else None
        return scorer.artificial(line, side, rulings.artificial_percent(award, own))
    average = tally.own_average(contestant) if scorer.profile.own_average else None
    return scorer.artificial(line, side, rulings.artificial_imps(award, average))
