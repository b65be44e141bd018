"""What the assistant finds fills in the form: the Director's error, and what the event settles."""

from __future__ import annotations

import pytest

from events.models import Session
from rulings.forms.rulings import RulingForm
from rulings.selectors.assistant import ruling_assistant
from rulings.selectors.consultations import tree_event_kind
from rulings.services.cases import answer, choose_tree, take_back
from rulings.services.giving import give
from tests.cast import Cast
from tests.rulings.night import begin, due

pytestmark = pytest.mark.django_db

UNSCORABLE = {"fix82": "n", "result": "n"}


def test_the_form_says_that_both_sides_are_non_offending(cast: Cast, session: Session) -> None:
    ruling = begin(cast, due(session), tree="L82", facts=UNSCORABLE)
    assert ruling.outcome_ids == ["L82.C", "L12.artificial"]
    assert ruling.directors_error
    form = RulingForm.filled(ruling, names={}, now=cast.actor("director").at)
    assert form.initial["directors_error"] is True
    made = give(actor=cast.actor("director"), ruling=ruling, score_ns="60", score_ew="60")
    assert made.directors_error


def test_an_answer_that_is_changed_takes_it_back(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    ruling = begin(cast, due(session), tree="L82", facts=UNSCORABLE)
    ruling = answer(actor=director, ruling=ruling, question="fix82", answer="y")
    assert not ruling.directors_error
    ruling = answer(actor=director, ruling=ruling, question="fix82", answer="n")
    assert ruling.directors_error
    ruling = take_back(actor=director, ruling=ruling, question="fix82")
    assert not ruling.directors_error
    assert not choose_tree(actor=director, ruling=ruling, tree="L27").directors_error


def test_what_the_director_ticked_stays(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    ruling = begin(cast, due(session), facts={"rot": "y"})
    ruling.directors_error = True
    ruling.save()
    assert answer(actor=director, ruling=ruling, question="acc", answer="y").directors_error


def test_pairs_are_not_asked_whether_they_play_an_individual(cast: Cast, session: Session) -> None:
    ruling = begin(cast, due(session), tree="L90", facts={"off90": "late"})
    assert ruling_assistant(ruling).is_over
    assert ruling.outcome_ids == ["L90.B1"]


@pytest.mark.parametrize(
    ("form", "scoring", "kind"),
    [
        ("pair", "matchpoints", "mp"),
        ("pair", "cross-imps", "imp"),
        ("player", "matchpoints", "ind"),
        ("player", "cross-imps", "ind"),
    ],
)
def test_an_individual_is_one_however_it_is_scored(
    cast: Cast, session: Session, form: str, scoring: str, kind: str
) -> None:
    event = session.event
    event.form, event.scoring = form, scoring
    assert tree_event_kind(event) == kind
