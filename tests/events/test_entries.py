"""Members enter online until the deadline, and the partner desk."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Player
from clubs.models.people import Privacy
from clubs.services.memberships import add_membership
from core.actors import Actor, system
from core.errors import Conflict, Forbidden
from events.models import Event, PartnerWish, Session
from events.models.conditions import Form
from events.selectors.entries import closes_at, open_wishes, place_in_line, player_entry, title_for
from events.services.entries import enter_event, why_closed, withdraw_entry
from events.services.partners import accept_wish, add_wish, leave_wish, match_wishes, withdraw_wish
from tests.cast import make_user
from tests.events.evening import EVENING, enter, make_event, make_players

BEFORE = EVENING - timedelta(hours=3)


def at(cast: Any, who: str = "member", moment: datetime = BEFORE) -> Actor:
    return replace(cast.actor(who), at=moment)


@pytest.fixture
def event(cast) -> Event:
    made = make_event(cast.harbour, entries_close_at=EVENING - timedelta(hours=1))
    Session.objects.create(event=made, starts_at=EVENING)
    return made


def member(cast: Any, name: str, number: str = "", **fields: Any) -> Player:
    player = Player.objects.create(display_name=name)
    add_membership(
        actor=system(), club=cast.harbour, player=player, number=number, **({"starts": date(2020, 1, 1)} | fields)
    )
    return player


def said(refusal: pytest.ExceptionInfo[ValidationError]) -> str:
    return " ".join(refusal.value.messages)


# --- Entering ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", ["Jānis Bērziņš", "berzins janis", "  JANIS   BERZINS ", "12"])
def test_a_member_enters_with_a_partner_named_in_full_or_by_number(cast, event, words):
    partner = member(cast, "Jānis Bērziņš", "12")
    pair = enter_event(actor=at(cast), event=event, others=[words])
    assert [entrant.player for entrant in pair.entrants.all()] == [cast.member.player, partner]
    assert player_entry(event, partner) == pair


@pytest.mark.parametrize(
    "words", ["Jānis", "Ber", "999", "…", "Otto Elsewhere", "Lapsed Larry", "12 34", "100%s %(x)d"]
)
def test_a_partner_who_is_not_exactly_one_current_member_is_not_guessed(cast, event, words):
    member(cast, "Jānis Bērziņš", "12")
    member(cast, "Lapsed Larry", ends=date(2021, 1, 1))
    elsewhere = Player.objects.create(display_name="Otto Elsewhere")
    add_membership(actor=system(), club=cast.hillside, player=elsewhere, starts=date(2020, 1, 1))
    with pytest.raises(ValidationError) as refusal:
        enter_event(actor=at(cast), event=event, others=[words])
    assert f"No current member is called “{words}”" in said(refusal)
    assert not event.contestants.exists()


def test_of_two_namesakes_the_number_is_asked_for(cast, event):
    first, second = member(cast, "Anna Liepa", "30"), member(cast, "Anna Liepa", "31")
    with pytest.raises(ValidationError, match="Several members are called “Anna Liepa”"):
        enter_event(actor=at(cast), event=event, others=["Anna Liepa"])
    pair = enter_event(actor=at(cast), event=event, others=["31"])
    assert player_entry(event, second) == pair
    assert player_entry(event, first) is None


def test_an_entry_that_the_partner_has_made_already_says_so(cast, event):
    partner = member(cast, "Jānis Bērziņš", "12")
    enter(event, partner, cast.member.player)
    with pytest.raises(ValidationError, match="are already entered"):
        enter_event(actor=at(cast), event=event, others=["12"])


def test_a_partner_who_plays_with_somebody_else_says_with_whom(cast, event):
    partner, third = member(cast, "Jānis Bērziņš", "12"), member(cast, "Third Hand", "13")
    enter(event, partner, third)
    with pytest.raises(ValidationError, match="Jānis Bērziņš is already entered with Third Hand"):
        enter_event(actor=at(cast), event=event, others=["12"])


def test_nobody_is_their_own_partner_and_nobody_enters_a_pair_alone(cast, event):
    with pytest.raises(ValidationError, match="named twice"):
        enter_event(actor=at(cast), event=event, others=["7"])
    with pytest.raises(ValidationError, match="Name the partner"):
        enter_event(actor=at(cast), event=event, others=[" "])


def test_a_team_is_entered_by_its_captain(cast):
    event = make_event(cast.harbour, form=Form.TEAMS, scoring="imps")
    others = [member(cast, f"Team Mate {n}", str(40 + n)) for n in range(4)]
    team = enter_event(actor=at(cast), event=event, others=["40", "41", "", "42", "43"], name="Squeezers")
    assert team.title == "Squeezers"
    assert [row.player for row in team.entrants.all()] == [cast.member.player, *others]
    assert team.entrants.get(is_captain=True).player == cast.member.player


def test_every_name_that_is_not_found_is_told_at_its_place(cast):
    event = make_event(cast.harbour, form=Form.TEAMS, scoring="imps")
    member(cast, "Team Mate", "40")
    with pytest.raises(ValidationError) as refusal:
        enter_event(actor=at(cast), event=event, others=["nobody", "40", "no one"])
    assert [error.place for error in refusal.value.error_dict["others"]] == [1, 3]


def test_an_individual_is_entered_alone(cast):
    event = make_event(cast.harbour, form=Form.INDIVIDUAL)
    assert enter_event(actor=at(cast), event=event).title == "Member Tenace"


@pytest.mark.parametrize("who", ["stranger", "secretary", "other_secretary", "director"])
def test_who_is_no_member_does_not_enter_online(cast, event, who):
    with pytest.raises(Forbidden):
        enter_event(actor=at(cast, who), event=event, others=["7"])


# --- The deadline --------------------------------------------------------------------------------------------------
def test_after_the_deadline_it_says_whom_to_ask(cast, event):
    late = event.entries_close_at
    with pytest.raises(ValidationError) as refusal:
        enter_event(actor=at(cast, moment=late), event=event, others=["7"])
    assert said(refusal).startswith("Entries closed on Monday")
    assert "Ask the club's secretary, or come to the desk." in said(refusal)
    event.club.email = "desk@harbour.example.org"
    assert "desk@harbour.example.org" in why_closed(at(cast, moment=late), event)
    assert why_closed(at(cast, moment=late - timedelta(seconds=1)), event) == ""


def test_without_a_deadline_entries_close_with_the_start(cast, event):
    event.entries_close_at = None
    assert closes_at(event) == EVENING
    assert "Entries closed" in why_closed(at(cast, moment=EVENING), event)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"published_at": None}, "has not been announced"),
        ({"takes_entries": False}, "takes no entries online"),
        ({"cancelled_at": EVENING}, "has been cancelled"),
    ],
)
def test_what_takes_no_entries_says_why(cast, event, fields, sentence):
    Event.objects.filter(pk=event.pk).update(**fields)
    event.refresh_from_db()
    with pytest.raises(ValidationError, match=sentence):
        enter_event(actor=at(cast), event=event, others=["7"])


def test_once_people_sit_nobody_enters_online(cast, event):
    Session.objects.update(state="seating")
    with pytest.raises(ValidationError, match="being seated"):
        enter_event(actor=at(cast), event=event, others=["7"])


# --- Withdrawing and waiting ---------------------------------------------------------------------------------------
def test_either_partner_withdraws_until_the_deadline(cast, event):
    partner = member(cast, "Jānis Bērziņš", "12")
    pair = enter(event, partner, cast.member.player)
    with pytest.raises(ValidationError, match="Entries closed"):
        withdraw_entry(actor=at(cast, moment=EVENING), contestant=pair)
    assert withdraw_entry(actor=at(cast), contestant=pair).contestant.status == "withdrawn"
    assert player_entry(event, partner) is None


def test_nobody_withdraws_what_is_not_theirs(cast, event):
    pair = enter(event, *make_players(2))
    with pytest.raises(Forbidden):
        withdraw_entry(actor=at(cast), contestant=pair)


def test_the_place_on_the_waiting_list_counts_from_the_front(cast, event):
    Event.objects.filter(pk=event.pk).update(most_contestants=2)
    event.refresh_from_db()
    people = make_players(6)
    entered = [enter(event, *people[n : n + 2]) for n in (0, 2)]
    waiting = [enter(event, *people[4:], status="waiting")]
    member(cast, "Jānis Bērziņš", "12")
    waiting.append(enter_event(actor=at(cast), event=event, others=["12"]))
    assert [place_in_line(row) for row in waiting] == [1, 2]
    assert len(entered) == 2


# --- Names in public -----------------------------------------------------------------------------------------------
def test_strangers_see_names_as_their_owners_show_them(cast, event):
    anna, berta = make_players(2)
    Player.objects.filter(pk=anna.pk).update(privacy=Privacy.INITIALS)
    Player.objects.filter(pk=berta.pk).update(privacy=Privacy.HIDDEN)
    pair = enter(event, Player.objects.get(pk=anna.pk), Player.objects.get(pk=berta.pk))
    anonymous = replace(at(cast), user=None)
    assert title_for(anonymous, pair) == "P. 0. – a player"
    assert title_for(at(cast), pair) == "Player 001 – Player 002"


# --- The partner desk ----------------------------------------------------------------------------------------------
@pytest.fixture
def other(cast) -> Actor:
    """Another member of the club with an account."""
    user = make_user("second")
    add_membership(actor=system(), club=cast.harbour, player=user.player, starts=date(2020, 1, 1), number="8")
    return Actor(kind=cast.actor("member").kind, user=user, at=BEFORE)


def test_a_member_without_a_partner_says_so_and_another_accepts(cast, event, other):
    wish = leave_wish(actor=at(cast), event=event, note="I play Acol")
    assert [w.player for w in open_wishes(event)] == [cast.member.player]
    pair = accept_wish(actor=other, wish=wish)
    assert pair.title == "Member Tenace – Second Tenace"
    wish.refresh_from_db()
    assert wish.state == "matched"


def test_saying_it_again_changes_the_note(cast, event):
    first = leave_wish(actor=at(cast), event=event, note="Acol")
    again = leave_wish(actor=at(cast), event=event, note="Precision")
    assert (again.pk, again.note, again.version) == (first.pk, "Precision", 2)
    assert leave_wish(actor=at(cast), event=event, note="Precision").version == 2


def test_nobody_accepts_their_own_wish_or_one_that_is_over(cast, event, other):
    wish = leave_wish(actor=at(cast), event=event)
    with pytest.raises(ValidationError, match="your own wish"):
        accept_wish(actor=at(cast), wish=wish)
    withdraw_wish(actor=at(cast), wish=wish)
    with pytest.raises(ValidationError, match="no longer looks"):
        accept_wish(actor=other, wish=wish)
    wish = leave_wish(actor=at(cast), event=event)
    accept_wish(actor=other, wish=wish)
    with pytest.raises(ValidationError, match="found a partner meanwhile"):
        accept_wish(actor=other, wish=wish)


def test_whoever_is_entered_looks_for_nobody(cast, event):
    enter(event, cast.member.player, *make_players(1))
    with pytest.raises(ValidationError, match="is entered already: Member Tenace – Player 001"):
        leave_wish(actor=at(cast), event=event)


def test_partners_are_looked_for_only_among_pairs(cast):
    event = make_event(cast.harbour, form=Form.INDIVIDUAL)
    with pytest.raises(ValidationError, match="Only in an event for pairs"):
        leave_wish(actor=at(cast), event=event)


def test_the_desk_writes_singles_down_and_brings_two_together_after_the_deadline(cast, event, other):
    late = at(cast, "scorer", EVENING)
    one = add_wish(actor=late, event=event, player=cast.member.player)
    two = add_wish(actor=late, event=event, player=other.player)
    with pytest.raises(ValidationError, match="two different people"):
        match_wishes(actor=late, first=one, second=one)
    assert match_wishes(actor=late, first=one, second=two).title == "Member Tenace – Second Tenace"
    assert not open_wishes(event)


def test_members_bring_nobody_together_and_end_nobody_elses_search(cast, event, other):
    one = leave_wish(actor=at(cast), event=event)
    two = leave_wish(actor=other, event=event)
    with pytest.raises(Forbidden):
        match_wishes(actor=at(cast), first=one, second=two)
    with pytest.raises(Forbidden):
        withdraw_wish(actor=at(cast), wish=two)
    assert withdraw_wish(actor=at(cast, "secretary"), wish=two).state == "withdrawn"


def test_a_wish_changed_meanwhile_is_not_accepted_unseen(cast, event, other):
    wish = leave_wish(actor=at(cast), event=event, note="Acol")
    leave_wish(actor=at(cast), event=event, note="Only until ten")
    with pytest.raises(Conflict):
        accept_wish(actor=other, wish=wish, version=1)
    assert PartnerWish.objects.get().state == "open"
