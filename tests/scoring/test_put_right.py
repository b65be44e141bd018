"""Putting things right in the middle of an evening: nothing that was played or decided is changed on the way."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from events.models import Place, Play, Session
from events.services.repairs import exchange_names, met_wrong_opponents, played_wrong_boards, sat_at_wrong_table
from events.services.sessions import call_round, finish_session, recall_round, reopen_session
from scoring.models import BoardResult, Standing
from scoring.result_input import ResultInput
from scoring.services.entries import settle_entry
from scoring.services.repairs import turn_results
from scoring.services.results import drop_board, postpone_board, restore_board, set_result
from tests.cast import Cast
from tests.scoring.at_tables import due, play_all, say, score_everything
from tests.scoring.test_desk_page import url
from tests.scoring.test_desk_services import counts, typed

pytestmark = pytest.mark.django_db


def score_of(contestant: int) -> str:
    return Standing.objects.get(contestant=contestant).total


def seats(session: Session, number: int) -> list[tuple[int, ...]]:
    rows = Play.objects.filter(section__session=session, round=number).order_by("table", "board")
    return list(rows.values_list("table", "board", "north", "east"))


def test_standings_follow_when_names_are_exchanged(cast: Cast, session: Session) -> None:
    play_all(cast, session)
    score_everything()
    play = due(session)
    before = score_of(play.north_id), score_of(play.east_id)
    one, two = (Place.objects.get(contestant=who) for who in (play.north_id, play.east_id))
    exchange_names(actor=cast.actor("director"), first=one, second=two, reason="They had each other's number")
    assert score_everything() == 1
    assert (score_of(play.east_id), score_of(play.north_id)) == before


def test_standings_follow_when_opponents_were_wrong(cast: Cast, session: Session) -> None:
    one = due(session)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=one.table)[0]
    say(one, "4S= N", confirmed=True)
    score_everything()
    met_wrong_opponents(
        actor=cast.actor("director"),
        section=one.section,
        number=1,
        table=one.table,
        other_table=other.table,
        reason="Sat at the wrong table",
    )
    assert score_everything() == 1


@pytest.mark.parametrize("what", ["opponents", "places", "boards"])
def test_rounds_that_were_played_since_stay_as_they_were(cast: Cast, session: Session, what: str) -> None:
    actor = cast.actor("director")
    for number in (1, 2):
        for play in Play.objects.filter(section__session=session, round=number):
            say(play, "4S= N", confirmed=True)
        call_round(actor=actor, session=session)
    session.refresh_from_db()
    before = [seats(session, number) for number in (2, 3)]
    play = due(session)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=play.table)[0]
    where = {"section": play.section, "number": 1, "reason": "Noticed only now"}
    if what == "opponents":
        met_wrong_opponents(actor=actor, table=play.table, other_table=other.table, **where)
    elif what == "places":
        one, two = (Place.objects.get(contestant=who) for who in (play.north_id, other.north_id))
        sat_at_wrong_table(actor=actor, first=one, second=two, number=1, reason="Noticed only now")
    else:
        boards = Play.objects.filter(section=play.section, round=1, table=play.table).values_list("board", flat=True)
        played_wrong_boards(actor=actor, table=play.table, boards=[*boards, other.board], **where)
    assert [seats(session, number) for number in (2, 3)] == before


def test_a_result_under_a_board_that_was_not_played_is_named(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=play.table)[0]
    with pytest.raises(ValidationError, match=f"board {play.board}"):
        played_wrong_boards(
            actor=cast.actor("director"),
            section=play.section,
            number=1,
            table=play.table,
            boards=[other.board],
            reason="Wrong boards",
        )


def test_who_sat_the_other_way_still_did_when_the_result_is_corrected(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    turn_results(actor=cast.actor("director"), plays=[play], reason="")
    assert typed(cast, play, "4S-1 N", seen=2) == (True, "")
    assert (counts(play).text, counts(play).turned) == ("4S-1 N", True)
    north = Place.objects.get(contestant=play.north_id).number
    assert typed(cast, play, f"4S= N {north}", seen=3) == (True, "")
    assert not counts(play).turned


def test_a_mistyped_line_does_not_hide_what_somebody_else_has_entered(
    cast: Cast, session: Session, client: Client
) -> None:
    client.force_login(cast.director)
    play = due(session)
    page = f"{url(session, 'session-travellers')}?board={play.board}"
    line = {f"line_{play.pk}": "4 bananas", f"seen_{play.pk}": "0", "reason": "Traveller"}
    say(play, "4S= N", confirmed=True)
    wrong = client.post(page, line)
    [again] = [one for one in wrong.context["lines"] if one.play == play]
    mended = line | {f"line_{play.pk}": "4S-1 N", f"seen_{play.pk}": str(again.seen)}
    told = client.post(page, mended)
    assert "Somebody else has entered 4S= N meanwhile" in told.content.decode()
    assert counts(play).text == "4S= N"


def test_the_directors_word_is_not_changed_at_the_table(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    set_result(
        actor=cast.actor("director"), play=play, result=ResultInput.parse("4S-1 N"), reason="Looked at the cards"
    )
    asked = say(play, "4S= N", confirmed=True, seen=2)
    assert (asked.state, counts(play).text) == ("disputed", "4S-1 N"), "not even by both sides together"


def test_a_claim_taken_on_the_desk_leaves_the_seats_and_keeps_the_reason(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    turn_results(actor=cast.actor("director"), plays=[play], reason="")
    asked = say(play, "4S+1 N", confirmed=True, seen=1)
    assert asked.state == "disputed"
    settle_entry(actor=cast.actor("director"), entry=asked, take=True, reason="Both sides agree")
    assert (counts(play).text, counts(play).turned, counts(play).reason) == ("4S+1 N", True, "Both sides agree")
    assert say(play, "4S= N", confirmed=True, seen=3).state == "disputed", "it is decided"


def test_a_board_with_a_result_is_not_due_again(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    with pytest.raises(ValidationError, match="has a result"):
        restore_board(actor=cast.actor("director"), play=play)
    play.refresh_from_db()
    assert play.state == "done"


@pytest.mark.parametrize("what", ["opponents", "turned"])
def test_a_repair_that_is_posted_twice_is_made_once(cast: Cast, session: Session, client: Client, what: str) -> None:
    client.force_login(cast.director)
    play = due(session)
    say(play, "4S= N", confirmed=True)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=play.table)[0]
    page = url(session, "session-repairs")
    sent = {
        "what": what,
        "section": play.section_id,
        "round": 1,
        "table": play.table,
        "other_table": other.table,
        "reason": "Sat wrong",
        "seen": client.get(page).context["form"]["seen"].value(),
    }
    assert client.post(page, sent).status_code == 200
    then = seats(session, 1), BoardResult.objects.current().get().turned
    again = client.post(page, sent)
    assert again.status_code == 422
    assert "meanwhile" in again.content.decode()
    assert (seats(session, 1), BoardResult.objects.current().get().turned) == then


def test_nothing_is_still_to_be_played_once_the_session_is_over(cast: Cast, session: Session) -> None:
    """A board that stays due stays sealed (Law 16D): after the session that would be for ever."""
    actor, play = cast.actor("director"), due(session)
    say(play, "4S= N", confirmed=True)
    finish_session(actor=actor, session=session, reason="Power cut")
    set_result(actor=actor, play=play, result=ResultInput.parse("NP"), reason="They never played it")
    assert state_of(play) == "done"
    with pytest.raises(ValidationError, match="over"):
        postpone_board(actor=actor, play=play, reason="Tomorrow")
    drop_board(actor=actor, play=play, reason="Not any more")
    restore_board(actor=actor, play=play)
    assert state_of(play) == "done"


def state_of(play: Play) -> str:
    return Play.objects.get(pk=play.pk).state


def test_what_has_a_result_is_played_when_a_round_goes_on(cast: Cast, session: Session) -> None:
    actor, play, left = cast.actor("director"), due(session), due(session, 1)
    say(play, "4S= N", confirmed=True)
    call_round(actor=actor, session=session)
    recall_round(actor=actor, session=session)
    assert (state_of(play), state_of(left)) == ("done", "due")
    dropped = drop_board(actor=actor, play=due(session, 2), reason="Fouled")
    finish_session(actor=actor, session=session, reason="Power cut")
    reopen_session(actor=actor, session=session, reason="The light is on again")
    assert (state_of(play), state_of(left), state_of(due(session, 0, 2))) == ("done", "due", "due")
    assert state_of(dropped) == "dropped", "the director said so"
