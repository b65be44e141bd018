"""Roles, regulations, the audit and background work of a body."""

import pytest

from clubs.models import AuditEntry, RoleGrant
from clubs.services.regulations import set_regulation
from jobs.models import Job


def test_a_role_is_granted_by_the_address_somebody_signs_in_with(api, cast):
    made = api("secretary").post("clubs/harbour/roles/", {"email": "STRANGER@example.org", "role": "director"})
    assert made.status_code == 201
    assert made.json()["user"] == {"id": cast.stranger.pk, "name": "Stranger Tenace"}
    assert api("secretary").get(made["Location"]).json() == made.json()


@pytest.mark.parametrize(
    ("sent", "field", "code"),
    [
        ({"email": "nobody@example.org", "role": "director"}, "email", "no_account"),
        ({"email": "stranger@example.org", "role": "king"}, "role", "invalid_choice"),
        ({"email": "director@example.org", "role": "director"}, "user", "already_granted"),
        (
            {
                "email": "stranger@example.org",
                "role": "scorer",
                "starts_at": "2026-02-01T00:00Z",
                "ends_at": "2026-01-01T00:00Z",
            },
            "ends_at",
            "invalid",
        ),
    ],
)
def test_a_role_that_cannot_be_granted_says_why(api, sent, field, code):
    response = api("secretary").post("clubs/harbour/roles/", sent)
    assert response.status_code == 400
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == (field, code)


@pytest.mark.parametrize("path", ["clubs/hillside/roles/", "federations/north/roles/"])
def test_a_role_on_something_out_of_reach_is_refused(api, path):
    sent = {"email": "stranger@example.org", "role": "director"}
    assert api("secretary").post(path, sent).status_code == 403


def test_revoking_takes_the_role_off_the_list_and_keeps_the_reason(api, cast):
    secretary = api("secretary")
    grant = cast.scorer.role_grants.get()
    assert secretary.delete(f"clubs/harbour/roles/{grant.pk}/?reason=Moved+away").status_code == 204
    assert secretary.get("clubs/harbour/roles/?role=scorer").json()["count"] == 0
    assert AuditEntry.objects.get(act="role.revoke").reason == "Moved away"
    assert secretary.delete(f"clubs/harbour/roles/{grant.pk}/").status_code == 404


def test_a_reason_too_long_for_the_audit_is_refused(api, cast):
    grant = cast.scorer.role_grants.get()
    response = api("secretary").delete(f"clubs/harbour/roles/{grant.pk}/?reason={'x' * 301}")
    assert response.status_code == 400
    assert RoleGrant.objects.get(pk=grant.pk).revoked_at is None


def regulation(api, path):
    held = api("").get(path).json()
    return held["value"], held["source"] and held["source"]["slug"], held["is_own"]


def test_a_regulation_shows_where_its_value_came_from(api, cast, system):
    path = "clubs/harbour/regulations/period.appeal/"
    assert regulation(api, path) == (30, None, False)
    set_regulation(actor=system, body=cast.north, key="period.appeal", value=45)
    assert regulation(api, path) == (45, "north", False)
    assert api("secretary").put(path, {"value": 60}).json()["shown"] == "1 hour"
    assert regulation(api, path) == (60, "harbour", True)
    assert api("secretary").delete(path).status_code == 204
    assert regulation(api, path) == (45, "north", False)


def test_what_a_patch_leaves_out_stays(api):
    path = "federations/north/regulations/period.appeal/"
    officer = api("north_officer")
    officer.put(path, {"value": 45, "locked": True})
    assert officer.patch(path, {"value": 50}).json()["binding"] is True
    assert officer.patch(path, {"locked": False}).json()["value"] == 50
    assert officer.put(path, {"value": 50}).json()["binding"] is False


def test_a_binding_regulation_is_not_overridden(api, cast, system):
    set_regulation(actor=system, body=cast.north, key="period.appeal", value=45, locked=True)
    response = api("secretary").put("clubs/harbour/regulations/period.appeal/", {"value": 60})
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == ("value", "binding")
    assert "Ask its officers" in error["message"]


@pytest.mark.parametrize("value", ["²", "9" * 5000, -1, 1.5, True, None, [], {}, ["committee"], 10**30, "1e5"])
@pytest.mark.parametrize("key", ["period.appeal", "appeals.deposit", "appeals.adjudicator", "laws.edition"])
def test_a_value_of_the_wrong_kind_is_refused_in_words(api, key, value):
    if (key, value) == ("appeals.deposit", 1.5):
        pytest.skip("a deposit may be one and a half")
    response = api("secretary").put(f"clubs/harbour/regulations/{key}/", {"value": value})
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "value"


@pytest.mark.parametrize("value", ["1e-999999", "1E+999999999", "0." + "1" * 30, "NaN", "Infinity"])
def test_a_number_without_end_is_refused(api, value):
    assert api("secretary").put("clubs/harbour/regulations/appeals.deposit/", {"value": value}).status_code == 400


def test_there_is_no_regulation_by_another_name(api):
    assert api("secretary").put("clubs/harbour/regulations/period.tea/", {"value": 5}).status_code == 404


def test_the_audit_names_who_did_what(api, cast):
    api("secretary").patch("clubs/harbour/", {"venue": "Upstairs"})
    newest = api("recorder").get("clubs/harbour/audit/").json()["results"][0]
    assert (newest["act"], newest["user_id"]) == ("club.change", cast.secretary.pk)
    assert (newest["user_name"], newest["acted_as"]) == ("Secretary Tenace", "secretary")
    assert newest["after"] == {"venue": "Upstairs"}


def test_the_audit_is_read_only(api):
    assert api("operator").post("clubs/harbour/audit/", {}).status_code == 405


def test_a_check_of_the_audit_is_asked_for_once(api, cast):
    first = api("recorder").post("clubs/harbour/jobs/check-audit/")
    assert (first.status_code, first.json()["state"]) == (202, "waiting")
    again = api("secretary").post("clubs/harbour/jobs/check-audit/")
    assert again.json()["id"] == first.json()["id"]
    assert api("secretary").get(again["Location"]).json()["title"] == "Check of the audit"


def test_a_failed_job_gets_another_go(api, cast, system):
    job = Job.objects.create(
        kind="audit.verify", queue="long", state="failed", club=cast.harbour, asked_at=system.at, run_after=system.at
    )
    secretary = api("secretary")
    assert secretary.get("clubs/harbour/jobs/?state=failed").json()["count"] == 1
    assert secretary.post(f"clubs/harbour/jobs/{job.pk}/retry/").json()["state"] == "waiting"
    assert secretary.get("clubs/harbour/jobs/?state=failed").json()["count"] == 0
    assert api("operator").get(f"clubs/hillside/jobs/{job.pk}/").status_code == 404
