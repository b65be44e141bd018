"""What the director does during play: calls, announcements, rules, results turned and exchanged, adjusted scores."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.errors import Conflict, Forbidden
from events.models import Play, Session
from jobs import services as jobs
from scoring.engine.sheet import AVERAGE, AVERAGE_PLUS, Outcomes
from scoring.models import BoardResult, ComparisonField, DirectorCall, ScoreAdjustment, Standing, TableRules
from scoring.services.adjusting import adjust, penalize, withdraw_adjustment, withdraw_penalty
from scoring.services.announcements import announce, withdraw_announcement
from scoring.services.director_calls import call_director, close_call, take_back_call, take_call
from scoring.services.repairs import exchange_results, turn_results
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.scoring.at_tables import at_table, code_of, due, say

pytestmark = pytest.mark.django_db


def call_from(play: Play, reason: str = "") -> DirectorCall:
    code = code_of(play)
    return call_director(
        actor=at_table(code), section=play.section, table=play.table, board=play.board, reason=reason, code=code
    )


def test_a_second_tap_is_the_same_call_and_adds_the_reason(session: Session) -> None:
    one = call_from(due(session))
    two = call_from(due(session), "Revoke")
    assert one.pk == two.pk
    assert DirectorCall.objects.get().reason == "Revoke"


def test_a_call_is_taken_handed_over_and_closed(cast: Cast, session: Session) -> None:
    call = take_call(actor=cast.actor("director"), call=call_from(due(session)))
    assert call.taken_by == cast.director
    with pytest.raises(Conflict):
        take_call(actor=cast.actor("scorer"), call=call, version=1)
    call = take_call(actor=cast.actor("scorer"), call=call, version=2)
    assert call.taken_by == cast.scorer
    close_call(actor=cast.actor("scorer"), call=call, note="Lead out of turn")
    with pytest.raises(ValidationError, match="already"):
        close_call(actor=cast.actor("director"), call=call)
    assert call_from(due(session)).pk != call.pk


def test_a_table_takes_its_own_call_back_and_no_other(session: Session) -> None:
    play = due(session)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=play.table)[0]
    call = call_from(play)
    with pytest.raises(Forbidden):
        take_back_call(actor=at_table(code_of(other)), call=call, code=code_of(other))
    assert take_back_call(actor=at_table(code_of(play)), call=call, code=code_of(play)).state == "cancelled"


def test_announcements_come_and_go(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError, match="Write what"):
        announce(actor=cast.actor("director"), session=session, text="  ")
    made = announce(actor=cast.actor("director"), session=session, text="Tea in ten minutes")
    assert withdraw_announcement(actor=cast.actor("director"), announcement=made).withdrawn_at is not None
    with pytest.raises(Forbidden):
        announce(actor=cast.actor("member"), session=session, text="Hello")


def test_the_director_sets_what_tables_may_do(cast: Cast, session: Session) -> None:
    section = due(session).section
    set_rules(actor=cast.actor("director"), section=section, confirm=False, traveller="nothing")
    rules = TableRules.objects.get(section=section)
    assert (rules.confirm, rules.traveller) == (False, "nothing")
    with pytest.raises(ValidationError):
        set_rules(actor=cast.actor("director"), section=section, traveller="everything")


def test_who_sat_the_wrong_way_gets_the_other_sides_score_and_back(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    actor = cast.actor("director")
    turn_results(actor=actor, plays=[play], reason="")
    result = BoardResult.objects.current().get()
    assert (result.turned, result.score, result.version) == (True, 420, 2)
    turn_results(actor=actor, plays=[play], reason="They did not")
    assert not BoardResult.objects.current().get().turned
    with pytest.raises(ValidationError, match="no result"):
        turn_results(actor=actor, plays=[due(session, 1)], reason="")


def test_scores_under_each_others_boards_are_scored_anew(cast: Cast, session: Session) -> None:
    one, other = due(session), due(session, 1)
    assert one.table == other.table
    say(one, "4S= N", confirmed=True)
    say(other, "4H-1 E", confirmed=True)
    exchange_results(actor=cast.actor("director"), first_play=one, second_play=other, reason="")
    found = {row.play_id: row.text for row in BoardResult.objects.current()}
    assert found == {one.pk: "4H-1 E", other.pk: "4S= N"}


def test_an_adjusted_score_supersedes_the_one_before_and_is_withdrawn(cast: Cast, session: Session) -> None:
    play, actor = due(session), cast.actor("director")
    with pytest.raises(ValidationError, match="Say why"):
        adjust(actor=actor, play=play, kind="artificial", ns=AVERAGE_PLUS, ew=AVERAGE, reason="")
    adjust(actor=actor, play=play, kind="artificial", ns=AVERAGE_PLUS, ew=AVERAGE, reason="Slow play", law="12C2")
    weighted = Outcomes.weighted((420, 60), (-50, 40))
    adjust(actor=actor, play=play, kind="weighted", ns=weighted, ew=weighted, reason="Hesitation", law="16B")
    assert ScoreAdjustment.objects.current().get().kind == "weighted"
    withdraw_adjustment(actor=actor, play=play, reason="Not proven")
    assert not ScoreAdjustment.objects.current().exists()
    with pytest.raises(Forbidden):
        adjust(actor=cast.actor("member"), play=play, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="Please")
    assert {"score.adjust", "score.unadjust"} <= set(AuditEntry.objects.values_list("act", flat=True))


def test_a_penalty_is_taken_from_the_total_and_given_back(cast: Cast, session: Session) -> None:
    play, actor = due(session), cast.actor("director")
    for one in Play.objects.filter(section__session=session, round=1):
        say(one, "4S= N", confirmed=True)
    jobs.run_due("live")
    before = Standing.objects.get(contestant=play.north_id).shown_total
    assert before == "–", "no board has two results"
    penalty = penalize(
        actor=actor,
        field=ComparisonField.objects.get(),
        contestant=play.north,
        amount=Decimal("1.5"),
        unit="points",
        reason="Late",
        law="90B1",
    )
    jobs.run_due("live")
    after = Standing.objects.get(contestant=play.north_id)
    assert Decimal(after.shown_total) == Decimal("-1.5")
    withdraw_penalty(actor=actor, penalty=penalty, reason="The bus was late")
    jobs.run_due("live")
    assert Standing.objects.get(contestant=play.north_id).shown_total == before
