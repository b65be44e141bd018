"""Every refusal is a problem document that says what happened and what to do."""

import pytest
from django.db import IntegrityError
from django.db.models import ProtectedError
from django.test import Client

from core.errors import Conflict


def problem(response, status, code):
    """The document, after checking what all of them have in common."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    said = response.json()
    assert said["type"] == f"urn:tenace:problem:{code}"
    assert said["status"] == status
    assert said["title"]
    assert said["detail"]
    assert said["instance"] == response["X-Request-Id"]
    return said


@pytest.fixture
def breaking(monkeypatch):
    """Let changing a club fail in a given way."""

    def arrange(error):
        def fail(**_: object):
            raise error

        monkeypatch.setattr("clubs.api.views.bodies.change_club", fail)

    return arrange


def test_bad_input_names_the_field_the_remedy_and_a_code(api):
    response = api("secretary").patch("clubs/harbour/", {"timezone": "Riga", "colour": "pink", "website": "x y"})
    said = problem(response, 400, "invalid")
    errors = {error["field"]: error for error in said["errors"]}
    assert errors["timezone"]["message"] == "“Riga” is not a time zone. Write it like Europe/Riga."
    assert errors["colour"]["message"].startswith("Choose one of: pine, navy")
    assert errors["colour"]["code"] == "invalid_choice"
    assert set(errors) == {"timezone", "colour", "website"}


def test_a_service_refuses_by_field_too(api, cast):
    response = api("secretary").post("clubs/harbour/roles/", {"email": cast.stranger.email, "role": "member"})
    said = problem(response, 400, "invalid")
    assert said["errors"][0]["field"] == "role"
    assert said["detail"] == "Members are added under Members, with a number and dates, not as a role."


def test_a_refusal_about_no_field_in_particular_has_an_empty_field(api, cast):
    grant = cast.officer.role_grants.get()
    said = problem(api("officer").delete(f"federations/dummyland/roles/{grant.pk}/"), 400, "invalid")
    assert said["errors"] == [{"field": "", "message": said["detail"], "code": "last_officer"}]


def test_errors_in_nested_input_are_named_by_their_path(api):
    sent = {"new_player": {"display_name": "", "languages": ["x" * 50]}, "starts": "2026-01-01"}
    said = problem(api("secretary").post("clubs/harbour/memberships/", sent), 400, "invalid")
    assert {error["field"] for error in said["errors"]} == {"new_player.display_name", "new_player.languages.0"}


@pytest.mark.parametrize("sent", [[], "text", 7, None])
def test_something_else_than_an_object_is_refused(api, sent):
    said = problem(api("secretary").post("clubs/harbour/memberships/", sent), 400, "invalid")
    assert said["errors"][0]["field"] == ""


def test_a_slip_in_a_fields_name_is_noticed(api):
    said = problem(api("secretary").patch("clubs/harbour/", {"vneue": "Upstairs"}), 400, "invalid")
    assert said["errors"][0]["field"] == "vneue"
    assert "There is no such field. There are: slug, name" in said["detail"]


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"venue": "\\ud800"}', b"[" * 100_000, b'{"venue": NaN}'])
def test_unreadable_json_is_told_apart_from_bad_input(api, body):
    client = api("secretary").client
    response = client.patch("/api/v1/clubs/harbour/", body, content_type="application/json")
    assert "not readable as JSON" in problem(response, 400, "unreadable")["detail"]


@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "no-such-thing"])
def test_the_body_is_utf_8_whatever_its_header_claims(api, charset):
    client = api("secretary").client
    kind = f"application/json; charset={charset}"
    response = client.patch("/api/v1/clubs/harbour/", b'{"venue": "R\xc4\xabga"}', content_type=kind)
    assert response.status_code == 200
    assert response.json()["venue"] == "Rīga"


def test_a_stranger_is_asked_to_sign_in(api):
    response = api("").patch("clubs/harbour/", {"venue": "x"})
    problem(response, 401, "not-authenticated")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_somebody_without_the_right_is_told_whom_to_ask(api):
    said = problem(api("member").patch("clubs/harbour/", {"venue": "x"}), 403, "forbidden")
    assert "Ask the club's secretary" in said["detail"]


def test_a_secretary_without_the_right_is_not_sent_to_the_secretary(api):
    said = problem(api("secretary").patch("federations/north/", {"name": "x"}), 403, "forbidden")
    assert "if that is you, an officer of the federation" in said["detail"]


def test_what_is_not_there_is_not_found(api):
    problem(api("secretary").get("clubs/nowhere/"), 404, "not-found")


@pytest.mark.parametrize("path", ["/api/", "/api/v2/", "/api/v2/clubs/", "/api/v1/clubs/harbour/trumps/"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address_is_a_problem_document_too(api, path, method):
    problem(api("").call(method, path), 404, "not-found")


def test_an_address_without_its_slash_says_so(api):
    assert "end with a slash" in problem(api("").get("clubs"), 404, "not-found")["detail"]


def test_a_method_that_is_not_offered_lists_those_that_are(api):
    response = api("operator").delete("clubs/harbour/")
    problem(response, 405, "method-not-allowed")
    assert "PATCH" in response["Allow"]


def test_only_json_is_answered(api):
    problem(api("").get("clubs/", Accept="application/xml"), 406, "not-acceptable")


def test_only_json_is_read(api):
    client = api("secretary").client
    response = client.patch("/api/v1/clubs/harbour/", b"venue=x", content_type="text/plain")
    problem(response, 415, "unsupported-media-type")


def test_a_conflict_is_409(api, breaking):
    breaking(Conflict())
    problem(api("secretary").patch("clubs/harbour/", {"venue": "x"}), 409, "conflict")


def test_two_who_do_the_same_at_once_get_a_conflict(api, breaking):
    breaking(IntegrityError("unique"))
    problem(api("secretary").patch("clubs/harbour/", {"venue": "x"}), 409, "conflict")


def test_what_others_rest_on_is_in_use(api, breaking):
    breaking(ProtectedError("protected", set()))
    problem(api("secretary").patch("clubs/harbour/", {"venue": "x"}), 409, "in-use")


def test_a_body_over_the_limit_is_too_large(api, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    problem(api("secretary").patch("clubs/harbour/", {"welcome": "x" * 200}), 413, "too-large")


def test_an_upload_over_the_limit_is_refused_before_it_is_read(cast, settings):
    settings.UPLOAD_LIMIT = 100
    response = Client().post("/api/v1/clubs/", b"x" * 200, content_type="application/json")
    problem(response, 413, "too-large")


def test_a_mistake_of_ours_tells_nothing_but_its_number(api, breaking):
    breaking(RuntimeError("the password is in here"))
    secretary = api("secretary")
    secretary.client.raise_request_exception = False
    response = secretary.patch("clubs/harbour/", {"venue": "x"})
    problem(response, 500, "server-error")
    assert "password" not in response.content.decode()


def test_a_mistake_of_ours_reaches_the_log(api, breaking, caplog):
    breaking(RuntimeError("the queen of spades"))
    secretary = api("secretary")
    secretary.client.raise_request_exception = False
    secretary.patch("clubs/harbour/", {"venue": "x"})
    assert "the queen of spades" in caplog.text
