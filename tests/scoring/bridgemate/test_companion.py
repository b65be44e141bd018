"""`tenace-bridgemate` between Bridgemate's Data Connector, played by an emulator, and the API."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from clubs.models import Federation, Player
from events.models import Entrant, Play, Section, Session
from events.movements.model import MovementKind, Unit
from events.services.board_use import deal_for_session
from events.services.seals import open_seal
from events.services.tables import give_codes
from scoring.adjusted.storage import unpack
from scoring.companion import tenace_bridgemate as companion
from scoring.engine.sheet import Award
from scoring.models import BoardResult, ScoreAdjustment
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.events.evening import make_session
from tests.scoring.bridgemate.data_connector import DataConnectorEmulator, init_problems

pytestmark = pytest.mark.django_db
Data = dict[str, Any]


class Here(companion.Tenace):
    """The API of this very process; everything else of the companion is as it is delivered."""

    def __init__(self, api: Api, session: int) -> None:
        self.api, self.where = api, f"sessions/{session}/bridgemate/"
        self.fails = 0

    def _ask(self, path: str, body: Data | None) -> Data:
        if self.fails:
            self.fails -= 1
            raise companion.Unreachable("Tenace cannot be reached: no route")
        answer = self.api.get(self.where + path) if body is None else self.api.post(self.where + path, body)
        if answer.status_code >= 400:
            raise companion.Problem(f"Tenace refused: {answer.json()['detail']}")
        given: Data = answer.json()
        return given


@dataclass
class Desk:
    """The computer with Bridgemate's software, and what the companion says there."""

    emulator: DataConnectorEmulator
    tenace: Here
    said: list[str] = field(default_factory=list)
    waits: int = 0
    between: Callable[[], None] = lambda: None

    def run(self, *arguments: str) -> None:
        pipe = ["--pipe", str(self.emulator.path)]
        options = companion.parse_options(["--server", "https://here", "--session", "1", *pipe, *arguments])
        companion.run(options, "token", self.said.append, self._wait)

    def _wait(self, _seconds: float) -> None:
        self.waits += 1
        if self.waits > 50:
            raise KeyboardInterrupt
        self.between()


def make_desk(cast: Cast, session: Session, path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    here = Here(Api(cast.director), session.pk)
    monkeypatch.setattr(companion, "Tenace", lambda *_options: here)
    return Desk(DataConnectorEmulator(path / "pipe"), here)


@pytest.fixture
def desk(cast: Cast, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    desk = make_desk(cast, session, tmp_path, monkeypatch)
    with desk.emulator:
        yield desk


def test_the_movement_goes_there_and_results_come_back_once(desk: Desk, session: Session) -> None:
    desk.run("--once")
    assert desk.said[0] == "The Bridgemates have the movement of 4 tables."
    tables = desk.emulator.rounds(1)
    for at in tables:
        desk.emulator.enter(at, at["LowBoardNumber"])
    desk.run("--once", "--continue")
    assert desk.said[-1] == "4 new, 0 corrected, 0 known"
    results = BoardResult.objects.current()
    assert {(result.contract, result.declarer, result.tricks) for result in results} == {("4S", "N", 10)}
    # What Tenace has is crossed off at the Bridgemates.
    assert desk.emulator.queues["results"].new() == []
    desk.run("--once", "--continue")
    assert BoardResult.objects.count() == 4


def test_nothing_is_lost_when_tenace_cannot_be_reached(desk: Desk) -> None:
    desk.run("--once")
    at = desk.emulator.rounds(1)[0]
    desk.emulator.enter(at, at["LowBoardNumber"])

    def fails_once(_rows: Data) -> Data:
        raise companion.Unreachable("Tenace cannot answer now (status 503)")

    send, desk.tenace.send = desk.tenace.send, fails_once  # type: ignore[method-assign]
    with pytest.raises(companion.Problem, match="Nothing was carried over"):
        desk.run("--once", "--continue")
    assert desk.said[-1] == "Tenace cannot answer now (status 503). Trying again."
    assert len(desk.emulator.queues["results"].new()) == 1
    desk.tenace.send = send  # type: ignore[method-assign]
    desk.run("--once", "--continue")
    assert BoardResult.objects.count() == 1


def test_it_goes_on_until_the_session_is_over(desk: Desk, session: Session) -> None:
    def finish() -> None:
        if desk.waits == 3:
            Session.objects.filter(pk=session.pk).update(state="finished")

    desk.between = finish
    desk.run()
    assert desk.waits == 3


def test_a_busy_data_connector_is_asked_again_and_a_refusal_is_a_sentence(desk: Desk) -> None:
    desk.emulator.busy = 2
    desk.run("--once")
    assert desk.waits == 2
    desk.emulator.event = {}
    with pytest.raises(companion.Problem, match="refused command 31"):
        desk.run("--once", "--continue")


def test_no_data_connector_is_a_sentence(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(companion.Problem, match="start Bridgemate's software"):
        desk.run("--pipe", str(tmp_path / "none"))


def test_numbers_keyed_in_there_are_names_here(cast: Cast, desk: Desk, session: Session) -> None:
    federation: Federation = cast.harbour.federation
    Player.objects.create(display_name="Bea Heart", federation=federation, federation_number="123456")
    section = Section.objects.get(session=session)
    number = section.movement.rounds[0].seatings[0].ns if section.movement else 0
    place = section.places.get(number=number)
    Entrant.objects.filter(contestant=place.contestant).update(player=None)
    desk.run("--once")
    desk.emulator.sit_down("A", 1, 1, "123456")
    desk.run("--once", "--continue")
    named = place.contestant.entrants.exclude(player=None).get()
    assert named.player is not None
    assert named.player.display_name == "Bea Heart"
    assert desk.emulator.queues["participations"].new() == []


def test_averages_passes_and_boards_not_played(desk: Desk, session: Session) -> None:
    desk.run("--once")
    first, second, third = desk.emulator.rounds(1)[:3]
    desk.emulator.enter(first, first["LowBoardNumber"], level=-4)
    desk.emulator.enter(second, second["LowBoardNumber"], level=-10)
    desk.emulator.enter(third, third["LowBoardNumber"], level=0, declarer=0, DeclaringPair=0)
    desk.run("--once", "--continue")
    adjustment = ScoreAdjustment.objects.current().get()
    assert adjustment.play.table == first["TableNumber"]
    awards = unpack(adjustment.north_south), unpack(adjustment.east_west)
    assert [award.base_percent for award in awards if isinstance(award, Award)] == [50, 40]
    outcomes = {result.play.table: result.text for result in BoardResult.objects.current()}
    assert outcomes == {second["TableNumber"]: "Not played", third["TableNumber"]: "Pass"}


def test_an_erased_result_is_taken_back(desk: Desk) -> None:
    desk.run("--once")
    at = desk.emulator.rounds(1)[0]
    desk.emulator.enter(at, at["LowBoardNumber"])
    desk.run("--once", "--continue")
    desk.emulator.enter(at, at["LowBoardNumber"], IsDeleted=True)
    desk.run("--once", "--continue")
    assert BoardResult.objects.current().get().outcome == "not-played"


def test_a_result_that_cannot_be_read_is_told_and_the_others_go_on(desk: Desk) -> None:
    desk.run("--once")
    first, second = desk.emulator.rounds(1)[:2]
    desk.emulator.enter(first, first["LowBoardNumber"], Denomination=9)
    desk.emulator.enter(second, second["LowBoardNumber"])
    desk.run("--once", "--continue")
    assert any(sentence.startswith("This result cannot be read, enter it at the desk:") for sentence in desk.said)
    assert BoardResult.objects.count() == 1


# --- What is sent there ----------------------------------------------------------------------------------------------
def test_hands_go_there_when_this_person_may_see_them(cast: Cast, desk: Desk, session: Session) -> None:
    board_set = deal_for_session(actor=cast.actor("secretary"), session=session)
    desk.run("--once")
    assert desk.emulator.event["Handrecords"] == []
    open_seal(actor=cast.actor("director"), board_set=board_set, reason="For the Bridgemates")
    desk.run("--once")
    records = desk.emulator.event["Handrecords"]
    assert len(records) == board_set.boards.count()
    assert all(sum(len(record[f"North{suit}"]) for suit in companion.SUITS) == 13 for record in records)


@pytest.mark.parametrize(
    ("contestants", "unit", "kind", "winners"),
    [(8, Unit.PAIR, MovementKind.HOWELL, 1), (10, Unit.PAIR, MovementKind.MITCHELL, 2), (4, Unit.TEAM, None, 2)],
)
def test_every_form_of_event_is_one_that_the_data_connector_takes(
    cast: Cast, contestants: int, unit: Unit, kind: MovementKind | None, winners: int
) -> None:
    session = make_session(cast.harbour, contestants, unit=unit, kind=kind or MovementKind.ROUND_ROBIN)
    sent = companion.init_data(Here(Api(cast.director), session.pk).session())
    assert init_problems(sent) == []
    section = sent["Sessions"][0]["ScoringGroups"][0]["Sections"][0]
    assert section["Winners"] == winners


def test_boards_out_of_row_and_individuals_are_sent_to_the_file(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.INDIVIDUAL)
    with pytest.raises(companion.Problem, match=r"in a \.bws file"):
        companion.init_data(Here(Api(cast.director), session.pk).session())
    rounds = [{"round": 1, "ns": 1, "ew": 2, "south": 0, "west": 0, "boards": [1, 2, 9]}]
    odd = {
        "guid": "A" * 32,
        "name": "Odd",
        "form": "pair",
        "scoring": "matchpoints",
        "starts_at": "2026-11-16T19:15:00",
        "sections": [{"letter": "A", "winners": 1, "tables": [{"table": 1, "rounds": rounds}]}],
        "players": [],
        "seats": [],
        "hands": [],
    }
    with pytest.raises(companion.Problem, match="boards in a row only"):
        companion.init_data(odd)


def test_a_session_that_is_not_ones_own_is_refused_with_its_sentence(cast: Cast, session: Session) -> None:
    give_codes(session, actor=cast.actor("secretary"))
    with pytest.raises(companion.Problem, match="Tenace refused"):
        Here(Api(cast.member), session.pk).session()
    assert Play.objects.filter(section__session=session).exists()


# --- Over the wire ---------------------------------------------------------------------------------------------------
@pytest.fixture
def answers() -> Iterator[tuple[str, list[tuple[int, bytes]]]]:
    """A server that says what it is told to say."""
    to_say: list[tuple[int, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = to_say.pop(0)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", to_say
    server.shutdown()
    server.server_close()
    thread.join(timeout=10)


@pytest.mark.parametrize(
    ("status", "body", "error", "words"),
    [
        (403, json.dumps({"detail": "You may not."}).encode(), companion.Problem, "Tenace refused: You may not."),
        (404, b"<html>", companion.Problem, "Tenace refused: status 404"),
        (429, b"", companion.Unreachable, "status 429"),
        (503, b"", companion.Unreachable, "status 503"),
        (200, b"<html>", companion.Unreachable, "cannot be reached"),
    ],
)
def test_what_the_server_says_is_a_sentence(
    answers: tuple[str, list[tuple[int, bytes]]], status: int, body: bytes, error: type[Exception], words: str
) -> None:
    url, to_say = answers
    to_say.append((status, body))
    with pytest.raises(error, match=words):
        companion.Tenace(url, 1, "token").session()


def test_the_program_ends_with_a_sentence_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    token = tmp_path / "token"
    token.write_text("secret\n")
    assert companion.read_token(str(token)) == "secret"
    monkeypatch.setenv("TENACE_TOKEN", " other ")
    assert companion.read_token("") == "other"
    assert companion.main(["--server", "ftp://x", "--session", "1", "--token-file", str(token)]) == 2
    assert "'ftp://x' is no address: it begins with https://" in capsys.readouterr().out
