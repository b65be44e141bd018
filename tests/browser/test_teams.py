"""A Swiss of five rounds: drawn and agreed in the browser, scored by the services, won."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from events.models import Contestant, Session
from events.services.sessions import finish_session
from scoring.models import MatchAgreement, RoundDraw
from scoring.selectors.newest_matches import newest_matches
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.scoring.contest import captain, make_teams, play_round, section_of

ROUNDS = 5


def address(session: Session, page: str = "") -> str:
    return f"/clubs/harbour/sessions/{session.pk}/{page}"


def at_match(session: Session, number: int = 0) -> str:
    round_number, home, away = newest_matches(session)[number].key
    return address(session, f"matches/{round_number}/{home}/{away}/")


def test_a_swiss_of_five_rounds_is_drawn_scored_and_won(site: Site) -> None:
    session = make_teams(site.cast.harbour, 8, rounds=ROUNDS)
    draw = address(session, f"desk/draw/{section_of(session).pk}/")
    play_round(session, 1)
    first = Contestant.objects.get(event=session.event, name="Team 1")
    object.__setattr__(site.cast, "captain", captain(first))
    director = site.open(draw, persona="director").page
    phone = site.open(address(session, "matches/"), persona="captain", viewport=PHONE).page
    for number in range(1, ROUNDS + 1):
        # The captain of the first team scores up on the phone; the director witnesses for the opponents.
        phone.goto(site.url + address(session, "matches/mine/"))
        phone.get_by_role("button", name=re.compile("I agree")).click()
        expect(phone.get_by_text("You have agreed to the score of this match.", exact=True)).to_be_visible()
        assert MatchAgreement.objects.filter(round=number, team=first, ended_at=None).count() == 1
        if number == ROUNDS:
            break
        director.goto(site.url + draw)
        director.get_by_role("button", name="Lay down this draw").click()
        expect(director.get_by_role("heading", name=f"Round {number + 1} is drawn")).to_be_visible()
        if number == 2:
            director.get_by_label("Reason").fill("A score was put right")
            director.get_by_role("button", name="Draw it again").click()
            expect(director.get_by_text("Round 3 is drawn.", exact=True)).to_be_visible()
        director.get_by_role("link", name=f"Begin round {number + 1}").click()
        director.get_by_role("button", name=f"Begin round {number + 1}").click()
        expect(director.get_by_text(f"Round {number + 1} has begun.", exact=True)).to_be_visible()
        play_round(session, number + 1)
    director.goto(phone.url)
    director.get_by_text("As witness for a captain").click()
    director.get_by_label("How the captain agreed").fill("Told me at the table")
    director.locator("form[action$='witness/']").get_by_role("button", name="Write it down").click()
    expect(director.locator(".scoreboard").get_by_text("agreed", exact=True)).to_be_visible()
    session.refresh_from_db()
    finish_session(actor=site.cast.actor("director"), session=session)
    phone.goto(f"{site.url}/clubs/harbour/events/{session.event_id}/results/")
    winner = phone.locator(".event-ranking tbody tr").first
    expect(winner).to_contain_text("Team 1")
    assert RoundDraw.objects.filter(undone_at=None).count() == ROUNDS - 1


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desk in the dark"]
)
def test_the_pages_of_teams_fit(site: Site, viewport: dict[str, int], scheme: str) -> None:
    session = make_teams(site.cast.harbour, 8)
    play_round(session, 1, leave=1)
    section = section_of(session).pk
    pages = [
        (address(session, "matches/"), ""),
        (address(session, "matches/butler/"), ""),
        (at_match(session), ""),
        (at_match(session), "director"),
        (at_match(session, -1), "director"),
        (address(session, f"desk/draw/{section}/"), "director"),
        (address(session, "desk/fields/"), "director"),
        (f"/clubs/harbour/events/{session.event_id}/results/", "director"),
    ]
    for path, persona in pages:
        sound(site.open(path, persona=persona, viewport=viewport, color_scheme=scheme))
