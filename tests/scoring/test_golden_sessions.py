"""Every golden file, imported as a session, shows on its page the ranking that its program published."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from events.models import Contestant, Session
from scoring.interchange.files import read
from scoring.models import ScoringRun
from scoring.services.imports import import_results
from tests.cast import Cast
from tests.scoring.golden import PROFILES, needs_golden, path, text, tree

pytestmark = [needs_golden, pytest.mark.django_db]
ROW = re.compile(r"<tr[^>]*>\s*<td class=\"num place\">(.*?)</tr>", re.DOTALL)


def load(cast: Cast, name: str) -> Session:
    document = read(path(name))
    made = import_results(actor=cast.actor("secretary"), club=cast.harbour, document=document, profile=PROFILES[name])
    assert made.problems == []
    return made.sessions[0]


def page_rows(client: Client, session: Session) -> dict[str, tuple[str, str, str]]:
    """By names and by number: place, points and percentage, as a stranger reads them on the page."""
    html = client.get(f"/clubs/harbour/sessions/{session.pk}/results/").content.decode()
    found = {}
    for row in ROW.findall(html):
        cells = [re.sub(r"<[^>]*>", " ", cell).split() for cell in re.split(r"</t[dh]>", row)]
        words = [unescape(" ".join(cell)) for cell in cells if cell]
        found[words[2]] = found[words[1]] = (words[0], words[-2], words[-1])
    return found


def published(name: str) -> list[tuple[str, str, str, str]]:
    """Names, place, total and percentage of each contestant in the file."""
    rows = []
    for entry in tree(name).iter():
        if entry.tag == "TEAM" and entry.get("TEAM_ID"):
            title = entry.get("TEAM_ID") or ""  # all of them have one name in this file
        elif entry.tag == "PAIR" and text(entry, "PLACE"):
            title = " – ".join(text(player, "PLAYER_NAME") for player in entry.findall("PLAYER"))
        else:
            continue
        rows.append((title, text(entry, "PLACE"), text(entry, "TOTAL_SCORE"), text(entry, "PERCENTAGE")))
    return rows


@pytest.mark.parametrize("name", PROFILES)
def test_the_page_shows_the_published_ranking(cast: Cast, client: Client, name: str) -> None:
    session = load(cast, name)
    shown = page_rows(client, session)
    expected = published(name)
    assert len({id(row) for row in shown.values()}) == len(expected) > 5
    for title, place, total, percent in expected:
        ours = shown[title]
        assert ours[0].rstrip("=") == place.rstrip("="), title
        if percent:
            assert Decimal(ours[2]) == Decimal(percent).quantize(Decimal("0.01"), ROUND_HALF_UP), title
            assert not total or Decimal(ours[1]) == Decimal(total), title
        else:
            assert Decimal(ours[2]) == Decimal(total), title


@pytest.mark.parametrize("name", ["compscore-howell.xml", "teamsscorer-multiple-teams.xml"])
def test_every_figure_of_an_imported_session_is_explained(cast: Cast, client: Client, name: str) -> None:
    session = load(cast, name)
    here = f"/clubs/harbour/sessions/{session.pk}/results/"
    contestant = Contestant.objects.filter(event=session.event)[0]
    for page in ("", "boards/", "boards/1/", f"scorecards/{contestant.pk}/", f"scorecards/{contestant.pk}/why/"):
        assert client.get(here + page).status_code == 200, page
    play = ScoringRun.objects.get().sheet["boards"][0]["lines"][0]["play"]
    assert b"Why " in client.get(f"{here}plays/{play}/why/ns/").content


def test_an_evening_of_years_ago_stands_on_the_day_that_it_was_played(cast: Cast) -> None:
    given = {"actor": cast.actor("secretary"), "club": cast.harbour, "document": read(path("compscore-howell.xml"))}
    dated = import_results(**given).sessions[0]
    assert cast.harbour.day(dated.starts_at) == date(2026, 2, 1)
    for impossible in ("2026-02-31", "2026-??-??", "last Monday"):
        undated = import_results(**given | {"document": replace(given["document"], played_on=impossible)}).sessions[0]
        assert undated.starts_at == given["actor"].at
    old = import_results(**given, starts_at=datetime(1998, 5, 4, 19, tzinfo=UTC)).sessions[0]
    assert old.starts_at.year == 1998
    for wrong in (datetime(98, 5, 4, tzinfo=UTC), given["actor"].at + timedelta(days=40)):
        with pytest.raises(ValidationError, match="Say when it was"):
            import_results(**given, starts_at=wrong)


def test_the_command_imports_a_file_and_says_where_it_is(cast: Cast, client: Client, capsys) -> None:
    call_command("import", str(path("brian-no-neuberg.xml")), "--club", "harbour", "--profile", "plain")
    address = capsys.readouterr().out.split()[-1]
    assert client.get(address).status_code == 200
    for wrong in (["--club", "nowhere"], ["--club", "harbour", "--at", "tomorrow"]):
        with pytest.raises(CommandError):
            call_command("import", str(path("brian-no-neuberg.xml")), *wrong)
