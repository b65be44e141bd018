"""What is private is not there at all for those who may not see it."""

import pytest

from clubs.services.bodies import change_club


@pytest.fixture
def hidden(cast, system):
    return change_club(actor=system, club=cast.harbour, is_listed=False)


@pytest.mark.parametrize("name", ["", "stranger", "other_secretary"])
def test_an_unlisted_club_is_not_there_for_strangers(api, hidden, name):
    me = api(name)
    assert me.get("clubs/harbour/").status_code == 404
    assert me.get("clubs/harbour/regulations/").status_code == 404
    assert me.patch("clubs/harbour/", {"venue": "x"}).status_code == 404
    assert [club["slug"] for club in me.get("clubs/").json()["results"]] == ["hillside"]


@pytest.mark.parametrize(
    "name", ["secretary", "director", "recorder", "member", "north_officer", "officer", "operator"]
)
def test_an_unlisted_club_is_there_for_its_people_and_the_officers_over_it(api, hidden, name):
    assert api(name).get("clubs/harbour/").status_code == 200
    assert "harbour" in [club["slug"] for club in api(name).get("clubs/").json()["results"]]


@pytest.mark.parametrize("name", ["stranger", "member", "other_secretary"])
def test_a_deep_link_to_another_clubs_membership_leads_nowhere(api, cast, name):
    address = f"memberships/{cast.membership.pk}/"
    assert api(name).get(address).status_code == 404
    assert api(name).patch(address, {"number": "8"}).status_code == 404
    assert api(name).post(f"{address}end/", {"last_day": "2026-01-01"}).status_code == 404


def test_a_private_object_and_none_at_all_look_the_same(api, cast):
    other = api("other_secretary")
    there, not_there = other.get(f"memberships/{cast.membership.pk}/"), other.get("memberships/999999/")
    assert there.status_code == not_there.status_code == 404
    assert there.json()["detail"] == not_there.json()["detail"]


def test_a_stranger_is_asked_to_sign_in_whether_or_not_there_is_anything(api, cast):
    assert api("").get(f"players/{cast.member.player.pk}/").status_code == 401
    assert api("").get("players/999999/").status_code == 401


@pytest.mark.parametrize("name", ["stranger", "director", "other_secretary"])
def test_a_player_is_seen_only_by_themselves_and_who_keeps_their_membership(api, cast, name):
    assert api(name).get(f"players/{cast.member.player.pk}/").status_code == 404


@pytest.mark.parametrize("name", ["member", "secretary", "north_officer", "officer", "operator"])
def test_who_keeps_a_membership_sees_the_player(api, cast, name):
    response = api(name).get(f"players/{cast.member.player.pk}/")
    assert response.status_code == 200
    assert response.json()["display_name"] == "Member Tenace"


def test_a_role_is_not_found_under_another_body(api, cast):
    grant = cast.director.role_grants.get()
    officer = api("officer")
    assert officer.get(f"clubs/harbour/roles/{grant.pk}/").status_code == 200
    assert officer.get(f"clubs/hillside/roles/{grant.pk}/").status_code == 404
    assert officer.get(f"federations/north/roles/{grant.pk}/").status_code == 404
    assert officer.delete(f"clubs/hillside/roles/{grant.pk}/").status_code == 404


def test_a_secretary_cannot_take_in_a_player_they_do_not_know(api, cast):
    response = api("other_secretary").post(
        "clubs/hillside/memberships/", {"player": cast.member.player.pk, "starts": "2026-01-01"}
    )
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "player"
