"""Whatever is done in whatever order: a final score changes only by Law 79C2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import Conflict, Forbidden
from events.services.sessions import reopen_session
from events.services.tables import give_codes
from scoring.engine.sheet import AVERAGE
from scoring.models import Correction, OfficialScore, Penalty, Publication
from scoring.score_authority import Authority
from scoring.selectors.official import score_basis
from scoring.selectors.periods import deadline
from scoring.services.adjusting import adjust
from scoring.services.corrections import ask_for_correction, enter_correction
from scoring.services.deciding import accept_correction, approve_correction, lower_one_side, refuse_correction
from scoring.services.official import make_due_final, make_final, publish, take_back
from tests.cast import Cast
from tests.conftest import LONG
from tests.scoring.published import T0, Evening, end_of_play
from tests.scoring.test_official import ACTS

pytestmark = pytest.mark.django_db
Act = Callable[[Evening, Any], Any]


def newest() -> Correction:
    row = Correction.objects.order_by("-pk").first()
    if row is None:
        raise ValidationError("nothing asked")
    return row


def enter(evening: Evening, who: Any) -> Any:
    play = evening.own[0]
    return enter_correction(actor=who, play=play, contestant=play.north_id, claimed="1C= S", words="Sheet")


STEPS: dict[str, Act] = ACTS | {
    "ask": lambda e, who: ask_for_correction(actor=who, play=e.own[1], claimed="1C= S", words="We think"),
    "enter": enter,
    "enter once more": enter,
    "accept": lambda e, who: accept_correction(actor=who, correction=newest(), reason="So"),
    "satisfied": lambda e, who: accept_correction(actor=who, correction=newest(), reason="So", beyond_doubt=True),
    "lower": lambda e, who: lower_one_side(actor=who, correction=newest(), side="NS", to="7C-9 N", reason="So"),
    "refuse": lambda e, who: refuse_correction(actor=who, correction=newest(), reason="So"),
    "approve": lambda e, who: approve_correction(actor=who, correction=newest(), approves=True),
    "do not approve": lambda e, who: approve_correction(actor=who, correction=newest(), approves=False, reason="No"),
    "forged authority": lambda e, who: adjust(
        actor=who,
        play=e.own[1],
        kind="artificial",
        ns=AVERAGE,
        ew=AVERAGE,
        reason="So",
        authority=Authority("correction:1"),
    ),
    "publish": lambda e, who: publish(actor=who, session=e.session, reason="Lost"),
    "take back": lambda e, who: take_back(actor=who, session=e.session, reason="So"),
    "final": lambda e, who: make_final(actor=who, session=e.session),
    "reopen": lambda e, who: reopen_session(actor=who, session=e.session, reason="So"),
}
PEOPLE = ("member", "director", "scorer", "secretary", "officer", "stranger")


@pytest.fixture
def evening(cast: Cast) -> Evening:
    evening = end_of_play(cast, missing=1)
    give_codes(evening.session, actor=evening.actor("director"))
    evening.publish(reason="Lost")
    make_due_final(deadline(T0, 31))
    return evening


def approved() -> int:
    return Correction.objects.filter(state="accepted", beyond_doubt=True, approved_at__isnull=False).count()


def do(evening: Evening, step: str, who: str, minutes: int) -> None:
    try:
        with transaction.atomic():
            STEPS[step](evening, evening.actor(who, minutes))
    except (ValidationError, Forbidden, Conflict, Penalty.DoesNotExist):
        pass


# Law 79C2 takes three acts by the right people, which chance alone would hardly ever find.
by_law = [("enter", "director"), ("satisfied", "director"), ("approve", "secretary")]
one = st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from(PEOPLE)).map(lambda pair: [pair])
sequences = st.lists(one | st.just(by_law), min_size=1, max_size=6)


@settings(max_examples=200 if LONG else 12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequences)
def test_a_final_score_changes_only_by_law_79c2(evening: Evening, parts: list[list[tuple[str, str]]]) -> None:
    with transaction.atomic():
        basis, minutes = score_basis(evening.session), 60
        for step, who in (pair for part in parts for pair in part):
            before, minutes = approved(), minutes + 1
            do(evening, step, who, minutes)
            now = score_basis(evening.session)
            changed = approved() - before
            assert changed in (0, 1)
            assert (now != basis) == bool(changed), f"{step} by {who} changed a final score"
            assert OfficialScore.objects.get(session=evening.session).is_final
            assert Publication.objects.filter(session=evening.session).order_by("-number")[0].basis == now
            basis = now
        transaction.set_rollback(True)


def test_the_way_of_law_79c2_is_open(evening: Evening) -> None:
    """Otherwise the test above could not fail the other way round."""
    for minutes, (step, who) in enumerate(by_law, start=60):
        do(evening, step, who, minutes)
    assert approved() == 1
    assert Publication.objects.count() == 2
