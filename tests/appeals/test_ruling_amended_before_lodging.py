"""A ruling amended while an appeal is only requested: the case says so, and those who concurred are told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.services import lodging
from office.models import Notice
from rulings.services.giving import amend
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def test_the_case_says_that_the_ruling_was_amended_and_the_side_is_told(world: World) -> None:
    appeal = world.concurred()
    amend(actor=world.actor("director", 8), ruling=world.ruling, reason="A trick was miscounted", score_ns="3S= N")
    step = fresh(appeal).steps.last()
    assert (step.act, step.law, step.words) == ("amended", "81C3", "A trick was miscounted")
    told = set(Notice.objects.filter(about_id=appeal.pk, kind="appeal.amended").values_list("user__email", flat=True))
    assert {"north@example.org", "south@example.org"} <= told
    assert fresh(appeal).state == "requested"


def test_who_hears_it_alone_is_reminded_to_hear_both_sides(world: World, client: Client) -> None:
    appeal = world.lodged()
    lodging.hear_alone(
        actor=world.actor("director", 8), appeal=appeal, ground="disturbs", reason="Nobody is left in the building"
    )
    client.force_login(world.user("director"))
    kwargs = {"slug": "harbour", "appeal_id": appeal.pk}
    page = client.get(reverse("club-appeal-decide", kwargs=kwargs)).content.decode()
    assert "Hear both sides before you rule" in page
    assert "East Deuce" in page
