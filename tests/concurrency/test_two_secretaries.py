"""Two people at once: one of them is first, and the other is told."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from clubs.models import AuditChain, AuditEntry, Club, Membership, RoleGrant, User
from clubs.services.bodies import change_club
from clubs.services.erasing import erase_player
from clubs.services.memberships import add_membership
from clubs.services.players import add_player
from clubs.services.regulations import set_regulation
from clubs.services.roles import grant_role, revoke_role
from core import actors
from core.audit import record, verify_chain
from core.errors import Conflict
from tests.concurrency.threads import all_chains_are_whole, at_once, refused

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_overlapping_memberships_one_is_added(people):
    actor = people.actor("secretary")
    player = add_player(actor=actor, club=people.harbour, display_name="Wanted by Both")

    def add(number: int) -> Membership:
        starts = date(2026, 1, 1 + number)
        return add_membership(actor=people.actor("secretary"), club=people.harbour, player=player, starts=starts)

    problems = refused(at_once(add), ValidationError)
    assert len(problems) == 1
    assert "already a member here" in str(problems[0])
    assert Membership.objects.filter(player=player).count() == 1
    assert all_chains_are_whole()


def test_of_two_members_with_one_number_one_is_added(people):
    both = [
        add_player(actor=people.actor("secretary"), club=people.harbour, display_name=f"Number {n}") for n in (1, 2)
    ]

    def add(number: int) -> Membership:
        return add_membership(
            actor=people.actor("secretary"),
            club=people.harbour,
            player=both[number],
            starts=date(2026, 1, 1),
            number="99",
        )

    assert len(refused(at_once(add), ValidationError)) == 1
    assert Membership.objects.filter(number="99").count() == 1


def test_the_same_role_is_granted_once(people):
    def grant(_number: int) -> RoleGrant:
        return grant_role(actor=people.actor("secretary"), user=people.stranger, role="director", body=people.harbour)

    assert len(refused(at_once(grant, 4), ValidationError)) == 3
    assert RoleGrant.objects.filter(user=people.stranger).count() == 1
    assert AuditEntry.objects.filter(act="role.grant", target_kind="rolegrant").count() == RoleGrant.objects.count()


def test_of_two_who_edit_the_same_version_of_a_club_the_second_is_told(people):
    def edit(number: int) -> Club:
        club = Club.objects.get(pk=people.harbour.pk)
        return change_club(actor=people.actor("secretary"), club=club, version=1, venue=f"Hall {number}")

    outcomes = at_once(edit)
    assert len(refused(outcomes, Conflict)) == 1
    (first,) = [outcome for outcome in outcomes if isinstance(outcome, Club)]
    people.harbour.refresh_from_db()
    assert (people.harbour.venue, people.harbour.version) == (first.venue, 2)


def test_one_regulation_is_in_force_after_many_laid_it_down(people):
    def lay_down(number: int) -> object:
        return set_regulation(
            actor=people.actor("secretary"), body=people.harbour, key="period.appeal", value=10 + number
        )

    assert not refused(at_once(lay_down, 4), ValidationError)
    from clubs.models import RegulationSetting

    assert RegulationSetting.objects.current().count() == 1
    assert RegulationSetting.objects.count() == 4


def test_two_last_officers_who_leave_at_once_do_not_both_go(people):
    grant_role(actor=people.actor("officer"), user=people.stranger, role="officer", body=people.nation)
    both = [people.officer, people.stranger]

    def leave(number: int) -> object:
        user = User.objects.select_related("player").get(pk=both[number].pk)
        return erase_player(actor=actors.of_user(user), player=user.player)

    problems = refused(at_once(leave), ValidationError)
    assert len(problems) == 1
    assert "last officer" in str(problems[0])
    assert RoleGrant.objects.filter(role="officer", federation=people.nation).count() == 1


def test_two_officers_who_revoke_each_other_do_not_both_succeed(people):
    grant_role(actor=people.actor("officer"), user=people.stranger, role="officer", body=people.nation)
    names = ["officer", "stranger"]
    grants = [RoleGrant.objects.get(user=getattr(people, name)) for name in reversed(names)]

    def revoke(number: int) -> object:
        return revoke_role(actor=people.actor(names[number]), grant=grants[number])

    assert len(refused(at_once(revoke), Exception)) == 1
    assert RoleGrant.objects.open().filter(role="officer", federation=people.nation).count() == 1


def test_the_chain_is_whole_after_eight_recorded_at_once(people):
    chain = AuditChain.objects.get(label=people.harbour.label)
    before = chain.length

    def write(number: int) -> None:
        for turn in range(5):
            with transaction.atomic():
                record(
                    actor=people.actor("secretary"),
                    act="test.act",
                    body=people.harbour,
                    target=people.harbour,
                    after={"number": number, "turn": turn},
                )

    assert not refused(at_once(write, 8), Exception)
    chain.refresh_from_db()
    assert chain.length == before + 40
    assert verify_chain(chain).is_whole


def test_eight_who_open_a_chain_at_once_share_it(people):
    AuditChain.objects.filter(label="site").delete()

    def write(_number: int) -> None:
        with transaction.atomic():
            record(actor=actors.system(), act="test.act", body=None, target=people.harbour)

    assert not refused(at_once(write, 8), Exception)
    chain = AuditChain.objects.get(label="site")
    assert chain.length == 8
    assert verify_chain(chain).is_whole
