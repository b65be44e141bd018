"""A request that lapsed says what was missing: somebody's concurrence, the deposit, or both (Laws 92A, 92D)."""

from __future__ import annotations

import pytest
from django.test import Client

from appeals.models import Appeal
from appeals.services import concurring, lodging
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def lapsed(world: World, appeal: Appeal) -> Appeal:
    concurring.lapse(actor=world.actor("director", 40), appeal=fresh(appeal))
    return fresh(appeal)


def concurs(world: World, appeal: Appeal) -> None:
    concurring.concur(actor=world.actor("south", 6), concurrence=appeal.concurrences.get(state="waiting"))


def test_without_a_partner_it_names_the_partner(world: World) -> None:
    appeal = lapsed(world, world.requested())
    assert appeal.refusal.startswith("South Deuce did not concur in time: without both partners")
    assert (appeal.refusal_law, "deposit" in appeal.refusal) == ("92D", False)


def test_without_the_deposit_it_says_so_and_nothing_of_concurring(world: World, client: Client) -> None:
    world.rule("appeals.deposit", "20")
    appeal = world.requested()
    concurs(world, appeal)
    appeal = lapsed(world, appeal)
    assert appeal.refusal == "The deposit was not paid in time: the appeal is not heard (Law 92A)."
    assert (appeal.refusal_law, appeal.steps.last().law) == ("92A", "92A")


def test_without_either_it_says_both(world: World) -> None:
    world.rule("appeals.deposit", "20")
    appeal = lapsed(world, world.requested())
    assert appeal.refusal.startswith("South Deuce did not concur in time, and the deposit was not paid")


def test_where_only_the_partner_is_missing_the_deposit_that_was_paid_is_to_be_returned(world: World) -> None:
    world.rule("appeals.deposit", "20")
    appeal = world.requested()
    lodging.take_deposit(actor=world.actor("director", 6), appeal=appeal)
    appeal = lapsed(world, appeal)
    assert "deposit" not in appeal.refusal
    assert appeal.deposits.get().is_to_hand_back
