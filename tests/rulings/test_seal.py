"""A ruling's page shows the hands of its board only to those who may see them now (Law 16D)."""

from __future__ import annotations

import pytest

from rulings.models import Ruling
from tests.cast import Cast
from tests.events.crawl import Answer
from tests.events.test_seal_crawl import found_in, make_evening

pytestmark = pytest.mark.django_db


def test_hands_are_sealed_on_the_pages_of_a_ruling_until_somebody_may_see_them(cast: Cast) -> None:
    evening = make_evening(cast)
    ruling = Ruling.objects.get()
    pages = f"/clubs/harbour/sessions/{ruling.session_id}/rulings/"
    api = f"/api/v1/sessions/{ruling.session_id}/rulings/"
    addresses = [pages, f"{pages}{ruling.pk}/", f"{pages}{ruling.pk}/write/", api, f"{api}{ruling.pk}/"]

    def shown(persona: str) -> dict[str, bool]:
        client = evening.client(persona)
        found = {}
        for path in addresses:
            got = client.get(path)
            answer = Answer(path, got.status_code, got.get("Content-Type", ""), got.content)
            found[path] = bool(found_in(answer, evening.sealed))
        return found

    for persona in ("director", "secretary", "chair", "member", "playing_director", "playing_secretary"):
        assert not any(shown(persona).values()), persona
    opened = shown("opener")
    assert opened[f"{pages}{ruling.pk}/"]
    assert opened[f"{pages}{ruling.pk}/write/"]
    assert not opened[pages]
