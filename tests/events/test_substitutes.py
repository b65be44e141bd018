"""Substitutes: who may stand in for whom, and who played which boards (Law 4)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Player
from clubs.services.memberships import add_membership
from core.errors import Forbidden
from events.models import BoardSet, LineUp, Place, Play, SealOpening, Section, Session, Substitution
from events.models.plays import PlayState
from events.movements import MovementKind, Unit
from events.selectors.substitutes import played_shares, session_substitutions
from events.services.substitutes import add_substitute, end_substitute, withdraw_substitute
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper(db: None) -> Player:
    return make_players(1, "Helper")[0]


def number(session: Session, at: int) -> Place:
    return Place.objects.select_related("session__event__club", "section").get(session=session, number=at)


def stand_in(
    cast: Cast, place: Place, player: Player | str, first: int = 2, last: int | None = None, **more: Any
) -> Any:
    fields = {"entrant": place.contestant.entrants.get(position=1), "first_round": first, "last_round": last} | more
    return add_substitute(actor=cast.actor("director"), place=place, player=player, **fields)


def refused(error: pytest.ExceptionInfo[ValidationError]) -> tuple[str, str, str]:
    """Field, code and sentence of the only refusal."""
    if not hasattr(error.value, "error_dict"):
        return "", str(error.value.code), error.value.messages[0]
    [(field, [said])] = error.value.error_dict.items()
    return field, str(said.code), said.messages[0]


def play(session: Session, rounds: range) -> None:
    Play.objects.filter(section__session=session, round__in=rounds).update(state=PlayState.DONE)


# --- Taking one -----------------------------------------------------------------------------------------------------
def test_somebody_stands_in_from_a_round_to_another(cast: Cast, session: Session, helper: Player) -> None:
    row = stand_in(cast, number(session, 1), helper, 2, 3, reason="late  train")
    assert [row.covers(at) for at in (1, 2, 3, 4)] == [False, True, True, False]
    assert row.reason == "late train"
    entry = AuditEntry.objects.get(act="substitute.add")
    assert (entry.after["player"], entry.after["reason"]) == (helper.pk, "(personal)")
    assert entry.user_id == cast.director.pk


def test_a_visitor_stands_in(cast: Cast, session: Session) -> None:
    assert stand_in(cast, number(session, 1), "Walk-in Wanda").player.display_name == "Walk-in Wanda"


def test_a_visitor_is_not_recorded_when_the_substitution_is_refused(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError):
        stand_in(cast, number(session, 1), "Walk-in Wanda", first=99)
    assert not Player.objects.filter(display_name="Walk-in Wanda").exists()


@pytest.mark.parametrize(
    ("first", "last", "field"),
    [(0, None, "first_round"), (8, None, "first_round"), (3, 2, "last_round"), (3, 8, "last_round")],
)
def test_a_round_that_is_not_there_is_refused(
    cast: Cast, session: Session, helper: Player, first: int, last: int | None, field: str
) -> None:
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), helper, first, last)
    assert refused(error)[:2] == (field, "no_such_round")


def test_who_sits_at_another_table_cannot_stand_in(cast: Cast, session: Session, people: list[Player]) -> None:
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), people[15])
    field, code, said = refused(error)
    assert (field, code) == ("player", "seated")
    assert "Player 016 sits at table A" in said
    assert "in round 2" in said


def test_the_partner_cannot_hold_both_hands(cast: Cast, session: Session, people: list[Player]) -> None:
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), people[1])
    assert refused(error)[:2] == ("player", "seated")
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), people[0])
    assert refused(error)[:2] == ("player", "same")


def test_one_substitute_cannot_be_at_two_tables(cast: Cast, session: Session, helper: Player) -> None:
    stand_in(cast, number(session, 1), helper, 2, 4)
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 2), helper, 4)
    assert refused(error)[:2] == ("player", "seated")


def test_a_place_has_one_substitute_at_a_time(cast: Cast, session: Session, helper: Player) -> None:
    stand_in(cast, number(session, 1), helper, 2, 4)
    [other] = make_players(1, "Other")
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), other, 4)
    field, code, said = refused(error)
    assert (field, code) == ("first_round", "overlap")
    assert said == "Helper 001 already plays for Player 001 in round 4. End that first."
    stand_in(cast, number(session, 1), other, 5)


def test_one_who_sits_out_may_help_with_boards_they_do_not_play(cast: Cast) -> None:
    session = make_session(cast.harbour, 11, kind=MovementKind.ROVER)
    movement = session.sections.get().movement
    assert movement
    [resting] = movement.rounds[1].sitting_out
    idle = number(session, resting).contestant.entrants.get(position=1).player
    assert idle
    own = {b for r in movement.rounds for s in r.seatings if resting in s.seats for b in s.boards}
    [new] = [seating for seating in movement.rounds[1].seatings if not own & set(seating.boards)]
    [old, *_others] = [seating for seating in movement.rounds[1].seatings if own & set(seating.boards)]
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, old.ns), idle, 2, 2)
    field, code, said = refused(error)
    assert (field, code) == ("player", "plays_boards_twice")
    assert f"plays boards {min(old.boards)}–{max(old.boards)} at the own table too" in said
    stand_in(cast, number(session, new.ns), idle, 2, 2)


def test_who_has_looked_at_the_deals_cannot_play_them(cast: Cast, session: Session) -> None:
    boards = BoardSet.objects.create(club=cast.harbour, name="Set", source="dealt", made_at=EVENING)
    Section.objects.filter(session=session).update(board_set=boards)
    SealOpening.objects.create(board_set=boards, user=cast.scorer, opened_at=EVENING, reason="printing")
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), cast.scorer.player)
    field, code, said = refused(error)
    assert (field, code) == ("player", "has_seen_deals")
    assert "has looked at the deals" in said
    stand_in(cast, number(session, 1), cast.secretary.player)


def test_only_members_stand_in_where_only_members_play(cast: Cast, people: list[Player], helper: Player) -> None:
    session = make_session(cast.harbour, 8, players=people, members_only=True)
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), helper)
    assert refused(error)[:2] == ("player", "no_member")
    add_membership(
        actor=cast.actor("secretary"), club=cast.harbour, player=helper, starts=date(2024, 1, 1), ends=date(2026, 1, 31)
    )
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), helper)
    assert "31 January 2026 as its last day" in refused(error)[2].replace("Jan. 31, 2026", "31 January 2026")
    stand_in(cast, number(session, 1), cast.member.player)


def test_nobody_stands_in_before_the_seating(cast: Cast, people: list[Player], helper: Player) -> None:
    session = make_session(cast.harbour, 8, players=people, state="draft")
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), helper)
    assert refused(error)[1] == "wrong_state"


def test_an_entrant_of_another_pair_is_refused(cast: Cast, session: Session, helper: Player) -> None:
    other = number(session, 2).contestant.entrants.get(position=1)
    with pytest.raises(ValidationError) as error:
        stand_in(cast, number(session, 1), helper, entrant=other)
    assert refused(error)[:2] == ("entrant", "elsewhere")


def test_only_the_desk_takes_substitutes(cast: Cast, session: Session, helper: Player) -> None:
    row = stand_in(cast, number(session, 1), helper)
    entrant = number(session, 2).contestant.entrants.get(position=1)
    for name in ("member", "recorder", "other_secretary", "stranger"):
        with pytest.raises(Forbidden):
            add_substitute(
                actor=cast.actor(name), place=number(session, 2), entrant=entrant, player=helper, first_round=1
            )
        with pytest.raises(Forbidden):
            withdraw_substitute(actor=cast.actor(name), substitution=row)
        with pytest.raises(Forbidden):
            end_substitute(actor=cast.actor(name), substitution=row, last_round=3)


# --- Ending and withdrawing -----------------------------------------------------------------------------------------
def test_withdrawing_deletes_nothing(cast: Cast, session: Session, helper: Player) -> None:
    row = stand_in(cast, number(session, 1), helper)
    withdraw_substitute(actor=cast.actor("director"), substitution=row)
    assert Substitution.objects.get().withdrawn_at
    assert not session_substitutions(session).exists()
    assert session_substitutions(session, withdrawn=True).count() == 1
    with pytest.raises(ValidationError) as error:
        withdraw_substitute(actor=cast.actor("director"), substitution=row)
    assert refused(error)[1] == "withdrawn"


def test_the_one_who_was_away_comes_back(cast: Cast, session: Session, helper: Player) -> None:
    row = stand_in(cast, number(session, 1), helper, 2)
    ended = end_substitute(actor=cast.actor("director"), substitution=row, last_round=4)
    assert (ended.first_round, ended.last_round) == (2, 4)
    assert [one.pk for one in session_substitutions(session)] == [ended.pk]
    with pytest.raises(ValidationError):
        end_substitute(actor=cast.actor("director"), substitution=ended, last_round=1)
    assert session_substitutions(session).get() == ended


# --- Who played what ------------------------------------------------------------------------------------------------
def test_boards_are_counted_for_whoever_played_them(
    cast: Cast, session: Session, people: list[Player], helper: Player
) -> None:
    place = number(session, 1)
    stand_in(cast, place, helper, 2, 3)
    play(session, range(1, 5))
    parts = [part for part in played_shares(session) if part.place == place]
    boards = {part.player: part.boards for part in parts}
    assert [len(boards[player]) for player in (people[0], people[1], helper)] == [8, 16, 8]
    assert set(boards[people[0]]) | set(boards[helper]) == set(boards[people[1]])
    assert [(part.player, part.share, part.is_substitute) for part in parts] == [
        (people[0], 50, False),
        (people[1], 100, False),
        (helper, 50, True),
    ]


def test_a_share_is_never_rounded_up(cast: Cast, session: Session, people: list[Player], helper: Player) -> None:
    stand_in(cast, number(session, 1), helper, 3, 3)
    play(session, range(1, 4))
    shares = {part.player: part.share for part in played_shares(session)}
    assert (shares[people[0]], shares[helper]) == (66, 33)


def test_in_a_team_only_those_at_the_table_played_the_board(cast: Cast) -> None:
    people = make_players(16, "Team")
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people)
    place = number(session, 1)
    one, two, three, four = place.contestant.entrants.order_by("position")
    LineUp.objects.create(place=place, first_round=2, north=one, south=three, east=two, west=four, made_at=EVENING)
    play(session, range(1, 3))
    parts = {part.player: part for part in played_shares(session) if part.place == place}
    assert {part.share for part in parts.values()} == {100}
    first = Play.objects.filter(round=1, north=place.contestant)
    assert set(parts[people[0]].boards) >= {play.board for play in first}


def test_somebody_unknown_has_no_boards_and_breaks_nothing(cast: Cast, session: Session, people: list[Player]) -> None:
    number(session, 1).contestant.entrants.filter(position=1).update(player=None)
    play(session, range(1, 3))
    players = {part.player for part in played_shares(session)}
    assert people[0] not in players
    assert people[1] in players


def test_many_boards_cost_no_more_queries(cast: Cast, session: Session) -> None:
    large = make_session(cast.harbour, 24, kind=MovementKind.MITCHELL, name="Large")
    play(session, range(1, 9))
    play(large, range(1, 20))
    counts = []
    for one in (session, large):
        with CaptureQueriesContext(connection) as queries:
            played_shares(one)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8
