"""The desk's standings say of every tie how it was broken, or why it was not."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Event, Play, Session
from scoring.models import Standing
from scoring.result_input import ResultInput
from scoring.selectors.tie_words import tie_reasons
from scoring.services.imports import score_now
from scoring.services.results import set_result
from tests.cast import Cast
from tests.events.evening import EVENING, make_session

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("noted", "is_tied", "rules", "words"),
    [
        ([], False, [], []),
        ([], True, [], []),
        (["lot: 2"], False, ["lot"], ["Decided by lot."]),
        (
            ["head-to-head: 3"],
            True,
            ["head-to-head"],
            ["Result between the tied: 3", "Still equal: no tie-break of the conditions separates them."],
        ),
    ],
)
def test_a_tie_has_its_reason(noted: list[str], is_tied: bool, rules: list[str], words: list[str]) -> None:
    assert tie_reasons(noted, is_tied=is_tied, rules=rules) == words


def desk(cast: Cast, client: Client, tie_breaks: list[str]) -> tuple[Session, str]:
    """Two tables with the same result: two and two are equal."""
    session = make_session(cast.harbour, 8)
    Event.objects.filter(pk=session.event_id).update(tie_breaks=tie_breaks)
    board = Play.objects.filter(section__session=session, round=1).order_by("board")[0].board
    for play in Play.objects.filter(section__session=session, board=board).select_related("section")[:2]:
        set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S= N"))
    score_now(session=session, at=EVENING)
    client.force_login(cast.director)
    where = {"slug": "harbour", "session_id": session.pk}
    return session, " ".join(client.get(reverse("club-session-desk", kwargs=where)).content.decode().split())


def test_the_desk_says_that_the_conditions_break_no_ties(cast: Cast, client: Client) -> None:
    _session, text = desk(cast, client, [])
    assert Standing.objects.filter(tied=True).exists()
    assert text.count("the conditions of contest break no ties.") == 1


def test_the_desk_says_how_a_tie_was_broken(cast: Cast, client: Client) -> None:
    _session, text = desk(cast, client, ["lot"])
    assert not Standing.objects.filter(tied=True).exists()
    assert "Decided by lot." in text
    assert "break no ties" not in text
