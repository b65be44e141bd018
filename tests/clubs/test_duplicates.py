"""Who stands in the records twice is found, with the reasons, and merged, taken apart or noted on pages."""

from __future__ import annotations

from datetime import date

import pytest

from clubs.models import Player, PlayerMerge, TwoPeople
from clubs.selectors.duplicates import find_duplicates
from clubs.services.memberships import add_new_member
from events.models import Entrant
from tests.clubs.page import url
from tests.events.evening import enter, make_event, make_players


def member(cast, name: str, **person) -> Player:
    person["display_name"] = name
    actor = cast.actor("secretary")
    return add_new_member(actor=actor, club=cast.harbour, person=person, starts=date(2024, 1, 1)).player


def visitor(cast, name: str, partner: Player | None = None, **fields) -> Player:
    player = Player.objects.create(display_name=name, **fields)
    enter(
        make_event(cast.harbour, name=f"Evening of {name}"),
        player,
        partner or make_players(1, f"{Player.objects.count()}th")[0],
    )
    return player


def found(body) -> dict[frozenset[str], list[str]]:
    return {frozenset((two.kept.display_name, two.merged.display_name)): two.reasons for two in find_duplicates(body)}


# --- Finding -------------------------------------------------------------------------------------------------------
def test_a_name_is_found_whatever_its_accents_and_order(cast):
    member(cast, "Žanis Ozols"), visitor(cast, "OZOLS, Zanis")
    assert found(cast.harbour) == {frozenset(("Žanis Ozols", "OZOLS, Zanis")): ["same name"]}


def test_initials_and_partners_in_common_are_reasons(cast):
    partner = make_players(1, "Partner")[0]
    known = member(cast, "Ilze Ozola")
    enter(make_event(cast.harbour, name="Before"), known, partner)
    visitor(cast, "I. Ozola", partner)
    (reasons,) = found(cast.harbour).values()
    assert reasons == ["the same with initials", "both have played with Partner 001"]


def test_the_same_year_of_birth_speaks_for_it_and_another_against_it(cast):
    member(cast, "Ilze Ozola", birth_year=1950)
    visitor(cast, "Ozola Ilze", birth_year=1950), visitor(cast, "Ilze OZOLA", birth_year=1980)
    (reasons,) = found(cast.harbour).values()
    assert reasons == ["same name", "born in the same year: 1950"]


def test_a_number_in_dispute_leads_to_its_holder(cast):
    known = member(cast, "Ilze Ozola", federation_number="LV-1")
    visitor(cast, "Ilze Berziņa", federation=known.federation, disputed_number="LV-1")
    assert list(found(cast.harbour).values()) == [["same number: LV-1"]]


def test_people_with_two_accounts_or_two_numbers_are_not_offered(cast):
    one, two = member(cast, "Ilze Ozola", federation_number="1"), member(cast, "Ilze Ozola", federation_number="2")
    assert one != two
    assert found(cast.harbour) == {}


def test_what_is_known_elsewhere_only_is_not_shown_to_a_club_but_to_the_federation(cast):
    member(cast, "Ilze Ozola")
    other = Player.objects.create(display_name="Ozola, Ilze")
    enter(make_event(cast.hillside), other, *make_players(1))
    assert found(cast.harbour) == {}
    assert len(found(cast.nation)) == 1


# --- On pages ------------------------------------------------------------------------------------------------------
@pytest.fixture
def twice(cast) -> tuple[Player, Player]:
    return member(cast, "Ilze Ozola"), visitor(cast, "Ozola, Ilze")


def test_a_duplicate_is_merged_after_a_look_at_what_moves_and_taken_back(cast, twice, as_secretary):
    kept, guest = twice
    assert "same name" in as_secretary.get(url("duplicates")).content.decode()
    pair = url("merge-players", kept_id=kept.pk, merged_id=guest.pk)
    assert "Evening of Ozola" not in as_secretary.get(pair).content.decode()  # it was entered for, not yet played
    assert "Entries" in as_secretary.get(pair).content.decode()
    answer = as_secretary.post(pair, {"reason": "Looked at both"}, follow=True)
    assert "Merged: Ilze Ozola" in answer.content.decode()
    made = PlayerMerge.objects.get()
    assert Entrant.objects.filter(player=kept).count() == 1
    assert "Nobody seems to stand here twice" in as_secretary.get(url("duplicates")).content.decode()
    answer = as_secretary.post(url("player-merge", merge_id=made.pk), {"reason": ""}, follow=True)
    assert "Taken back" in answer.content.decode()
    assert Entrant.objects.filter(player=kept).count() == 0


def test_two_people_of_one_name_are_offered_once(cast, twice, as_secretary):
    kept, guest = twice
    as_secretary.post(url("two-people", kept_id=kept.pk, merged_id=guest.pk), {"act": "two"})
    assert TwoPeople.objects.count() == 1
    assert found(cast.harbour) == {}
    assert "two people" in as_secretary.get(url("merge-players", kept_id=kept.pk, merged_id=guest.pk)).content.decode()
    as_secretary.post(url("two-people", kept_id=kept.pk, merged_id=guest.pk), {"act": "forget"})
    assert len(found(cast.harbour)) == 1


def test_a_refusal_is_shown_with_the_place_before_anybody_tries(cast, twice, as_secretary):
    kept, guest = twice
    enter(make_event(cast.harbour, name="Spring league"), kept, guest)
    page = as_secretary.get(url("merge-players", kept_id=kept.pk, merged_id=guest.pk)).content.decode()
    assert "Spring league" in page
    assert "Yes, merge them" not in page
    answer = as_secretary.post(url("merge-players", kept_id=kept.pk, merged_id=guest.pk), {"reason": "all the same"})
    assert answer.status_code == 422
    assert "all the same" in answer.content.decode()


def test_the_other_record_is_found_by_a_part_of_the_name_without_accents(cast, as_secretary):
    known, other = member(cast, "Ilze Ozola"), visitor(cast, "Ilzīte Ozoliņa")
    page = as_secretary.get(url("other-record", player_id=known.pk), {"q": "ozolin"}).content.decode()
    assert url("merge-players", kept_id=known.pk, merged_id=other.pk) in page


def test_somebody_whom_nobody_here_knows_is_not_there(cast, twice, as_secretary):
    kept, _guest = twice
    elsewhere = Player.objects.create(display_name="Ilze Ozola")
    enter(make_event(cast.hillside), elsewhere, *make_players(1))
    assert as_secretary.get(url("merge-players", kept_id=kept.pk, merged_id=elsewhere.pk)).status_code == 404


def test_the_search_takes_a_constant_number_of_queries(cast, django_assert_max_num_queries):
    for at in range(12):
        member(cast, f"Ilze Ozola{at % 4}")
        visitor(cast, f"Ozola{at % 4} I.")
    with django_assert_max_num_queries(12):
        find_duplicates(cast.nation)
