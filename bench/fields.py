"""Fields in play to measure with: a web of so many tables, everybody through all boards, results as in clubs."""

from __future__ import annotations

from random import Random

from clubs.models import Club
from events.models import Play, Session
from events.models.plays import PlayState
from events.movements.model import MovementKind
from ops.rehearsal.truth import Cards
from scoring.engine.boards import Conditions
from scoring.models import BoardResult, ComparisonField
from scoring.models.results import ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.services.comparison_fields import session_fields
from tests.events.evening import EVENING, make_session


def make_field(club: Club, tables: int, *, seed: int = 26) -> ComparisonField:
    """A field of 26 boards with a result for every play."""
    session = make_session(
        club, 2 * tables, kind=MovementKind.WEB if tables >= 13 else MovementKind.HOWELL, name=f"{tables} tables"
    )
    fill(session, Random(seed))
    [field] = session_fields(session)
    ComparisonField.objects.filter(pk=field.pk).update(revision=1)
    return ComparisonField.objects.get(pk=field.pk)


def fill(session: Session, chance: Random) -> None:
    plays = list(Play.objects.filter(section__session=session))
    cards = {number: Cards(chance) for number in sorted({play.board for play in plays})}
    BoardResult.objects.bulk_create(
        BoardResult(play=play, version=1, source=ResultSource.TABLE, made_at=EVENING, **_score(play, cards, chance))
        for play in plays
    )
    Play.objects.filter(section__session=session).update(state=PlayState.DONE)


def _score(play: Play, cards: dict[int, Cards], chance: Random) -> dict[str, object]:
    return validated_score_fields(ResultInput.of(cards[play.board].played(chance)), Conditions.of(play.board))
