"""A room of sixteen, and the session that they play."""

from __future__ import annotations

import pytest

from clubs.models import Player
from events.models import Session
from tests.cast import Cast
from tests.events.evening import make_players, make_session


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    return make_players(16)


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    """Eight pairs in round one."""
    return make_session(cast.harbour, 8, players=people)
