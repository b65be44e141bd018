"""An account is joined to a member: the newcomer asks, the secretary answers with one tap, the history is theirs."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, JoinRequest, Membership, Player
from clubs.models.joining import JoinState
from clubs.services.histories import has_history
from clubs.services.joining import (
    accept_as_new_member,
    ask_to_join,
    decline_join_request,
    join_to_member,
    separate_from_account,
    withdraw_join_request,
)
from clubs.services.memberships import add_new_member
from core import actors
from core.errors import Conflict, Forbidden
from events.models import Entrant
from tests.cast import Cast, make_user
from tests.clubs.page import url
from tests.events.evening import enter, make_event, make_players


@pytest.fixture
def newcomer(cast: Cast):
    user = make_user("ilze_ozola")
    Player.objects.filter(user=user).update(display_name="Ilze Ozola", name_key="ilze ozola")
    user.player.refresh_from_db()
    return user


@pytest.fixture
def entry(cast: Cast) -> Membership:
    """Ilze as the club has had her for years: a member without an account, with a result."""
    made = add_new_member(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        person={"display_name": "Ozola, Ilze", "federation_number": "LV-77"},
        starts=date(2024, 1, 1),
        number="31",
    )
    enter(make_event(cast.harbour, name="Last year"), made.player, *make_players(1))
    return made


def ask(user, club, **fields) -> JoinRequest:
    return ask_to_join(actor=actors.of_user(user), club=club, **fields)


# --- The flow ------------------------------------------------------------------------------------------------------
def test_from_the_event_page_to_the_members_history_with_one_tap(cast, newcomer, entry, as_secretary):
    event = make_event(cast.harbour)
    client = Client()
    client.force_login(newcomer)
    page = client.get(url("event", event_id=event.pk))
    assert url("join") in page.text
    client.post(url("join"), {"number": "31"})
    assert "Answer" in as_secretary.get("/").text
    waiting = as_secretary.get(url("members"))
    assert url("join-requests") in waiting.text
    (asked,) = as_secretary.get(url("join-requests")).context["cards"]
    assert [one.membership for one in asked.candidates] == [entry]
    tap = url("join-to-member", request_id=asked.request.pk, membership_id=entry.pk)
    assert tap in as_secretary.get(url("join-requests")).text
    answer = as_secretary.post(tap, follow=True)
    assert "Joined" in answer.text
    newcomer.refresh_from_db()
    assert newcomer.player == entry.player
    assert url("enter-event", event_id=event.pk) in client.get(url("event", event_id=event.pk)).text
    assert client.get(reverse("home")).context["own"][0].body == cast.harbour


def test_signing_up_from_the_clubs_page_asks_the_club(cast, client):
    """Also without a mail server: the request waits although the address is not confirmed yet."""
    page = client.get("/clubs/harbour/")
    assert f"{reverse('account_signup')}?club=harbour" in page.text
    form = client.get(reverse("account_signup"), {"next": url("join")}).context["form"]
    assert form["club"].value() == "harbour"
    new = {"email": "dinah@example.org", "password1": "lead-fourth-best", "password2": "lead-fourth-best"}
    client.post(reverse("account_signup"), new | {"display_name": "Dinah Dummy", "club": "harbour"})
    request = JoinRequest.objects.get()
    assert (request.user.email, request.club) == ("dinah@example.org", cast.harbour)


def test_somebody_without_a_club_is_led_to_one(cast, newcomer, client):
    client.force_login(newcomer)
    assert "I am a member here" in client.get(reverse("home")).text
    ask(newcomer, cast.harbour)
    assert url("join") in client.get(reverse("home")).text


# --- Joining -------------------------------------------------------------------------------------------------------
def test_what_the_account_played_before_comes_over_and_goes_back_when_it_is_separated(cast, newcomer, entry):
    old = newcomer.player
    played = enter(make_event(cast.hillside, name="As a visitor"), old, *make_players(1))
    request = ask(newcomer, cast.harbour)
    join_to_member(actor=cast.actor("secretary"), request=request, membership=entry)
    newcomer.refresh_from_db()
    assert Entrant.objects.filter(player=newcomer.player).count() == 2
    assert not Player.objects.findable().filter(pk=old.pk).exists()
    own = separate_from_account(actor=cast.actor("secretary"), membership=entry, reason="A namesake")
    newcomer.refresh_from_db()
    entry.player.refresh_from_db()
    assert newcomer.player == own == old != entry.player
    assert entry.player.user is None
    assert list(Entrant.objects.filter(player=own).values_list("contestant", flat=True)) == [played.pk]
    assert has_history(entry.player)
    assert JoinRequest.objects.get().state == JoinState.SEPARATED


def test_two_records_in_one_event_are_two_people(cast, newcomer, entry):
    event = make_event(cast.harbour)
    enter(event, newcomer.player, entry.player)
    request = ask(newcomer, cast.harbour)
    with pytest.raises(ValidationError, match="Both are entered for “Monday pairs”"):
        join_to_member(actor=cast.actor("secretary"), request=request, membership=entry)
    newcomer.refresh_from_db()
    assert newcomer.player != entry.player
    request.refresh_from_db()
    assert request.state == JoinState.OPEN


def test_the_closer_wish_about_the_name_is_kept(cast, newcomer, entry):
    Player.objects.filter(user=newcomer).update(privacy="hidden", needs_stationary_seat=True)
    member = join_to_member(actor=cast.actor("secretary"), request=ask(newcomer, cast.harbour), membership=entry)
    assert (member.privacy, member.needs_stationary_seat, member.federation_number) == ("hidden", True, "LV-77")


def test_somebody_who_is_not_in_the_list_becomes_a_member_with_one_tap(cast, newcomer, as_secretary):
    request = ask(newcomer, cast.harbour)
    page = as_secretary.get(url("join-requests"))
    assert url("add-newcomer", request_id=request.pk) in page.text
    as_secretary.post(url("add-newcomer", request_id=request.pk))
    assert Membership.objects.get(player=newcomer.player).club == cast.harbour
    with pytest.raises(ValidationError, match="No account was joined"):
        separate_from_account(actor=cast.actor("secretary"), membership=newcomer.player.memberships.get())


def test_a_member_who_has_an_account_is_not_given_a_second_one(cast, newcomer):
    request = ask(newcomer, cast.harbour)
    with pytest.raises(ValidationError, match="has an account already"):
        join_to_member(actor=cast.actor("secretary"), request=request, membership=cast.membership)


def test_a_request_is_answered_once(cast, newcomer, entry):
    request = ask(newcomer, cast.harbour)
    join_to_member(actor=cast.actor("secretary"), request=request, membership=entry)
    with pytest.raises(Conflict):
        accept_as_new_member(actor=cast.actor("north_officer"), request=request)


def test_a_declined_newcomer_reads_why_and_may_ask_again(cast, newcomer, as_secretary, client):
    request = ask(newcomer, cast.harbour)
    page = url("join-request", request_id=request.pk)
    assert as_secretary.post(page, {"reason": ""}).status_code == 422
    as_secretary.post(page, {"reason": "Please tell me your number."})
    own = Client()
    own.force_login(newcomer)
    assert "Please tell me your number." in own.get(url("join")).text
    own.post(url("join"), {"number": "31"})
    assert JoinRequest.objects.filter(state=JoinState.OPEN).get().number == "31"


def test_asking_again_changes_the_request_that_waits(cast, newcomer):
    ask(newcomer, cast.harbour)
    ask(newcomer, cast.harbour, number="31")
    assert JoinRequest.objects.get().number == "31"
    with pytest.raises(ValidationError, match="member of this club already"):
        ask(cast.member, cast.harbour)


def test_a_request_is_withdrawn_by_its_owner_only(cast, newcomer, client):
    request = ask(newcomer, cast.harbour)
    with pytest.raises(Forbidden):
        withdraw_join_request(actor=cast.actor("stranger"), request=request)
    client.force_login(newcomer)
    client.post(url("withdraw-join"))
    request.refresh_from_db()
    assert request.state == JoinState.WITHDRAWN


def test_the_secretary_of_another_club_has_no_say(cast, newcomer, entry):
    request = ask(newcomer, cast.harbour)
    other = cast.actor("other_secretary")
    with pytest.raises(Forbidden):
        join_to_member(actor=other, request=request, membership=entry)
    with pytest.raises(Forbidden):
        decline_join_request(actor=other, request=request, reason="No")
    with pytest.raises(Forbidden):
        separate_from_account(actor=other, membership=cast.membership)


def test_the_audit_says_who_joined_whom_without_what_they_wrote(cast, newcomer, entry):
    request = ask(newcomer, cast.harbour, note="We met on Monday", federation_number="LV-77")
    join_to_member(actor=cast.actor("secretary"), request=request, membership=entry)
    entries = AuditEntry.objects.filter(chain__label=cast.harbour.label, act__in=["join.ask", "player.join"])
    assert [row.act for row in entries.order_by("number")] == ["join.ask", "player.join"]
    assert "Monday" not in str(entries.values_list("before", "after"))
    assert entries.get(act="join.ask").after["user"] == newcomer.pk


def test_the_likeliest_member_comes_first(cast, newcomer, entry, as_secretary):
    add_new_member(
        actor=cast.actor("secretary"), club=cast.harbour, person={"display_name": "Ilze Ozola"}, starts=date(2025, 1, 1)
    )
    ask(newcomer, cast.harbour, federation_number="lv-77")
    (asked,) = as_secretary.get(url("join-requests")).context["cards"]
    assert [one.membership.number for one in asked.candidates] == ["31", ""]
    found = as_secretary.get(url("join-request", request_id=asked.request.pk), {"q": "Member"})
    assert [one.has_account for one in found.context["candidates"]] == [True]
