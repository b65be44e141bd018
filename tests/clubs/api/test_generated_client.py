"""A program made from the published schema alone runs a session, from the event to the official score."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application
from django.test import Client as Browser

from tests.cast import Cast
from tests.clubs.api.conftest import TokenMaker, connection_kept

# Made once, which takes longer than using it.
pytestmark = [pytest.mark.walk, pytest.mark.xdist_group("generated client")]
NAME = "generated_tenace_client"
STARTS = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
PAIRS = [
    ["Anna Ace", "Bert Baron"],
    ["Carl Club", "Dora Deuce"],
    ["Ella Echo", "Fred Finesse"],
    ["Gwen Game", "Hans Hold"],
]


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The generator's client, from what the server answers to whoever asks for its schema, importable by its name."""
    folder = tmp_path_factory.mktemp("client")
    answer = Browser().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answer.status_code == HTTPStatus.OK
    (folder / "schema.json").write_bytes(answer.content)
    # The generator's formatting of what it wrote takes longer than writing it.
    (folder / "config.json").write_text(json.dumps({"post_hooks": []}))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "schema.json"]
    command += ["--config", "config.json", "--meta", "none", "--output-path", NAME, "--fail-on-warning"]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warning" not in (made.stdout + made.stderr).lower()
    sys.path.insert(0, str(folder))
    yield NAME
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


class Program:
    """The generated functions and models, called with one token: `act("sessions.sessions_start_create", 7)`."""

    def __init__(self, package: str, token: str) -> None:
        self.package = package
        self.models = importlib.import_module(f"{package}.models")
        self.client = importlib.import_module(package).AuthenticatedClient(
            base_url="http://testserver",
            token=token,
            raise_on_unexpected_status=True,
            httpx_args={"transport": httpx.WSGITransport(app=get_wsgi_application())},
        )

    def detailed(self, function: str, *args: Any, **options: Any) -> Any:
        module = importlib.import_module(f"{self.package}.api.{function}")
        with connection_kept():
            return module.sync_detailed(*args, client=self.client, **options)

    def act(self, function: str, *args: Any, **options: Any) -> Any:
        """What was answered, as the generator's type for it; a refusal fails the test."""
        answer = self.detailed(function, *args, **options)
        assert answer.status_code < HTTPStatus.BAD_REQUEST, answer.parsed
        return answer.parsed


@pytest.fixture
def program(generated: str, token_of: TokenMaker, documented_answers: None) -> Callable[..., Program]:
    return lambda name, *scopes: Program(generated, token_of(name, *scopes)[1])


def plan(program: Program, club: str) -> Any:
    """An event with its first session, published; the session."""
    models = program.models
    asked = models.NewEventRequest(
        name="Made by a program",
        form=models.FormEnum.PAIR,
        scoring=models.ScoringEnum.MATCHPOINTS,
        boards=6,
        starts_at=STARTS,
    )
    event = program.act("events.clubs_events_create", club, body=asked, idempotency_key="an-event")
    assert isinstance(event, models.Event)
    again = program.act("events.clubs_events_create", club, body=asked, idempotency_key="an-event")
    assert again.id == event.id
    seen = program.detailed("events.events_retrieve", event.id).headers["ETag"]
    published = program.act("events.events_publish_create", event.id, if_match=seen)
    assert isinstance(published.published_at, datetime)
    page = program.act("events.events_sessions_list", event.id)
    (session,) = page.results
    assert session.state is models.SessionStateEnum.DRAFT
    assert session.starts_at == STARTS
    return session


def seat(program: Program, session: Any) -> None:
    """Entries by name, all of them seated, and the movement chosen."""
    models = program.models
    for names in PAIRS:
        entered = program.act(
            "entries.events_contestants_create", session.event, body=models.ContestantFieldsRequest(players=names)
        )
        assert [player.name for player in entered.players] == names
        program.act("sessions.sessions_seats_create", session.id, body=models.NewSeatRequest(contestant=entered.id))
    section = program.act(
        "sessions.sessions_movement_choose_create",
        session.id,
        body=models.MovementChoiceRequest(kind=models.MovementKindEnum.HOWELL, rounds=3, boards_per_round=2),
    )
    assert section.letter == "A"
    assert section.movement.unit is models.UnitEnum.PAIR
    assert [len(tables) for tables in section.movement.rounds] == [2, 2, 2]
    seats = program.act("sessions.sessions_seats_list", session.id)
    assert sorted([player.name for player in one.players] for one in seats) == PAIRS
    assert {(one.table, one.side) for one in seats} == {(1, "NS"), (1, "EW"), (2, "NS"), (2, "EW")}


def play_round(program: Program, session: Any, number: int) -> None:
    """Whatever is on the tables in this round gets its result: the lower table always makes a trick more."""
    models = program.models
    plays = program.act("director.sessions_results_list", session.id)
    mine = [play for play in plays if play.round_ == number]
    assert len(mine) == 4
    for play in mine:
        assert play.result is None
        sent = models.SetResultRequest(result="4H+1 N" if play.table == 1 else "4H= N", lead="SA", seen=0)
        entered = program.act("director.sessions_results_update", session.id, play.id, body=sent)
        assert isinstance(entered.result, models.BoardResult)
        assert entered.result.version == 1
        assert entered.result.score in {420, 450, 620, 650}


def test_a_generated_client_drives_a_session_to_its_official_score(cast: Cast, program: Callable[..., Program]) -> None:
    director = program("director")
    models = director.models
    session = plan(director, cast.harbour.slug)
    seat(director, session)
    state = director.act("sessions.sessions_start_create", session.id)
    assert (state.state, state.round_) == (models.SessionStateEnum.PLAYING, 1)
    codes = director.act("room.sessions_table_codes_list", session.id)
    assert [code.table for code in codes] == [1, 2]
    for number in (1, 2, 3):
        play_round(director, session, number)
        if number < 3:
            state = director.act("sessions.sessions_rounds_next_create", session.id)
            assert state.round_ == number + 1
    state = director.act("sessions.sessions_finish_create", session.id, body=models.ReasonRequest())
    assert state.state is models.SessionStateEnum.FINISHED
    assert director.act("official_score.sessions_official_retrieve", session.id).state is None

    official = director.act(
        "official_score.sessions_official_publish_create", session.id, body=models.PublishRequest(note="All in.")
    )
    assert isinstance(official, models.OfficialScore)
    assert official.state is models.OfficialScoreStateEnum.PUBLISHED
    assert [(one.number, one.note, one.missing) for one in official.publications] == [(1, "All in.", [])]
    assert all(isinstance(period.until, datetime) for period in official.periods)

    reader = program("stranger", "read")
    ranking = reader.act("results.sessions_ranking_retrieve", session.id)
    assert isinstance(ranking, models.LiveRanking)
    (field,) = ranking.fields_ranked
    assert (field.method, field.behind) == ("matchpoints", False)
    places = [place for part in field.rankings for place in part.places]
    assert all(isinstance(place, models.Place) for place in places)
    assert sorted(place.rank for place in places) == [place.rank for place in places]
    assert {place.boards for place in places} == {6}
    # Six boards at two tables: two matchpoints for the one direction, two for the other.
    assert sum(float(place.total) for place in places) == 6 * 4
    card = reader.act("results.sessions_scorecards_retrieve", session.id, places[0].who.contestant)
    assert len(card.lines) == 6


def test_a_generated_client_reads_refusals_as_typed_problems(cast: Cast, program: Callable[..., Program]) -> None:
    director = program("director")
    models = director.models
    session = plan(director, cast.harbour.slug)

    early = director.detailed(
        "official_score.sessions_official_publish_create", session.id, body=models.PublishRequest()
    )
    assert early.status_code == HTTPStatus.BAD_REQUEST
    assert isinstance(early.parsed, models.Problem)
    assert early.parsed.type_ == "urn:tenace:problem:invalid"
    assert early.parsed.detail.startswith("Finish the session first")

    seat(director, session)
    director.act("sessions.sessions_start_create", session.id)
    play = director.act("director.sessions_results_list", session.id)[0]
    wrong = models.SetResultRequest(result="8S= N")
    refused = director.detailed("director.sessions_results_update", session.id, play.id, body=wrong)
    (error,) = refused.parsed.errors
    assert isinstance(error, models.FieldError)
    assert error.field == "result"
    assert error.message

    right = models.SetResultRequest(result="4S= N")
    refused = program("member").detailed("director.sessions_results_update", session.id, play.id, body=right)
    assert (refused.status_code, refused.parsed.status) == (HTTPStatus.FORBIDDEN, 403)
    refused = program("director", "read").detailed("director.sessions_results_update", session.id, play.id, body=right)
    assert isinstance(refused.parsed, models.Problem)
    assert refused.status_code == HTTPStatus.FORBIDDEN
