"""Challenges, ties and members who step down: whoever can do something about it is asked, by name."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Appeal, BodyMember
from appeals.selectors.case_page import CasePage
from appeals.selectors.waiting import open_cases, task_for
from appeals.services import bodies, federation_appeal, hearing, requesting
from appeals.services.pool import declare_tie
from appeals.views.base import appeal_url
from clubs.models import AuditEntry, Player
from core.errors import Forbidden
from office.models import Notice
from tests.appeals.test_federation_decides import asked as taken_further
from tests.appeals.test_heard_together import referred_by_east
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def seat_of(world: World, appeal: Appeal, name: str) -> BodyMember:
    return BodyMember.objects.get(body__appeal=appeal, user=world.user(name))


def asked(world: World, name: str) -> list[str]:
    return [str(case.task) for case in open_cases(world.actor(name, 15))]


def told(world: World, name: str, kind: str) -> bool:
    return Notice.objects.filter(user=world.user(name), kind=f"appeal.{kind}").exists()


def test_a_challenge_to_the_chair_waits_for_the_secretary(world: World) -> None:
    appeal = world.seated()
    bodies.challenge(actor=world.actor("east", 14), member=seat_of(world, appeal, "chair"), reason="A quarrel")
    assert "Decide on the challenge to a member." not in asked(world, "chair")
    assert "Decide on the challenge to a member." in asked(world, "secretary")
    assert told(world, "secretary", "challenged")


def test_a_challenge_to_a_member_waits_for_the_chair(world: World) -> None:
    appeal = world.seated()
    bodies.challenge(actor=world.actor("east", 14), member=seat_of(world, appeal, "third"), reason="A quarrel")
    assert "Decide on the challenge to a member." in asked(world, "chair")
    assert "Decide on the challenge to a member." not in asked(world, "secretary")


def test_nobody_is_asked_to_invite_members_for_a_case_that_follows(world: World) -> None:
    lead = world.referred()
    other = fresh(referred_by_east(world))
    assert task_for(CasePage.of(lead, world.actor("chair", 15))) == "Invite those who are to hear it."
    assert task_for(CasePage.of(other, world.actor("chair", 15))) == ""


def test_a_member_steps_down_and_is_replaced(world: World, client: Client) -> None:
    appeal = world.packed()
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)
    own = seat_of(world, appeal, "third")
    with pytest.raises(Forbidden):
        bodies.step_down(actor=world.actor("chair", 21), member=own, reason="Ill")
    client.force_login(world.user("third"))
    address = appeal_url(appeal, "appeal-act", act="step_down")
    assert client.post(address, {"step_down-reason": ""}).status_code == 422
    assert client.post(address, {"step_down-reason": "He is my dentist"}).status_code == 302
    own.refresh_from_db()
    assert own.state == "released"
    assert AuditEntry.objects.filter(act="appeal.step_down").exists()
    assert told(world, "chair", "stepped_down")
    assert task_for(CasePage.of(fresh(appeal), world.actor("chair", 22))) in (
        "Vote.",
        "Invite those who are to hear it.",
    )
    client.force_login(world.user("north"))
    page = client.get(appeal.get_absolute_url()).content.decode()
    assert "Member stepped down" in page
    assert "dentist" not in page
    back = bodies.seat(actor=world.actor("chair", 23), appeal=fresh(appeal), user=world.user("third"))
    assert bodies.answer_invitation(actor=world.actor("third", 24), member=back, accepts=True).state == "accepted"


def test_who_has_voted_does_not_step_down(world: World) -> None:
    appeal = world.heard()
    with pytest.raises(ValidationError, match="You have voted"):
        bodies.step_down(actor=world.actor("third", 26), member=seat_of(world, appeal, "third"), reason="Ill")


def test_a_tie_that_a_member_declares_is_told_and_named(world: World) -> None:
    appeal = world.packed()
    north = Player.objects.get(user=world.user("north"))
    declare_tie(actor=world.actor("third", 15), player=north, kind="family")
    assert told(world, "chair", "tie")
    assert not told(world, "third", "tie")
    with pytest.raises(ValidationError, match=seat_of(world, appeal, "third").name):
        hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)


def test_the_side_that_went_further_takes_it_back(world: World) -> None:
    world.rule("appeals.further_fee", "75")
    appeal = taken_further(world)
    federation_appeal.take_fee(actor=world.actor("director", 62), appeal=appeal)
    assert CasePage.of(fresh(appeal), world.actor("north", 63)).took_it_further
    with pytest.raises(Forbidden, match="Only the side"):
        federation_appeal.withdraw_further(
            actor=world.actor("east", 63), appeal=appeal, reason="No", for_whole_side=True
        )
    federation_appeal.withdraw_further(
        actor=world.actor("north", 64), appeal=appeal, reason="We leave it at that", for_whole_side=True
    )
    appeal = fresh(appeal)
    assert (appeal.state, appeal.due_at) == ("decided", appeal.closes_at)
    assert appeal.deposits.get(further=True).state == "returned"
    assert told(world, "east", "further_withdrawn")


def test_the_director_says_who_withdraws_and_both_are_asked_twice(world: World, client: Client) -> None:
    appeal = world.lodged()
    address = appeal_url(appeal, "appeal-act", act="withdraw")
    client.force_login(world.user("north"))
    assert client.post(address, {"withdraw-reason": "We see it now"}).status_code == 422
    client.force_login(world.user("director"))
    assert (
        client.post(address, {"withdraw-reason": "They see it now", "withdraw-for_whole_side": "on"}).status_code == 422
    )
    said = {
        "withdraw-reason": "They see it now",
        "withdraw-for_whole_side": "on",
        "withdraw-asked_by": "North and South",
    }
    assert client.post(address, said).status_code == 302
    assert "North and South" in fresh(appeal).steps.get(act="withdraw").words


def test_whoever_withdraws_says_why(world: World) -> None:
    appeal = world.requested()
    with pytest.raises(ValidationError):
        requesting.withdraw(actor=world.actor("north", 9), appeal=appeal, reason=" ", for_whole_side=True)
    assert fresh(appeal).state == "requested"


def test_an_answered_invitation_is_no_news(world: World) -> None:
    world.seated()
    assert not Notice.objects.filter(user=world.user("chair"), kind="appeal.invited", read_at=None).exists()
    assert told(world, "chair", "invited")


def test_who_did_not_concur_is_not_shown_as_asked_when_the_case_is_over(world: World) -> None:
    appeal = world.requested()
    partner = appeal.concurrences.get(state="waiting")
    assert partner.answer_words == "Not yet asked or answered"
    requesting.withdraw(actor=world.actor("north", 9), appeal=appeal, reason="We see it now", for_whole_side=True)
    assert fresh(appeal).concurrences.get(pk=partner.pk).answer_words == "Did not answer"


def test_one_partner_alone_does_not_withdraw_what_both_have_asked_for(world: World) -> None:
    appeal = world.requested()
    with pytest.raises(ValidationError, match="whole side"):
        requesting.withdraw(actor=world.actor("north", 9), appeal=appeal, reason="I have had enough")
    assert fresh(appeal).state == "requested"
    requesting.withdraw(actor=world.actor("north", 9), appeal=appeal, reason="We see it now", for_whole_side=True)
    assert fresh(appeal).state == "withdrawn"


def test_nor_what_both_have_taken_to_the_federation(world: World) -> None:
    world.rule("appeals.further", True)
    appeal = fresh(world.decided().appeal)
    federation_appeal.go_further(actor=world.actor("north", 60), appeal=appeal, grounds="On principle")
    with pytest.raises(ValidationError, match="whole side"):
        federation_appeal.withdraw_further(actor=world.actor("north", 61), appeal=fresh(appeal), reason="No")
    assert fresh(appeal).state == "further"
