"""Side by side: the file of another program against the same evening as it was scored here."""

from __future__ import annotations

import pytest
from django.test import Client

from events.models import Session
from exchange.selectors.side_by_side import Pair, compare_with_file
from scoring.interchange.files import read
from scoring.services.imports import import_results
from tests.cast import Cast
from tests.exchange.files import evening, upload
from tests.scoring.golden import needs_golden, path

pytestmark = pytest.mark.django_db


def scored_here(cast: Cast, text: str) -> Session:
    from scoring.interchange.files import parse

    document = parse(text.encode())
    return import_results(actor=cast.actor("secretary"), club=cast.harbour, document=document).sessions[0]


def test_the_same_file_says_the_same_on_every_line(cast: Cast) -> None:
    session = scored_here(cast, evening())
    compared = compare_with_file(cast.actor("secretary"), session, evening().encode(), "evening.xml")
    assert (compared.same, compared.differing) == (4, [])


def test_another_score_and_a_missing_line_are_found(cast: Cast) -> None:
    session = scored_here(cast, evening())
    other = evening(score=450).replace("<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>", "<NS_PAIR_NUMBER>9</NS_PAIR_NUMBER>", 1)
    compared = compare_with_file(cast.actor("secretary"), session, other.encode(), "evening.xml")
    changed, *others = compared.differing
    assert (changed.board, changed.ns, changed.score) == ("1", "1", Pair("450", "420"))
    assert [(line.ns, line.is_here, line.is_there) for line in others] == [("3", True, False), ("9", False, True)]


@needs_golden
def test_a_real_evening_with_its_published_figures(cast: Cast) -> None:
    file = path("compscore-howell.xml")
    made = import_results(
        actor=cast.actor("secretary"), club=cast.harbour, document=read(file), profile="compscore"
    ).sessions[0]
    compared = compare_with_file(cast.actor("secretary"), made, file.read_bytes(), file.name)
    assert compared.differing == []
    assert not [row for row in compared.standings if row.differs]
    assert all(row.percent.there for row in compared.standings)


@pytest.mark.parametrize(
    ("there", "here", "differs"),
    [
        ("55.4", "55.38", False),
        ("55.5", "55.38", True),
        ("3=", "3", False),
        ("", "7", False),
        ("12,50", "12.50", False),
    ],
)
def test_figures_are_compared_as_far_as_both_have_decimals(there: str, here: str, differs: bool) -> None:
    assert Pair(there, here).differs is differs


def test_on_the_page(cast: Cast, as_secretary: Client) -> None:
    session = scored_here(cast, evening())
    place = f"/clubs/harbour/sessions/{session.pk}/results/beside/"
    assert place in as_secretary.get(f"/clubs/harbour/sessions/{session.pk}/results/").content.decode()
    page = as_secretary.post(place, {"file": upload(evening(score=450))}).content.decode()
    assert "450 in the file, 420 here" in page
    refused = as_secretary.post(place, {"file": upload("Dear members", "letter.txt")})
    assert refused.status_code == 422
    as_secretary.force_login(cast.member)
    assert as_secretary.get(place).status_code == 403
