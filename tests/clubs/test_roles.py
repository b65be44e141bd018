"""Roles: who may give what where, for how long, and that somebody stays in charge."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from clubs.models import AuditEntry, RoleGrant
from clubs.services.erasing import erase_player
from clubs.services.roles import grant_role, revoke_role
from core import actors
from core.errors import Forbidden
from core.permissions import may
from tests.cast import make_user

DAY = timedelta(days=1)


def grant_of(user, role=None):
    grants = RoleGrant.objects.filter(user=user)
    return grants.get(role=role) if role else grants.get()


# --- Who gives what where -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("giver", "role", "place"),
    [
        ("officer", "officer", "nation"),
        ("officer", "officer", "north"),
        ("officer", "secretary", "harbour"),
        ("officer", "director", "hillside"),
        ("north_officer", "officer", "north"),
        ("north_officer", "secretary", "harbour"),
        ("secretary", "director", "harbour"),
        ("secretary", "secretary", "harbour"),
        ("secretary", "appeals_chair", "harbour"),
        ("operator", "officer", "nation"),
        ("operator", "recorder", "hillside"),
    ],
)
def test_these_may_give(cast, giver, role, place):
    grant = grant_role(actor=cast.actor(giver), user=cast.stranger, role=role, body=getattr(cast, place))
    assert grant.granted_by == getattr(cast, giver)
    assert AuditEntry.objects.filter(act="role.grant", target_id=grant.pk).exists()


@pytest.mark.parametrize(
    ("giver", "role", "place"),
    [
        ("north_officer", "officer", "nation"),
        ("north_officer", "officer", "south"),
        ("north_officer", "director", "hillside"),
        ("secretary", "director", "hillside"),
        ("secretary", "officer", "north"),
        ("secretary", "director", "north"),
        ("director", "director", "harbour"),
        ("recorder", "scorer", "harbour"),
        ("member", "scorer", "harbour"),
        ("stranger", "scorer", "harbour"),
    ],
)
def test_a_role_on_something_out_of_reach_is_refused(cast, giver, role, place):
    with pytest.raises(Forbidden, match="Your role does not allow this here"):
        grant_role(actor=cast.actor(giver), user=cast.stranger, role=role, body=getattr(cast, place))
    assert not RoleGrant.objects.filter(user=cast.stranger).exists()


@pytest.mark.parametrize(
    ("role", "place", "sentence"),
    [
        ("officer", "harbour", "An officer is an officer of a federation"),
        ("secretary", "nation", "A secretary is a club's"),
        ("member", "harbour", "Members are added under Members"),
    ],
)
def test_a_role_in_the_wrong_place_is_refused_with_a_sentence(cast, role, place, sentence):
    with pytest.raises(ValidationError, match=sentence):
        grant_role(actor=cast.actor("officer"), user=cast.stranger, role=role, body=getattr(cast, place))


def test_a_role_that_does_not_exist_is_refused(cast):
    with pytest.raises(ValidationError):
        grant_role(actor=cast.actor("officer"), user=cast.stranger, role="emperor", body=cast.harbour)


# --- Reach --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("place", ["nation", "north", "south", "harbour", "hillside"])
def test_a_federations_officer_reaches_everything_below(cast, place):
    body = getattr(cast, place)
    assert may(cast.actor("officer"), f"{body.kind}.change", body)


@pytest.mark.parametrize(
    ("place", "reached"),
    [("north", True), ("harbour", True), ("nation", False), ("south", False), ("hillside", False)],
)
def test_a_regions_officer_reaches_its_own_region_only(cast, place, reached):
    body = getattr(cast, place)
    assert may(cast.actor("north_officer"), f"{body.kind}.change", body) is reached


def test_a_clubs_secretary_does_not_reach_the_federation(cast):
    assert not may(cast.actor("secretary"), "federation.change", cast.north)


# --- For a time ---------------------------------------------------------------------------------------------------
def test_a_role_for_a_time_works_only_in_that_time(cast):
    now = timezone.now()
    grant_role(
        actor=cast.actor("officer"),
        user=cast.stranger,
        role="secretary",
        body=cast.harbour,
        starts_at=now + DAY,
        ends_at=now + 3 * DAY,
    )
    for when, works in ((now, False), (now + DAY, True), (now + 2 * DAY, True), (now + 3 * DAY, False)):
        assert may(actors.of_user(cast.stranger, when), "club.change", cast.harbour) is works


def test_a_role_that_ends_before_it_begins_is_refused(cast):
    now = timezone.now()
    with pytest.raises(ValidationError, match="The role ends before it begins"):
        grant_role(actor=cast.actor("officer"), user=cast.stranger, role="scorer", body=cast.harbour, ends_at=now - DAY)


def test_the_same_role_twice_is_refused(cast):
    with pytest.raises(ValidationError, match="already has this role here") as refused:
        grant_role(actor=cast.actor("secretary"), user=cast.scorer, role="scorer", body=cast.harbour)
    assert refused.value.error_dict["user"][0].code == "already_granted"


def test_a_role_that_ran_out_makes_room_for_a_new_one(cast):
    now = timezone.now()
    give = {"user": cast.stranger, "role": "director", "body": cast.harbour}
    old = grant_role(actor=cast.actor("secretary"), starts_at=now - 3 * DAY, ends_at=now - DAY, **give)
    new = grant_role(actor=cast.actor("secretary"), **give)
    old.refresh_from_db()
    assert old.revoked_at == old.ends_at
    assert list(RoleGrant.objects.in_force(timezone.now()).filter(user=cast.stranger)) == [new]


def test_a_role_that_still_runs_is_not_cut_short_by_one_that_begins_later(cast):
    now = timezone.now()
    give = {"user": cast.stranger, "role": "director", "body": cast.harbour}
    running = grant_role(actor=cast.actor("secretary"), ends_at=now + DAY, **give)
    with pytest.raises(ValidationError, match="already has this role here"):
        grant_role(actor=cast.actor("secretary"), starts_at=now + 2 * DAY, **give)
    assert running in RoleGrant.objects.in_force(timezone.now())


# --- Taking back --------------------------------------------------------------------------------------------------
def test_a_revoked_role_works_no_more(cast):
    revoke_role(actor=cast.actor("officer"), grant=grant_of(cast.secretary), reason="Moved away")
    assert not may(cast.actor("secretary"), "club.change", cast.harbour)
    assert AuditEntry.objects.get(act="role.revoke").reason == "Moved away"


def test_revoking_twice_is_recorded_once(cast):
    grant = grant_of(cast.scorer)
    for _time in range(2):
        revoke_role(actor=cast.actor("secretary"), grant=grant)
    assert AuditEntry.objects.filter(act="role.revoke").count() == 1


@pytest.mark.parametrize("name", ["director", "member", "other_secretary", "stranger"])
def test_others_do_not_revoke(cast, name):
    with pytest.raises(Forbidden):
        revoke_role(actor=cast.actor(name), grant=grant_of(cast.scorer))


def test_the_last_officer_of_a_top_federation_stays(cast):
    with pytest.raises(ValidationError, match=r"the federation's last officer\. Appoint another one first"):
        revoke_role(actor=cast.actor("officer"), grant=grant_of(cast.officer))


def test_the_last_officer_may_go_once_another_is_there(cast):
    grant_role(actor=cast.actor("officer"), user=cast.stranger, role="officer", body=cast.nation)
    revoke_role(actor=cast.actor("officer"), grant=grant_of(cast.officer))
    assert not may(cast.actor("officer"), "federation.change", cast.nation)


def test_an_officer_whose_account_is_stopped_does_not_count(cast):
    idle = make_user("idle", is_active=False)
    grant_role(actor=cast.actor("officer"), user=idle, role="officer", body=cast.nation)
    with pytest.raises(ValidationError, match="last officer"):
        revoke_role(actor=cast.actor("officer"), grant=grant_of(cast.officer))


def test_an_officer_not_yet_in_office_does_not_count_and_may_be_revoked(cast):
    coming = grant_role(
        actor=cast.actor("officer"),
        user=cast.stranger,
        role="officer",
        body=cast.nation,
        starts_at=timezone.now() + DAY,
    )
    with pytest.raises(ValidationError, match="last officer"):
        revoke_role(actor=cast.actor("officer"), grant=grant_of(cast.officer))
    revoke_role(actor=cast.actor("officer"), grant=coming)


def test_a_regions_last_officer_may_go_because_the_federation_is_above(cast):
    assert revoke_role(actor=cast.actor("officer"), grant=grant_of(cast.north_officer)).revoked_at


def test_the_last_officer_is_not_erased_either(cast):
    with pytest.raises(ValidationError, match="last officer"):
        erase_player(actor=cast.actor("officer"), player=cast.officer.player)
