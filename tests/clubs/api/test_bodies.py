"""Federations and clubs."""

from clubs.models import Club, Federation


def test_an_officer_adds_a_club_under_their_federation(api):
    made = api("north_officer").post("clubs/", {"name": "Lighthouse", "slug": "lighthouse", "federation": "north"})
    assert made.status_code == 201
    assert made["Location"] == "/api/v1/clubs/lighthouse/"
    assert made.json()["federation"] == "north"
    assert made.json()["version"] == 1


def test_an_officer_adds_no_club_elsewhere(api):
    sent = {"name": "Lighthouse", "slug": "lighthouse", "federation": "south"}
    assert api("north_officer").post("clubs/", sent).status_code == 403


def test_an_address_name_in_use_is_refused_in_words(api):
    sent = {"name": "Harbour again", "slug": "harbour", "federation": "north"}
    response = api("north_officer").post("clubs/", sent)
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == ("slug", "unique")
    assert error["message"] == "Another club has this address name. Choose another one."


def test_an_address_name_is_made_of_plain_letters(api):
    response = api("secretary").patch("clubs/harbour/", {"slug": "rīgas osta"})
    assert "letters without accents" in response.json()["detail"]


def test_a_federation_is_added_below_another(api, cast):
    sent = {"name": "The Isles", "slug": "isles", "level": "region", "parent": "dummyland"}
    assert api("officer").post("federations/", sent).status_code == 201
    assert Federation.objects.get(slug="isles").line[0] == cast.nation.pk


def test_a_federation_without_a_parent_is_made_by_the_operator_only(api):
    sent = {"name": "Elsewhere", "slug": "elsewhere", "level": "national"}
    assert api("officer").post("federations/", sent).status_code == 403
    assert api("operator").post("federations/", sent).status_code == 201


def test_a_club_does_not_move_to_another_federation(api, cast):
    assert api("operator").patch("clubs/harbour/", {"federation": "south"}).json()["federation"] == "north"
    assert Club.objects.get(slug="harbour").federation == cast.north
