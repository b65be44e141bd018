"""A member may have no view on one of several points, and votes on the others (Law 93B3)."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, AppealPoint, Vote
from appeals.models.decisions import ABSTAINS
from appeals.services import hearing
from tests.appeals.test_votes_by_point import decide, heard
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def points(appeal: Appeal) -> tuple[AppealPoint, AppealPoint]:
    return appeal.points.get(kind="law"), appeal.points.get(kind="fact")


def vote(world: World, appeal: Appeal, name: str, on_law: str, on_fact: str) -> Vote:
    law, fact = points(appeal)
    return hearing.cast_vote(actor=world.actor(name, 26), appeal=appeal, by_point={law.pk: on_law, fact.pk: on_fact})


def test_the_majority_is_that_of_those_who_voted_on_the_point(world: World) -> None:
    appeal = heard(world)
    vote(world, appeal, "chair", "recommended", "changed")
    vote(world, appeal, "third", ABSTAINS, "changed")
    with pytest.raises(ValidationError, match="1 of 2 votes are for this outcome of point 1"):
        decide(world, appeal)
    vote(world, appeal, "appeals_member", ABSTAINS, "changed")
    decide(world, appeal)
    made = fresh(appeal).decisions.get(stage="first")
    assert (made.verdict, made.votes_for, made.votes_cast) == ("changed", 1, 3)


def test_a_point_on_which_everybody_abstains_is_not_decided(world: World) -> None:
    appeal = heard(world)
    for name in ("chair", "appeals_member", "third"):
        vote(world, appeal, name, ABSTAINS, "changed")
    with pytest.raises(ValidationError, match="0 of 0 votes are for this outcome of point 1"):
        decide(world, appeal)


def test_whoever_abstains_on_all_points_does_not_vote(world: World) -> None:
    appeal = heard(world)
    with pytest.raises(ValidationError, match="at least one point"):
        vote(world, appeal, "third", ABSTAINS, ABSTAINS)


def test_the_page_offers_it_where_there_are_several_points_and_says_it_again(world: World, client: Client) -> None:
    appeal = heard(world)
    law, fact = points(appeal)
    client.force_login(world.user("third"))
    assert client.get(appeal.get_absolute_url()).content.decode().count(f'value="{ABSTAINS}"') == 2
    act = reverse("club-appeal-act", kwargs={"slug": "harbour", "appeal_id": appeal.pk, "act": "vote"})
    said = {f"vote-point_{law.pk}": ABSTAINS, f"vote-point_{fact.pk}": "stands"}
    assert client.post(act, said).status_code == 302
    own = Vote.objects.get(member__user=world.user("third"))
    assert (own.on_point(law.pk), own.verdict) == (ABSTAINS, "stands")
    assert "The wrong Law was applied: <b>Abstains" in client.get(appeal.get_absolute_url()).content.decode()


def test_whoever_writes_the_decision_reads_who_abstained(world: World, client: Client) -> None:
    appeal = heard(world)
    vote(world, appeal, "third", ABSTAINS, "changed")
    client.force_login(world.user("chair"))
    page = client.get(reverse("club-appeal-decide", kwargs={"slug": "harbour", "appeal_id": appeal.pk}))
    assert "Abstains" in page.content.decode()
