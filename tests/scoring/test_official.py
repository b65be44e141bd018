"""Publishing, the four periods, becoming final, and what is locked then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from clubs.models import AuditEntry
from clubs.services.regulations import set_regulation
from core.errors import Conflict, Forbidden
from core.hooks import Hook
from events.services.sessions import reopen_session
from events.services.tables import give_codes
from jobs import services as jobs
from scoring import hooks
from scoring.engine.sheet import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS
from scoring.models import ComparisonField, Penalty, Publication, ScoringRun
from scoring.models.official import Period
from scoring.pending import Pending
from scoring.result_input import ResultInput
from scoring.score_authority import Authority, AuthorityKind
from scoring.selectors.official import finality_obstacles, missing_sentence, missing_when_published, seen_tag
from scoring.selectors.periods import deadline, longest_period_end, period_ends
from scoring.services.adjusting import adjust, penalize, withdraw_adjustment, withdraw_penalty
from scoring.services.entries import Claim, submit_claim
from scoring.services.late import give_deadlines, keep_contact, tell_side
from scoring.services.official import make_due_final, make_final, publish, take_back
from scoring.services.repairs import exchange_results, mark_checked, other_declarer, turn_results
from scoring.services.results import drop_board, postpone_board, restore_board, set_result
from tests.cast import Cast
from tests.scoring.at_tables import at_table, code_of
from tests.scoring.published import T0, Evening, end_of_play

pytestmark = pytest.mark.django_db


def test_publishing_is_t0_of_the_four_periods(evening: Evening) -> None:
    """The event's own minutes before the club's regulations, and these before what the Laws say."""
    club, event = evening.session.club, evening.session.event
    set_regulation(actor=evening.actor("secretary"), body=club, key="period.appeal", value=45)
    type(event).objects.filter(pk=event.pk).update(period_ruling_request=20)
    evening.session.event.refresh_from_db()
    assert not ComparisonField.objects.filter(scored_revision__gt=0).exists(), (
        "the job has not come to it: publishing scores by itself"
    )
    evening.publish()
    official = evening.official
    assert official.available_at == T0
    ends = {end.period: (end.minutes, end.until) for end in period_ends(official, T0)}
    assert ends == {
        Period.SCORE: (30, deadline(T0, 30)),
        Period.TABULATION: (30, deadline(T0, 30)),
        Period.RULING: (20, deadline(T0, 20)),
        Period.APPEAL: (45, deadline(T0, 45)),
    }
    set_regulation(actor=evening.actor("secretary", 1), body=club, key="period.appeal", value=5)
    assert longest_period_end(evening.official, Period.APPEAL) == deadline(T0, 45), (
        "a period that runs is not cut short"
    )
    run = ScoringRun.objects.get(publications__session=evening.session)
    assert run.is_published
    assert run.revision == run.field.revision
    jobs.run_due("live")
    assert ScoringRun.objects.count() == 1


def test_who_may_publish_and_when(cast: Cast, evening: Evening) -> None:
    with pytest.raises(Forbidden):
        publish(actor=evening.actor("member"), session=evening.session)
    type(evening.session).objects.filter(pk=evening.session.pk).update(state="playing")
    with pytest.raises(ValidationError, match="Finish the session first"):
        evening.publish()
    type(evening.session).objects.filter(pk=evening.session.pk).update(state="finished")
    publish(actor=evening.actor("scorer"), session=evening.session)
    with pytest.raises(ValidationError, match="Nothing has changed"):
        evening.publish(1)
    assert AuditEntry.objects.filter(act="official.publish").count() == 1


def test_nothing_to_publish(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="nothing to publish"):
        end_of_play(cast, missing=99).publish()


def test_with_results_missing_it_takes_a_reason_which_is_shown(cast: Cast) -> None:
    evening = end_of_play(cast, missing=2)
    one, two = evening.plays[-2:]
    with pytest.raises(ValidationError, match="2 results are missing: board") as refused:
        evening.publish()
    assert "reason" in refused.value.message_dict
    evening.publish(reason="The card of table 3 is lost")
    made = Publication.objects.get()
    assert [(one.board, one.table) for one in missing_when_published(made)] == [(one.board, "3"), (two.board, "3")]
    assert made.reason == "The card of table 3 is lost"
    expected = f"2 results are missing: board {one.board} at table 3, board {two.board} at table 3."
    assert missing_sentence(missing_when_published(made)) == expected


def test_two_directors_publish_at_once(evening: Evening) -> None:
    seen = seen_tag(evening.session, [])
    publish(actor=evening.actor("director"), session=evening.session, seen=seen)
    with pytest.raises(Conflict):
        publish(actor=evening.actor("scorer"), session=evening.session, seen=seen)


def test_publishing_again_keeps_t0_and_what_was_shown(evening: Evening) -> None:
    evening.publish()
    set_result(
        actor=evening.actor("director", 5), play=evening.plays[0], result=ResultInput.parse("2S= N"), reason="Typing"
    )
    evening.publish(6, note="Board 1")
    assert evening.official.available_at == T0
    first, second = Publication.objects.order_by("number")
    assert (first.number, second.number) == (1, 2)
    before, after = first.runs.get(), second.runs.get()
    assert before.revision < after.revision
    assert before.standings.count() == after.standings.count() == 6


def test_published_by_mistake(evening: Evening) -> None:
    evening.publish()
    session = evening.session
    with pytest.raises(ValidationError, match="Take it back"):
        reopen_session(actor=evening.actor("director", 1), session=session, reason="One more board")
    with pytest.raises(ValidationError, match="Say why"):
        take_back(actor=evening.actor("director", 1), session=session, reason=" ")
    take_back(actor=evening.actor("director", 1), session=session, reason="Table 2 still plays")
    assert make_due_final(T0 + timedelta(days=1)) == 0
    reopen_session(actor=evening.actor("director", 2), session=session, reason="One more board")
    type(session).objects.filter(pk=session.pk).update(state="finished")
    drop = [play for play in session.sections.get().plays.all() if play.state == "due"]
    for play in drop:
        if not play.results.exists():
            drop_board(actor=evening.actor("director", 3), play=play, reason="Not played")
    evening.publish(10)
    assert evening.official.available_at == T0 + timedelta(minutes=10)


def test_it_becomes_final_by_itself_when_the_periods_are_over(evening: Evening) -> None:
    evening.publish()
    assert make_due_final(deadline(T0, 30)) == 0
    assert make_due_final(deadline(T0, 31)) == 1
    assert evening.official.is_final
    assert evening.official.final_at == deadline(T0, 31)
    assert AuditEntry.objects.get(act="official.final").actor_kind == "system"
    with pytest.raises(ValidationError, match="final"):
        reopen_session(actor=evening.actor("director", 60), session=evening.session, reason="Again")


def test_by_hand_not_before_the_periods_are_over(evening: Evening) -> None:
    with pytest.raises(ValidationError, match="not been published"):
        make_final(actor=evening.actor("director"), session=evening.session)
    evening.publish()
    with pytest.raises(ValidationError, match="Appealing is possible until") as refused:
        make_final(actor=evening.actor("director", 29), session=evening.session)
    assert len(refused.value.messages) == 4
    with pytest.raises(Forbidden):
        make_final(actor=evening.actor("member", 31), session=evening.session)
    with pytest.raises(Conflict):
        make_final(actor=evening.actor("director", 31), session=evening.session, version=99)
    make_final(actor=evening.actor("director", 31), session=evening.session, version=evening.official.version)
    assert evening.official.is_final


def test_what_is_pending_keeps_it_open(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.publish()
    appeal = Pending("Board 7: an appeal is to be heard.", 7)
    monkeypatch.setattr(hooks, "pending_sources", Hook(lambda session: [appeal]))
    at = deadline(T0, 31)
    assert make_due_final(at) == 0
    assert finality_obstacles(evening.official, at) == ["Board 7: an appeal is to be heard."]
    monkeypatch.setattr(hooks, "pending_sources", Hook())
    assert make_due_final(at + timedelta(seconds=30)) == 0, "it looks again after a minute, not with every sweep"
    assert make_due_final(at + timedelta(seconds=61)) == 1


def test_a_later_ruling_has_its_own_time_from_when_each_side_was_told(evening: Evening) -> None:
    evening.publish()
    play = evening.plays[0]
    one, other = give_deadlines(
        session=evening.session,
        contestants=play.contestant_ids,
        about="ruling:7",
        title="Ruling on board 1",
        at=deadline(T0, 20),
    )
    give_deadlines(
        session=evening.session, contestants=play.contestant_ids, about="ruling:7", title="Again", at=deadline(T0, 25)
    )
    contestant = play.north
    keep_contact(actor=evening.actor("director", 20), session=evening.session, contestant=contestant, text="0123 456")
    tell_side(actor=evening.actor("director", 21), late_deadline=one, how="At the bar")
    assert "not been told yet" in " ".join(finality_obstacles(evening.official, deadline(T0, 40)))
    with pytest.raises(ValidationError, match="between the decision and now"):
        tell_side(actor=evening.actor("director", 40), late_deadline=other, told_at=deadline(T0, 50))
    told = tell_side(actor=evening.actor("director", 45), late_deadline=other, how="By phone", told_at=deadline(T0, 44))
    assert told.until == deadline(T0, 44 + 30)
    assert tell_side(actor=evening.actor("director", 60), late_deadline=other).told_at == told.told_at
    assert make_due_final(deadline(T0, 74)) == 0
    assert make_due_final(deadline(T0, 76)) == 1
    entry = AuditEntry.objects.get(act="contact.keep")
    assert entry.after == {"text": "(personal)"}, "how to reach somebody is nobody else's business"


Act = Callable[[Evening, Any], Any]
ACTS: dict[str, Act] = {
    "result": lambda e, who: set_result(actor=who, play=e.plays[0], result=ResultInput.parse("1C= N"), reason="Wrong"),
    "turn": lambda e, who: turn_results(actor=who, plays=[e.plays[0]], reason=""),
    "declarer": lambda e, who: other_declarer(actor=who, play=e.plays[0], reason=""),
    "exchange": lambda e, who: exchange_results(actor=who, first_play=e.plays[0], second_play=e.plays[1], reason=""),
    "check": lambda e, who: mark_checked(actor=who, plays=[e.plays[0]]),
    "drop": lambda e, who: drop_board(actor=who, play=e.plays[-1], reason="No time"),
    "postpone": lambda e, who: postpone_board(actor=who, play=e.plays[-1], reason="Later"),
    "restore": lambda e, who: restore_board(actor=who, play=e.plays[-1], reason="Later"),
    "claim": lambda e, who: submit_claim(
        actor=at_table(code_of(e.plays[-1])),
        play=e.plays[-1],
        claim=Claim("late", ResultInput.parse("4S= N"), side="NS", confirmed=True),
        code=code_of(e.plays[-1]),
    ),
    "adjust": lambda e, who: adjust(
        actor=who, play=e.plays[2], kind="artificial", ns=AVERAGE_PLUS, ew=AVERAGE_MINUS, reason="12C2"
    ),
    "adjust by ruling": lambda e, who: adjust(
        actor=who,
        play=e.plays[2],
        kind="artificial",
        ns=AVERAGE,
        ew=AVERAGE,
        reason="12C2",
        authority=Authority("ruling:1"),
    ),
    "unadjust": lambda e, who: withdraw_adjustment(actor=who, play=e.plays[1], reason=""),
    "penalize": lambda e, who: penalize(
        actor=who,
        field=ComparisonField.objects.get(session=e.session),
        contestant=e.plays[0].north,
        amount=Decimal(10),
        unit="points",
        reason="Late",
    ),
    "forgive": lambda e, who: withdraw_penalty(actor=who, penalty=Penalty.objects.get(), reason=""),
}


def test_a_final_score_is_locked(cast: Cast) -> None:
    evening = end_of_play(cast, missing=1)
    give_codes(evening.session, actor=evening.actor("director"))
    before = evening.actor("director", -1)
    adjust(actor=before, play=evening.plays[1], kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2")
    ACTS["penalize"](evening, before)
    evening.publish(reason="Lost")
    make_due_final(deadline(T0, 31))
    assert evening.official.is_final
    revision = ComparisonField.objects.get(session=evening.session).revision
    audited = AuditEntry.objects.count()
    for name, act in ACTS.items():
        with pytest.raises(ValidationError, match=r"81C3 and 93C.*79C2"), transaction.atomic():
            pytest.fail(f"{name}: {act(evening, evening.actor('director', 60))}")
    assert ComparisonField.objects.get(session=evening.session).revision == revision
    assert AuditEntry.objects.count() == audited


def test_after_the_periods_and_before_it_is_final(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recorded scores until the end of Law 79C, what the director rectifies until all periods are over (81C3)."""
    type(evening.session.event).objects.update(period_appeal=60)
    evening.session.event.refresh_from_db()
    evening.publish()
    ACTS["result"](evening, evening.actor("director", 30))
    with pytest.raises(ValidationError, match="Law 79C"):
        ACTS["turn"](evening, evening.actor("director", 31))
    ACTS["adjust"](evening, evening.actor("director", 59))
    with pytest.raises(ValidationError, match="Law 81C3"):
        ACTS["penalize"](evening, evening.actor("director", 61))
    ACTS["adjust by ruling"](evening, evening.actor("director", 61))
    with pytest.raises(ValidationError, match="not published yet"):
        make_final(actor=evening.actor("director", 61), session=evening.session)
    evening.publish(62)
    make_final(actor=evening.actor("director", 62), session=evening.session)
    decision = AuthorityKind("decision", allows_late_change=lambda session, ident, final: ident == 5)
    monkeypatch.setattr(hooks, "authority_kinds", Hook(decision))
    with pytest.raises(ValidationError, match="final"):
        withdraw_adjustment(
            actor=evening.actor("director", 70), play=evening.plays[2], reason="", authority=Authority("decision:4")
        )
    withdraw_adjustment(
        actor=evening.actor("director", 70), play=evening.plays[2], reason="", authority=Authority("decision:5")
    )
