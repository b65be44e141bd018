"""Members enter in the browser; the partner desk."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from clubs.services.memberships import add_membership
from core.actors import system
from events.models import Contestant, Event, PartnerWish, Session
from events.services.partners import leave_wish
from tests.cast import Cast, make_user
from tests.events.evening import enter, make_event, make_players


def url(event: Event, page: str, **kwargs: object) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "event_id": event.pk, **kwargs})


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, response
    return response.content.decode()


@pytest.fixture
def event(cast: Cast) -> Event:
    made = make_event(cast.harbour, published_at=timezone.now())
    Session.objects.create(event=made, starts_at=timezone.now() + timedelta(days=3))
    return made


@pytest.fixture
def as_member(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.member)
    return client


@pytest.fixture
def partner(cast: Cast) -> Player:
    user = make_user("partner")
    add_membership(actor=system(), club=cast.harbour, player=user.player, starts=date(2020, 1, 1), number="8")
    return user.player


def test_a_member_enters_and_withdraws(cast, as_member, event, partner):
    page = text(as_member, url(event, "event"))
    assert "Would you like to play?" in page
    response = as_member.post(
        url(event, "enter-event"), {"other_1": "partner tenace", "note": "Near the door"}, follow=True
    )
    page = response.content.decode()
    assert "Entered: Member Tenace – Partner Tenace." in page
    assert "You are entered" in page
    assert Contestant.objects.get().note == "Near the door"
    assert "entered already" in text(as_member, url(event, "enter-event"))
    assert "Withdraw your entry?" in text(as_member, url(event, "withdraw-own-entry"))
    page = as_member.post(url(event, "withdraw-own-entry"), follow=True).content.decode()
    assert "Withdrawn." in page
    assert "Would you like to play?" in page
    page = as_member.post(url(event, "withdraw-own-entry"), follow=True).content.decode()
    assert "You have no entry here." in page


def test_a_partner_not_found_stands_at_its_field_with_what_was_typed(as_member, event):
    response = as_member.post(url(event, "enter-event"), {"other_1": "Nobody Known"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "No current member is called “Nobody Known”" in page
    assert 'value="Nobody Known"' in page


def test_a_partner_left_out_is_asked_for(as_member, event):
    assert as_member.post(url(event, "enter-event"), {"other_1": ""}).status_code == 422


def test_a_partner_who_plays_with_another_is_told_above_the_form(cast, as_member, event, partner):
    enter(event, partner, *make_players(1))
    response = as_member.post(url(event, "enter-event"), {"other_1": "8"})
    assert response.status_code == 422
    assert "Partner Tenace is already entered with Player 001" in response.content.decode()


def test_a_team_is_asked_for_three_to_five_others(cast, as_member, partner):
    event = make_event(cast.harbour, form="team", scoring="imps")
    for number in (9, 10):
        user = make_user(f"mate_{number}")
        add_membership(
            actor=system(), club=cast.harbour, player=user.player, starts=date(2020, 1, 1), number=str(number)
        )
    sent = {"name": "Squeezers", "other_1": "8", "other_2": "nobody", "other_3": "10", "other_4": "", "other_5": ""}
    response = as_member.post(url(event, "enter-event"), sent)
    assert response.status_code == 422
    assert 'id="id_other_2_error"' in response.content.decode()
    assert as_member.post(url(event, "enter-event"), sent | {"other_2": "9"}).status_code == 302
    assert Contestant.objects.get().entrants.count() == 4


def test_whoever_comes_after_the_last_place_reads_the_place_in_line(cast, as_member, event, partner):
    Event.objects.update(most_contestants=2)
    people = make_players(6)
    for at in (0, 2, 4):
        enter(event, *people[at : at + 2], status="waiting" if at == 4 else "entered")
    page = as_member.post(url(event, "enter-event"), {"other_1": "8"}, follow=True).content.decode()
    assert "you are number 2 on the waiting list" in page
    assert "Number 2 in line" in page


def test_after_the_deadline_the_page_says_whom_to_ask(cast, as_member, event, partner):
    Event.objects.update(entries_close_at=timezone.now() - timedelta(minutes=1))
    Club.objects.update(email="desk@harbour.example.org")
    assert "desk@harbour.example.org" in text(as_member, url(event, "event"))
    assert "Entries closed" in text(as_member, url(event, "enter-event"))
    assert as_member.post(url(event, "enter-event"), {"other_1": "8"}).status_code == 422
    assert not Contestant.objects.exists()


def test_strangers_are_asked_to_sign_in_and_others_told(cast, event):
    assert "after signing in" in text(Client(), url(event, "event"))
    assert Client().get(url(event, "enter-event"))["Location"].startswith("/account/login/")
    client = Client()
    client.force_login(cast.stranger)
    assert "Members of the club enter here" in text(client, url(event, "event"))
    assert client.get(url(event, "enter-event")).status_code == 403


# --- The partner desk ----------------------------------------------------------------------------------------------
def test_two_members_find_one_another(cast, as_member, event, partner):
    assert "Nobody yet" in text(as_member, url(event, "partners"))
    as_member.post(url(event, "partners"), {"note": "Acol, weak two"})
    page = text(as_member, url(event, "partners"))
    assert "I look no longer" in page
    other = Client()
    other.force_login(partner.user)
    page = text(other, url(event, "partners"))
    assert "Member Tenace" in page
    assert "Acol, weak two" in page
    wish = PartnerWish.objects.get()
    page = other.post(url(event, "accept-partner", wish_id=wish.pk), follow=True).content.decode()
    assert "Entered: Member Tenace – Partner Tenace." in page
    late = as_member.post(url(event, "withdraw-wish", wish_id=wish.pk), follow=True)
    assert late.status_code == 200


def test_a_wish_is_taken_back(cast, as_member, event):
    as_member.post(url(event, "partners"), {"note": ""})
    as_member.post(url(event, "withdraw-wish", wish_id=PartnerWish.objects.get().pk))
    assert PartnerWish.objects.get().state == "withdrawn"


def test_the_desk_writes_singles_down_and_brings_two_together(cast, as_secretary, event, partner):
    leave_wish(actor=cast.actor("member"), event=event)
    assert "Somebody came alone" in text(as_secretary, url(event, "partners"))
    assert as_secretary.post(url(event, "add-wish"), {"player_1": "8"}).status_code == 302
    refused = as_secretary.post(url(event, "add-wish"), {"player_1": ""})
    assert refused.status_code == 422
    assert "Write who looks for a partner" in refused.content.decode()
    ids = [wish.pk for wish in PartnerWish.objects.order_by("pk")]
    page = as_secretary.post(url(event, "match-partners"), {"wish": ids[:1]}, follow=True).content.decode()
    assert "Tick two people" in page
    page = as_secretary.post(url(event, "match-partners"), {"wish": ids}, follow=True).content.decode()
    assert "Entered: Member Tenace – Partner Tenace." in page


def test_wishes_are_for_members_and_the_desk_only(cast, event):
    assert Client().get(url(event, "partners")).status_code == 302
    client = Client()
    client.force_login(cast.stranger)
    assert client.get(url(event, "partners")).status_code == 403


def test_there_is_no_partner_desk_for_teams(cast, as_member):
    event = make_event(cast.harbour, form="team", scoring="imps")
    assert as_member.get(url(event, "partners")).status_code == 404
