"""Why a figure is what it is, in steps that a player understands.

A step is data: its kind and exact figures. `sentence` says it in English; the edge may say it otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scoring.engine import rulings
from scoring.engine.boards import Conditions
from scoring.engine.cards import Side
from scoring.engine.charts import Chart
from scoring.engine.law77 import table_score
from scoring.engine.matchpoints import MatchpointBoard
from scoring.engine.numbers import Rounding, plain
from scoring.engine.profiles import Base, Missing, SitOut
from scoring.engine.results import LineScore, Points, ScoredStanding, SessionScore
from scoring.engine.session import Scorer, board_scorer
from scoring.engine.sheet import Award, Line, Outcomes, SelfInflicted, Unit
from scoring.engine.steps import ExplanationStep, Figure
from scoring.engine.totals import session_top

SENTENCES = {
    "result": "%(result)s: %(score)s to North-South.",
    "score": "The score is %(score)s to North-South.",
    "lowered": "The score of %(side)s was lowered: it counts as %(score)s to North-South.",
    "changed": "The score of %(side)s was changed: it counts as %(score)s to North-South.",
    "recorded": "The recorded %(result)s was %(score)s to North-South.",
    "ruling": "The Director's ruling: %(authority)s.",
    "group": "The board was fouled: %(results)s results were obtained in this form of it (Law 87B).",
    "weight": "%(percent)s%% of the score is %(score)s to North-South (Law 12C1(c)).",
    "compared": "%(score)s: better than %(worse)s, equal to %(equal)s, worse than %(better)s others.",
    "matchpoints": "That gives %(points)s matchpoints among %(results)s results.",
    "small group": "So small a group is given %(percent)s%% of a top of %(top)s: %(points)s.",
    "halves": "Half a comparison for each of %(others)s results in the other forms: %(points)s.",
    "neuberg": "Scaled from %(results)s to %(expected)s results, (%(before)s + %(half)s) x %(expected)s / "
    "%(results)s - %(half)s = %(points)s.",
    "missing": "Each of %(missing)s missing results counts as a tie: %(points)s.",
    "self-inflicted": "Law 12C1(e): the table score is worth %(table)s, the normal one %(normal)s, the "
    "adjusted one %(adjusted)s; the non-offending side gets %(given)s.",
    "artificial": "An artificial score of %(level)s (Law 12C2): %(percent)s%% of %(top)s, %(points)s.",
    "artificial imps": "An artificial score of %(level)s (Law 12C2): %(points)s IMPs.",
    "own average": "Its own %(own)s on the other boards replaces it (Law 12C2(c)).",
    "against": "Against %(score)s it gives %(imps)s.",
    "against several": "Against %(score)s it gives %(imps)s, %(times)s times.",
    "against part": "Against %(score)s it gives %(imps)s, which counts %(times)s times.",
    "part against": "%(score)s against each of the others gives %(sum)s IMPs in all, and counts for %(percent)s%%.",
    "alone": "There is no other result to compare it with.",
    "cross-imps": "IMPs against %(others)s other results add up to %(sum)s.",
    "mean": "Divided by %(others)s comparisons: %(points)s.",
    "datum": "The datum is %(datum)s, from a mean of %(mean)s.",
    "butler": "%(score)s against the datum is %(imps)s IMPs.",
    "total points": "The points count as they are: %(points)s.",
    "rounded": "%(exact)s is shown as %(shown)s.",
    "counted": "%(counted)s enters the total.",
    "sum": "%(boards)s boards add up to %(sum)s.",
    "sit-out": "Scaled from %(boards)s to %(full)s boards: %(total)s.",
    "penalty": "A penalty of %(amount)s: %(reason)s.",
    "carry-over": "%(amount)s is carried over from an earlier stage.",
    "percentage": "%(total)s out of %(available)s is %(percent)s%%.",
    "place": "That is place %(place)s of %(field)s.",
    "not ranked": "With %(boards)s boards it has no place: the conditions of contest ask for more of them.",
    "tie-break": "The tie was broken: %(tie-break)s.",
}


def sentence(step: ExplanationStep) -> str:
    return SENTENCES[step.kind] % {name: _figure_text(figure) for name, figure in step.figures.items()}


def _figure_text(figure: Figure) -> str:
    """Fractions that do not end are said to four decimals; the step itself keeps them exact."""
    if not isinstance(figure, Fraction):
        return str(figure)
    text = plain(figure)
    return Rounding(4).show(figure) if "/" in text else text


def explain_score(session: SessionScore, board: int | str, contestant: str) -> tuple[ExplanationStep, ...]:
    """How a contestant's score on a board came about."""
    board_score = session.board(board)
    line = next(line for line in board_score.lines if contestant in (line.line.ns, line.line.ew))
    side = Side.NS if line.line.ns == contestant else Side.EW
    points = line.points(side)
    if points is None:
        return ()
    sheet_board = next(entry for entry in session.sheet.boards if entry.number == board)
    scorer = board_scorer(sheet_board, session.sheet, session.method, session.profile)
    return tuple(_score_steps(session, scorer, line, side, points, sheet_board.conditions))


def _score_steps(
    session: SessionScore,
    scorer: Scorer,
    line_score: LineScore,
    side: Side,
    points: Points,
    conditions: Conditions | None,
) -> Iterator[ExplanationStep]:
    line = line_score.line
    if line.authority:
        yield ExplanationStep("ruling", {"authority": line.authority})
    award = scorer.award(line, side)
    if award is not None:
        yield from _artificial(session, scorer, award, points, line.contestant(side))
    else:
        yield from _obtained(scorer, line, side, conditions)
    exact = _before_rounding(scorer, line, side, points, award)
    rounding = session.board_rounding
    if rounding.apply(exact) != exact:
        yield ExplanationStep("rounded", {"exact": exact, "shown": points.shown})
    if points.counted != points.shown:
        yield ExplanationStep("counted", {"counted": points.counted})


def _before_rounding(scorer: Scorer, line: Line, side: Side, points: Points, award: Award | None) -> Fraction:
    own = line.value(side)
    if award is not None or not isinstance(own, Outcomes):
        return points.counted
    chart = scorer.charts[line.group, side]
    if isinstance(scorer, MatchpointBoard):
        return scorer.scaled(chart.matchpoints(own), chart, scorer.profile.shown_base)
    return scorer.worth(own, chart)


def _artificial(
    session: SessionScore, scorer: Scorer, award: Award, points: Points, contestant: str
) -> Iterator[ExplanationStep]:
    level = award.level.value if award.level else "the Director's own amount"
    if isinstance(scorer, MatchpointBoard):
        percent = points.counted * 100 / points.top if points.top else award.base_percent
        figures: dict[str, Figure] = {"level": level, "percent": percent, "top": points.top}
        yield ExplanationStep("artificial", figures | {"points": points.counted})
        if award.level and percent != award.base_percent and session.profile.own_average:
            yield ExplanationStep("own average", {"own": percent})
    else:
        yield ExplanationStep("artificial imps", {"level": level, "points": points.counted})
        if award.level and points.counted != award.base_imps and session.profile.own_average:
            yield ExplanationStep("own average", {"own": points.counted})


def _obtained(scorer: Scorer, line: Line, side: Side, conditions: Conditions | None) -> Iterator[ExplanationStep]:
    own = line.value(side)
    assert isinstance(own, Outcomes)
    chart = scorer.charts[line.group, side]
    if scorer.fouled:
        yield ExplanationStep("group", {"results": chart.results})
    if line.self_inflicted is not None:
        yield from _self_inflicted(scorer, line, line.self_inflicted, side)
    elif own.single is None:
        for score, weight in own.scores:
            yield ExplanationStep("weight", {"percent": weight * 100, "score": score})
    else:
        yield from _one_score(line, own.single, side, conditions)
    if isinstance(scorer, MatchpointBoard):
        yield from _matchpoints(scorer, own, chart)
    else:
        yield from scorer.method.steps(chart, own, scorer.method)


def _one_score(line: Line, score: int, side: Side, conditions: Conditions | None) -> Iterator[ExplanationStep]:
    """A ruling may have given a side another score than the recorded result is worth."""
    if line.result is None:
        yield ExplanationStep("score", {"score": score})
        return
    is_known = conditions is not None and (line.result.declarer is not None or line.result.passed_out)
    if line.authority and not is_known:
        yield ExplanationStep("score", {"score": score})
        return
    recorded = table_score(line.result, conditions) if line.authority and conditions is not None else score
    if recorded == score:
        yield ExplanationStep("result", {"result": str(line.result), "score": score})
    else:
        kind = "lowered" if side.sign * (score - recorded) < 0 else "changed"
        yield ExplanationStep(kind, {"side": side.value, "score": score})
        yield ExplanationStep("recorded", {"result": str(line.result), "score": recorded})


def _self_inflicted(scorer: Scorer, line: Line, ruling: SelfInflicted, side: Side) -> Iterator[ExplanationStep]:
    """What the three scores are worth to the side that was not at fault."""
    values = [scorer.worth_alone(outcomes, line, ruling) for outcomes in (ruling.table, ruling.normal, ruling.adjusted)]
    relieved, _ = rulings.self_inflicted(*values)
    table, normal, adjusted = values
    yield ExplanationStep("self-inflicted", {"table": table, "normal": normal, "adjusted": adjusted, "given": relieved})


def _matchpoints(scorer: MatchpointBoard, own: Outcomes, chart: Chart) -> Iterator[ExplanationStep]:
    others = chart.without(own)
    for score, _ in own.scores:
        better, equal, worse = others.better_equal_worse(score)
        figures: dict[str, Figure] = {
            "better": Fraction(better),
            "equal": Fraction(equal),
            "worse": Fraction(worse),
        }
        yield ExplanationStep("compared", {"score": score} | figures)
    raw = chart.matchpoints(own)
    unit = Fraction(scorer.profile.win, 2)
    yield ExplanationStep("matchpoints", {"points": raw * unit, "results": chart.results})
    yield from _scaling(scorer, raw, chart, unit)


def _scaling(scorer: MatchpointBoard, raw: Fraction, chart: Chart, unit: Fraction) -> Iterator[ExplanationStep]:
    base = scorer.profile.shown_base
    points = scorer.scaled(raw, chart, base)
    if scorer.is_small(chart, base):
        percent = rulings.small_group_percent(raw, chart.results)
        yield ExplanationStep("small group", {"percent": percent, "top": scorer.top(base, chart), "points": points})
        return
    results, raw_now = scorer.on_one_scale(raw, chart)
    if results != chart.results:
        yield ExplanationStep("halves", {"others": results - chart.results, "points": raw_now * unit})
    expected = scorer.expected(base, chart)
    if base is Base.NONE or results == expected:
        return
    if scorer.profile.missing is Missing.TIE:
        yield ExplanationStep("missing", {"missing": expected - results, "points": points})
    else:
        figures: dict[str, Figure] = {"results": results, "expected": expected, "half": unit}
        yield ExplanationStep("neuberg", figures | {"before": raw_now * unit, "points": points})


def explain_total(session: SessionScore, contestant: str) -> tuple[ExplanationStep, ...]:
    """How a contestant's total, percentage and place came about."""
    points = [line.points(side) for _, line, side in session.contestant_scores(contestant)]
    return tuple(_total_steps(session, session.by_contestant[contestant], points))


def explain_player(
    session: SessionScore, player: str, players: Mapping[str, Sequence[str]]
) -> tuple[ExplanationStep, ...]:
    """The same in an individual contest, whose session has the players' standings; `players` are each side's."""
    sides = [side for side, partners in players.items() if player in partners]
    points = [line.points(side) for name in sides for _, line, side in session.contestant_scores(name)]
    return tuple(_total_steps(session, session.by_contestant[player], points))


def _total_steps(
    session: SessionScore, standing: ScoredStanding, points: Sequence[Points | None]
) -> Iterator[ExplanationStep]:
    collected = sum((point.counted for point in points if point), Fraction(0))
    yield ExplanationStep("sum", {"boards": standing.boards, "sum": collected})
    total = standing.total + standing.penalty - standing.carry_over
    top = sum((point.top for point in points if point), Fraction(0))
    if collected and session.profile.sit_out is not SitOut.AS_PLAYED and total != collected:
        full = total * standing.boards / collected
        top = top * full / standing.boards
        yield ExplanationStep("sit-out", {"boards": standing.boards, "full": full, "total": total})
    for penalty in session.sheet.penalties:
        if penalty.contestant == standing.contestant:
            share = penalty.amount * session_top(session.sheet, session.profile) / 100
            amount = share if penalty.unit is Unit.TOP_PERCENT else penalty.amount
            yield ExplanationStep("penalty", {"amount": amount, "reason": penalty.reason or "Law 90"})
    if standing.carry_over:
        yield ExplanationStep("carry-over", {"amount": standing.carry_over})
    if standing.percent is not None:
        figures: dict[str, Figure] = {"available": top, "percent": standing.percent}
        yield ExplanationStep("percentage", {"total": total - standing.penalty} | figures)
    yield from _place(session, standing)


def _place(session: SessionScore, standing: ScoredStanding) -> Iterator[ExplanationStep]:
    if not standing.is_ranked:
        yield ExplanationStep("not ranked", {"boards": standing.boards})
        return
    field = sum(1 for other in session.standings if other.ranking == standing.ranking and other.is_ranked)
    for figure in standing.tie_break:
        yield ExplanationStep("tie-break", {"tie-break": figure})
    yield ExplanationStep("place", {"place": standing.place, "field": field})
