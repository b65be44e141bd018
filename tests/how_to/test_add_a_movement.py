"""What docs/how-to/add-a-movement.md tells a reader to write seats a session, from the conditions to the device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Event
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.checker import check
from events.movements.desk import MovementOptions, answer
from events.movements.errors import MovementError
from events.movements.model import KINDS, MOVEMENT_KINDS, MovementKind, Unit, register
from events.movements.recommend import Wish, recommend
from events.movements.storage import pack, unpack
from events.movements.words import SENTENCES
from events.selectors.movements import candidates, choose
from events.services.conditions import check_conditions
from tests.cast import Cast
from tests.events.evening import make_event, make_session
from tests.how_to.documents import HOW_TO, restored, run_blocks


@pytest.fixture(scope="module", autouse=True)
def written() -> Iterator[dict[str, Any]]:
    with restored(KINDS, MOVEMENT_KINDS, SENTENCES):
        yield run_blocks(HOW_TO / "add-a-movement.md")
    candidates.cache_clear()


@pytest.fixture
def rainbow() -> MovementKind:
    return MovementKind("rainbow")


@pytest.mark.parametrize("players", [20, 28, 44, 52])
@pytest.mark.parametrize("rounds", [None, 3])
def test_nobody_meets_anybody_or_any_board_twice(rainbow: MovementKind, players: int, rounds: int | None) -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, players, rainbow, rounds, boards_per_round=2))
    report = check(movement)
    assert (report.faults, report.rounds, report.tables) == ((), rounds or players // 4, players // 4)
    assert movement.kind is rainbow


@pytest.mark.parametrize("players", [16, 22, 24, 36])
def test_what_cannot_be_seated_is_refused_in_a_sentence(rainbow: MovementKind, players: int) -> None:
    with pytest.raises(MovementError, match=f"--players {players}: a rainbow needs 20, 28"):
        build_movement(MovementRequest(Unit.PLAYER, players, rainbow))


def test_pairs_cannot_play_it(rainbow: MovementKind) -> None:
    with pytest.raises(MovementError, match="not a movement for pairs"):
        build_movement(MovementRequest(Unit.PAIR, 20, rainbow))


def test_the_command_knows_its_name_and_its_other_name() -> None:
    assert answer(MovementOptions(players=20, kind="rainbow")) == answer(
        MovementOptions(players=20, kind="Rainbow individual")
    )


def test_it_is_stored_and_read_again(rainbow: MovementKind) -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, 20, rainbow))
    assert unpack(pack(movement)) == movement
    assert unpack(pack(movement)).kind is rainbow


def test_it_is_recommended_where_its_traits_say_so(written: dict[str, Any], rainbow: MovementKind) -> None:
    wish = Wish(28, Unit.PLAYER, boards=28)
    assert rainbow not in [row.sketch.kind for row in recommend(wish)]
    with restored(KINDS, MOVEMENT_KINDS):
        del MOVEMENT_KINDS["rainbow"]
        again = register("rainbow", replace(rainbow.traits, sketches=written["rainbow_sketches"]))
        assert again in [row.sketch.kind for row in recommend(wish)]


def test_a_name_is_registered_once(rainbow: MovementKind) -> None:
    with pytest.raises(ValueError, match="already"):
        register("rainbow", rainbow.traits)
    with pytest.raises(ValueError, match="no movement"):
        MovementKind("carousel")


# --- An event --------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_the_conditions_of_an_event_may_name_it(cast: Cast, rainbow: MovementKind) -> None:
    event: Event = make_event(cast.harbour, form="player", movement_kind="rainbow")
    event.full_clean()
    check_conditions(event)
    assert event.planned_kind is rainbow


@pytest.mark.django_db
def test_a_session_is_seated_by_it(cast: Cast, client: Client, rainbow: MovementKind) -> None:
    planned: dict[str, Any] = {"movement_kind": "rainbow", "boards_per_round": 2}
    session = make_session(cast.harbour, 20, unit=Unit.PLAYER, kind=rainbow, **planned)
    section = session.sections.get()
    assert section.movement is not None
    assert section.movement.kind is rainbow
    chosen = choose(section, 20)
    assert chosen.movement is not None
    assert chosen.movement.kind is rainbow
    page = client.get(reverse("club-event", kwargs={"slug": "harbour", "event_id": session.event_id}))
    assert "Rainbow" in page.content.decode()
