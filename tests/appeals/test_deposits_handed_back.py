"""A deposit is owed to whoever paid it until somebody has handed it back, and the session's money page has it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Deposit
from appeals.services import deciding, deposits, requesting
from appeals.services.deciding import DecisionText
from clubs.models import AuditEntry
from core.errors import Forbidden
from tests.appeals.world import WRITTEN, World, fresh

pytestmark = pytest.mark.django_db
OWED = "To be returned to North Deuce – South Deuce"


@pytest.fixture
def world(world: World) -> World:
    world.rule("appeals.deposit", "20")
    return world


def withdrawn(world: World) -> Appeal:
    appeal = world.lodged()
    requesting.withdraw(actor=world.actor("north", 9), appeal=appeal, reason="We see it now", for_whole_side=True)
    return fresh(appeal)


def page(client: Client, world: World, who: str, address: str) -> str:
    client.force_login(world.user(who))
    return " ".join(client.get(address).content.decode().split())


def money(world: World) -> str:
    return reverse("club-session-money", kwargs={"slug": "harbour", "session_id": world.session.pk})


def test_after_a_withdrawal_it_is_to_be_returned_until_it_is_handed_back(world: World, client: Client) -> None:
    appeal = withdrawn(world)
    assert OWED in page(client, world, "director", appeal.get_absolute_url())
    assert OWED in page(client, world, "secretary", reverse("club-desk-home", kwargs={"slug": "harbour"}))
    deposits.hand_back(actor=world.actor("director", 10), appeal=appeal)
    shown = page(client, world, "director", appeal.get_absolute_url())
    assert "Handed back to North Deuce – South Deuce" in shown
    assert OWED not in page(client, world, "secretary", reverse("club-desk-home", kwargs={"slug": "harbour"}))
    step = fresh(appeal).steps.last()
    assert (step.act, step.words) == ("hand_back", "20.00")
    assert AuditEntry.objects.filter(act="appeal.hand_back").exists()


def test_the_money_page_has_the_deposits_of_the_session(world: World, client: Client) -> None:
    appeal = world.requested()
    assert "20.00</b> " in page(client, world, "director", money(world))
    assert "To be paid by North Deuce – South Deuce" in page(client, world, "director", money(world))
    Deposit.objects.filter(appeal=appeal).delete()
    assert "Deposits of appeals" not in page(client, world, "director", money(world))


def test_it_is_handed_back_on_the_page_of_a_case_that_has_ended(world: World, client: Client) -> None:
    appeal = withdrawn(world)
    client.force_login(world.user("secretary"))
    kwargs: dict[str, Any] = {"slug": "harbour", "appeal_id": appeal.pk}
    answer = client.post(reverse("club-appeal-act", kwargs=kwargs | {"act": "hand_back"}))
    assert answer.status_code == 302
    assert Deposit.objects.get().handed_back_by == world.user("secretary")
    assert fresh(appeal).state == "withdrawn"


def test_a_mistake_is_put_right_by_another_act(world: World) -> None:
    appeal = withdrawn(world)
    deposits.hand_back(actor=world.actor("director", 10), appeal=appeal)
    with pytest.raises(ValidationError, match="no deposit to hand back"):
        deposits.hand_back(actor=world.actor("director", 11), appeal=appeal)
    deposits.undo_hand_back(actor=world.actor("director", 12), appeal=appeal)
    assert Deposit.objects.get().is_to_hand_back
    with pytest.raises(ValidationError, match="marked as handed back"):
        deposits.undo_hand_back(actor=world.actor("director", 13), appeal=appeal)


@pytest.mark.parametrize("who", ["north", "east", "stranger"])
def test_nobody_else_says_that_it_is_handed_back(world: World, who: str) -> None:
    appeal = withdrawn(world)
    with pytest.raises(Forbidden):
        deposits.hand_back(actor=world.actor(who, 10), appeal=appeal)


def test_a_deposit_that_a_corrected_decision_keeps_is_to_be_paid_again(world: World, client: Client) -> None:
    world.rule("appeals.without_merit", "deposit")
    made = world.decided(merit="merit")
    deposits.hand_back(actor=world.actor("director", 31), appeal=made.appeal)
    slip = DecisionText(**(WRITTEN | {"merit": "without"}))
    deciding.correct(actor=world.actor("chair", 32), decision=made, reason="The wrong line", text=slip)
    assert "to be paid again" in page(client, world, "director", made.appeal.get_absolute_url())
