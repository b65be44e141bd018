"""What devices at the tables ask for and send, over the wire: good, bad, twice, late and far too often."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import AuditEntry
from events.models import Play, Section, Session, TableCode
from events.movements.model import MovementKind, Unit
from events.services.seals import release_boards
from events.services.sessions import call_round
from events.services.tables import give_codes, revoke_code
from scoring.models import BoardResult, DirectorCall, ScoreEntry, TableRules
from scoring.selectors.at_table import table_state
from scoring.services.announcements import announce
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.events.decks import make_set, take
from tests.events.evening import make_session
from tests.scoring.devices import answers, call, claim, code_at, due, new_key, post, state, traveller

pytestmark = pytest.mark.django_db


def test_the_state_says_who_sits_where_and_which_boards_are_due(client: Client, session: Session) -> None:
    shown = state(client, code_at(session))
    assert (shown["round"], shown["rounds"], shown["state"]) == (1, 7, "playing")
    assert [seat["seat"] for seat in shown["seats"]] == ["N", "E", "S", "W"]
    assert all(seat["name"].startswith("Player") for seat in shown["seats"])
    assert [board["board"] for board in shown["boards"]] == [play.board for play in due(session)]
    assert len(shown["goes"]) == 2
    assert shown["next"]["boards"]
    assert shown["rules"]["confirm"] is True


def test_an_unchanged_state_is_not_sent_again(client: Client, session: Session) -> None:
    code = code_at(session)
    first = client.get(f"/t/{code.code}/state/")
    again = client.get(f"/t/{code.code}/state/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["X-Now"]
    answers(client, code, claim(due(session)[0]))
    assert client.get(f"/t/{code.code}/state/", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_claim_waits_and_counts_when_it_is_confirmed(client: Client, session: Session) -> None:
    code, play = code_at(session), due(session)[0]
    sent = claim(play)
    [said] = answers(client, code, sent)
    assert (said["key"], said["state"]) == (sent["key"], "waiting")
    [waiting] = state(client, code)["boards"][0]["waiting"]
    assert (waiting["key"], waiting["phone"], waiting["score"]) == (sent["key"], "a", 420)
    confirmation = {"key": new_key(), "confirms": sent["key"], "agrees": True, "side": "EW"}
    assert answers(client, code, confirmation, phone="b")[0]["state"] == "agreed"
    assert answers(client, code, confirmation, phone="b")[0]["state"] == "agreed", "sent twice is said twice"
    entry = ScoreEntry.objects.get()
    assert (entry.confirmed_side, entry.device.partition(".")[2], entry.confirmed_device.partition(".")[2]) == (
        "EW",
        "a",
        "b",
    )
    assert BoardResult.objects.get().score == 420
    assert state(client, code)["boards"][0]["result"]["version"] == 1


def test_a_batch_from_a_phone_that_was_away_is_taken_in_order(cast: Cast, client: Client, session: Session) -> None:
    code = code_at(session)
    first, second = due(session)[:2]
    mistyped, right = claim(first, tricks=9), claim(second, "3NT", "W", 9)
    put_right = claim(first, tricks=10, after=mistyped["key"])
    call_round(actor=cast.actor("director"), session=session)
    batch = []
    for one in (mistyped, right, put_right):
        batch += [one, {"key": new_key(), "confirms": one["key"], "agrees": True, "side": "EW"}]
    said = [answer["state"] for answer in answers(client, code, *batch)]
    assert said[:4] == ["waiting", "agreed", "waiting", "agreed"]
    assert said[4] == "disputed", "a correction after the round is asked for"
    assert [answer["state"] for answer in answers(client, code, *batch)] == ["agreed"] * 4 + ["disputed"] * 2
    assert BoardResult.objects.count() == 2


def test_a_correction_of_what_was_not_yet_heard_of_counts_in_the_round(client: Client, session: Session) -> None:
    code, play = code_at(session), due(session)[0]
    one = claim(play, confirmed=True)
    two = claim(play, tricks=9, after=one["key"], confirmed=True)
    assert [answer["state"] for answer in answers(client, code, one, two)] == ["agreed", "agreed"]
    assert BoardResult.objects.current().get().score == -50


def test_two_phones_that_contradict_are_both_kept(client: Client, session: Session) -> None:
    code, play = code_at(session), due(session)[0]
    assert answers(client, code, claim(play, tricks=10), phone="a")[0]["state"] == "waiting"
    [said] = answers(client, code, claim(play, tricks=9), phone="b")
    assert said["state"] == "disputed"
    assert "director" in said["sentence"]
    assert set(ScoreEntry.objects.values_list("state", flat=True)) == {"disputed"}
    assert state(client, code)["boards"][0]["disputed"] == 2


def test_the_opponents_may_put_a_claim_right_instead_of_refusing_it(client: Client, session: Session) -> None:
    code, play = code_at(session), due(session)[0]
    wrong = claim(play, tricks=10)
    answers(client, code, wrong, phone="a")
    right = claim(play, tricks=9, after=wrong["key"], side="EW")
    assert answers(client, code, right, phone="b")[0]["state"] == "waiting"
    assert set(ScoreEntry.objects.values_list("state", flat=True)) == {"withdrawn", "waiting"}


def test_a_refused_claim_goes_to_the_director(client: Client, session: Session) -> None:
    code, play = code_at(session), due(session)[0]
    sent = claim(play)
    answers(client, code, sent)
    refusal = {"key": new_key(), "confirms": sent["key"], "agrees": False, "side": "EW"}
    assert answers(client, code, refusal)[0]["state"] == "disputed"
    assert not BoardResult.objects.exists()


def test_a_waiting_correction_does_not_overrule_what_the_director_has_set(
    cast: Cast, client: Client, session: Session
) -> None:
    code, play = code_at(session), due(session)[0]
    answers(client, code, claim(play, confirmed=True))
    sent = claim(play, tricks=9, seen=1)
    answers(client, code, sent)
    BoardResult.objects.update(version=2)
    confirmation = {"key": new_key(), "confirms": sent["key"], "agrees": True, "side": "EW"}
    assert answers(client, code, confirmation)[0]["state"] == "disputed"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"tricks": 14}, "0 to 13 tricks"),
        ({"contract": "8S"}, "8S"),
        ({"contract": ""}, "contract"),
        ({"declarer": "Q"}, "who declared"),
        ({"lead": "1Z"}, "1Z"),
        ({"board": 99}, "Board 99 is not played here"),
        ({"round": 2}, "not played here in round 2"),
        ({"round": -1}, "not understood"),
        ({"tricks": "10"}, "not understood"),
        ({"tricks": True}, "not understood"),
        ({"key": "short"}, "not understood"),
        ({"key": None}, "not understood"),
        ({"contract": {"a": 1}}, "not understood"),
        ({"contract": "4S" * 50}, "not understood"),
        ({"lead": "S\x00"}, "not understood"),
        ({"side": "XX"}, "not understood"),
        ({"outcome": "maybe"}, "passed out or not played"),
        ({"seen": 10**30}, "not understood"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    client: Client, session: Session, more: dict[str, Any], sentence: str
) -> None:
    good, bad = due(session)[:2]
    said = answers(client, code_at(session), claim(bad, **more), claim(good))
    assert said[0]["state"] == "refused"
    assert sentence in said[0]["sentence"]
    assert said[1]["state"] == "waiting", "one bad claim is in nobody's way"
    assert ScoreEntry.objects.count() == 1


@pytest.mark.parametrize("moment", ["yesterday", -5, 10**15, None, True])
def test_a_devices_clock_is_never_a_reason_to_refuse(client: Client, session: Session, moment: Any) -> None:
    assert answers(client, code_at(session), claim(due(session)[0], typed_at=moment))[0]["state"] == "waiting"


@pytest.mark.parametrize("body", ["{", "[]", "7", '"x"', "{}", '{"entries": 3}', "[" * 5000, '{"entries": null}'])
def test_malformed_bodies_are_refused(client: Client, session: Session, body: str) -> None:
    where = f"/t/{code_at(session).code}/entries/"
    assert client.post(where, body, content_type="application/json").status_code == 400
    assert client.post(f"/t/{code_at(session).code}/call/", body, content_type="application/json").status_code in (
        400,
        422,
    )


def test_only_json_from_our_own_pages_is_read(client: Client, session: Session) -> None:
    where = f"/t/{code_at(session).code}/entries/"
    assert client.post(where, {"entries": "[]"}).status_code == 415
    answer = post(client, code_at(session), headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert post(client, code_at(session), *["x" * 1100] * 100).status_code == 413
    assert client.get(where).status_code == 405


def test_no_token_is_needed_because_the_code_is_the_right(session: Session) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert answers(strict, code_at(session), claim(due(session)[0]))[0]["state"] == "waiting"


def test_a_code_speaks_for_its_own_table_only(client: Client, session: Session) -> None:
    other = due(session, table=2)[0]
    sent = claim(other)
    [said] = answers(client, code_at(session, 1), sent)
    assert said["state"] == "refused"
    answers(client, code_at(session, 2), sent)
    confirmation = {"key": new_key(), "confirms": sent["key"], "agrees": True}
    assert answers(client, code_at(session, 1), confirmation)[0]["state"] == "refused"
    assert sent["key"] not in json.dumps(state(client, code_at(session, 1)))
    assert client.get(f"/t/{code_at(session, 1).code}/boards/{other.board}/").status_code == 404


def test_guessed_old_and_revoked_codes_are_refused_alike(cast: Cast, client: Client, session: Session) -> None:
    old, play = code_at(session), due(session)[0]
    revoke_code(actor=cast.actor("director"), code=old)
    guess = TableCode(code="ABCDEFGH")
    refusals = [post(client, code, claim(play)) for code in (old, guess, TableCode(code="../../x"))]
    assert [answer.status_code for answer in refusals] == [404, 404, 404]
    assert refusals[0].content == refusals[1].content
    assert call(client, old, act="call").status_code == 404
    assert client.get(f"/t/{old.code}/state/").status_code == 404
    assert not ScoreEntry.objects.exists()


def test_what_a_phone_could_not_send_is_taken_after_the_session_but_not_next_week(
    client: Client, session: Session
) -> None:
    code, play = code_at(session), due(session)[0]
    Session.objects.update(state="finished", finished_at=timezone.now() - timedelta(hours=1))
    assert state(client, code)["state"] == "finished"
    assert answers(client, code, claim(play, confirmed=True))[0]["state"] == "agreed"
    assert call(client, code, act="call").status_code == 404
    Session.objects.update(finished_at=timezone.now() - timedelta(days=7))
    assert client.get(f"/t/{code.code}/state/").status_code == 404
    assert post(client, code, claim(play)).status_code == 404


def test_a_thousand_posts_from_one_device_break_nothing(
    client: Client, session: Session, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.TABLE_POSTS = 30
    code, other = code_at(session, 1), code_at(session, 2)
    sent = claim(due(session)[0])
    with caplog.at_level(logging.WARNING, "core.limits"):
        found = [post(client, code, sent).status_code for _time in range(1000)]
    assert 30 <= found.count(200) <= 60, "a minute may have ended in between"
    assert found.count(429) == 1000 - found.count(200)
    assert 1 <= len(caplog.records) <= 2, "logged, and the log is not flooded"
    assert ScoreEntry.objects.count() == 1
    assert answers(client, other, claim(due(session, 2)[0]))[0]["state"] == "waiting"
    assert client.get(f"/t/{code.code}/state/").status_code == 200


def test_whoever_posts_to_guessed_codes_is_stopped_and_keeps_no_table_from_sending(
    client: Client, session: Session
) -> None:
    statuses = [post(client, TableCode(code=f"ZZZZZZ{at:02d}")).status_code for at in range(80)]
    assert statuses[-1] == 429
    assert answers(client, code_at(session), claim(due(session)[0]))[0]["state"] == "waiting"
    assert client.get(f"/t/{code_at(session).code}/state/").status_code == 200


def test_a_whole_hall_sends_from_one_address(client: Client, session: Session, settings: Any) -> None:
    settings.TABLE_POSTS = 1
    other = code_at(session, 2)
    statuses = [post(client, code_at(session)).status_code for _time in range(40)]
    assert 429 in statuses
    assert answers(client, other, claim(due(session, 2)[0]))[0]["state"] == "waiting"


def test_a_table_that_asks_too_often_is_told_to_wait(client: Client, session: Session, settings: Any) -> None:
    settings.TABLE_READS = 3
    code = code_at(session)
    assert 429 in [client.get(f"/t/{code.code}/state/").status_code for _time in range(8)]
    assert answers(client, code, claim(due(session)[0]))[0]["state"] == "waiting"


def test_a_board_that_is_confirmed_while_the_state_is_read_is_not_due_again(client: Client, session: Session) -> None:
    """Or the page would ask for it once more, and whoever taps types the next board under its number."""
    code, play = code_at(session), due(session)[0]
    sent = claim(play)
    answers(client, code, sent)
    yes = {"key": new_key(), "confirms": sent["key"], "agrees": True}
    read: list[str] = []

    def confirm_meanwhile(execute: Any, sql: str, *rest: Any) -> Any:
        found = execute(sql, *rest)
        if "scoring_boardresult" in sql.partition(" WHERE ")[0] or 'FROM "scoring_scoreentry"' in sql:
            read.append(sql)
            if len(read) == 1:
                answers(client, code, yes, phone="b")
        return found

    with connection.execute_wrapper(confirm_meanwhile):
        [board] = [one for one in table_state(code)["boards"] if one["board"] == play.board]
    assert len(read) > 1
    assert board["typed"]


def statements(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


@pytest.mark.parametrize("kind", [MovementKind.MITCHELL, MovementKind.HOWELL])
def test_the_state_costs_the_same_at_any_size(cast: Cast, client: Client, kind: MovementKind) -> None:
    found = []
    for contestants in (8, 26):
        session = make_session(cast.harbour, contestants, kind=kind, name=f"{kind} {contestants}")
        give_codes(session, actor=cast.actor("secretary"))
        code = code_at(session)
        for play in due(session):
            answers(client, code, claim(play))
        Session.objects.filter(pk=session.pk).update(round=2)
        found.append(statements(client, f"/t/{code.code}/state/"))
    assert found[0] == found[1] <= 28


def test_a_claim_costs_the_same_at_any_size(cast: Cast, client: Client) -> None:
    found = []
    for contestants in (8, 26):
        session = make_session(cast.harbour, contestants, kind=MovementKind.MITCHELL, name=f"{contestants} pairs")
        give_codes(session, actor=cast.actor("secretary"))
        first, second = due(session)[:2]
        answers(client, code_at(session), claim(first, confirmed=True))
        with CaptureQueriesContext(connection) as caught:
            answers(client, code_at(session), claim(second, confirmed=True, sure=False))
        found.append(len(caught))
    assert found[0] == found[1]


def test_the_director_is_called_with_one_tap_a_reason_follows_and_it_is_taken_back(
    client: Client, session: Session
) -> None:
    code = code_at(session)
    assert call(client, code, act="call", phone="a").status_code == 200
    assert state(client, code)["call"] == {"state": "waiting", "reason": "", "board": None}
    assert call(client, code, act="call", reason="seats").status_code == 200
    assert DirectorCall.objects.get().reason == "Wrong players or seats (Law 5)"
    assert call(client, code, act="take-back").status_code == 200
    assert state(client, code)["call"] is None
    assert call(client, code, act="take-back").status_code == 200, "a second tap does no harm"
    assert call(client, code, act="dance").status_code == 422
    assert AuditEntry.objects.filter(act="call.make", actor_kind="device").count() == 1


def test_where_tables_do_not_call_they_are_told_so(cast: Cast, client: Client, session: Session) -> None:
    set_rules(actor=cast.actor("director"), section=session.sections.get(), call=False)
    assert call(client, code_at(session), act="call").status_code == 422
    assert not DirectorCall.objects.exists()


def test_announcements_reach_whom_they_are_for(cast: Cast, client: Client, session: Session) -> None:
    section = session.sections.get()
    announce(actor=cast.actor("director"), session=session, text="Tea")
    announce(actor=cast.actor("director"), session=session, text="Hush", section=section, table=2)
    assert [one["text"] for one in state(client, code_at(session, 1))["announcements"]] == ["Tea"]
    assert [one["text"] for one in state(client, code_at(session, 2))["announcements"]] == ["Hush", "Tea"]


def test_what_is_missing_from_earlier_rounds_is_shown(cast: Cast, client: Client, session: Session) -> None:
    code, plays = code_at(session), due(session)
    answers(client, code, claim(plays[0], confirmed=True), claim(plays[1], outcome="not-played", confirmed=True))
    call_round(actor=cast.actor("director"), session=session)
    rows = state(client, code)["boards"]
    missing = [row["board"] for row in rows if row["round"] == 1]
    assert missing == [play.board for play in plays[1:]]
    assert {row["round"] for row in rows} == {1, 2}
    [late] = answers(client, code, claim(plays[1], confirmed=True, seen=1))
    assert late["state"] == "agreed", "not played was no result: the first one is taken however late"


def test_nobody_sees_a_result_of_a_board_that_somebody_here_has_yet_to_play(
    cast: Cast, client: Client, session: Session
) -> None:
    """In a Howell the newcomers play later what was played here before (Law 16D)."""
    code, play = code_at(session), due(session)[0]
    sent = claim(play)
    answers(client, code, sent)
    call_round(actor=cast.actor("director"), session=session)
    here = due(session, round_number=2)[0]
    Play.objects.filter(pk=due(session, 3, 4)[0].pk).update(board=play.board, north=here.north)
    [row] = [row for row in state(client, code)["boards"] if row["round"] == 1 and row["board"] == play.board]
    assert row["secret"] is True
    assert row["waiting"] == []
    assert sent["key"] not in json.dumps(state(client, code))


def test_the_traveller_is_shown_when_the_board_is_played_here(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.MITCHELL)
    give_codes(session, actor=cast.actor("secretary"))
    code, play = code_at(session), due(session)[0]
    assert traveller(client, code, play.board).status_code == 404
    others = Play.objects.filter(section__session=session, board=play.board).exclude(pk=play.pk)
    for other, tricks in zip(others, (9, 11, 12), strict=False):
        Session.objects.update(round=other.round)
        answers(client, code_at(session, other.table), claim(other, tricks=tricks, confirmed=True))
    Session.objects.update(round=1)
    answers(client, code, claim(play, outcome="not-played", confirmed=True))
    assert traveller(client, code, play.board).status_code == 404, "it may still be played"
    answers(client, code, claim(play, tricks=11, confirmed=True, seen=1))
    shown = traveller(client, code, play.board).json()
    assert [line["score"] for line in shown["lines"]] == sorted(
        (line["score"] for line in shown["lines"]), reverse=True
    )
    [own] = [line for line in shown["lines"] if line["own"]]
    assert (own["contract"], own["declarer"], own["score"]) == ("4S", "N", 450)
    assert float(own["ns_percent"]) + float(own["ew_percent"]) == 100
    assert own["ns_names"].startswith("Player")
    assert shown["hand"] is None


@pytest.mark.parametrize(
    ("rules", "lines", "names", "percent"),
    [
        ({"traveller": "nothing"}, 0, False, False),
        ({"traveller": "own"}, 1, True, True),
        ({"names": False, "percentages": False}, 2, False, False),
        ({"most_results": 1}, 1, True, True),
    ],
)
def test_the_director_says_what_is_shown(
    cast: Cast, client: Client, rules: dict[str, Any], lines: int, names: bool, percent: bool
) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.MITCHELL)
    give_codes(session, actor=cast.actor("secretary"))
    code, play = code_at(session), due(session)[0]
    set_rules(actor=cast.actor("director"), section=session.sections.get(), **rules)
    other = Play.objects.filter(section__session=session, board=play.board).exclude(pk=play.pk)[0]
    Session.objects.update(round=other.round)
    answers(client, code_at(session, other.table), claim(other, tricks=12, confirmed=True))
    Session.objects.update(round=1)
    answers(client, code, claim(play, confirmed=True))
    shown = traveller(client, code, play.board).json()["lines"]
    assert len(shown) == lines
    assert all(bool(line["ns_names"]) is names and ("ns_percent" in line) is percent for line in shown)
    assert not shown or any(line["own"] for line in shown)


def test_the_deal_is_shown_where_the_seal_and_the_director_allow(cast: Cast, client: Client, session: Session) -> None:
    section = take(session, make_set(cast.harbour, 28))
    code, play = code_at(session), due(session)[0]
    set_rules(actor=cast.actor("director"), section=section, hand=True)
    answers(client, code, claim(play, confirmed=True))
    assert traveller(client, code, play.board).json()["hand"] is None, "other tables have yet to play it"
    Play.objects.filter(section=section, board=play.board).update(state="done", round=1)
    assert traveller(client, code, play.board).json()["hand"] is None, "its last round is not over"
    assert section.board_set is not None
    release_boards(actor=cast.actor("director"), board_set=section.board_set, numbers=[play.board])
    hand = traveller(client, code, play.board).json()["hand"]
    assert sorted(hand["hands"]) == ["E", "N", "S", "W"]
    assert sum(len(ranks) for ranks in hand["hands"]["N"].values()) == 13
    TableRules.objects.update(hand=False)
    assert traveller(client, code, play.board).json()["hand"] is None


def test_another_result_after_the_deal_was_open_is_put_before_the_director(
    cast: Cast, client: Client, session: Session
) -> None:
    """A made-up result, corrected when the cards can be seen: the first one stands until the director decides."""
    section = take(session, make_set(cast.harbour, 28))
    code, play = code_at(session), due(session)[0]
    answers(client, code, claim(play, confirmed=True))
    first = BoardResult.objects.current().get(play=play)
    Play.objects.filter(section=section, board=play.board).update(state="done", round=1)
    assert section.board_set is not None
    release_boards(actor=cast.actor("director"), board_set=section.board_set, numbers=[play.board])
    [said] = answers(client, code, claim(play, "6S", tricks=12, confirmed=True, seen=first.version))
    assert said["state"] == "disputed"
    assert BoardResult.objects.current().get(play=play) == first
    entry = ScoreEntry.objects.get(key=said["key"])
    assert "when everybody could see the deal" in entry.note
    client.force_login(cast.director)
    page = client.get(reverse("club-session-play", args=["harbour", session.pk, play.pk]))
    assert "when everybody could see the deal" in page.content.decode()


def test_in_teams_the_other_rooms_result_is_not_shown(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, scoring="vp")
    give_codes(session, actor=cast.actor("secretary"))
    for table in (1, 2):
        for play in due(session, table):
            answers(client, code_at(session, table), claim(play, confirmed=True))
    [line] = traveller(client, code_at(session), due(session)[0].board).json()["lines"]
    assert line["own"]


def test_four_players_on_their_own_have_their_numbers(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.INDIVIDUAL)
    give_codes(session, actor=cast.actor("secretary"))
    code, play = code_at(session), due(session)[0]
    shown = state(client, code)
    assert len({seat["number"] for seat in shown["seats"]}) == 4
    assert len(shown["goes"]) == 4
    answers(client, code, claim(play, confirmed=True))
    [line] = traveller(client, code, play.board).json()["lines"]
    assert "–" in line["ns"]


def test_before_the_session_and_without_a_movement_there_is_still_a_state(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, state="seating")
    give_codes(session, actor=cast.actor("secretary"))
    code = code_at(session)
    shown = state(client, code)
    assert (shown["begun"], shown["boards"], len(shown["seats"])) == (False, [], 4)
    assert shown["here"]
    Section.objects.update(movement_data=None, version=F("version") + 1)
    shown = state(client, code)
    assert (shown["rounds"], shown["seats"]) == (0, [])


def test_the_worker_is_served_above_the_pages_it_keeps(client: Client) -> None:
    answer = client.get("/t/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "tenace/table/outbox" in answer.content.decode()


def test_pairs_that_play_for_victory_points_see_imps_against_the_field(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.MITCHELL, scoring="vp")
    give_codes(session, actor=cast.actor("secretary"))
    code, play = code_at(session), due(session)[0]
    others = Play.objects.filter(section__session=session, board=play.board).exclude(pk=play.pk)
    for other in others[:2]:
        Session.objects.update(round=other.round)
        answers(client, code_at(session, other.table), claim(other, tricks=9, confirmed=True))
    Session.objects.update(round=1)
    answers(client, code, claim(play, tricks=10, confirmed=True))
    [own] = [line for line in traveller(client, code, play.board).json()["lines"] if line["own"]]
    assert own["ns_points"] == "10.00", "not vulnerable 420 against -50, on the average of the two"
