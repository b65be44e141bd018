"""Every list of the API answers in the shape that the schema gives it: a page where it says so, else an array."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

import pytest

from tests.appeals.world import World, make_world
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.clubs.api.matrix import its_rows, registered
from tests.documented_answers import schema
from tests.events.decks import make_set
from tests.exchange.matrix import made
from tests.office.year import paid_year
from tests.scoring.contest import make_teams, play_round, score

pytestmark = [pytest.mark.django_db, pytest.mark.walk, pytest.mark.usefixtures("documented_answers")]
#: Who is asked, one after the other, until somebody may read it.
WHO = ("director", "secretary", "operator", "officer", "north_officer", "recorder", "chair", "member")


def lists() -> Iterator[tuple[str, bool]]:
    """The address of every list, and whether it comes in pages."""
    for path, methods in schema()["paths"].items():
        answer = methods.get("get", {}).get("responses", {}).get("200", {})
        shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
        in_pages = "/Paginated" in shape.get("$ref", "")
        if in_pages or shape.get("type") == "array":
            yield path, in_pages


class Addresses:
    """Addresses with something behind them: a session with a ruling and its appeal, boards, and teams."""

    def __init__(self, world: World) -> None:
        self.session = world.session
        self.board = world.play.board
        self.ids = {
            "/api/v1/appeals/": world.requested().pk,
            "/api/v1/clubs/{slug}/results-imports/{id}/": made(world.cast).pk,
            "/api/v1/board-sets/": make_set(world.cast.harbour).pk,
            "/api/v1/clubs/{slug}/membership-years/": paid_year(world.cast).pk,
        }
        self.of_register = {
            "/api/v1/federations/{slug}/register/{id}/home-clubs/": registered(world.cast),
            "/api/v1/federations/{slug}/register-imports/{import_id}/rows/": its_rows(world.cast),
        }
        teams = make_teams(world.cast.harbour, 4)
        play_round(teams, 1)
        score()
        self.of_teams = {"/api/v1/sessions/{id}/butler/": teams.pk, "/api/v1/sessions/{id}/matches/": teams.pk}

    def of(self, path: str) -> str:
        if where := self.of_register.get(path):
            return path.format(id=where.get("pk"), **where)
        beginning = next((one for one in self.ids if path.startswith(one)), "")
        values = {
            "{slug}": "north" if "/federations/" in path else "harbour",
            "{event}": self.session.event_id,
            "{number}": self.board,
            "{id}": self.of_teams.get(path) or self.ids.get(beginning) or self.session.pk,
        }
        address = path
        for name, value in values.items():
            address = address.replace(name, str(value))
        return f"{address}?q=1" if path.endswith("/where-next/") else address


def test_every_list_has_the_shape_that_the_schema_gives_it(cast: Cast) -> None:
    addresses = Addresses(make_world(cast))
    people = [Api(getattr(cast, name)) for name in WHO]
    refused = []
    for path, in_pages in lists():
        answers = (person.get(addresses.of(path)) for person in people)
        read = next((answer.json() for answer in answers if answer.status_code == HTTPStatus.OK), None)
        if read is None:
            refused.append(path)
        else:
            assert isinstance(read, dict if in_pages else list), path
    assert not refused, ", ".join(refused)
