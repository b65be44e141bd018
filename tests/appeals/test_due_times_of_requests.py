"""The register and the case say the same of when a request is due: its time begins with the official score (92B)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import QueryDict

from appeals.selectors.case_page import CasePage
from appeals.selectors.register_page import RegisterLine, appeals_register
from appeals.services import concurring
from appeals.services.due_times import keep_due_times
from scoring.services.official import publish
from tests.appeals.world import T0, World, fresh

pytestmark = pytest.mark.django_db


def line(world: World, minutes: float) -> RegisterLine:
    [found] = appeals_register(world.cast.harbour, QueryDict(), T0 + timedelta(minutes=minutes)).lines
    return found


def test_before_the_official_score_nothing_is_overdue(unpublished_world: World) -> None:
    world = unpublished_world
    appeal = world.requested()
    later = line(world, 60 * 24)
    assert (later.is_overdue, later.due_at) == (False, None)
    assert CasePage.of(fresh(appeal), world.actor("director", 60 * 24)).until is None


def test_once_it_is_out_register_and_case_agree(unpublished_world: World) -> None:
    world = unpublished_world
    appeal = world.requested()
    publish(actor=world.actor("director", 600), session=world.session)
    assert keep_due_times(T0 + timedelta(minutes=601)) == 1
    shown = CasePage.of(fresh(appeal), world.actor("director", 700))
    assert line(world, 700).due_at == shown.until == T0 + timedelta(minutes=630)
    assert line(world, 700).is_overdue
    assert keep_due_times(T0 + timedelta(minutes=602)) == 0, "nothing has moved"


def test_where_everybody_concurs_the_director_is_not_late(world: World) -> None:
    appeal = world.requested()
    assert line(world, 6).due_at == T0 + timedelta(minutes=35)
    concurring.concur(actor=world.actor("south", 6), concurrence=appeal.concurrences.get(state="waiting"))
    assert (line(world, 600).due_at, line(world, 600).is_overdue) == (None, False)
