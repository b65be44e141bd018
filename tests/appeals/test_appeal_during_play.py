"""An appeal that is asked for while others still play: whoever follows the ranking learns of it."""

from __future__ import annotations

import pytest

from appeals.services.requesting import withdraw
from events.models import Session
from scoring.models import ComparisonField
from tests.appeals.world import World

pytestmark = pytest.mark.django_db


def revision(world: World) -> int:
    """What the parts of pages that follow the game are known by."""
    return ComparisonField.objects.get(session=world.session).revision


def test_pages_that_follow_the_game_are_made_anew_with_each_step_of_the_case(unpublished_world: World) -> None:
    world = unpublished_world
    Session.objects.filter(pk=world.session.pk).update(state="playing", finished_at=None)
    world.session.refresh_from_db()
    world.ruling.session.refresh_from_db()
    before = revision(world)
    appeal = world.requested()
    asked = revision(world)
    assert asked > before
    withdraw(actor=world.actor("north", 6), appeal=appeal, reason="We have looked again", for_whole_side=True)
    assert revision(world) > asked


def test_after_play_they_are_read_anew_each_time_and_nothing_is_scored_again(world: World) -> None:
    before = revision(world)
    world.requested()
    assert revision(world) == before
