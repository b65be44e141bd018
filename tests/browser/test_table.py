"""Phones at a table: results in and checked, put right, disputed, and kept while there is no connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from core.actors import of_user
from events.models import Play, Session, TableCode
from events.movements.model import MovementKind
from events.services.sessions import call_round
from scoring.models import BoardResult, DirectorCall, ScoreEntry
from scoring.services.announcements import announce
from scoring.services.director_calls import close_call, take_call
from scoring.services.table_rules import set_rules
from tests.browser.checks import TABLE_PHONE, small_targets, smallest_letters, sound
from tests.browser.conftest import Site, Visit
from tests.browser.taps import accept, tap
from tests.browser.test_room import in_play

TABLET = {"width": 800, "height": 1200}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "NT"}


@pytest.fixture
def session(site: Site) -> Session:
    return in_play(site, 8, MovementKind.HOWELL)


def address(session: Session, table: int = 1) -> str:
    return f"/t/{TableCode.objects.get(section__session=session, table=table, revoked_at=None).code}/"


def boards(session: Session, table: int = 1) -> list[int]:
    rows = Play.objects.filter(section__session=session, table=table, round=session.round)
    return list(rows.order_by("board").values_list("board", flat=True))


def type_result(page: Page, level: int, strain: str, declarer: str, result: str, lead: str = "") -> None:
    tap(page, str(level))
    tap(page, SUITS[strain])
    tap(page, "Not doubled")
    page.locator(f'.tt-compass [data-seat="{declarer}"]').click()
    if lead:
        tap(page, SUITS[lead[0]])
        tap(page, lead[1:])
    else:
        tap(page, "No lead")
    tap(page, "= Made" if result == "=" else result)
    tap(page, "Yes, that is right")


def worker_is_there(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def counts(session: Session, board: int) -> str:
    result = BoardResult.objects.current().filter(play__section__session=session, play__board=board).first()
    return result.text if result else ""


def fits(visit: Visit) -> None:
    sound(visit)
    assert smallest_letters(visit, "main") >= 18


def test_a_phone_enters_a_round_and_the_opponents_check(site: Site, session: Session) -> None:
    first, second, *rest = boards(session)
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(page.get_by_text("Round 1 of 7")).to_be_visible()
    fits(visit)
    tap(page, f"Next board: {first}")
    fits(visit)
    tap(page, "4")
    fits(visit)
    tap(page, "spades")
    fits(visit)
    tap(page, "Doubled")
    fits(visit)
    page.locator('.tt-compass [data-seat="N"]').click()
    fits(visit)
    tap(page, "hearts")
    tap(page, "10")
    fits(visit)
    tap(page, "−1")
    expect(page.get_by_text("Is this right?")).to_be_visible()
    assert not ScoreEntry.objects.exists()
    fits(visit)
    tap(page, "Yes, that is right")
    expect(page.get_by_text("East-West: please check")).to_be_visible()
    expect(page.locator(".tt-scores")).to_contain_text("+100")
    fits(visit)
    tap(page, "Accept")
    assert not BoardResult.objects.exists(), "one tap is not enough"
    fits(visit)
    tap(page, "Tap again to accept")
    expect(page.get_by_text("The result is in")).to_be_visible()
    expect(page.get_by_role("heading", name="Results so far")).to_be_visible()
    fits(visit)
    result = BoardResult.objects.get()
    assert (result.text, result.lead, result.entry.confirmed_side) == ("4SX-1 N", "HT", "EW")
    for number in (second, *rest):
        tap(page, f"Next board: {number}")
        tap(page, "Passed out")
        tap(page, "Yes, that is right")
        accept(page)
    expect(page.get_by_text("All boards of this round are in.")).to_be_visible()
    tap(page, "Back to the table")
    expect(page.get_by_text(re.compile(r"\d (goes to table \d|stays here)")).first).to_be_visible()
    fits(visit)
    call_round(actor=of_user(site.cast.director), session=session)
    expect(page.get_by_text("Round 2 of 7")).to_be_visible(timeout=15_000)


def test_on_a_tablet_in_the_dark(site: Site, session: Session) -> None:
    visit = site.open(address(session), viewport=TABLET, color_scheme="dark")
    fits(visit)
    tap(visit.page, f"Next board: {boards(session)[0]}")
    type_result(visit.page, 3, "NT", "E", "+1")
    fits(visit)
    accept(visit.page)
    expect(visit.page.get_by_role("heading", name="Results so far")).to_be_visible()
    fits(visit)


def test_a_mistake_is_put_right_in_the_round(site: Site, session: Session) -> None:
    first = boards(session)[0]
    page = site.open(address(session), viewport=TABLE_PHONE).page
    tap(page, f"Next board: {first}")
    type_result(page, 3, "NT", "S", "=")
    tap(page, "Not right")
    tap(page, "Type it again")
    type_result(page, 3, "NT", "S", "+1")
    accept(page)
    expect(page.get_by_text("The result is in")).to_be_visible()
    assert counts(session, first) == "3NT+1 S"
    tap(page, "Correct it")
    type_result(page, 3, "NT", "S", "+2")
    accept(page)
    expect(page.locator(".tt-replay")).to_contain_text("+2")
    expect(page.get_by_text("The result is in")).to_be_visible()
    assert counts(session, first) == "3NT+2 S"
    assert BoardResult.objects.current().get().version == 2
    states = sorted(ScoreEntry.objects.values_list("state", flat=True))
    assert states == ["agreed", "agreed", "withdrawn"]


def test_the_director_is_called_and_comes(site: Site, session: Session) -> None:
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    tap(page, "Call the director")
    expect(page.get_by_role("heading", name="The director is called")).to_be_visible()
    fits(visit)
    tap(page, "Something went wrong in the bidding or play")
    expect(page.get_by_role("button", name="Something went wrong")).to_be_hidden()
    expect(page.get_by_text("Something went wrong in the bidding or play")).to_be_visible()
    call = DirectorCall.objects.get()
    assert call.reason == "Something went wrong in the bidding or play"
    take_call(actor=of_user(site.cast.director), call=call)
    expect(page.get_by_role("heading", name="The director is on the way")).to_be_visible(timeout=15_000)
    close_call(actor=of_user(site.cast.director), call=DirectorCall.objects.get())
    expect(page.get_by_role("heading", name="Call the director")).to_be_visible(timeout=15_000)
    tap(page, "Back to the table")
    tap(page, "Somebody sits wrong")
    expect(page.get_by_text("Wrong players or seats (Law 5)")).to_be_visible()
    tap(page, "Take the call back")
    expect(page.get_by_role("heading", name="Call the director")).to_be_visible()
    assert DirectorCall.objects.filter(state="cancelled").count() == 1


def test_without_a_connection_the_table_goes_on(site: Site, session: Session) -> None:
    first, second, *_rest = boards(session)
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    worker_is_there(page)
    site.contexts[-1].set_offline(True)
    tap(page, f"Next board: {first}")
    type_result(page, 4, "H", "W", "=")
    accept(page)
    expect(page.get_by_role("status").filter(has_text="wait for the connection: 1")).to_be_visible()
    tap(page, f"Next board: {second}")
    type_result(page, 1, "C", "N", "−3")
    accept(page)
    status = page.get_by_role("status").filter(has_text="Results that wait for the connection: 2")
    expect(status).to_contain_text("No connection")
    sound(visit)
    tap(page, "Correct it")
    type_result(page, 1, "C", "N", "−2")
    accept(page)
    assert not ScoreEntry.objects.exists()
    tap(page, "Back to the table")
    expect(page.get_by_role("button", name=f"Board {first}")).to_contain_text("waits for the connection")
    tap(page, "Call the director")
    expect(page.get_by_text("raise your hand")).to_be_visible()
    tap(page, "Back to the table")
    site.contexts[-1].set_offline(False)
    expect(page.locator(".tt-status")).to_be_hidden(timeout=15_000)
    assert (counts(session, first), counts(session, second)) == ("4H= W", "1C-2 N")
    assert ScoreEntry.objects.count() == 3


def test_what_was_typed_survives_a_reload_and_is_sent_once(site: Site, session: Session) -> None:
    first = boards(session)[0]
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    worker_is_there(page)
    page.reload()
    context = site.contexts[-1]
    context.set_offline(True)
    tap(page, f"Next board: {first}")
    type_result(page, 2, "D", "E", "=")
    accept(page)
    expect(page.get_by_role("status").filter(has_text="wait for the connection: 1")).to_be_visible()
    page.reload()
    expect(page.get_by_role("status").filter(has_text="wait for the connection: 1")).to_be_visible(timeout=15_000)
    # The server takes it, and the answer is lost on the way.
    page.route("**/entries/", lambda route: (route.fetch(), route.abort()))
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/entries/")):
        context.set_offline(False)
    assert counts(session, first) == "2D= E"
    page.unroute("**/entries/")
    expect(page.locator(".tt-status")).to_be_hidden(timeout=15_000)
    assert ScoreEntry.objects.count() == 1
    assert BoardResult.objects.count() == 1


def test_another_phone_goes_on_where_the_first_one_was(site: Site, session: Session) -> None:
    set_rules(actor=of_user(site.cast.director), section=session.sections.get(), in_order=True)
    second = boards(session)[1]
    one = site.open(address(session), viewport=TABLE_PHONE).page
    one.get_by_role("button", name=re.compile(rf"Board {second}\b")).click()
    type_result(one, 5, "C", "S", "=")
    expect(one.get_by_text("East-West: please check")).to_be_visible()
    other = site.open(address(session), viewport=TABLE_PHONE).page
    other.get_by_role("button", name=re.compile(rf"Board {second}:.*to be checked")).click()
    expect(other.locator(".tt-question")).to_contain_text("lower number")
    expect(other.locator(".tt-replay")).to_contain_text("by South")
    accept(other)
    expect(other.get_by_text("The result is in")).to_be_visible()
    expect(one.get_by_text("The result is in")).to_be_visible(timeout=15_000)
    entry = ScoreEntry.objects.get()
    assert entry.device != entry.confirmed_device


def test_two_phones_that_contradict_are_both_for_the_director(site: Site, session: Session) -> None:
    first = boards(session)[0]
    one = site.open(address(session), viewport=TABLE_PHONE).page
    other = site.open(address(session), viewport=TABLE_PHONE).page
    tap(one, f"Next board: {first}")
    tap(other, f"Next board: {first}")
    type_result(one, 4, "S", "N", "=")
    expect(one.get_by_text("East-West: please check")).to_be_visible()
    expect(one.locator(".tt-status")).to_be_hidden()
    type_result(other, 4, "S", "N", "−1")
    expect(other.get_by_role("heading", name="for the director")).to_be_visible(timeout=15_000)
    expect(one.get_by_role("heading", name="for the director")).to_be_visible(timeout=15_000)
    assert sorted(ScoreEntry.objects.values_list("state", "tricks")) == [("disputed", 9), ("disputed", 10)]


def test_the_keyboard_is_enough(site: Site, session: Session) -> None:
    first = boards(session)[0]
    page = site.open(address(session), viewport=TABLET).page
    page.get_by_role("button", name=f"Next board: {first}").focus()
    page.keyboard.press("Enter")
    for key in ("4", "s", "x", "w", "h", "k", "+", "1"):
        page.keyboard.press(key)
    expect(page.locator(".tt-replay")).to_contain_text("by West")
    page.keyboard.press("Escape")
    page.keyboard.press("-")
    page.keyboard.press("2")
    with page.expect_response("**/entries/"):
        page.keyboard.press("Enter")
    expect(page.get_by_text("East-West: please check")).to_be_visible()
    entry = ScoreEntry.objects.get()
    assert (entry.text, entry.lead) == ("4SX-2 W", "HK")


def test_the_directors_rules_are_followed(site: Site, session: Session) -> None:
    director = of_user(site.cast.director)
    section = session.sections.get()
    rules = {"confirm": False, "lead": False, "tricks": "total", "call": False, "not_played": False}
    set_rules(actor=director, section=section, **rules)
    announce(actor=director, session=session, text="Tea in ten minutes")
    first = boards(session)[0]
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    expect(page.get_by_text("Tea in ten minutes")).to_be_visible()
    tap(page, "Seen")
    expect(page.get_by_text("Tea in ten minutes")).to_be_hidden()
    assert not page.get_by_role("button", name="Call the director").is_visible()
    tap(page, f"Next board: {first}")
    assert not page.get_by_role("button", name="Not played").is_visible()
    tap(page, "3")
    tap(page, "NT")
    tap(page, "Not doubled")
    page.locator('.tt-compass [data-seat="E"]').click()
    expect(page.get_by_text("Tricks that declarer took?")).to_be_visible()
    fits(visit)
    tap(page, "9")
    tap(page, "Yes, that is right")
    expect(page.get_by_text("The result is in")).to_be_visible()
    assert counts(session, first) == "3NT= E"


def test_the_pair_that_declared_tells_who_sat_the_wrong_way(site: Site, session: Session) -> None:
    """And with the other switches that change what the page asks and shows."""
    director, section = of_user(site.cast.director), session.sections.get()
    rules = {"declarer_pair": True, "letters": True, "names": False, "next_seats": False, "lead": False}
    set_rules(actor=director, section=section, percentages=False, correct=False, **rules)
    first = boards(session)[0]
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    expect(page.get_by_role("button", name=f"Next board: {first}")).to_be_visible()
    assert "Player" not in page.locator("main").inner_text()
    expect(page.get_by_role("heading", name="After this round")).to_be_hidden()
    numbers = page.locator(".at-table__seat > span").all_inner_texts()
    tap(page, f"Next board: {first}")
    tap(page, "4")
    assert page.locator(".tt-key--suit .suit").all_inner_texts() == ["C", "D", "H", "S"]
    tap(page, "spades")
    tap(page, "Not doubled")
    page.locator('.tt-compass [data-seat="N"]').click()
    expect(page.get_by_role("heading", name="Which pair declared?")).to_be_visible()
    fits(visit)
    tap(page, numbers[1])
    tap(page, "= Made")
    tap(page, "Yes, that is right")
    expect(page.get_by_role("alert")).to_contain_text(f"Pair {numbers[1]} is not to sit there.", timeout=15_000)
    fits(visit)
    accept(page)
    expect(page.get_by_role("heading", name="The result is in")).to_be_visible(timeout=15_000)
    expect(page.get_by_role("button", name="Correct it")).to_be_hidden()
    desk = site.open(f"/clubs/harbour/sessions/{session.pk}/desk/", persona="director").page
    expect(desk.locator("#odd")).to_contain_text(f"pair {numbers[1]} declared from the other side", timeout=15_000)
    desk.keyboard.press("o")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("The other pair has the score now.").first).to_be_visible(timeout=15_000)
    assert BoardResult.objects.current().get().turned
    expect(desk.get_by_text("declared from the other side")).to_be_hidden()


def test_letters_grow_when_somebody_zooms(site: Site, session: Session) -> None:
    page = site.open(address(session), viewport=TABLE_PHONE).page
    meta = page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert "user-scalable" not in meta
    assert "maximum-scale" not in meta


def test_without_script_there_is_a_plain_form(site: Site, session: Session) -> None:
    first = boards(session)[0]
    visit = site.open(address(session), viewport=TABLE_PHONE, java_script_enabled=False)
    page = visit.page
    page.get_by_role("link", name=f"Board {first}").click()
    page.get_by_label("Level").select_option("4")
    page.get_by_label("Strain").select_option("S")
    page.get_by_label("Declarer", exact=True).select_option("N")
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_text("Declarer took 0 to 13 tricks").first).to_be_visible()
    page.get_by_label("Tricks that declarer took").select_option("10")
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_text("Opponents, please check:")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("The result is in.", exact=True)).to_be_visible()
    assert counts(session, first) == "4S= N"
    page.get_by_label("Why do you call?").select_option("score")
    page.get_by_role("button", name="Call the director").click()
    expect(page.get_by_role("button", name="Take the call back")).to_be_visible()
    assert DirectorCall.objects.get().reason == "We do not agree on the score"


def test_a_revoked_code_says_so_and_keeps_what_was_typed(site: Site, session: Session) -> None:
    first = boards(session)[0]
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    expect(page.get_by_role("button", name=f"Next board: {first}")).to_be_visible()
    code = TableCode.objects.get(section__session=session, table=1)
    TableCode.objects.filter(pk=code.pk).update(code="QQQQQQQQ")
    tap(page, f"Next board: {first}")
    type_result(page, 4, "H", "W", "=")
    accept(page)
    expect(page.locator(".tt-status")).to_contain_text("Scan the card", timeout=15_000)
    assert not ScoreEntry.objects.exists()
    page.goto(f"{site.url}/t/QQQQQQQQ/")
    expect(page.locator(".tt-head")).to_be_visible()
    expect(page.locator(".tt-status")).to_be_hidden(timeout=15_000)
    assert counts(session, first) == "4H= W"
    assert small_targets(visit) == []


def test_a_store_that_breaks_keeps_nobody_from_sending(site: Site, session: Session) -> None:
    """Some browsers close the store of a page in the background, and a full one takes nothing."""
    first, second, *_rest = boards(session)
    visit = site.open(address(session), viewport=TABLE_PHONE)
    page = visit.page
    expect(page.get_by_role("button", name=f"Next board: {first}", exact=True)).to_be_visible()
    broken = "() => { throw new DOMException('lost', 'InvalidStateError') }"
    page.evaluate(f"() => void (IDBDatabase.prototype.transaction = {broken})")
    tap(page, f"Next board: {first}")
    type_result(page, 4, "S", "N", "=")
    accept(page)
    expect(page.get_by_text("The result is in")).to_be_visible()
    assert counts(session, first) == "4S= N"
    site.contexts[-1].set_offline(True)
    tap(page, f"Next board: {second}")
    type_result(page, 1, "C", "E", "=")
    accept(page)
    expect(page.locator(".tt-status")).to_contain_text("do not close the page")
    site.contexts[-1].set_offline(False)
    expect(page.locator(".tt-status")).to_be_hidden(timeout=15_000)
    assert counts(session, second) == "1C= E"
