"""Two clubs and their people in a database that threads of their own see too."""

from __future__ import annotations

import pytest

from tests.cast import Cast, make_cast


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return make_cast()
