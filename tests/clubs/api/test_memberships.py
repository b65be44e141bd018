"""Members of a club, as a secretary's own program would keep them."""

import pytest

from clubs.models import Membership, Player

HARBOUR = "clubs/harbour/memberships/"


def the_error(response, field, code):
    assert response.status_code == 400, response.content
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == (field, code)
    return error["message"]


def test_a_known_player_becomes_a_member_again_after_the_first_time_is_over(api, cast):
    secretary = api("secretary")
    ended = secretary.post(f"memberships/{cast.membership.pk}/end/", {"last_day": "2025-12-31"})
    assert (ended.json()["status"], ended.json()["ends"]) == ("ended", "2025-12-31")
    sent = {"player": cast.member.player.pk, "starts": "2026-01-01", "number": "7", "kind": "honorary"}
    made = secretary.post(HARBOUR, sent)
    assert made.status_code == 201
    assert made["Location"] == f"/api/v1/memberships/{made.json()['id']}/"
    assert secretary.get(made["Location"]).json() == made.json()


def test_an_overlap_is_refused_with_a_sentence(api, cast):
    sent = {"player": cast.member.player.pk, "starts": "2026-01-01"}
    message = the_error(api("secretary").post(HARBOUR, sent), "starts", "overlap")
    assert "is already a member here since" in message
    assert "End that membership first" in message


def test_a_number_in_use_is_refused(api):
    sent = {"new_player": {"display_name": "Newly Arrived"}, "starts": "2026-01-01", "number": "7"}
    message = the_error(api("secretary").post(HARBOUR, sent), "number", "number_taken")
    assert "Choose another number" in message
    assert not Player.objects.filter(display_name="Newly Arrived").exists()


def test_somebody_new_is_recorded_and_taken_in_at_once(api, cast):
    sent = {"new_player": {"display_name": "Newly Arrived", "federation_number": "N1"}, "starts": "2026-01-01"}
    made = api("secretary").post(HARBOUR, sent)
    assert made.json()["player"]["display_name"] == "Newly Arrived"
    assert Player.objects.get(federation_number="N1").federation == cast.nation


def test_a_federation_number_belongs_to_one_person(api):
    sent = {"new_player": {"display_name": "One", "federation_number": "N1"}, "starts": "2026-01-01"}
    assert api("secretary").post(HARBOUR, sent).status_code == 201
    assert "Somebody else has" in the_error(api("secretary").post(HARBOUR, sent), "federation_number", "number_taken")


def test_one_says_who_it_is_in_one_way(api, cast):
    both = {"player": cast.member.player.pk, "new_player": {"display_name": "x"}}
    for who in ({}, both):
        the_error(api("secretary").post(HARBOUR, who | {"starts": "2026-01-01"}), "player", "one_of_two")


def test_a_membership_does_not_end_before_it_begins(api, cast):
    secretary = api("secretary")
    path = f"memberships/{cast.membership.pk}/"
    message = the_error(secretary.patch(path, {"ends": "2019-12-31"}), "ends", "backwards")
    assert "before the first" in message
    the_error(secretary.post(f"{path}end/", {"last_day": "2019-12-31"}), "ends", "backwards")


@pytest.mark.parametrize("day", ["31.12.2025", "2025-13-01", "", "yesterday"])
def test_an_unreadable_day_is_refused_and_never_guessed(api, cast, day):
    response = api("secretary").post(f"memberships/{cast.membership.pk}/end/", {"last_day": day})
    assert "YYYY-MM-DD" in the_error(response, "last_day", "invalid")


def test_who_the_member_is_cannot_be_changed(api, cast):
    path = f"memberships/{cast.membership.pk}/"
    assert api("secretary").patch(path, {"player": cast.scorer.player.pk, "club": "hillside"}).status_code == 200
    cast.membership.refresh_from_db()
    assert (cast.membership.player, cast.membership.club) == (cast.member.player, cast.harbour)


def test_a_director_reads_the_list_and_changes_nothing(api, cast):
    director = api("director")
    assert director.get(HARBOUR).json()["count"] == 1
    assert director.patch(f"memberships/{cast.membership.pk}/", {"number": "8"}).status_code == 403
    assert director.post(HARBOUR, {"new_player": {"display_name": "x"}, "starts": "2026-01-01"}).status_code == 403
    assert Membership.objects.count() == 1
