"""Events over several sessions: totals, stages with carry-over, knock-outs, fields from several sections."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Player
from core.actors import Actor, ActorKind, system
from core.errors import Conflict
from events.models import BoardSet, Contestant, Event, Play, Section, Session
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.model import MovementKind, Unit
from events.movements.storage import pack
from events.services.seating import seat_entered
from events.services.sections import choose_movement
from events.services.sessions import finish_session, start_session
from scoring.models import ComparisonField, MatchTerm, Penalty, Standing
from scoring.result_input import ResultInput
from scoring.selectors.event_results import visible_event_results
from scoring.selectors.knockouts import knockout_sheet
from scoring.selectors.match_steps import total_steps
from scoring.selectors.tie_words import tie_words
from scoring.services.adjusting import penalize
from scoring.services.comparison_fields import session_fields
from scoring.services.draws import draw_round
from scoring.services.grouping import group_sections, section_groups
from scoring.services.knockouts import declare_winner, draw_knockout, seat_next, take_back_round
from scoring.services.matches import add_term
from scoring.services.results import set_result
from scoring.services.stages import qualify_for, take_back_qualifying
from tests.cast import Cast
from tests.events.evening import EVENING, enter, make_event, make_players, make_plays, make_session
from tests.scoring.contest import enter_results, make_team, play_round, score
from tests.standing import made_once

pytestmark = pytest.mark.django_db
RESULTS = ("3NT-2 N", "3NT-1 N", "1NT= N", "2NT+1 N", "3NT= N", "3NT+1 N", "3NT+2 N")


@made_once
def pairs_event(cast: Cast, sessions: int = 2, pairs: int = 6, **fields: Any) -> Event:
    event = make_event(cast.harbour, sessions_planned=sessions, **fields)
    for at in range(1, pairs + 1):
        enter(event, *make_players(2, f"P{at}"))
    for number in range(1, sessions + 1):
        Session.objects.create(event=event, number=number, starts_at=EVENING + timedelta(days=number))
    return event


def play_pairs(session: Session) -> None:
    """Whoever was entered first does best."""
    if not session.places.exists():
        seat_entered(actor=system(), session=session)
        session.refresh_from_db()
    start_session(actor=system(), session=session)
    the_earlier_win(session)
    session.refresh_from_db()
    finish_session(actor=system(), session=session, reason="All boards were typed")
    score()


def plays_of(session: Session) -> list[Play]:
    return list(Play.objects.filter(section__session=session).select_related("section").order_by("board", "table"))


def the_earlier_win(session: Session) -> None:
    margins = {play: max(-3, min(3, play.east_id - play.north_id)) for play in plays_of(session)}
    enter_results(session, [(play, RESULTS[3 + margin]) for play, margin in margins.items()])


def all_alike(session: Session) -> None:
    enter_results(session, [(play, "3NT= N") for play in plays_of(session)])


def sessions_of(event: Event) -> list[Session]:
    return list(event.sessions.select_related("event__club__federation").order_by("number"))


def test_sessions_weigh_as_much_as_their_boards(cast: Cast) -> None:
    event = pairs_event(cast)
    first, second = sessions_of(event)
    play_pairs(first)
    play_pairs(second)
    Play.objects.filter(section__session=second)
    found = visible_event_results(cast.actor("stranger"), event)
    [ranking] = found.stages[0].rankings
    top = ranking.lines[0]
    parts = {row.run.field.session_id: row for row in Standing.objects.filter(contestant=top.contestant)}
    boards = sum(row.boards for row in parts.values())
    mean = sum(Fraction(row.percent) * row.boards for row in parts.values()) / boards
    assert top.overall.standing.percent == mean
    assert top.boards == boards
    assert "Together" in total_steps(top)[-1]


def test_the_two_directions_stand_in_their_order_with_their_names(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.MITCHELL, players=make_players(16), winners=2)
    enter_results(session, [(play, RESULTS[(play.table + play.board) % 7]) for play in plays_of(session)])
    finish_session(actor=system(), session=session, reason="All boards were typed")
    score()
    event = Event.objects.select_related("club__federation").get(pk=session.event_id)
    [stage] = visible_event_results(cast.actor("stranger"), event).stages
    assert [ranking.title for ranking in stage.rankings] == ["North-South", "East-West"]
    page = client.get(reverse("club-event-results", kwargs={"slug": "harbour", "event_id": event.pk})).content.decode()
    assert page.index("North-South") < page.index("East-West")
    assert f"<b>{stage.rankings[0].lines[0].percent}%</b>" in page


def test_a_penalty_is_said_in_the_unit_of_the_ranking(cast: Cast, client: Client) -> None:
    """Two sessions of one length: what a penalty takes from a session's percentage counts half in the event's."""
    event = pairs_event(cast)
    first, second = sessions_of(event)
    play_pairs(first)
    play_pairs(second)
    [field] = session_fields(first)
    whose = Standing.objects.filter(run__field=field).order_by("rank")[0].contestant
    [clean] = visible_event_results(cast.actor("stranger"), event).stages
    penalize(actor=system(), field=field, contestant=whose, amount=Decimal(2), unit="points", reason="Slow play")
    score()
    [stage] = visible_event_results(cast.actor("stranger"), event).stages
    before, now = (
        next(line for line in found.rankings[0].lines if line.contestant == whose) for found in (clean, stage)
    )
    lost = before.overall.standing.percent - now.overall.standing.percent
    assert now.overall.penalty_percent == lost > 0
    assert now.penalty == f"{float(lost):.2f}"
    url = reverse("club-event-results", kwargs={"slug": "harbour", "event_id": event.pk})
    page = client.get(f"{url}?why={whose.pk}").content.decode()
    assert f"−{now.penalty}%" in page
    assert f"Penalties of {now.penalty}% are taken off" in page
    assert f"{now.cells[0].percent}%" in page


def test_what_is_carried_over_is_said_in_the_unit_of_the_ranking(cast: Cast) -> None:
    event = pairs_event(cast, carry_over="half")
    first, second = sessions_of(event)
    play_pairs(first)
    Session.objects.filter(pk=second.pk).update(stage=2)
    play_pairs(Session.objects.select_related("event__club__federation").get(pk=second.pk))
    one, two = visible_event_results(cast.actor("stranger"), event).stages
    top = two.rankings[0].lines[0]
    earlier = next(line for line in one.rankings[0].lines if line.contestant == top.contestant)
    assert top.carried == earlier.percent


def test_a_different_number_of_boards_is_said_and_nothing_is_lost(cast: Cast) -> None:
    event = pairs_event(cast)
    first, second = sessions_of(event)
    play_pairs(first)
    event.boards = 10
    event.save(update_fields=["boards"])
    play_pairs(Session.objects.select_related("event__club__federation").get(pk=second.pk))
    Player.objects.update(privacy="initials")
    [stage] = visible_event_results(Actor(ActorKind.USER), event).stages
    assert "P1 001" not in {line.title.split(" – ")[0] for line in stage.rankings[0].lines}
    assert "different numbers of boards" in stage.remarks[0]
    assert len(stage.rankings[0].lines) == 6


def test_what_is_being_played_is_not_in_it_for_strangers(cast: Cast) -> None:
    session = make_session(cast.harbour, 4)
    found = visible_event_results(cast.actor("stranger"), session.event)
    assert (found.stages, [one.pk for one in found.in_play]) == ((), [session.pk])
    assert len(visible_event_results(cast.actor("director"), session.event).stages) == 1


def test_the_best_qualify_with_carry_over_and_the_rest_console_themselves(cast: Cast) -> None:
    event = pairs_event(cast, pairs=8, carry_over="half", tie_breaks=["lot"])
    first, second = sessions_of(event)
    actor = cast.actor("director")
    with pytest.raises(ValidationError, match="Session 1 is not finished"):
        qualify_for(actor=actor, session=second, places=4)
    play_pairs(first)
    with pytest.raises(ValidationError, match="2 to 8"):
        qualify_for(actor=actor, session=second, places=9)
    qualify_for(actor=actor, session=second, places=4, consolation=True)
    second = sessions_of(event)[1]
    assert second.stage == 2
    assert ComparisonField.objects.filter(session=second).count() == 2
    take_back_qualifying(actor=actor, session=second, reason="A score was wrong")
    assert sessions_of(event)[1].stage == 1
    assert not sessions_of(event)[1].places.exists()
    qualify_for(actor=actor, session=sessions_of(event)[1], places=4, consolation=True)
    play_pairs(sessions_of(event)[1])
    found = visible_event_results(cast.actor("stranger"), event)
    assert [ranking.name for ranking in found.last.rankings] == ["A", "B"]
    line = found.last.rankings[0].lines[0]
    before = {one.standing.contestant: one.standing for one in found.stages[0].overall}
    earlier = before[str(line.contestant.pk)]
    own = line.overall.legs[0].standing
    weight = Fraction(earlier.boards, 2)
    expected = (own.percent * own.boards + earlier.percent * weight) / (own.boards + weight)
    assert line.overall.standing.percent == expected
    assert "50% of the stage before" in " ".join(total_steps(line))
    with pytest.raises(ValidationError, match="no stage that could be taken back"):
        take_back_qualifying(actor=actor, session=sessions_of(event)[1], reason="Too late")


@made_once
def knockout(cast: Cast, teams: int, sessions: int) -> Event:
    fields = {"form": "team", "scoring": "imps", "movement_kind": "knockout", "boards": 4}
    event = make_event(cast.harbour, sessions_planned=sessions, **fields)
    for number in range(1, teams + 1):
        make_team(event, number)
    for number in range(1, sessions + 1):
        Session.objects.create(event=event, number=number, starts_at=EVENING + timedelta(days=number))
    return event


def play_knockout(session: Session, actor: Any) -> None:
    start_session(actor=actor, session=session)
    session.refresh_from_db()
    for number in (1, 2):
        play_round(session, number)
    Session.objects.filter(pk=session.pk).update(round=2)
    session.refresh_from_db()
    finish_session(actor=actor, session=session, reason="All boards are in")


def test_winners_go_on_through_the_draw_sheet(cast: Cast) -> None:
    event, actor = knockout(cast, 6, 3), cast.actor("director")
    draw_knockout(actor=actor, event=event)
    sheet = knockout_sheet(event)
    assert sheet.byes == (1, 2)
    first = sessions_of(event)[0]
    assert sorted(place.contestant.name for place in first.places.all()) == ["Team 3", "Team 4", "Team 5", "Team 6"]
    with pytest.raises(ValidationError, match="Match 1 is not decided"):
        seat_next(actor=actor, event=event)
    play_knockout(first, actor)
    seat_next(actor=actor, event=event)
    with pytest.raises(ValidationError, match="Say why"):
        take_back_round(actor=actor, event=event, reason="")
    take_back_round(actor=actor, event=event, reason="A score was wrong")
    second = seat_next(actor=actor, event=event)
    assert sorted(place.contestant.name for place in second.places.all()) == ["Team 1", "Team 2", "Team 3", "Team 4"]
    play_knockout(sessions_of(event)[1], actor)
    third = seat_next(actor=actor, event=event)
    play_knockout(sessions_of(event)[2], actor)
    assert knockout_sheet(event).champion.name == "Team 1"
    with pytest.raises(ValidationError, match="The final has its seats"):
        seat_next(actor=actor, event=event)
    with pytest.raises(ValidationError, match="has begun"):
        take_back_round(actor=actor, event=event, reason="Too late")
    assert third.number == 3
    assert AuditEntry.objects.filter(act="knockout.advance").count() == 4


def test_a_level_match_goes_on_by_extra_boards_or_the_declared_tie_break(cast: Cast) -> None:
    event, actor = knockout(cast, 2, 1), cast.actor("director")
    draw_knockout(actor=actor, event=event)
    [session] = sessions_of(event)
    start_session(actor=actor, session=session)
    all_alike(session)
    score()
    [[tie]] = knockout_sheet(event).rounds
    assert tie.winner is None
    assert "2 extra boards" in tie.why
    Event.objects.filter(pk=event.pk).update(tie_breaks=["quotient", "lot"])
    [[tie]] = knockout_sheet(Event.objects.get(pk=event.pk)).rounds
    assert tie.winner is not None
    loser = next(team for team in tie.slots if team != tie.winner)
    add_term(
        actor=actor, session=session, key=tie.match.key, kind="winner", team=loser, reason="Won the extra boards 5–2"
    )
    [[tie]] = knockout_sheet(event).rounds
    assert (tie.winner, tie.why) == (loser, "Won the extra boards 5–2")


def test_who_does_not_come_is_out(cast: Cast, client: Client) -> None:
    event, actor = knockout(cast, 2, 1), cast.actor("director")
    draw_knockout(actor=actor, event=event)
    one, other = (Contestant.objects.get(event=event, name=name) for name in ("Team 1", "Team 2"))
    with pytest.raises(ValidationError, match="Say why"):
        declare_winner(actor=actor, event=event, number=1, team=other.pk, reason="")
    declare_winner(actor=actor, event=event, number=1, team=other.pk, reason="Team 1 did not come")
    assert knockout_sheet(event).champion == other
    with pytest.raises(ValidationError, match="This match is decided"):
        declare_winner(actor=actor, event=event, number=1, team=one.pk, reason="They came after all")
    client.force_login(cast.director)
    where = reverse("club-event-knockout-act", kwargs={"slug": "harbour", "event_id": event.pk})
    client.post(where, {"act": "unsay", "term": MatchTerm.objects.get().pk})
    assert knockout_sheet(event).champion is None
    client.post(where, {"act": "winner", "match": "1", "team": str(one.pk), "reason": "They came after all"})
    assert knockout_sheet(event).champion == one


def test_too_few_sessions_for_a_knockout_are_named(cast: Cast) -> None:
    event = knockout(cast, 5, 1)
    with pytest.raises(ValidationError, match=r"5 teams play 3 rounds, each a session\. Plan 2 more"):
        draw_knockout(actor=cast.actor("director"), event=event)


@made_once
def two_sections(cast: Cast) -> Session:
    session = make_session(cast.harbour, 4)
    movement = build_movement(MovementRequest(Unit.PAIR, 4, MovementKind.HOWELL))
    section = Section.objects.create(session=session, letter="B", movement_data=pack(movement))
    for number in range(1, 5):
        contestant = enter(session.event, *make_players(2, f"B{number}"))
        section.places.create(session=session, contestant=contestant, number=number)
    make_plays(section)
    return session


def test_sections_are_compared_together_or_apart(cast: Cast) -> None:
    session, actor = two_sections(cast), cast.actor("director")
    one, other = session.sections.order_by("letter")
    [field] = session_fields(session)
    loser = Contestant.objects.filter(places__section=other).first()
    penalize(actor=actor, field=field, contestant=loser, amount=Decimal(1), unit="points", reason="Slow play")
    all_alike(session)
    score()
    tops = {row.percent for row in Standing.objects.filter(run__field__session=session)}
    group_sections(actor=actor, session=session, groups={one.pk: 1, other.pk: 2})
    score()
    fields = list(ComparisonField.objects.filter(session=session).order_by("name"))
    assert [(row.name, row.runs.get().standings.count()) for row in fields] == [("A", 4), ("B", 4)]
    assert Penalty.objects.get().field == fields[1]
    version = Session.objects.get(pk=session.pk).version
    group_sections(actor=actor, session=session, groups={one.pk: 1, other.pk: 1}, version=version)
    score()
    assert section_groups(session) == {one.pk: 1, other.pk: 1}
    assert ComparisonField.objects.get(session=session).name == ""
    assert {row.percent for row in Standing.objects.filter(run__field__session=session)} == tops
    assert AuditEntry.objects.filter(act="field.group").count() == 2
    with pytest.raises(Conflict):
        group_sections(actor=actor, session=session, groups={one.pk: 1, other.pk: 2}, version=version)
    other.board_set = BoardSet.objects.create(club=cast.harbour, name="Others", source="dealt", made_at=EVENING)
    other.save(update_fields=["board_set"])
    with pytest.raises(ValidationError, match="do not play the same set of boards"):
        group_sections(actor=actor, session=session, groups={one.pk: 1, other.pk: 1})


def test_an_official_score_is_not_regrouped(cast: Cast) -> None:
    session = two_sections(cast)
    one, other = session.sections.order_by("letter")
    play = Play.objects.filter(section=one).select_related("section__session__event__club")[0]
    set_result(actor=system(), play=play, result=ResultInput.parse("3NT= N"))
    score()
    ComparisonField.objects.get(session=session).runs.update(is_published=True)
    with pytest.raises(ValidationError, match="The score is official"):
        group_sections(actor=cast.actor("director"), session=session, groups={one.pk: 1, other.pk: 2})


def test_ties_are_broken_as_declared_and_said_in_words(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, tie_breaks=["head-to-head", "lot"])
    all_alike(session)
    score()
    rows = list(Standing.objects.filter(run__field__session=session).order_by("rank"))
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert not any(row.tied for row in rows)
    words = tie_words(rows[0].tie_break)
    assert words[0].startswith("Result between the tied: ")
    assert words[-1] == "Decided by lot."
    found = visible_event_results(cast.actor("director"), session.event)
    assert found.last.rankings[0].lines[0].ties == tuple(words)


def test_individuals_are_added_up_over_sessions(cast: Cast) -> None:
    event = make_event(cast.harbour, form="player", sessions_planned=2, boards=8)
    for player in make_players(8, "Solo"):
        enter(event, player)
    for number in (1, 2):
        session = Session.objects.create(event=event, number=number, starts_at=EVENING + timedelta(days=number))
        play_pairs(Session.objects.select_related("event__club__federation").get(pk=session.pk))
    [ranking] = visible_event_results(cast.actor("stranger"), event).last.rankings
    assert len(ranking.lines) == 8
    assert all(len(line.overall.legs) == 2 and line.percent for line in ranking.lines)


def test_pairs_of_a_swiss_get_victory_points_and_meet_their_like(cast: Cast) -> None:
    event = make_event(cast.harbour, scoring="vp", movement_kind="swiss", boards=8)
    for at in range(1, 7):
        enter(event, *make_players(2, f"S{at}"))
    session = Session.objects.create(event=event, starts_at=EVENING)
    seat_entered(actor=system(), session=session)
    section = session.sections.get()
    choose_movement(actor=system(), section=section, kind="swiss", rounds=3, boards_per_round=2)
    session.refresh_from_db()
    start_session(actor=system(), session=session)
    the_earlier_win(session)
    score()
    rows = Standing.objects.filter(run__field__session=session)
    assert sum(Fraction(row.total) for row in rows) == 60
    session = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    drawn = draw_round(actor=cast.actor("director"), section=session.sections.get())
    assert len(drawn.matches) == 3
