"""Results as players and visitors read them: what is shown to whom, when, and why it is so."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player, User
from core.hooks import Hook
from events.models import Entrant, Play, Session
from events.models.plays import PlayState
from events.movements.model import MovementKind, Unit
from events.services.sessions import call_round, finish_session
from scoring import hooks
from scoring.engine.sheet import AVERAGE, AVERAGE_PLUS
from scoring.jobs import GATHER
from scoring.models import BoardResult, ScoringRun, Standing
from scoring.models.fields import penalty_units
from scoring.pending import Pending
from scoring.result_input import ResultInput
from scoring.selectors.explaining import why_board, why_total
from scoring.selectors.newest_runs import newest_runs
from scoring.selectors.result_lines import RunLines
from scoring.selectors.result_names import names_in
from scoring.selectors.results_sight import results_sight
from scoring.services.adjusting import adjust, penalize
from scoring.services.comparison_fields import session_fields
from scoring.services.imports import score_now
from scoring.services.results import set_result
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.events.decks import make_set, take
from tests.events.evening import EVENING, make_players, make_session
from tests.scoring.contest import enter_results

pytestmark = pytest.mark.django_db
WHY = b'class="why"'
RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "6S-1 N", "4HX+1 E")


def play_all(cast: Cast, session: Session, *, rounds: int = 1) -> None:
    """Every board of the first rounds has a result, and the field is scored."""
    plays = Play.objects.filter(section__session=session, round__lte=rounds).select_related("section")
    results = [(play, RESULTS[(play.table * 3 + play.board) % 10]) for play in plays]
    enter_results(session, results, actor=cast.actor("director"))
    score_now(session=session, at=EVENING)


def over(cast: Cast, session: Session) -> Session:
    finish_session(actor=cast.actor("director"), session=session, reason="Time")
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def url(session: Session, page: str = "session-results", **more: Any) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def seat(user: User, session: Session, number: int = 1) -> int:
    """Put somebody of the cast on a place."""
    contestant = session.places.get(number=number).contestant_id
    entrant = Entrant.objects.filter(contestant=contestant).first()
    assert entrant is not None
    Entrant.objects.filter(pk=entrant.pk).update(player=Player.objects.get(user=user))
    return contestant


def rules(cast: Cast, session: Session, **fields: Any) -> None:
    set_rules(actor=cast.actor("director"), section=session.sections.get(), **fields)


# --- Finished --------------------------------------------------------------------------------------------------------
def test_a_finished_session_is_open_to_everybody(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    play_all(cast, session)
    session = over(cast, session)
    place = session.places.select_related("contestant").get(number=1)
    assert "Player 001 – Player 002" in text(client.get(url(session)))
    board = ScoringRun.objects.get().sheet["boards"][0]
    page = text(client.get(url(session, "session-results-board", number=board["board"])))
    assert "Contract" in page
    card = client.get(url(session, "session-results-card", contestant_id=place.contestant_id))
    assert "Round" not in text(card).split("All scorecards")[0]
    assert "Player 001" in text(card)
    assert client.get(url(session, "session-results-boards")).status_code == 200
    assert client.get(url(session, "session-results-cards")).status_code == 200
    assert client.get(url(session, "session-results-card", contestant_id=10**6)).status_code == 404
    assert client.get(url(session, "session-results-board", number=999)).status_code == 404


def test_strangers_read_names_as_each_player_lets_them(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    Player.objects.filter(display_name="Player 001").update(privacy="hidden")
    play_all(cast, session)
    session = over(cast, session)
    assert "a player – Player 002" in text(client.get(url(session)))
    client.force_login(cast.stranger)
    assert "a player – Player 002" in text(client.get(url(session)))
    client.force_login(cast.member)
    assert "Player 001 – Player 002" in text(client.get(url(session)))


def test_two_winners_and_one_section_by_itself(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.MITCHELL)
    play_all(cast, session)
    page = text(client.get(url(over(cast, session))))
    assert page.index("North-South") < page.index("East-West")
    assert client.get(url(session) + "?section=A").status_code == 200
    assert client.get(url(session) + "?section=Q").status_code == 404


# --- During play -----------------------------------------------------------------------------------------------------
def test_the_director_decides_when_the_ranking_is_seen(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    play_all(cast, session)
    assert "when it is finished" in text(client.get(url(session)))
    rules(cast, session, ranking="round")
    assert "after each round" in text(client.get(url(session)))
    call_round(actor=cast.actor("director"), session=session)
    assert "after round 1" in text(client.get(url(session)))
    rules(cast, session, ranking="live")
    page = text(client.get(url(session)))
    assert "round 2 is being played" in page
    assert "Player 001 – Player 002" in page


def test_the_ranking_after_a_round_leaves_out_what_came_later(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    rules(cast, session, ranking="round")
    for _round in range(2):
        call_round(actor=cast.actor("director"), session=session)
    play_all(cast, session, rounds=2)
    before = {row.contestant_id: row.shown_percent for row in Standing.objects.exclude(percent="")}
    third = next(play for play in Play.objects.filter(section__session=session, round=3) if play.north_id in before)
    set_result(actor=cast.actor("director"), play=third, result=ResultInput.parse("7NT= N"))
    score_now(session=session, at=EVENING)
    page = text(client.get(url(session)))
    assert all(figure in page for figure in before.values())
    why = client.get(url(session, "session-results-why-place", contestant_id=third.north_id))
    assert f"Why {before[third.north_id]}?" in text(why)


def test_whoever_has_yet_to_play_a_board_sees_nothing_of_it(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    own = seat(cast.member, session)
    play_all(cast, session)
    mine = Play.objects.filter(section__session=session, round=1, north=own) | Play.objects.filter(
        section__session=session, round=1, east=own
    )
    played = mine[0].board
    other = Play.objects.filter(section__session=session, round=1).exclude(board__in=mine.values("board"))[0].board
    stranger = Client()
    client.force_login(cast.member)
    for number, seen in ((played, True), (other, False)):
        page = url(session, "session-results-board", number=number)
        assert ("Contract" in text(client.get(page))) is seen
        assert "Contract" not in text(stranger.get(page)), "a stranger might play it"
    card = text(client.get(url(session, "session-results-card", contestant_id=own)))
    assert re.search(rf"\b{played}\b", card)
    staff = Client()
    staff.force_login(cast.director)
    assert "Contract" in text(staff.get(url(session, "session-results-board", number=other)))
    Play.objects.filter(section__session=session, board=other).update(state=PlayState.DONE, round=1)
    assert "Contract" not in text(stranger.get(url(session, "session-results-board", number=other))), "not over"
    Session.objects.filter(pk=session.pk).update(round=2)
    assert "Contract" in text(stranger.get(url(session, "session-results-board", number=other)))


def test_only_the_own_results_or_none_at_all(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    own = seat(cast.member, session)
    play_all(cast, session)
    client.force_login(cast.member)
    board = Play.objects.filter(section__session=session, round=1, north=own).first()
    board = board or Play.objects.filter(section__session=session, round=1, east=own).first()
    assert board is not None
    page = url(session, "session-results-board", number=board.board)
    play_all(cast, session, rounds=2)
    everybody = client.get(page).content.count(WHY)
    rules(cast, session, traveller="own")
    assert (client.get(page).content.count(WHY), everybody) == (2, 4)
    assert client.get(url(session, "session-results-card", contestant_id=own)).content.count(WHY)
    other = session.places.get(number=3).contestant_id
    assert WHY not in client.get(url(session, "session-results-card", contestant_id=other)).content
    rules(cast, session, traveller="nothing")
    assert WHY not in client.get(page).content
    why = url(session, "session-results-why-score", play_id=board.pk, side="ns")
    assert client.get(why).status_code == 404
    over(cast, session)
    assert client.get(why).status_code == 200


def test_the_same_boards_in_a_later_session_stay_closed(cast: Cast, client: Client) -> None:
    """Who plays them tomorrow learns nothing of them tonight."""
    boards = make_set(cast.harbour, 30)
    tonight = make_session(cast.harbour, 8, name="Tonight")
    tomorrow = make_session(cast.harbour, 8, name="Tomorrow", state="seating")
    take(tonight, boards)
    take(tomorrow, boards)
    play_all(cast, tonight)
    tonight = over(cast, tonight)
    number = ScoringRun.objects.get().sheet["boards"][0]["board"]
    page = url(tonight, "session-results-board", number=number)
    assert "Contract" not in text(client.get(page))
    assert client.get(url(tonight)).content.count(WHY), "the ranking is public"
    own = Client()
    seat(cast.member, tonight)
    own.force_login(cast.member)
    card = own.get(url(tonight, "session-results-cards"), follow=True)
    assert WHY in card.content


def test_teams_see_the_round_when_it_is_over(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, scoring="vp")
    own = seat(cast.member, session)
    play_all(cast, session)
    client.force_login(cast.member)
    card = url(session, "session-results-card", contestant_id=own)
    assert "when the round is over" in text(client.get(card))
    call_round(actor=cast.actor("director"), session=session)
    assert WHY in client.get(card).content


# --- Live ------------------------------------------------------------------------------------------------------------
def test_a_poll_costs_one_statement_while_nothing_has_happened(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    rules(cast, session, ranking="live")
    play_all(cast, session)
    live = url(session) + "?live=1"
    tag = client.get(live)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert client.get(live, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) == 1
    with CaptureQueriesContext(connection) as asked:
        assert client.get(live).status_code == 200, "another phone is sent what the first one was sent"
    assert len(asked) == 1
    play = Play.objects.filter(section__session=session, round=1).first()
    assert play is not None
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("7NT= N"), reason="Mistyped")
    score_now(session=session, at=EVENING)
    fresh = client.get(live, headers={"If-None-Match": tag})
    assert (fresh.status_code, fresh["ETag"] == tag) == (200, False)
    rules(cast, session, ranking="never")
    hidden = client.get(live, headers={"If-None-Match": fresh["ETag"]})
    assert WHY not in hidden.content
    assert client.get("/clubs/harbour/sessions/0/results/?live=1").status_code == 404


def test_every_page_costs_the_same_for_four_tables_and_for_sixteen(cast: Cast, client: Client) -> None:
    counted: list[dict[str, int]] = []
    for contestants in (8, 32):
        session = make_session(cast.harbour, contestants, kind=MovementKind.MITCHELL, name=f"{contestants} pairs")
        take(session, make_set(cast.harbour, 64, seed=contestants, name=f"{contestants}"))
        play_all(cast, session)
        session = over(cast, session)
        first = session.places.get(number=1).contestant_id
        play = ScoringRun.objects.get(field__session=session).sheet["boards"][0]["lines"][0]["play"]
        pages = {
            **{page: page for page in ("", "boards/", "boards/1/", "boards/1/?alone=1", "scorecards/", "hands/")},
            "card": f"scorecards/{first}/",
            "why": f"scorecards/{first}/why/",
            "score": f"plays/{play}/why/ns/",
        }
        client.get(url(session))
        found = {}
        for name, page in pages.items():
            with CaptureQueriesContext(connection) as asked:
                assert client.get(url(session) + page).status_code == 200
            found[name] = len(asked)
        counted.append(found)
    assert counted[0] == counted[1]


# --- Why -------------------------------------------------------------------------------------------------------------
def explained(cast: Cast, session: Session) -> tuple[ScoringRun, RunLines]:
    session = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    names = names_in(session, open_names=True)
    run = newest_runs(session, full=True)[0][1]
    assert run is not None
    return run, RunLines(run, names, results_sight(cast.actor("director"), session))


@pytest.mark.parametrize(
    ("unit", "kind", "fields"),
    [
        (Unit.PAIR, MovementKind.HOWELL, {}),
        (Unit.PAIR, MovementKind.HOWELL, {"scoring": "cross-imps"}),
        (Unit.PAIR, MovementKind.HOWELL, {"scoring": "butler"}),
        (Unit.PLAYER, MovementKind.INDIVIDUAL, {}),
        (Unit.TEAM, MovementKind.ROUND_ROBIN, {"scoring": "vp"}),
        (Unit.TEAM, MovementKind.ROUND_ROBIN, {"scoring": "bam"}),
    ],
)
def test_every_figure_can_be_explained(cast: Cast, unit: Unit, kind: MovementKind, fields: dict[str, Any]) -> None:
    session = make_session(cast.harbour, 4 if unit is Unit.TEAM else 8, unit=unit, kind=kind, **fields)
    play_all(cast, session)
    given = Play.objects.filter(section__session=session, round=1).first()
    assert given is not None
    adjust(
        actor=cast.actor("director"),
        play=given,
        kind="artificial",
        ns=AVERAGE_PLUS,
        ew=AVERAGE,
        law="12C2",
        reason="The board was played with the cards of another",
    )
    field = session_fields(session)[0]
    late = {"contestant": given.north, "amount": 1, "unit": penalty_units(session.event)[-2], "reason": "Late"}
    penalize(actor=cast.actor("director"), field=field, **late)
    score_now(session=session, at=EVENING)
    run, lines = explained(cast, session)
    names = names_in(session, open_names=True)
    for row in run.standings.all():
        why = why_total(run, row.contestant_id, names)
        assert why is not None
        assert why.figure == (row.shown_percent or (row.shown_total if unit is not Unit.TEAM else why.figure))
        assert f"place {row.place}" in why.steps[-1]
    for board in lines.boards():
        for line in board.lines:
            for side in (line.ns, line.ew):
                why = why_board(run, line, side.side)
                assert (why is not None) is bool(side.points)
                assert why is None or (why.figure == side.points and why.steps)
    line = lines.line(given.pk)
    assert line is not None
    ruled = why_board(run, line, "NS")
    assert ruled is not None
    assert ruled.ruling.startswith("The board was played with")
    penal = why_total(run, given.north_id, names)
    assert penal is not None
    assert any("penalty of 1" in step for step in penal.steps)


def test_a_published_run_is_explained_as_it_was(cast: Cast) -> None:
    """Whatever happens to the results afterwards."""
    session = make_session(cast.harbour, 8)
    play_all(cast, session)
    run, lines = explained(cast, session)
    line = next(iter(lines.boards())).lines[0]
    before = why_board(run, line, "NS")
    BoardResult.objects.all().update(score=-1400)
    again, _lines = explained(cast, session)
    assert why_board(again, line, "NS") == before


def test_a_pending_ruling_is_said_wherever_the_board_counts(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(cast.harbour, 8)
    play_all(cast, session)
    session = over(cast, session)
    board = ScoringRun.objects.get().sheet["boards"][0]["board"]
    ruling = Pending("A ruling is to come.", board)
    monkeypatch.setattr(hooks, "pending_sources", Hook(lambda session: [ruling]))
    assert f"Subject to board {board}" in text(client.get(url(session)))
    assert f"Subject to board {board}" in text(client.get(url(session, "session-results-board", number=board)))


# --- After -----------------------------------------------------------------------------------------------------------
def test_the_club_s_results_by_event_day_and_player(cast: Cast, client: Client) -> None:
    players = make_players(16, prefix="Åsa")
    session = make_session(cast.harbour, 8, players=players, name="Friday pairs")
    play_all(cast, session)
    session = over(cast, session)
    here = reverse("club-results", kwargs={"slug": "harbour"})
    assert "Friday pairs" in text(client.get(here))
    assert "Friday pairs" in text(client.get(here, {"day": "2026-11-16"}))
    assert "Nothing found" in text(client.get(here, {"day": "2026-11-17"}))
    assert client.get(here, {"day": "yesterday"}).status_code == 422
    assert "Friday pairs" in text(client.get(here, {"q": "friday"}))
    assert "Friday pairs" in text(client.get(here, {"event": session.event_id}))
    assert client.get(here, {"event": "x"}).status_code == 404
    assert "Åsa 003" in text(client.get(here, {"q": "åsa 003"}))
    own = reverse("club-player-results", kwargs={"slug": "harbour", "player_id": players[2].pk})
    page = text(client.get(own))
    assert "Friday pairs" in page
    assert "Åsa 004" in page
    Player.objects.filter(pk=players[2].pk).update(privacy="initials")
    assert client.get(own).status_code == 404
    assert "Friday pairs" in text(client.get("/clubs/harbour/"))
    client.force_login(cast.secretary)
    assert client.get(own).status_code == 200
    assert url(session) in client.get("/clubs/harbour/desk/").content.decode()
    assert url(session) in client.get(f"/clubs/harbour/events/{session.event_id}/").content.decode()


def test_a_member_s_own_results(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    seat(cast.member, session)
    play_all(cast, session)
    over(cast, session)
    client.force_login(cast.member)
    assert "Monday pairs" in text(client.get("/account/results/"))
    client.force_login(cast.stranger)
    assert "No results yet" in text(client.get("/account/results/"))


def test_the_first_page_has_the_game_that_is_on_and_the_last_results(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    assert "Your latest results" not in text(client.get("/"))
    session = make_session(cast.harbour, 8)
    seat(cast.member, session)
    play_all(cast, session)
    page = client.get("/")
    assert "You are playing" in text(page)
    assert url(session) in page.content.decode()
    over(cast, session)
    shown = text(client.get("/"))
    assert "You are playing" not in shown
    assert re.search(r"Your latest results .*Monday pairs.* 1= of 8", shown)


def test_the_lists_cost_the_same_for_small_evenings_and_for_many_large_ones(cast: Cast, client: Client) -> None:
    regular = cast.member.player
    lists = ("/clubs/harbour/results/", f"/clubs/harbour/results/players/{regular.pk}/", "/account/results/")
    lists = (*lists, "/clubs/harbour/results/?q=tenace", "/clubs/harbour/", "/")
    counted = []
    for evenings, contestants in ((1, 8), (4, 24)):
        for evening in range(evenings):
            session = make_session(
                cast.harbour, contestants, kind=MovementKind.MITCHELL, name=f"{contestants}, {evening}"
            )
            seat(cast.member, session)
            play_all(cast, session)
            over(cast, session)
        client.force_login(cast.member)
        client.get(lists[0])
        counted.append({})
        for page in lists:
            with CaptureQueriesContext(connection) as asked:
                answer = client.get(page)
            assert answer.status_code == 200, page
            counted[-1][page] = len(asked)
    assert counted[0] == counted[1]


def test_a_score_is_on_the_phones_within_two_seconds() -> None:
    """Waiting for a burst to end, scoring a hundred tables, and the pause between two questions of a phone."""
    script = (settings.BASE_DIR / "static/tenace/results.js").read_text()
    pause = int(re.search(r"const POLL = (\d+);", script)[1])
    scoring = 250
    assert GATHER.total_seconds() * 1000 + scoring + pause < 2000


# --- Programs --------------------------------------------------------------------------------------------------------
def test_programs_read_what_the_pages_show(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    play_all(cast, session)
    here = f"/api/v1/sessions/{session.pk}/"
    assert client.get(f"{here}ranking/").json()["fields_ranked"] == []
    rules(cast, session, ranking="live")
    answer = client.get(f"{here}ranking/")
    places = answer.json()["fields_ranked"][0]["rankings"][0]["places"]
    assert {place["who"]["name"] for place in places} >= {"Player 001 – Player 002"}
    assert client.get(f"{here}ranking/", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    run = ScoringRun.objects.get()
    line = run.sheet["boards"][0]["lines"][0]
    number = run.sheet["boards"][0]["board"]
    assert client.get(f"{here}travellers/{number}/").json() == [], "a table can still play it"
    assert client.get(f"{here}scorecards/{line['ns']}/").json()["lines"] == []
    assert client.get(f"{here}travellers/plays/{line['play']}/why/ns/").status_code == 404
    over(cast, session)
    board = client.get(f"{here}travellers/{number}/").json()[0]
    assert board["lines"][0]["result"] == line["result"]
    assert client.get(f"{here}scorecards/{line['ns']}/").json()["lines"][0]["board"] == number
    assert client.get(f"{here}travellers/plays/{line['play']}/why/ns/").json()["steps"]
    assert client.get(f"{here}ranking/{line['ns']}/why/").json()["figure"]
