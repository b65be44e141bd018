"""What the federation decides is what counts and what is said: the decision below, the ruling, or another score."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Decision, DeclaredTie
from appeals.panel import Appeals
from appeals.selectors.outcomes import possible_outcomes
from appeals.selectors.waiting import open_cases
from appeals.services import concurring, federation_appeal
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from clubs.models import Player, Role
from clubs.services.roles import grant_role
from core import actors
from core.errors import Forbidden
from tests.appeals.world import IN_PERCENT, T0, WRITTEN, World, counts, fresh

pytestmark = pytest.mark.django_db


def before_the_federation(world: World, verdict: str = "changed") -> Appeal:
    appeal = world.decide(world.heard(verdict), verdict).appeal
    federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=appeal, grounds="On principle")
    return fresh(appeal)


def asked(world: World) -> Appeal:
    world.rule("appeals.further", True)
    appeal = world.decided().appeal
    federation_appeal.go_further(actor=world.actor("north", 60), appeal=appeal, grounds="On principle")
    for row in appeal.concurrences.filter(state="waiting"):
        concurring.concur(actor=world.actor("south", 61), concurrence=row)
    return fresh(appeal)


def finally_(world: World, appeal: Appeal, verdict: str, score_change: ScoreChange | None = None) -> Decision:
    return federation_appeal.decide_finally(
        actor=world.actor("north_officer", 75),
        appeal=appeal,
        outcomes={point.pk: verdict for point in appeal.points.all()},
        text=DecisionText(**(WRITTEN | {"reasons": "We see it so."})),
        score_change=score_change,
    )


def on_the_ruling(world: World) -> Any:
    [[review]] = Appeals().of_rulings(world.actor("director", 90), [world.ruling]).values()
    return review


def shown(client: Client, world: World, who: str, address: str) -> str:
    client.force_login(world.user(who))
    return html.unescape(" ".join(client.get(address).content.decode().split()))


def test_the_decision_of_the_committee_stands(world: World) -> None:
    appeal = before_the_federation(world)
    given = counts(world)
    made = finally_(world, appeal, "upheld")
    assert counts(world) == given, "the committee's score"
    assert (fresh(appeal).state, fresh(appeal).verdict) == ("closed", "changed")
    assert made.get_verdict_display() == "The decision on appeal stands"
    review = on_the_ruling(world)
    assert str(review.state) == "Changed"
    assert "The decision on appeal stands" in review.decision
    assert IN_PERCENT in review.decision


def test_the_directors_ruling_is_restored(world: World) -> None:
    ruled = counts(world)
    appeal = before_the_federation(world)
    assert counts(world).north_south != ruled.north_south
    made = finally_(world, appeal, "restored")
    given = counts(world)
    assert (given.north_south, given.east_west) == (ruled.north_south, ruled.east_west)
    assert given.authority == made.authority
    assert made.ranking, "what it did to the ranking is kept"
    assert (fresh(appeal).state, fresh(appeal).verdict) == ("closed", "stands")
    review = on_the_ruling(world)
    assert str(review.state) == "The ruling stands"
    assert "The director’s ruling is restored" in review.decision


def test_it_says_which_stands_and_what_is_changed(world: World) -> None:
    appeal = before_the_federation(world)
    for verdict in ("stands", "recommended"):
        with pytest.raises(ValidationError, match="each point"):
            finally_(world, appeal, verdict)
    with pytest.raises(ValidationError, match="Say what is changed"):
        finally_(world, appeal, "changed")
    finally_(world, appeal, "changed", ScoreChange("score", "4S+1 N"))
    assert (fresh(appeal).verdict, counts(world).kind) == ("changed", "assigned")


def test_nothing_is_restored_that_was_not_changed(world: World) -> None:
    appeal = before_the_federation(world, "stands")
    with pytest.raises(ValidationError, match="each point"):
        finally_(world, appeal, "restored")
    assert finally_(world, appeal, "stands").verdict == "stands"
    assert fresh(appeal).verdict == "stands"


def test_the_page_names_the_decision_below_with_its_score_and_what_each_choice_would_do(
    world: World, client: Client
) -> None:
    appeal = before_the_federation(world)
    at = reverse("club-appeal-decide", kwargs={"slug": "harbour", "appeal_id": appeal.pk})
    page = shown(client, world, "north_officer", at)
    for words in ("The decision of the committee stands", "The director’s ruling is restored", "another score"):
        assert words in page, words
    assert "The ruling stands" not in page
    plain = " ".join(re.sub(r"<[^>]*>", "", page).split())
    assert re.search(r"Adjusted score: 60% 4.?= N, 40% 4.?-1 N", plain)
    labels = [str(one.label) for one in possible_outcomes(world.actor("north_officer", 70), appeal)]
    assert labels[:2] == ["The decision of the committee stands", "The director’s ruling is restored"]


def test_the_preview_shows_what_the_restored_ruling_would_do(world: World, client: Client) -> None:
    appeal = before_the_federation(world)
    client.force_login(world.user("north_officer"))
    at = reverse("club-appeal-preview", kwargs={"slug": "harbour", "appeal_id": appeal.pk})
    point = f"point_{appeal.points.get().pk}"
    restored = client.post(at, {point: "restored", "effect": "none"}).content.decode()
    assert "In the ranking" in restored
    assert "In the ranking" not in client.post(at, {point: "upheld", "effect": "none"}).content.decode()


def tie(world: World, who: str) -> None:
    user = world.user(who)
    north = Player.objects.get(user=world.user("north"))
    DeclaredTie.objects.create(user=user, player=north, kind="family", declared_at=T0)


def test_whoever_has_declared_a_tie_neither_admits_nor_decides(world: World, client: Client) -> None:
    appeal = asked(world)
    tie(world, "north_officer")
    officer = world.actor("north_officer", 70)
    with pytest.raises(Forbidden, match="declared a tie"):
        federation_appeal.admit(actor=officer, appeal=appeal)
    with pytest.raises(Forbidden, match="declared a tie"):
        federation_appeal.refuse_further(actor=officer, appeal=appeal, reason="No")
    page = shown(client, world, "north_officer", appeal.get_absolute_url())
    assert "Admit the further appeal" not in page
    assert "has declared a tie" in page
    federation_appeal.admit(actor=world.actor("officer", 71), appeal=appeal)
    with pytest.raises(Forbidden, match="declared a tie"):
        finally_(world, appeal, "upheld")


def test_a_tie_is_seen_also_of_somebody_who_is_no_player(world: World) -> None:
    appeal = asked(world)
    DeclaredTie.objects.create(
        user=world.user("north_officer"),
        player=Player.objects.get(user=world.user("north")),
        kind="family",
        declared_at=T0,
    )
    with pytest.raises(Forbidden, match="declared a tie"):
        federation_appeal.admit(actor=world.actor("north_officer", 70), appeal=appeal)


@pytest.mark.parametrize("who", ["north_officer", "officer"])
def test_whoever_may_act_for_the_federation_reads_it_on_the_first_page(world: World, who: str) -> None:
    appeal = asked(world)
    [one] = open_cases(world.actor(who, 70))
    assert (one.appeal, str(one.task)) == (appeal, "Admit it to the federation, or not.")
    federation_appeal.admit(actor=world.actor("north_officer", 71), appeal=appeal)
    [one] = open_cases(world.actor(who, 72))
    assert str(one.task) == "Decide it for the federation."


def test_nobody_is_asked_to_admit_what_they_have_heard(world: World) -> None:
    grant_role(
        actor=actors.system(T0), user=world.user("chair"), role=Role.APPEALS_CHAIR, body=world.cast.harbour.federation
    )
    asked(world)
    assert [str(one.task) for one in open_cases(world.actor("chair", 70))] == []
