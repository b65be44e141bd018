"""A slip is corrected by whoever gave the ruling or decision that it stands in, and by nobody else (Law 93B3)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Decision
from appeals.services import deciding
from appeals.services.deciding import Text
from appeals.services.effects import ScoreChange
from core.errors import Forbidden
from tests.appeals.test_paths import ruled_on
from tests.appeals.world import WRITTEN, World, fresh, led_on

pytestmark = pytest.mark.django_db


def both(world: World) -> tuple[Decision, Decision]:
    """The director's ruling on the law, and the committee's decision on the rest."""
    appeal, law = ruled_on(world, "changed", effect="score", score_ns="4S= N")
    appeal = led_on(world, appeal, "stands")
    made = deciding.decide(
        actor=world.actor("chair", 14),
        appeal=appeal,
        outcomes={appeal.points.get(kind="fact").pk: "stands"},
        text=Text(**WRITTEN),
    )
    return law, made


def address(decision: Decision) -> str:
    at = {"slug": "harbour", "appeal_id": decision.appeal_id, "decision_id": decision.pk}
    return reverse("club-appeal-correct", kwargs=at)


def page(client: Client, world: World, who: str, appeal: Appeal) -> str:
    client.force_login(world.user(who))
    return client.get(fresh(appeal).get_absolute_url()).content.decode()


def test_the_chair_does_not_rewrite_the_ruling_of_the_director_in_charge(world: World) -> None:
    law, made = both(world)
    slip = {"reason": "A slip", "text": Text(**WRITTEN)}
    with pytest.raises(Forbidden, match="whoever gave"):
        deciding.correct(actor=world.actor("chair", 20), decision=law, wanted=ScoreChange("score", "3S-9 N"), **slip)
    with pytest.raises(Forbidden, match="whoever gave"):
        deciding.correct(actor=world.actor("director", 20), decision=made, **slip)
    assert deciding.correct(actor=world.actor("director", 21), decision=law, **slip).supersedes == law
    assert deciding.correct(actor=world.actor("chair", 21), decision=made, **slip).supersedes == made


def test_another_director_does_not_correct_what_the_director_in_charge_ruled(world: World) -> None:
    law, _made = both(world)
    Decision.objects.filter(pk=law.pk).update(made_by=world.user("operator"))
    law.refresh_from_db()
    with pytest.raises(Forbidden, match="whoever gave"):
        deciding.correct(actor=world.actor("director", 20), decision=law, reason="A slip", text=Text(**WRITTEN))


def test_the_page_offers_a_correction_to_whoever_may_make_it(world: World, client: Client) -> None:
    law, made = both(world)
    for who, own, others in (("chair", made, law), ("director", law, made)):
        shown = page(client, world, who, made.appeal)
        assert address(own) in shown, who
        assert address(others) not in shown, who
        assert client.get(address(own)).status_code == 200
        assert client.get(address(others)).status_code == 403
        assert client.post(address(others), {"reasons": "Else", "correction": "A slip"}).status_code == 403
    assert "appeals/" in page(client, world, "secretary", made.appeal)
    assert "/correct/" not in page(client, world, "secretary", made.appeal)
