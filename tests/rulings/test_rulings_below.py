"""A federation's officers read all rulings of the clubs below it, print them and take them with them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Session
from rulings.models import Ruling
from rulings.selectors.below import RulingsQuery, rulings_below
from tests.cast import Cast
from tests.rulings.night import due, given, in_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    return given(cast, due(in_play(cast)))


def over(ruling: Ruling) -> None:
    Session.objects.filter(pk=ruling.session_id).update(state="finished")


def test_only_once_the_session_is_over_and_only_above_the_club(cast: Cast, ruling: Ruling) -> None:
    assert not rulings_below(cast.nation), "somebody may have the board yet to play"
    over(ruling)
    assert list(rulings_below(cast.nation)) == [ruling] == list(rulings_below(cast.north))
    assert not rulings_below(cast.south)


def test_found_by_law_club_and_day(cast: Cast, ruling: Ruling) -> None:
    over(ruling)
    assert list(rulings_below(cast.north, RulingsQuery("harbour 27B"))) == [ruling]
    assert not rulings_below(cast.north, RulingsQuery("hillside"))
    day = cast.north.day(ruling.given_at) if ruling.given_at else None
    assert list(rulings_below(cast.north, RulingsQuery(since=day, until=day))) == [ruling]


def test_printed_and_as_a_file(cast: Cast, ruling: Ruling, client: Client) -> None:
    over(ruling)
    client.force_login(cast.north_officer)
    where = {"slug": "north"}
    assert ruling.title in client.get(reverse("federation-rulings", kwargs=where)).content.decode()
    sheet = b"".join(client.get(reverse("federation-export-rulings", kwargs=where))).decode()  # type: ignore[call-overload]
    assert "Harbour Bridge Club" in sheet
    assert client.get(reverse("federation-print-rulings", kwargs=where)).content.startswith(b"%PDF")
