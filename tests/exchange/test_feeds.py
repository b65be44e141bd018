"""Feeds: at stable addresses, with what the reader may see, without a cookie."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client

from clubs.models import Player
from events.models import Event, Section, Session
from events.services.boards import keep_boards
from exchange.selectors.feeds import ATOM, open_deals
from scoring.engine.deal import Deal
from scoring.interchange.deals import BoardDeal, parse
from scoring.models import BoardResult
from tests.cast import Cast
from tests.events.evening import make_session
from tests.exchange.test_session_json import DEAL
from tests.scoring.at_tables import score_everything
from tests.scoring.published import Evening, end_of_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Evening:
    played = end_of_play(cast)
    score_everything()
    return played


def results(session: Session, rest: str) -> str:
    return f"/clubs/harbour/sessions/{session.pk}/results/{rest}"


def test_the_ranking_is_a_table_for_programs_and_spreadsheets(evening: Evening, client: Client) -> None:
    data = client.get(results(evening.session, "ranking.json")).json()
    assert data["ranking"][0]["place"] == "1"
    assert len(data["ranking"]) == 6
    answer = client.get(results(evening.session, "ranking.csv"))
    rows = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert len(rows) == 7
    assert [row[4] for row in rows[1:]] == [row["name"] for row in data["ranking"]]
    assert client.get(results(evening.session, "ranking.xml")).status_code == 404


def test_names_in_feeds_are_those_that_the_reader_may_see(cast: Cast, evening: Evening, client: Client) -> None:
    player = evening.session.places.first().contestant.entrants.first().player
    Player.objects.filter(pk=player.pk).update(privacy="hidden")
    addresses = [results(evening.session, rest) for rest in ("ranking.json", "embedded/")]
    addresses.append("/clubs/harbour/results/feed.atom")
    for address in addresses:
        assert player.display_name not in client.get(address).content.decode()
    client.force_login(cast.member)
    assert player.display_name in client.get(addresses[0]).content.decode()
    # What goes to other sites says the same to everybody.
    assert player.display_name not in client.get(addresses[1]).content.decode()


def test_the_ranking_stands_in_frames_of_other_sites_and_sets_no_cookie(
    cast: Cast, evening: Evening, client: Client
) -> None:
    answer = client.get(results(evening.session, "embedded/"))
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies
    assert "<script" not in answer.content.decode()
    usual = client.get(results(evening.session, ""))
    assert usual.headers["X-Frame-Options"] == "DENY"


def test_a_ranking_that_is_not_shown_yet_is_in_no_feed(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8)
    assert client.get(results(session, "ranking.json")).json()["ranking"] == []
    assert "no ranking" in client.get(results(session, "embedded/")).content.decode()


def test_the_newest_results_as_atom(evening: Evening, client: Client) -> None:
    Session.objects.filter(pk=evening.session.pk).update(state="finished")
    Event.objects.update(published_at=evening.session.starts_at)
    feed = ElementTree.fromstring(client.get("/clubs/harbour/results/feed.atom").content)
    [entry] = feed.findall(f"{{{ATOM}}}entry")
    assert entry.findtext(f"{{{ATOM}}}title") == evening.session.event.name
    assert results(evening.session, "") in str(entry.findtext(f"{{{ATOM}}}id"))
    assert feed.findtext(f"{{{ATOM}}}updated") == entry.findtext(f"{{{ATOM}}}updated")


def test_the_games_as_a_calendar(cast: Cast, client: Client) -> None:
    actor = cast.actor("secretary")
    name = "Pairs, with; a \\ and a very long name that goes on until it has to be folded at the seventy-fifth octet"
    for number, announced in enumerate((actor.at, None)):
        event = Event.objects.create(
            club=cast.harbour, name=f"{name} {number}", made_at=actor.at, published_at=announced
        )
        Session.objects.create(event=event, starts_at=actor.at + timedelta(days=number + 1))
    answer = client.get("/clubs/harbour/calendar.ics")
    text = answer.content.decode()
    assert answer.headers["Content-Type"].startswith("text/calendar")
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert text.count("BEGIN:VEVENT") == 1
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "SUMMARY:Pairs\\, with\\; a \\\\ and" in text.replace("\r\n ", "")


def test_a_game_that_is_called_off_is_said_to_be(cast: Cast, client: Client) -> None:
    actor = cast.actor("secretary")
    event = Event.objects.create(
        club=cast.harbour, name="Off", made_at=actor.at, published_at=actor.at, cancelled_at=actor.at
    )
    Session.objects.create(event=event, starts_at=actor.at + timedelta(days=1))
    assert "STATUS:CANCELLED" in client.get("/clubs/harbour/calendar.ics").content.decode()


def test_hands_leave_as_pbn_unless_they_are_sealed(cast: Cast, evening: Evening, client: Client) -> None:
    numbers = sorted(set(evening.session.sections.get().plays.values_list("board", flat=True)))
    boards = keep_boards(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        name="Hands",
        boards=[BoardDeal.of(number, Deal.parse(DEAL)) for number in numbers],
    )
    Section.objects.filter(session=evening.session).update(board_set=boards)
    answer = client.get(results(evening.session, "hands.pbn"))
    seen = open_deals(cast.actor("member"), evening.session)
    assert answer.status_code == (200 if seen else 404)
    assert seen
    assert [deal.number for deal in parse(answer.content, "hands.pbn").boards] == [deal.number for deal in seen]
    assert "hands.pbn" in client.get(results(evening.session, "")).content.decode()
    later = make_session(cast.harbour, 8)
    later.sections.update(board_set=boards)
    assert client.get(results(evening.session, "hands.pbn")).status_code == 404
    assert "hands.pbn" not in client.get(results(evening.session, "")).content.decode()
    assert BoardResult.objects.exists()


def test_a_board_that_is_sealed_in_one_section_leaves_in_no_file(cast: Cast, evening: Evening) -> None:
    numbers = sorted(set(evening.session.sections.get().plays.values_list("board", flat=True)))
    deals = [BoardDeal.of(number, Deal.parse(DEAL)) for number in numbers]
    open_set, sealed_set = (
        keep_boards(actor=cast.actor("secretary"), club=cast.harbour, name=name, boards=deals) for name in ("A", "B")
    )
    Section.objects.filter(session=evening.session).update(board_set=open_set)
    assert open_deals(cast.actor("stranger"), evening.session)
    Section.objects.create(session=evening.session, letter="B", board_set=sealed_set)
    make_session(cast.harbour, 8).sections.update(board_set=sealed_set)
    assert not open_deals(cast.actor("stranger"), evening.session)
