"""A Swiss of an odd number of teams whose conditions ask for triangles, from the draw to the victory points."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from events.models import Event, Play
from events.movements.errors import MovementError
from events.movements.knockout import knockout_round
from events.services.conditions import check_conditions
from events.services.repairs import let_leave
from events.services.sessions import call_round, finish_session
from events.views.base import session_url
from scoring.models import RoundDraw, Standing
from scoring.selectors.draws import propose_draw
from scoring.selectors.knockouts import knockout_sheet
from scoring.selectors.newest_matches import newest_matches
from scoring.services.draws import draw_round, take_back_draw
from scoring.services.knockouts import draw_knockout, seat_next
from tests.cast import Cast
from tests.scoring.contest import make_teams, play_round, section_of, strength
from tests.scoring.test_event_results import knockout, play_knockout

pytestmark = pytest.mark.django_db


def test_nobody_has_a_bye_and_the_three_matches_count_when_both_halves_are_played(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 5, rounds=2, three_ways=True), cast.actor("director")
    assert section_of(session).movement.rounds[0].sitting_out == ()
    play_round(session, 1)
    three = [row for row in newest_matches(session) if row.missing]
    assert len(three) == 3
    assert all(not row.is_begun for row in three)
    found = propose_draw(section_of(session))
    assert [place.number for place in found.in_triangle] == [3, 4, 5]
    assert found.numbers == [(1, 2)] or found.rematches
    draw_round(actor=actor, section=section_of(session))
    call_round(actor=actor, session=session)
    session.refresh_from_db()
    play_round(session, 2)
    rows = newest_matches(session)
    triangle = [row for row in rows if len(row.rounds) == 2]
    assert len(triangle) == 3
    assert all(not row.missing and len(row.boards) == 2 and row.round == 1 for row in triangle)
    totals = [Fraction(row.total) for row in Standing.objects.filter(run__field__session=session)]
    assert sum(totals) == 20 * len(rows)


def test_why_says_that_a_match_of_a_triangle_was_played_in_two_rounds(cast: Cast, client: Client) -> None:
    session, actor = make_teams(cast.harbour, 5, rounds=2, three_ways=True), cast.actor("director")
    play_round(session, 1)
    draw_round(actor=actor, section=section_of(session))
    call_round(actor=actor, session=session)
    session.refresh_from_db()
    play_round(session, 2)
    client.force_login(cast.director)
    row = next(row for row in newest_matches(session) if len(row.rounds) == 2)
    shown = client.get(session_url(session, "session-results-why-place", contestant_id=row.home_id)).content.decode()
    assert shown.count("Rounds 1–2 against ") == 2
    assert "Round 1 against" not in shown


def test_the_next_draw_has_everybody_again_and_the_last_round_of_an_odd_number_a_bye(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 7, rounds=3, three_ways=True), cast.actor("director")
    for number in (1, 2):
        play_round(session, number)
        made = draw_round(actor=actor, section=section_of(session))
        call_round(actor=actor, session=session)
        session.refresh_from_db()
    assert made.bye is not None
    assert {len(match) for match in made.matches} == {2}
    first = RoundDraw.objects.get(round=2)
    assert first.bye is None


def test_a_triangle_is_typed_and_taken_back(cast: Cast, client: Client) -> None:
    session, actor = make_teams(cast.harbour, 7, rounds=4, three_ways=True), cast.actor("director")
    for number in (1, 2):
        play_round(session, number)
        if number == 1:
            draw_round(actor=actor, section=section_of(session))
            call_round(actor=actor, session=session)
            session.refresh_from_db()
    client.force_login(cast.director)
    where = {"slug": "harbour", "session_id": session.pk, "section_id": section_of(session).pk}
    page = reverse("club-session-draw-round", kwargs=where)
    assert "a triangle over two rounds" in client.get(page).content.decode()
    sent = {
        "act": "draw",
        "drawn_matches": "1-2, 3-4, 5-6-7",
        "version": section_of(session).version,
        "basis": "standings",
    }
    assert client.post(page, sent | {"drawn_matches": "1-2, 3-4-5-6-7"}).status_code == 422
    asked = re.search(r'name="confirmed"[^>]*value="([^"]+)"', client.post(page, sent).content.decode())
    assert asked is not None
    assert client.post(page, sent | {"confirmed": asked[1]}).status_code == 302
    drawn = RoundDraw.objects.get(round=3)
    assert [len(match) for match in drawn.matches] == [2, 2, 3]
    assert Play.objects.filter(section__session=session, round=3).values("table").distinct().count() == 7
    take_back_draw(actor=actor, section=section_of(session), reason="Another one")
    assert not Play.objects.filter(section__session=session, round=3).exists()


def test_who_leaves_a_triangle_leaves_the_other_two_their_match(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 5, rounds=2, three_ways=True), cast.actor("director")
    play_round(session, 1)
    let_leave(actor=actor, place=session.places.get(number=5), reason="Unwell")
    draw_round(actor=actor, section=section_of(session), reason="Two are left")
    call_round(actor=actor, session=session)
    session.refresh_from_db()
    play_round(session, 2)
    finish_session(actor=actor, session=session)
    pair = {place.contestant_id for place in session.places.filter(number__in=(3, 4))}
    [row] = [row for row in newest_matches(session) if {row.home_id, row.away_id} == pair]
    assert row.is_begun
    assert not row.missing


def test_only_teams_in_a_swiss_or_a_knock_out_meet_in_threes(cast: Cast) -> None:
    fine = Event(club=cast.harbour, name="Teams", form="team", scoring="vp", movement_kind="swiss", three_ways=True)
    check_conditions(fine)
    wrong = Event(club=cast.harbour, name="Pairs", form="pair", scoring="matchpoints", three_ways=True)
    with pytest.raises(ValidationError, match="Three meet only in a Swiss or a knock-out of teams"):
        check_conditions(wrong)


@pytest.mark.parametrize(
    ("teams", "sessions", "sizes", "through"),
    [(6, 2, [3, 3], [1, 1]), (7, 3, [3, 2, 2], [2, 1, 1])],
    ids=["one of three", "two of three"],
)
def test_a_knock_out_in_threes_has_no_byes_and_sends_the_best_on(
    cast: Cast, client: Client, teams: int, sessions: int, sizes: list[int], through: list[int]
) -> None:
    event, actor = knockout(cast, teams, sessions), cast.actor("director")
    Event.objects.filter(pk=event.pk).update(three_ways=True)
    event.refresh_from_db()
    draw_knockout(actor=actor, event=event)
    # What the conditions say later does not change the sheet.
    Event.objects.filter(pk=event.pk).update(three_ways=False)
    sheet = knockout_sheet(event)
    assert sheet is not None
    assert sheet.byes == ()
    assert [len(tie.slots) for tie in sheet.rounds[0]] == sizes
    with pytest.raises(ValidationError, match="is not decided"):
        seat_next(actor=actor, event=event)
    play_knockout(event.sessions.get(number=1), actor)
    sheet = knockout_sheet(event)
    assert sheet is not None
    for tie, count in zip(sheet.rounds[0], through, strict=True):
        strongest = sorted((team for team in tie.slots if team), key=strength, reverse=True)
        assert list(tie.through) == strongest[:count]
        if len(tie.slots) == 3:
            assert tie.why == "by matches won, then by IMPs"
            assert [len(row.boards) for row in tie.matches] == [2, 2, 2]
    page = client.get(reverse("club-event-knockout", kwargs={"slug": "harbour", "event_id": event.pk}))
    assert "Match 3 of three" in page.content.decode()
    for number in range(2, sessions + 1):
        session = seat_next(actor=actor, event=event)
        assert session.places.count() == sum(through) // 2 ** (number - 2)
        play_knockout(session, actor)
    final = knockout_sheet(event)
    assert final is not None
    assert final.champion is not None
    assert final.champion.name == "Team 1"


def test_a_match_of_three_takes_an_even_number_of_stanzas() -> None:
    with pytest.raises(MovementError) as refused:
        knockout_round(6, 4, 3, three_ways=True)
    assert refused.value.note.code == "threes-in-twos"
    assert [len(round_.seatings) for round_ in knockout_round(7, 4, 2, three_ways=True).rounds] == [7, 7]
