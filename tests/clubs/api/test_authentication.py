"""Who gets in, and what those are told who do not."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, AuditEntry
from clubs.services.tokens import revoke_token
from tests.clubs.api.conftest import Api


def refused(response, code):
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")
    problem = response.json()
    assert problem["type"] == f"urn:tenace:problem:{code}"
    return problem["detail"]


def test_without_a_token_one_is_asked_to_sign_in(api):
    assert "Sign in" in refused(api("").get("me/"), "not-authenticated")


def test_a_token_says_who_its_user_is(cast, with_token):
    me = with_token("secretary", "read").get("me/").json()
    assert me["user"]["email"] == cast.secretary.email
    assert me["player"]["id"] == cast.secretary.player.pk
    assert [role["role"] for role in me["roles"]] == ["secretary"]
    assert me["roles"][0]["body"] == {"kind": "club", "slug": "harbour", "name": "Harbour Bridge Club"}
    assert me["scopes"] == ["read"]


def test_a_session_is_not_narrowed_to_scopes(api):
    assert api("member").get("me/").json()["scopes"] is None


@pytest.mark.parametrize("text", ["tn_00000000." + "x" * 43, "nonsense", "tn_", "tn_\xe9", ""])
def test_a_foreign_token_is_not_known(cast, text):
    assert "not known here" in refused(Api(token=text or " ").get("clubs/"), "token-unknown")


def test_the_right_prefix_with_another_secret_is_not_known(token_of):
    token, _secret = token_of("secretary")
    refused(Api(token=f"{token.prefix}.{'x' * 43}").get("me/"), "token-unknown")


def test_an_expired_token_says_so(token_of):
    token, text = token_of("secretary")
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "has expired. Make a new one" in refused(Api(token=text).get("me/"), "token-expired")


def test_a_revoked_token_says_so(cast, token_of):
    token, text = token_of("secretary")
    revoke_token(actor=cast.actor("secretary"), token=token)
    assert "has been revoked. Make a new one" in refused(Api(token=text).get("me/"), "token-revoked")


def test_the_token_of_a_closed_account_is_refused(cast, token_of):
    _token, text = token_of("secretary")
    cast.secretary.is_active = False
    cast.secretary.save()
    assert "may not sign in" in refused(Api(token=text).get("me/"), "account-closed")


def test_a_demo_account_gets_in_only_while_the_demo_is_on(cast, token_of, settings):
    _token, text = token_of("secretary")
    cast.secretary.is_demo = True
    cast.secretary.save()
    refused(Api(token=text).get("me/"), "account-closed")
    settings.DEMO = True
    assert Api(token=text).get("me/").status_code == 200


def test_a_token_within_its_scopes_may_do_what_its_user_may(cast, with_token):
    response = with_token("secretary", "club").patch("clubs/harbour/", {"venue": "The old customs house"})
    assert response.status_code == 200
    entry = AuditEntry.objects.get(act="club.change")
    assert (entry.actor_kind, entry.user_id) == ("token", cast.secretary.pk)
    assert entry.actor_ref.startswith("token:")
    assert entry.request_id == response["X-Request-Id"]


def test_a_token_outside_its_scopes_is_told_which_one_it_lacks(with_token):
    response = with_token("secretary", "read").patch("clubs/harbour/", {"venue": "Elsewhere"})
    assert response.status_code == 403
    assert "lacks the scope “club”" in response.json()["detail"]
    response = with_token("secretary", "club").get("clubs/harbour/memberships/")
    assert response.status_code == 403
    assert "lacks the scope “read”" in response.json()["detail"]


def test_a_token_is_no_more_able_than_its_user(with_token):
    assert with_token("member").patch("clubs/harbour/", {"venue": "Elsewhere"}).status_code == 403


def test_the_operators_token_acts_by_roles_only(api, with_token):
    assert api("operator").patch("clubs/harbour/", {"venue": "Upstairs"}).status_code == 200
    assert with_token("operator").patch("clubs/harbour/", {"venue": "Elsewhere"}).status_code == 403


def test_a_session_needs_the_csrf_token_to_change_something(cast):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.secretary)
    change = {"data": {"venue": "Elsewhere"}, "content_type": "application/json"}
    refusal = browser.patch("/api/v1/clubs/harbour/", **change)
    assert refusal.status_code == 403
    assert "CSRF" in refusal.json()["detail"]
    browser.cookies["csrftoken"] = "a" * 32
    accepted = browser.patch("/api/v1/clubs/harbour/", headers={"X-CSRFToken": "a" * 32}, **change)
    assert accepted.status_code == 200


def test_a_token_needs_no_csrf_token(token_of):
    program = Client(enforce_csrf_checks=True)
    headers = {"Authorization": f"Bearer {token_of('secretary')[1]}"}
    change = {"data": {"venue": "Elsewhere"}, "content_type": "application/json"}
    assert program.patch("/api/v1/clubs/harbour/", headers=headers, **change).status_code == 200


def test_the_last_use_of_a_token_is_remembered(token_of):
    token, text = token_of("member")
    Api(token=text).get("me/")
    token.refresh_from_db()
    assert token.last_used_at is not None
