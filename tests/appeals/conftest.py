"""A ruling that somebody wants to appeal, made once and put back for each test."""

from __future__ import annotations

import pytest

from tests.appeals.world import World, standing_world


@pytest.fixture
def world(db: None) -> World:
    """The official score is available since `T0`."""
    return standing_world("published")


@pytest.fixture
def unpublished_world(db: None) -> World:
    return standing_world("unpublished")


@pytest.fixture
def world_with_a_revoke(db: None) -> World:
    """A ruling that transfers a trick, and no adjusted score."""
    return standing_world("revoke")


@pytest.fixture
def total_points_world(db: None) -> World:
    return standing_world("total points")
