"""Law 12C1(e): the side that was not at fault bears what it did to itself, the offenders pay in full."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from events.models import Play, Session
from jobs import services as jobs
from rulings.models import Ruling
from rulings.services.giving import amend, give
from scoring.engine.cards import Side
from scoring.engine.sheet import Outcomes, SelfInflicted
from scoring.engine.teams import Comparison, MatchBoard, TeamMatch, TeamRules, TeamTable, score_match
from scoring.models import ScoreAdjustment, ScoringRun
from tests.cast import Cast
from tests.rulings.night import FOUNDED, begin, due, enter, in_play

FIELDS: dict[str, Any] = {
    "score_ns": "4S+1 N",
    "own_damage": "NS",
    "score_normal": "3NT= N",
    "offending": "EW",
    **FOUNDED,
}


@pytest.fixture
def play(cast: Cast, db: None) -> Play:
    """The others have +420, +450 and +400; here 4♠ went one down after a blunder."""
    play = due(in_play(cast))
    enter(cast, play, "4S-1 N")
    others = Play.objects.filter(section=play.section_id, board=play.board).exclude(pk=play.pk)
    others.update(round=1)
    for other, text in zip(others, ("4S= N", "4S+1 N", "3NT= N"), strict=False):
        enter(cast, other, text)
    return play


def points(play: Play) -> tuple[str, str]:
    jobs.run_due("live")
    run = ScoringRun.objects.filter(field__session=play.section.session).latest("revision")
    board = next(one for one in run.boards if one["board"] == play.board)
    line = next(one for one in board["lines"] if one["play"] == play.pk)
    return line["ns_percent"], line["ew_percent"]


def test_the_split_follows_from_three_results(cast: Cast, play: Play) -> None:
    made = give(actor=cast.actor("director"), ruling=begin(cast, play), **FIELDS)
    adjustment = ScoreAdjustment.objects.current().get()
    assert (adjustment.kind, adjustment.authority) == ("split", made.authority)
    # Of 6 matchpoints: the table 0, normal 1, without the infraction 5. The blunder cost 1, the infraction 4.
    assert points(play) == ("66.7", "16.7")
    made = amend(actor=cast.actor("director"), ruling=made, reason="no blunder", own_damage="", score_normal="")
    assert points(play) == ("83.3", "16.7")
    assert [row.content["own_damage"] for row in made.versions.all()] == ["NS", ""]


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"score_normal": ""}, "score_normal", "without its own error"),
        ({"score_normal": "60"}, "score_normal", "without its own error"),
        ({"score_normal": "9S"}, "score_normal", ""),
        ({"score_ns": "60", "score_ew": "40"}, "score_ns", "one assigned or weighted score"),
        ({"score_ew": "4S= N"}, "score_ns", "one assigned or weighted score"),
        ({"offending": "NS"}, "own_damage", "not at fault"),
        ({"directors_error": True}, "own_damage", "not at fault"),
    ],
)
def test_what_does_not_belong_to_it_is_refused(
    cast: Cast, play: Play, fields: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(ValidationError, match=sentence or None) as error:
        give(actor=cast.actor("director"), ruling=begin(cast, play), **(FIELDS | fields))
    assert field in error.value.error_dict


def test_without_a_result_there_is_nothing_to_go_by(cast: Cast, db: None) -> None:
    with pytest.raises(ValidationError, match="enter the result"):
        give(actor=cast.actor("director"), ruling=begin(cast, due(in_play(cast))), **FIELDS)


def test_the_page_asks_previews_and_explains(cast: Cast, play: Play, client: Client) -> None:
    client.force_login(cast.director)
    session: Session = play.section.session
    ruling: Ruling = begin(cast, play)
    base = f"/clubs/harbour/sessions/{session.pk}/rulings/{ruling.pk}/"
    assert "Law 12C1(e)" in client.get(f"{base}write/").content.decode()
    sent = FIELDS | {"title": "Hesitation", "law_refs": "16B3", "version": ruling.version, "seen": ""}
    shown = client.post(f"{base}preview/", sent).content.decode()
    assert "+450, less its own damage: −50 instead of +400" in shown
    assert "66.7" in shown
    assert "16.7" in shown
    assert client.post(f"{base}write/", sent | {"act": "give", "score_normal": ""}).status_code == 422
    assert client.post(f"{base}write/", sent | {"act": "give"}).status_code == 302
    assert "less its own damage: −50 instead of +400" in client.get(base).content.decode()
    jobs.run_due("live")
    results = f"/clubs/harbour/sessions/{session.pk}/results/"
    card = client.get(f"{results}scorecards/{play.north_id}/").content.decode()
    assert "+450 less own damage" in card
    why = client.get(f"{results}plays/{play.pk}/why/ns/").content.decode()
    assert "the result at the table is worth 0, the normal one 1, the adjusted one 5" in why


def test_in_a_match_it_goes_by_the_other_table() -> None:
    """+620 without the infraction, +170 normally, -100 at the table; the other table has +170."""
    parts = (Outcomes.one(-100), Outcomes.one(170), Outcomes.one(620))
    for side, sign in ((Side.NS, 1), (Side.EW, -1)):
        scores = [Outcomes.one(sign * (part.single or 0)) for part in parts]
        ruling = SelfInflicted(side, *scores)
        here = TeamTable(ruling.adjusted, ruling.adjusted, ruling)
        match = TeamMatch("1", "2", (MatchBoard(1, Comparison(here, TeamTable.of(sign * 170))),))
        scored = score_match(match, TeamRules())
        own, others = (scored.home, scored.away) if side is Side.NS else (scored.away, scored.home)
        # 450 points are 10 IMPs, 270 points 7: the offenders lose 10, the others have 10 - 7.
        assert (own, others) == (Fraction(3), Fraction(-10))
