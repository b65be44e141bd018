"""Whom a few letters or a number mean at the desk."""

from __future__ import annotations

from datetime import date

import pytest

from clubs.models import Membership, Player
from events.selectors.naming import TypedName, match_typed_names, suggestions
from tests.cast import Cast

pytestmark = pytest.mark.django_db
PEOPLE = {"Ann Lee": "12", "Joann Lee": "13", "Mike Grant": "14", "Luke Granter": "15", "Ole Opener": "16"}


@pytest.fixture
def people(cast: Cast) -> dict[str, Player]:
    made = {name: Player.objects.create(display_name=name) for name in PEOPLE}
    for name, number in PEOPLE.items():
        Membership.objects.create(player=made[name], club=cast.harbour, starts=date(2020, 1, 1), number=number)
    return made


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("ann lee", "Ann Lee"),
        ("Lee, Ann", "Ann Lee"),
        ("joa", "Joann Lee"),
        ("14", "Mike Grant"),
        ("ke grant", ""),
        ("lee", ""),
        ("mike grand", ""),
    ],
)
def test_words_mean_somebody_only_when_they_fit_one(
    cast: Cast, people: dict[str, Player], words: str, meant: str
) -> None:
    actor = cast.actor("secretary")
    answer = match_typed_names(actor=actor, club=cast.harbour, typed=[TypedName(words)])[0]
    assert (answer.player.display_name if answer.player else "") == meant
    assert bool(answer.problem) is not bool(meant)
    told = suggestions(actor=actor, club=cast.harbour, words=words)
    assert told["fits"] == (people[meant].pk if meant else None)
    assert told["problem"] == answer.problem


def test_two_who_have_the_same_number_are_asked_about(cast: Cast, people: dict[str, Player]) -> None:
    Player.objects.filter(display_name="Ole Opener").update(federation_number="14", federation=cast.nation)
    answer = match_typed_names(actor=cast.actor("secretary"), club=cast.harbour, typed=[TypedName("14")])[0]
    assert answer.player is None
    assert {one.name for one in answer.choices} == {"Mike Grant", "Ole Opener"}


@pytest.mark.parametrize("words", ["Mike Gramt", "Mke Grant", "Miike Grant", "Imke Grant", "grnat mike"])
def test_a_name_that_is_one_letter_off_is_suggested_and_not_taken(
    cast: Cast, people: dict[str, Player], words: str
) -> None:
    (answer,) = match_typed_names(actor=cast.actor("secretary"), club=cast.harbour, typed=[TypedName(words)])
    assert answer.player is None
    assert f"Nobody here is called “{words}”. Did you mean Mike Grant?" in answer.problem
    assert [one.name for one in answer.choices] == ["Mike Grant"]
    offered = suggestions(actor=cast.actor("secretary"), club=cast.harbour, words=words)
    assert offered["fits"] is None
    assert [one["name"] for one in offered["people"]] == ["Mike Grant"]


@pytest.mark.parametrize("words", ["Mick Gramt", "Mike Gra Xy", "xq"])
def test_what_is_further_off_is_nobody(cast: Cast, people: dict[str, Player], words: str) -> None:
    (answer,) = match_typed_names(actor=cast.actor("secretary"), club=cast.harbour, typed=[TypedName(words)])
    assert answer.choices == []
    assert "new visitor" in answer.problem
