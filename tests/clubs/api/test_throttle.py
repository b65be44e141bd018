"""How often one may ask."""

import pytest

from core.api.throttles import AddressThrottle, UserThrottle
from tests.clubs.api.conftest import Api


@pytest.fixture(autouse=True)
def _three_a_minute(monkeypatch):
    for throttle in (AddressThrottle, UserThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"anon": "3/min", "user": "3/min"})


def spend(api):
    assert [api.get("clubs/").status_code for _ in range(3)] == [200, 200, 200]


def test_the_fourth_request_in_a_minute_is_told_how_long_to_wait(api):
    stranger = api("")
    spend(stranger)
    response = stranger.get("clubs/")
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 60
    assert response.json()["type"] == "urn:tenace:problem:throttled"
    assert "then try again" in response.json()["detail"]


def test_users_are_counted_one_by_one(api):
    spend(api("member"))
    assert api("member").get("clubs/").status_code == 429
    assert api("secretary").get("clubs/").status_code == 200
    assert api("").get("clubs/").status_code == 200


def test_a_session_and_a_token_of_one_person_count_together(api, with_token):
    spend(with_token("member"))
    assert api("member").get("clubs/").status_code == 429


def test_wrong_tokens_count_against_the_address(api):
    guess = Api(token="tn_00000000." + "x" * 43)
    assert [guess.get("clubs/").status_code for _ in range(4)] == [401, 401, 401, 429]


def test_a_forged_forwarded_address_does_not_help(api):
    stranger = api("")
    codes = [stranger.get("clubs/", X_Forwarded_For=f"192.0.2.{n}").status_code for n in range(4)]
    assert codes == [200, 200, 200, 429]


def test_behind_a_trusted_proxy_each_address_counts(api, settings):
    settings.TRUST_PROXY = True
    stranger = api("")
    codes = [stranger.get("clubs/", X_Forwarded_For=f"192.0.2.{n}").status_code for n in range(4)]
    assert codes == [200] * 4


def test_unknown_addresses_count_too(api):
    stranger = api("")
    assert [stranger.get("nowhere/").status_code for _ in range(4)] == [404, 404, 404, 429]
