"""The director's desk in the browser's eyes: what it shows, what it does, what it keeps from a director who plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import AuditEntry
from events.models import Place, Play, Session
from events.movements.model import MovementKind
from events.services.sessions import call_round
from events.services.tables import give_codes
from jobs import services as jobs
from scoring.models import (
    Announcement,
    BoardResult,
    ComparisonField,
    DirectorCall,
    Penalty,
    ScoreAdjustment,
    ScoreEntry,
    TableRules,
)
from scoring.runs.standings import unsaved_standings
from scoring.services.director_calls import call_director
from scoring.services.entries import confirm_entry
from tests.cast import Cast
from tests.events.evening import make_players, make_session
from tests.pages import without_random_words
from tests.scoring.at_tables import at_table, code_of, due, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(cast: Cast, client: Client) -> Client:
    client.force_login(cast.director)
    return client


def url(session: Session, page: str = "session-desk", **more: Any) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def said(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_every_board_of_the_round_says_how_far_it_is(cast: Cast, session: Session, director: Client) -> None:
    done, waiting, disputed = due(session), due(session, 1), due(session, 3)
    say(done, "4S= N", confirmed=True)
    say(waiting, "3NT= S")
    say(disputed, "3NT= S", phone="a")
    say(disputed, "3NT-1 S", phone="b")
    page = said(director.get(url(session)))
    assert "4S= N" in page
    for word in ("confirmed", "to be confirmed", "disputed", "missing"):
        assert word in page
    assert "they do not agree" in page
    assert page.count("This is right") == 2


def test_boards_of_earlier_rounds_are_late(cast: Cast, session: Session, director: Client) -> None:
    call_round(actor=cast.actor("director"), session=session)
    page = said(director.get(url(session)))
    assert "Of earlier rounds" in page
    assert "Round 1, table" in page
    assert director.get(url(session) + "?round=all").status_code == 200
    assert director.get(url(session) + "?round=99").status_code == 200


def test_the_live_part_is_sent_only_when_something_has_happened(session: Session, director: Client) -> None:
    live = url(session, "session-desk-live")
    first = director.get(live)
    again = director.get(live, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    say(due(session), "4S= N")
    assert director.get(live, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_an_unchanged_desk_costs_a_handful_of_statements(session: Session, director: Client) -> None:
    live = url(session, "session-desk-live")
    tag = director.get(live)["ETag"]
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert director.get(live, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) <= 20


@pytest.mark.parametrize("page", ["session-desk", "session-desk-live", "session-state-of-play"])
def test_the_desk_costs_the_same_for_five_tables_and_for_twenty(cast: Cast, director: Client, page: str) -> None:
    counted = []
    for contestants in (10, 40):
        session = make_session(cast.harbour, contestants, kind=MovementKind.MITCHELL, name=f"{contestants} pairs")
        give_codes(session, actor=cast.actor("secretary"))
        for play in Play.objects.filter(section__session=session, round=1):
            say(play, "4S= N", confirmed=play.board % 2 == 0)
        jobs.run_due("live")
        director.get(url(session, page))
        with CaptureQueriesContext(connection) as asked:
            assert director.get(url(session, page)).status_code == 200
        counted.append(len(asked))
    assert counted[0] == counted[1]


def test_a_call_is_taken_and_closed_and_two_directors_do_not_cross(
    cast: Cast, session: Session, director: Client
) -> None:
    play = due(session)
    code = code_of(play)
    call = call_director(
        actor=at_table(code), section=play.section, table=play.table, board=play.board, reason="Revoke", code=code
    )
    assert "Revoke" in said(director.get(url(session)))
    take = url(session, "session-call", call_id=call.pk)
    assert director.post(take, {"act": "take", "version": "1"}).status_code == 302
    late = director.post(take, {"act": "close", "version": "1"})
    assert late.status_code == 422
    assert "Somebody else changed this" in said(late)
    assert director.post(take, {"act": "close", "version": "2", "note": "Two tricks"}).status_code == 302
    assert DirectorCall.objects.get().note == "Two tricks"


def test_a_result_is_changed_with_its_reason_and_all_versions_stay(session: Session, director: Client) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    change = url(session, "session-set-result", play_id=play.pk)
    refused = director.post(change, {"result": "4S-1 N", "seen": "1"})
    assert refused.status_code == 422
    assert "Say why" in said(refused)
    assert 'value="4S-1 N"' in said(refused)
    assert director.post(change, {"result": "4S-1 N", "seen": "1", "reason": "Both agree"}).status_code == 302
    page = said(director.get(url(session, "session-play", play_id=play.pk)))
    for word in ("4S= N", "4S-1 N", "Both agree", "Director Tenace", "table 1", "version 1", "version 2"):
        assert word in page


def test_an_old_page_keeps_what_was_typed_and_says_that_it_is_old(session: Session, director: Client) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    change = url(session, "session-set-result", play_id=play.pk)
    old = director.post(change, {"result": "3NT= S", "seen": "0", "reason": "Slip"})
    assert old.status_code == 422
    assert "Somebody else changed this" in said(old)
    assert 'value="3NT= S"' in said(old)
    assert BoardResult.objects.count() == 1


@pytest.mark.parametrize("text", ["", "4Z= N", "9S= N", "4S+9 N", "4S= Q"])
def test_what_cannot_be_a_result_is_answered_at_its_field(session: Session, director: Client, text: str) -> None:
    response = director.post(url(session, "session-set-result", play_id=due(session).pk), {"result": text, "seen": "0"})
    assert response.status_code == 422
    assert not BoardResult.objects.exists()


def test_a_claim_is_taken_on_the_desk(session: Session, director: Client) -> None:
    play = due(session)
    say(play, "3NT= S", phone="a")
    right = say(play, "3NT-1 S", phone="b")
    director.post(url(session, "session-settle-entry", entry_id=right.pk), {"take": "yes"})
    assert BoardResult.objects.get().text == "3NT-1 S"
    twice = director.post(url(session, "session-settle-entry", entry_id=right.pk), {"take": "yes"})
    assert twice.status_code == 422
    assert set(ScoreEntry.objects.values_list("state", flat=True)) == {"agreed", "set-aside"}


def test_the_same_button_pressed_by_two_directors_turns_once(session: Session, director: Client) -> None:
    play = due(session)
    say(play, "4S= E", confirmed=True)
    press = {"act": "turn", "plays": str(play.pk), "seen": "1"}
    assert director.post(url(session, "session-odd-results"), press).status_code == 302
    second = director.post(url(session, "session-odd-results"), press)
    assert second.status_code == 422
    assert "changed meanwhile" in said(second)
    assert BoardResult.objects.current().get().turned
    once_more = director.post(url(session, "session-turn-result", play_id=play.pk), {"act": "turn", "seen": "1"})
    assert once_more.status_code == 422


def test_an_odd_result_is_suggested_with_its_evidence_and_put_right(cast: Cast, director: Client) -> None:
    session = make_session(cast.harbour, 14, kind=MovementKind.MITCHELL)
    give_codes(session, actor=cast.actor("secretary"))
    for number in range(1, 8):
        for play in Play.objects.filter(section__session=session, round=number, board__lte=3):
            say(play, "4S= E" if number == 4 and play.board == 1 else "4S= N", confirmed=True)
        if number < 7:
            session.refresh_from_db()
            call_round(actor=cast.actor("director"), session=session)
    odd = BoardResult.objects.get(declarer="E").play
    page = said(director.get(url(session)))
    assert "Looks odd" in page
    assert "it would be 4S= N" in page
    press = {"act": "declarer", "plays": str(odd.pk), "seen": "1"}
    assert director.post(url(session, "session-odd-results"), press).status_code == 302
    assert BoardResult.objects.current().get(play=odd).text == "4S= N"
    assert "Looks odd" not in said(director.get(url(session)))


def test_a_result_that_no_table_makes_looks_odd_and_leads_to_the_result(cast: Cast, director: Client) -> None:
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    play = Play.objects.filter(section__session=session, round=1)[0]
    say(play, "7NTXX-13 N", confirmed=True)
    page = director.get(url(session))
    assert "7NTXX-13 N" in said(page)
    assert "is that what happened?" in said(page)
    assert "would be" not in said(page)
    assert f"/desk/plays/{play.pk}/" in page.content.decode()
    press = {"act": "right", "plays": str(play.pk), "seen": "1"}
    assert director.post(url(session, "session-odd-results"), press).status_code == 302
    assert "is that what happened?" not in said(director.get(url(session)))


def test_a_traveller_is_typed_line_by_line(session: Session, director: Client) -> None:
    call_round(actor=session_actor(session), session=session)
    board = due(session).board
    sheet = url(session, "session-travellers") + f"?section=A&board={board}"
    plays = list(Play.objects.filter(section__session=session, board=board, round__lte=2))
    page = said(director.get(sheet))
    assert f'name="line_{plays[0].pk}"' in page
    typed = {f"line_{play.pk}": "4SX-1 W" for play in plays} | {f"seen_{play.pk}": "0" for play in plays}
    bad = typed | {f"line_{plays[0].pk}": "4SX W"}
    refused = director.post(sheet, bad)
    assert refused.status_code == 422
    assert 'value="4SX W"' in said(refused)
    assert BoardResult.objects.count() == len(plays) - 1
    assert director.post(sheet, typed).status_code == 302
    assert BoardResult.objects.count() == len(plays)


def session_actor(session: Session) -> Any:
    from core.actors import system

    return system()


@pytest.mark.parametrize(
    ("go", "then"), [("1", "section=A&board=1"), ("t1", "section=A&table=1&round=1"), ("ta1 r1", "table=1&round=1")]
)
def test_a_few_letters_open_a_board_or_a_table(session: Session, director: Client, go: str, then: str) -> None:
    response = director.get(url(session, "session-travellers"), {"go": go})
    assert response.status_code == 302
    assert then in response["Location"]


@pytest.mark.parametrize("go", ["99", "t99", "banana", "Z1"])
def test_what_is_not_there_is_said(session: Session, director: Client, go: str) -> None:
    response = director.get(url(session, "session-travellers"), {"go": go})
    assert response.status_code == 422
    assert f'value="{go}"' in said(response)


def test_a_round_is_finished_after_a_warning_that_names_the_tables(session: Session, director: Client) -> None:
    play = due(session)
    for one in Play.objects.filter(section__session=session, round=1).exclude(pk=play.pk):
        say(one, "P", confirmed=True)
    page = said(director.get(url(session, "session-finish-round")))
    assert f"board {play.board} (missing)" in page
    again = {"version": str(Session.objects.get(pk=session.pk).version)}
    assert director.post(url(session, "session-finish-round"), again).status_code == 302
    assert director.post(url(session, "session-finish-round"), again).status_code == 422
    assert Session.objects.get(pk=session.pk).round == 2


@pytest.mark.parametrize(
    ("ns", "ew", "kind"),
    [
        ("60", "40", "artificial"),
        ("50", "", "artificial"),
        ("4S= N", "", "assigned"),
        ("60 4S= N, 40 4S-1 N", "", "weighted"),
        ("4S= N", "4S+1 N", "split"),
        ("60", "4S= N", "split"),
    ],
)
def test_adjusted_scores_in_simple_form(session: Session, director: Client, ns: str, ew: str, kind: str) -> None:
    play = due(session)
    given = {"ns": ns, "ew": ew, "law": "12C", "reason": "Misinformation"}
    assert director.post(url(session, "session-adjust", play_id=play.pk), given).status_code == 302
    assert ScoreAdjustment.objects.get().kind == kind
    page = said(director.get(url(session, "session-play", play_id=play.pk)))
    assert "Misinformation" in page
    assert director.post(url(session, "session-unadjust", play_id=play.pk)).status_code == 302


@pytest.mark.parametrize(("ns", "reason"), [("", "x"), ("160", "x"), ("4Z", "x"), ("60 4S= N, 30 P", "x"), ("60", "")])
def test_adjusted_scores_that_cannot_be(session: Session, director: Client, ns: str, reason: str) -> None:
    response = director.post(url(session, "session-adjust", play_id=due(session).pk), {"ns": ns, "reason": reason})
    assert response.status_code == 422
    assert not ScoreAdjustment.objects.exists()


def test_penalties_are_given_and_withdrawn(session: Session, director: Client) -> None:
    place = session.places.first()
    assert place is not None
    given = {"place": place.pk, "amount": "10", "unit": "percent of a top", "law": "90B", "reason": "Late"}
    assert director.post(url(session, "session-penalties"), given | {"amount": "-1"}).status_code == 422
    assert director.post(url(session, "session-penalties"), given).status_code == 302
    penalty = Penalty.objects.get()
    assert "Late" in said(director.get(url(session, "session-penalties")))
    director.post(url(session, "session-withdraw-penalty", penalty_id=penalty.pk))
    assert Penalty.objects.get().withdrawn_at is not None


def test_every_switch_for_the_tables_is_on_one_page(session: Session, director: Client) -> None:
    section = session.sections.get()
    page = url(session, "session-rules", section_id=section.pk)
    shown = said(director.get(page))
    for name in ("confirm", "lead", "traveller", "ranking", "most_results", "next_seats"):
        assert f'name="{name}"' in shown
    sent = {"tricks": "margin", "traveller": "nothing", "ranking": "never", "most_results": "5", "next_round": "called"}
    assert director.post(page, sent).status_code == 302
    rules = TableRules.objects.get()
    assert (rules.confirm, rules.traveller, rules.most_results) == (False, "nothing", 5)
    old = director.post(page, sent | {"version": "1", "confirm": "on"})
    assert old.status_code == 422
    assert director.post(page, sent | {"most_results": "many"}).status_code == 422


def test_what_happened_is_put_right_from_the_page(session: Session, director: Client) -> None:
    section = session.sections.get()
    tables = sorted(set(Play.objects.filter(section=section, round=1).values_list("table", flat=True)))
    sent = {"section": section.pk, "round": "1", "reason": "Sat wrong"}
    both = {"what": "opponents", "table": tables[0], "other_table": tables[1]}
    done = director.post(url(session, "session-repairs"), sent | both)
    assert done.status_code == 200
    assert "Put right" in said(done)
    missing = director.post(url(session, "session-repairs"), sent | {"what": "boards", "table": tables[0]})
    assert missing.status_code == 422
    bad = director.post(url(session, "session-repairs"), sent | {"what": "boards", "table": "1", "boards": "x"})
    assert bad.status_code == 422
    nothing = director.post(url(session, "session-repairs"), sent | {"what": "turned", "table": tables[0]})
    assert nothing.status_code == 422


def test_the_paper_has_everybody_and_every_result(session: Session, director: Client) -> None:
    say(due(session), "4S= N", confirmed=True)
    paper = said(director.get(url(session, "session-state-of-play")))
    assert "4S= N" in paper
    assert "Player 001" in paper
    assert "Missing:" in paper
    assert "Still to be played" in paper
    slips = said(director.get(url(session, "session-slips")))
    assert slips.count('class="slip"') >= 4 * 7
    assert said(director.get(url(session, "session-slips") + "?round=2")).count('class="slip"') == 4


def test_a_board_shows_how_it_travelled(session: Session, director: Client) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    page = director.get(url(session, "session-board-results", section_id=play.section_id, number=play.board))
    assert "4S= N" in said(page)
    missing = url(session, "session-board-results", section_id=play.section_id, number=999)
    assert director.get(missing).status_code == 404


# --- A director who plays --------------------------------------------------------------------------------------
def desk_addresses(session: Session) -> Iterator[str]:
    for page in ("session-desk", "session-desk-live", "session-travellers", "session-finish-round"):
        yield url(session, page)
    yield url(session) + "?round=all"
    yield url(session, "session-state-of-play")
    yield url(session, "session-slips")
    for play in Play.objects.filter(section__session=session, round=1):
        yield url(session, "session-play", play_id=play.pk)
        yield url(session, "session-board-results", section_id=play.section_id, number=play.board)
        yield url(session, "session-travellers") + f"?section=A&board={play.board}"
        yield url(session, "session-travellers") + f"?section=A&table={play.table}&round=1"
    for name in ("results", "entries-to-decide", "calls", "standings"):
        yield reverse(f"api-session-{name}", kwargs={"pk": session.pk})


def test_a_playing_director_finds_nothing_of_boards_still_to_be_played(cast: Cast, client: Client) -> None:
    players = [cast.director.player, *make_players(15)]
    session = make_session(cast.harbour, 8, players=players)
    give_codes(session, actor=cast.actor("secretary"))
    own = Play.objects.filter(section__session=session, round=1, table=own_table(session, cast)).first()
    assert own is not None
    elsewhere = Play.objects.filter(section__session=session, round=1).exclude(table=own.table)
    ahead = elsewhere[0]
    say(ahead, "6CXX+1 E", confirmed=True)
    for one in elsewhere[1:]:
        say(one, "5DXX-4 W", phone="a")
        say(one, "7CX-3 W", phone="b")
    code = code_of(ahead)
    call_director(
        actor=at_table(code), section=ahead.section, table=ahead.table, board=ahead.board, reason="Slam", code=code
    )
    say(own, "1NT= N", confirmed=True)
    jobs.run_due("live")
    client.force_login(cast.director)
    seen = 0
    for address in desk_addresses(session):
        response = client.get(address)
        assert response.status_code in (200, 403), address
        text = without_random_words(response.content.decode())
        for secret in ("6CXX", "5DXX", "7CX", "Slam", "2180", "-1600"):
            assert secret not in text, f"{secret} at {address}"
        seen += response.status_code == 200 and "1NT= N" in text
    assert seen >= 3, "what the director has played is there"
    change = url(session, "session-set-result", play_id=ahead.pk)
    assert client.post(change, {"result": "P", "seen": "1", "reason": "Look"}).status_code == 403
    entry = ScoreEntry.objects.filter(play=elsewhere[1], state="disputed")[0]
    assert client.post(url(session, "session-settle-entry", entry_id=entry.pk), {"take": "yes"}).status_code == 403
    client.force_login(cast.scorer)
    assert "6CXX+1 E" in client.get(url(session)).content.decode()


def own_table(session: Session, cast: Cast) -> int:
    from django.db.models import Q

    own = session.places.get(contestant__entrants__player=cast.director.player).contestant_id
    play = Play.objects.filter(Q(north=own) | Q(east=own), section__session=session, round=1)[0]
    return play.table


# --- Every act of the desk, from its page ----------------------------------------------------------------------
def test_everything_that_was_entered_is_on_the_result(cast: Cast, session: Session, director: Client) -> None:
    play = due(session)
    say(play, "4S= N", phone=".first1")
    entry = ScoreEntry.objects.get()
    code = code_of(play)
    confirm_entry(actor=at_table(code, ".second2"), entry=entry, agrees=True, side="EW", code=code)
    ScoreEntry.objects.update(typed_at=entry.received_at - timedelta(minutes=20), declared_by=3)
    page = url(session, "session-play", play_id=play.pk)
    director.post(
        url(session, "session-set-result", play_id=play.pk), {"result": "4S-1 N", "seen": "1", "reason": "Both"}
    )
    adjustment = {"ns": "60", "ew": "40", "law": "12C2", "reason": "Slow play"}
    director.post(url(session, "session-adjust", play_id=play.pk), adjustment)
    director.post(url(session, "session-unadjust", play_id=play.pk))
    shown = said(director.get(page))
    for words in ("phone first1", "on phone second2", "kept on the phone", "pair 3 declared", "60% / 40%", "Slow play"):
        assert words in shown, words
    assert "table:" not in shown


@pytest.mark.parametrize("act", ["drop", "postpone"])
def test_a_board_is_dropped_or_postponed_and_comes_back(session: Session, director: Client, act: str) -> None:
    play = due(session)
    step = url(session, "session-step-board", play_id=play.pk)
    assert director.post(step, {"act": act, "reason": "No time", "then": "desk"}).status_code == 302
    play.refresh_from_db()
    assert play.state == {"drop": "dropped", "postpone": "due"}[act]
    assert {"drop": "dropped", "postpone": "not played"}[act] in said(director.get(url(session)))
    assert director.post(step, {"act": "restore"}).status_code == 302
    play.refresh_from_db()
    assert play.state == "due"


def test_they_sat_the_wrong_way_on_a_board_at_a_table_and_in_a_round(session: Session, director: Client) -> None:
    plays = list(Play.objects.filter(section__session=session, round=1))
    for play in plays:
        say(play, "4S= N", confirmed=True)
    turn = url(session, "session-turn-result", play_id=plays[0].pk)
    assert director.post(turn, {"act": "turn", "seen": "1"}).status_code == 302
    assert turned(session) == {plays[0].pk}
    assert director.post(turn, {"act": "turn", "seen": "1"}).status_code == 422, "another director pressed it already"
    repair = {"what": "turned", "section": plays[0].section_id, "round": 1, "reason": "Found out at the end"}
    table = {play.pk for play in plays if play.table == plays[-1].table}
    director.post(url(session, "session-repairs"), repair | {"table": plays[-1].table})
    assert turned(session) == table | {plays[0].pk}
    director.post(url(session, "session-repairs"), repair)
    assert turned(session) == {play.pk for play in plays} - table - {plays[0].pk}


def turned(session: Session) -> set[int]:
    rows = BoardResult.objects.current().filter(play__section__session=session, turned=True)
    return set(rows.values_list("play_id", flat=True))


def test_the_tables_read_what_the_desk_says_until_it_is_taken_away(session: Session, director: Client) -> None:
    code = code_of(due(session))
    assert director.post(url(session, "session-announce"), {"text": "Tea is ready", "table": "99"}).status_code == 422
    director.post(url(session, "session-announce"), {"text": "Tea is ready"})
    assert "Tea is ready" in director.get(f"/t/{code.code}/state/").content.decode()
    made = Announcement.objects.get()
    director.post(url(session, "session-withdraw-announcement", announcement_id=made.pk))
    assert "Tea is ready" not in director.get(f"/t/{code.code}/state/").content.decode()


def test_a_claim_set_aside_is_in_the_audit(session: Session, director: Client) -> None:
    play = due(session)
    say(play, "3NT= S", phone="a")
    say(play, "3NT-1 S", phone="b")
    first, second = ScoreEntry.objects.order_by("pk")
    director.post(url(session, "session-settle-entry", entry_id=first.pk), {"take": "no"})
    assert AuditEntry.objects.get(act="entry.aside").before["result"] == "3NT= S"
    director.post(url(session, "session-settle-entry", entry_id=second.pk), {"take": "yes"})
    assert BoardResult.objects.get().text == "3NT-1 S"


def test_the_desk_leads_to_substitutes_the_clock_and_the_rules(session: Session, director: Client) -> None:
    shown = said(director.get(url(session)))
    section = session.sections.get()
    for page, more in (
        ("session-substitutes", {}),
        ("session-clock", {}),
        ("session-rules", {"section_id": section.pk}),
        ("session-state-of-play", {}),
        ("session-slips", {}),
    ):
        where = url(session, page, **more)
        assert f'href="{where}"' in shown
        assert director.get(where).status_code == 200


# --- A pair leaves in mid-round (Law 12C2) -----------------------------------------------------------------------
def test_who_leaves_in_mid_round_leads_to_what_the_opponents_get(session: Session, director: Client) -> None:
    """Each board without a score stands there with a way to average plus, until it has a score."""
    play, other = Play.objects.filter(section__session=session, round=1, table=2).order_by("board")[:2]
    place = Place.objects.get(session=session, contestant=play.north_id)
    against = Place.objects.get(session=session, contestant=play.east_id)
    say(other, "4S= N", confirmed=True)
    page = url(session, "session-place", place_id=place.pk)
    answer = director.post(url(session, "session-leave", place_id=place.pk), {"reason": "Unwell"})
    assert answer["Location"] == page
    shown = said(director.get(page))
    award = f"{url(session, 'session-play', play_id=play.pk)}?award=ew#adjusted"
    assert award in shown
    assert f"Average plus for {against.number}" in shown
    assert "Law 12C2" in shown
    assert f"{url(session, 'session-play', play_id=other.pk)}?" not in shown
    form = director.get(award).context["adjustment_form"]
    assert (form["ns"].value(), form["ew"].value(), form["law"].value()) == ("40", "60", "12C2")
    given = {"ns": "40", "ew": "60", "law": "12C2", "reason": "They had to leave"}
    assert director.post(url(session, "session-adjust", play_id=play.pk), given).status_code == 302
    assert award not in said(director.get(page))


def test_who_leaves_with_everything_played_goes_back_to_the_desk(session: Session, director: Client) -> None:
    plays = Play.objects.filter(section__session=session, round=1, table=2)
    for play in plays:
        say(play, "4S= N", confirmed=True)
    place = Place.objects.get(session=session, contestant=plays[0].north_id)
    answer = director.post(url(session, "session-leave", place_id=place.pk), {"reason": "Unwell"})
    assert answer["Location"] == url(session, "session")


def test_a_board_not_to_be_played_says_what_each_side_has_of_it(session: Session, director: Client) -> None:
    play = due(session)
    numbers = [Place.objects.get(session=session, contestant=one).number for one in play.contestant_ids]
    page, step = (url(session, name, play_id=play.pk) for name in ("session-play", "session-step-board"))
    before = said(director.get(page))
    assert f"gives neither {numbers[0]} nor {numbers[1]} a score" in before
    assert "?award=ns#adjusted" in before
    after = said(director.post(step, {"act": "drop", "reason": "No time"}, follow=True))
    assert f"Neither {numbers[0]} nor {numbers[1]} has a score on this board" in after
    assert "Nobody has a score for it unless you give one" in after
    assert "Done." not in after
    given = {"ns": "60", "ew": "40", "law": "12C2", "reason": "They had to leave"}
    director.post(url(session, "session-adjust", play_id=play.pk), given)
    assert "has a score on this board" not in said(director.get(page))


def test_nobody_has_nought_while_no_board_has_two_results(cast: Cast, session: Session) -> None:
    """Nothing can be compared yet: that is no score of 0.00."""
    first = due(session)
    say(first, "4S= N", confirmed=True)
    field = ComparisonField.objects.get(session=session)
    assert {(row.shown_percent, row.shown_total) for row in unsaved_standings(field)} == {("", "–")}
    call_round(actor=cast.actor("director"), session=session)
    other = Play.objects.get(section__session=session, board=first.board, round=2)
    say(other, "4S-1 N", confirmed=True)
    compared = {row.contestant_id: row for row in unsaved_standings(field)}
    assert {compared[one].shown_percent for one in (*first.contestant_ids, *other.contestant_ids)} == {"100.00", "0.00"}
    assert {row.shown_total for pk, row in compared.items() if not row.boards} == {"–"}
