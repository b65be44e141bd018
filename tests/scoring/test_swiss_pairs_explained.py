"""Swiss pairs: what match pages, boards and rankings say where the two sides of a match do not mirror each other."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Play, Session
from scoring.engine.numbers import Rounding
from scoring.engine.sheet import AVERAGE_PLUS, Outcomes
from scoring.engine.victory import wbf_continuous, whole_margin
from scoring.models import Standing
from scoring.result_input import ResultInput
from scoring.selectors.match_steps import _pair_board
from scoring.selectors.matches import BoardLine, MatchLine, MatchTeam, TableResult
from scoring.selectors.newest_matches import RunMatch, newest_matches
from scoring.selectors.result_lines import signed_text
from scoring.services.adjusting import adjust
from scoring.services.results import set_result
from scoring.templatetags.matches import contract
from tests.cast import Cast
from tests.scoring.contest import make_swiss_pairs, play_pairs, section_of
from tests.scoring.test_swiss_pairs import over, text, url, why_place

pytestmark = pytest.mark.django_db
TWO = Rounding(2)


def played(cast: Cast, pairs: int = 8) -> Session:
    session = make_swiss_pairs(cast.harbour, pairs)
    play_pairs(session, 1)
    return session


def play_at(session: Session, board: int, table: int) -> Play:
    rows = section_of(session).plays.select_related("section__session__event__club__federation")
    return rows.get(round=1, board=board, table=table)


def split(cast: Cast, play: Play, ns: int, ew: int) -> None:
    adjust(
        actor=cast.actor("director"),
        play=play,
        kind="split",
        ns=Outcomes.one(ns),
        ew=Outcomes.one(ew),
        reason="Lowered",
        law="79B3",
    )


def lowered(cast: Cast) -> tuple[Session, Play]:
    """Board 1, table 1: 3NT one down by North, which North-South have to count as three down."""
    session = played(cast)
    play = play_at(session, 1, 1)
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("3NT-1 N"), reason="Miscounted")
    split(cast, play, -150, -50)
    return over(cast, session, "The hall closes"), play


def match_page(client: Client, session: Session, row: RunMatch) -> str:
    return text(client, url(session, "session-match", round_number=row.round, home=row.home_id, away=row.away_id))


def titles(session: Session) -> dict[int, str]:
    """The pairs as `make_swiss_pairs` names them."""
    return {place.contestant_id: f"P{place.number} 001 – P{place.number} 002" for place in session.places.all()}


def test_after_a_split_score_each_pair_of_a_match_has_its_own_margin(cast: Cast, client: Client) -> None:
    session, _play = lowered(cast)
    names, unbalanced = titles(session), 0
    for row in newest_matches(session):
        page = match_page(client, session, row)
        if row.net[0] + row.net[1] == 0:
            continue
        unbalanced += 1
        assert "A margin of" not in page
        assert "Together" not in page
        for who, net, vps in zip((row.home_id, row.away_id), row.net, row.vps, strict=True):
            assert vps == TWO.show(wbf_continuous(3).points(net))
            whole = signed_text(str(whole_margin(net)))
            read = f"{signed_text(TWO.show(net))} IMPs, {whole} to the nearest whole IMP"
            unit = "IMP" if abs(net) == 1 else "IMPs"
            made = read if net.denominator > 1 else f"{whole} {unit}"
            assert f"{names[who]}: 3 boards add up to {made}: {vps} victory points." in page
        assert "each pair’s victory points come from its own margin" in page
    assert unbalanced == 4


def test_after_a_split_score_the_imps_and_the_sum_follow_each_pair(cast: Cast, client: Client) -> None:
    session, _play = lowered(cast)
    row = newest_matches(session)[0]
    assert row.net[0] + row.net[1] != 0
    home, away = (signed_text(TWO.show(net)) for net in row.net)
    page = match_page(client, session, row)
    assert f"{home} and {away} IMPs" in page
    assert f"IMPs on the boards {home} {away}" in page
    assert "IMPs won on the boards" not in page
    # The last line of the table has both sums.
    assert re.search(rf"{re.escape(home)} {re.escape(away)} IMPs on the boards", page)
    assert f"{home} and {away} IMPs" in text(client, url(session, "session-matches"))


def test_after_a_split_score_programs_read_what_the_boards_come_to_for_each(cast: Cast, client: Client) -> None:
    session, _play = lowered(cast)
    rows = {row.key: row for row in newest_matches(session)}
    sent = client.get(f"/api/v1/sessions/{session.pk}/matches/").json()
    found = 0
    for one in sent:
        row = rows[one["round"], one["home"]["contestant"], one["away"]["contestant"]]
        if row.net[0] + row.net[1] != 0:
            found += 1
            assert (one["home_imps"], one["away_imps"]) == tuple(TWO.show(made) for made in row.board_sums)
    assert found == 4


def test_a_board_whose_two_figures_are_no_mirror_images_names_the_pairs_and_says_why(
    cast: Cast, client: Client
) -> None:
    session, _play = lowered(cast)
    names = titles(session)
    for row in newest_matches(session):
        board = next(one for one in row.boards if one["board"] == 1)
        home, away = Fraction(board["home"]), Fraction(board["away"])
        assert home + away != 0
        page = match_page(client, session, row)
        assert "to the one" not in page
        one, other = (signed_text(TWO.show(value)) for value in (home, away))
        assert f"{names[row.home_id]} gets {one} IMPs, {names[row.away_id]} {other}" in page
        assert (
            "Board 1 is no mirror image: at a table the two sides count different scores, and each pair is compared"
            " with what the others of its own direction count."
        ) in page
        assert not re.search(r"(?<![\w-])-\d", page)


def test_a_board_with_average_plus_to_both_says_that_it_is_artificial(cast: Cast, client: Client) -> None:
    session = played(cast)
    play = play_at(session, 1, 1)
    adjust(
        actor=cast.actor("director"), play=play, kind="artificial", ns=AVERAGE_PLUS, ew=AVERAGE_PLUS, reason="Fouled"
    )
    session = over(cast, session, "The hall closes")
    row = next(row for row in newest_matches(session) if play.north_id in (row.home_id, row.away_id))
    page = match_page(client, session, row)
    assert "Board 1 is no mirror image: an artificial score is given to each side by itself (Law 12C2)." in page


def test_the_why_of_a_lowered_score_tells_the_recorded_one_apart(cast: Cast, client: Client) -> None:
    session, play = lowered(cast)
    said = text(client, url(session, "session-results-why-score", play_id=play.pk, side="ns"))
    assert "scores −150" not in said
    assert "The score of North-South was lowered: it counts as −150 for North-South." in said
    assert "The recorded 3NT −1 by North was −50 for North-South." in said
    other = text(client, url(session, "session-results-why-score", play_id=play.pk, side="ew"))
    assert "3NT −1 by North scores −50 for North-South." in other
    assert "lowered" not in other.replace("Lowered", "")


def test_the_why_of_an_assigned_score_does_not_ascribe_it_to_the_recorded_result(cast: Cast, client: Client) -> None:
    session = played(cast)
    play = play_at(session, 1, 1)
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("3NT-1 N"), reason="Miscounted")
    both = Outcomes.one(400)
    adjust(actor=cast.actor("director"), play=play, kind="assigned", ns=both, ew=both, reason="Law 16", law="12C1(a)")
    session = over(cast, session, "The hall closes")
    for side, name in (("ns", "North-South"), ("ew", "East-West")):
        said = text(client, url(session, "session-results-why-score", play_id=play.pk, side=side))
        assert "scores +400" not in said
        assert "The recorded 3NT −1 by North was −50 for North-South." in said
        word = "changed" if side == "ns" else "lowered"
        assert f"The score of {name} was {word}: it counts as +400 for North-South." in said


def test_a_boards_table_shows_what_each_side_counts_where_they_differ(cast: Cast, client: Client) -> None:
    session, play = lowered(cast)
    said = text(client, url(session, "session-results-board", number=1))
    assert "NS −150 EW +50" in said
    row = next(row for row in newest_matches(session) if play.north_id in (row.home_id, row.away_id))
    page = match_page(client, session, row)
    assert "NS −150 EW +50" in page
    assert "Board 1, where North-South counts −150 and East-West +50: compared with the field" in page


def test_a_match_with_a_board_not_played_says_so_alike_on_both_pages(cast: Cast, client: Client) -> None:
    session = played(cast)
    play = play_at(session, 1, 1)
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("NP"), reason="Out of time")
    session = over(cast, session, "The hall closes")
    row = next(row for row in newest_matches(session) if play.north_id in (row.home_id, row.away_id))
    assert row.vps[0] == TWO.show(wbf_continuous(3).points(row.net[0]))
    page = match_page(client, session, row)
    scale = "The scale is the one for all 3 boards of the match, as scheduled."
    assert "no score yet" not in page
    assert "missing" not in page
    assert "1 board not played" in page
    assert "all boards in" not in page
    assert "Board 1 was not played." in page
    assert scale in page
    assert "missing" not in text(client, url(session, "session-matches"))
    for who in (row.home_id, row.away_id):
        said = why_place(client, session, who)
        assert "2 of 3 boards add up to" in said
        assert scale in said
    other = next(row for row in newest_matches(session) if play.north_id not in (row.home_id, row.away_id))
    assert "as scheduled" not in match_page(client, session, other)


def test_the_figures_of_a_match_lead_to_their_why_and_pairs_have_their_numbers(cast: Cast, client: Client) -> None:
    session = over(cast, played(cast), "The hall closes")
    row = newest_matches(session)[0]
    page = client.get(
        url(session, "session-match", round_number=row.round, home=row.home_id, away=row.away_id)
    ).content.decode()
    for board in row.boards:
        wins = "home" if Fraction(board["home"]) > 0 else "away"
        who = row.home_id if wins == "home" else row.away_id
        play = Play.objects.get(pk=board["open"]["play"])
        side = "ns" if play.north_id == who else "ew"
        address = url(session, "session-results-why-score", play_id=play.pk, side=side)
        assert (address in page) == (Fraction(board["home"]) != 0)
    listed = text(client, url(session, "session-matches"))
    assert "1 P1 001 – P1 002" in listed


def test_sums_that_are_rounded_to_be_shown_say_so(cast: Cast, client: Client) -> None:
    session = over(cast, played(cast), "The hall closes")
    row = next(row for row in newest_matches(session) if any("/" in board["home"] for board in row.boards))
    assert "Boards are added up exactly and rounded only to be shown." in match_page(client, session, row)


def test_a_name_that_ends_in_a_stop_does_not_end_a_sentence() -> None:
    row = RunMatch({"round": 1, "home": "1", "away": "2", "of_pairs": True, "boards": []})
    teams = MatchTeam(1, "1", "A. B.", ""), MatchTeam(2, "2", "S. S.", "")
    line = MatchLine(row, *teams, is_seen=True, is_own=False, agreed=0)
    one = BoardLine(4, "compared", TableResult(1, "3NT-1 S", -50, False), home="", away="7.00")
    said = _pair_board(one, line)
    assert ".." not in said
    assert said == "Board 4, −50 for North-South: compared with the field S. S. wins 7.00 IMPs."


@pytest.mark.parametrize(("said", "shown"), [("3NT-1 S", "3NT−1 S"), ("3NTXX-1 S", "3NT××−1 S"), ("Pass", "Pass")])
def test_a_contract_has_a_true_minus_and_a_true_double(said: str, shown: str) -> None:
    assert contract(said) == shown
    assert "×−1 W" in contract("4HX-1 W")


def test_a_bye_has_its_points_in_the_list_and_the_cross_table_and_leads_on(cast: Cast, client: Client) -> None:
    session = over(cast, played(cast, 9), "The hall closes")
    standing = Standing.objects.get(run__field__session=session, boards=0)
    card = url(session, "session-results-card", contestant_id=standing.contestant_id)
    answer = client.get(url(session, "session-matches")).content.decode()
    bye = next(found for found in re.findall(r'<li class="match-line.*?</li>', answer, re.S) if "bye" in found)
    assert "12.00" in bye
    assert card in bye
    cross = answer[answer.index('class="table cross"') :]
    rows = re.findall(r"<tr>.*?</tr>", cross, re.S)
    assert "Bye" in rows[0]
    for standing in Standing.objects.filter(run__field__session=session):
        name = titles(session)[standing.contestant_id]
        own = next(row for row in rows if name in row and '<th scope="row"' in row)
        figures = [Fraction(found) for found in re.findall(r"\b\d+\.\d\d\b", own)]
        assert sum(figures) == Fraction(standing.total)


def test_the_bye_on_a_card_leads_to_why(cast: Cast, client: Client) -> None:
    session = over(cast, played(cast, 9), "The hall closes")
    standing = Standing.objects.get(run__field__session=session, boards=0)
    page = client.get(url(session, "session-results-card", contestant_id=standing.contestant_id)).content.decode()
    why = url(session, "session-results-why-place", contestant_id=standing.contestant_id)
    assert re.search(rf'href="{why}"[^>]*>\s*12\.00 VPs', page)


def test_the_overall_page_tells_matches_and_byes_and_leads_to_the_sessions_why(cast: Cast, client: Client) -> None:
    session = over(cast, played(cast, 9), "The hall closes")
    address = reverse("club-event-results", kwargs={"slug": "harbour", "event_id": session.event_id})
    standings = {one.contestant_id: one for one in Standing.objects.filter(run__field__session=session)}
    bye = next(one for one in standings.values() if one.boards == 0)
    said = text(client, f"{address}?why={bye.contestant_id}")
    assert "Session 1: 12.00. Round 1 was without opponents, and gives 12.00 of it." in said
    other = next(one for one in standings.values() if one.boards)
    answer = f"{address}?why={other.contestant_id}"
    assert f"Session 1: {other.shown_total} from 1 match over 3 boards." in text(client, answer)
    why = url(session, "session-results-why-place", contestant_id=other.contestant_id)
    assert why in client.get(answer).content.decode()


def test_the_desk_says_who_sits_out(cast: Cast, client: Client) -> None:
    session = make_swiss_pairs(cast.harbour, 9)
    client.force_login(cast.director)
    assert "Sits out: 9 P9 001 – P9 002" in text(client, url(session, "session-desk"))
