"""From the table's call to the changed ranking: a revoke on the director's phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from core.actors import of_user
from events.models import Contestant, Play, Session, TableCode
from events.services.sessions import finish_session
from jobs import services as jobs
from rulings.models import LiveRestriction, Ruling
from scoring.models import DirectorCall, ScoreAdjustment, Standing
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.browser.checks import sound
from tests.browser.conftest import PHONE, Site
from tests.browser.desk import address, in_play, plays
from tests.browser.taps import tap
from tests.events.evening import make_players


def answer(page: Page, question: str, label: str) -> None:
    expect(page.locator(".ask__question")).to_contain_text(question)
    # It is sent when the server has answered that it is there.
    with page.expect_navigation():
        page.locator(".ask__answer").filter(has_text=re.compile(rf"^\s*\d?\s*{label}")).first.click()


def places(session: Session) -> dict[int, str]:
    rows = Standing.objects.filter(run__field__session=session)
    return {row.contestant_id: f"{row.place} {row.shown_percent}" for row in rows}


def enter(site: Site, play: Play, text: str) -> None:
    set_result(actor=of_user(site.cast.director), play=play, result=ResultInput.parse(text))


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
    page.get_by_role("button", name="the tricks are counted later").click()
    expect(page.get_by_text("Ruled.").first).to_be_visible()
    sound(visit)
    ruling = Ruling.objects.get()
    assert (ruling.state, ruling.play, ruling.outcome_ids[-1]) == ("given", first, "L64.A1two")
    assert DirectorCall.objects.get().state == "done"

    # The result comes in, and the desk asks whether it has the tricks.
    enter(site, first, "4S-1 N")
    jobs.run_due("live")
    before = places(session)
    page.goto(f"{site.url}{address(session)}")
    expect(page.get_by_text("2 tricks are transferred. The table entered 4S-1 N.")).to_be_visible()
    expect(page.get_by_role("button", name="Make it 4S+1 N: 2 tricks to North-South")).to_be_visible()
    sound(visit)
    page.get_by_role("button", name="It is counted already").click()
    expect(page.get_by_text("tricks are transferred")).to_have_count(0)
    page.goto(f"{site.url}{ruling.get_absolute_url()}")
    page.get_by_role("link", name="Adjust the score").click()

    # Equity was wanting after all (Law 64C). A weighted score, weighed with the slider, previewed and saved.
    page.get_by_role("button", name="Weighted").click()
    page.get_by_label("Result 1").fill("4S= N")
    page.get_by_label("Result 2").fill("4S-1 N")
    page.get_by_role("slider").first.fill("70")
    expect(page.get_by_label("Weight in percent 2").last).to_have_value("30")
    expect(page.get_by_text("What it would do")).to_be_visible(timeout=15_000)
    sound(visit)
    page.get_by_label("Why the ruling is changed").fill("Law 64C: equity")
    page.get_by_label(re.compile(r"What happened\s+\(")).fill("West revoked in spades and won two tricks.")
    page.get_by_label("Reasons").fill("Ten tricks were there without the revoke.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("70% +620, 30% −100").first).to_be_visible()
    adjusted = ScoreAdjustment.objects.current().get()
    assert (adjusted.kind, adjusted.authority) == ("weighted", ruling.authority)
    assert not ruling.reminders.filter(settled_at=None).exists()

    # The ranking changes, and the board's page at the desk says why.
    jobs.run_due("live")
    assert places(session) != before
    page.goto(f"{site.url}{address(session, f'desk/plays/{first.pk}/')}")
    expect(page.get_by_text("Revoke").first).to_be_visible()
    expect(page.get_by_text("70% +620, 30% −100").first).to_be_visible()

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


def test_a_ruling_in_two_stages_with_the_network_lost_in_between(site: Site) -> None:
    """Law 54: declarer is told the choices, refuses the lead, then forbids the suit (Law 50D2)."""
    session = in_play(site, 8)
    first = plays(session)[0]
    visit = site.open(address(session, f"rulings/new/?play={first.pk}"), persona="director", viewport=PHONE)
    page = visit.page
    page.get_by_label("A few letters of it").fill("opening lead out")
    page.get_by_role("button", name="Opening lead out of turn").first.click()
    answer(page, "declaring side", "No")
    answer(page, "begun to spread", "No")
    answer(page, "seen a card of dummy", "No")
    answer(page, "What does declarer choose", "Declarer has not chosen yet")
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("Ruled.").first).to_be_visible()

    # Declarer has chosen: the assistant goes on where it stood.
    page.get_by_role("button", name="It is chosen: go on").click()
    answer(page, "What does declarer choose", "To refuse")
    page.get_by_label("Whom it is about").last.select_option("W")
    page.get_by_label("Which card").fill("SK")
    page.context.set_offline(True)
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("There is no connection.")).to_be_visible(timeout=15_000)
    expect(page.get_by_label("Which card")).to_have_value("SK")
    sound(visit)

    # The phone dies; another visit finds what was typed.
    page.context.set_offline(False)
    page.reload()
    page.get_by_role("button", name="Bring it back").click()
    expect(page.get_by_label("Which card")).to_have_value("SK")
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("Ruled.").first).to_be_visible()
    [pending, refused] = Ruling.objects.order_by("pk")
    assert (refused.follows, refused.outcome_ids) == (pending, ["L54.D"])

    # The partner is on lead: what declarer chooses is on record, and the card goes back.
    page.get_by_role("button", name=re.compile("Go on.*Lead restriction")).click()
    answer(page, "What does declarer choose", "To forbid")
    page.get_by_label("Which suit").fill("spades")
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("Ruled.").first).to_be_visible()
    expect(page.get_by_text("To forbid that suit").first).to_be_visible()
    sound(visit)
    held = LiveRestriction.objects.filter(ended_at=None)
    assert [(row.kind, row.detail) for row in held] == [("lead", "spades")]


def test_the_form_of_a_ruling_keeps_what_was_typed_without_a_connection(site: Site) -> None:
    session = in_play(site, 8)
    first = plays(session)[0]
    enter(site, first, "4S= N")
    page = site.open(address(session, f"rulings/new/?play={first.pk}"), persona="director").page
    page.get_by_label("A few letters of it").fill("hesit")
    page.get_by_role("button", name=re.compile("^Hesitation")).first.click()
    page.get_by_role("link", name="To the form").click()
    page.get_by_label(re.compile(r"What happened\s+\(")).fill("South thought for ten seconds and passed.")
    page.get_by_label("What you ruled").fill("Pass is a logical alternative.")
    page.get_by_role("button", name="Artificial").click()
    page.get_by_role("button", name="60 / 40").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("There is no connection.")).to_be_visible(timeout=15_000)
    page.context.set_offline(False)
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("The ruling is given.").first).to_be_visible()
    made = Ruling.objects.get()
    assert (made.state, made.facts, made.score_ns) == ("given", "South thought for ten seconds and passed.", "60")
    page.goto(f"{site.url}{address(session, f'rulings/{made.pk}/write/')}")
    expect(page.get_by_label("What you ruled")).to_have_value("Pass is a logical alternative.")
    expect(page.get_by_text("has not been saved")).to_have_count(0)
