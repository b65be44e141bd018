"""People in bridge, through the API."""

from clubs.models import AuditEntry


def test_a_person_chooses_how_the_name_shows(api, cast):
    response = api("member").patch(f"players/{cast.member.player.pk}/", {"privacy": "initials"})
    assert response.json()["public_name"] == "M. T."
    assert AuditEntry.objects.get(act="player.change").chain.label == "site"


def test_what_a_secretary_changes_stands_in_the_clubs_audit(api, cast):
    sent = {"needs_stationary_seat": True, "languages": ["Latvian", "ไทย"], "federation": "north"}
    response = api("secretary").patch(f"players/{cast.member.player.pk}/", sent)
    assert response.json()["languages"] == ["Latvian", "ไทย"]
    entry = AuditEntry.objects.get(act="player.change")
    assert entry.chain.label == cast.harbour.label
    assert entry.after["languages"] == "(personal)"


def test_an_unknown_federation_is_refused_in_words(api, cast):
    response = api("member").patch(f"players/{cast.member.player.pk}/", {"federation": "atlantis"})
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == ("federation", "does_not_exist")
    assert "Look at the spelling" in error["message"]


def test_players_are_not_listed(api):
    assert api("operator").get("players/").status_code == 404
