"""Nobody waits for written statements who need not: the director takes them down, and both sides present is enough."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Attendance, Hearing, Statement
from appeals.selectors.waiting import open_cases
from appeals.services import hearing
from appeals.views.base import appeal_url
from clubs.models import Player
from core.errors import Forbidden
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def test_the_director_or_the_chair_takes_down_what_a_side_says(world: World, client: Client) -> None:
    appeal = world.seated()
    for who, side in (("director", "NS"), ("chair", "EW")):
        told = f"{side} told {who}"
        hearing.take_statement(actor=world.actor(who, 11), appeal=appeal, side=side, told_by="One of them", text=told)
    rows = {row.side: row for row in Statement.objects.filter(appeal=appeal)}
    assert {side: row.told_by for side, row in rows.items()} == {"NS": "One of them", "EW": "One of them"}
    assert all(row.handed_in_at for row in rows.values())
    with pytest.raises(ValidationError, match="handed in"):
        hearing.take_statement(actor=world.actor("chair", 12), appeal=appeal, side="NS", told_by="North", text="More")
    client.force_login(world.user("east"))
    page = client.get(appeal_url(appeal)).content.decode()
    assert "NS told director" in page
    assert "As told by One of them" in page


def test_nobody_else_takes_a_statement_down(world: World) -> None:
    appeal = world.seated()
    for who in ("north", "third", "stranger"):
        with pytest.raises(Forbidden):
            hearing.take_statement(actor=world.actor(who, 11), appeal=appeal, side="EW", told_by="East", text="So")


def test_a_side_without_an_account_agrees_to_the_pack_before_the_director(world: World) -> None:
    appeal = world.seated()
    for side in ("NS", "EW"):
        hearing.take_statement(actor=world.actor("director", 11), appeal=appeal, side=side, told_by="One", text="So")
    for side in ("NS", "EW"):
        hearing.agree_pack_for(actor=world.actor("director", 12), appeal=appeal, side=side, reason="They read it")
    assert Hearing.objects.get(appeal=appeal).frozen_at is not None
    hearing.open_hearing(actor=world.actor("chair", 13), appeal=appeal)
    assert fresh(appeal).state == "hearing"


def test_with_both_sides_present_the_hearing_opens_at_once(world: World) -> None:
    appeal = world.seated()
    with pytest.raises(ValidationError, match="unless both sides are present"):
        hearing.open_hearing(actor=world.actor("chair", 11), appeal=appeal)
    with pytest.raises(ValidationError, match="Say who"):
        hearing.open_hearing(actor=world.actor("chair", 11), appeal=appeal, present={"NS": "North", "EW": " "})
    assert not Attendance.objects.exists()
    hearing.open_hearing(actor=world.actor("chair", 11), appeal=appeal, present={"NS": "North, South", "EW": "East"})
    assert fresh(appeal).state == "hearing"
    assert set(Attendance.objects.values_list("side", "name")) == {("NS", "North, South"), ("EW", "East")}
    assert Hearing.objects.get(appeal=appeal).frozen_reason == "Both sides are present."


def test_the_chair_is_offered_to_open_it_now_and_the_names_are_there(world: World, client: Client) -> None:
    appeal = world.seated()
    client.force_login(world.cast.chair)
    page = client.get(appeal_url(appeal)).content.decode()
    assert "Both sides are here: open the hearing" in page
    assert "North Deuce, South Deuce" in page
    done = client.post(
        appeal_url(appeal, "appeal-act", act="open_present"),
        {"open_present-ns": "North Deuce, South Deuce", "open_present-ew": "West Deuce"},
    )
    assert done.status_code == 302
    assert fresh(appeal).state == "hearing"


def without_accounts(world: World, *names: str) -> None:
    Player.objects.filter(user__in=[world.user(name) for name in names]).update(user=None)


def test_a_side_without_accounts_is_on_the_directors_first_page_until_its_statement_is_in(world: World) -> None:
    appeal = world.seated()
    without_accounts(world, "east", "west")
    [waiting] = open_cases(world.actor("director", 11))
    assert "The statement of East-West is due, and they have no account: take it down" in str(waiting.task)
    hearing.take_statement(actor=world.actor("director", 11), appeal=appeal, side="EW", told_by="East", text="So")
    assert open_cases(world.actor("director", 12)) == []


def test_a_side_of_which_one_has_an_account_writes_its_own(world: World) -> None:
    world.seated()
    without_accounts(world, "west")
    assert open_cases(world.actor("director", 11)) == []
