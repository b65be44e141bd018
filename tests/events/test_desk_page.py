"""The desk as the secretary uses it: typing, picking, mistakes."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Membership, Player
from events.models import Entrant, PartnerWish, Place, Session
from events.services.seating import enter_and_seat
from tests.cast import Cast
from tests.events.evening import EVENING, make_event, make_players, make_session

pytestmark = pytest.mark.django_db
TYPED = ("Anna Alert", "Bruno Bid", "Carla Cue", "Dora Double", "Emil Entry", "Anna Answer")


@pytest.fixture
def session(cast: Cast) -> Session:
    return Session.objects.create(event=make_event(cast.harbour), starts_at=EVENING)


@pytest.fixture
def members(cast: Cast) -> dict[str, Player]:
    players = {name: Player.objects.create(display_name=name) for name in TYPED}
    for number, player in enumerate(players.values(), start=100):
        Membership.objects.create(player=player, club=cast.harbour, starts=date(2020, 1, 1), number=str(number))
    return players


@pytest.fixture
def secretary(cast: Cast, client: Client) -> Client:
    client.force_login(cast.secretary)
    return client


def page(session: Session, name: str = "session", **more: Any) -> str:
    return reverse(f"club-{name}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def seat(client: Client, session: Session, *names: str, **more: str) -> Any:
    said = {f"player_{at}": name for at, name in enumerate(names, start=1)}
    return client.post(page(session, "session-seat"), said | more)


def names(session: Session) -> list[str]:
    return [place.contestant.title for place in Place.objects.filter(session=session).order_by("pk")]


def test_an_empty_desk_says_what_to_do(secretary: Client, session: Session) -> None:
    answer = secretary.get(page(session))
    assert "Type the first names above" in answer.content.decode()


def start_button(answer: Any) -> str:
    found = re.search(r"<button[^>]*>\s*Start, please", answer.content.decode())
    assert found
    return found[0]


def test_nobody_seated_nobody_starts(secretary: Client, session: Session) -> None:
    answer = secretary.get(page(session))
    assert "disabled" in start_button(answer)
    assert "Nobody is seated yet." in answer.content.decode()


def test_who_still_plays_elsewhere_is_named_at_the_seat_and_at_the_start_with_the_way_there(
    cast: Cast, secretary: Client, session: Session
) -> None:
    other = make_session(cast.harbour, 4, name="Afternoon pairs")
    busy = other.places.get(number=1).contestant.entrants.get(position=1).player
    enter_and_seat(actor=cast.actor("secretary"), session=session, people=[busy, *make_players(1, "Free")])
    text = secretary.get(page(session)).content.decode()
    where = page(other, "session-desk")
    row = text[text.index("<tbody>") : text.index("</tbody>")]
    assert f"{busy.display_name} is still playing in “Afternoon pairs”" in row
    assert where in row
    start = text[text.index('id="start-title"') :]
    assert where in start[: start.index("</ul>")]


def test_the_running_game_opens_at_its_desk(cast: Cast, secretary: Client) -> None:
    running = make_session(cast.harbour, 4)
    text = secretary.get(reverse("club-desk-home", args=["harbour"])).content.decode()
    found = re.search(r'href="([^"]+)"\s*>\s*Go to the running game', text)
    assert found
    assert found[1] == page(running, "session-desk")


def test_numbers_and_unique_letters_are_enough(secretary: Client, session: Session, members: Any) -> None:
    assert seat(secretary, session, "101", "car").status_code == 302
    assert names(session) == ["Bruno Bid – Carla Cue"]


def test_letters_that_mean_several_ask_back_and_keep_what_was_typed(
    secretary: Client, session: Session, members: Any
) -> None:
    answer = seat(secretary, session, "anna", "dora")
    page_text = answer.content.decode()
    assert answer.status_code == 422
    assert "may be any of these" in page_text
    assert 'value="dora"' in page_text
    assert "Anna Alert" in page_text
    assert "Anna Answer" in page_text
    assert seat(secretary, session, "anna", "dora", pick_1=str(members["Anna Answer"].pk)).status_code == 302
    assert names(session) == ["Anna Answer – Dora Double"]


def test_a_visitor_is_made_on_the_spot(secretary: Client, session: Session, members: Any) -> None:
    answer = seat(secretary, session, "emil", "Vera Visitor")
    assert answer.status_code == 422
    assert "Nobody here is called “Vera Visitor”" in answer.content.decode()
    assert seat(secretary, session, "emil", "Vera Visitor", pick_2="new").status_code == 302
    assert names(session) == ["Emil Entry – Vera Visitor"]


def test_an_unknown_partner_is_allowed_and_put_right_later(secretary: Client, session: Session, members: Any) -> None:
    seat(secretary, session, "emil", "?")
    place = Place.objects.get()
    assert names(session) == ["Emil Entry – unknown"]
    where = page(session, "session-place", place_id=place.pk)
    answer = secretary.post(
        where,
        {
            "player_1": "Emil Entry",
            "pick_1": str(members["Emil Entry"].pk),
            "player_2": "dora",
            "version": "1",
            "seed": "3",
        },
    )
    assert answer.status_code == 302
    assert names(session) == ["Emil Entry – Dora Double"]
    assert Place.objects.get().contestant.seed == 3


def test_a_pair_entered_twice_is_refused_by_name(secretary: Client, session: Session, members: Any) -> None:
    seat(secretary, session, "emil", "dora")
    answer = seat(secretary, session, "emil", "dora")
    assert answer.status_code == 422
    assert "Emil Entry" in answer.content.decode()
    assert len(names(session)) == 1


def test_a_player_at_two_tables_is_refused(secretary: Client, session: Session, members: Any) -> None:
    seat(secretary, session, "emil", "dora")
    answer = seat(secretary, session, "emil", "bruno")
    assert answer.status_code == 422
    assert Entrant.objects.count() == 2


def test_somebody_who_comes_alone_waits_and_stops_the_start(secretary: Client, session: Session, members: Any) -> None:
    assert seat(secretary, session, "emil", "").status_code == 302
    assert "Emil Entry has no partner yet" in secretary.get(page(session)).content.decode()
    seat(secretary, session, "dora")
    wishes = [str(wish.pk) for wish in PartnerWish.objects.all()]
    assert secretary.post(page(session, "session-singles"), {"wish": wishes}).status_code == 302
    assert names(session) == ["Emil Entry – Dora Double"]
    assert "has no partner" not in secretary.get(page(session)).content.decode()


def test_more_than_there_are_places_for_is_said(cast: Cast, secretary: Client, members: Any) -> None:
    event = make_event(cast.harbour, most_contestants=2)
    session = Session.objects.create(event=event, starts_at=EVENING)
    seat(secretary, session, "100", "101")
    seat(secretary, session, "102", "103")
    answer = seat(secretary, session, "104", "105")
    assert answer.status_code == 422
    assert "All 2 places of this event are taken" in answer.content.decode()
    assert len(names(session)) == 2


def test_a_lapsed_membership_is_refused_where_members_only_play(
    cast: Cast, secretary: Client, members: dict[str, Player]
) -> None:
    Membership.objects.filter(player=members["Emil Entry"]).update(ends=date(2024, 12, 31), status="ended")
    session = Session.objects.create(event=make_event(cast.harbour, members_only=True), starts_at=EVENING)
    answer = seat(secretary, session, "104", "103")
    assert answer.status_code == 422
    assert "Emil Entry" in answer.content.decode()
    assert not names(session)


def test_the_list_found_while_typing_has_members_first(secretary: Client, session: Session, members: Any) -> None:
    found = secretary.get(page(session, "session-find"), {"q": "an"}).json()["people"]
    assert [one["name"] for one in found][:2] == ["Anna Alert", "Anna Answer"]


def test_a_number_that_says_nothing_is_answered_with_a_sentence(secretary: Client, session: Session) -> None:
    for said in ("", "0", "-3", "many", "1000"):
        answer = secretary.post(page(session, "session-unknown"), {"count": said})
        assert answer.status_code == 422, said
        assert not names(session)


def test_the_whole_way_from_names_to_finished(secretary: Client, session: Session) -> None:
    secretary.post(page(session, "session-unknown"), {"count": "6"})
    assert "Start, please" in secretary.get(page(session)).content.decode()
    secretary.post(page(session, "session-start"))
    assert "Round 1 of" in secretary.get(page(session)).content.decode()
    answer = secretary.post(page(session, "session-finish"))
    assert answer.status_code == 422
    assert "Say why the session ends now" in answer.content.decode()
    secretary.post(page(session, "session-finish"), {"reason": "Power cut"})
    session.refresh_from_db()
    assert session.state == "finished"


def test_who_pressed_start_on_an_old_page_is_told(secretary: Client, session: Session) -> None:
    secretary.post(page(session, "session-unknown"), {"count": "6"})
    session.refresh_from_db()
    seen = session.version
    secretary.post(page(session, "session-start"), {"version": seen})
    answer = secretary.post(page(session, "session-start"), {"version": seen})
    assert answer.status_code == 422


def test_questions_do_not_grow_with_the_tables(
    cast: Cast, secretary: Client, django_assert_max_num_queries: Any
) -> None:
    small = make_session(cast.harbour, 6, state="seating")
    large = make_session(cast.harbour, 30, state="seating", players=make_players(60, "Other"))
    secretary.get(page(small))
    with django_assert_max_num_queries(1000) as few:
        secretary.get(page(small))
    with django_assert_max_num_queries(len(few)):
        secretary.get(page(large))


def test_five_teams_learn_of_the_second_meeting_when_the_rounds_are_chosen(
    cast: Cast, secretary: Client, session: Session
) -> None:
    event = session.event
    event.form, event.scoring, event.movement_kind, event.three_ways = "team", "vp", "swiss", True
    event.save()
    for number in range(5):
        enter_and_seat(actor=cast.actor("secretary"), session=session, people=make_players(4, f"Team {number}"))
    section = session.sections.get()
    chosen = {"section": section.pk, "kind": "swiss", "rounds": 2, "boards_per_round": 9}
    secretary.post(page(session, "session-choose-movement"), chosen)
    assert "1 and 2 meet again in round 2" in secretary.get(page(session)).content.decode()
