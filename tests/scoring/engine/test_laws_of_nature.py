"""What must hold for any session, whatever was played."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.engine import methods, victory
from scoring.engine.cards import Side
from scoring.engine.profiles import EXACT, PLAIN
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Outcomes, Scoresheet
from tests.scoring.sessions import many, outcomes, plain_lines, plain_sheets, scores, sheets

EVERY_METHOD = st.sampled_from([methods.MATCHPOINTS, methods.CROSS_IMPS, methods.BUTLER, methods.TOTAL_POINTS])


@many
@given(sheet=plain_sheets)
def test_matchpoints_of_a_board_add_up(sheet: Scoresheet):
    """On its own top, n results share n(n-1) points in each direction; scaled, half a top for each line."""
    for profile in (PLAIN, EXACT):
        for board in score_session(sheet, methods.MATCHPOINTS, profile).boards:
            for side in Side:
                points = [line.points(side) for line in board.lines]
                assert sum(point.counted for point in points) * 2 == sum(point.top for point in points)


@many
@given(sheet=sheets(penalties=False), method=EVERY_METHOD)
def test_the_two_sides_of_a_balanced_line_share_what_there_is(sheet: Scoresheet, method):
    for board in score_session(sheet, method).boards:
        split = any(line.line.ns_value != line.line.ew_value for line in board.lines)
        for line in board.lines:
            if not split and line.ns and isinstance(line.line.ns_value, Outcomes) and len(board.board.groups) < 2:
                assert line.ns.counted + line.ew.counted == line.ns.top


def mirrored_value(value):
    if isinstance(value, Outcomes):
        return Outcomes(tuple((-score, weight) for score, weight in value.scores))
    return value


def mirrored(line: Line) -> Line:
    ruling = line.self_inflicted
    if ruling is not None:
        parts = (mirrored_value(part) for part in (ruling.table, ruling.normal, ruling.adjusted))
        ruling = type(ruling)(ruling.non_offenders.other, *parts)
    values = mirrored_value(line.ew_value), mirrored_value(line.ns_value)
    return Line(line.ew, line.ns, *values, group=line.group, self_inflicted=ruling)


@many
@given(sheet=sheets(), method=EVERY_METHOD)
def test_swapping_the_sides_mirrors_every_score(sheet: Scoresheet, method):
    turned = replace(
        sheet, boards=tuple(replace(b, lines=tuple(mirrored(line) for line in b.lines)) for b in sheet.boards)
    )
    first, second = score_session(sheet, method), score_session(turned, method)
    totals = {standing.contestant: (standing.total, standing.place) for standing in first.standings}
    assert totals == {standing.contestant: (standing.total, standing.place) for standing in second.standings}


@many
@given(sheet=plain_sheets, extra=scores)
def test_another_result_never_lowers_a_better_one(sheet: Scoresheet, extra: int):
    """Its share of its own top: beating one more result, of one more."""
    board = sheet.boards[0]
    before = score_session(Scoresheet((board,)), methods.MATCHPOINTS, PLAIN).boards[0]
    grown = Board(board.number, (*board.lines, Line.played("new NS", "new EW", extra)))
    after = score_session(Scoresheet((grown,)), methods.MATCHPOINTS, PLAIN).boards[0]
    for old, new in zip(before.lines, after.lines, strict=False):
        for side in Side:
            if side.sign * (old.line.ns_value.single - extra) > 0 and old.points(side).top:
                assert new.points(side).counted == old.points(side).counted + 2
                assert (
                    new.points(side).counted / new.points(side).top >= old.points(side).counted / old.points(side).top
                )


@many
@given(sheet=sheets(), value=scores, other=scores, method=EVERY_METHOD)
def test_weights_of_100_and_0_are_the_assigned_score(sheet: Scoresheet, value: int, other: int, method):
    def with_first(outcome: Outcomes) -> Scoresheet:
        first = sheet.boards[0]
        line = first.lines[0]
        changed = Line.assigned(line.ns, line.ew, outcome, group=line.group)
        return replace(sheet, boards=(Board(first.number, (changed, *first.lines[1:])), *sheet.boards[1:]))

    weighted = score_session(with_first(Outcomes.weighted((value, 100), (other, 0))), method)
    assigned = score_session(with_first(Outcomes.one(value)), method)
    assert weighted.standings == assigned.standings


@many
@given(sheet=sheets(groups=False), method=EVERY_METHOD)
def test_a_board_in_one_fouled_group_is_the_unfouled_board(sheet: Scoresheet, method):
    fouled = replace(
        sheet,
        boards=tuple(replace(b, lines=tuple(replace(line, group="x") for line in b.lines)) for b in sheet.boards),
    )
    assert score_session(fouled, method).standings == score_session(sheet, method).standings


@many
@given(sheet=sheets(line=plain_lines))
def test_nobody_gets_less_than_nothing_or_more_than_a_top(sheet: Scoresheet):
    for board in score_session(sheet, methods.MATCHPOINTS).boards:
        for line in board.lines:
            for side in Side:
                points = line.points(side)
                assert 0 <= points.counted <= points.top


@many
@given(sheet=plain_sheets, outcome=outcomes())
def test_others_see_a_weighted_score_as_its_weights(sheet: Scoresheet, outcome: Outcomes):
    """Comparing with 60% of A and 40% of B is 60% of comparing with A and 40% of comparing with B."""
    board = sheet.boards[0]

    def points_with(value: Outcomes) -> list[Fraction]:
        lines = (*board.lines, Line.assigned("w NS", "w EW", value))
        scored = score_session(Scoresheet((Board(1, lines),)), methods.MATCHPOINTS).boards[0]
        return [line.ns.counted for line in scored.lines]

    mixed = [Fraction(0)] * (len(board.lines) + 1)
    for score, weight in outcome.scores:
        mixed = [total + weight * part for total, part in zip(mixed, points_with(Outcomes.one(score)), strict=True)]
    assert points_with(outcome) == mixed


@many
@given(boards=st.integers(1, 64), margin=st.integers(0, 150))
def test_victory_points_add_to_20_and_never_decrease(boards: int, margin: int):
    for scale in (victory.wbf_continuous(boards), victory.wbf_discrete(boards), victory.ebu_discrete(boards)):
        assert scale.points(margin) + scale.points(-margin) == 20
        assert 0 <= scale.points(margin) <= scale.points(margin + 1) <= 20
        assert scale.points(0) == 10


@many
@given(boards=st.integers(1, 64))
def test_no_imp_is_worth_more_than_the_one_before_it(boards: int):
    points = victory.wbf_continuous(boards).winner
    steps = [later - earlier for earlier, later in pairwise(points)]
    assert steps == sorted(steps, reverse=True)
    assert min(steps) > 0


@many
@given(sheet=sheets())
def test_order_of_lines_and_boards_does_not_matter(sheet: Scoresheet):
    assume(len(sheet.boards) > 1)
    turned = replace(sheet, boards=tuple(replace(b, lines=b.lines[::-1]) for b in sheet.boards[::-1]))
    ours = {s.contestant: (s.place, s.total) for s in score_session(sheet, methods.MATCHPOINTS).standings}
    assert ours == {s.contestant: (s.place, s.total) for s in score_session(turned, methods.MATCHPOINTS).standings}
