"""An evening with Bridgemates: the movement goes there, results come back by themselves and by file."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from clubs.services.tokens import make_token
from events.models import Play, Session
from events.services.sessions import finish_session
from events.services.tables import give_codes
from scoring.companion import tenace_bridgemate as companion
from scoring.models import BoardResult
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.events.evening import make_session
from tests.scoring.at_tables import score_everything
from tests.scoring.bridgemate.data_connector import DataConnectorEmulator
from tests.scoring.bridgemate.laptop import Laptop


def carry(site: Site, session: Session, emulator: DataConnectorEmulator, token: Path, *more: str) -> None:
    """The companion as it is started on the computer with Bridgemate's software."""
    where = ["--server", site.url, "--session", str(session.pk), "--pipe", str(emulator.path)]
    assert companion.main([*where, "--token-file", str(token), "--once", *more]) == 0


@sizes(phone=PHONE, desktop=DESKTOP)
def test_from_the_movement_to_the_ranking(site: Site, tmp_path: Path, viewport: Any) -> None:
    session = make_session(site.cast.harbour, 4)
    director = site.cast.actor("director")
    give_codes(session, actor=director)
    _token, secret = make_token(
        actor=director, name="Bridgemates", scopes=["event"], expires_at=timezone.now() + timedelta(days=1)
    )
    token = tmp_path / "token"
    token.write_text(secret)
    visit = site.open(f"/clubs/harbour/sessions/{session.pk}/bridgemate/", persona="director", viewport=viewport)
    page = visit.page
    sound(visit)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download tenace_bridgemate.py").click()
    assert download.value.path().read_bytes() == Path(companion.__file__).read_bytes()
    with page.expect_download() as download:
        page.get_by_role("button", name="Take the file").click()
    assert download.value.suggested_filename == "monday-pairs-2026-11-16.bws"

    with DataConnectorEmulator(tmp_path / "pipe") as emulator:
        carry(site, session, emulator, token)
        for number in (1, 2, 3):
            for at in emulator.rounds(number):
                for board in range(at["LowBoardNumber"], at["HighBoardNumber"] + 1):
                    emulator.enter(at, board, tricks=9 + board % 2)
            carry(site, session, emulator, token, "--continue")
    session.refresh_from_db()
    assert session.round == 3
    assert BoardResult.objects.current().count() == Play.objects.filter(section__session=session).count()

    # The director has corrected a result in Bridgemate's software; its file says so.
    laptop = Laptop(site.cast, session)
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], "4 S", "+3", is_external=True)
    file = tmp_path / "monday.bws"
    file.write_bytes(laptop.data())
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("0 new results. 1 was corrected.")).to_be_visible()
    sound(visit)
    laptop.enter(replace(at, table=9), at.boards[0])
    file.write_bytes(laptop.data())
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("What did not fit")).to_be_visible()
    expect(page.get_by_text("this board is not played there in this session.")).to_be_visible()
    sound(visit)

    finish_session(actor=director, session=session)
    score_everything()
    visit.go_to(f"{site.url}/clubs/harbour/sessions/{session.pk}/results/")
    expect(page.locator("tbody tr").filter(has_text="Player")).to_have_count(4)
