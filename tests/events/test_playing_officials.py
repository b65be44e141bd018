"""A director who plays sees nothing of a board before having played it and does not rule at the own table."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player, User
from core.actors import of_user
from events.models import Board, BoardSet, Play, Session, SessionOfficial, Substitution
from events.models.plays import PlayState
from events.movements import MovementKind, Unit
from events.selectors.officials import (
    deputy_sentence,
    hidden_boards,
    missing_deputies,
    playing_officials,
)
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    """Sixteen players; the director plays as the first of pair 1."""
    return [cast.director.player, *make_players(15)]


def name_director(session: Session, player: Player, deputy: Player | None = None) -> SessionOfficial:
    return SessionOfficial.objects.create(session=session, player=player, duty="director", deputy=deputy)


def due(session: Session, number: int, rounds: range = range(1, 99)) -> set[int]:
    contestant = session.places.get(number=number).contestant_id
    return {play.board for play in Play.objects.filter(round__in=rounds) if contestant in play.contestant_ids}


def seen_by(user: User, session: Session) -> set[int]:
    return hidden_boards(of_user(user), session)


def opponents(session: Session, round_number: int, number: int = 1) -> list[Player]:
    """Those at the table of a pair in a round."""
    movement = session.sections.get().movement
    assert movement
    seats = next(row.seats for row in movement.rounds[round_number - 1].seatings if number in row.seats)
    other = next(seat for seat in seats if seat != number)
    return [entrant.player for entrant in session.places.get(number=other).contestant.entrants.all()]  # type: ignore[misc]


# --- What must not be seen ------------------------------------------------------------------------------------------
def test_boards_still_to_be_played_are_hidden_from_a_playing_director(cast: Cast, session: Session) -> None:
    assert seen_by(cast.director, session) == due(session, 1)
    Play.objects.filter(round=1).update(state=PlayState.DONE)
    assert seen_by(cast.director, session) == due(session, 1, range(2, 99))


def test_nothing_is_hidden_from_one_who_does_not_play(cast: Cast, session: Session) -> None:
    assert seen_by(cast.scorer, session) == set()
    assert hidden_boards(of_user(User.objects.create_user("nobody@example.org", "x")), session) == set()


def test_before_the_start_every_board_is_hidden_from_the_seated(cast: Cast, people: list[Player]) -> None:
    session = make_session(cast.harbour, 8, players=people, state="seating")
    section = session.sections.get()
    assert section.movement
    boards = BoardSet.objects.create(club=cast.harbour, name="Set", source="dealt", made_at=EVENING)
    Board.objects.create(board_set=boards, number=99, dealer="N", vulnerable="None", deal="N:-", made_at=EVENING)
    session.sections.update(board_set=boards)
    assert seen_by(cast.director, session) == {*range(1, section.movement.boards_in_play + 1), 99}
    assert seen_by(cast.scorer, session) == set()


def test_a_substitute_must_not_see_the_boards_of_their_rounds(cast: Cast, session: Session) -> None:
    place = session.places.get(number=2)
    row = Substitution.objects.create(
        place=place,
        entrant=place.contestant.entrants.get(position=1),
        player=cast.scorer.player,
        first_round=3,
        last_round=4,
        made_at=EVENING,
    )
    assert seen_by(cast.scorer, session) == due(session, 2, range(3, 5))
    Substitution.objects.filter(pk=row.pk).update(withdrawn_at=EVENING)
    assert seen_by(cast.scorer, session) == set()


# --- Who rules where ------------------------------------------------------------------------------------------------
def test_a_director_who_does_not_play_needs_no_deputy(cast: Cast) -> None:
    session = make_session(cast.harbour)
    name_director(session, cast.director.player)
    assert playing_officials(session) == []
    assert missing_deputies(session) == []


def test_a_playing_director_needs_a_deputy(cast: Cast, session: Session) -> None:
    official = name_director(session, cast.director.player)
    SessionOfficial.objects.create(session=session, player=cast.director.player, duty="scorer")
    assert len(playing_officials(session)) == 2
    assert missing_deputies(session) == [official]
    assert deputy_sentence(official) == (
        "Director Tenace directs and also plays: name a deputy who rules at that table, under “People”."
    )
    SessionOfficial.objects.filter(pk=official.pk).update(deputy=cast.scorer.player)
    assert missing_deputies(session) == []


def test_another_director_who_does_not_sit_there_will_do(cast: Cast, session: Session, people: list[Player]) -> None:
    first = name_director(session, cast.director.player)
    partner = name_director(session, people[1])
    assert missing_deputies(session) == [first, partner]
    name_director(session, cast.secretary.player)
    assert missing_deputies(session) == []


def test_one_who_stands_in_for_a_player_plays(cast: Cast) -> None:
    session = make_session(cast.harbour)
    official = name_director(session, cast.director.player)
    place = session.places.get(number=1)
    entrant = place.contestant.entrants.get(position=1)
    Substitution.objects.create(
        place=place, entrant=entrant, player=cast.director.player, first_round=2, made_at=EVENING
    )
    assert playing_officials(session) == [official]


def test_a_deputy_at_the_same_table_does_not_do_for_that_round(
    cast: Cast, session: Session, people: list[Player]
) -> None:
    official = name_director(session, cast.director.player, deputy=opponents(session, 2)[0])
    assert missing_deputies(session) == []
    assert missing_deputies(session, 2) == [official]
    SessionOfficial.objects.filter(pk=official.pk).update(deputy=people[1])
    assert missing_deputies(session, 3) == [official]


def test_a_team_mate_does_not_rule_at_the_other_table(cast: Cast) -> None:
    people = [cast.director.player, *make_players(31)]
    session = make_session(cast.harbour, 8, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people)
    official = name_director(session, cast.director.player, deputy=people[2])
    assert missing_deputies(session) == [official]


def test_a_large_room_costs_no_more_queries(cast: Cast, session: Session, people: list[Player]) -> None:
    name_director(session, cast.director.player, cast.scorer.player)
    large = make_session(
        cast.harbour, 20, kind=MovementKind.MITCHELL, players=[cast.director.player, *make_players(39, "B")]
    )
    name_director(large, cast.director.player, cast.scorer.player)
    counts = []
    for one in (session, large):
        with CaptureQueriesContext(connection) as queries:
            missing_deputies(one)
            hidden_boards(of_user(cast.director), one)
        counts.append(len(queries))
    assert counts[1] <= counts[0] < 22
