"""An appeal from the request to the changed score, and what follows from it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Deposit
from appeals.selectors.facts import appeal_facts
from clubs.models import AuditEntry
from office.models import Notice
from rulings.selectors.precedents import precedent_lines
from scoring.engine.sheet import AVERAGE
from scoring.models import Penalty
from scoring.pending import pending_in
from scoring.score_authority import OF_THE_DESK
from scoring.services.adjusting import adjust
from tests.appeals.world import World, counts, fresh

pytestmark = pytest.mark.django_db


def test_a_decision_takes_the_place_of_the_ruling(world: World) -> None:
    world.rule("appeals.deposit", "20")
    assert counts(world).authority == world.ruling.authority
    made = world.decided(merit="merit")
    appeal = fresh(made.appeal)
    assert (appeal.state, appeal.verdict, appeal.merit) == ("decided", "changed", "merit")
    assert (counts(world).authority, counts(world).kind) == (made.authority, "weighted")
    assert (made.votes_cast, made.votes_for, made.quorum) == (3, 3, 3)
    assert Deposit.objects.get(appeal=appeal).state == "returned"
    assert made.deposit == "returned"
    acts = list(appeal.steps.values_list("act", flat=True))
    assert [acts[0], acts[-1]] == ["request", "decide"]
    assert appeal.steps.get(act="decide").law == "93B3"
    assert AuditEntry.objects.filter(act="appeal.decide", target_id=str(appeal.pk)).exists()
    told = set(Notice.objects.filter(about_id=appeal.pk, kind="appeal.decided").values_list("user__email", flat=True))
    assert {"north@example.org", "west@example.org", "director@example.org", "chair@example.org"} <= told
    [open_one] = pending_in(world.session)
    assert open_one.board is None, "it is not final while a slip can be corrected, and subject to no board"
    assert not Penalty.objects.exists()
    assert appeal_facts(appeal, appeal.decided_at).unanswered == 0


def test_what_stands_by_a_decision_is_not_changed_at_the_desk(world: World) -> None:
    made = world.decided()
    for authority in (OF_THE_DESK, world.ruling.authority):
        with pytest.raises(ValidationError, match=rf"decision on appeal {made.appeal}.*Law 93B"):
            adjust(
                actor=world.actor("director", 60), play=world.play, kind="artificial", ns=AVERAGE, ew=AVERAGE,
                reason="12C2", authority=authority,
            )  # fmt: skip
    assert counts(world).authority == made.authority


@pytest.mark.parametrize(("verdict", "words"), [("stands", "stood on appeal"), ("changed", "changed on appeal")])
def test_precedents_say_how_a_ruling_fared(world: World, client: Client, verdict: str, words: str) -> None:
    [before] = precedent_lines(world.actor("director"), [world.ruling])
    assert before.fate is None
    appeal = world.heard(verdict)
    [heard] = precedent_lines(world.actor("director"), [world.ruling])
    assert heard.fate is None, "votes are not a decision"
    world.decide(appeal, verdict)
    client.force_login(world.cast.director)
    page = client.get(reverse("precedents")).content.decode()
    assert words in page
    [told] = client.get(reverse("api-precedents")).json()["results"]
    assert told["stood"] is (verdict == "stands")
