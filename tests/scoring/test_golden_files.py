"""Every figure that the programs published, reproduced from the raw results."""

from decimal import ROUND_HALF_UP, Decimal

import pytest

from scoring.interchange.report import as_data
from scoring.interchange.scored import ScoringOptions, score_file
from tests.scoring.golden import PROFILES, needs_golden, path, text, travellers, tree

pytestmark = needs_golden
POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS")


def scored(name: str) -> dict:
    return as_data(score_file(path(name), ScoringOptions(profile=PROFILES[name])))


@pytest.mark.parametrize("name", PROFILES)
def test_every_board_score(name: str):
    data = scored(name)
    ours = {
        (board["board"], line["ns"], line["ew"]): (Decimal(line["ns_points"]), Decimal(line["ew_points"]))
        for board in data["boards"]
        for line in board["lines"]
    }
    published = {}
    for board, line in travellers(tree(name)):
        kind = next(kind for kind in POINTS if text(line, f"NS_{kind}"))
        key = (board, text(line, "NS_PAIR_NUMBER"), text(line, "EW_PAIR_NUMBER"))
        published[key] = (Decimal(text(line, f"NS_{kind}")), Decimal(text(line, f"EW_{kind}")))
    assert ours == published


@pytest.mark.parametrize("name", PROFILES)
def test_every_total_percentage_and_place(name: str):
    ranking = {row["contestant"]: row for row in scored(name)["ranking"]}
    for entry in tree(name).iter():
        if entry.tag == "TEAM" and entry.get("TEAM_ID"):
            number = entry.get("TEAM_ID")
        elif entry.tag == "PAIR" and text(entry, "PLACE"):
            number = text(entry, "PAIR_NUMBER")
        else:
            continue
        ours = ranking.pop(number)
        assert ours["rank"].rstrip("=") == text(entry, "PLACE").rstrip("=")
        if text(entry, "TOTAL_SCORE"):
            assert Decimal(ours["total"]) == Decimal(text(entry, "TOTAL_SCORE"))
        if text(entry, "PERCENTAGE"):
            shown = Decimal(text(entry, "PERCENTAGE")).quantize(Decimal("0.01"), ROUND_HALF_UP)
            assert Decimal(ours["percent"]) == shown
    assert not ranking


@pytest.mark.parametrize("name", PROFILES)
def test_no_golden_line_needs_a_second_look(name: str):
    assert scored(name)["problems"] == []


def test_ties_are_marked_where_the_program_marks_them():
    places = {row["contestant"]: row["rank"] for row in scored("brian-no-neuberg.xml")["ranking"]}
    for pair in tree("brian-no-neuberg.xml").iter("PAIR"):
        assert places[text(pair, "PAIR_NUMBER")] == text(pair, "PLACE")


def test_matches_board_imps_and_victory_points():
    name = "teamsscorer-multiple-teams.xml"
    ours = scored(name)["matches"]
    published = list(tree(name).iter("MATCH"))
    assert len(ours) == len(published) == 40
    for match, entry in zip(ours, published, strict=True):
        assert (match["team"], match["opponent"]) == (text(entry, "TEAM"), text(entry, "OPPOSING_TEAM"))
        assert match["team_vps"] == text(entry, "TEAM_SCORE")
        assert match["opponent_vps"] == text(entry, "OPPOSING_TEAM_SCORE")
        boards = {board["board"]: board["imps"] for board in match["boards"]}
        assert boards == {int(text(b, "BOARD_NUMBER")): text(b, "IMPS") for b in entry.findall("BOARD")}


def test_cross_imps_of_each_pair_of_a_team():
    name = "teamsscorer-multiple-teams.xml"
    ours = {row["contestant"]: row for row in scored(name)["pairs"]}
    for pair in tree(name).iter("PAIR"):
        row = ours[text(pair, "PAIR_NUMBER")]
        assert row["boards"] == int(text(pair, "BOARDS_PLAYED"))
        if text(pair, "PAIR_IMPS"):
            assert Decimal(row["total"]) == Decimal(text(pair, "PAIR_IMPS"))


def test_butler_datum_is_the_published_board_average():
    name = "compscore-butler-howell.xml"
    session = score_file(path(name), ScoringOptions(profile="compscore")).session
    from scoring.engine.cards import Side
    from scoring.engine.charts import board_charts

    published = {
        int(text(b, "BOARD_NUMBER")): int(text(b, "BOARD_AVERAGE"))
        for b in tree(name).iter("BOARD")
        if text(b, "BOARD_AVERAGE")
    }
    ours = {board.number: board_charts(board.board)["", Side.NS].datum(session.method) for board in session.boards}
    assert ours == published
