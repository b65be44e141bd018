"""At the desk the director says who of a side asks for a review: whoever asks concurs by asking (Laws 92A, 92D)."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Appeal
from appeals.selectors.session_page import request_url
from appeals.services import requesting
from tests.appeals.world import World

pytestmark = pytest.mark.django_db


def asked(world: World, who: str, side: str = "NS") -> Appeal:
    return requesting.request_appeal(
        actor=world.actor("director"),
        ruling=world.ruling,
        grounds="Too harsh",
        side=side,
        asked_by=world.user(who).player,
    )


def test_whoever_asks_at_the_desk_concurs_and_the_partner_is_asked(world: World) -> None:
    appeal = asked(world, "south")
    answers = {row.player.display_name: (row.state, row.how) for row in appeal.concurrences.all()}
    assert answers == {"South Deuce": ("concurs", "witness"), "North Deuce": ("waiting", "")}
    assert appeal.concurring == 1


def test_the_history_names_who_asked_at_the_desk(world: World) -> None:
    first, second = asked(world, "south").steps.order_by("pk")
    assert (first.act, first.words) == ("request", "South Deuce: Too harsh")
    assert (second.act, second.words) == ("witness", "South Deuce")


def test_somebody_of_the_other_side_cannot_be_named_as_asking(world: World) -> None:
    with pytest.raises(ValidationError) as refused:
        asked(world, "east")
    assert "East Deuce did not play for this side" in str(refused.value.message_dict["asked_by"])
    assert not Appeal.objects.exists()


def test_the_form_at_the_desk_offers_everybody_of_both_sides(unpublished_world: World, client: Client) -> None:
    client.force_login(unpublished_world.user("director"))
    address = request_url(unpublished_world.ruling)
    shown = client.get(address).content.decode()
    for name in ("North-South: North Deuce", "North-South: South Deuce", "East-West: West Deuce"):
        assert name in shown
    play, east = unpublished_world.play, unpublished_world.user("east").player
    client.post(address, {"asked_by": f"EW:{play.east_id}:{east.pk}", "grounds": "Wrong", "kind": "fact"})
    appeal = Appeal.objects.get()
    assert (appeal.side, appeal.at_desk) == ("EW", True)
    assert appeal.concurrences.get(state="concurs").player == east


def test_a_form_without_who_asks_is_refused_at_that_field(unpublished_world: World, client: Client) -> None:
    client.force_login(unpublished_world.user("director"))
    answer = client.post(request_url(unpublished_world.ruling), {"grounds": "Wrong", "kind": "fact"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"asked_by"}
