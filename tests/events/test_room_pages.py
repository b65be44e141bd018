"""Screens, lists and cards as people see them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.actors import of_user, system
from events.models import Clock, Entrant, Event, Place, Section, Session, Substitution, TableCode
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.model import MovementKind, Unit
from events.movements.storage import pack
from events.services.clock import begin_round, call_move, pause
from events.services.tables import give_codes
from tests.cast import Cast
from tests.events.evening import EVENING, enter, make_players, make_session


def page(session: Session, name: str, query: str = "") -> str:
    return f"/clubs/harbour/sessions/{session.pk}/{name}/{query}"


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def mitchell(cast: Cast) -> Session:
    session = make_session(cast.harbour, 14, kind=MovementKind.MITCHELL)
    begin_round(session, EVENING, actor=system(EVENING))
    return session


@pytest.fixture
def howell(cast: Cast) -> Session:
    session = make_session(cast.harbour, 7)
    begin_round(session, EVENING, actor=system(EVENING))
    return session


# --- The projector's page ------------------------------------------------------------------------------------------


def test_the_projector_says_the_round_and_what_moves_next(client: Client, mitchell: Session) -> None:
    shown = text(client.get(page(mitchell, "room")))
    assert "Round 1 of 7" in shown
    for sentence in ("North-South stay.", "East-West move up one table.", "Boards move down one table."):
        assert sentence in shown


def test_where_everybody_goes_elsewhere_each_way_is_shown_and_who_sits_out(client: Client, howell: Session) -> None:
    shown = text(client.get(page(howell, "room")))
    assert 'data-layout="split"' in shown
    assert "Sitting out:" in shown
    assert "Sitting out next:" in shown
    assert shown.count('aria-hidden="true">→') == 7


def test_while_people_move_the_next_seats_are_shown(cast: Cast, client: Client, mitchell: Session) -> None:
    call_move(actor=of_user(cast.director, EVENING), session=mitchell)
    shown = text(client.get(page(mitchell, "room")))
    assert 'data-layout="seats"' in shown
    assert "Move for round 2" in shown
    assert "Seats in round 2" in shown
    assert "EW 14" in shown


def test_before_play_the_first_seats_are_shown(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 6, state="seating")
    shown = text(client.get(page(session, "room")))
    assert "Seats in round 1" in shown
    assert "Player 001" in shown


def test_more_tables_than_fit_are_shown_page_by_page(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 36, kind=MovementKind.MITCHELL, state="seating")
    shown = text(client.get(page(session, "room")))
    assert "data-pages" in shown
    assert shown.count('<ul class="screen__tables">') == 3


def test_the_last_round_says_that_it_is(client: Client, mitchell: Session) -> None:
    Session.objects.update(round=7)
    assert "This is the last round." in text(client.get(page(mitchell, "room")))


def test_a_swiss_says_that_the_next_round_is_drawn(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.SWISS)
    shown = text(client.get(page(session, "room")))
    assert "The next round is drawn when this one is over." in shown


def test_every_section_is_on_the_screen(cast: Cast, client: Client, mitchell: Session) -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 6, MovementKind.HOWELL))
    Section.objects.create(session=mitchell, letter="B", movement_data=pack(movement))
    shown = text(client.get(page(mitchell, "room")))
    assert "A: After this round" in shown
    assert "B: After this round" in shown


@pytest.mark.parametrize(
    ("unit", "kind", "contestants"),
    [
        (Unit.TEAM, MovementKind.ROUND_ROBIN, 4),
        (Unit.PLAYER, MovementKind.INDIVIDUAL, 8),
        (Unit.TEAM, MovementKind.HEAD_TO_HEAD, 2),
    ],
)
def test_teams_and_individuals_are_shown_on_every_page(
    cast: Cast, client: Client, unit: Unit, kind: MovementKind, contestants: int
) -> None:
    session = make_session(cast.harbour, contestants, unit=unit, kind=kind)
    give_codes(session, actor=system())
    client.force_login(cast.director)
    for name in ("room", "seating-list", "movement", "movement/sheets", "table-cards", "tables", "clock"):
        response = client.get(page(session, name))
        assert response.status_code == 200, name
    assert "Round 1: table" in text(client.get(page(session, "where-next", "?q=1")))
    code = TableCode.objects.order_by("pk")[0]
    assert "Player" in text(client.get(f"/t/{code.code}/"))


def test_strangers_read_initials_and_the_desk_reads_names(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 6, state="seating")
    player = Entrant.objects.order_by("pk")[0].player
    assert player
    player.display_name, player.privacy = "Secret Person", "hidden"
    player.save()
    public = ("room", "seating-list", "movement/sheets", "where-next")
    for name in public:
        assert "Secret" not in text(client.get(page(session, name, "?q=1"))), name
    assert "Nobody found" in text(client.get(page(session, "where-next", "?q=secret")))
    client.force_login(cast.director)
    assert "Secret Person" in text(client.get(page(session, "room")))


def test_a_session_only_planned_is_not_there_for_strangers_until_it_is_published(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 6, state="draft", published_at=None)
    assert client.get(page(session, "room")).status_code == 404
    assert client.get(page(session, "where-next")).status_code == 404
    Event.objects.update(published_at=EVENING)
    assert client.get(page(session, "room")).status_code == 200
    Event.objects.update(published_at=None)
    Session.objects.update(state="seating")
    assert client.get(page(session, "room")).status_code == 200


def test_another_clubs_address_does_not_lead_to_it(client: Client, mitchell: Session) -> None:
    assert client.get(f"/clubs/hillside/sessions/{mitchell.pk}/room/").status_code == 404


# --- The clock's state ---------------------------------------------------------------------------------------------


def test_the_state_says_when_the_phase_ends_and_what_time_it_is(client: Client, mitchell: Session) -> None:
    answer = client.get(page(mitchell, "clock/state"))
    state = json.loads(answer.content)
    clock = Clock.objects.get()
    ends = EVENING + timedelta(seconds=clock.phase_seconds)
    assert state["ends_at"] == int(ends.timestamp() * 1000)
    assert (state["phase"], state["paused"], state["round"]) == ("playing", False, 1)
    assert answer["X-Now"].isdecimal()


def test_an_unchanged_clock_is_not_sent_again_and_a_stopped_one_is(
    cast: Cast, client: Client, mitchell: Session
) -> None:
    first = client.get(page(mitchell, "clock/state"))
    again = client.get(page(mitchell, "clock/state"), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["X-Now"].isdecimal()
    pause(actor=of_user(cast.director, EVENING + timedelta(minutes=2)), session=mitchell)
    stopped = client.get(page(mitchell, "clock/state"), headers={"If-None-Match": first["ETag"]})
    assert stopped.status_code == 200
    clock = Clock.objects.get()
    assert json.loads(stopped.content)["left_ms"] == (clock.phase_seconds - 120) * 1000


def test_asking_for_the_state_costs_little(client: Client, mitchell: Session) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get(page(mitchell, "clock/state"))
    assert len(queries) <= 3


def test_an_unchanged_screen_is_not_sent_again(client: Client, mitchell: Session) -> None:
    first = client.get(page(mitchell, "room"))
    assert client.get(page(mitchell, "room"), headers={"If-None-Match": first["ETag"]}).status_code == 304
    Session.objects.update(round=2)
    assert client.get(page(mitchell, "room"), headers={"If-None-Match": first["ETag"]}).status_code == 200


# --- The director's control ----------------------------------------------------------------------------------------


def turn(client: Client, session: Session, act: str, **more: Any) -> Any:
    clock = Clock.objects.get(session=session)
    sent = {"act": act, "version": clock.version, "session_version": Session.objects.get(pk=session.pk).version}
    return client.post(page(session, "clock/turn"), sent | more)


def test_the_director_stops_adds_time_calls_the_move_and_the_next_round(
    cast: Cast, client: Client, mitchell: Session
) -> None:
    client.force_login(cast.director)
    assert "Stop the clock" in text(client.get(page(mitchell, "clock")))
    seconds = Clock.objects.get().phase_seconds
    assert turn(client, mitchell, "pause").status_code == 302
    assert "Let it run" in text(client.get(page(mitchell, "clock")))
    assert turn(client, mitchell, "resume").status_code == 302
    assert turn(client, mitchell, "move").status_code == 302
    assert Clock.objects.get().phase == "moving"
    assert "Begin round 2" in text(client.get(page(mitchell, "clock")))
    assert turn(client, mitchell, "next").status_code == 302
    assert (Session.objects.get().round, Clock.objects.get().phase) == (2, "playing")
    assert Clock.objects.get().phase_seconds == seconds


def test_a_break_takes_minutes_and_says_what_is_wrong_with_them(cast: Cast, client: Client, mitchell: Session) -> None:
    client.force_login(cast.director)
    assert turn(client, mitchell, "break", minutes="500").status_code == 422
    assert turn(client, mitchell, "break", minutes="15").status_code == 302
    assert Clock.objects.get().phase == "break"
    assert turn(client, mitchell, "play-on", minutes="4").status_code == 302
    assert Clock.objects.get().phase_seconds == 240


def test_a_button_pressed_on_an_old_page_is_refused_with_a_sentence(
    cast: Cast, client: Client, mitchell: Session
) -> None:
    client.force_login(cast.director)
    old = Clock.objects.get().version
    turn(client, mitchell, "more")
    answer = client.post(page(mitchell, "clock/turn"), {"act": "more", "version": old})
    assert answer.status_code == 422
    assert "Somebody else changed this" in text(answer)


def test_an_unknown_act_is_refused(cast: Cast, client: Client, mitchell: Session) -> None:
    client.force_login(cast.director)
    assert turn(client, mitchell, "explode").status_code == 422


def test_lengths_are_set_in_minutes_and_kept_when_wrong(cast: Cast, client: Client, mitchell: Session) -> None:
    client.force_login(cast.director)
    sent = {"round_minutes": "12.5", "move_minutes": "1.5", "warning_minutes": "3", "version": 1}
    assert client.post(page(mitchell, "clock/lengths"), sent).status_code == 302
    assert (Clock.objects.get().round_seconds, Clock.objects.get().move_seconds) == (750, 90)
    wrong = client.post(page(mitchell, "clock/lengths"), sent | {"round_minutes": "0"})
    assert wrong.status_code == 422
    assert 'value="1.5"' in text(wrong)


def test_before_the_start_the_clock_says_that_it_starts_with_the_session(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 6, state="seating")
    client.force_login(cast.director)
    shown = text(client.get(page(session, "clock")))
    assert "The clock starts by itself with the session." in shown
    assert "Stop the clock" not in shown


# --- Lists and paper -----------------------------------------------------------------------------------------------


def test_the_seating_list_has_everybody_by_name_and_by_table(client: Client, howell: Session) -> None:
    shown = text(client.get(page(howell, "seating-list")))
    for at in range(1, 15):
        assert f"Player {at:03d}" in shown
    assert "sits out in round 1" in shown
    assert '<svg viewBox="0 0' in shown


def test_the_seating_list_is_searched_by_a_few_letters(cast: Cast, client: Client) -> None:
    players = make_players(12)
    players[3].display_name = "Ilze Ozoliņa"
    players[3].save()
    session = make_session(cast.harbour, 6, players=players, state="seating")
    shown = text(client.get(page(session, "seating-list", "?q=ozolin")))
    assert "Ilze Ozoliņa" in shown
    assert "Player 001" not in shown
    assert "Nobody on the list is called so" in text(client.get(page(session, "seating-list", "?q=zzz")))


def test_without_a_movement_every_page_says_what_to_do(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 6, state="seating")
    Section.objects.update(movement_data=None)
    client.force_login(cast.director)
    for name in ("room", "seating-list", "movement", "movement/sheets", "table-cards", "tables", "where-next", "clock"):
        assert client.get(page(session, name)).status_code == 200, name
    assert "Nobody is seated yet" in text(client.get(page(session, "seating-list")))
    assert "No tables yet" in text(client.get(page(session, "table-cards")))


def test_table_cards_carry_code_square_and_movement(cast: Cast, client: Client, mitchell: Session) -> None:
    client.force_login(cast.director)
    assert "Some tables have no code yet" in text(client.get(page(mitchell, "table-cards")))
    assert client.post(page(mitchell, "tables/codes"), {"then": "cards"}).status_code == 302
    shown = text(client.get(page(mitchell, "table-cards")))
    code = TableCode.objects.get(table=3).code
    assert f"{code[:4]}‑{code[4:]}" in shown.replace("&#8209;", "‑")
    assert shown.count("Page of this table</title>") == 7
    assert shown.count("North-South stay at this table.") == 7
    assert "10 → 4 EW" in shown


def test_a_sheet_for_each_contestant(client: Client, howell: Session) -> None:
    shown = text(client.get(page(howell, "movement/sheets")))
    assert shown.count('<section class="sheet"') == 7
    assert "sits out" in shown


def test_the_movement_is_a_grid_of_rounds_and_tables(client: Client, mitchell: Session) -> None:
    shown = text(client.get(page(mitchell, "movement")))
    assert "Mitchell" in shown
    assert "1 v 8" in shown
    assert "Table 7" in shown


def test_only_certain_rounds_of_a_swiss_are_printed(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.SWISS)
    shown = text(client.get(page(session, "movement")))
    assert "Later rounds are drawn in play" in shown
    assert shown.count('<th scope="row">') == 1


# --- Where next ----------------------------------------------------------------------------------------------------


def test_a_number_or_a_name_says_where_next(client: Client, mitchell: Session) -> None:
    shown = text(client.get(page(mitchell, "where-next", "?q=8")))
    assert "Round 1: table 1, East-West" in shown
    assert "Round 2: table 2, East-West" in shown
    by_name = text(client.get(page(mitchell, "where-next", "?q=player+015")))
    assert "Round 1: table 1, East-West" in by_name


def test_while_moving_the_next_round_comes_first(cast: Cast, client: Client, mitchell: Session) -> None:
    call_move(actor=of_user(cast.director, EVENING), session=mitchell)
    shown = text(client.get(page(mitchell, "where-next", "?q=8")))
    assert "Round 1: table" not in shown
    assert "Round 2: table 2, East-West" in shown


def test_with_two_sections_a_number_is_shown_for_both_and_a_letter_picks_one(
    cast: Cast, client: Client, mitchell: Session
) -> None:
    section = Section.objects.create(
        session=mitchell,
        letter="B",
        movement_data=pack(build_movement(MovementRequest(Unit.PAIR, 4, MovementKind.HOWELL))),
    )
    for number in range(1, 5):
        contestant = enter(mitchell.event, *make_players(2, f"B{number}"))
        Place.objects.create(session=mitchell, section=section, contestant=contestant, number=number)
    both = text(client.get(page(mitchell, "where-next", "?q=2")))
    assert both.count('class="card where"') == 2
    one = text(client.get(page(mitchell, "where-next", "?q=b2")))
    assert one.count('class="card where"') == 1
    assert "table B" in one


def test_a_substitute_finds_the_way_too(client: Client, mitchell: Session) -> None:
    place = Place.objects.get(number=8)
    entrant = place.contestant.entrants.order_by("position")[0]
    stand_in = make_players(1, "Standin")[0]
    Substitution.objects.create(place=place, entrant=entrant, player=stand_in, first_round=1, made_at=EVENING)
    assert "table 1, East-West" in text(client.get(page(mitchell, "where-next", "?q=standin")))


def test_nobody_found_says_what_to_try(client: Client, mitchell: Session) -> None:
    assert "Nobody found" in text(client.get(page(mitchell, "where-next", "?q=99")))
    assert "Nobody found" not in text(client.get(page(mitchell, "where-next")))


# --- Queries -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["room", "seating-list", "movement", "movement/sheets", "where-next", "table-cards", "tables", "clock"]
)
def test_a_page_takes_as_many_queries_for_many_tables_as_for_few(cast: Cast, client: Client, name: str) -> None:
    client.force_login(cast.director)
    client.get("/clubs/")  # the first page of a sign-in writes it down
    counts = []
    for contestants in (6, 30):
        session = make_session(cast.harbour, contestants, name=f"{contestants} pairs")
        give_codes(session, actor=system())
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page(session, name, "?q=2")).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
