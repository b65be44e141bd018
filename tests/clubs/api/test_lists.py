"""Paging, filtering, searching and ordering."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubs.models import Player
from clubs.selectors.bodies import search_clubs
from clubs.services.bodies import add_club
from clubs.services.memberships import add_memberships

pytestmark = pytest.mark.usefixtures("documented_answers")


@pytest.fixture
def members(cast, system):
    players = [Player.objects.create(display_name=f"Same Name {n % 3}") for n in range(60)]
    rows = [{"player": player, "starts": date(2026, 1, 1)} for player in players]
    rows[0] |= {"kind": "junior", "number": "99"}
    rows[1] |= {"ends": date(2026, 3, 31), "status": "ended"}
    return add_memberships(actor=system, club=cast.harbour, members=rows)


def slugs(response):
    return [row["slug"] for row in response.json()["results"]]


def test_pages_follow_each_other_without_overlap(api, members):
    secretary, seen, path = api("secretary"), [], "clubs/harbour/memberships/?page_size=7"
    while path:
        answer = secretary.get(path.replace("http://testserver", "")).json()
        seen += [row["id"] for row in answer["results"]]
        path = answer["next"]
    assert len(seen) == len(set(seen)) == answer["count"] == 61


@pytest.mark.parametrize("size", ["0", "201", "-1", "ten", "", "1e2", "99999999999999999999"])
def test_a_page_of_an_impossible_size_is_refused(api, size):
    response = api("").get(f"clubs/?page_size={size}")
    assert response.status_code == 400
    assert response.json()["detail"] == "Write a whole number from 1 to 200."


@pytest.mark.parametrize("page", ["0", "2", "x", "-1", "9" * 5000])
def test_a_page_that_is_not_there_is_refused(api, page):
    response = api("").get(f"clubs/?page={page}")
    assert response.status_code == 400
    assert "Pages run from 1 to 1" in response.json()["detail"]


def test_clubs_are_found_by_words_of_their_name(api):
    assert slugs(api("").get("clubs/?search=harb bridge")) == ["harbour"]
    assert slugs(api("").get("clubs/?search=nothing such")) == []
    assert api("").get("clubs/?search=%00").status_code == 400


@pytest.mark.parametrize(
    "typed", ["zanis", "ŽANIS", "žänis", "Zanis OZOLS", "strasse", "αθηνα", "петров", "soren aero"]
)
def test_accents_and_case_do_not_matter_to_a_search(api, cast, system, typed):
    names = "Žanis Ozols Straße Αθήνα ПЕТРОВ Søren Ærø"
    add_club(actor=system, federation=cast.nation, name=names, slug="many-scripts")
    add_memberships(
        actor=system,
        club=cast.harbour,
        members=[{"player": Player.objects.create(display_name=names), "starts": date(2026, 1, 1)}],
    )
    assert slugs(api("").client.get("/api/v1/clubs/", {"search": typed})) == ["many-scripts"]
    found = api("secretary").client.get("/api/v1/clubs/harbour/memberships/", {"search": typed}).json()["results"]
    assert [row["player"]["display_name"] for row in found] == [names]
    assert [club.slug for club in search_clubs(actor=cast.actor("secretary"), words=typed)] == ["many-scripts"]


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("clubs/?fedration=north", "federation, ordering, page, page_size, search"),
        ("clubs/harbour/memberships/?statuses=ended", "kind, on, ordering, page, page_size, search, status"),
        ("federations/?levle=national&page=1", "level, ordering, page, page_size, parent, search"),
        ("laws/?query=insufficient", "edition, q"),
    ],
)
def test_a_filter_that_is_not_there_is_refused_and_those_that_are_are_named(api, path, known):
    answer = api("secretary").get(path)
    assert answer.status_code == 400
    assert answer.json()["detail"] == f"There is no such parameter. There are: {known}."
    [error] = answer.json()["errors"]
    assert (error["field"], error["code"]) == (path.partition("?")[2].partition("=")[0], "unknown")


def test_an_address_without_parameters_says_so(api):
    answer = api("secretary").get("clubs/harbour/?format=json")
    assert answer.json()["detail"] == "There is no such parameter. This address takes none."


def test_clubs_are_narrowed_to_a_federation_and_what_is_below_it(api, cast, system):
    add_club(actor=system, federation=cast.nation, name="Capital", slug="capital")
    assert slugs(api("").get("clubs/?federation=north")) == ["harbour"]
    assert slugs(api("").get("clubs/?federation=dummyland")) == ["capital", "harbour", "hillside"]
    assert slugs(api("").get("clubs/?federation=atlantis")) == []


def test_lists_are_ordered_by_what_is_declared(api):
    assert slugs(api("").get("clubs/?ordering=-name")) == ["hillside", "harbour"]
    assert slugs(api("").get("federations/?ordering=-level,slug")) == ["north", "south", "dummyland"]


@pytest.mark.parametrize("ordering", ["email", "federation__created_at", "-", "name;drop"])
def test_an_order_that_is_not_declared_is_refused(api, ordering):
    response = api("").get(f"clubs/?ordering={ordering}")
    assert response.status_code == 400
    assert "Order by one of: name, slug" in response.json()["detail"]


def test_federations_are_narrowed_by_place_in_the_tree(api):
    assert slugs(api("").get("federations/?parent=dummyland")) == ["north", "south"]
    assert slugs(api("").get("federations/?level=national")) == ["dummyland"]
    assert api("").get("federations/?level=cosmic").status_code == 400


def test_memberships_are_narrowed(api, members):
    secretary = api("secretary")

    def count(query):
        return secretary.get(f"clubs/harbour/memberships/?{query}").json()["count"]

    assert count("kind=junior") == 1
    assert count("status=ended") == 1
    assert count("on=2019-12-31") == 0
    assert count("on=2021-01-01") == 1
    assert count("search=99") == 1
    assert count("search=member+tenace") == 1
    assert secretary.get("clubs/harbour/memberships/?on=soon").status_code == 400


def test_roles_are_narrowed_to_those_in_force(api):
    secretary = api("secretary")
    later = (timezone.now() + timedelta(days=9)).isoformat()
    sent = {"email": "stranger@example.org", "role": "scorer", "starts_at": later}
    secretary.post("clubs/harbour/roles/", sent)
    assert secretary.get("clubs/harbour/roles/?role=scorer").json()["count"] == 2
    assert secretary.get("clubs/harbour/roles/?role=scorer&in_force=true").json()["count"] == 1
    assert secretary.get("clubs/harbour/roles/?in_force=false").json()["count"] == 1
    assert secretary.get("clubs/harbour/roles/?search=stranger").json()["count"] == 1


def test_the_audit_is_narrowed_by_act_user_time_and_target(api, cast):
    secretary = api("secretary")
    moment = timezone.now()
    secretary.patch("clubs/harbour/", {"venue": "Upstairs"})

    def acts(**query):
        found = secretary.client.get("/api/v1/clubs/harbour/audit/", query).json()["results"]
        return [row["act"] for row in found]

    assert acts(act="club.change") == ["club.change"]
    assert set(acts(act="role.")) == {"role.grant"}
    assert acts(user=cast.secretary.pk) == ["club.change"]
    assert acts(**{"from": moment.isoformat()}) == ["club.change"]
    assert "club.change" not in acts(until=moment.isoformat())
    assert acts(target=f"club:{cast.harbour.pk}") == ["club.change", "club.add"]
    assert acts(target="membership") == ["membership.add"]
    assert acts(ordering="number")[0] == "club.add"


@pytest.mark.parametrize(
    "query", ["from=soon", "until=0001-01-01T00:00:00%2B14:00", "from=9999-12-31T23:59:59-14:00", "user=x"]
)
def test_an_unreadable_moment_or_number_is_refused(api, query):
    assert api("secretary").get(f"clubs/harbour/audit/?{query}").status_code == 400


def test_a_list_costs_the_same_few_queries_however_long(with_token, members, django_assert_max_num_queries):
    secretary = with_token("secretary")
    with django_assert_max_num_queries(9):
        assert len(secretary.get("clubs/harbour/memberships/?page_size=200").json()["results"]) == 61
