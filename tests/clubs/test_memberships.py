"""Memberships: never two at once, numbers that are one's own, and an end that comes when it should."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditChain, AuditEntry, Membership, Player
from clubs.selectors.memberships import current_memberships
from clubs.services.memberships import (
    add_membership,
    add_memberships,
    add_new_member,
    change_membership,
    end_membership,
)
from clubs.services.players import add_player
from core.audit import verify_chain
from core.errors import Conflict, Forbidden

START, END = date(2026, 1, 1), date(2026, 6, 30)


@pytest.fixture
def secretary(cast):
    return cast.actor("secretary")


@pytest.fixture
def player(cast, secretary):
    return add_player(actor=secretary, club=cast.harbour, display_name="Trixie Trump")


@pytest.fixture
def half_a_year(cast, secretary, player):
    return add_membership(
        actor=secretary, club=cast.harbour, player=player, starts=START, ends=END, status="ended", number="12"
    )


def test_a_second_membership_at_the_same_time_is_refused_with_a_sentence(cast, secretary):
    with pytest.raises(ValidationError) as refused:
        add_membership(actor=secretary, club=cast.harbour, player=cast.member.player, starts=START)
    (problem,) = refused.value.error_dict["starts"]
    assert problem.code == "overlap"
    assert "already a member here since 1 January 2020. End that membership first." in problem.message


@pytest.mark.parametrize(
    ("starts", "ends"),
    [
        (date(2025, 12, 1), START),
        (END, None),
        (date(2025, 1, 1), None),
        (date(2026, 2, 1), date(2026, 2, 2)),
        (date(2025, 1, 1), date(2026, 12, 31)),
    ],
)
def test_one_shared_day_is_an_overlap(cast, secretary, player, half_a_year, starts, ends):
    with pytest.raises(ValidationError, match=r"from 1 January 2026 to 30 June 2026"):
        add_membership(actor=secretary, club=cast.harbour, player=player, starts=starts, ends=ends)


@pytest.mark.parametrize(
    ("starts", "ends"), [(END + timedelta(days=1), None), (date(2025, 1, 1), START - timedelta(days=1))]
)
def test_days_that_touch_are_no_overlap(cast, secretary, player, half_a_year, starts, ends):
    add_membership(actor=secretary, club=cast.harbour, player=player, starts=starts, ends=ends)
    assert Membership.objects.filter(player=player).count() == 2


def test_the_same_person_may_belong_to_two_clubs(cast, player, half_a_year):
    add_membership(actor=cast.actor("other_secretary"), club=cast.hillside, player=player, starts=START)
    assert Membership.objects.filter(player=player).count() == 2


def test_a_number_of_another_member_is_refused(cast, secretary, player):
    with pytest.raises(ValidationError, match="Number 7 belongs to another member"):
        add_membership(actor=secretary, club=cast.harbour, player=player, starts=START, number="7")


def test_whoever_comes_back_may_have_their_old_number(cast, secretary, player, half_a_year):
    again = add_membership(
        actor=secretary, club=cast.harbour, player=player, starts=END + timedelta(days=30), number="12"
    )
    assert again.number == half_a_year.number


def test_two_members_may_have_no_number(cast, secretary, player):
    other = add_player(actor=secretary, club=cast.harbour, display_name="Another One")
    for who in (player, other):
        add_membership(actor=secretary, club=cast.harbour, player=who, starts=START)


def test_a_last_day_before_the_first_is_refused(cast, secretary, player):
    with pytest.raises(ValidationError, match="The last day lies before the first"):
        add_membership(actor=secretary, club=cast.harbour, player=player, starts=END, ends=START)


def test_an_ended_membership_needs_its_last_day(cast, secretary):
    with pytest.raises(ValidationError, match="Write the last day"):
        change_membership(actor=secretary, membership=cast.membership, status="ended")


def test_an_end_in_the_past_ends_it(cast, secretary, today):
    day = secretary.at.date() - timedelta(days=1)
    ended = end_membership(actor=secretary, membership=cast.membership, last_day=day)
    assert (ended.status, ended.ends) == ("ended", day)
    assert not current_memberships(day=secretary.at.date()).filter(pk=ended.pk).exists()


def test_an_end_ahead_leaves_the_member_a_member_until_then(cast, secretary):
    today = secretary.at.date()
    last = today + timedelta(days=30)
    ended = end_membership(actor=secretary, membership=cast.membership, last_day=last)
    assert ended.status == "active"
    assert current_memberships(day=last).filter(pk=ended.pk).exists()
    assert not current_memberships(day=last + timedelta(days=1)).filter(pk=ended.pk).exists()


def test_a_suspended_member_is_no_member_today(cast, secretary):
    change_membership(actor=secretary, membership=cast.membership, status="suspended")
    assert cast.actor("member").member_of == frozenset()


def test_a_change_from_an_older_version_is_refused(cast, secretary):
    change_membership(actor=secretary, membership=cast.membership, version=1, kind="honorary")
    with pytest.raises(Conflict):
        change_membership(actor=secretary, membership=cast.membership, version=1, kind="junior")
    cast.membership.refresh_from_db()
    assert (cast.membership.kind, cast.membership.version) == ("honorary", 2)


def test_a_change_that_changes_nothing_leaves_no_trace(cast, secretary):
    change_membership(actor=secretary, membership=cast.membership, kind="full")
    assert not AuditEntry.objects.filter(act="membership.change").exists()


def test_a_change_into_an_overlap_is_refused(cast, secretary, player, half_a_year):
    later = add_membership(
        actor=secretary, club=cast.harbour, player=player, starts=END + timedelta(days=1), number="12"
    )
    with pytest.raises(ValidationError, match="Choose a later start"):
        change_membership(actor=secretary, membership=later, starts=END)


def test_a_membership_does_not_move_to_another_club_or_player(cast, secretary, player):
    with pytest.raises(TypeError, match="club"):
        change_membership(actor=secretary, membership=cast.membership, club=cast.hillside)
    with pytest.raises(TypeError, match="player"):
        change_membership(actor=secretary, membership=cast.membership, player=player)


@pytest.mark.parametrize("name", ["director", "scorer", "member", "stranger", "other_secretary"])
def test_only_the_club_and_its_federation_add_members(cast, player, name):
    with pytest.raises(Forbidden):
        add_membership(actor=cast.actor(name), club=cast.harbour, player=player, starts=START)


def test_a_new_member_who_cannot_join_is_not_entered_either(cast, secretary):
    with pytest.raises(ValidationError):
        add_new_member(actor=secretary, club=cast.harbour, person={"display_name": "Nobody"}, starts=START, number="7")
    assert not Player.objects.filter(display_name="Nobody").exists()


# --- Many at once -------------------------------------------------------------------------------------------------
def people(cast, secretary, count):
    return [add_player(actor=secretary, club=cast.harbour, display_name=f"Person {number}") for number in range(count)]


def test_many_are_added_with_an_entry_each(cast, secretary):
    rows = [
        {"player": player, "starts": START, "number": str(100 + player.pk)} for player in people(cast, secretary, 5)
    ]
    before = AuditEntry.objects.count()
    made = add_memberships(actor=secretary, club=cast.harbour, members=rows)
    assert len(made) == AuditEntry.objects.count() - before == 5
    assert AuditEntry.objects.filter(act="membership.add").first().target_id in {str(row.pk) for row in made}
    assert verify_chain(AuditChain.objects.get(label=cast.harbour.label)).is_whole


def test_many_cost_a_few_queries(cast, secretary, django_assert_max_num_queries):
    rows = [{"player": player, "starts": START} for player in people(cast, secretary, 40)]
    with django_assert_max_num_queries(20):
        add_memberships(actor=secretary, club=cast.harbour, members=rows)


def test_many_are_added_all_or_none_and_each_bad_line_is_named(cast, secretary):
    first, second, third = people(cast, secretary, 3)
    rows = [
        {"player": first, "starts": START, "number": "50"},
        {"player": cast.member.player, "starts": START},
        {"player": second, "starts": START, "number": "50"},
        {"player": first, "starts": END},
        {"player": third, "starts": END, "ends": START},
    ]
    with pytest.raises(ValidationError) as refused:
        add_memberships(actor=secretary, club=cast.harbour, members=rows)
    lines = refused.value.messages
    assert [line.split(":")[0] for line in lines] == ["Line 2", "Line 3", "Line 4", "Line 5"]
    assert "already a member here since" in lines[0]
    assert "Number 50 belongs to another member" in lines[1]
    assert Membership.objects.count() == 1


def test_many_are_refused_to_whoever_may_not_add_one(cast, player):
    with pytest.raises(Forbidden):
        add_memberships(actor=cast.actor("director"), club=cast.harbour, members=[{"player": player, "starts": START}])
