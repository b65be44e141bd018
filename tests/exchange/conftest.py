from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.appeals.world import World, standing_world


@pytest.fixture(autouse=True)
def _uploads_are_kept_apart(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def world(db: None) -> World:
    """A ruling that somebody wants to appeal, its official score available."""
    return standing_world("published")
