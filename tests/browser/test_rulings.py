"""From the table's call to the changed ranking: a revoke on the director's phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from clubs.actors import of_user
from events.models import Contestant, Play, Session, TableCode
from events.services.sessions import finish_session
from jobs import services as jobs
from rulings.models import Ruling
from scoring.models import DirectorCall, ScoreAdjustment, Standing
from scoring.said import Said
from scoring.services.results import set_result
from tests.browser.conftest import PHONE, Site
from tests.browser.test_director import address, in_play, plays
from tests.browser.test_room import sound
from tests.browser.test_table import tap
from tests.events.evening import make_players


def answer(page: Page, question: str, label: str) -> None:
    expect(page.locator(".ask__question")).to_contain_text(question)
    page.locator(".ask__answer").filter(has_text=re.compile(rf"^\s*\d?\s*{label}")).first.click()


def places(session: Session) -> dict[int, str]:
    rows = Standing.objects.filter(run__field__session=session)
    return {row.contestant_id: f"{row.place} {row.shown_percent}" for row in rows}


def enter(site: Site, play: Play, text: str) -> None:
    set_result(actor=of_user(site.cast.director), play=play, said=Said.parse(text))


def test_a_revoke_from_the_call_to_the_ranking(site: Site) -> None:
    session = in_play(site, 8, players=[site.cast.member.player, *make_players(15)])
    own = Contestant.objects.get(entrants__player=site.cast.member.player, event=session.event)
    first = next(play for play in plays(session) if play.north_id == own.pk)
    for at, other in enumerate(Play.objects.filter(section__session=session, board=first.board).exclude(pk=first.pk)):
        Play.objects.filter(pk=other.pk).update(round=1)
        enter(site, other, ("4S= N", "4S+1 N", "3NT= N")[at % 3])

    # A player calls the director.
    code = TableCode.objects.get(section=first.section, table=first.table)
    table = site.open(f"/t/{code.code}/", viewport=PHONE).page
    tap(table, "Call the director")
    expect(table.get_by_role("heading", name="The director is called")).to_be_visible()
    tap(table, "Something went wrong in the bidding or play")
    expect(table.get_by_text("Something went wrong in the bidding or play")).to_be_visible()

    # The director goes, and looks for the irregularity by a few letters.
    visit = site.open(address(session, "rulings/"), persona="director", viewport=PHONE)
    page = visit.page
    sound(visit)
    page.get_by_role("button", name="I go").first.click()
    expect(page.get_by_role("heading", name="What happened?")).to_be_visible()
    page.get_by_label("Board").fill(str(first.board))
    page.get_by_label("A few letters of it").fill("reneg")
    expect(page.get_by_role("button", name="Insufficient bid")).to_have_count(0, timeout=10_000)
    page.get_by_role("button", name="Revoke", exact=True).click()

    # Not established first: a penalty card, and the options of the other side.
    answer(page, "What happened", "A player able")
    answer(page, "trick twelve", "No")
    answer(page, "both sides revoke", "No")
    sound(visit)
    answer(page, "offending side done since", "None of these")
    answer(page, "revoking card come from", "A defender")
    answer(page, "", "Yes")
    expect(page.get_by_text("Their choice:")).to_be_visible()
    expect(page.get_by_text("without consulting their partner")).to_be_visible()
    expect(page.get_by_text("Stays on your screen").first).to_be_visible()
    sound(visit)

    # It had been established after all: go back and change that answer.
    page.get_by_role("button", name=re.compile("Change.*offending side done since")).click()
    answer(page, "offending side done since", "Led or played")
    answer(page, "exceptions of Law 64B", "No")
    answer(page, "Who won the revoke trick", "The revoking player")
    answer(page, "How many tricks", "One or more")
    answer(page, "still worse off", "No")
    expect(page.get_by_text("comes back when the result is entered").first).to_be_visible()
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("Ruled.").first).to_be_visible()
    sound(visit)
    ruling = Ruling.objects.get()
    assert (ruling.state, ruling.play, ruling.outcome_ids[-1]) == ("given", first, "L64.A1two")
    assert DirectorCall.objects.get().state == "done"

    # The result comes in, and Law 64C with it; on the desk as well.
    enter(site, first, "4S-1 N")
    jobs.run_due("live")
    before = places(session)
    page.goto(f"{site.url}{address(session)}")
    expect(page.get_by_text("Law 64C").first).to_be_visible()
    page.get_by_role("link", name="Yes: adjust the score").click()

    # A weighted score, weighed with the slider, previewed and saved.
    page.get_by_role("button", name="Weighted").click()
    page.get_by_label("Result 1").fill("4S= N")
    page.get_by_label("Result 2").fill("4S-1 N")
    page.get_by_role("slider").first.fill("70")
    expect(page.get_by_label("Weight in percent 2").last).to_have_value("30")
    expect(page.get_by_text("What it would do")).to_be_visible(timeout=15_000)
    sound(visit)
    page.get_by_label("Why the ruling is changed").fill("Law 64C: equity")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("70% +620, 30% -100").first).to_be_visible()
    adjusted = ScoreAdjustment.objects.get(superseded_at=None)
    assert (adjusted.kind, adjusted.authority) == ("weighted", ruling.authority)
    assert not ruling.reminders.filter(settled_at=None).exists()

    # The ranking changes, and the board's page at the desk says why.
    jobs.run_due("live")
    assert places(session) != before
    page.goto(f"{site.url}{address(session, f'desk/plays/{first.pk}/')}")
    expect(page.get_by_text("Revoke").first).to_be_visible()
    expect(page.get_by_text("70% +620, 30% -100").first).to_be_visible()

    # After the session the player's own scorecard explains it: the ruling, its law, and the weights.
    finish_session(actor=of_user(site.cast.director), session=session, reason="Time")
    jobs.run_due("live")
    card = site.open(address(session, f"results/scorecards/{own.pk}/"), persona="member", viewport=PHONE)
    row = card.page.locator(".card-line").filter(has=card.page.get_by_role("link", name=str(first.board), exact=True))
    expect(row).to_contain_text("70% +620")
    expect(card.page.get_by_text("adjusted by the Director")).to_be_visible()
    sound(card)
    row.locator("a.why").click()
    dialog = card.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Revoke")
    expect(dialog).to_contain_text("64A1")
    for part in ("70%", "30%", "+620", "−100"):
        expect(dialog).to_contain_text(part)
    sound(card)
