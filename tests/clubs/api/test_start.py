"""The first address of the API says where to go on."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]


def test_the_first_address_names_the_schema_the_pages_and_what_can_be_read_at_once(api) -> None:
    answer = api("").get("")
    assert answer.status_code == 200
    found = answer.json()
    assert (found["schema"], found["docs"]) == ("/api/schema/", "/api/docs/")
    assert {"/api/v1/clubs/", "/api/v1/federations/", "/api/v1/laws/", "/api/v1/me/"} <= set(found["addresses"])
    assert "/api/v1/" not in found["addresses"]
    for address in found["addresses"]:
        assert api("officer").get(address).status_code == 200, address
