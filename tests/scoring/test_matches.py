"""Matches: compared board by board, agreed by captains, open again when a board changes."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.actors import of_user
from core.errors import Conflict, Forbidden
from events.models import Contestant, LineUp, Play, Session
from events.models.plays import PlayState
from events.movements.model import MovementKind
from events.services.sessions import call_round
from scoring.engine.imps import imps
from scoring.engine.sheet import AVERAGE, AVERAGE_PLUS, Outcomes
from scoring.models import ComparisonField, MatchAgreement, Standing
from scoring.result_input import ResultInput
from scoring.runs.sheets import read_field_sheet
from scoring.runs.team_sheet_storage import pack_teams, unpack_teams
from scoring.selectors.butler import butler_list
from scoring.selectors.explaining import why_board
from scoring.selectors.match_steps import match_steps
from scoring.selectors.matches import match_view, session_matches
from scoring.selectors.newest_matches import Key, RunMatch, newest_matches
from scoring.services.adjusting import adjust
from scoring.services.matches import add_term, agree, take_back_agreement, withdraw_term, witness
from scoring.services.repairs import turn_results
from scoring.services.results import drop_board, set_result
from tests.cast import Cast
from tests.scoring.contest import captain, make_teams, play_round, score
from tests.scoring.test_results_pages import explained

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_teams(cast.harbour, 4)


def first(session: Session) -> RunMatch:
    return newest_matches(session)[0]


def teams(row: RunMatch) -> tuple[Contestant, Contestant]:
    return Contestant.objects.get(pk=row.home_id), Contestant.objects.get(pk=row.away_id)


def plays(session: Session, key: Key) -> list[Play]:
    number, home, away = key
    rows = Play.objects.filter(section__session=session, round=number, north__in=[home, away], east__in=[home, away])
    return list(rows.select_related("section__session__event__club__federation").order_by("table", "board"))


def test_both_captains_agree_and_a_changed_board_opens_it_again(cast: Cast, session: Session) -> None:
    play_round(session, 1)
    row = first(session)
    home, away = teams(row)
    one = agree(actor=of_user(captain(home)), session=session, key=row.key, seen=row.digest)
    witness(actor=cast.actor("director"), session=session, key=row.key, team=away, seen=row.digest, reason="Told me so")
    view = match_view(cast.actor("director"), session, row.key)
    assert view is not None
    assert view.is_agreed
    assert agree(actor=of_user(captain_again(home)), session=session, key=row.key, seen=row.digest).pk == one.pk
    changed = plays(session, row.key)[0]
    set_result(actor=cast.actor("director"), play=changed, result=ResultInput.parse("7NT-5 N"), reason="Mistyped")
    score()
    view = match_view(cast.actor("director"), session, row.key)
    assert view is not None
    assert not view.current
    assert {one.ended_why for one in view.ended} == {f"The score of board {changed.board} changed."}
    assert AuditEntry.objects.filter(act="match.reopen").count() == 2
    with pytest.raises(Conflict, match="has changed since you looked"):
        agree(actor=of_user(captain_again(home)), session=session, key=row.key, seen=row.digest)
    other = first(session)
    again = agree(actor=of_user(captain_again(home)), session=session, key=row.key, seen=other.digest)
    take_back_agreement(actor=of_user(captain_again(home)), agreement=again, reason="Board 2 is not right")
    assert not MatchAgreement.objects.filter(ended_at=None).exists()


def captain_again(team: Contestant) -> object:
    return team.entrants.get(is_captain=True).player.user


def test_a_captain_does_not_agree_while_boards_are_missing(cast: Cast, session: Session) -> None:
    play_round(session, 1, leave=2)
    row = newest_matches(session)[-1]
    home, _away = teams(row)
    actor = of_user(captain(home))
    with pytest.raises(ValidationError, match="Boards 1–2 have no result at both tables yet"):
        agree(actor=actor, session=session, key=row.key, seen=row.digest)
    for play in plays(session, row.key)[-2:]:
        drop_board(actor=cast.actor("director"), play=play, reason="No time")
    score()
    row = newest_matches(session)[-1]
    with pytest.raises(ValidationError, match="Nothing has been played"):
        agree(actor=actor, session=session, key=row.key, seen=row.digest)


def test_only_captains_and_directors_speak(cast: Cast, session: Session) -> None:
    play_round(session, 1)
    row = first(session)
    home, _away = teams(row)
    for who in ("member", "director"):
        with pytest.raises(Forbidden):
            agree(actor=cast.actor(who), session=session, key=row.key, seen=row.digest)
    with pytest.raises(Forbidden):
        witness(actor=cast.actor("member"), session=session, key=row.key, team=home, seen="", reason="I saw it")
    with pytest.raises(ValidationError, match="Say how the captain agreed"):
        witness(actor=cast.actor("director"), session=session, key=row.key, team=home, seen="", reason="")
    with pytest.raises(ValidationError, match="no such match"):
        witness(
            actor=cast.actor("director"), session=session, key=(9, *row.key[1:]), team=home, seen="", reason="I saw it"
        )


def test_imps_brought_in_and_a_penalty_count_in_the_match(cast: Cast, session: Session) -> None:
    play_round(session, 1)
    row = first(session)
    before = row.net
    home, away = teams(row)
    actor = cast.actor("director")
    term = add_term(
        actor=actor, session=session, key=row.key, kind="carry", team=away, imps=Decimal("3.5"), reason="Group stage"
    )
    add_term(actor=actor, session=session, key=row.key, kind="penalty", team=home, imps=Decimal(2), reason="Late")
    score()
    now = first(session).net
    assert now == (before[0] - Fraction(7, 2) - 2, before[1] + Fraction(7, 2))
    steps = match_steps(match_view(actor, session, row.key))
    assert any("brought 3.5 of these into the match" in one for one in steps)
    withdraw_term(actor=actor, term=term)
    score()
    assert first(session).net == (before[0] - 2, before[1])
    with pytest.raises(ValidationError, match="more than 0"):
        add_term(actor=actor, session=session, key=row.key, kind="carry", team=away, reason="Nothing")


def test_the_other_room_stays_hidden_while_others_play_the_board(cast: Cast, session: Session) -> None:
    play_round(session, 1, leave=1)
    row = first(session)
    home, _away = teams(row)
    own, stranger = of_user(captain(home)), cast.actor("stranger")
    assert [line.state for line in match_view(own, session, row.key).lines] == ["compared", "compared"]
    assert [line.state for line in match_view(stranger, session, row.key).lines] == ["compared", "hidden"]
    seen = {line.is_seen for line in session_matches(stranger, session).lines}
    assert seen == {False}
    other = newest_matches(session)[-1]
    # Nobody sees one room's result before the other room has one.
    assert [line.state for line in match_view(own, session, other.key).lines] == ["compared", "missing"]
    elsewhere = Play.objects.filter(section__session=session, round=1)
    elsewhere.filter(state=PlayState.DUE).update(state=PlayState.DONE)
    elsewhere.filter(table=elsewhere.last().table, board=1).update(state=PlayState.DUE)
    [hidden, after] = match_view(stranger, session, row.key).lines
    assert (hidden.state, after.state, after.running) == ("hidden", "compared", ""), "the lead tells what was hidden"


def test_teams_visit_each_other_in_two_rounds_and_are_compared(cast: Cast) -> None:
    session = make_teams(cast.harbour, 5, kind=MovementKind.AMERICAN_WHIST, rounds=4, scoring="imps")
    for number in range(1, 5):
        play_round(session, number)
        if number < 4:
            call_round(actor=cast.actor("director"), session=session)
            session.refresh_from_db()
    rows = newest_matches(session)
    assert len(rows) == 10
    assert all(not row.missing and len(row.boards) == 2 for row in rows)
    assert sum(Fraction(row.total) for row in Standing.objects.filter(run__field__session=session)) == 0


def test_a_match_that_has_not_begun_gives_nothing(cast: Cast) -> None:
    session = make_teams(cast.harbour, 4, kind=MovementKind.ROUND_ROBIN, rounds=3)
    play_round(session, 1)
    totals = [Fraction(row.total) for row in Standing.objects.filter(run__field__session=session)]
    assert sum(totals) == 40
    assert len(session_matches(cast.actor("director"), session).lines) == 2


def test_butler_follows_the_line_ups(cast: Cast, session: Session) -> None:
    play_round(session, 1)
    place = session.places.get(contestant__name="Team 1")
    one, two, three, four = place.contestant.entrants.order_by("position")
    actor = cast.actor("director")
    before = {line.names: line for line in butler_list(actor, session)}
    assert len(before) == 8
    assert {line.boards for line in before.values()} == {2}
    assert sum(Fraction(line.total) for line in before.values()) == 0
    LineUp.objects.create(
        place=place, first_round=1, north=one, south=three, east=two, west=four, made_at=session.starts_at
    )
    after = {line.names for line in butler_list(actor, session)}
    assert {"T1 001 – T1 003", "T1 002 – T1 004"} <= after
    assert "T1 001 – T1 002" not in after


def test_what_matches_need_survives_being_written_down(cast: Cast) -> None:
    session = make_teams(cast.harbour, 5)
    play_round(session, 1, leave=1)
    row = first(session)
    add_term(
        actor=cast.actor("director"),
        session=session,
        key=row.key,
        kind="carry",
        team=teams(row)[0],
        imps=Decimal("2.5"),
        reason="Groups",
    )
    drop_board(
        actor=cast.actor("director"), play=Play.objects.filter(round=1).order_by("-table", "-board")[0], reason="Late"
    )
    read = read_field_sheet(ComparisonField.objects.get(session=session).pk)
    kept = json.loads(json.dumps(pack_teams(read)))
    again = replace(read, kinds={}, dropped=frozenset(), terms={}, byes=(), bye_rounds=())
    again = replace(again, **unpack_teams(kept))
    assert again == read
    assert all((read.byes, read.terms, read.dropped))


@pytest.mark.parametrize("room", [0, -1])
def test_a_team_that_sat_the_same_way_in_both_rooms_has_nothing_to_compare(
    cast: Cast, session: Session, room: int
) -> None:
    """What each side gets is a ruling's (Laws 86B and 12C2); both results stay on the page, whichever was turned."""
    play_round(session, 1)
    key = first(session).key
    played = [play for play in plays(session, key) if play.board == plays(session, key)[0].board]
    turn_results(actor=cast.actor("director"), plays=[played[room]], reason="Sat the wrong way")
    score()
    [board] = [one for one in first(session).data["missing"] if one["board"] == played[0].board]
    assert {board["open"]["play"], board["closed"]["play"]} == {play.pk for play in played}
    for play in played:
        adjust(
            actor=cast.actor("director"),
            play=play,
            kind="artificial",
            ns=AVERAGE,
            ew=AVERAGE,
            reason="Not comparable",
            law="12C2",
        )
    score()
    assert first(session).missing == []


def test_a_side_with_an_artificial_score_does_not_take_the_comparison_from_the_other(
    cast: Cast, session: Session
) -> None:
    play_round(session, 1)
    key = first(session).key
    home = first(session).home_id
    play = next(play for play in plays(session, key) if play.north_id == home)
    other = next(one for one in plays(session, key) if one.board == play.board and one.pk != play.pk)
    set_result(actor=cast.actor("director"), play=other, result=ResultInput.parse("3NT= N"), reason="As written")
    stopped = {"kind": "split", "reason": "Could not play on", "law": "12C1(d)"}
    adjust(actor=cast.actor("director"), play=play, ns=AVERAGE_PLUS, ew=Outcomes.one(-100), **stopped)
    score()
    [board] = [one for one in first(session).data["boards"] if one["board"] == play.board]
    assert board["home"] == "3"
    assert Fraction(board["away"]) == imps(board["closed"]["score"] + 100)
    view = match_view(cast.actor("director"), session, key)
    assert view is not None
    [said] = [step for step in match_steps(view) if step.startswith(f"Board {play.board}:")]
    assert said.endswith("by an adjusted score.")
    run, lines = explained(cast, session)
    line = lines.line(play.pk)
    assert line is not None
    ns, ew = why_board(run, line, "NS"), why_board(run, line, "EW")
    assert ns is not None
    assert ew is not None
    assert "not compared with the other table" in ns.steps[-1]
    assert ew.steps[-1] == f"By the table of Law 78B: {ew.figure} IMPs."
