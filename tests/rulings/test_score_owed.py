"""A ruling that adjusts the score and was given without one owes it until it is in or is said to be none."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from events.models import Play, Session
from rulings.models import Reminder, Ruling
from rulings.models.restrictions import SCORE_OWED
from rulings.selectors.reach import director_reach
from rulings.selectors.restrictions import due_reminders, owed_scores
from rulings.services.cases import decide_reminder
from rulings.services.giving import amend, give, withdraw
from rulings.services.restrictions import settle_reminder
from scoring.engine.sheet import AVERAGE
from scoring.pending import pending_on_boards
from scoring.result_input import ResultInput
from scoring.services.adjusting import adjust
from scoring.services.results import set_result
from tests.cast import Cast
from tests.rulings.night import FOUNDED, begin, due

pytestmark = pytest.mark.django_db
DAMAGE = {"basis": "23C", "could12": "y", "many": "n", "sewog": "n"}


@pytest.fixture
def play(session: Session, cast: Cast) -> Play:
    play = due(session)
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S-1 N"))
    return play


def ruled_without_score(cast: Cast, play: Play, **fields: Any) -> Ruling:
    return give(actor=cast.actor("director"), ruling=begin(cast, play, "L12B", DAMAGE), **fields)


def owed(cast: Cast, session: Session) -> list[int]:
    return [one.ruling.pk for one in owed_scores(session, director_reach(cast.actor("director"), session))]


def subject_to(session: Session) -> list[str]:
    return [str(one.sentence) for one in pending_on_boards(session)]


def test_it_is_owed_and_the_results_are_subject_to_it(cast: Cast, session: Session, play: Play) -> None:
    ruling = ruled_without_score(cast, play)
    assert owed(cast, session) == [ruling.pk]
    assert subject_to(session) == [f"Board {play.board}: the adjusted score of ruling {ruling.pk} is owed."]
    assert due_reminders(session, director_reach(cast.actor("director"), session)) == []


def test_nothing_is_owed_where_the_score_is_given_with_it_or_is_not_adjusted(
    cast: Cast, session: Session, play: Play
) -> None:
    ruled_without_score(cast, play, score_ns="4S= N", law_refs=["23C"], **FOUNDED)
    other = due(session, 1)
    give(actor=cast.actor("director"), ruling=begin(cast, other, "L12B", {"basis": "23C", "could12": "n"}))
    give(actor=cast.actor("director"), ruling=begin(cast, due(session, 2)))
    assert owed(cast, session) == []
    assert subject_to(session) == []


def test_the_score_settles_it_and_taking_the_score_away_brings_it_back(
    cast: Cast, session: Session, play: Play
) -> None:
    actor = cast.actor("director")
    ruling = ruled_without_score(cast, play)
    scored = amend(actor=actor, ruling=ruling, reason="The score", score_ns="4S= N", law_refs=["23C"], **FOUNDED)
    assert owed(cast, session) == []
    assert subject_to(session) == []
    amend(actor=actor, ruling=scored, reason="Not that one", score_ns="")
    assert owed(cast, session) == [ruling.pk]


def test_a_score_given_at_the_desk_is_in(cast: Cast, session: Session, play: Play) -> None:
    ruled_without_score(cast, play)
    adjust(actor=cast.actor("director"), play=play, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2")
    assert owed(cast, session) == []
    assert subject_to(session) == []


def test_the_director_says_that_none_is(cast: Cast, session: Session, play: Play, client: Client) -> None:
    ruling = ruled_without_score(cast, play)
    reminder = Reminder.objects.select_related("ruling__session__event__club__federation").get(check_code=SCORE_OWED)
    with pytest.raises(ValidationError, match="no question"):
        decide_reminder(actor=cast.actor("director"), reminder=reminder)
    settle_reminder(actor=cast.actor("director"), reminder=reminder, answer="The table result was the likely one.")
    assert owed(cast, session) == []
    assert subject_to(session) == []
    client.force_login(cast.director)
    page = client.get(ruling.get_absolute_url()).content.decode()
    assert "No score was adjusted: The table result was the likely one." in page


def test_a_ruling_withdrawn_owes_nothing(cast: Cast, session: Session, play: Play) -> None:
    ruling = ruled_without_score(cast, play)
    withdraw(actor=cast.actor("director"), ruling=ruling, reason="Wrong table")
    assert owed(cast, session) == []


def test_the_pages_say_so_and_do_not_say_that_the_score_is_adjusted(
    cast: Cast, session: Session, play: Play, client: Client
) -> None:
    begun = begin(cast, play, "L12B", DAMAGE)
    client.force_login(cast.director)
    rulings = f"/clubs/harbour/sessions/{session.pk}/rulings/"
    assistant = client.get(f"{rulings}{begun.pk}/assistant/").content.decode()
    main = assistant.index("Write it up and adjust the score")
    assert 'class="button button--primary button--wide"' in assistant[:main]
    assert main < assistant.index("Rule so; the score comes later")
    page = client.post(
        f"{rulings}{begun.pk}/assistant/", {"act": "give", "version": begun.version, "seen": ""}, follow=True
    ).content.decode()
    assert "A score is owed" in page
    assert "the score is adjusted" not in page.lower()
    for address in (rulings, f"/clubs/harbour/sessions/{session.pk}/desk/"):
        shown = client.get(address).content.decode()
        assert "A score is owed" in shown
        assert f"{rulings}{begun.pk}/write/#score" in shown


def test_the_question_it_decides_does_not_say_that_the_score_is_adjusted(
    cast: Cast, session: Session, play: Play
) -> None:
    first = give(actor=cast.actor("director"), ruling=begin(cast, due(session, 1)))
    reminder = Reminder.objects.filter(ruling=first).first()
    assert reminder is not None
    ruling = begin(cast, play, "L12B", DAMAGE)
    Reminder.objects.filter(pk=reminder.pk).update(decided_by=ruling)
    give(actor=cast.actor("director"), ruling=ruling)
    reminder.refresh_from_db()
    assert reminder.answer == f"Ruling {ruling.pk}: the score is to be adjusted."
