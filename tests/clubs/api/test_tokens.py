"""Keys for programs: made and revoked by people, seen once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import ApiToken
from tests.clubs.api.conftest import Api

pytestmark = pytest.mark.usefixtures("documented_answers")


def wanted(**changes):
    month = (timezone.now() + timedelta(days=30)).isoformat()
    return {"name": "Results to our website", "scopes": ["read"], "expires_at": month} | changes


def test_the_secret_is_in_the_answer_once_and_works(api):
    me = api("member").confirm()
    made = me.post("tokens/", wanted())
    assert made.status_code == 201
    assert Api(token=made.json()["secret"]).get("me/").json()["scopes"] == ["read"]
    [listed] = me.get("tokens/").json()["results"]
    assert "secret" not in listed
    assert made.json()["secret"].startswith(listed["prefix"] + ".")


def test_making_a_token_asks_for_the_password_again(api):
    response = api("member").post("tokens/", wanted())
    assert response.status_code == 403
    assert "password again" in response.json()["detail"]
    assert not ApiToken.objects.exists()


def test_a_token_is_not_made_with_a_token(with_token):
    program = with_token("member")
    assert program.post("tokens/", wanted()).status_code == 403
    assert program.get("tokens/").status_code == 403


def test_a_token_is_not_revoked_with_a_token(with_token):
    program = with_token("member")
    token = ApiToken.objects.get()
    assert program.delete(f"tokens/{token.pk}/").status_code == 403


def test_a_revoked_token_stays_on_the_list(api, token_of):
    token, text = token_of("member")
    me = api("member")
    assert me.delete(f"tokens/{token.pk}/").status_code == 204
    assert me.get("tokens/").json()["results"][0]["revoked_at"]
    assert Api(token=text).get("me/").status_code == 401


def test_nobody_sees_or_revokes_anothers_token(api, token_of):
    token, _text = token_of("member")
    assert api("secretary").get("tokens/").json()["count"] == 0
    assert api("secretary").delete(f"tokens/{token.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"scopes": []}, "scopes", "Choose at least one scope"),
        ({"scopes": ["everything"]}, "scopes", "Choose one of: read, club"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at", "within the next year"),
        ({"expires_at": "2999-01-01T00:00:00Z"}, "expires_at", "within the next year"),
        ({"name": " "}, "name", "Write something here"),
        ({"nmae": "x"}, "nmae", "There is no such field"),
    ],
)
def test_what_is_wrong_is_said_by_field(api, change, field, words):
    response = api("member").confirm().post("tokens/", wanted(**change))
    assert response.status_code == 400
    [error] = response.json()["errors"]
    assert error["field"] == field
    assert words in error["message"]
