"""A question that came back is decided question by question, in the tree that can decide it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from core.errors import Forbidden
from events.models import Play, Session
from rulings.laws.tricks import transferred_tricks
from rulings.models import Reminder, Ruling
from rulings.selectors.consultations import consultation
from rulings.services.cases import answer, decide_reminder, discard
from rulings.services.giving import give
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.rulings.night import begin

pytestmark = pytest.mark.django_db
CARD_SEEN = {"over": "y", "foreign": "n", "ended": "n", "called": "n", "seen": "y"}


def card_seen(cast: Cast, play: Play, *, over: bool = True) -> Reminder:
    """Law 13A2: the board is played, and then the Director looks whether the card affected the outcome."""
    give(actor=cast.actor("director"), ruling=begin(cast, play, "L13", CARD_SEEN))
    if over:
        set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S= N"))
    return Reminder.objects.select_related("ruling__session__event__club").get(check_code="13A2")


def decide(cast: Cast, reminder: Reminder, by: str = "director") -> Ruling:
    return decide_reminder(actor=cast.actor(by), reminder=reminder)


def test_it_begins_with_what_is_known_by_then(cast: Cast, play: Play) -> None:
    reminder = card_seen(cast, play)
    second = decide(cast, reminder)
    assert (second.follows, second.play, second.tree) == (reminder.ruling, play, "L12B")
    question = consultation(second).step.question
    assert question is not None
    assert question.id == "dam12"


def test_the_decision_settles_it(cast: Cast, play: Play) -> None:
    reminder = card_seen(cast, play)
    second = answer(actor=cast.actor("director"), ruling=decide(cast, reminder), question="dam12", answer="n")
    give(actor=cast.actor("director"), ruling=second)
    reminder.refresh_from_db()
    assert reminder.settled_at is not None
    assert reminder.answer == f"Ruling {second.pk}: It did no damage: the result stands."


def test_a_draft_thrown_away_leaves_it_open_and_a_second_director_finds_the_first_ones_draft(
    cast: Cast, play: Play
) -> None:
    reminder = card_seen(cast, play)
    second = decide(cast, reminder)
    assert decide(cast, reminder, by="officer") == second
    discard(actor=cast.actor("director"), ruling=second)
    reminder.refresh_from_db()
    assert (reminder.settled_at, reminder.decided_by) == (None, None)
    assert decide(cast, reminder).pk != second.pk


def test_not_before_the_result_nor_when_it_is_settled_nor_by_others(cast: Cast, play: Play) -> None:
    reminder = card_seen(cast, play, over=False)
    with pytest.raises(ValidationError, match="when the result is in"):
        decide(cast, reminder)
    with pytest.raises(Forbidden):
        decide(cast, reminder, by="scorer")
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S= N"))
    Reminder.objects.update(settled_at=play.section.session.starts_at)
    with pytest.raises(ValidationError, match="settled already"):
        decide(cast, reminder)


def test_from_the_page_to_the_question(cast: Cast, session: Session, play: Play, client: Client) -> None:
    reminder = card_seen(cast, play)
    client.force_login(cast.director)
    home = f"/clubs/harbour/sessions/{session.pk}/rulings/"
    assert f"reminders/{reminder.pk}/decide/" in client.get(home).content.decode()
    page = client.post(f"{home}reminders/{reminder.pk}/decide/", follow=True).content.decode()
    assert "Would the outcome have been different without it" in page
    assert "On with the draft" in client.get(home).content.decode()


@pytest.mark.parametrize(
    "facts", [{"hand67": "dum"}, {"suit67": "y", "oswon": "y"}, {"suit67": "n", "oswon": "y"}, {"oswon": "n"}]
)
def test_after_a_defective_trick_only_equity_is_open(cast: Cast, play: Play, facts: dict[str, str]) -> None:
    """Laws 67B1 and 64C: the trick has gone across, or none does; it is not transferred again."""
    given = {"both67": "y", "err67": "omitted", "hand67": "other"} | facts
    give(actor=cast.actor("director"), ruling=begin(cast, play, "L67", given))
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S= N"))
    second = decide(cast, Reminder.objects.select_related("ruling__session__event__club").get(check_code="64C"))
    question = consultation(second).step.question
    assert question is not None
    assert question.id == "equity"
    second = answer(actor=cast.actor("director"), ruling=second, question="equity", answer="n")
    assert consultation(second).step.is_over
    assert transferred_tricks(consultation(second).step.outcomes) == 0


def test_an_answer_given_before_the_question_had_other_words_goes_on(cast: Cast, play: Play) -> None:
    """A draft that was opened for Law 27D when its question was one with the others."""
    second = decide(cast, card_seen(cast, play))
    Ruling.objects.filter(pk=second.pk).update(answers=[["basis", "27D"], ["dam12", "y"]])
    step = consultation(Ruling.objects.get(pk=second.pk)).step
    assert step.question is not None
    assert step.question.id == "could12"


def test_whether_a_result_was_obtained_is_not_asked_of_what_came_back_with_the_result(cast: Cast, play: Play) -> None:
    director = cast.actor("director")
    give(actor=director, ruling=begin(cast, play, "L27"))
    set_result(actor=director, play=play, result=ResultInput.parse("4S= N"))
    reminder = Reminder.objects.select_related("ruling__session__event__club").first()
    assert reminder is not None
    Reminder.objects.filter(pk=reminder.pk).update(check_code="50E4", tree="L50")
    reminder.refresh_from_db()
    second = answer(actor=director, ruling=decide(cast, reminder), question="dam50", answer="y")
    question = consultation(second).step.question
    assert question is not None
    assert question.id == "many", "not whether there was a result"
