"""ETags: nothing is sent twice, and nobody's change is overwritten unseen."""

import pytest

from clubs.models import Club
from clubs.services.players import change_player

pytestmark = pytest.mark.usefixtures("documented_answers")


@pytest.mark.parametrize("path", ["clubs/harbour/", "clubs/", "clubs/harbour/regulations/", "federations/north/"])
def test_an_unchanged_answer_is_not_sent_again(api, path):
    stranger = api("")
    first = stranger.get(path)
    again = stranger.get(path, If_None_Match=first["ETag"])
    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert stranger.get(path, If_None_Match=f'"other", W/{first["ETag"]}').status_code == 304


def test_a_changed_answer_is_sent(api):
    secretary = api("secretary")
    tags = [secretary.get(path)["ETag"] for path in ("clubs/harbour/", "clubs/")]
    secretary.patch("clubs/harbour/", {"venue": "Upstairs"})
    for path, tag in zip(("clubs/harbour/", "clubs/"), tags, strict=True):
        response = secretary.get(path, If_None_Match=tag)
        assert response.status_code == 200
        assert response["ETag"] != tag


def test_answers_are_kept_by_nobody_but_the_caller(api):
    response = api("").get("clubs/")
    assert "private" in response["Cache-Control"]
    assert {"Authorization", "Cookie"} <= {name.strip() for name in response["Vary"].split(",")}


def test_a_change_from_what_was_last_seen_is_accepted(api):
    secretary = api("secretary")
    seen = secretary.get("clubs/harbour/")["ETag"]
    changed = secretary.patch("clubs/harbour/", {"venue": "Upstairs"}, If_Match=seen)
    assert changed.status_code == 200
    assert changed["ETag"] == secretary.get("clubs/harbour/")["ETag"]
    assert secretary.patch("clubs/harbour/", {"venue": "Cellar"}, If_Match=changed["ETag"]).status_code == 200


@pytest.mark.parametrize("tag", ['W/"7-abc"', '"nonsense"', '"99999999999999-x"', "no quotes", '"-1-x"'])
def test_a_tag_that_was_never_given_out_is_stale(api, tag):
    assert api("secretary").patch("clubs/harbour/", {"venue": "x"}, If_Match=tag).status_code == 412


def test_a_change_from_an_older_version_changes_nothing(api):
    first, second = api("secretary"), api("officer")
    seen = first.get("clubs/harbour/")["ETag"]
    second.patch("clubs/harbour/", {"venue": "Upstairs"})
    refused = first.patch("clubs/harbour/", {"venue": "Cellar"}, If_Match=seen)
    assert refused.status_code == 412
    assert refused.json()["type"] == "urn:tenace:problem:stale"
    assert "Nothing was saved" in refused.json()["detail"]
    assert Club.objects.get(slug="harbour").venue == "Upstairs"


def test_without_if_match_or_with_a_star_the_last_word_counts(api):
    secretary = api("secretary")
    secretary.patch("clubs/harbour/", {"venue": "Upstairs"})
    assert secretary.patch("clubs/harbour/", {"venue": "Cellar"}).status_code == 200
    assert secretary.patch("clubs/harbour/", {"venue": "Attic"}, If_Match="*").status_code == 200


def test_a_players_new_name_is_no_conflict_for_the_membership(api, cast):
    secretary = api("secretary")
    path = f"memberships/{cast.membership.pk}/"
    seen = secretary.get(path)["ETag"]
    change_player(actor=cast.actor("member"), player=cast.member.player, display_name="Another Name")
    assert secretary.get(path, If_None_Match=seen).status_code == 200
    assert secretary.patch(path, {"number": "8"}, If_Match=seen).status_code == 200


@pytest.mark.parametrize("what", ["federation", "membership", "player", "end"])
def test_everything_with_a_version_is_guarded(api, cast, what):
    path, change = {
        "federation": ("federations/north/", {"name": "The North"}),
        "membership": (f"memberships/{cast.membership.pk}/", {"number": "8"}),
        "player": (f"players/{cast.member.player.pk}/", {"needs_stationary_seat": True}),
        "end": (f"memberships/{cast.membership.pk}/end/", {"last_day": "2026-06-30"}),
    }[what]
    officer = api("officer")
    method = "POST" if what == "end" else "PATCH"
    assert officer.call(method, path, change, If_Match='"0-x"').status_code == 412
    assert officer.call(method, path, change, If_Match='"1-x"').status_code == 200


def test_permission_is_asked_before_the_version(api):
    assert api("member").patch("clubs/harbour/", {"venue": "x"}, If_Match='"0-x"').status_code == 403
