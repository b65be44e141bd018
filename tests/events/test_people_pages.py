"""The pages of officials, substitutes and line-ups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from events.models import LineUp, Play, Session, SessionOfficial, Substitution
from events.movements import MovementKind, Unit
from tests.cast import Cast
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db
Url = Callable[..., str]


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    """Sixteen players; the director plays as the first of pair 1."""
    return [cast.director.player, *make_players(15)]


def page_of(session: Session, page: str, **more: Any) -> str:
    return reverse(f"club-session-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def text(answer: Any) -> str:
    return answer.content.decode()


def by_name(player: Player) -> dict[str, str]:
    return {"player_1": player.display_name, "pick_1": str(player.pk)}


# --- Officials ------------------------------------------------------------------------------------------------------
def test_an_empty_list_says_what_to_do_and_offers_the_clubs_people(as_secretary: Client, session: Session) -> None:
    page = text(as_secretary.get(page_of(session, "officials")))
    assert "Nobody is named yet" in page
    assert "Director Tenace directs" in page
    assert "Scorer Tenace scores" in page


def test_a_playing_director_is_marked_and_a_deputy_demanded(
    as_secretary: Client, session: Session, cast: Cast, people: list[Player]
) -> None:
    where = page_of(session, "officials")
    assert as_secretary.post(where, {"duty": "director", **by_name(cast.director.player)}).status_code == 302
    page = text(as_secretary.get(where))
    assert "needs a deputy for the own table" in page
    official = SessionOfficial.objects.get()
    deputy = page_of(session, "deputy", official_id=official.pk)
    answer = as_secretary.post(deputy, by_name(people[1]))
    assert answer.status_code == 422
    assert "Player 001 plays with Director Tenace" in text(answer)
    assert 'value="Player 001"' in text(answer)
    assert as_secretary.post(deputy, {"player_1": "nobody at all"}).status_code == 422
    assert as_secretary.post(deputy, {"player_1": "Guest", "pick_1": "new"}).status_code == 302
    page = text(as_secretary.get(where))
    assert "Deputy: Guest" in page
    assert "needs a deputy" not in page
    assert 'value="Guest"' in text(as_secretary.get(deputy))
    as_secretary.post(deputy, {"player_1": ""})
    assert SessionOfficial.objects.get().deputy is None


def test_rounds_in_which_the_deputy_cannot_rule_are_said(
    as_secretary: Client, session: Session, cast: Cast, people: list[Player]
) -> None:
    movement = session.sections.get().movement
    assert movement
    seats = next(row.seats for row in movement.rounds[4].seatings if 1 in row.seats)
    other = session.places.get(number=next(seat for seat in seats if seat != 1)).contestant.entrants.get(position=1)
    SessionOfficial.objects.create(session=session, player=cast.director.player, duty="director", deputy=other.player)
    assert "Cannot rule at that table in round 5" in text(as_secretary.get(page_of(session, "officials")))


def test_nobody_typed_is_asked_again(as_secretary: Client, session: Session) -> None:
    answer = as_secretary.post(page_of(session, "officials"), {"duty": "director", "player_1": ""})
    assert answer.status_code == 422
    assert "Write who it is" in text(answer)
    assert as_secretary.post(page_of(session, "officials"), {"duty": "cook", "player_1": "x"}).status_code == 422


def test_a_name_is_taken_off(as_secretary: Client, session: Session, cast: Cast) -> None:
    row = SessionOfficial.objects.create(session=session, player=cast.scorer.player, duty="scorer")
    remove = page_of(session, "remove-official", official_id=row.pk)
    assert as_secretary.post(remove).status_code == 302
    assert as_secretary.post(remove).status_code == 404


# --- Substitutes ----------------------------------------------------------------------------------------------------
def taking(session: Session, player: Player, **changes: Any) -> dict[str, Any]:
    entrant = session.places.get(number=2).contestant.entrants.get(position=1)
    return {"entrant": entrant.pk, "first_round": 2, "last_round": "", "reason": "", **by_name(player), **changes}


def test_a_substitute_is_taken_ended_and_withdrawn(as_secretary: Client, session: Session, cast: Cast) -> None:
    where = page_of(session, "substitutes")
    assert "Nobody stands in for anybody" in text(as_secretary.get(where))
    assert as_secretary.post(where, taking(session, cast.scorer.player)).status_code == 302
    page = text(as_secretary.get(where))
    assert "from round 2 to the end" in page
    row = Substitution.objects.get()
    end = page_of(session, "end-substitute", substitution_id=row.pk)
    answer = as_secretary.post(end, {"last_round": "1"}, follow=True)
    assert "The last round lies between 2 and 7" in text(answer)
    assert "Write the number of the last round" in text(as_secretary.post(end, {"last_round": "x"}, follow=True))
    assert "is back after round 4" in text(as_secretary.post(end, {"last_round": "4"}, follow=True))
    [now] = Substitution.objects.filter(withdrawn_at=None)
    withdraw = page_of(session, "withdraw-substitute", substitution_id=now.pk)
    assert "Withdrawn." in text(as_secretary.post(withdraw, follow=True))
    assert "withdrawn already" in text(as_secretary.post(withdraw, follow=True))
    assert as_secretary.post(page_of(session, "withdraw-substitute", substitution_id=9999)).status_code == 404


def test_what_is_wrong_with_a_substitute_is_said_and_nothing_typed_is_lost(
    as_secretary: Client, session: Session, people: list[Player]
) -> None:
    where = page_of(session, "substitutes")
    answer = as_secretary.post(where, taking(session, people[15], reason="ill"))
    assert answer.status_code == 422
    assert "Player 015 sits at table A" in text(answer)
    assert 'value="ill"' in text(answer)
    assert 'value="Player 015"' in text(answer)
    answer = as_secretary.post(where, taking(session, people[15], entrant="", first_round="99"))
    assert answer.status_code == 422
    assert "Choose who is replaced" in text(answer)
    answer = as_secretary.post(where, taking(session, people[15], first_round=3, last_round=2))
    assert "The last round lies between" in text(answer)
    assert as_secretary.post(where, taking(session, people[15], player_1="", pick_1="")).status_code == 422


def test_who_played_which_boards_is_listed_with_substitutes_first(
    as_secretary: Client, session: Session, cast: Cast
) -> None:
    Play.objects.filter(round__lte=3).update(state="done")
    as_secretary.post(page_of(session, "substitutes"), taking(session, cast.scorer.player))
    page = text(as_secretary.get(page_of(session, "substitutes")))
    rows = page[page.index("Who played which boards") :]
    assert rows.index("Scorer Tenace") < rows.index("Director Tenace")
    assert "66 %" in rows
    assert "33 %" in rows


def test_before_anybody_is_seated_the_page_says_what_to_do(as_secretary: Client, session: Session, cast: Cast) -> None:
    empty = make_session(cast.harbour, 8, state="seating", name="Empty")
    empty.places.all().delete()
    assert "Seat the players and choose a movement first" in text(as_secretary.get(page_of(empty, "substitutes")))


# --- Line-ups -------------------------------------------------------------------------------------------------------
@pytest.fixture
def teams(cast: Cast) -> Session:
    """Four teams; the member is captain of the first."""
    people = [cast.member.player, *make_players(15, "Team")]
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people, name="Teams")
    session.places.get(number=1).contestant.entrants.filter(position=1).update(is_captain=True)
    return session


def seats(session: Session, *order: int, number: int = 1, first: int = 2) -> dict[str, int]:
    team = list(session.places.get(number=number).contestant.entrants.order_by("position"))
    names = ("north", "south", "east", "west")
    return {"first_round": first} | {name: team[at - 1].pk for name, at in zip(names, order, strict=True)}


def test_the_desk_gives_any_line_up(as_secretary: Client, teams: Session) -> None:
    assert text(as_secretary.get(page_of(teams, "line-ups"))).count("Give a line-up") == 4
    where = page_of(teams, "line-up", place_id=teams.places.get(number=2).pk)
    assert as_secretary.post(where, seats(teams, 4, 3, 2, 1, number=2)).status_code == 302
    assert "From round 2" in text(as_secretary.get(page_of(teams, "line-ups")))
    answer = as_secretary.post(where, seats(teams, 1, 1, 2, 3, number=2))
    assert answer.status_code == 422
    assert "is named twice" in text(answer)
    assert LineUp.objects.count() == 1


def test_a_captain_sees_and_gives_the_own_line_up_only(client: Client, cast: Cast, teams: Session) -> None:
    client.force_login(cast.member)
    page = text(client.get(page_of(teams, "line-ups")))
    assert page.count("Give a line-up") == 1
    own = page_of(teams, "line-up", place_id=teams.places.get(number=1).pk)
    assert client.post(own, seats(teams, 2, 1, 3, 4)).status_code == 302
    answer = client.post(own, seats(teams, 2, 1, 3, 4, first=1))
    assert answer.status_code == 422
    assert "Round 1 has begun" in text(answer)
    other = page_of(teams, "line-up", place_id=teams.places.get(number=2).pk)
    assert client.get(other).status_code == 403


def test_others_are_told_that_captains_give_line_ups(client: Client, cast: Cast, teams: Session) -> None:
    assert client.get(page_of(teams, "line-ups")).status_code == 302
    client.force_login(cast.stranger)
    assert client.get(page_of(teams, "line-ups")).status_code == 403


def test_pairs_have_no_line_ups(as_secretary: Client, session: Session) -> None:
    assert "Only teams have line-ups" in text(as_secretary.get(page_of(session, "line-ups")))
    assert "Line-ups" not in text(as_secretary.get(page_of(session, "officials")))


def test_the_pages_cost_the_same_for_many_tables(
    as_secretary: Client, session: Session, cast: Cast, django_assert_max_num_queries: Any
) -> None:
    large = make_session(cast.harbour, 20, kind=MovementKind.MITCHELL, name="Large")
    for one in (session, large):
        Play.objects.filter(section__session=one, round__lte=3).update(state="done")
        player = one.places.get(number=1).contestant.entrants.get(position=1).player
        SessionOfficial.objects.create(session=one, player=player, duty="director")
    for page in ("officials", "substitutes", "line-ups"):
        as_secretary.get(page_of(session, page))
        with django_assert_max_num_queries(45) as few:
            as_secretary.get(page_of(session, page))
        with django_assert_max_num_queries(len(few)):
            as_secretary.get(page_of(large, page))
