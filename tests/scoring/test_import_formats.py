"""Every kind of results file becomes an event: the command writes it, and a session of it can be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from events.models import Contestant, Event
from events.models.conditions import Form
from scoring.models import Standing
from tests.cast import Cast
from tests.scoring.golden import GOLDEN, needs_golden, path
from tests.scoring.interchange.test_programs import ACBL, BRIDGEWEBS, DEAL, JANNERSTEN, PLAIN, TABLE, spreadsheet

pytestmark = pytest.mark.django_db
MATCH = "vg|Final,Segment 1,I,1,2,Red,0,Blue,0|rs|4SN=,4SN-1,3NTE+1,PASS|pn|a,b,c,d,e,f,g,h|\n"
HAND = f"pn|Ann,Bob,Cy,Di|st||md|{DEAL}|ah|Board 7|sv|b|mb|p|mb|1N|mb|p|mb|p|mb|p|pc|D2|mc|8|"
SAMPLES = {
    "usebio": PLAIN.encode(),
    "acbl": ACBL.encode(),
    "bridgewebs": BRIDGEWEBS.encode(),
    "jannersten": JANNERSTEN.encode(),
    "table": TABLE.encode(),
    "match": MATCH.encode(),
    "hand": HAND.encode(),
    "spreadsheet": spreadsheet(("board", "ns", "ew", "score"), (1, 1, 2, 420), (1, 3, 4, 50)),
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_file_of_every_kind_becomes_an_event(
    cast: Cast, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    file = tmp_path / "results.dat"
    file.write_bytes(SAMPLES[kind])
    call_command("import", str(file), "--club", "harbour")
    event = Event.objects.get(name__isnull=False, club=cast.harbour, sessions__isnull=False)
    assert (
        Standing.objects.filter(contestant__event=event).count() == Contestant.objects.filter(event=event).count() >= 2
    )
    assert (event.form == Form.TEAMS) == (kind == "match")
    address = capsys.readouterr().out.split()[-1]
    client.force_login(cast.director)
    assert client.get(address).status_code == 200


@needs_golden
def test_the_command_writes_under_the_profile_of_the_program(cast: Cast) -> None:
    call_command("import", str(path("compscore-howell.xml")), "--club", "harbour")
    assert Event.objects.get(club=cast.harbour).profile == "compscore"


@needs_golden
def test_a_bridgemate_file_becomes_an_event(cast: Cast) -> None:
    call_command("import", str(GOLDEN / "bws" / "club-jet3.bws"), "--club", "harbour")
    assert Standing.objects.filter(contestant__event__club=cast.harbour).count() == 20


def test_what_is_refused_leaves_nothing_behind_and_the_others_are_imported(cast: Cast, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.xml", tmp_path / "bad.xml"
    good.write_text(PLAIN)
    bad.write_text(PLAIN[: len(PLAIN) // 2])
    with pytest.raises(CommandError, match=r"bad\.xml"):
        call_command("import", str(bad), str(good), "--club", "harbour")
    assert Event.objects.filter(club=cast.harbour).count() == 1


def test_a_dry_run_writes_nothing(cast: Cast, tmp_path: Path) -> None:
    file = tmp_path / "night.xml"
    file.write_text(PLAIN)
    call_command("import", str(file), "--dry-run", "--club", "harbour")
    assert not Event.objects.filter(club=cast.harbour).exists()
