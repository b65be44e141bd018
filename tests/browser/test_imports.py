"""Ten evenings of another program: dropped in, two names settled, imported, looked at, one of them undone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from events.models import Contestant, Event
from events.services.contestants import add_visitor
from exchange.models import ImportFile
from jobs import services as jobs
from jobs.models import Job, JobState
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.exchange.files import evening


def known_here(site: Site, *names: str) -> None:
    """People who have played here before."""
    actor = site.cast.actor("secretary")
    event = Event.objects.create(club=site.cast.harbour, name="Before", made_at=actor.at)
    for name in names:
        player = add_visitor(actor=actor, club=site.cast.harbour, display_name=name)
        contestant = Contestant.objects.create(event=event, entered_at=actor.at)
        contestant.entrants.create(event=event, player=player, position=1)


def work() -> None:
    for job in Job.objects.filter(state=JobState.WAITING, kind__startswith="results."):
        assert jobs.run(job.pk) == JobState.DONE


@sizes(phone=PHONE, desk=DESKTOP)
def test_ten_files_come_in_and_one_goes_again(site: Site, viewport: Any, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    known_here(site, "Ann Aldar", "Bob Burch")
    files = [tmp_path / f"evening-{day}.xml" for day in range(1, 11)]
    for day, file in enumerate(files, start=1):
        file.write_text(evening(f"{day:02}/11/2026", name=f"Game {day}"))
    visit = site.open("/clubs/harbour/results/", persona="secretary", viewport=viewport)
    page = visit.page
    page.get_by_role("link", name="Import results").click()
    sound(visit)
    page.get_by_label("Files").set_input_files(files)
    page.get_by_role("button", name="Upload and look at them").click()
    expect(page.get_by_role("heading", name="What would happen")).to_be_visible()
    expect(page.get_by_text("2 names may be those of people here")).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="Look at the names").click()
    page.get_by_label("Ann Alder").select_option(label="Ann Aldar")
    page.get_by_label("Bob Birch").select_option(label="Bob Burch")
    sound(visit)
    page.get_by_role("button", name="Keep these answers").click()
    expect(page.get_by_text("Whom each name means is settled")).to_be_visible()
    page.get_by_role("link", name="evening-3.xml").click()
    expect(page.get_by_role("heading", name="The ranking")).to_be_visible()
    sound(visit)
    page.go_back()
    page.get_by_role("button", name="Import 10 files").click()
    work()
    page.reload()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    sound(visit)
    third = page.locator("tr", has_text="evening-3.xml")
    third.get_by_role("link", name="Ranking").click()
    expect(page.get_by_text("Ann Aldar").first).to_be_visible()
    page.get_by_text("Take the results along").click()
    with page.expect_download() as taken:
        page.get_by_role("link", name="The whole session (JSON)").click()
    assert json.loads(Path(taken.value.path()).read_text())["format"] == "tenace-session"
    page.go_back()
    third.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("is gone from the results").first).to_be_visible()
    assert ImportFile.objects.filter(fate="undone").count() == 1
    page.goto(f"{site.url}/clubs/harbour/results/")
    expect(page.get_by_role("link", name="Game 4")).to_be_visible()
    expect(page.get_by_role("link", name="Game 3", exact=True)).to_have_count(0)
