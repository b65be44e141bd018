"""The secretary's list of members, and a list out of a file, as they are used on a phone and on a desk."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import MemberImport, Membership
from clubs.services.memberships import add_new_member
from jobs import services as jobs
from jobs.models import Job
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes

SIZES = sizes(phone=PHONE, desk=DESKTOP)
LIST = "/clubs/harbour/members/"
FILE = "Name;No.;Until\nAnn Example;20;31.12.2030\nMember Tenace;7;\n;21;\n=1+1;22;\n"


@pytest.fixture
def members(site: Site, settings: Any, tmp_path: Path) -> Site:
    settings.MEDIA_ROOT = tmp_path / "media"
    for number in range(60):
        add_new_member(
            actor=site.cast.actor("secretary"),
            club=site.cast.harbour,
            person={"display_name": f"Žanis Bērziņš-Kalniņš the {number}th", "federation_number": f"LV{number:05}"},
            starts=date(2024, 1, 1),
            number=str(100 + number),
        )
    return site


@SIZES
def test_a_member_is_found_while_typing_and_opened(members: Site, viewport: Any) -> None:
    visit = members.open(LIST, persona="secretary", viewport=viewport)
    page = visit.page
    expect(page.get_by_text("61 members")).to_be_visible()
    sound(visit)
    page.get_by_label("Name or number").press_sequentially("berzins 7th")
    expect(page.get_by_text("6 members")).to_be_visible()
    page.get_by_label("Name or number").fill("LV00007")
    expect(page.get_by_text("1 member", exact=True)).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="the 7th").click()
    expect(page.get_by_role("heading", name="the 7th")).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Kind").select_option("honorary")
    sound(visit)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Honorary").first).to_be_visible()


@SIZES
def test_a_likely_duplicate_is_suggested(members: Site, viewport: Any) -> None:
    visit = members.open(f"{LIST}add/", persona="secretary", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("Name (required)").fill("tenace, MEMBER")
    page.get_by_role("button", name="Add the member").click()
    expect(page.get_by_label("It is this person: Member Tenace")).to_be_visible()
    sound(visit)
    page.get_by_label("It is somebody else").check()
    page.get_by_role("button", name="Add the member").click()
    expect(page.get_by_role("heading", name="tenace, MEMBER")).to_be_visible()


@SIZES
def test_a_list_is_imported(members: Site, viewport: Any, tmp_path: Path) -> None:
    file = tmp_path / "our members.csv"
    file.write_bytes(FILE.encode("cp1252"))
    visit = members.open(f"{LIST}import/", persona="secretary", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_label("Member number")).to_have_value("1")
    sound(visit)
    page.get_by_role("button", name="Show what would happen").click()
    expect(page.get_by_text("looks like a formula")).to_be_visible()
    expect(page.get_by_text("The name is missing.")).to_be_visible()
    sound(visit)
    assert not Membership.objects.filter(number="20").exists()
    page.get_by_role("button", name="Import 1 row").click()
    expect(page.get_by_role("link", name="See how it stands")).to_be_visible()
    job = Job.objects.filter(kind="members.import").latest("pk")
    jobs.run(job.pk)
    assert MemberImport.objects.get().state == "done"
    expect(page.get_by_role("heading", name="Imported")).to_be_visible()
    sound(visit)
    assert Membership.objects.get(number="20").ends == date(2030, 12, 31)
