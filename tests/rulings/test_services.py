"""Rulings: opened at a table, answered, given, amended, withdrawn; the scores follow."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, Role
from clubs.services.regulations import set_regulation
from clubs.services.roles import grant_role
from core.actors import system
from core.errors import Conflict, Forbidden
from events.models import Play, Session
from events.services.officials import name_official
from events.services.sessions import call_round
from rulings.case_places import Where
from rulings.models import LiveRestriction, Reminder, Ruling
from rulings.regulation import ruling_regulation
from rulings.services.calls import hand_over, open_call, take_call
from rulings.services.cases import answer, choose_tree, discard, open_ruling, take_back
from rulings.services.giving import amend, give, note_down, other_rulings_fingerprint, withdraw, write
from rulings.services.opinions import consult, give_opinion
from rulings.services.restrictions import end_restriction, settle_reminder
from scoring.engine.sheet import AVERAGE
from scoring.models import ComparisonField, Penalty, ScoreAdjustment
from scoring.pending import pending_in
from scoring.result_input import ResultInput
from scoring.score_authority import Authority
from scoring.services.adjusting import adjust, withdraw_adjustment, withdraw_penalty
from scoring.services.results import set_result
from tests.cast import Cast
from tests.events.evening import make_players, make_session
from tests.rulings.night import FOUNDED, begin, due, given
from tests.scoring.published import end_of_play

pytestmark = pytest.mark.django_db
WEIGHTED = "60 4S= N, 40 4S-1 N"


def enter(cast: Cast, play: Play, text: str, reason: str = "") -> None:
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse(text), reason=reason)


def current(play: Play) -> ScoreAdjustment | None:
    return ScoreAdjustment.objects.current().filter(play=play).first()


def said(error: pytest.ExceptionInfo[ValidationError]) -> str:
    return " ".join(error.value.messages)


def test_the_assistant_leads_to_outcomes_and_restrictions(cast: Cast, session: Session) -> None:
    play = due(session)
    ruling = begin(cast, play)
    assert ruling.outcome_ids == ["L27.B2"]
    assert ruling.law_refs == ["27B2", "26B", "72C"]
    made = give(actor=cast.actor("director"), ruling=ruling, who={"pass": {"seat": "S"}})
    assert (made.state, made.given_at is not None, made.director) == ("given", True, cast.director)
    kept = {row.kind: row for row in LiveRestriction.objects.filter(ruling=made)}
    assert (kept["pass"].text, kept["pass"].seat, kept["pass"].ends) == ("P all", "S", "auction")
    assert kept["lead"].ends == "lead-lost"
    assert {row.due_at for row in made.reminders.all()} == {None}
    [version] = made.versions.all()
    assert version.content["outcome_ids"] == ["L27.B2"]
    assert AuditEntry.objects.filter(act="ruling.give", target_id=str(made.pk)).exists()


def test_a_ban_from_before_lasts_while_the_partner_keeps_the_lead(cast: Cast, session: Session) -> None:
    """Law 26B: rows that were written with the old end, and the question that nobody can answer after the result."""
    made = given(cast, due(session))
    LiveRestriction.objects.filter(ruling=made, kind="lead").update(ends="first-lead")
    rows = {"ruling": made, "check_code": "26B", "tree": "L26", "made_at": cast.actor("director").at}
    Reminder.objects.create(**rows)
    import_module("rulings.migrations.0004_lead_restriction_lasts").lasts_while_on_lead(apps, None)
    assert LiveRestriction.objects.get(ruling=made, kind="lead").ends == "lead-lost"
    assert {row.check_code for row in made.reminders.all()} == {"16C2", "72C"}


def test_the_result_ends_restrictions_and_brings_the_questions_back(cast: Cast, session: Session) -> None:
    play, other = due(session), due(session, 3)
    made = given(cast, play)
    enter(cast, other, "3NT= N")
    assert LiveRestriction.objects.filter(ended_at=None).count() == 2
    enter(cast, play, "NP")
    assert LiveRestriction.objects.filter(ended_at=None).count() == 2
    enter(cast, play, "4S= N", reason="played")
    assert not LiveRestriction.objects.filter(ended_at=None).exists()
    reminder = made.reminders.order_by("pk").first()
    assert reminder is not None
    assert reminder.due_at is not None
    with pytest.raises(ValidationError, match="no damage"):
        settle_reminder(actor=cast.actor("director"), reminder=reminder, answer=" ")
    settled = settle_reminder(actor=cast.actor("director"), reminder=reminder, answer="No damage")
    assert settled.settled_by == cast.director


def test_a_ruling_after_the_result_restricts_nobody_and_asks_at_once(cast: Cast, session: Session) -> None:
    play = due(session)
    enter(cast, play, "4S= N")
    made = given(cast, play)
    assert not made.restrictions.exists()
    assert all(row.due_at for row in made.reminders.all())


def test_the_next_round_ends_what_held_at_the_tables(cast: Cast, session: Session) -> None:
    made = given(cast, due(session))
    call_round(actor=cast.actor("director"), session=session)
    assert not made.restrictions.filter(ended_at=None).exists()
    assert {row.due_at for row in made.reminders.all()} == {None}


def test_a_restriction_is_ended_by_the_director(cast: Cast, session: Session) -> None:
    made = given(cast, due(session))
    restriction = made.restrictions.order_by("pk").first()
    assert restriction is not None
    assert end_restriction(actor=cast.actor("director"), restriction=restriction).ended_at is not None
    with pytest.raises(Forbidden):
        end_restriction(actor=cast.actor("scorer"), restriction=restriction)


def test_an_answer_is_changed_and_taken_back(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    ruling = begin(cast, due(session))
    ruling = answer(actor=director, ruling=ruling, question="repl", answer="lowest")
    assert ruling.outcome_ids == ["L27.B1a"]
    ruling = take_back(actor=director, ruling=ruling)
    assert ruling.outcome_ids == []
    with pytest.raises(ValidationError, match="choose one of"):
        answer(actor=director, ruling=ruling, question="repl", answer="nonsense")
    with pytest.raises(ValidationError, match="question left"):
        give(actor=director, ruling=ruling)
    ruling = choose_tree(actor=director, ruling=ruling, tree="L61")
    assert (ruling.tree, ruling.title) == ("L61", "Revoke")
    with pytest.raises(Conflict):
        answer(actor=director, ruling=ruling, question="ev61", answer="ask", version=ruling.version - 1)
    discard(actor=director, ruling=ruling)
    assert not Ruling.objects.exists()


def test_a_weighted_score_is_given_with_the_ruling_and_goes_with_it(cast: Cast, session: Session) -> None:
    director, play = cast.actor("director"), due(session)
    enter(cast, play, "4S-1 N")
    made = give(actor=director, ruling=begin(cast, play), score_ns=WEIGHTED, **FOUNDED)
    adjustment = current(play)
    assert adjustment is not None
    assert (adjustment.kind, adjustment.authority, adjustment.law) == (
        "weighted",
        f"ruling:{made.pk}",
        "27B2, 26B, 72C",
    )
    assert adjustment.words == "Insufficient bid (Law 27B2, 26B, 72C)"
    before = ComparisonField.objects.get().revision
    with pytest.raises(ValidationError, match="why"):
        amend(actor=director, ruling=made, reason="", score_ns="4S= N")
    made = amend(actor=director, ruling=made, reason="new facts", score_ns="4S= N")
    assert made.state == "amended"
    assert (adjustment := current(play)) is not None
    assert adjustment.kind == "assigned"
    assert ComparisonField.objects.get().revision > before
    made = withdraw(actor=director, ruling=made, reason="the facts were others", directors_error=True)
    assert current(play) is None
    assert [row.state for row in made.versions.all()] == ["given", "amended", "withdrawn"]
    assert [row.content["score_ns"] for row in made.versions.all()] == [WEIGHTED, "4S= N", "4S= N"]
    with pytest.raises(ValidationError, match="stands"):
        withdraw(actor=director, ruling=made, reason="again")


def test_what_stands_by_a_ruling_is_not_changed_at_the_desk(cast: Cast, session: Session) -> None:
    director, play = cast.actor("director"), due(session)
    fine: dict[str, Any] = {"contestant": play.north_id, "amount": "25", "unit": "percent of a top", "law": "90A"}
    made = given(cast, play, score_ns=WEIGHTED, penalties=[fine])
    quick: list[Callable[[], object]] = [
        lambda: adjust(actor=director, play=play, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2"),
        lambda: adjust(
            actor=director,
            play=play,
            kind="artificial",
            ns=AVERAGE,
            ew=AVERAGE,
            reason="79B3",
            authority=Authority("correction:1"),
        ),
        lambda: withdraw_adjustment(actor=director, play=play, reason="no"),
        lambda: withdraw_penalty(actor=director, penalty=Penalty.objects.get(), reason="no"),
    ]
    for act in quick:
        with pytest.raises(ValidationError, match=rf"ruling {made.pk} \(Insufficient bid\).*Law 82C"):
            act()
    assert (found := current(play)) is not None
    assert found.authority == made.authority
    withdraw(actor=director, ruling=made, reason="wrong")
    adjust(actor=director, play=play, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2")


def test_a_score_that_two_rulings_give_stays_while_one_of_them_stands(cast: Cast, session: Session) -> None:
    director, play = cast.actor("director"), due(session)
    first, second = given(cast, play, score_ns=WEIGHTED), given(cast, play, score_ns=WEIGHTED)
    withdraw(actor=director, ruling=second, reason="said twice")
    assert (found := current(play)) is not None
    assert found.authority == first.authority
    withdraw(actor=director, ruling=first, reason="wrong")
    assert current(play) is None


def test_penalties_follow_the_ruling(cast: Cast, session: Session) -> None:
    director, play = cast.actor("director"), due(session)
    fine: dict[str, Any] = {"contestant": play.north_id, "amount": "25", "unit": "percent of a top", "law": "90A"}
    made = given(cast, play, penalties=[fine])
    assert Penalty.objects.get(withdrawn_at=None).authority == f"ruling:{made.pk}"
    made = amend(actor=director, ruling=made, reason="more", penalties=[fine | {"amount": "50"}])
    assert [row.amount for row in Penalty.objects.filter(withdrawn_at=None)] == [50]
    withdraw(actor=director, ruling=made, reason="wrong")
    assert not Penalty.objects.filter(withdrawn_at=None).exists()


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"score_ns": "60 4S= N, 30 4S-1 N"}, "score_ns", "add up to 90% instead of 100%. Share out"),
        ({"score_ew": "60"}, "score_ns", "North-South get as well"),
        ({"score_ns": "eight"}, "score_ns", ""),
        ({"score_ns": "40", "score_ew": "60", "directors_error": True}, "score_ns", "Law 82C"),
        ({"law_refs": ["27B99"]}, "law_refs", "no paragraph 27B99"),
        ({"auction": "1S Q"}, "auction", "is no call"),
        ({"penalties": [{"contestant": "x", "amount": "3"}]}, "penalties", "Nobody of this session"),
    ],
)
def test_bad_input_is_refused_at_its_field(
    cast: Cast, session: Session, fields: dict[str, Any], field: str, sentence: str
) -> None:
    ruling = begin(cast, due(session))
    with pytest.raises(ValidationError, match=sentence or None) as error:
        give(actor=cast.actor("director"), ruling=ruling, **fields)
    assert field in error.value.error_dict
    ruling.refresh_from_db()
    assert ruling.is_draft
    assert not ScoreAdjustment.objects.exists()


@pytest.mark.parametrize("missing", ["facts", "reasons", "told_ns_how", "told_ew_how", "law_refs"])
def test_an_assigned_score_names_what_it_rests_on(cast: Cast, session: Session, missing: str) -> None:
    ruling = begin(cast, due(session))
    fields = FOUNDED | {"law_refs": ["27B2"], "score_ns": "4S= N"} | {missing: [] if missing == "law_refs" else ""}
    with pytest.raises(ValidationError) as error:
        give(actor=cast.actor("director"), ruling=ruling, **fields)
    assert list(error.value.error_dict) == [missing]
    assert write(actor=cast.actor("director"), ruling=ruling, **fields).is_draft, "as a draft it is kept"


def test_an_artificial_score_needs_no_reasons(cast: Cast, session: Session) -> None:
    assert give(actor=cast.actor("director"), ruling=begin(cast, due(session)), score_ns="60").state == "given"


def test_a_side_that_did_not_play_the_board_is_not_penalized_for_it(cast: Cast, session: Session) -> None:
    play = due(session)
    other = next(one for one in Play.objects.filter(section__session=session, round=1) if one.table != play.table)
    assert other.north_id not in play.contestant_ids
    with pytest.raises(ValidationError, match="did not play board") as error:
        given(cast, play, penalties=[{"contestant": other.north_id, "amount": "25"}])
    assert "Law 90" in said(error)


def test_a_board_that_has_not_been_reached_cannot_be_ruled_on(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    with pytest.raises(ValidationError, match="has not been played") as error:
        open_ruling(actor=director, session=session, where=Where.of(due(session, round_number=3)))
    assert "Law 81C3" in said(error)
    play = due(session)
    with pytest.raises(ValidationError, match="is not for table"):
        open_ruling(actor=director, session=session, where=Where(play.section, 1, play.table, 99))


def test_a_second_ruling_sees_the_first_and_does_not_contradict_it(cast: Cast, session: Session) -> None:
    play, colleague = due(session), cast.actor("officer")
    mine, theirs = begin(cast, play), begin(cast, play, by="officer")
    seen = other_rulings_fingerprint(theirs)
    give(actor=cast.actor("director"), ruling=mine, score_ns="4S= N", **FOUNDED)
    with pytest.raises(Conflict, match="Another director has ruled"):
        give(actor=colleague, ruling=theirs, seen=seen, score_ns="4S-1 N")
    with pytest.raises(ValidationError, match="already gives this board an adjusted score") as error:
        give(actor=colleague, ruling=theirs, seen=other_rulings_fingerprint(theirs), score_ns="4S-1 N", **FOUNDED)
    assert f"Ruling {mine.pk}" in said(error)
    give(actor=colleague, ruling=theirs, seen=other_rulings_fingerprint(theirs))
    assert (found := current(play)) is not None
    assert found.authority == f"ruling:{mine.pk}"


def test_after_the_periods_only_what_was_opened_in_time_is_ruled_on(cast: Cast) -> None:
    """Laws 81C3 and 92B."""
    evening = end_of_play(cast)
    play, other = evening.plays[:2]
    evening.publish()
    in_time, late = evening.actor("director", 1), evening.actor("director", 100_000)
    asked = {"session": evening.session, "tree": "L27"}
    made = give(actor=in_time, ruling=open_ruling(actor=in_time, where=Where.of(play), **asked), decision="No damage")
    waiting = open_ruling(actor=in_time, where=Where.of(other), **asked)
    assert [(one.board, one.play) for one in pending_in(evening.session)] == [(other.board, other.pk)]
    with pytest.raises(ValidationError, match="81C3"):
        amend(actor=late, ruling=made, reason="late", decision="Other")
    with pytest.raises(ValidationError, match="81C3"):
        withdraw(actor=late, ruling=made, reason="late")
    assert give(actor=late, ruling=waiting, decision="No damage").state == "given"
    assert pending_in(evening.session) == []
    with pytest.raises(ValidationError, match="81C3"):
        give(actor=late, ruling=open_ruling(actor=late, where=Where.of(play), **asked), decision="No damage")


def test_notes_and_who_was_told_do_not_amend(cast: Cast, session: Session) -> None:
    made = given(cast, due(session))
    made = note_down(actor=cast.actor("director"), ruling=made, notes="They were upset.", appeal_told=True)
    assert (made.state, made.appeal_told, made.versions.count()) == ("given", True, 1)
    with pytest.raises(ValidationError, match="Amend it instead"):
        write(actor=cast.actor("director"), ruling=made, facts="x")


def test_only_directors_rule(cast: Cast, session: Session) -> None:
    for name in ("scorer", "secretary", "member", "other_secretary", "stranger"):
        with pytest.raises(Forbidden):
            open_ruling(actor=cast.actor(name), session=session, where=Where.of(due(session)))
    assert open_ruling(actor=cast.actor("north_officer"), session=session, where=Where.of(due(session)))


def test_at_a_playing_directors_table_the_deputy_rules(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, players=[cast.director.player, *make_players(15)])
    session = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    name_official(
        actor=cast.actor("secretary"), session=session, player=cast.director.player, duty="director",
        deputy=cast.member.player,
    )  # fmt: skip
    own = next(p for p in Play.objects.filter(section__session=session, round=1) if _sits(cast, p))
    away = next(p for p in Play.objects.filter(section__session=session, round=1) if p.table != own.table)
    with pytest.raises(Forbidden, match="rules here as your deputy"):
        open_ruling(actor=cast.actor("director"), session=session, where=Where(own.section, 1, own.table))
    ruling = open_ruling(actor=cast.actor("member"), session=session, where=Where.of(own))
    assert ruling.deputy_for == cast.director.player
    with pytest.raises(Forbidden, match="only at the table of the director"):
        open_ruling(actor=cast.actor("member"), session=session, where=Where.of(away))


def _sits(cast: Cast, play: Play) -> bool:
    return any(
        one.player_id == cast.director.player.pk
        for contestant in (play.north, play.east)
        for one in contestant.entrants.all()
    )


def test_a_call_is_taken_handed_over_and_closed_with_the_ruling(cast: Cast, session: Session) -> None:
    grant_second(cast)
    director, play = cast.actor("director"), due(session)
    call = open_call(actor=director, section=play.section, table=play.table, board=play.board, reason="Revoke?")
    assert (call.state, call.taken_by) == ("taken", cast.director)
    ruling = open_ruling(actor=director, session=session, where=Where.of(play), tree="L27", call=call)
    call = hand_over(actor=director, call=call, to=cast.member)
    ruling.refresh_from_db()
    assert (call.taken_by, ruling.director) == (cast.member, cast.member)
    with pytest.raises(ValidationError, match="director of this session"):
        hand_over(actor=director, call=call, to=cast.stranger)
    call = take_call(actor=director, call=call)
    give(actor=director, ruling=ruling, decision="Play on.")
    call.refresh_from_db()
    assert (call.state, call.note) == ("done", "Insufficient bid")


def grant_second(cast: Cast) -> None:
    grant_role(actor=system(), user=cast.member, role=Role.DIRECTOR, body=cast.harbour)


def test_another_director_is_asked_and_answers(cast: Cast, session: Session) -> None:
    grant_second(cast)
    ruling = begin(cast, due(session))
    opinion = consult(actor=cast.actor("director"), ruling=ruling, colleague=cast.member, question="Comparable?")
    with pytest.raises(Forbidden):
        give_opinion(actor=cast.actor("director"), opinion=opinion, answer="Yes")
    assert give_opinion(actor=cast.actor("member"), opinion=opinion, answer="Yes").answered_at
    with pytest.raises(ValidationError, match="another director"):
        consult(actor=cast.actor("director"), ruling=ruling, colleague=cast.stranger)


def test_a_consultant_is_outside_the_event_or_has_played_the_board(cast: Cast) -> None:
    grant_second(cast)
    players = [cast.member.player, *make_players(15)]
    session = Session.objects.get(pk=make_session(cast.harbour, 8, players=players).pk)
    rows = Play.objects.filter(section__session=session, round=1).select_related("section__session__event__club")
    own = next(play for play in rows if _plays(cast, play))
    other = next(play for play in rows if play.board != own.board)
    later = Play.objects.filter(section__session=session, board=other.board).exclude(pk=other.pk)
    theirs = next(play for play in later if _plays(cast, play))
    director = cast.actor("director")
    for play, sentence in ((own, "played the board at this table"), (other, "has yet to play board")):
        ruling = begin(cast, play)
        with pytest.raises(ValidationError, match=sentence) as error:
            consult(actor=director, ruling=ruling, colleague=cast.member)
        assert "asked" in error.value.error_dict
    Play.objects.filter(pk=theirs.pk).update(state="done")
    assert consult(actor=director, ruling=ruling, colleague=cast.member).asked == cast.member


def _plays(cast: Cast, play: Play) -> bool:
    sides = (play.north, play.east)
    return any(one.player_id == cast.member.player.pk for side in sides for one in side.entrants.all())


def test_the_club_settles_how_the_laws_are_read(cast: Cast, session: Session) -> None:
    assert ruling_regulation(cast.harbour)["C4"] == "28B"
    secretary = cast.actor("secretary")
    set_regulation(actor=secretary, body=cast.harbour, key="laws.C4", value="29A")
    set_regulation(actor=secretary, body=cast.harbour, key="laws.edition", value="2017")
    found = ruling_regulation(cast.harbour)
    assert (found["C4"], found["edition"], found["C10"]) == ("29A", "e2017", "25")


def test_a_waiver_says_who_asked_for_it(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError, match="81C5") as refused:
        given(cast, due(session), waived=True)
    assert "waiver_reason" in refused.value.message_dict


def test_a_waived_rectification_restricts_nobody(cast: Cast, session: Session) -> None:
    made = given(cast, due(session), waived=True, waiver_reason="East asked; a beginner")
    assert not made.restrictions.exists()
    assert Reminder.objects.filter(ruling=made).exists()
