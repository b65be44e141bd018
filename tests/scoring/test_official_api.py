"""The official score for programs: the same acts, the same sentences."""

from __future__ import annotations

import pytest

from scoring.models import Correction, Publication
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.scoring.published import Evening, end_of_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]


@pytest.fixture
def evening(cast: Cast) -> Evening:
    return end_of_play(cast, missing=1)


def test_publish_correct_and_publish_again(evening: Evening) -> None:
    director, member, stranger = (Api(getattr(evening.cast, name)) for name in ("director", "member", "stranger"))
    here = f"sessions/{evening.session.pk}/"
    nothing = Api(None).get(f"{here}official/").json()
    assert (nothing["state"], nothing["publications"]) == (None, [])
    refused = director.post(f"{here}official/publish/", data={})
    assert refused.status_code == 400
    assert "1 result is missing" in refused.content.decode()
    made = director.post(f"{here}official/publish/", data={"reason": "Card lost"})
    assert made.status_code == 201
    assert [end["period"] for end in made.json()["periods"]] == [
        *("score_correction", "tabulation_correction", "ruling_request", "appeal")
    ]
    play = evening.own[0]
    asked = {"play": play.pk, "claimed": "7NT-1 N", "words": "We think so"}
    assert stranger.post(f"{here}corrections/ask/", data=asked).status_code == 403
    row = member.post(f"{here}corrections/ask/", data=asked).json()
    assert member.post(f"{here}corrections/ask/", data=asked).status_code == 400
    assert member.post(f"{here}corrections/ask/", data=asked | {"play": 999_999}).status_code == 400
    decide = f"{here}corrections/{row['id']}/decide/"
    said = {"verdict": "lower", "side": "NS", "to": "7NTXX-9 N", "reason": "Not sure", "told": [play.north_id]}
    stale = director.post(decide, data=said, If_Match='"9"')
    assert stale.status_code == 412
    assert director.post(decide, data=said).json()["state"] == "lowered"
    assert director.post(decide, data=said).status_code == 409
    left = {one["contestant"]: one["until"] is None for one in director.get(f"{here}late-deadlines/").json()}
    assert left == {play.north_id: False, play.east_id: True}
    set_result(actor=evening.cast.actor("director"), play=evening.plays[-1], result=ResultInput.parse("P"))
    assert director.post(f"{here}official/publish/", data={"note": "Board 1"}).status_code == 201
    changes = Api(None).get(f"{here}official/2/changes/").json()
    assert len(changes["causes"]) == 2
    assert any(one["before"]["total"] != one["after"]["total"] for one in changes["changed"])
    assert director.post(f"{here}official/final/").status_code == 400
    assert Publication.objects.count() == 2
    assert Correction.objects.get().adjustment is not None
