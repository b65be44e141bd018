"""What an adjusted score would do is what it then does: pairs, an individual, teams, and penalties."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from events.models import Play, Session
from events.movements.model import MovementKind, Unit
from jobs import services as jobs
from scoring.engine.sheet import AVERAGE_MINUS, AVERAGE_PLUS, Outcomes, Penalty, Value
from scoring.engine.sheet import Unit as Counted
from scoring.models import ComparisonField, ScoreAdjustment, Standing
from scoring.score_authority import Authority
from scoring.selectors.preview import preview
from scoring.services.adjusting import adjust, penalize
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.contest import enter_results

pytestmark = pytest.mark.django_db
RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "6S-1 N", "4HX+1 E")
WEIGHTED = Outcomes.weighted((620, "60%"), (-100, "40%"))


def played(cast: Cast, unit: Unit, kind: MovementKind, contestants: int, **fields: Any) -> Session:
    session = make_session(cast.harbour, contestants, unit=unit, kind=kind, **fields)
    plays = Play.objects.filter(section__session=session, round__lte=2)
    results = [(play, RESULTS[at * 7 % len(RESULTS)]) for at, play in enumerate(plays.select_related("section"))]
    enter_results(session, results, actor=cast.actor("director"))
    jobs.run_due("live")
    return session


def standings(session: Session) -> dict[int, tuple[str, str]]:
    rows = Standing.objects.filter(run__field__session=session)
    return {row.contestant_id: (row.place, row.shown_percent or row.shown_total) for row in rows}


@pytest.mark.parametrize(
    ("unit", "kind", "contestants", "fields"),
    [
        (Unit.PAIR, MovementKind.HOWELL, 8, {}),
        (Unit.PAIR, MovementKind.MITCHELL, 10, {"scoring": "cross-imps"}),
        (Unit.PLAYER, MovementKind.INDIVIDUAL, 8, {}),
        (Unit.TEAM, MovementKind.ROUND_ROBIN, 4, {"scoring": "vp"}),
    ],
    ids=["pairs", "cross-imps", "individual", "teams"],
)
@pytest.mark.parametrize(("ns", "ew"), [(WEIGHTED, WEIGHTED), (AVERAGE_PLUS, AVERAGE_MINUS)], ids=["weighted", "60-40"])
def test_the_preview_is_what_comes_of_it(
    cast: Cast, unit: Unit, kind: MovementKind, contestants: int, fields: dict[str, Any], ns: Value, ew: Value
) -> None:
    session = played(cast, unit, kind, contestants, **fields)
    play = Play.objects.filter(section__session=session, round=1).select_related("section__session__event__club")[0]
    now = standings(session)
    found = preview(play=play, ns=ns, ew=ew)
    assert found is not None
    assert not ScoreAdjustment.objects.exists()
    assert {m.contestant: (m.before.rank, m.before.total) for m in found.moves if m.before} == now
    adjust(actor=cast.actor("director"), play=play, kind="weighted", ns=ns, ew=ew, reason="Law 12C1")
    jobs.run_due("live")
    then = standings(session)
    assert {m.contestant: (m.after.rank, m.after.total) for m in found.moves} == then
    assert then != now
    assert {m.contestant for m in found.here} == set(play.contestant_ids)
    assert len([one for one in found.points if one.here and one.after]) == 2


def test_a_penalty_is_in_it_and_what_is_behind_is_scored_anew(cast: Cast) -> None:
    session = played(cast, Unit.PAIR, MovementKind.HOWELL, 8)
    play = Play.objects.filter(section__session=session, round=1).select_related("section__session__event__club")[0]
    director, field = cast.actor("director"), ComparisonField.objects.get()
    penalize(
        actor=director, field=field, contestant=play.east, amount=Decimal(10), unit="percent of a top", reason="Late",
        authority=Authority("ruling:7"),
    )  # fmt: skip
    fine = Penalty(str(play.north_id), Fraction(50), Counted.TOP_PERCENT)
    # The run is behind; the penalty of the ruling that is looked at is in what is now, and not in what would be.
    found = preview(play=play, ns=None, ew=None, penalties=[fine], withdrawn="ruling:7")
    assert found is not None
    jobs.run_due("live")
    assert {m.contestant: (m.before.rank, m.before.total) for m in found.moves if m.before} == standings(session)
    moved = {move.contestant: move for move in found.moves if move.moves}
    assert set(moved) >= {play.north_id, play.east_id}
