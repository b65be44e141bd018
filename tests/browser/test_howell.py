"""A whole evening from five phones: a Howell of five tables with everything that happens in one.

A phone is without a connection for a round, a table calls the director, a board is corrected, another one is played
late. The standings at the end are those of `manage.py score` on what was typed.
"""

from __future__ import annotations

import csv
import json
import re
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, TimeoutError, expect

from core.actors import of_user, system
from events.models import Play, Session, TableCode
from events.services.sessions import finish_session
from events.services.tables import give_codes
from jobs import services as jobs
from scoring.models import BoardResult, DirectorCall, Standing
from scoring.services.table_rules import set_rules
from tests.browser.conftest import Site
from tests.browser.taps import accept, tap
from tests.events.evening import make_session

TABLES, ROUNDS = 5, 9
# For machines that have other things to do as well; on a quiet one nothing takes as long.
PATIENCE = 20_000
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# As they are typed: level, suit, doubled or not, declarer, and how it went.
CONTRACTS = ("4S-N=", "3N-S+1", "2H-E=", "4HxW-2", "1N-W=", "5D-N-1", "3C-E+2", "6S-S=", "2SxN+1")
KEYS = {"-": "Enter", "x": "x"}


@pytest.fixture(autouse=True)
def _nobody_sends_too_often(settings: Any) -> None:
    settings.TABLE_POSTS = settings.TABLE_READS = 10_000


class Howell:
    def __init__(self, site: Site, session: Session) -> None:
        self.site, self.session = site, session
        codes = TableCode.objects.filter(section__session=session).order_by("table")
        self.phones = {code.table: self._phone(code.code) for code in codes}
        where = f"/clubs/harbour/sessions/{session.pk}/desk/"
        self.desk = site.open(where, persona="director", viewport={"width": 1024, "height": 768}).page
        self.desk_url = f"{site.url}{where}"
        self.truth: dict[tuple[int, int, int], str] = {}

    def _phone(self, code: str) -> Page:
        return self.site.open(f"/t/{code}/", **PHONE).page

    def boards(self, table: int, number: int) -> list[int]:
        rows = Play.objects.filter(section__session=self.session, table=table, round=number)
        return list(rows.order_by("board").values_list("board", flat=True))

    def contract(self, table: int, number: int, board: int) -> str:
        return CONTRACTS[(3 * table + 5 * number + 7 * board) % len(CONTRACTS)]

    def enter(self, table: int, number: int, board: int, said: str = "") -> None:
        """The next board from its key to the opponents' second tap."""
        page = self.phones[table]
        key = page.locator('[data-key="next"]')
        expect(key).to_have_text(f"Next board: {board}", timeout=PATIENCE)
        key.click()
        self.type(table, number, board, said or self.contract(table, number, board))

    def type(self, table: int, number: int, board: int, said: str) -> None:
        page = self.phones[table]
        self.truth[number, table, board] = said
        level, suit, risk, declarer, went = said[0], said[1], said[2], said[3], said[4:]
        for key in (level, suit.lower(), KEYS[risk], declarer.lower(), *went):
            page.keyboard.press(key)
        page.locator('[data-key="yes"]').click()
        accept = page.locator('[data-key="accept"]')
        expect(accept).to_be_visible()
        # Two taps; a question that arrives between them is to be read first, and the tap before it does not count.
        while accept.is_visible():
            with suppress(TimeoutError):
                accept.click(timeout=2_000)

    def round(self, number: int, *, but: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        for table in self.phones.keys() - but:
            for board in self.boards(table, number):
                self.enter(table, number, board)
        for table in self.phones.keys() - but:
            expect(self.phones[table].get_by_text("All boards of this round are in.")).to_be_visible(timeout=PATIENCE)

    def next_round(self, number: int, *, but: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        """The director begins it from the desk, the phones follow."""
        self.desk.goto(self.desk_url)
        self.desk.keyboard.press("n")
        self.desk.get_by_role("button", name=f"Begin round {number}").click()
        expect(self.desk.get_by_text(f"Round {number} has begun.", exact=True)).to_be_visible(timeout=PATIENCE)
        for table in self.phones.keys() - but:
            self.look(table, number)

    def look(self, table: int, number: int) -> None:
        """Asks now what the phone would ask within four seconds."""
        page = self.phones[table]
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.get_by_text(f"Round {number} of {ROUNDS}")).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".tt-status")).to_be_hidden(timeout=PATIENCE)


def test_a_howell_of_five_tables_from_phones(site: Site, tmp_path: Path) -> None:
    session = make_session(site.cast.harbour, 2 * TABLES, boards_per_round=2)
    give_codes(session, actor=system())
    section = session.sections.get()
    assert section.movement is not None
    assert len(section.movement.rounds) == ROUNDS
    set_rules(actor=of_user(site.cast.director), section=section, lead=False, ranking="end")
    night = Howell(site, session)

    night.round(1)
    correct_a_board(night)
    call_the_director(night)
    without_a_connection(night, table=3, number=4)
    for number in (6, 7):
        night.round(number)
        night.next_round(number + 1)
    late_board(night, table=2, number=8)

    finish_session(actor=of_user(site.cast.director), session=session)
    jobs.run_due("live")
    assert BoardResult.objects.current().count() == len(night.truth) == TABLES * ROUNDS * 2
    found = [
        (row.place, str(row.contestant.places.get().number), row.boards, row.shown_total, row.shown_percent)
        for row in Standing.objects.order_by("rank", "contestant__places__number")
    ]
    assert sorted(found) == sorted(as_the_command_scores(night, tmp_path))
    page = night.phones[1]
    page.evaluate("dispatchEvent(new Event('online'))")
    tap(page, "Ranking")
    lines = page.locator(".tt-ranking tbody tr")
    expect(lines).to_have_count(2 * TABLES, timeout=PATIENCE)
    shown = [(row.locator("td").first.inner_text(), row.locator("td").last.inner_text()) for row in lines.all()]
    assert shown == [(place, f"{percent}%") for place, _number, _boards, _total, percent in found]


def correct_a_board(night: Howell) -> None:
    """The first board of the round was typed wrong; it is noticed after the second."""
    night.next_round(2)
    night.round(2)
    table, page = 4, night.phones[4]
    first = night.boards(table, 2)[0]
    tap(page, "Back to the table")
    page.get_by_role("button", name=re.compile(rf"^Board {first}\b")).click()
    tap(page, "Correct it")
    night.type(table, 2, first, "7D-S-3")
    expect(page.get_by_text("The result is in")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".tt-replay")).to_contain_text("by South", timeout=PATIENCE)
    result = BoardResult.objects.current().get(play__table=table, play__round=2, play__board=first)
    assert (result.text, result.version) == ("7D-3 S", 2)


def call_the_director(night: Howell) -> None:
    night.next_round(3)
    page, desk = night.phones[5], night.desk
    tap(page, "Call the director")
    tap(page, "Something went wrong in the bidding or play")
    expect(page.get_by_role("heading", name="The director is called")).to_be_visible(timeout=PATIENCE)
    desk.goto(night.desk_url)
    call = desk.locator(".director__call")
    expect(call).to_contain_text("Something went wrong in the bidding or play", timeout=PATIENCE)
    call.get_by_role("button", name="I go").click()
    expect(desk.get_by_text("The call is yours.", exact=True)).to_be_visible(timeout=PATIENCE)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="The director is on the way")).to_be_visible(timeout=PATIENCE)
    desk.get_by_label("Note").fill("Lead out of turn, accepted")
    desk.locator(".director__call").get_by_role("button", name="Done").click()
    expect(desk.get_by_text("The call is closed.", exact=True)).to_be_visible(timeout=PATIENCE)
    assert DirectorCall.objects.get().note == "Lead out of turn, accepted"
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="Call the director")).to_be_visible(timeout=PATIENCE)
    tap(page, "Back to the table")
    night.round(3)


def without_a_connection(night: Howell, *, table: int, number: int) -> None:
    """From the first board to after the change of rounds; what was typed is sent when the phone is back."""
    night.next_round(number)
    page = night.phones[table]
    page.context.set_offline(True)
    night.round(number)
    expect(page.get_by_role("status").filter(has_text="wait for the connection: 2")).to_be_visible(timeout=PATIENCE)
    here = BoardResult.objects.filter(play__table=table, play__round=number)
    assert not here.exists()
    night.desk.goto(night.desk_url)
    expect(night.desk.get_by_text("2 boards are missing")).to_be_visible(timeout=PATIENCE)
    night.next_round(number + 1, but={table})
    expect(night.desk.get_by_role("heading", name="Of earlier rounds")).to_be_visible(timeout=PATIENCE)
    page.context.set_offline(False)
    night.look(table, number + 1)
    assert here.count() == 2
    night.round(number + 1)
    night.next_round(number + 2)


def late_board(night: Howell, *, table: int, number: int) -> None:
    """Not played in its round, played when there was time, and typed then."""
    page = night.phones[table]
    first, second = night.boards(table, number)
    night.round(number, but={table})
    tap(page, f"Next board: {first}")
    tap(page, "Not played")
    tap(page, "Yes, that is right")
    accept(page)
    expect(page.get_by_text("Noted: not played")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name=f"Next board: {second}")).to_be_visible(timeout=PATIENCE)
    night.enter(table, number, second)
    night.next_round(number + 1)
    night.round(number + 1)
    tap(page, "Back to the table")
    page.get_by_role("button", name=re.compile(rf"Board {first} of round {number}")).click()
    night.type(table, number, first, "3N-E-1")
    expect(page.locator(".notice")).to_have_text("The result is in.", timeout=PATIENCE)


def as_the_command_scores(night: Howell, folder: Path) -> list[tuple[str, str, int, str, str]]:
    """What was typed, in a file, through `manage.py score`."""
    places = dict(night.session.places.values_list("contestant_id", "number"))
    file = folder / "howell.csv"
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["board", "ns", "ew", "contract", "declarer", "tricks"])
        for play in Play.objects.filter(section__session=night.session):
            said = night.truth[play.round, play.table, play.board]
            strain, margin = {"N": "NT"}.get(said[1], said[1]), 0 if said[4:] == "=" else int(said[4:])
            contract = f"{said[0]}{strain}{'X' if said[2] == 'x' else ''}"
            tricks = 6 + int(said[0]) + margin
            writer.writerow([play.board, places[play.north_id], places[play.east_id], contract, said[3], tricks])
    out = StringIO()
    call_command("score", str(file), "--method", "matchpoints", "--winners", "1", "--format", "json", stdout=out)
    data = json.loads(out.getvalue())
    assert data["problems"] == []
    return [(row["rank"], row["contestant"], row["boards"], row["total"], row["percent"]) for row in data["ranking"]]
