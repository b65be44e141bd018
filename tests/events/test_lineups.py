"""Line-ups of teams: by the desk, or by the captain before the round begins."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, Player
from core.errors import Forbidden
from events.models import Entrant, LineUp, Place, Section, Session
from events.movements import MovementKind, Unit
from events.selectors.lineups import line_up_in_round
from events.services.lineups import set_line_up
from tests.cast import Cast
from tests.events.evening import make_players, make_session
from tests.events.test_substitutes import number, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    """Four teams; the member is the captain of the first."""
    return [cast.member.player, *make_players(15)]


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    """In the first round. The first team has a fifth player."""
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people)
    team = session.places.get(number=1).contestant
    team.entrants.filter(position=1).update(is_captain=True)
    [fifth] = make_players(1, "Fifth")
    Entrant.objects.create(event=session.event, contestant=team, player=fifth, position=5)
    return session


def squad(place: Place) -> list[Entrant]:
    return list(place.contestant.entrants.order_by("position"))


def give(cast: Cast, place: Place, *order: int, name: str = "director", first: int = 2, **more: Any) -> LineUp:
    team = squad(place)
    seats = dict(zip(("north", "south", "east", "west"), (team[at - 1] for at in order), strict=True))
    return set_line_up(actor=cast.actor(name), place=place, first_round=first, **(seats | more))


def seated(place: Place, round_number: int) -> list[int]:
    return [entrant.position for entrant in line_up_in_round(place, round_number).entrants]


def test_without_a_line_up_the_order_of_entry_holds(session: Session) -> None:
    assert seated(number(session, 1), 1) == [1, 2, 3, 4]


def test_a_line_up_holds_until_the_next_one(cast: Cast, session: Session) -> None:
    give(cast, number(session, 1), 5, 2, 3, 4, first=2)
    give(cast, number(session, 1), 3, 4, 1, 5, first=3)
    place = number(session, 1)
    assert [seated(place, at) for at in (1, 2, 3)] == [[1, 2, 3, 4], [5, 2, 3, 4], [3, 4, 1, 5]]


def test_a_line_up_for_the_same_round_is_put_right(cast: Cast, session: Session) -> None:
    give(cast, number(session, 1), 5, 2, 3, 4)
    give(cast, number(session, 1), 2, 5, 3, 4)
    assert LineUp.objects.count() == 1
    assert seated(number(session, 1), 2) == [2, 5, 3, 4]
    entry = AuditEntry.objects.filter(act="lineup.set").order_by("number").last()
    assert entry
    assert entry.before["north"] == entry.after["south"]


def test_the_captain_gives_the_line_up_of_a_round_that_has_not_begun(cast: Cast, session: Session) -> None:
    give(cast, number(session, 1), 5, 2, 3, 4, name="member", first=2)
    with pytest.raises(ValidationError) as error:
        give(cast, number(session, 1), 5, 2, 3, 4, name="member", first=1)
    assert refused(error) == (
        "first_round",
        "begun",
        "Round 1 has begun. Choose a later one, or ask the director.",
    )
    give(cast, number(session, 1), 5, 2, 3, 4, name="director", first=1)


def test_nobody_else_gives_it(cast: Cast, session: Session) -> None:
    for name in ("stranger", "recorder", "other_secretary"):
        with pytest.raises(Forbidden):
            give(cast, number(session, 1), 5, 2, 3, 4, name=name)
    with pytest.raises(Forbidden):
        give(cast, number(session, 2), 2, 1, 3, 4, name="member")


def test_four_different_players_are_needed(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError) as error:
        give(cast, number(session, 1), 1, 2, 3, 1)
    assert refused(error)[:2] == ("west", "named_twice")


def test_players_of_other_teams_are_refused(cast: Cast, session: Session) -> None:
    stranger = squad(number(session, 2))[0]
    with pytest.raises(ValidationError) as error:
        give(cast, number(session, 1), 1, 2, 3, 4, east=stranger)
    assert refused(error)[:2] == ("east", "elsewhere")


@pytest.mark.parametrize("first", [0, 99])
def test_a_round_that_is_not_there_is_refused(cast: Cast, session: Session, first: int) -> None:
    with pytest.raises(ValidationError) as error:
        give(cast, number(session, 1), 1, 2, 3, 4, first=first)
    assert refused(error)[:2] == ("first_round", "no_such_round")


def test_pairs_have_no_line_ups_and_rounds_need_a_movement(cast: Cast, session: Session) -> None:
    pairs = number(make_session(cast.harbour, 8, name="Pairs"), 1)
    one, two = squad(pairs)
    with pytest.raises(ValidationError) as error:
        set_line_up(actor=cast.actor("director"), place=pairs, first_round=1, north=one, south=two, east=one, west=two)
    assert refused(error)[1] == "no_team"
    Section.objects.filter(session=session).update(movement_data=None)
    with pytest.raises(ValidationError) as error:
        give(cast, number(session, 1), 1, 2, 3, 4)
    assert refused(error)[1] == "no_movement"
