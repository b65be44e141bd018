"""Results that could have come about are assigned; what could not for certain is refused (Law 12C1)."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from events.models import Session
from rulings.models import Ruling
from rulings.services.giving import give
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.rulings.night import FOUNDED, begin, due

pytestmark = pytest.mark.django_db


#: The tree, a further law, the auction, the score, and what is said against it. The table has 4♠ by North.
UNREACHABLE = [
    ("L27", "", "1S 1H", "1H= W", "the last bid was 1S"),
    ("L27", "", "1S X 1H", "1S= N", "the last bid was 1S"),
    ("L27", "", "1S 1H", "60 4S= N, 40 P", "Passed out cannot come"),
    ("L27", "", "1S P 2S 2H", "3S= S", "the last bid was 2S"),
    ("L61", "", "", "5S-1 N", "the contract was 4S"),
    ("L61", "", "1S P 4S X P P P", "3NT= N", "the contract was 4SX"),
]
REACHABLE = [
    ("L27", "", "1S 1H", "2H= W"),
    ("L27", "", "1S X 1H", "1SX= N"),
    ("L27", "", "P P P P 1H", "P"),
    ("L27", "", "1S 1H", "4S-2 N"),
    ("L27", "21B3", "1S 1H", "1H= W"),
    ("L27", "", "1S 1H P 1D", "1H= W"),
    ("L61", "", "", "40 4S-1 N, 60 4S-2 S"),
    ("L61", "16B1", "", "3NT= N"),
    ("L16B", "16B1", "1S ~X P 2H", "1H= W"),
]


@pytest.mark.parametrize(("tree", "law", "auction", "score", "sentence"), UNREACHABLE)
def test_a_score_that_could_not_come_about_is_not_assigned(
    cast: Cast, session: Session, tree: str, law: str, auction: str, score: str, sentence: str
) -> None:
    with pytest.raises(ValidationError, match=sentence) as error:
        _assigned(cast, session, tree, law, auction, score)
    assert "score_ns" in error.value.error_dict
    assert "Law 12C1" in " ".join(error.value.messages)


@pytest.mark.parametrize(("tree", "law", "auction", "score"), REACHABLE)
def test_what_is_not_certain_is_left_to_the_director(
    cast: Cast, session: Session, tree: str, law: str, auction: str, score: str
) -> None:
    assert _assigned(cast, session, tree, law, auction, score).state == "given"


def _assigned(cast: Cast, session: Session, tree: str, law: str, auction: str, score: str) -> Ruling:
    play = due(session)
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S= N"))
    ruling = begin(cast, play, tree=tree, facts={})
    laws = [{"L27": "27B2", "L61": "64C", "L16B": "16B3"}[tree], *([law] if law else [])]
    return give(
        actor=cast.actor("director"),
        ruling=ruling,
        auction=auction,
        score_ns=score,
        law_refs=laws,
        decision="So",
        **FOUNDED,
    )
