"""A warning is a kind of penalty: on record with its law, and nothing is taken for it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry
from events.models import Place
from rulings.checked.scores import read_penalties
from rulings.models import Ruling
from scoring.models import ComparisonField, Penalty
from scoring.runs.standings import unsaved_standings
from scoring.services.adjusting import penalize, withdraw_penalty
from tests.appeals.world import World, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(cast: Cast) -> World:
    return make_world(cast)


def totals(field: ComparisonField) -> list[tuple[int, str]]:
    return sorted((row.contestant_id, str(row.total)) for row in unsaved_standings(field))


def test_a_warning_takes_nothing_and_is_on_record(world: World) -> None:
    field = ComparisonField.objects.get(session=world.session)
    before, revision = totals(field), field.revision
    warned = {"field": field, "contestant": world.play.north, "unit": "warning", "law": "90A", "reason": "Slow play"}
    made = penalize(actor=world.actor("director", 3), amount=Decimal(0), **warned)
    assert totals(field) == before
    field.refresh_from_db()
    assert field.revision == revision, "nothing is scored anew for it"
    assert AuditEntry.objects.filter(act="penalty.give", target_id=str(made.pk)).exists()
    assert withdraw_penalty(actor=world.actor("director", 4), penalty=made, reason="Mistaken").withdrawn_at
    with pytest.raises(ValidationError, match="warning"):
        penalize(actor=world.actor("director", 3), amount=Decimal(5), **warned)
    with pytest.raises(ValidationError, match="more than 0"):
        penalize(actor=world.actor("director", 3), amount=Decimal(0), **(warned | {"unit": "percent of a top"}))


def test_a_ruling_can_warn(world: World) -> None:
    row = {"contestant": world.play.north_id, "amount": "", "unit": "warning", "law": "90A"}
    Ruling.objects.filter(pk=world.ruling.pk).update(penalties=[row])
    [read] = read_penalties(Ruling.objects.select_related("session__event", "play").get(pk=world.ruling.pk))
    assert (read["amount"], read["unit"]) == (0, "warning")


def test_the_page_of_penalties_warns_without_an_amount(world: World, client: Client) -> None:
    client.force_login(world.cast.director)
    address = reverse("club-session-penalties", kwargs={"slug": "harbour", "session_id": world.session.pk})
    place = Place.objects.get(session=world.session, contestant=world.play.north)
    said = {"place": place.pk, "amount": "", "unit": "warning", "law": "90A", "reason": "Slow play"}
    assert client.post(address, said).status_code == 302
    assert Penalty.objects.get().amount == 0
    page = client.get(address).content.decode()
    assert "0.00" not in page
    assert "Warning" in page
    assert client.post(address, said | {"unit": "percent of a top"}).status_code == 422
