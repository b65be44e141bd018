"""Teams: both halves of every match see the same boards, everyone meets everyone, draws keep seeds apart."""

from collections import Counter

import pytest

from events.movements import MovementError, MovementKind, MovementRequest, Unit, build, build_movement
from events.movements.knockout import Bracket, BracketMatch, bracket, seed_order
from events.movements.present import movement_json
from events.movements.teams import board_offsets


@pytest.mark.parametrize("teams", range(2, 41))
def test_a_round_robin_meets_everyone_once_at_both_tables(teams: int) -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, teams, MovementKind.ROUND_ROBIN))
    halves = Counter((seating.ns, seating.ew) for seating in movement.seatings())
    assert len(halves) == teams * (teams - 1)
    assert set(halves.values()) == {1}


@pytest.mark.parametrize("teams", range(4, 41))
@pytest.mark.parametrize("kind", [MovementKind.AMERICAN_WHIST, MovementKind.NEW_ENGLAND])
def test_both_halves_of_a_match_see_the_same_boards(teams: int, kind: MovementKind) -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, teams, kind, rounds=teams - 1))
    boards = {(seating.ns, seating.ew): seating.boards for seating in movement.seatings()}
    assert len(boards) == teams * (teams - 1)
    assert all(boards[away, home] == own for (home, away), own in boards.items())
    assert all(seating.table == seating.ns for seating in movement.seatings())


@pytest.mark.parametrize("teams", range(4, 41, 2))
def test_an_even_number_misses_one_opponent_and_shares_nothing(teams: int) -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, teams, MovementKind.AMERICAN_WHIST))
    assert len(movement.rounds) == teams - 2
    assert not any(seating.shared for seating in movement.seatings())


@pytest.mark.parametrize("teams", range(5, 41))
def test_new_england_finishes_a_match_in_two_rounds_running(teams: int) -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, teams, MovementKind.NEW_ENGLAND))
    first: dict[frozenset[int], int] = {}
    for number, round_ in enumerate(movement.rounds):
        for seating in round_.seatings:
            assert number - first.setdefault(frozenset(seating.seats), number) <= 1


@pytest.mark.parametrize("teams", range(3, 60))
def test_offsets_bring_both_halves_to_one_set(teams: int) -> None:
    offsets = board_offsets(teams)
    assert len({offset % teams for offset in offsets.values()}) == len(offsets)
    assert all((offset - offsets[teams - step] - step) % teams == 0 for step, offset in offsets.items())


def test_json_names_both_tables_of_a_match() -> None:
    data = movement_json(build_movement(MovementRequest(Unit.TEAM, 6, MovementKind.ROUND_ROBIN)))
    for round_ in data["rounds"]:
        rooms = {(row["match"], row["room"]): (row["ns"], row["ew"], row["boards"]) for row in round_}
        assert len(rooms) == 6
        for match in (1, 2, 3):
            ns, ew, boards = rooms[match, "open"]
            assert rooms[match, "closed"] == (ew, ns, boards)


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (1, MovementKind.ROUND_ROBIN, "--teams 1"),
        (3, MovementKind.HEAD_TO_HEAD, "--teams 2 or fewer"),
        (2, MovementKind.AMERICAN_WHIST, "--teams 4 or more"),
        (1, MovementKind.KNOCKOUT, "--teams 2 or more"),
        (401, MovementKind.ROUND_ROBIN, "--teams 400 or fewer"),
    ],
)
def test_impossible_teams(number: int, kind: MovementKind, words: str) -> None:
    with pytest.raises(MovementError, match=words):
        build(MovementRequest(Unit.TEAM, number, kind))


class TestKnockout:
    @pytest.mark.parametrize("teams", range(2, 129))
    @pytest.mark.parametrize("three_ways", [False, True])
    def test_everyone_enters_once_and_one_wins(self, teams: int, three_ways: bool) -> None:
        draw = bracket(teams, three_ways)
        slots = [slot for match in matches(draw) for slot in match.slots]
        entered = Counter(slot.seed for slot in slots if slot.seed is not None)
        assert set(entered) == set(range(1, teams + 1))
        assert set(entered.values()) == {1}
        assert len(draw.rounds[-1]) == 1
        produced = [(match.number, place) for match in matches(draw) for place in range(1, match.survivors + 1)]
        used = [(slot.match, slot.place) for slot in slots if slot.match is not None]
        assert sorted(used) == sorted(produced)[:-1]

    @pytest.mark.parametrize("teams", range(2, 65))
    def test_favourites_meet_as_late_as_they_can(self, teams: int) -> None:
        draw = bracket(teams)
        beaten = play_out(draw)
        assert beaten[2] == len(draw.rounds)
        if teams > 4:
            assert {beaten[3], beaten[4]} == {len(draw.rounds) - 1}

    def test_byes_go_to_the_top_seeds(self) -> None:
        assert bracket(11).byes == (1, 2, 3, 4, 5)

    @pytest.mark.parametrize("teams", range(3, 129))
    def test_three_ways_leave_no_byes_and_keep_companions_apart(self, teams: int) -> None:
        draw = bracket(teams, three_ways=True)
        assert draw.byes == ()
        assert {len(match.slots) for match in draw.rounds[0]} <= {2, 3}
        for match in matches(draw)[len(draw.rounds[0]) : -1]:
            sources = [slot.match for slot in match.slots]
            assert len(set(sources)) == len(sources)

    def test_seed_order(self) -> None:
        assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def matches(draw: Bracket) -> list[BracketMatch]:
    return [match for round_ in draw.rounds for match in round_]


def play_out(draw: Bracket) -> dict[int, int]:
    """The round in which each seed loses when the favourite always wins."""
    winner: dict[int, int] = {}
    lost: dict[int, int] = {}
    for number, round_ in enumerate(draw.rounds, start=1):
        for match in round_:
            seeds = sorted(slot.seed or winner[slot.match or 0] for slot in match.slots)
            winner[match.number] = seeds[0]
            lost.update((seed, number) for seed in seeds[1:])
    return lost
