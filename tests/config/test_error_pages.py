"""Every refusal says what happened and what to do, in the product's look."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import path

from config.urls import handler500
from config.urls import urlpatterns as real_patterns
from core.error_pages import server_error


def fail(request: HttpRequest, how: str) -> None:
    raise {"500": RuntimeError, "400": SuspiciousOperation, "403": PermissionDenied}[how]


urlpatterns = [*real_patterns, path("fail/<str:how>/", fail)]
__all__ = ["handler500", "urlpatterns"]


@pytest.fixture
def failing(settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("400", "We could not read what your browser sent"),
        ("403", "Your role does not allow this here"),
        ("500", "Something went wrong on our side"),
    ],
)
def test_a_failing_page_answers_in_words(failing, db, how, sentence):
    response = failing.get(f"/fail/{how}/")
    assert response.status_code == int(how)
    assert sentence in response.content.decode()
    assert "tenace.css" in response.content.decode()


def test_the_500_page_needs_no_database_and_names_the_request(failing):
    """No `db` fixture: a query here would fail the test."""
    response = failing.get("/fail/500/", headers={"X-Request-Id": "request-12345"})
    assert response.status_code == 500
    assert "request-12345" in response.content.decode()


def test_without_templates_a_bare_sentence_remains(rf, settings):
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
    response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert b"Wait a moment" in response.content


def test_a_missing_page_offers_ways_on(client, db):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    text = response.content.decode()
    assert "We cannot find that page" in text
    assert "/account/login/?next=/nowhere/" in text


def test_a_stale_form_is_explained(cast):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/account/login/", {"login": "a@example.org", "password": "x"})
    assert response.status_code == 403
    assert "Please send it again" in response.content.decode()


def test_an_upload_over_the_limit_is_refused_with_the_limit(client, settings):
    settings.UPLOAD_LIMIT = 3_000_000
    response = client.post("/", data=b"x", content_type="text/plain", headers={"Content-Length": "4000000"})
    assert response.status_code == 413
    assert "up to 3 MB" in response.content.decode()


def test_too_many_attempts_are_stopped_with_a_sentence(client, db, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    for _attempt in range(2):
        response = client.get("/account/signup/")
        response = client.post("/account/signup/", {})
    assert response.status_code == 429
    assert "Too many attempts in a short time" in response.content.decode()


@pytest.mark.parametrize(
    ("sentence", "status"),
    [
        ("database is locked", 503),
        ("database or disk is full", 503),
        ("no such table: clubs_club", 500),
    ],
)
def test_a_database_that_cannot_answer_now_asks_for_patience(failing, monkeypatch, sentence, status):
    def refuse(request: HttpRequest, how: str) -> None:
        raise OperationalError(sentence)

    monkeypatch.setattr(urlpatterns[-1], "callback", refuse)
    page = failing.get("/fail/500/", headers={"Accept": "text/html"})
    assert page.status_code == status
    assert page.headers.get("Retry-After") == ("5" if status == 503 else None)
    if status == 503:
        assert "Wait a moment" in page.content.decode()
        assert "does not answer" in failing.get("/fail/500/").json()["sentence"]
