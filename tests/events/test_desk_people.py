"""Finding people at the desk."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from clubs.services.memberships import add_membership
from clubs.services.players import add_player
from core.actors import system
from core.errors import Forbidden
from events.selectors.people import find_for_desk, pickable_players, similar_people
from tests.events.evening import enter, make_event


def person(cast, name, club=None, number="", federation_number="", **fields):
    player = add_player(
        actor=system(), club=club or cast.harbour, display_name=name, federation_number=federation_number
    )
    if club is not None:
        add_membership(
            actor=system(), club=club, player=player, number=number, **({"starts": date(2020, 1, 1)} | fields)
        )
    return player


def found(cast, words, who="scorer", **more):
    return [one.name for one in find_for_desk(actor=cast.actor(who), club=cast.harbour, words=words, **more)]


@pytest.fixture
def people(cast):
    person(cast, "Ilze Ozoliņa", cast.harbour, "12", "LV120")
    person(cast, "Jānis Ozols", cast.harbour, "120", ends=date(2021, 1, 1))
    person(cast, "Roze Vītola", cast.harbour, "121")
    person(cast, "Zoe O’Brien", cast.harbour, "122")
    person(cast, "Otto Elsewhere", cast.hillside, "12")
    visitor = person(cast, "Olga Visitor", federation_number="77")
    enter(make_event(cast.harbour), visitor, None)
    return cast


def test_members_are_found_by_a_few_letters_whatever_the_accents(people):
    assert found(people, "ozolina") == ["Ilze Ozoliņa"]
    assert found(people, "vitola ro") == ["Roze Vītola"]
    assert found(people, "o'bri") == ["Zoe O’Brien"]


def test_letters_with_a_stroke_are_found_as_they_look(people):
    person(people, "Hønør Renonça", people.harbour, "301")
    person(people, "Coupette Łewicki", people.harbour, "302")
    person(people, "Bjærn Đurić", people.harbour, "303")
    assert found(people, "honor reno") == ["Hønør Renonça"]
    assert found(people, "coupette lew") == ["Coupette Łewicki"]
    assert found(people, "bjaern duric") == ["Bjærn Đurić"]
    assert found(people, "hønør") == ["Hønør Renonça"]


def test_current_members_come_first_then_former_ones_then_visitors(people):
    assert found(people, "o") == [
        *("Ilze Ozoliņa", "Zoe O’Brien"),  # a word begins so
        "Roze Vītola",
        "Jānis Ozols",
        "Olga Visitor",
    ]


def test_the_exact_number_comes_first(people):
    assert found(people, "12") == ["Ilze Ozoliņa"]
    assert found(people, "120") == ["Jānis Ozols"]
    assert found(people, "lv120") == ["Ilze Ozoliņa"]
    assert found(people, "77") == ["Olga Visitor"]
    assert found(people, "7") == ["Member Tenace"]


def test_each_says_what_the_desk_wants_to_see(people):
    here = {
        one.name: (one.number, one.standing, str(one.standing_label), one.last_day)
        for one in find_for_desk(actor=people.actor("secretary"), club=people.harbour, words="o")
    }
    assert here["Ilze Ozoliņa"] == ("12", "current", "Current", None)
    assert here["Jānis Ozols"] == ("120", "lapsed", "Lapsed", date(2021, 1, 1))
    assert here["Olga Visitor"] == ("", "", "Visitor", None)


def test_other_clubs_members_and_the_erased_are_not_found(people):
    assert found(people, "otto") == []
    Player.objects.filter(display_name="Roze Vītola").update(erased_at="2026-01-01T00:00Z")
    assert found(people, "roze") == []


@pytest.mark.parametrize("words", ["", "   ", "…", "%", "_", "'"])
def test_nothing_or_only_signs_find_nobody(people, words):
    assert found(people, words) == []


def test_no_more_than_asked_for_come(people):
    assert len(found(people, "o", limit=2)) == 2


@pytest.mark.parametrize("who", ["member", "recorder", "other_secretary", "stranger"])
def test_only_the_desk_looks_people_up(people, who):
    with pytest.raises(Forbidden):
        found(people, "o", who)


def test_the_number_of_queries_does_not_grow_with_who_is_found(people):
    actor = people.actor("scorer")

    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            find_for_desk(actor=actor, club=people.harbour, words="o", limit=100)
        return len(queries)

    count()
    before = count()
    for number in range(20):
        person(people, f"Oskar {number:02}", people.harbour)
    assert count() == before
    assert before <= 2


def test_a_visitor_who_is_in_the_records_already_is_suggested(people):
    def same(name, number=""):
        rows = similar_people(actor=people.actor("scorer"), club=people.harbour, name=name, federation_number=number)
        return [(one.name, one.standing) for one in rows]

    assert same("OZOLINA, Ilze") == [("Ilze Ozoliņa", "current")]
    assert same("visitor olga") == [("Olga Visitor", "")]
    assert same("Otto Elsewhere") == []
    assert same("Somebody", "77") == [("Olga Visitor", "")]


def test_another_clubs_member_cannot_be_guessed_by_id(people):
    otto = Player.objects.get(display_name="Otto Elsewhere")
    fresh = person(people, "Just Made")
    actor, club = people.actor("scorer"), people.harbour
    assert pickable_players(actor=actor, club=club, ids=[otto.pk, fresh.pk]) == {fresh.pk: fresh}
    Player.objects.filter(pk=otto.pk).update(federation=people.nation, federation_number="555")
    assert pickable_players(actor=actor, club=club, ids=[otto.pk], numbers=["555"]) == {otto.pk: otto}
    assert pickable_players(actor=actor, club=club, ids=[10**30, -1, 0]) == {}
