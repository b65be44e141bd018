"""Fouled boards (Law 87): the director tells the forms apart, and everything that compares follows."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry
from core.errors import Conflict, Forbidden
from events.models import Play, Session
from events.movements.model import MovementKind, Unit
from events.services.tables import give_codes
from jobs import services as jobs
from scoring.engine.methods import MATCHPOINTS
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Scoresheet
from scoring.models import BoardForms, BoardResult, ScoringRun, Standing
from scoring.services.fouled import set_forms
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.at_tables import code_of, say

pytestmark = pytest.mark.django_db
# As it was dealt North-South make game; then two hands changed places and East-West do.
BEFORE, AFTER = ("4S= N", "4S+1 N", "4S-1 S"), ("4H= E", "4H+1 W", "3H= E", "4H-1 E")


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_session(cast.harbour, 14, kind=MovementKind.MITCHELL)
    give_codes(session, actor=cast.actor("secretary"))
    return session


def travelled(session: Session, board: int = 1) -> list[Play]:
    return list(Play.objects.filter(section__session=session, board=board).order_by("round", "table"))


def play_it(session: Session, results: tuple[str, ...] = (*BEFORE, *AFTER)) -> list[Play]:
    plays = travelled(session)
    for play, result in zip(plays, results, strict=False):
        Session.objects.update(round=play.round)
        say(play, result, confirmed=True)
    session.refresh_from_db()
    return plays


def tell_apart(cast: Cast, plays: list[Play], **more: Any) -> BoardForms:
    given = {"reason": "Compared with the hand record", "forms": {(p.round, p.table): "B" for p in plays[3:]}}
    return set_forms(actor=cast.actor("director"), section=plays[0].section, board=plays[0].board, **(given | more))


def test_each_form_is_scored_by_itself_as_the_engine_does(cast: Cast, session: Session) -> None:
    plays = play_it(session)
    tell_apart(cast, plays)
    jobs.run_due("live")
    results = {row.play_id: row for row in BoardResult.objects.current()}
    lines = [
        Line.played(str(play.north_id), str(play.east_id), results[play.pk].score, group="" if at < 3 else "B")
        for at, play in enumerate(plays)
    ]
    expected = score_session(Scoresheet((Board(1, tuple(lines)),)), MATCHPOINTS)
    found = {str(row.contestant_id): row.total for row in Standing.objects.filter(boards=1)}
    assert found == {place.contestant: str(place.total) for place in expected.standings}
    [shown] = [board for board in ScoringRun.objects.get().boards if board["board"] == 1]
    assert [line.get("form") for line in shown["lines"]] == [None] * 3 + ["B"] * 4


def test_the_word_is_taken_back_and_all_words_stay(cast: Cast, session: Session) -> None:
    plays = play_it(session)
    jobs.run_due("live")
    before = dict(Standing.objects.values_list("contestant", "total"))
    said = tell_apart(cast, plays)
    jobs.run_due("live")
    assert dict(Standing.objects.values_list("contestant", "total")) != before
    tell_apart(cast, plays, forms={}, reason="It was one board after all", seen=said.pk)
    jobs.run_due("live")
    assert dict(Standing.objects.values_list("contestant", "total")) == before
    assert BoardForms.objects.count() == 2
    acts = AuditEntry.objects.filter(act__startswith="board.").order_by("pk")
    assert [(entry.act, entry.reason) for entry in acts] == [
        ("board.foul", "Compared with the hand record"),
        ("board.unfoul", "It was one board after all"),
    ]


def test_two_directors_and_what_cannot_be(cast: Cast, session: Session) -> None:
    plays = play_it(session)
    tell_apart(cast, plays, seen=0)
    with pytest.raises(Conflict):
        tell_apart(cast, plays, seen=0)
    with pytest.raises(Forbidden):
        set_forms(actor=cast.actor("member"), section=plays[0].section, board=1, forms={}, reason="Please")
    everywhere = {(play.round, play.table): "B" for play in plays}
    for wrong, sentence in (
        ({"reason": " "}, "how you know"),
        ({"forms": {(1, 99): "B"}}, "not played at table 99"),
        ({"forms": {(plays[0].round, plays[0].table): "Z"}}, "no form of a board"),
        ({"forms": everywhere}, "nothing to score apart"),
    ):
        with pytest.raises(ValidationError, match=sentence):
            tell_apart(cast, plays, **wrong)


def test_a_table_sees_its_own_form_compared(cast: Cast, client: Client, session: Session) -> None:
    plays = play_it(session)
    tell_apart(cast, plays)
    last = plays[-1]
    lines = client.get(f"/t/{code_of(last).code}/boards/1/").json()["lines"]
    assert [line["form"] for line in lines if line["score"] > 0 and line["contract"] == "4S"] == ["A", "A"]
    [own] = [line for line in lines if line["own"]]
    assert own["form"] == "B"
    assert float(own["ns_percent"]) > 70, "of those who had these cards, one down against East-West is the best"


def test_the_director_accepts_what_the_finder_proposes(cast: Cast, client: Client, session: Session) -> None:
    plays = play_it(session, ("4S= N",) * 3 + ("4H= E",) * 4)
    client.force_login(cast.director)
    at = {"slug": "harbour", "session_id": session.pk, "section_id": plays[0].section_id, "number": 1}
    desk = reverse("club-session-desk", kwargs={"slug": "harbour", "session_id": session.pk})
    assert "may have been fouled" in client.get(desk).content.decode()
    page = client.get(reverse("club-session-board-results", kwargs=at))
    shown = [(line.play.round, line.form) for line in page.context["lines"]]
    assert shown == [(play.round, "A" if number < 3 else "B") for number, play in enumerate(plays)]
    fields = {line.field: line.form for line in page.context["lines"]}
    act = reverse("club-session-board-forms", kwargs=at)
    refused = client.post(act, fields | {"act": "apart", "seen": "0", "reason": ""})
    assert refused.status_code == 422
    assert [line.form for line in refused.context["lines"]] == [form for _round, form in shown], "what was chosen stays"
    assert client.post(act, fields | {"act": "apart", "seen": "0", "reason": "Looked"}).status_code == 302
    assert BoardForms.objects.get().forms[0] == {"round": plays[3].round, "table": plays[3].table, "form": "B"}
    assert "may have been fouled" not in client.get(desk).content.decode()
    assert client.post(act, fields | {"act": "one", "seen": "0", "reason": "No"}).status_code == 422, "an old page"
    seen = str(BoardForms.objects.get().pk)
    assert client.post(act, {"act": "one", "seen": seen, "reason": "They were the same"}).status_code == 302
    assert BoardForms.objects.current().get().forms == []
    assert "may have been fouled" not in client.get(desk).content.decode(), "a director has looked"


def test_in_a_match_rooms_with_different_cards_are_not_compared(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, scoring="vp")
    give_codes(session, actor=cast.actor("secretary"))
    first = Play.objects.filter(section__session=session, round=1).order_by("board", "table")[0]
    pairs = {first.north_id, first.east_id}
    rooms = [
        play
        for play in Play.objects.filter(section__session=session, round=1, board=first.board)
        if set(play.contestant_ids) == pairs
    ]
    for play, result in zip(rooms, ("4S= N", "4S-1 N"), strict=True):
        say(play, result, confirmed=True)
    jobs.run_due("live")
    assert {row["home_net"] for row in ScoringRun.objects.get().boards} != {"0"}
    set_forms(
        actor=cast.actor("director"),
        section=first.section,
        board=first.board,
        forms={(1, rooms[1].table): "B"},
        reason="A card was in the wrong hand",
    )
    jobs.run_due("live")
    assert {row["home_net"] for row in ScoringRun.objects.get().boards} == {"0"}
