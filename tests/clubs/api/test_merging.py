"""Duplicates, merges and the way back, for programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clubs.models import Player, TwoPeople
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.events.evening import enter, make_event, make_players

pytestmark = pytest.mark.usefixtures("documented_answers")
DUPLICATES, MERGES = "clubs/harbour/duplicates/", "clubs/harbour/player-merges/"


@pytest.fixture
def pair(cast: Cast) -> dict[str, int]:
    kept = cast.membership.player
    guest = Player.objects.create(display_name=kept.display_name)
    enter(make_event(cast.harbour, name="Last month"), guest, *make_players(1))
    return {"kept": kept.pk, "merged": guest.pk}


def test_a_duplicate_is_found_looked_at_merged_and_taken_back(api: Callable[[str], Api], pair) -> None:
    secretary = api("secretary")
    (found,) = secretary.get(DUPLICATES).json()
    assert (found["kept"]["id"], found["merged"]["id"], found["reasons"]) == (*pair.values(), ["same name"])
    preview = secretary.get(f"{DUPLICATES}{pair['kept']}/{pair['merged']}/").json()
    assert preview["reasons_against"] == []
    assert {"name": "Entries", "count": 1, "words": []} in preview["moves"]
    made = secretary.post(MERGES, pair | {"reason": "Looked at both"})
    assert made.status_code == 201
    assert secretary.get(made["Location"]).json()["merged"] == pair["merged"]
    back = secretary.post(f"{MERGES}{made.json()['id']}/take-back/", {})
    assert back.json()["taken_back_by"]["name"] == "Secretary Tenace"
    assert secretary.post(f"{MERGES}{made.json()['id']}/take-back/", {}).status_code == 409


def test_two_people_are_noted_and_a_merge_is_refused_in_a_sentence(api: Callable[[str], Api], pair) -> None:
    secretary = api("secretary")
    assert secretary.post(f"{DUPLICATES}two-people/", pair).status_code == 204
    refused = secretary.post(MERGES, pair)
    assert refused.status_code == 400
    assert "two people" in str(refused.json())
    assert secretary.post(f"{DUPLICATES}two-people/forget/", pair).status_code == 204
    assert not TwoPeople.objects.exists()


def test_a_record_that_nobody_here_knows_is_not_there(api: Callable[[str], Api], pair) -> None:
    elsewhere = Player.objects.create(display_name="Elsewhere")
    assert api("secretary").post(MERGES, pair | {"merged": elsewhere.pk}).status_code == 404
