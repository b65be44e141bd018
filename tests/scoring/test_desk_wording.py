"""The desk offers what can be done now, and says what holds for this event."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Session
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.current_notes import current_notes
from events.movements.drawing import next_draw
from events.movements.model import MovementKind, Unit
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.scoring.contest import make_swiss_pairs, make_teams, play_pairs, play_round, section_of


def url(session: Session, page: str, **more: int) -> str:
    return reverse(f"club-session-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


@pytest.mark.django_db
def test_a_triangle_is_offered_to_teams_only(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    pairs, teams = make_swiss_pairs(cast.harbour, 5, rounds=3), make_teams(cast.harbour, 5)
    play_pairs(pairs, 1)
    play_round(teams, 1)
    for session, offered in ((pairs, False), (teams, True)):
        page = client.get(url(session, "draw-round", section_id=section_of(session).pk)).content.decode()
        assert "By number: 1-4, 2-3" in page
        assert ("triangle" in page) == offered


@pytest.mark.django_db
def test_a_board_that_has_a_result_is_not_offered_as_not_to_be_played(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    session = make_swiss_pairs(cast.harbour, 4, rounds=1)
    play = section_of(session).plays.select_related("section__session__event__club").order_by("board", "table")[0]
    where = url(session, "play", play_id=play.pk)
    assert 'value="drop"' in client.get(where).content.decode()
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("3NT= N"))
    assert 'value="drop"' not in client.get(where).content.decode()


@pytest.mark.django_db
def test_after_the_last_round_the_session_is_finished_where_the_round_is(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    session = make_swiss_pairs(cast.harbour, 4, rounds=1)
    play_pairs(session, 1)
    page = client.get(url(session, "finish-round")).content.decode()
    assert f'action="{url(session, "finish")}"' in page
    client.post(url(session, "finish"), {"version": session.version})
    assert Session.objects.get(pk=session.pk).is_over


def test_where_all_rounds_are_drawn_no_later_ones_are_promised() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 4, MovementKind.SWISS, 2, 3))
    first = {frozenset(seating.seats) for seating in movement.rounds[0].seatings}
    matches = next(draw for draw in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]) if first.isdisjoint(map(frozenset, draw)))
    drawn, _remarks = next_draw(movement, matches)
    assert {note.code for note in current_notes(drawn)} & {"drawn", "all-drawn"} == {"all-drawn"}
