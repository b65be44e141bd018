"""Entering, changing and withdrawing contestants, and what keeps somebody out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, Player
from clubs.services.memberships import add_membership
from core.actors import Actor, system
from core.errors import Conflict, Forbidden
from events.models import Contestant, LineUp, PartnerWish, Place, Section, Session, Substitution
from events.models.conditions import Form
from events.services.contestants import (
    add_contestant,
    add_visitor,
    change_contestant,
    promote,
    withdraw_contestant,
)
from tests.events.evening import EVENING, make_event, make_players, make_session


def desk(cast: Any, who: str = "scorer") -> Actor:
    return replace(cast.actor(who), at=EVENING - timedelta(hours=1))


def sentence(refusal: pytest.ExceptionInfo[ValidationError]) -> str:
    return " ".join(refusal.value.messages)


@pytest.fixture
def event(cast):
    made = make_event(cast.harbour)
    Session.objects.create(event=made, starts_at=EVENING)
    return made


def names(contestant: Contestant) -> list[str]:
    return [entrant.title for entrant in contestant.entrants.order_by("position")]


# --- Entering ------------------------------------------------------------------------------------------------------
def test_the_desk_enters_a_pair(cast, event):
    anna, berta = make_players(2)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    assert (pair.status, pair.title) == ("entered", "Player 001 – Player 002")
    assert pair.entered_by == cast.scorer
    entry = AuditEntry.objects.get(act="contestant.add")
    assert entry.after["players"] == [anna.pk, berta.pk]


@pytest.mark.parametrize("who", ["stranger", "member", "recorder", "other_secretary"])
def test_who_is_not_at_the_desk_enters_nobody(cast, event, who):
    with pytest.raises(Forbidden):
        add_contestant(actor=desk(cast, who), event=event, players=make_players(2))


def test_a_partner_may_be_unknown_and_so_may_both(cast, event):
    (anna,) = make_players(1)
    assert names(add_contestant(actor=desk(cast), event=event, players=[anna, None])) == ["Player 001", "unknown"]
    for _ in range(2):
        add_contestant(actor=desk(cast), event=event, players=[None, None])
    assert event.contestants.count() == 3


@pytest.mark.parametrize(
    ("form", "count", "said"),
    [
        (Form.PAIRS, 1, "Name the partner"),
        (Form.PAIRS, 3, "a pair of their own"),
        (Form.TEAMS, 3, "four to six"),
        (Form.TEAMS, 7, "four to six"),
        (Form.INDIVIDUAL, 2, "Enter each of them"),
        (Form.INDIVIDUAL, 0, "alone"),
    ],
)
def test_too_few_or_too_many_players_are_refused(cast, form, count, said):
    event = make_event(cast.harbour, form=form)
    with pytest.raises(ValidationError) as refusal:
        add_contestant(actor=desk(cast), event=event, players=make_players(count))
    assert said in sentence(refusal)
    assert str(count) in sentence(refusal)


@pytest.mark.parametrize(("form", "count"), [(Form.PAIRS, 2), (Form.TEAMS, 4), (Form.TEAMS, 6), (Form.INDIVIDUAL, 1)])
def test_as_many_as_the_form_wants_are_taken(cast, form, count):
    event = make_event(cast.harbour, form=form)
    made = add_contestant(actor=desk(cast), event=event, players=make_players(count))
    assert made.entrants.count() == count


def test_a_pair_entered_twice_is_told_so_in_either_order(cast, event):
    anna, berta = make_players(2)
    add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    with pytest.raises(ValidationError) as refusal:
        add_contestant(actor=desk(cast), event=event, players=[berta, anna])
    assert sentence(refusal) == "Player 001 – Player 002 are already entered."


def test_a_player_of_another_pair_is_named_with_the_partner(cast, event):
    anna, berta, clara, dora = make_players(4)
    add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    add_contestant(actor=desk(cast), event=event, players=[clara, None])
    with pytest.raises(ValidationError) as refusal:
        add_contestant(actor=desk(cast), event=event, players=[berta, clara])
    assert "Player 002 is already entered with Player 001" in sentence(refusal)
    assert "Player 003 is already entered with unknown" in sentence(refusal)
    with pytest.raises(ValidationError, match="named twice"):
        add_contestant(actor=desk(cast), event=event, players=[dora, dora])


def test_a_player_of_a_named_team_is_told_its_name(cast):
    event = make_event(cast.harbour, form=Form.TEAMS)
    people = make_players(7)
    add_contestant(actor=desk(cast), event=event, players=people[:4], name="The Squeezers")
    with pytest.raises(ValidationError, match="Player 004 already plays in the team “The Squeezers”"):
        add_contestant(actor=desk(cast), event=event, players=people[3:])


def test_a_team_has_the_captain_it_names_or_its_first_player(cast):
    event = make_event(cast.harbour, form=Form.TEAMS)
    people = make_players(8)
    first = add_contestant(actor=desk(cast), event=event, players=people[:4])
    second = add_contestant(actor=desk(cast), event=event, players=[None, *people[5:]], captain=people[6])
    assert [e.player for e in first.entrants.filter(is_captain=True)] == [people[0]]
    assert [e.player for e in second.entrants.filter(is_captain=True)] == [people[6]]
    third = make_players(4, "Other")
    with pytest.raises(ValidationError, match="is not in the team"):
        add_contestant(actor=desk(cast), event=event, players=third, captain=people[0])


def test_a_pair_has_no_captain(cast, event):
    anna, berta = make_players(2)
    with pytest.raises(ValidationError, match="Only a team has a captain"):
        add_contestant(actor=desk(cast), event=event, players=[anna, berta], captain=anna)


def test_an_erased_player_cannot_enter(cast, event):
    anna, berta = make_players(2)
    Player.objects.filter(pk=anna.pk).update(erased_at=EVENING)
    anna.refresh_from_db()
    with pytest.raises(ValidationError, match="erased"):
        add_contestant(actor=desk(cast), event=event, players=[anna, berta])


def test_nobody_enters_what_is_cancelled_or_over(cast, event):
    event.cancelled_at = EVENING
    event.save()
    with pytest.raises(ValidationError, match="has been cancelled"):
        add_contestant(actor=desk(cast), event=event, players=make_players(2))
    over = make_session(cast.harbour, state="finished").event
    with pytest.raises(ValidationError, match="is over"):
        add_contestant(actor=desk(cast), event=over, players=make_players(2, "Late"))


def test_a_late_pair_enters_while_the_others_play(cast):
    event = make_session(cast.harbour).event
    assert add_contestant(actor=desk(cast), event=event, players=make_players(2, "Late")).status == "entered"


# --- Members only --------------------------------------------------------------------------------------------------
def test_only_members_enter_where_the_event_says_so(cast, event):
    event.members_only = True
    event.save()
    anna, berta, clara = make_players(3)
    member = {"actor": system(), "club": cast.harbour, "starts": date(2020, 1, 1)}
    add_membership(player=anna, **member)
    add_membership(player=berta, ends=date(2026, 10, 31), **member)
    with pytest.raises(ValidationError) as refusal:
        add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    assert "Player 002 has 31 October 2026 as its last day" in sentence(refusal)
    assert "16 November 2026" in sentence(refusal)
    with pytest.raises(ValidationError, match="Player 003 is no member of Harbour Bridge Club"):
        add_contestant(actor=desk(cast), event=event, players=[anna, clara])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"starts": date(2026, 12, 1)}, "begins only on 1 December 2026"),
        ({"starts": date(2020, 1, 1), "status": "suspended"}, "is suspended"),
    ],
)
def test_a_membership_to_come_or_suspended_does_not_count(cast, event, fields, said):
    event.members_only = True
    event.save()
    (anna,) = make_players(1)
    add_membership(actor=system(), club=cast.harbour, player=anna, **fields)
    with pytest.raises(ValidationError, match=said):
        add_contestant(actor=desk(cast), event=event, players=[anna, None])


def test_a_membership_of_another_club_does_not_help(cast, event):
    event.members_only = True
    event.save()
    (anna,) = make_players(1)
    add_membership(actor=system(), club=cast.hillside, player=anna, starts=date(2020, 1, 1))
    with pytest.raises(ValidationError, match="is no member of Harbour"):
        add_contestant(actor=desk(cast), event=event, players=[anna, None])


# --- The waiting list ----------------------------------------------------------------------------------------------
@pytest.fixture
def full(cast, event):
    """Two places, three pairs."""
    event.most_contestants = 2
    event.save()
    people = make_players(8)
    return [add_contestant(actor=desk(cast), event=event, players=people[at : at + 2]) for at in (0, 2, 4, 6)]


def status(*contestants: Contestant) -> list[str]:
    return [Contestant.objects.get(pk=row.pk).status for row in contestants]


def test_whoever_comes_after_the_last_place_waits(full):
    assert status(*full) == ["entered", "entered", "waiting", "waiting"]


def test_the_first_who_waits_gets_the_place_of_one_who_withdraws(cast, full):
    done = withdraw_contestant(actor=desk(cast), contestant=full[0], reason="has a cold")
    assert done.promoted == [full[2]]
    assert status(*full) == ["withdrawn", "entered", "entered", "waiting"]
    assert AuditEntry.objects.get(act="contestant.withdraw").reason == "has a cold"
    assert AuditEntry.objects.filter(act="contestant.promote").count() == 1


def test_nobody_moves_up_when_one_who_waits_withdraws(cast, full):
    assert not withdraw_contestant(actor=desk(cast), contestant=full[2]).promoted
    assert status(*full) == ["entered", "entered", "withdrawn", "waiting"]


def test_once_people_sit_the_desk_decides_who_moves_up(cast, full):
    Session.objects.update(state="seating")
    assert not withdraw_contestant(actor=desk(cast), contestant=full[0]).promoted
    promote(actor=desk(cast), contestant=full[3])
    assert status(*full) == ["withdrawn", "entered", "waiting", "entered"]


def test_nobody_is_promoted_into_a_full_event(cast, full):
    with pytest.raises(ValidationError, match="All 2 places are taken"):
        promote(actor=desk(cast), contestant=full[2])
    with pytest.raises(ValidationError, match="not on the waiting list"):
        promote(actor=desk(cast), contestant=full[0])


def test_whoever_withdrew_may_enter_again_with_somebody_else(cast, event):
    anna, berta, clara = make_players(3)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    withdraw_contestant(actor=desk(cast), contestant=pair)
    add_contestant(actor=desk(cast), event=event, players=[anna, clara])
    with pytest.raises(ValidationError, match="has withdrawn"):
        withdraw_contestant(actor=desk(cast), contestant=pair)


def test_whoever_has_a_seat_is_not_withdrawn_by_the_way(cast):
    session = make_session(cast.harbour)
    pair = session.places.first().contestant
    with pytest.raises(ValidationError, match="is playing now as A1"):
        withdraw_contestant(actor=desk(cast), contestant=pair)
    Session.objects.update(state="seating", round=0)
    with pytest.raises(ValidationError, match="is seated as A1"):
        withdraw_contestant(actor=desk(cast), contestant=pair)
    Session.objects.update(state="finished")
    assert withdraw_contestant(actor=desk(cast), contestant=pair).contestant.status == "withdrawn"


# --- Changing ------------------------------------------------------------------------------------------------------
def test_an_unknown_player_is_put_right_later(cast, event):
    anna, berta = make_players(2)
    pair = add_contestant(actor=desk(cast), event=event, players=[None, berta])
    before = set(pair.entrants.values_list("pk", flat=True))
    changed = change_contestant(actor=desk(cast), contestant=pair, players=[anna, berta], version=pair.version)
    assert names(changed) == ["Player 001", "Player 002"]
    assert set(changed.entrants.values_list("pk", flat=True)) == before
    assert changed.version == 2


def test_two_of_a_pair_change_places(cast, event):
    anna, berta = make_players(2)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    change_contestant(actor=desk(cast), contestant=pair, players=[berta, anna])
    assert names(pair) == ["Player 002", "Player 001"]


def test_a_change_is_refused_where_the_player_is_elsewhere(cast, event):
    anna, berta, clara = make_players(3)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, None])
    add_contestant(actor=desk(cast), event=event, players=[berta, clara])
    with pytest.raises(ValidationError, match="Player 002 is already entered with Player 003"):
        change_contestant(actor=desk(cast), contestant=pair, players=[anna, berta])
    assert names(pair) == ["Player 001", "unknown"]


def test_a_change_to_what_somebody_else_changed_is_refused(cast, event):
    anna, berta = make_players(2)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, None])
    change_contestant(actor=desk(cast), contestant=pair, players=[anna, berta], version=1)
    with pytest.raises(Conflict):
        change_contestant(actor=desk(cast), contestant=pair, players=[berta, anna], version=1)


def test_a_change_of_nothing_leaves_no_trace(cast, event):
    anna, berta = make_players(2)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    change_contestant(actor=desk(cast), contestant=pair, players=[anna, berta])
    pair.refresh_from_db()
    assert pair.version == 1
    assert not AuditEntry.objects.filter(act="contestant.change").exists()


def test_a_team_grows_and_shrinks_and_keeps_its_captain(cast):
    event = make_event(cast.harbour, form=Form.TEAMS)
    people = make_players(6)
    team = add_contestant(actor=desk(cast), event=event, players=people[:4], captain=people[1], name="Tops")
    change_contestant(actor=desk(cast), contestant=team, players=people, name="Bottoms")
    assert len(names(team)) == 6
    change_contestant(actor=desk(cast), contestant=team, players=[people[5], people[1], people[2], people[3]])
    assert names(team) == ["Player 006", "Player 002", "Player 003", "Player 004"]
    assert team.entrants.get(is_captain=True).player == people[1]
    change_contestant(actor=desk(cast), contestant=team, captain=people[5])
    assert team.entrants.get(is_captain=True).player == people[5]


def test_a_place_in_a_team_that_has_been_lined_up_stays(cast):
    event = make_event(cast.harbour, form=Form.TEAMS)
    session = Session.objects.create(event=event, starts_at=EVENING)
    section = Section.objects.create(session=session)
    people = make_players(5)
    team = add_contestant(actor=desk(cast), event=event, players=people)
    place = Place.objects.create(session=session, section=section, contestant=team, number=1)
    rows = list(team.entrants.order_by("position"))
    seats = dict(zip(("north", "south", "east", "west"), rows[1:], strict=True))
    LineUp.objects.create(place=place, first_round=1, made_at=EVENING, **seats)
    with pytest.raises(ValidationError, match="Player 005 has played in this team"):
        change_contestant(actor=desk(cast), contestant=team, players=people[:4])


def test_a_substitution_still_knows_for_whom_after_names_are_put_right(cast, event):
    anna, berta, clara = make_players(3)
    pair = add_contestant(actor=desk(cast), event=event, players=[anna, None])
    session = event.sessions.get()
    section = Section.objects.create(session=session)
    place = Place.objects.create(session=session, section=section, contestant=pair, number=1)
    row = Substitution.objects.create(
        place=place, entrant=pair.entrants.get(position=2), player=clara, first_round=1, made_at=EVENING
    )
    change_contestant(actor=desk(cast), contestant=pair, players=[anna, berta])
    row.refresh_from_db()
    assert row.entrant.player == berta


# --- Wishes and visitors -------------------------------------------------------------------------------------------
def test_whoever_is_entered_looks_for_nobody_any_more(cast, event):
    anna, berta = make_players(2)
    wish = PartnerWish.objects.create(event=event, player=anna, made_at=EVENING)
    add_contestant(actor=desk(cast), event=event, players=[anna, berta])
    wish.refresh_from_db()
    assert wish.state == "matched"


def test_the_desk_makes_a_visitor_on_the_spot(cast):
    made = add_visitor(actor=desk(cast), club=cast.harbour, display_name="  Vera   Visitor ", federation_number="N-9")
    assert (made.display_name, made.federation) == ("Vera Visitor", cast.nation)
    entry = AuditEntry.objects.get(act="player.add", target_id=str(made.pk))
    assert entry.after["display_name"] == "(personal)"
    with pytest.raises(ValidationError, match="has this federation number"):
        add_visitor(actor=desk(cast), club=cast.harbour, display_name="Another", federation_number="N-9")
    with pytest.raises(ValidationError):
        add_visitor(actor=desk(cast), club=cast.harbour, display_name="   ")


def test_a_member_makes_no_visitors(cast):
    with pytest.raises(Forbidden):
        add_visitor(actor=desk(cast, "member"), club=cast.harbour, display_name="Vera Visitor")
