"""Corrections: asked for by those who played the board, decided by the director (Laws 79B and 79C)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from clubs.models import AuditEntry, Role, RoleGrant
from core import actors
from core.errors import Conflict, Forbidden
from events.models import Entrant, Substitution
from scoring.adjusted.storage import unpack
from scoring.engine.sheet import AVERAGE, Outcomes
from scoring.models import BoardResult, Correction, LateDeadline, Publication, ScoreAdjustment
from scoring.result_input import ResultInput
from scoring.selectors.official import finality_obstacles
from scoring.selectors.own_plays import own_plays
from scoring.selectors.periods import deadline
from scoring.services.adjusting import adjust
from scoring.services.corrections import ask_for_correction, enter_correction, take_back_correction
from scoring.services.deciding import accept_correction, approve_correction, lower_one_side, refuse_correction
from scoring.services.official import make_due_final
from scoring.services.results import set_result
from tests.cast import Cast
from tests.scoring.published import T0, Evening, end_of_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Evening:
    evening = end_of_play(cast)
    set_result(
        actor=evening.actor("director", -20), play=evening.own[0], result=ResultInput.parse("4S= N"), reason="So"
    )
    evening.publish()
    return evening


def ask(evening: Evening, minutes: float = 5, claimed: str = "4S-1 N", who: str = "member", at: int = 0) -> Correction:
    return ask_for_correction(
        actor=evening.actor(who, minutes), play=evening.own[at], claimed=claimed, words="We were one down"
    )


def test_accepted_the_result_is_a_new_version(evening: Evening) -> None:
    asked = ask(evening)
    play = evening.own[0]
    with pytest.raises(Forbidden):
        accept_correction(actor=evening.actor("member", 6), correction=asked, reason="I was there")
    with pytest.raises(ValidationError, match="the players read it"):
        accept_correction(actor=evening.actor("director", 6), correction=asked, reason="")
    done = accept_correction(
        actor=evening.actor("director", 40), correction=asked, reason="Both sides agree", told_ids=[play.north_id]
    )
    counts = evening.counts(play)
    assert (counts.text, counts.version, done.state, done.result) == ("4S-1 N", 3, "accepted", counts)
    told = {row.contestant_id: row.until for row in LateDeadline.objects.all()}
    assert told == {play.north_id: T0 + timedelta(minutes=70), play.east_id: None}
    acts = AuditEntry.objects.filter(act__startswith="correction.").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["correction.ask", "correction.accept"]


def test_refused_the_score_stands(evening: Evening) -> None:
    asked = ask(evening)
    refuse_correction(actor=evening.actor("director", 6), correction=asked, reason="The other side disagrees")
    assert evening.counts(evening.own[0]).text == "4S= N"
    assert LateDeadline.objects.get().contestant_id == asked.contestant_id
    again = ask(evening, 10)
    assert again.pk != asked.pk, "whoever was refused may ask again with better reasons"


def test_one_side_lowered_and_the_other_does_not_rise(evening: Evening) -> None:
    play, asked = evening.own[0], ask(evening)
    director = evening.actor("director", 6)
    for side, to, sentence in (
        ("", "4S-1 N", "Choose the side"),
        ("NS", "4S+1 N", "not less for that side"),
        ("EW", "4S-1 N", "not less for that side"),
        ("NS", "4 bananas", "bananas"),
        ("NS", "NP", "not less"),
    ):
        with pytest.raises(ValidationError, match=sentence):
            lower_one_side(actor=director, correction=asked, side=side, to=to, reason="Not convinced")
    done = lower_one_side(actor=director, correction=asked, side="NS", to="4S-1 N", reason="Not convinced")
    given = ScoreAdjustment.objects.current().get(play=play)
    before = evening.counts(play).score
    assert (given.kind, given.law, given.authority) == ("split", "79B3", f"correction:{done.pk}")
    assert unpack(given.east_west) == Outcomes.one(before)
    lowered = unpack(given.north_south)
    assert isinstance(lowered, Outcomes)
    assert lowered.single is not None
    assert lowered.single < before
    assert done.state == "lowered"


def test_by_someone_who_did_not_play_the_board(evening: Evening) -> None:
    elsewhere = next(play for play in evening.plays if play not in evening.own)
    for who, play in (("member", elsewhere), ("secretary", evening.own[0])):
        with pytest.raises(Forbidden, match="Only somebody who played board"):
            ask_for_correction(actor=evening.actor(who, 5), play=play, claimed="P", words="No")
    with pytest.raises(Forbidden):
        ask_for_correction(actor=actors.Actor(kind="user"), play=evening.own[0], claimed="P", words="No")
    member = evening.cast.member.player
    entrant = Entrant.objects.get(player=member)
    Substitution.objects.create(
        place=evening.session.places.get(number=1),
        entrant=entrant,
        player=evening.cast.chair.player,
        first_round=1,
        made_at=T0,
    )
    assert own_plays(member, evening.session) == []
    with pytest.raises(Forbidden):
        ask(evening)
    assert ask(evening, who="chair").contestant_id == entrant.contestant_id
    assert own_plays(evening.cast.chair.player, evening.session)[0].correction is not None


def test_twice_is_once(evening: Evening) -> None:
    asked = ask(evening)
    with pytest.raises(ValidationError, match="asked for already"):
        ask(evening, claimed="4S-2 N")
    with pytest.raises(IntegrityError), transaction.atomic():
        Correction.objects.create(
            session=evening.session, play=asked.play, contestant=asked.contestant, claimed="P", asked_at=T0
        )
    with pytest.raises(Forbidden):
        take_back_correction(actor=evening.actor("stranger", 6), correction=asked)
    take_back_correction(actor=evening.actor("member", 6), correction=asked)
    assert ask(evening, claimed="4S-2 N").state == "open"


def test_bad_claims_are_told_at_their_field(evening: Evening) -> None:
    for claimed, words, field in (("4 bananas", "x", "claimed"), ("4S= N", "x", "claimed"), ("4S-1 N", " ", "words")):
        with pytest.raises(ValidationError) as refused:
            ask_for_correction(actor=evening.actor("member", 5), play=evening.own[0], claimed=claimed, words=words)
        assert list(refused.value.message_dict) == [field]


def test_not_before_the_round_is_over(evening: Evening) -> None:
    type(evening.session).objects.filter(pk=evening.session.pk).update(state="playing", round=1)
    with pytest.raises(ValidationError, match="Round 1 is not over"):
        ask(evening)


def test_after_time_it_is_said_where_to_turn(evening: Evening) -> None:
    assert ask(evening, 30).is_late is False
    with pytest.raises(ValidationError, match=r"ended at .*Law 79C.*Law 79C2"):
        ask(evening, 30.1, at=1)


def test_what_was_asked_in_time_is_decided_later(evening: Evening) -> None:
    asked = ask(evening, 29)
    assert make_due_final(deadline(T0, 31)) == 0
    assert "1 request for a correction is to be decided." in finality_obstacles(evening.official, deadline(T0, 31))
    done = accept_correction(actor=evening.actor("director", 90), correction=asked, reason="Both agree")
    assert done.state == "accepted"


def test_two_directors_decide_at_once(evening: Evening) -> None:
    asked = ask(evening)
    refuse_correction(actor=evening.actor("director", 6), correction=asked, reason="No", version=1)
    for version in (1, None):
        with pytest.raises(Conflict):
            accept_correction(actor=evening.actor("scorer", 6), correction=asked, reason="Yes", version=version)
    assert evening.counts(evening.own[0]).text == "4S= N"
    other = ask(evening, 7)
    set_result(
        actor=evening.actor("director", 8), play=evening.own[0], result=ResultInput.parse("4S+1 N"), reason="Typing"
    )
    with pytest.raises(Conflict, match="has changed meanwhile"):
        accept_correction(actor=evening.actor("scorer", 9), correction=other, reason="Yes", seen=2)


def test_an_adjusted_board_is_not_corrected_behind_its_back(evening: Evening) -> None:
    asked, director = ask(evening), evening.actor("director", 6)
    adjust(actor=director, play=evening.own[0], kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2")
    for act in (
        lambda: accept_correction(actor=director, correction=asked, reason="Yes"),
        lambda: lower_one_side(actor=director, correction=asked, side="NS", to="4S-1 N", reason="Yes"),
    ):
        with pytest.raises(ValidationError, match="adjusted score"):
            act()


def late(evening: Evening, who: str = "director", minutes: float = 120) -> Correction:
    play = evening.own[0]
    return enter_correction(
        actor=evening.actor(who, minutes), play=play, contestant=play.north_id, claimed="4S-1 N", words="Scoresheet"
    )


def test_after_the_period_only_with_both_conditions_of_79c2(evening: Evening) -> None:
    make_due_final(deadline(T0, 31))
    entered = late(evening)
    director = evening.actor("director", 121)
    assert entered.is_late
    with pytest.raises(ValidationError, match="beyond reasonable doubt"):
        accept_correction(actor=director, correction=entered, reason="The sheet says so")
    with pytest.raises(ValidationError, match="both sides or not at all"):
        lower_one_side(actor=director, correction=entered, side="NS", to="4S-1 N", reason="Hm")
    put = accept_correction(actor=director, correction=entered, reason="The sheet says so", beyond_doubt=True)
    assert put.state == "approval"
    assert evening.counts(evening.own[0]).text == "4S= N", "nothing has changed yet"
    with pytest.raises(Forbidden):
        approve_correction(actor=director, correction=put, approves=True)
    done = approve_correction(actor=evening.actor("secretary", 130), correction=put, approves=True)
    assert (done.state, done.approved_by) == ("accepted", evening.cast.secretary)
    assert evening.counts(evening.own[0]).text == "4S-1 N"
    assert evening.official.is_final
    assert Publication.objects.count() == 2, "a final score is always the one that is published"
    assert "79C2" in Publication.objects.get(number=2).note
    with pytest.raises(IntegrityError), transaction.atomic():
        Correction.objects.filter(pk=done.pk).update(approved_at=None)


def test_not_approved_the_score_stands(evening: Evening) -> None:
    make_due_final(deadline(T0, 31))
    put = accept_correction(
        actor=evening.actor("director", 121), correction=late(evening), reason="Sheet", beyond_doubt=True
    )
    with pytest.raises(ValidationError, match="Say why"):
        approve_correction(actor=evening.actor("secretary", 122), correction=put, approves=False)
    approve_correction(actor=evening.actor("officer", 122), correction=put, approves=False, reason="Too long ago")
    assert BoardResult.objects.current().filter(play=evening.own[0]).get().text == "4S= N"


def test_two_people_where_the_club_has_two(evening: Evening) -> None:
    """Where nobody else could approve, the one secretary who also directs does both, and the audit has it."""
    make_due_final(deadline(T0, 31))
    put = accept_correction(
        actor=evening.actor("secretary", 121), correction=late(evening, "secretary"), reason="Sheet", beyond_doubt=True
    )
    with pytest.raises(Forbidden, match="somebody else has to approve"):
        approve_correction(actor=evening.actor("secretary", 122), correction=put, approves=True)
    RoleGrant.objects.filter(role__in=[Role.DIRECTOR, Role.SCORER]).update(ends_at=T0)
    alone = approve_correction(actor=evening.actor("secretary", 123), correction=put, approves=True)
    assert alone.decided_by == alone.approved_by
