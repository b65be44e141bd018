"""A game is finished under the conditions with which it began (Laws 78D, 81, 93C3(b))."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.permissions import hearing_users
from appeals.selectors.deadlines import rules_in
from appeals.selectors.in_charge import in_charge_users
from clubs.models import Role
from clubs.services.regulations import set_regulation
from clubs.services.roles import grant_role
from core import actors
from events.models import Session
from events.selectors.conditions import condition_groups
from events.selectors.officials import director_in_charge
from events.services.officials import name_official
from scoring.selectors.periods import minutes_in
from tests.appeals.world import T0, World
from tests.cast import make_user

pytestmark = pytest.mark.django_db
STARTED = T0 - timedelta(hours=3)


def begun(world: World) -> Session:
    Session.objects.filter(pk=world.session.pk).update(started_at=STARTED)
    world.session.refresh_from_db()
    return world.session


def later(world: World, key: str, value: object) -> None:
    set_regulation(actor=actors.system(T0 + timedelta(minutes=2)), body=world.cast.harbour, key=key, value=value)


def test_who_hears_appeals_is_not_changed_under_a_game(world: World) -> None:
    session = begun(world)
    world.rule("appeals.adjudicator", "committee")
    later(world, "appeals.adjudicator", "director")
    later(world, "appeals.quorum", "1")
    later(world, "period.appeal", 5)
    assert (rules_in(session).hears, rules_in(session).quorum, rules_in(session).minutes) == ("committee", 3, 30)
    assert minutes_in(session)["appeal"] == 30
    said = [
        line.text
        for group in condition_groups(session.event)
        for line in group.lines
        if line.label == "Who hears appeals"
    ]
    assert said == ["An appeals committee"]


def test_what_was_laid_down_before_play_holds(world: World) -> None:
    session = begun(world)
    world.rule("appeals.adjudicator", "referee")
    assert rules_in(session).hears == "referee"


def test_a_session_to_come_has_what_holds_now(world: World) -> None:
    later(world, "appeals.adjudicator", "referee")
    world.session.started_at = None
    assert rules_in(world.session).hears == "referee"


def test_laying_it_down_says_for_which_sessions_it_counts(world: World, client: Client) -> None:
    client.force_login(world.user("secretary"))
    page = reverse("club-regulation", kwargs={"slug": "harbour", "key": "appeals.adjudicator"})
    assert "sessions that begin after it is laid down" in client.get(page).content.decode()
    done = client.post(page, {"value": "director"}, follow=True).content.decode()
    assert "It counts for sessions that begin from now on." in done


def test_a_later_appointment_does_not_take_the_case_away(world: World) -> None:
    appeal, director = world.lodged(), world.user("director")
    after = T0 + timedelta(minutes=20)
    newcomer = make_user("new-director")
    grant_role(actor=actors.system(after), user=newcomer, role=Role.DIRECTOR, body=world.cast.harbour)
    later_on = after + timedelta(minutes=5)
    assert director_in_charge(appeal.session, later_on) == director.player
    assert in_charge_users(appeal, later_on) == {director.pk}
    assert hearing_users(appeal, later_on) == {director.pk}
    with pytest.raises(ValidationError, match="was in charge and stays so"):
        name_official(
            actor=world.actor("secretary", 21), session=appeal.session, player=newcomer.player, duty="director"
        )
    name_official(actor=world.actor("secretary", 22), session=appeal.session, player=director.player, duty="director")
    assert director_in_charge(appeal.session, later_on) == director.player
