"""The screens that the documentation shows, drawn by `python -m script._screens`."""

from __future__ import annotations

import os
import random
from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page, expect

from appeals.demo.cases import CASES
from appeals.models import Appeal
from clubs.models import Player
from core.actors import of_user
from events.models import Board, BoardSet, Clock, Event, Play, Section, Session, TableCode
from events.movements.model import MovementKind
from events.services.clock import start_clock
from events.services.sessions import call_round
from events.services.tables import give_codes
from jobs import services as jobs
from rulings.models import Ruling
from scoring.models import DirectorCall
from scoring.result_input import ResultInput
from scoring.services.announcements import announce
from scoring.services.director_calls import call_director
from scoring.services.results import set_result
from scoring.services.table_rules import set_rules
from tests.appeals.world import T0, make_world
from tests.browser.conftest import Site
from tests.browser.taps import accept, tap
from tests.events.evening import make_session
from tests.scoring.at_tables import at_table, code_of, say
from tests.scoring.plausible import Cards, played

FOLDER = Path(os.environ.get("TENACE_PICTURES", "docs/pictures"))
FIRST = ("Ada", "Ben", "Cleo", "Dirk", "Edda", "Finn", "Gwen", "Hugo", "Ida", "Jan", "Kit", "Lars", "Mae", "Nils")
LAST = ("Albers", "Brandt", "Castle", "Dahl", "Evers", "Frost", "Grant", "Holm", "Ivens", "Jansen", "Kemp")
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 1180}
DESK = {"width": 1440, "height": 1000}
ROUND = 4


def people(count: int) -> list[Player]:
    names = [f"{FIRST[at % len(FIRST)]} {LAST[(3 * at + at // len(FIRST)) % len(LAST)]}" for at in range(count)]
    return Player.objects.bulk_create([Player(display_name=name) for name in names])


def a_good_evening(site: Site) -> Session:
    """Seven tables in their fourth round, with what a director has before them then."""
    director = of_user(site.cast.director)
    session = make_session(site.cast.harbour, 14, kind=MovementKind.MITCHELL, players=people(28), boards_per_round=3)
    Event.objects.filter(pk=session.event_id).update(name="Monday pairs")
    Session.objects.filter(pk=session.pk).update(starts_at=timezone.now() - timedelta(minutes=75))
    session.refresh_from_db()
    give_codes(session, actor=of_user(site.cast.secretary))
    set_rules(actor=director, section=session.sections.get(), hand=True, ranking="round")
    chance = random.Random(7)
    deals = {board: Cards.dealt(chance) for board in Play.objects.values_list("board", flat=True).distinct()}
    for number in range(1, ROUND + 1):
        if number > 1:
            call_round(actor=director, session=session)
        for play in Play.objects.filter(section__session=session, round=number).order_by("table", "board"):
            if number < ROUND or play.table in (4, 6) or play.board % 3 == 1:
                say(play, str(played(deals[play.board], chance)), confirmed=True)
    start_clock(actor=director, session=session)
    Clock.objects.update(phase_began_at=timezone.now() - timedelta(minutes=15))
    jobs.run_due("live")
    return session


def trouble(session: Session, site: Site) -> None:
    """Two calls, a dispute, a correction of an earlier round, a score on the wrong side, a word to the tables."""
    now = {(p.table, p.board % 3): p for p in Play.objects.filter(section__session=session, round=ROUND)}
    for table, reason, minutes in ((3, "Lead out of turn", 3), (7, "We do not agree on the score", 1)):
        play = now[table, 2]
        code = code_of(play)
        call = call_director(
            actor=at_table(code), section=play.section, table=table, board=play.board, reason=reason, code=code
        )
        DirectorCall.objects.filter(pk=call.pk).update(called_at=timezone.now() - timedelta(minutes=minutes))
    say(now[2, 2], "3NT= S", phone="a")
    say(now[2, 2], "3NT-1 S", phone="b")
    say(now[5, 2], "2H+1 E")
    before = Play.objects.filter(section__session=session, round=ROUND - 1, table=1)[0]
    turned = before.results.current().get()
    set_result(
        actor=of_user(site.cast.director),
        play=before,
        result=ResultInput.parse("4SX-3 N"),
        reason="Both sides agree",
        seen=1,
    )
    say(before, turned.text, seen=1)
    announce(actor=of_user(site.cast.director), session=session, text="Tea and cake after this round")
    jobs.run_due("live")


def shoot(page: Page, name: str) -> None:
    page.evaluate("document.fonts.ready")
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.screenshot(path=FOLDER / f"{name}.png")


def test_pictures(site: Site) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    session = a_good_evening(site)
    the_table(site, session)
    trouble(session, site)
    where = f"/clubs/harbour/sessions/{session.pk}/desk/"
    for name, viewport in (("desk-tablet", TABLET), ("desk", DESK)):
        shoot(site.open(where, persona="director", viewport=viewport).page, name)
    fouled(site, session)


def the_table(site: Site, session: Session) -> None:
    code = TableCode.objects.get(section__session=session, table=1)
    _first, second, third = Play.objects.filter(section=code.section_id, table=1, round=ROUND).order_by("board")
    options = {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    page = site.open(f"/t/{code.code}/", **options).page
    expect(page.get_by_role("button", name=f"Next board: {second.board}")).to_be_visible()
    shoot(page, "table-home")
    tap(page, f"Next board: {second.board}")
    tap(page, "4")
    tap(page, "spades")
    tap(page, "Not doubled")
    shoot(page, "table-declarer")
    page.locator('.tt-compass [data-seat="N"]').click()
    tap(page, "hearts")
    tap(page, "K")
    tap(page, "= Made")
    tap(page, "Yes, that is right")
    expect(page.get_by_text("East-West: please check")).to_be_visible()
    shoot(page, "table-check")
    accept(page)
    expect(page.get_by_role("heading", name="Results so far")).to_be_visible()
    shoot(page, "table-traveller")
    tap(page, f"Next board: {third.board}")
    tap(page, "Passed out")
    tap(page, "Yes, that is right")
    accept(page)
    expect(page.get_by_text("All boards of this round are in.")).to_be_visible()
    tap(page, "Back to the table")
    tap(page, "Ranking")
    expect(page.locator(".tt-ranking").first).to_be_visible()
    shoot(page, "table-ranking")


def fouled(site: Site, session: Session) -> None:
    """A board whose cards changed on the way."""
    director = of_user(site.cast.director)
    plays = list(Play.objects.filter(section__session=session, board=1).order_by("round"))
    for number in range(ROUND + 1, plays[-1].round + 1):
        call_round(actor=director, session=session)
        assert number
    for play, result in zip(plays, ("4S= N", "4S+1 N", "4S= N", "4H= E", "4H+1 E", "4H= W", "4H= E"), strict=True):
        known = play.results.current().first()
        said = ResultInput.parse(result)
        set_result(actor=director, play=play, result=said, reason="Picture", seen=known.version if known else 0)
    where = f"/clubs/harbour/sessions/{session.pk}/desk/sections/{plays[0].section_id}/boards/1/"
    shoot(site.open(where, persona="director", viewport=TABLET).page, "desk-fouled")


def test_pictures_of_appeals(site: Site) -> None:
    """A case that is being heard, its pack, and the register of a season."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    world = make_world(site.cast)
    first = CASES[0]
    boards = BoardSet.objects.create(club=site.cast.harbour, name="Monday", made_at=T0)
    marks = {name: first[name] for name in ("deal", "dealer", "vulnerable")}
    Board.objects.create(board_set=boards, number=world.play.board, made_at=T0, **marks)
    Section.objects.filter(session=world.session).update(board_set=boards)
    Ruling.objects.filter(pk=world.ruling.pk).update(auction=first["auction"], facts=first["facts"])
    appeal = world.heard(grounds="South had no alternative to bidding on.")
    a_season(appeal)
    where = appeal.get_absolute_url()
    phone = {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    shoot(site.open(where, persona="chair", **phone).page, "appeal-phone")
    shoot(site.open(f"{where}pack/", persona="chair", viewport=TABLET).page, "appeal-pack")
    shoot(site.open("/federations/north/appeals/", persona="north_officer", viewport=DESK).page, "appeals-register")


def a_season(appeal: Appeal) -> None:
    """More cases of the same club, decided."""
    laws = ("21B3", "16B3", "70C", "64C1", "27B1(a)", "46B2", "16B3", "21B3", "73C", "16B3", "70C", "40C1")
    for at, law in enumerate(laws, start=1):
        asked = appeal.requested_at - timedelta(days=9 * at)
        decided = asked + timedelta(hours=3 + 5 * (at % 4))
        row = Appeal.objects.get(pk=appeal.pk)
        row.pk, row.number, row.law, row.state = None, 100 - at, law, "closed"
        row.requested_at, row.lodged_at, row.decided_at, row.closed_at = asked, asked, decided, decided
        row.verdict = "changed" if at % 3 == 0 else "stands"
        row.merit = "without" if at % 5 == 0 else "merit"
        row.save(force_insert=True)
