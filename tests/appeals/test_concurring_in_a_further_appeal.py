"""A further appeal needs the same concurrence as the first (Laws 92D, 93C1)."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Concurrence
from appeals.selectors.case_page import CasePage
from appeals.selectors.waiting import open_cases
from appeals.services import concurring, federation_appeal
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
