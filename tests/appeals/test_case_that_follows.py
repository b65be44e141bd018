"""A case that is heard with the other side's: what its page and its lines in lists say."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from appeals.gates import refusal
from appeals.models import Appeal
from appeals.selectors.case_page import CasePage
from appeals.selectors.together import joined_points
from appeals.services import deciding, federation_appeal, hearing, requesting
from appeals.services.deciding import DecisionText
from appeals.views.base import appeal_url
from tests.appeals.test_heard_together import asked_by_east, lodged_by_east, outcome, referred_by_east
from tests.appeals.world import WRITTEN, World, fresh

pytestmark = pytest.mark.django_db


def page(client: Client, world: World, who: str, address: str) -> str:
    client.force_login(world.user(who))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", client.get(address).content.decode()))


def test_it_waits_for_the_votes_of_the_committee_that_hears_both(world: World, client: Client) -> None:
    lead = world.packed()
    other = referred_by_east(world)
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=lead)
    for case in (lead, other):
        assert CasePage.of(fresh(case), world.actor("secretary", 21)).waits == ["0 have voted, 3 must."]
    desk = page(client, world, "secretary", reverse("club-desk-home", kwargs={"slug": "harbour"}))
    assert "1 must" not in desk


def test_whoever_would_act_in_it_is_sent_to_the_case_that_leads(world: World) -> None:
    lead = world.packed()
    facts = CasePage.of(fresh(referred_by_east(world)), world.actor("chair", 15)).facts
    for act in ("state", "open_hearing", "vote", "decide"):
        found = refusal(act, facts)
        assert found is not None
        if found.code != "wrong_state":
            assert (found.code, found.gaps) == ("heard_together", {"case": str(lead)})


def test_it_is_decided_and_closed_with_the_one_that_leads(world: World) -> None:
    lead = world.heard("stands")
    other = referred_by_east(world, 26)
    for name in ("chair", "appeals_member", "third"):
        votes = outcome(lead, other, "stands", "stands")
        hearing.cast_vote(actor=world.actor(name, 27), appeal=lead, by_point=votes)
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=fresh(lead),
        outcomes=outcome(lead, other, "stands", "stands"),
        text=DecisionText(**WRITTEN),
    )
    federation_appeal.refer_further(actor=world.actor("chair", 31), appeal=fresh(lead), grounds="On principle")
    assert (fresh(lead).state, fresh(other).state) == ("further", "further")
    federation_appeal.decide_finally(
        actor=world.actor("north_officer", 40),
        appeal=fresh(lead),
        outcomes=outcome(lead, other, "stands", "stands"),
        text=DecisionText(**WRITTEN),
    )
    assert (fresh(lead).state, fresh(other).state) == ("closed", "closed")
    assert fresh(lead).closed_at == fresh(other).closed_at


def test_a_case_says_that_the_other_side_has_asked_too(world: World, client: Client) -> None:
    lead = world.lodged()
    said = "have asked for a review of the same ruling too"
    assert said not in page(client, world, "director", lead.get_absolute_url())
    other = asked_by_east(world, 8)
    shown = page(client, world, "director", lead.get_absolute_url())
    assert f"East-West {said}: appeal {other} Requested" in shown
    assert f"North-South {said}: appeal {lead}" in page(client, world, "director", other.get_absolute_url())
    requesting.withdraw(actor=world.actor("east", 9), appeal=other, reason="We see it now", for_whole_side=True)
    assert said not in page(client, world, "director", lead.get_absolute_url())


def labels(client: Client, appeal: Appeal) -> list[str]:
    form = client.get(appeal_url(appeal, "appeal-decide")).context["form"]
    return [str(form[name].label) for name in form.fields if name.startswith("point_")]


def test_in_a_joint_decision_the_own_point_stands_first_and_each_names_its_case(world: World, client: Client) -> None:
    world.rule("appeals.adjudicator", "director")
    first, second = world.lodged(), lodged_by_east(world, 8)
    client.force_login(world.cast.director)
    for own, other in ((first, second), (second, first)):
        [one, two] = labels(client, own)
        assert one.startswith(f"Appeal {own}, {own.get_side_display()} – ")
        assert two.startswith(f"Appeal {other}, {other.get_side_display()} – ")
        assert [point.appeal_id for point in joined_points(fresh(own))] == [own.pk, other.pk]
