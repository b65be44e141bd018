"""A program that did not hear the answer sends its request again: it is carried out once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import AuditEntry, Club, IdempotencyKey
from jobs.services import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]
CLUB = {"name": "Lighthouse", "slug": "lighthouse", "federation": "north"}
ANOTHER = CLUB | {"name": "Beacon", "slug": "beacon"}


def test_the_same_request_with_the_same_key_is_carried_out_once_and_answered_alike(api) -> None:
    officer = api("officer")
    first = officer.post("clubs/", CLUB, Idempotency_Key="a-1")
    entries = AuditEntry.objects.count()
    again = officer.post("clubs/", CLUB, Idempotency_Key="a-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again["Location"] == first["Location"] == "/api/v1/clubs/lighthouse/"
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert AuditEntry.objects.count() == entries


def test_without_a_key_the_second_is_judged_by_itself(api) -> None:
    officer = api("officer")
    assert officer.post("clubs/", CLUB).status_code == 201
    assert officer.post("clubs/", CLUB).status_code == 400


@pytest.mark.parametrize("method", ["PATCH", "PUT", "DELETE"])
def test_whatever_changes_something_may_carry_a_key(api, method) -> None:
    secretary = api("secretary")
    path = {"PATCH": "clubs/harbour/"}.get(method, "clubs/harbour/regulations/period.appeal/")
    sent = {"PATCH": ({"venue": "Upstairs"},), "PUT": ({"value": 45},), "DELETE": ()}[method]
    if method == "DELETE":
        secretary.put(path, {"value": 45})
    first = secretary.call(method, path, *sent, Idempotency_Key="b-1")
    again = secretary.call(method, path, *sent, Idempotency_Key="b-1")
    assert first.status_code == again.status_code < 300
    assert again.content == first.content
    assert again.get("ETag") == first.get("ETag")
    assert again["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize("changed", ["body", "address", "version", "method"])
def test_a_key_that_came_with_another_request_is_refused(api, changed) -> None:
    secretary = api("secretary")
    assert secretary.patch("clubs/harbour/", {"venue": "Upstairs"}, Idempotency_Key="c-1").status_code == 200
    calls = {
        "body": lambda: secretary.patch("clubs/harbour/", {"venue": "Downstairs"}, Idempotency_Key="c-1"),
        "address": lambda: secretary.patch("memberships/1/", {"venue": "Upstairs"}, Idempotency_Key="c-1"),
        "version": lambda: secretary.patch(
            "clubs/harbour/", {"venue": "Upstairs"}, Idempotency_Key="c-1", If_Match='"9-x"'
        ),
        "method": lambda: secretary.post("clubs/harbour/memberships/", {"venue": "Upstairs"}, Idempotency_Key="c-1"),
    }
    answer = calls[changed]()
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:tenace:problem:key-reused"
    assert "Use a new one for each request" in answer.json()["detail"]
    assert Club.objects.get(slug="harbour").venue == "Upstairs"


def test_two_people_may_choose_the_same_key(api) -> None:
    assert api("officer").post("clubs/", CLUB, Idempotency_Key="1").status_code == 201
    assert api("north_officer").post("clubs/", ANOTHER, Idempotency_Key="1").status_code == 201


def test_a_token_and_the_browser_of_one_person_are_one_sender(api, with_token) -> None:
    first = api("officer").post("clubs/", CLUB, Idempotency_Key="1")
    assert with_token("officer").post("clubs/", CLUB, Idempotency_Key="1").json() == first.json()


def test_a_refusal_is_not_kept_so_that_it_can_be_put_right(api) -> None:
    officer = api("officer")
    assert officer.post("clubs/", CLUB | {"federation": "atlantis"}, Idempotency_Key="d-1").status_code == 400
    assert api("member").post("clubs/", CLUB, Idempotency_Key="d-1").status_code == 403
    assert not IdempotencyKey.objects.exists()
    assert officer.post("clubs/", CLUB, Idempotency_Key="d-1").status_code == 201


def test_a_stranger_is_asked_to_sign_in_and_nothing_is_kept(api) -> None:
    assert api("").post("clubs/", CLUB, Idempotency_Key="e-1").status_code == 401
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("key", ["", "two words", "ä", "x" * 256])
def test_a_key_of_an_impossible_shape_is_refused(api, key) -> None:
    answer = api("officer").post("clubs/", CLUB, Idempotency_Key=key)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["Idempotency-Key"]
    assert not Club.objects.filter(slug="lighthouse").exists()


def test_reading_needs_no_key_and_minds_none(api) -> None:
    assert api("officer").get("clubs/", Idempotency_Key="f-1").status_code == 200
    assert not IdempotencyKey.objects.exists()


def test_the_secret_of_a_token_is_not_kept_with_its_answer(api) -> None:
    secretary = api("secretary").confirm()
    ends = (timezone.now() + timedelta(days=9)).isoformat()
    sent = {"name": "A spreadsheet", "scopes": ["read"], "expires_at": ends}
    made = secretary.post("tokens/", sent, Idempotency_Key="g-1")
    again = secretary.post("tokens/", sent, Idempotency_Key="g-1")
    assert (made.status_code, again.status_code) == (201, 409)
    assert again.json()["type"] == "urn:tenace:problem:answered-before"
    assert made.json()["secret"] not in "".join(IdempotencyKey.objects.values_list("body", flat=True))


def test_after_a_day_a_key_is_free_again_and_its_answer_is_gone(api) -> None:
    officer = api("officer")
    officer.post("clubs/", CLUB, Idempotency_Key="h-1")
    late = timezone.now() - timedelta(seconds=1)
    IdempotencyKey.objects.update(expires_at=late)
    assert officer.post("clubs/", ANOTHER, Idempotency_Key="h-1").status_code == 201
    IdempotencyKey.objects.update(expires_at=late)
    sweep("long")
    assert not IdempotencyKey.objects.exists()


def test_a_key_is_kept_for_a_day(api) -> None:
    api("officer").post("clubs/", CLUB, Idempotency_Key="i-1")
    left = IdempotencyKey.objects.get().expires_at - timezone.now()
    assert timedelta(hours=23) < left <= timedelta(hours=24)
