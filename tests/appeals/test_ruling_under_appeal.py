"""A ruling against which an appeal is lodged: its pages say that a decision changes it, before anything is typed."""

from __future__ import annotations

import pytest
from django.test import Client

from appeals.services import lodging
from rulings.views.base import ruling_url
from tests.appeals.world import World

pytestmark = pytest.mark.django_db
SAID = "is lodged against this ruling: what is changed, a decision changes (Law 93B)"


def as_director(world: World, client: Client) -> Client:
    client.force_login(world.user("director"))
    return client


def test_the_form_says_why_nothing_is_amended_and_asks_only_who_was_told(world: World, client: Client) -> None:
    appeal = world.lodged()
    address = ruling_url(world.ruling, "ruling-write")
    shown = as_director(world, client).get(address).content.decode()
    assert f"Appeal {appeal} {SAID}" in shown
    assert 'name="told_ns_how"' in shown
    for name in ("facts", "decision", "score_ns", "reason", "directors_error", "penalty_who_0"):
        assert f'name="{name}"' not in shown


def test_who_was_told_is_added_under_appeal_and_the_ruling_stays(world: World, client: Client) -> None:
    world.lodged()
    said = {"told_ns_how": "phone", "told_ew_how": "away", "notes": "They were calm.", "version": ""}
    answer = as_director(world, client).post(ruling_url(world.ruling, "ruling-write"), said)
    assert answer.status_code == 302
    before = world.ruling.facts, world.ruling.score_ns, world.ruling.state
    world.ruling.refresh_from_db()
    assert (world.ruling.told_ns_how, world.ruling.notes) == ("phone", "They were calm.")
    assert (world.ruling.facts, world.ruling.score_ns, world.ruling.state) == before


def test_what_was_typed_when_the_appeal_came_in_between_is_refused_and_kept(world: World, client: Client) -> None:
    appeal = world.concurred()
    address = ruling_url(world.ruling, "ruling-write")
    page = as_director(world, client).get(address)
    typed = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    lodging.lodge(actor=world.actor("director", 7), appeal=appeal)
    typed |= {"facts": "South did not think at all.", "reason": "Seen again", "version": world.ruling.version}
    typed = {name: value for name, value in typed.items() if value is not False}
    answer = client.post(address, typed)
    assert answer.status_code == 422
    assert SAID in answer.content.decode()
    assert "South did not think at all." in answer.content.decode()


def test_withdrawing_says_why_it_cannot_be_done_before_a_reason_is_typed(world: World, client: Client) -> None:
    world.lodged()
    address = ruling_url(world.ruling, "ruling-withdraw")
    shown = as_director(world, client).get(address).content.decode()
    assert SAID in shown
    assert 'name="reason"' not in shown


def test_while_it_is_only_requested_the_whole_form_is_there(world: World, client: Client) -> None:
    world.requested()
    shown = as_director(world, client).get(ruling_url(world.ruling, "ruling-write")).content.decode()
    assert 'name="facts"' in shown
    assert "lodged against this ruling" not in shown
