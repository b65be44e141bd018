"""What changed between two publications: before and after, who moved, and what caused it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core import actors
from events.models import Contestant
from events.selectors.tables import session_room
from events.services.sessions import finish_session
from scoring.engine.sheet import AVERAGE
from scoring.models import ComparisonField, Penalty, Publication
from scoring.result_input import ResultInput
from scoring.selectors.changes import Difference, changes_since, notice_text, ranking_changes
from scoring.selectors.newest_matches import newest_matches
from scoring.selectors.official import finality_obstacles, score_basis
from scoring.services.adjusting import adjust, penalize, withdraw_penalty
from scoring.services.corrections import ask_for_correction
from scoring.services.deciding import accept_correction
from scoring.services.fouled import set_forms
from scoring.services.matches import add_term
from scoring.services.official import publish
from scoring.services.repairs import mark_checked, turn_results
from scoring.services.results import set_result
from tests.cast import Cast
from tests.events.decks import make_set
from tests.events.evening import make_session
from tests.scoring.contest import make_teams, play_round
from tests.scoring.published import Evening, end_of_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Evening:
    evening = end_of_play(cast)
    evening.publish()
    return evening


def difference(evening: Evening, number: int = 2, actor: actors.Actor | None = None) -> Difference:
    before, after = Publication.objects.filter(number__in=[number - 1, number]).order_by("number")
    room = session_room(evening.session, open_names=True)
    return ranking_changes(actor=actor or actors.system(), before=before, after=after, room=room)


def test_a_corrected_result_is_named_and_everybody_stands_before_and_after(evening: Evening) -> None:
    play = evening.own[0]
    was = evening.counts(play)
    asked = ask_for_correction(actor=evening.actor("member", 5), play=play, claimed="7NTX-7 N", words="Doubled")
    accept_correction(actor=evening.actor("director", 6), correction=asked, reason="Both sides agree")
    room = session_room(evening.session, open_names=True)
    first = Publication.objects.get()
    preview = changes_since(
        actor=actors.system(), session=evening.session, before=first, basis=score_basis(evening.session), room=room
    )
    evening.publish(7)
    found = difference(evening)
    assert [(one.contestant, one.has_changed) for one in preview.moved] == [
        (one.contestant, one.has_changed) for one in found.moved
    ]
    assert preview.causes == found.causes
    (cause,) = found.causes
    assert cause.title == f"Board {play.board}, table {play.table}"
    assert cause.before == f"{was.text} ({was.score:+d})"
    assert cause.after.startswith("7NTX-7 N (-")
    assert cause.why == "Both sides agree"
    moved = {one.contestant: one for one in found.changed}
    assert {*moved} >= {play.north_id, play.east_id}
    assert moved[play.north_id].before.total != moved[play.north_id].after.total
    assert len(found.moved) == 6
    notice = notice_text(found, number=2, when="22:50")
    assert notice.startswith("Score published again (number 2, 22:50).")
    assert "7NT" not in notice
    assert moved[play.north_id].names in notice


def test_penalties_and_adjusted_scores_are_causes_too(evening: Evening) -> None:
    director, play = evening.actor("director", 5), evening.plays[0]
    penalize(
        actor=director,
        field=ComparisonField.objects.get(session=evening.session),
        contestant=play.north,
        amount=Decimal(10),
        unit="points",
        reason="Late",
        law="90",
    )
    adjust(actor=director, play=play, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2", law="12C2(a)")
    evening.publish(6)
    said = [
        (cause.title.split(",")[0].split(" to ")[0], cause.before, cause.after) for cause in difference(evening).causes
    ]
    assert said == [
        (f"Board {play.board}", "no adjusted score", "Artificial score (Law 12C2(a))"),
        ("Penalty", "–", "10 Points of the method (Law 90)"),
    ]
    withdraw_penalty(actor=evening.actor("director", 7), penalty=Penalty.objects.get(), reason="")
    evening.publish(8)
    (cause,) = difference(evening, 3).causes
    assert (cause.before, cause.after) == ("10 Points of the method (Law 90)", "–")


def test_looking_at_an_odd_result_is_no_change(evening: Evening) -> None:
    mark_checked(actor=evening.actor("director", 5), plays=[evening.plays[0]])
    assert score_basis(evening.session) == Publication.objects.get().basis


def test_a_result_is_not_told_while_the_board_is_still_to_be_played_elsewhere(cast: Cast, evening: Evening) -> None:
    """Two sessions with one set of boards (Law 16D)."""
    boards = make_set(cast.harbour, 40)
    evening.session.sections.update(board_set=boards)
    other = make_session(cast.harbour, 6, name="The other room")
    other.sections.update(board_set=boards)
    play = evening.plays[0]
    set_result(actor=evening.actor("director", 5), play=play, result=ResultInput.parse("7C= N"), reason="Typing")
    evening.publish(6)
    (hidden,) = difference(evening, actor=evening.actor("stranger", 7)).causes
    assert (hidden.before, hidden.after) == ("", "")
    assert hidden.title.startswith("Board")


def test_the_questions_to_the_database_do_not_grow(cast: Cast, django_assert_max_num_queries) -> None:
    counts = []
    for contestants in (6, 12):
        evening = end_of_play(cast, contestants, name=f"Pairs {contestants}")
        evening.publish()
        for play in evening.plays[::2]:
            set_result(
                actor=evening.actor("director", 5), play=play, result=ResultInput.parse("7C-3 N"), reason="Typing"
            )
        evening.publish(6)
        rows = Publication.objects.filter(session=evening.session).prefetch_related("runs").order_by("number")
        before, after = rows
        with django_assert_max_num_queries(40) as asked:
            room = session_room(evening.session, open_names=True)
            ranking_changes(actor=evening.actor("stranger", 7), before=before, after=after, room=room)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_forms_of_a_board_and_who_sat_where_are_causes_too(evening: Evening) -> None:
    director, play = evening.actor("director", 5), evening.plays[0]
    there = [one for one in evening.plays if one.board == play.board]
    slots = {(one.round, one.table): "B" for one in there[1:]}
    set_forms(actor=director, section=play.section, board=play.board, forms=slots, reason="Seen in the hand record")
    assert any("not published" in sentence for sentence in finality_obstacles(evening.official, director.at))
    evening.publish(6)
    (cause,) = difference(evening).causes
    assert cause.title == f"Board {play.board}"
    assert (cause.before, cause.after) == ("one form", "2 forms, scored apart (Law 87)")
    turn_results(actor=evening.actor("director", 7), plays=[evening.plays[1]], reason="")
    evening.publish(8)
    (cause,) = difference(evening, 3).causes
    assert cause.before != cause.after
    assert "other way" in cause.after


def test_what_counts_in_a_match_beside_its_boards_is_published_again(cast: Cast) -> None:
    session = make_teams(cast.harbour, rounds=1, boards=2)
    play_round(session, 1)
    director = cast.actor("director")
    finish_session(actor=director, session=session)
    publish(actor=director, session=session)
    row = newest_matches(session)[0]
    team = Contestant.objects.get(pk=row.key[1])
    add_term(actor=director, session=session, key=row.key, kind="penalty", team=team, imps=Decimal(3), reason="Late")
    publish(actor=director, session=session)
    (cause,) = difference(Evening(cast, session)).causes
    assert cause.title.startswith("Match")
    assert (cause.before, cause.after) == ("–", "Penalty in IMPs: 3")
