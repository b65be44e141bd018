"""A session in play with a code for each table, and one whose play is over."""

from __future__ import annotations

import pytest

from events.models import Session
from events.services.tables import give_codes
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.published import Evening, end_of_play


@pytest.fixture
def session(cast: Cast) -> Session:
    """Four tables in round one."""
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    return session


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """Play is over, and nothing is published yet."""
    return end_of_play(cast)
