"""One No ends that request, not the side's right: while its time runs it may ask again (Laws 92B, 92D)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal
from appeals.selectors.session_page import appealable_in_session, request_url
from appeals.services import concurring, requesting
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def declined(world: World, minutes: float = 10) -> Appeal:
    appeal = world.requested()
    waiting = appeal.concurrences.get(state="waiting")
    concurring.concur(actor=world.actor("south", minutes), concurrence=waiting, agrees=False)
    return fresh(appeal)


def test_after_a_partners_no_the_side_asks_again_while_its_time_runs(world: World) -> None:
    first = declined(world)
    again = requesting.request_appeal(actor=world.actor("south", 20), ruling=world.ruling, grounds="We do want it")
    assert (first.state, again.state) == ("not_heard", "requested")
    assert again.concurrences.get(state="concurs").player.display_name == "South Deuce"
    late = requesting.request_appeal(actor=world.actor("east", 31), ruling=world.ruling, grounds="We too")
    assert late.state == "refused"


def test_after_its_time_a_request_that_was_declined_is_not_taken_up_again(world: World) -> None:
    declined(world)
    again = requesting.request_appeal(actor=world.actor("north", 31), ruling=world.ruling, grounds="We do want it")
    assert (again.state, again.refusal_law) == ("refused", "92B")


@pytest.mark.parametrize("who", ["north", "director"])
def test_the_pages_offer_the_side_to_ask_again(world: World, who: str) -> None:
    declined(world)
    [row] = [
        one for one in appealable_in_session(world.actor(who, 12), world.session) if one.ruling.pk == world.ruling.pk
    ]
    assert "NS" in row.sides
    assert row.is_open
    assert [one.state for one in row.appeals] == ["not_heard"]


def test_the_case_that_was_declined_leads_to_asking_again(unpublished_world: World, client: Client) -> None:
    appeal = declined(unpublished_world)
    client.force_login(unpublished_world.user("north"))
    shown = client.get(appeal.get_absolute_url()).content.decode()
    assert request_url(unpublished_world.ruling) in shown
    assert client.get(request_url(unpublished_world.ruling)).status_code == 200


def test_whoever_declines_is_asked_to_confirm(unpublished_world: World, client: Client) -> None:
    appeal = unpublished_world.requested()
    client.force_login(unpublished_world.user("south"))
    kwargs = {"slug": appeal.club.slug, "appeal_id": appeal.pk, "act": "concur"}
    page = client.get(appeal.get_absolute_url()).content.decode()
    assert 'type="checkbox" name="concur-sure"' not in page
    asked = client.post(reverse("club-appeal-act", kwargs=kwargs), {"concur-agrees": "no"})
    assert asked.status_code == 422
    assert 'type="checkbox" name="concur-sure"' in asked.content.decode()
    assert fresh(appeal).state == "requested"
    client.post(reverse("club-appeal-act", kwargs=kwargs), {"concur-agrees": "no", "concur-sure": "on"})
    assert fresh(appeal).state == "not_heard"


def test_whoever_declines_by_code_is_asked_to_confirm(unpublished_world: World, client: Client) -> None:
    appeal = unpublished_world.requested()
    address = reverse("appeal-concur", kwargs={"code": appeal.concurrences.get(state="waiting").code})
    assert client.post(address, {"agrees": "no"}).status_code == 422
    assert fresh(appeal).state == "requested"
    done = client.post(address, {"agrees": "no", "sure": "on"}, follow=True).content.decode()
    assert fresh(appeal).state == "not_heard"
    assert "can ask again" in done


def test_who_concurs_by_code_reads_what_comes_next(unpublished_world: World, client: Client) -> None:
    appeal = unpublished_world.requested()
    address = reverse("appeal-concur", kwargs={"code": appeal.concurrences.get(state="waiting").code})
    assert "the director lodges it" in client.post(address, {"agrees": "yes"}, follow=True).content.decode()
