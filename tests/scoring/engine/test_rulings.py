"""Laws 12C, 64, 86B, 87B and 90: the arithmetic, and whole boards with rulings on them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.engine import methods, rulings
from scoring.engine.cards import Side
from scoring.engine.errors import NotationError, SheetError
from scoring.engine.profiles import EXACT, PLAIN, Fouled, replace_profile
from scoring.engine.session import score_session
from scoring.engine.sheet import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    Board,
    CarryOver,
    Level,
    Line,
    Outcomes,
    Penalty,
    Scoresheet,
    SelfInflicted,
    Unit,
    parse_artificial,
)

F = Fraction


def field(*scores: int, start: int = 0) -> tuple[Line, ...]:
    return tuple(Line.played(f"n{i}", f"e{i}", score) for i, score in enumerate(scores, start))


def scored(*lines: Line, profile=EXACT, method=methods.MATCHPOINTS):
    return score_session(Scoresheet((Board(1, lines),)), method, profile).boards[0].lines


@pytest.mark.parametrize(
    ("level", "own", "percent"),
    [
        (Level.PLUS, None, 60),
        (Level.PLUS, "58", 60),
        (Level.PLUS, "64.2", "64.2"),
        (Level.EVEN, "70", 50),
        (Level.MINUS, "45", 40),
        (Level.MINUS, "38.5", "38.5"),
    ],
)
def test_artificial_percentages(level, own, percent):
    found = rulings.artificial_percent(Award(level), None if own is None else F(own))
    assert found == F(percent)


@pytest.mark.parametrize(
    ("level", "own", "imps"),
    [(Level.PLUS, 1, 3), (Level.PLUS, 4, 4), (Level.EVEN, 9, 0), (Level.MINUS, -5, -5)],
)
def test_artificial_imps(level, own, imps):
    assert rulings.artificial_imps(Award(level), F(own)) == imps


def test_other_amounts_stay_what_the_director_said():
    assert rulings.artificial_percent(Award(percent=F(70)), F(80)) == 70
    assert Award(imps=F(2)).base_imps == 2
    assert Award(percent=F(70)).base_imps == 6


@pytest.mark.parametrize("typed", ["A6040", "a6040", "A60/40", "A 60 40", " A60-40 "])
def test_artificial_scores_are_read(typed):
    assert parse_artificial(typed) == (AVERAGE_PLUS, AVERAGE_MINUS)


def test_other_pairings_are_read():
    assert parse_artificial("A5050") == (AVERAGE, AVERAGE)
    assert parse_artificial("A7030") == (Award(percent=F(70)), Award(percent=F(30)))
    with pytest.raises(NotationError, match="not an artificial score"):
        parse_artificial("A60")


def test_average_plus_is_the_better_of_60_and_the_own_result_on_the_other_boards():
    good = Board(1, field(620, 600, 170, 100))
    spoiled = Board(2, (Line.artificial("n0", "e0", AVERAGE_PLUS, AVERAGE_MINUS), *field(50, 90, 120, start=1)))
    session = score_session(Scoresheet((good, spoiled)), methods.MATCHPOINTS)
    line = session.board(2).lines[0]
    assert line.ns.counted == line.ns.top == 6  # 100% on the other board
    assert line.ew.counted == 0
    weaker = Board(2, (Line.artificial("n2", "e2", AVERAGE_PLUS, AVERAGE_MINUS), *field(50, start=0)))
    line = score_session(Scoresheet((good, weaker)), methods.MATCHPOINTS).board(2).lines[0]
    assert (line.ns.counted, line.ew.counted) == (F(36, 10), F(24, 10))


def test_a_regulation_for_several_boards():
    boards = tuple(Board(n, (Line.artificial("x", "y", AVERAGE_PLUS, AVERAGE), *field(100, 200))) for n in range(1, 5))
    limited = replace_profile(EXACT, several_boards=3)
    session = score_session(Scoresheet(boards), methods.MATCHPOINTS, limited)
    shares = [board.lines[0].ns.counted / board.lines[0].ns.top for board in session.boards]
    assert shares == [F(3, 5), F(3, 5), F(3, 5), F(1, 2)]


def test_weighted_score_among_seven_others():
    """60% of +620 and 40% of -100: 7 matchpoints to each side."""
    others = field(620, 620, 620, 170, 170, 140, -100)
    line = scored(*others, Line.assigned("N", "E", Outcomes.weighted((620, 60), (-100, 40))))[-1]
    assert (line.ns.counted, line.ew.counted) == (7, 7)


def test_weights_must_add_up():
    with pytest.raises(SheetError, match="90%"):
        Outcomes.weighted((620, 60), (-100, 30))
    assert Outcomes.weighted((620, "2/3"), (-100, "1/3")).scores[0][1] == F(2, 3)


def test_a_split_score_has_a_chart_for_each_side():
    lines = scored(*field(420, 170), Line.split("N", "E", Outcomes.one(-50), Outcomes.one(420)))
    assert [line.ns.counted for line in lines] == [4, 2, 0]
    assert [line.ew.counted for line in lines] == [1, 4, 1]


def test_assigned_to_one_side_and_artificial_to_the_other():
    lines = scored(*field(420, 170), Line.split("N", "E", Outcomes.one(420), AVERAGE_PLUS))
    assert [line.ns.counted for line in lines] == [3, 0, 3]
    assert lines[-1].ew.counted == F(12, 5)
    assert [line.ew.counted for line in lines[:2]] == [F(1, 2), F(7, 2)]  # two results, scaled to three


@pytest.mark.parametrize(
    ("table", "normal", "adjusted", "expected"),
    [(-14, 6, 6, (-14, -14)), (-14, -5, 6, (-3, 6)), (8, 6, 7, (7, 7)), (-2, 1, 10, (7, 10))],
)
def test_self_inflicted_damage(table, normal, adjusted, expected):
    assert rulings.self_inflicted(F(table), F(normal), F(adjusted)) == expected


def test_self_inflicted_damage_on_a_board():
    """Non-offenders: table 0, normal 2, adjusted 6 of 6: they get 4; the offenders are charged all 6."""
    ruling = SelfInflicted(Side.NS, Outcomes.one(-500), Outcomes.one(110), Outcomes.one(620))
    lines = scored(*field(100, 140, 170), Line.self_damage("N", "E", ruling))
    assert lines[-1].ns.counted == 4
    assert lines[-1].ew.counted == 0
    assert [line.ew.counted for line in lines[:3]] == [6, 4, 2]


def test_no_damage_from_the_infraction_leaves_the_table_score():
    ruling = SelfInflicted(Side.NS, Outcomes.one(-500), Outcomes.one(620), Outcomes.one(620))
    line = scored(*field(100, 140, 170), Line.self_damage("N", "E", ruling))[-1]
    assert (line.ns.counted, line.ew.counted) == (0, 6)


@pytest.mark.parametrize("method", [methods.CROSS_IMPS, methods.CROSS_IMPS_SUM, methods.BUTLER])
def test_self_inflicted_damage_at_imps(method):
    ruling = SelfInflicted(Side.EW, Outcomes.one(500), Outcomes.one(-110), Outcomes.one(-620))
    others = field(-100, -140, -170)

    def alone(score: int) -> Fraction:
        return scored(*others, Line.played("N", "E", score), method=method)[-1].ew.counted

    line = scored(*others, Line.self_damage("N", "E", ruling), method=method)[-1]
    if method is not methods.BUTLER:  # there the datum moves with the score
        assert line.ew.counted == alone(500) + alone(-620) - alone(-110)
        assert line.ns.counted == -alone(-620)
    assert line.ew.counted < alone(-620)


def test_knockout_and_one_at_fault():
    assert rulings.knockout(F(3), F(3)) == 0
    assert rulings.knockout(F(7), F(-1)) == 4
    assert rulings.one_at_fault(F(7)) == 7
    assert rulings.one_at_fault(F(1)) == 3


@pytest.mark.parametrize(
    ("exempt", "won", "later", "tricks"),
    [
        (False, "player", 3, 2),
        (False, "player", 0, 1),
        (False, "partner", 0, 1),
        (False, "partner", 4, 1),
        (False, "others", 1, 1),
        (False, "others", 0, 0),
        (True, "player", 5, 0),
    ],
)
def test_revoke_tricks(exempt, won, later, tricks):
    assert rulings.revoke_tricks(exempt=exempt, won_by=won, later=later) == tricks


def test_fouled_groups_by_neuberg_and_by_halves():
    assert rulings.neuberg(F(3), 4, 13, win=1) == F("10.875")
    assert rulings.neuberg(F("1.5"), 4, 13, win=1) == 6
    assert rulings.other_groups_half(F(8), 9, 13, win=1) == 10
    assert rulings.other_groups_half(F(0), 9, 13, win=1) == 2
    assert rulings.other_groups_half(F(3), 4, 13, win=1) == F("7.5")


def fouled(sizes: dict[str, int], **options):
    lines = [
        Line.played(f"n{group}{i}", f"e{group}{i}", 10 * i, group=group)
        for group, size in sizes.items()
        for i in range(size)
    ]
    return scored(*lines, profile=replace_profile(EXACT, **options))


def test_a_fouled_board_in_two_groups():
    lines = fouled({"right": 9, "wrong": 4})
    tops = {group: max(one.ns.counted for one in lines if one.line.group == group) for group in ("right", "wrong")}
    assert tops == {"right": (16 + 1) * F(13, 9) - 1, "wrong": F("21.75")}
    by_halves = fouled({"right": 9, "wrong": 4}, fouled=Fouled.HALF)
    assert max(one.ns.counted for one in by_halves if one.line.group == "wrong") == 15


def test_an_artificial_score_is_no_form_of_the_board():
    plain = (*field(420, 170, 50), Line.artificial("N", "E", AVERAGE, AVERAGE))
    marked = (*(replace(line, group="x") for line in plain[:3]), plain[3])
    for profile in (EXACT, PLAIN):
        first, second = scored(*plain, profile=profile), scored(*marked, profile=profile)
        assert [(one.ns, one.ew) for one in first] == [(one.ns, one.ew) for one in second]


def test_a_result_alone_in_its_form_is_average_plus():
    line = fouled({"right": 8, "wrong": 1})[-1]
    assert line.ns.counted == line.ew.counted == line.ns.top * 3 / 5


def test_three_of_eight_is_no_small_group():
    lines = fouled({"right": 5, "wrong": 3})
    assert [one.ns.counted for one in lines[-3:]] == [(raw + 1) * F(8, 3) - 1 for raw in (0, 2, 4)]


def test_penalties_are_taken_from_the_total_and_given_to_nobody():
    board = Board(1, field(420, 170, 140, 100, 90))
    charged = (Penalty("n0", F(25), Unit.TOP_PERCENT, "late"), Penalty("e0", F(1)))
    plain = score_session(Scoresheet((board,)), methods.MATCHPOINTS).by_contestant
    fined = score_session(Scoresheet((board,), penalties=charged), methods.MATCHPOINTS).by_contestant
    assert plain["n0"].total - fined["n0"].total == 2
    assert fined["n0"].percent == 75
    assert fined["e0"].total == -1
    assert fined["n1"].total == plain["n1"].total


def test_carry_over_counts_for_the_place_but_not_for_the_percentage():
    board = Board(1, field(420, 170))
    carried = (CarryOver("n1", F(5)),)
    session = score_session(Scoresheet((board,), carry_overs=carried), methods.MATCHPOINTS)
    assert session.standings[0].contestant == "n1"
    assert session.standings[0].percent == 0


def test_a_board_not_played_counts_for_nobody():
    session = score_session(Scoresheet((Board(1, (*field(420, 170), Line.not_played("x", "y"))),)), methods.MATCHPOINTS)
    assert session.by_contestant["x"].boards == 0
    assert session.by_contestant["x"].percent is None
    assert session.by_contestant["n0"].percent == 100


def test_nobody_is_on_a_board_twice():
    with pytest.raises(SheetError, match="n0 is twice on board 1"):
        Scoresheet((Board(1, (*field(420), Line.played("n0", "z", 1))),))


def test_artificial_scores_at_imps():
    lines = scored(*field(420, -50), Line.artificial("N", "E", AVERAGE_PLUS, AVERAGE_MINUS), method=methods.CROSS_IMPS)
    assert (lines[-1].ns.counted, lines[-1].ew.counted) == (3, -3)
    summed = scored(*field(420, -50), Line.artificial("N", "E", AVERAGE_PLUS, AVERAGE), method=methods.CROSS_IMPS_SUM)
    assert (summed[-1].ns.counted, summed[-1].ew.counted) == (6, 0)
    total = scored(*field(420, -50), Line.artificial("N", "E", AVERAGE_PLUS, AVERAGE), method=methods.TOTAL_POINTS)
    assert total[-1].ns.counted == 0


def test_total_points():
    lines = scored(*field(420, -50), method=methods.TOTAL_POINTS)
    assert [(line.ns.counted, line.ew.counted) for line in lines] == [(420, -420), (-50, 50)]


@pytest.mark.parametrize(
    ("trim", "mean"), [(methods.Trim(), 272), (methods.Trim(1), 230), (methods.Trim(percent=F(40)), 140)]
)
def test_butler_trimming(trim, mean):
    from scoring.engine.charts import Chart

    chart = Chart(map(Outcomes.one, [-50, 130, 140, 420, 720]), Side.NS)
    assert chart.trimmed_mean(replace(methods.BUTLER, trim=trim)) == mean


def test_butler_datum_rounds_five_away_from_zero_or_to_even():
    from scoring.engine.charts import Chart
    from scoring.engine.numbers import Mode, Rounding

    away = methods.BUTLER
    even = replace(methods.BUTLER, datum=Rounding(-1, Mode.HALF_EVEN))
    for scores, up, nearest_even in (
        ([100, 110], 110, 100),
        ([-100, -110], -110, -100),
        ([110, 120], 120, 120),
    ):
        chart = Chart(map(Outcomes.one, scores), Side.NS)
        assert (chart.datum(away), chart.datum(even)) == (up, nearest_even)
