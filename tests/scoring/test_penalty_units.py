"""A penalty is counted in what is played for: a percentage of a top means nothing where there are no tops."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scoring.models import ComparisonField, Penalty, Standing
from scoring.models.fields import PenaltyUnit, penalty_units
from scoring.services.adjusting import penalize
from tests.cast import Cast
from tests.scoring.contest import make_teams, play_round, score
from tests.scoring.test_desk_page import url

pytestmark = pytest.mark.django_db


def test_teams_for_victory_points_are_not_fined_in_tops(cast: Cast, client: Client) -> None:
    session = make_teams(cast.harbour, rounds=1)
    play_round(session, 1)
    place = session.places.first()
    assert place is not None
    client.force_login(cast.director)
    page = url(session, "session-penalties")
    units = client.get(page).context["form"].fields["unit"]
    assert [value for value, _label in units.choices] == ["victory points", "warning"]
    sent = {"place": place.pk, "amount": "25", "unit": "percent of a top", "law": "90", "reason": "Late"}
    assert client.post(page, sent).status_code == 422
    nothing = client.post(page, sent | {"amount": "0", "unit": "victory points"})
    assert "more than 0" in nothing.content.decode()
    assert not Penalty.objects.exists()
    with pytest.raises(ValidationError, match="Choose one of: Victory points") as refused:
        penalize(
            actor=cast.actor("director"),
            field=ComparisonField.objects.get(session=session),
            contestant=place.contestant,
            amount=Decimal(25),
            unit=PenaltyUnit.TOP_PERCENT,
            reason="Late",
        )
    assert "unit" in refused.value.message_dict


def test_a_share_of_a_top_at_board_a_match(cast: Cast) -> None:
    """The most that a board gives is two points, one for each half."""
    session = make_teams(cast.harbour, rounds=1, scoring="bam")
    play_round(session, 1)
    place = session.places.first()
    assert place is not None
    before = Decimal(Standing.objects.get(contestant=place.contestant).total)
    penalize(
        actor=cast.actor("director"),
        field=ComparisonField.objects.get(session=session),
        contestant=place.contestant,
        amount=Decimal(25),
        unit=penalty_units(session.event)[0],
        reason="Late",
    )
    score()
    row = Standing.objects.get(contestant=place.contestant)
    assert before - Decimal(row.shown_total) == Decimal("0.5")
