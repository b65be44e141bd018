"""The draw of a Swiss from its standings."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry
from core.errors import Conflict, Forbidden
from events.models import Contestant, Play, Session
from events.movements.drawing import certain_rounds
from events.services.repairs import let_leave
from events.services.sessions import call_round
from scoring import hooks
from scoring.engine.sheet import AVERAGE_MINUS, AVERAGE_PLUS, Outcomes
from scoring.models import RoundDraw, Standing
from scoring.pending import Pending
from scoring.selectors.draws import propose_draw
from scoring.services.adjusting import adjust
from scoring.services.draws import draw_round, redraw_round, take_back_draw
from tests.cast import Cast
from tests.scoring.contest import make_swiss_pairs, make_teams, play_pairs, play_round, score, section_of

pytestmark = pytest.mark.django_db


def met(session: Session, number: int) -> set[frozenset[str]]:
    plays = Play.objects.filter(section__session=session, round=number).select_related("north", "east")
    return {frozenset((play.north.name, play.east.name)) for play in plays}


def test_winners_meet_winners_and_nobody_meets_twice(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 8, rounds=4), cast.actor("director")
    seen: set[frozenset[str]] = set()
    for number in range(1, 5):
        play_round(session, number)
        assert not met(session, number) & seen
        seen |= met(session, number)
        if number < 4:
            drawn = draw_round(actor=actor, section=section_of(session))
            assert drawn.round == number + 1
            call_round(actor=actor, session=session)
            session.refresh_from_db()
    best = Standing.objects.filter(run__field__session=session).order_by("rank").first()
    assert best is not None
    assert best.contestant.name == "Team 1"
    acts = AuditEntry.objects.filter(act="section.draw")
    assert acts.count() == 3


def test_results_that_are_missing_are_named_and_take_a_reason(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 6), cast.actor("director")
    play_round(session, 1, leave=1)
    section = section_of(session)
    with pytest.raises(ValidationError, match=r"Round 1, table 6: 2\. Enter them, or say why"):
        draw_round(actor=actor, section=section)
    assert certain_rounds(section_of(session).movement) == 1
    draw_round(actor=actor, section=section, reason="Table 6 is slow")
    assert RoundDraw.objects.get().reason == "Table 6 is slow"


def test_a_late_round_is_drawn_by_the_standings_before_it(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 6), cast.actor("director")
    play_round(session, 1)
    draw_round(actor=actor, section=section_of(session))
    call_round(actor=actor, session=session)
    session.refresh_from_db()
    drawn = draw_round(actor=actor, section=section_of(session), basis="round-before")
    assert drawn.basis == "round-before"
    assert met(session, 3).isdisjoint(met(session, 1) | met(session, 2))


def test_a_draw_is_taken_back_and_made_again_while_nobody_has_begun(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 6), cast.actor("director")
    play_round(session, 1)
    section = section_of(session)
    draw_round(actor=actor, section=section)
    with pytest.raises(ValidationError, match="has not begun"):
        draw_round(actor=actor, section=section_of(session))
    with pytest.raises(ValidationError, match="Say why"):
        take_back_draw(actor=actor, section=section, reason=" ")
    take_back_draw(actor=actor, section=section, reason="A score was wrong")
    assert not Play.objects.filter(round=2).exists()
    draw_round(actor=actor, section=section_of(session))
    redraw_round(actor=actor, section=section, reason="Another one", matches=[(1, 6), (2, 4), (3, 5)])
    assert list(RoundDraw.objects.order_by("pk").values_list("basis", "undone_at")[:2]) != []
    assert RoundDraw.objects.filter(undone_at=None).get().basis == "by-hand"
    call_round(actor=actor, session=session)
    with pytest.raises(ValidationError, match="has begun"):
        take_back_draw(actor=actor, section=section, reason="Too late")
    assert AuditEntry.objects.filter(act="section.undraw").count() == 2


def test_a_draw_by_hand_with_repeats_is_laid_down_only_when_they_are_confirmed_by_name(
    cast: Cast, client: Client
) -> None:
    session, actor = make_swiss_pairs(cast.harbour, 5, rounds=3), cast.actor("director")
    play_pairs(session, 1)
    section = section_of(session)
    first = section.movement.rounds[0]
    bye, matches = first.sitting_out[0], [seating.seats for seating in first.seatings]
    typed = ", ".join("-".join(map(str, match)) for match in matches)
    with pytest.raises(ValidationError) as refused:
        draw_round(actor=actor, section=section, matches=matches)
    said = " ".join(refused.value.messages)
    assert all(f"{min(match)}–{max(match)}" in said for match in matches)
    assert f"Number {bye} has had a bye" in said
    assert certain_rounds(section_of(session).movement) == 1
    client.force_login(cast.director)
    where = {"slug": "harbour", "session_id": session.pk}
    address = reverse("club-session-draw-round", kwargs={**where, "section_id": section.pk})
    sent = {"act": "draw", "drawn_matches": typed}
    page = client.post(address, sent)
    assert page.status_code == 422
    box = re.search(r'name="confirmed"[^>]*value="([^"]+)"', page.content.decode())
    assert box is not None
    assert f"bye {bye}" in box[1]
    assert typed in page.content.decode()
    # What was confirmed is not what is sent now.
    assert client.post(address, sent | {"confirmed": "1-2"}).status_code == 422
    assert certain_rounds(section_of(session).movement) == 1
    assert client.post(address, sent | {"confirmed": box[1]}).status_code == 302
    assert certain_rounds(section_of(session).movement) == 2
    assert RoundDraw.objects.get().basis == "by-hand"


def test_the_seating_page_leads_to_the_one_place_where_a_round_is_drawn(cast: Cast, client: Client) -> None:
    """There every draw, also one by hand, leaves its record: from which standings, which matches, by whom."""
    session = make_swiss_pairs(cast.harbour, 6, rounds=3)
    play_pairs(session, 1)
    client.force_login(cast.director)
    shown = client.get(session.get_absolute_url()).content.decode()
    where = {"slug": "harbour", "session_id": session.pk, "section_id": section_of(session).pk}
    assert reverse("club-session-draw-round", kwargs=where) in shown
    assert "drawn_matches" not in shown


def test_the_draw_says_why_neighbours_in_the_standings_do_not_meet(cast: Cast, client: Client) -> None:
    session = make_teams(cast.harbour, 4)
    play_round(session, 1)
    section = section_of(session)
    proposal = propose_draw(section)
    first = {frozenset(seating.seats) for seating in section.movement.rounds[0].seatings}
    ranked = [one.place.number for one in proposal.standings]
    told = [
        f"{one} and {other} have met in round 1."
        for one, other in ((ranked[0], ranked[1]),)
        if frozenset((one, other)) in first
    ]
    assert set(told) <= set(proposal.passed_over)
    assert all("have met in round 1." in sentence or "do not meet" in sentence for sentence in proposal.passed_over)
    client.force_login(cast.director)
    where = {"slug": "harbour", "session_id": session.pk, "section_id": section.pk}
    shown = client.get(reverse("club-session-draw-round", kwargs=where)).content.decode()
    for sentence in proposal.passed_over:
        assert sentence in shown


def test_what_somebody_else_drew_meanwhile_is_not_drawn_over(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 6), cast.actor("director")
    play_round(session, 1)
    seen = section_of(session).version
    draw_round(actor=actor, section=section_of(session), version=seen)
    with pytest.raises(Conflict):
        redraw_round(actor=actor, section=section_of(session), reason="Mine", version=seen)
    with pytest.raises(Forbidden):
        draw_round(actor=cast.actor("member"), section=section_of(session))


def test_an_odd_team_has_a_bye_with_the_regulated_score_and_nobody_two(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 5), cast.actor("director")
    byes = []
    for number in range(1, 4):
        play_round(session, number)
        movement = section_of(session).movement
        byes += movement.rounds[number - 1].sitting_out
        if number < 3:
            draw_round(actor=actor, section=section_of(session))
            call_round(actor=actor, session=session)
            session.refresh_from_db()
    assert len(set(byes)) == 3
    standings = Standing.objects.filter(run__field__session=session)
    assert sum(Fraction(row.total) for row in standings) == 3 * (2 * 20 + 12)


def test_a_team_that_left_is_not_drawn_and_one_that_withdrew_is_named(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 6), cast.actor("director")
    play_round(session, 1)
    place = session.places.get(contestant__name="Team 4")
    Contestant.objects.filter(pk=place.contestant_id).update(status="withdrawn")
    with pytest.raises(ValidationError, match="Team 4 has withdrawn from the event"):
        draw_round(actor=actor, section=section_of(session))
    let_leave(actor=actor, place=place, reason="Unwell")
    drawn = draw_round(actor=actor, section=section_of(session))
    assert all(place.contestant_id not in match for match in drawn.matches)
    assert drawn.bye is not None


def test_a_ruling_that_is_pending_counts_as_the_director_says(cast: Cast) -> None:
    session, actor = make_teams(cast.harbour, 4), cast.actor("director")
    play_round(session, 1)
    play = Play.objects.filter(section__session=session, round=1).order_by("table", "board")[0]
    adjust(actor=actor, play=play, kind="artificial", ns=AVERAGE_PLUS, ew=AVERAGE_MINUS, reason="Law 12C2")
    score()

    def source(_session: Session) -> list[Pending]:
        return [Pending("Board 1", play=play.pk, proposed=(Outcomes.one(-2000), Outcomes.one(-2000)))]

    hooks.pending_sources.add(source)
    try:
        section = section_of(session)
        totals = {
            how: [one.total for one in propose_draw(section, pending_score=how).standings]
            for how in ("stands", "table", "proposed", "without")
        }
        assert len({tuple(found) for found in totals.values()}) == 4
        with pytest.raises(ValidationError, match=r"A ruling is pending \(Board 1\)"):
            draw_round(actor=actor, section=section)
        assert draw_round(actor=actor, section=section, pending="without").pending == "without"
    finally:
        hooks.pending_sources.remove(source)
