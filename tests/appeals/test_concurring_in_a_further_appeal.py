"""A further appeal needs the same concurrence as the first (Laws 92D, 93C1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Concurrence
from appeals.selectors.case_page import CasePage
from appeals.selectors.deadlines import FEDERATION_TIME
from appeals.selectors.waiting import open_cases
from appeals.services import concurring, federation_appeal
from appeals.services.concurring import lapse_further_due
from office.models import Notice
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def taken_further(world: World) -> tuple[Appeal, Concurrence]:
    """North alone takes the decision to the federation."""
    world.rule("appeals.further", True)
    appeal = fresh(world.decided().appeal)
    asked = federation_appeal.go_further(actor=world.actor("north", 60), appeal=appeal, grounds="On principle")
    return fresh(appeal), asked.concurrences.get(state="waiting")


def test_the_partner_is_asked_and_until_then_it_is_not_admitted(world: World) -> None:
    appeal, waiting = taken_further(world)
    assert waiting.player.display_name == "South Deuce"
    officer = world.actor("north_officer", 61)
    with pytest.raises(ValidationError, match="must concur") as refused:
        federation_appeal.admit(actor=officer, appeal=appeal)
    assert refused.value.code == "further_concurrence"
    assert Notice.objects.filter(about_id=appeal.pk, kind="appeal.concur", user=world.user("south")).count() == 2
    [task] = [one for one in open_cases(world.actor("south", 61)) if one.appeal == appeal]
    assert "concur" in str(task.task)
    assert "South Deuce" in " ".join(CasePage.of(appeal, world.actor("director", 61)).waits)
    concurring.concur(actor=world.actor("south", 62), concurrence=waiting)
    assert federation_appeal.admit(actor=world.actor("north_officer", 63), appeal=fresh(appeal)).state == "admitted"


def test_the_code_and_the_director_serve_a_further_appeal_too(world: World, client: Client) -> None:
    appeal, waiting = taken_further(world)
    with pytest.raises(ValidationError):
        concurring.witness(actor=world.actor("director", 61), concurrence=waiting, agrees=True, reason=" ")
    client.force_login(world.user("director"))
    code = f"{waiting.code[:5]}-{waiting.code[5:]}"
    assert code in client.get(appeal.get_absolute_url()).content.decode()
    page = Client().get(reverse("appeal-concur", kwargs={"code": waiting.code})).content.decode()
    assert "On principle" in page
    assert "agrees" in page
    concurring.concur_by_code(actor=world.actor("stranger", 62), code=waiting.code)
    assert federation_appeal.admit(actor=world.actor("north_officer", 63), appeal=fresh(appeal)).state == "admitted"


def test_what_the_federation_knows_of_concurrence_is_written_down(world: World) -> None:
    appeal, waiting = taken_further(world)
    federation_appeal.admit(actor=world.actor("north_officer", 63), appeal=appeal, concurrence="Both signed the letter")
    waiting.refresh_from_db()
    assert (waiting.state, waiting.how, waiting.reason) == ("concurs", "witness", "Both signed the letter")


def test_without_the_partner_the_decision_holds_and_the_side_can_ask_again(world: World) -> None:
    world.rule("appeals.further_fee", "75")
    appeal, waiting = taken_further(world)
    federation_appeal.take_fee(actor=world.actor("director", 61), appeal=appeal)
    concurring.concur(actor=world.actor("south", 62), concurrence=waiting, agrees=False)
    appeal = fresh(appeal)
    assert (appeal.state, appeal.verdict, appeal.due_at) == ("decided", "changed", appeal.closes_at)
    first = appeal.further.get()
    assert (first.state, appeal.deposits.get(further=True).state) == ("refused", "returned")
    assert "South Deuce" in first.answer
    again = federation_appeal.go_further(actor=world.actor("south", 70), appeal=appeal, grounds="After all")
    assert (again.state, appeal.deposits.get(further=True).state) == ("asked", "due")


def test_of_a_team_the_captain_concurs(world: World) -> None:
    event = world.session.event
    world.rule("appeals.further", True)
    appeal = fresh(world.decided().appeal)
    world.play.north.entrants.filter(position=2).update(is_captain=True)
    type(event).objects.filter(pk=event.pk).update(form="team")
    asked = federation_appeal.go_further(actor=world.actor("north", 60), appeal=fresh(appeal), grounds="On principle")
    [captain] = asked.concurrences.all()
    assert (captain.player.display_name, captain.is_captain, captain.state) == ("South Deuce", True, "waiting")


def test_what_the_director_refers_needs_nobodys_concurrence(world: World) -> None:
    appeal = fresh(world.decided().appeal)
    asked = federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=appeal, grounds="On principle")
    assert not asked.concurrences.exists()


def test_who_has_not_concurred_by_its_time_ends_the_further_appeal(world: World) -> None:
    world.rule("appeals.further_fee", "75")
    appeal, waiting = taken_further(world)
    [asked] = appeal.further.all()
    assert appeal.further_until is not None
    assert asked.concur_until == appeal.due_at == max(appeal.further_until, asked.asked_at + timedelta(minutes=30))
    assert lapse_further_due(asked.concur_until) == 0, "the last moment belongs to the time"
    with pytest.raises(ValidationError) as early:
        concurring.lapse_further(actor=world.actor("director", 61), appeal=appeal)
    assert early.value.code == "may_concur"
    late = asked.concur_until + timedelta(seconds=1)
    with pytest.raises(ValidationError) as too_late:
        concurring.concur(actor=replace(world.actor("south", 62), at=late), concurrence=waiting)
    assert too_late.value.code == "concur_too_late"
    assert lapse_further_due(late) == 1
    appeal, asked = fresh(appeal), appeal.further.get()
    assert (appeal.state, appeal.due_at, asked.state) == ("decided", appeal.closes_at, "refused")
    assert "South Deuce did not concur in time" in asked.answer
    assert not appeal.deposits.filter(further=True).exists()
    assert Notice.objects.filter(about_id=appeal.pk, kind="appeal.not_heard", user=world.user("south")).exists()
    assert lapse_further_due(late) == 0


def test_when_everybody_concurs_the_federation_has_its_time_and_nothing_lapses(world: World) -> None:
    appeal, waiting = taken_further(world)
    [asked] = appeal.further.all()
    assert asked.concur_until is not None
    concurring.concur(actor=world.actor("south", 62), concurrence=waiting)
    appeal = fresh(appeal)
    assert appeal.due_at == world.actor("south", 62).at + FEDERATION_TIME
    assert lapse_further_due(asked.concur_until + timedelta(days=1)) == 0


def test_the_notice_says_until_when_one_can_concur(world: World) -> None:
    appeal, _waiting = taken_further(world)
    told = Notice.objects.filter(about_id=appeal.pk, kind="appeal.concur", user=world.user("south")).latest("pk")
    assert told.until == appeal.further.get().concur_until
