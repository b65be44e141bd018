"""Laws 6D and 86A: a board dealt again."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.errors import Conflict, Forbidden
from events.models import Board, Play
from events.movements.model import MovementKind, Unit
from events.selectors.boards import as_deal
from events.services.boards import redeal
from jobs.models import Job
from tests.events.decks import make_set, play, take
from tests.events.evening import make_players, make_session


def test_a_board_is_dealt_again_for_a_reason(cast):
    board_set = make_set(cast.harbour)
    take(make_session(cast.harbour), board_set)
    Board.objects.filter(number=7).update(double_dummy={"N": {}}, par={"score": 0}, dealer="N")
    old = board_set.boards.get(number=7)
    new = redeal(actor=cast.actor("director"), board_set=board_set, number=7, reason=" A card was face up ")
    old.refresh_from_db()
    assert (old.reason, old.superseded_at is not None) == ("A card was face up", True)
    assert new.deal != old.deal
    assert (new.number, new.dealer, new.vulnerable, new.double_dummy) == (7, "N", old.vulnerable, None)
    assert board_set.boards.current().count() == 28
    entry = AuditEntry.objects.get(act="deal.redeal")
    assert (entry.after, entry.reason) == ({"board": 7}, "A card was face up")
    assert Job.objects.filter(kind="boards.analyse", state="waiting").count() == 1


def test_a_set_that_nobody_plays_yet_may_be_dealt_again(cast):
    board_set = make_set(cast.harbour, 4)
    assert redeal(actor=cast.actor("secretary"), board_set=board_set, number=2, reason="Seen while packing").pk


def test_the_old_deal_does_not_come_again(cast):
    board_set = make_set(cast.harbour, 1)
    old = as_deal(board_set.boards.get()).deal.number
    numbers = iter([old, 77])
    new = redeal(
        actor=cast.actor("secretary"), board_set=board_set, number=1, reason="Seen", randbelow=lambda _: next(numbers)
    )
    assert as_deal(new).deal.number == 77


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_no_board_is_dealt_again_without_a_reason(cast, reason):
    board_set = make_set(cast.harbour, 4)
    with pytest.raises(ValidationError) as refused:
        redeal(actor=cast.actor("secretary"), board_set=board_set, number=2, reason=reason)
    assert "reason" in refused.value.message_dict


def test_a_board_that_a_table_has_played_is_not_dealt_again(cast):
    session, board_set = make_session(cast.harbour), make_set(cast.harbour)
    take(session, board_set)
    play(session, 7, table=Play.objects.filter(board=7).first().table)
    with pytest.raises(ValidationError) as refused:
        redeal(actor=cast.actor("director"), board_set=board_set, number=7, reason="A card was face up")
    [sentence] = refused.value.messages
    assert "Law 6D3 leaves it to the director" in sentence
    assert Board.objects.filter(number=7).count() == 1


def test_a_board_that_was_played_in_another_session_is_not_dealt_again_either(cast):
    board_set = make_set(cast.harbour)
    monday = make_session(cast.harbour)
    take(monday, board_set)
    take(make_session(cast.harbour, state="draft", name="Tuesday"), board_set)
    play(monday, 7)
    with pytest.raises(ValidationError, match="has been played"):
        redeal(actor=cast.actor("director"), board_set=board_set, number=7, reason="A card was face up")


def test_open_boards_are_not_dealt_again(cast):
    board_set = make_set(cast.harbour)
    session = make_session(cast.harbour, state="finished")
    take(session, board_set)
    play(session, 7, "dropped")
    with pytest.raises(ValidationError, match="is open"):
        redeal(actor=cast.actor("director"), board_set=board_set, number=7, reason="A card was face up")


def test_a_board_that_is_not_there_is_not_dealt_again(cast):
    with pytest.raises(ValidationError, match="has no board 9"):
        redeal(actor=cast.actor("director"), board_set=make_set(cast.harbour, 4), number=9, reason="Seen")


def test_the_last_board_of_a_match_is_not_dealt_again(cast):
    """Law 86A: the result without it could be known."""
    session, board_set = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.SWISS), make_set(cast.harbour)
    take(session, board_set)
    first = Play.objects.filter(section__session=session, round=1).first()
    assert redeal(actor=cast.actor("director"), board_set=board_set, number=first.board, reason="Seen at table 1")
    teams = (first.north_id, first.east_id)
    Play.objects.filter(north__in=teams, east__in=teams).exclude(board=first.board).update(state="done")
    with pytest.raises(ValidationError, match="86A"):
        redeal(actor=cast.actor("director"), board_set=board_set, number=first.board, reason="Seen at table 1")


def test_a_playing_director_may_have_a_board_dealt_again_without_seeing_it(cast):
    session = make_session(cast.harbour, players=[cast.director.player, *make_players(15)])
    board_set = make_set(cast.harbour)
    take(session, board_set)
    assert redeal(actor=cast.actor("director"), board_set=board_set, number=7, reason="A card was face up")


@pytest.mark.parametrize("name", ["member", "scorer", "recorder", "north_officer", "other_secretary"])
def test_only_with_the_dealing_right(cast, name):
    with pytest.raises(Forbidden):
        redeal(actor=cast.actor(name), board_set=make_set(cast.harbour, 4), number=2, reason="Seen")


def test_two_directors_do_not_deal_the_same_board_twice(cast):
    board_set = make_set(cast.harbour, 4)
    redeal(actor=cast.actor("secretary"), board_set=board_set, number=2, reason="Seen", version=1)
    with pytest.raises(Conflict):
        redeal(actor=cast.actor("director"), board_set=board_set, number=2, reason="Seen", version=1)
    assert Board.objects.filter(number=2).count() == 2
