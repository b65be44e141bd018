"""A session in play, and its first board at the first table."""

from __future__ import annotations

import pytest

from events.models import Play, Session
from tests.cast import Cast
from tests.rulings.night import due, in_play


@pytest.fixture
def session(cast: Cast) -> Session:
    return in_play(cast)


@pytest.fixture
def play(session: Session) -> Play:
    return due(session)
