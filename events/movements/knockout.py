"""Knock-out: seeds kept apart, byes for the top seeds or matches of three where numbers do not fit."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Note, Round, Seating, Unit, board_numbers
from events.movements.swiss import triple_rounds
from events.movements.teams import match_tables


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """Who comes into a match: a seed, or the one placed `place` in an earlier match."""

    seed: int | None = None
    match: int | None = None
    place: int = 1

    def label(self) -> str:
        if self.seed is not None:
            return str(self.seed)
        return f"W{self.match}" if self.place == 1 else f"W{self.match}.{self.place}"


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """Two or three teams, of which `survivors` go on."""

    number: int
    slots: tuple[BracketSlot, ...]
    survivors: int = 1


@dataclass(frozen=True, slots=True)
class Bracket:
    teams: int
    rounds: tuple[tuple[BracketMatch, ...], ...]
    byes: tuple[int, ...]
    notes: tuple[Note, ...]


def seed_order(size: int) -> list[int]:
    """Seeds down the draw sheet so that 1 and 2 can meet only in the final, 1 to 4 in the semi-finals."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for earlier in order for seed in (earlier, total - earlier)]
    return order


def bracket(teams: int, three_ways: bool = False) -> Bracket:
    """The whole draw. With `three_ways` nobody has a bye: first-round matches of three cut the
    field to a power of two instead."""
    if teams < 2:
        raise MovementError("too-few", option="teams", number=teams, what="knock-out", least=2)
    if three_ways and teams & (teams - 1):
        return _with_three_ways(teams)
    return _with_byes(teams)


def _with_byes(teams: int) -> Bracket:
    size = 1 << (teams - 1).bit_length()
    entrants = [BracketSlot(seed=seed) if seed <= teams else None for seed in seed_order(size)]
    byes = tuple(range(1, size - teams + 1))
    notes = [Note.of("seeded")] + [Note.of("byes", seeds=byes)] * bool(byes)
    return Bracket(teams, _rounds(entrants, 1), byes, tuple(notes))


def _rounds(entrants: list[BracketSlot | None], number: int) -> tuple[tuple[BracketMatch, ...], ...]:
    """Play neighbours off until one is left; an empty neighbour is a bye."""
    rounds = []
    while len(entrants) > 1:
        matches: list[BracketMatch] = []
        through: list[BracketSlot | None] = []
        for upper, lower in zip(entrants[::2], entrants[1::2], strict=True):
            if upper is None or lower is None:
                through.append(upper or lower)
                continue
            matches.append(BracketMatch(number, (upper, lower)))
            through.append(BracketSlot(match=number))
            number += 1
        rounds.append(tuple(matches))
        entrants = through
    return tuple(rounds)


def _with_three_ways(teams: int) -> Bracket:
    """Matches of two and three in the first round, as many going on as the next power of two below.

    Threes of which one goes on cut two teams, threes of which two go on cut one, and twos cut one.
    """
    target = 1 << (teams.bit_length() - 1)
    threes_one, threes_two, twos = _split(teams, target)
    first, through = [], []
    groups = _snake(teams, [3] * threes_one + [3] * threes_two + [2] * twos)
    for number, group in enumerate(groups, start=1):
        survivors = 2 if threes_one < number <= threes_one + threes_two else 1
        first.append(BracketMatch(number, tuple(BracketSlot(seed=seed) for seed in group), survivors))
        through += [BracketSlot(match=number, place=place) for place in range(1, survivors + 1)]
    later_rounds = _rounds(_spread_winners(through), len(groups) + 1)
    threes = tuple(match.number for match in first if len(match.slots) == 3)
    notes = [Note.of("seeded")]
    if threes:
        survive = "one or two" if threes_one and threes_two else "two" if threes_two else "one"
        notes.append(Note.of("three-ways", matches=threes, survive=survive))
    return Bracket(teams, (tuple(first), *later_rounds), (), tuple(notes))


def _split(teams: int, target: int) -> tuple[int, int, int]:
    """How many matches of three and of two leave `target` teams, with as few threes as possible."""
    options = [option for goal in (target, target // 2) for option in _splits(teams, goal)]
    return min(options, key=lambda option: (option[0] + option[1], option[1], option))


def _splits(teams: int, goal: int) -> Iterator[tuple[int, int, int]]:
    """Threes of which one goes on, threes of which two do, and twos that leave `goal` teams."""
    for single in range(teams // 3 + 1):
        for double in range((teams - 3 * single) // 3 + 1):
            left = teams - 3 * (single + double)
            if left % 2 == 0 and single + 2 * double + left // 2 == goal:
                yield single, double, left // 2


def _snake(teams: int, sizes: list[int]) -> list[list[int]]:
    """Deal the seeds out forwards and backwards so that every match has strong and weak."""
    groups: list[list[int]] = [[] for _ in sizes]
    seed, forward = 1, True
    while seed <= teams:
        order = range(len(groups)) if forward else range(len(groups) - 1, -1, -1)
        for index in order:
            if len(groups[index]) < sizes[index] and seed <= teams:
                groups[index].append(seed)
                seed += 1
        forward = not forward
    return groups


def _spread_winners(through: list[BracketSlot]) -> list[BracketSlot | None]:
    """Winners as seeds from the top, runners-up after them, each in the other half from its winner."""
    ranked = sorted(through, key=lambda slot: (slot.place, slot.match or 0))
    laid = [ranked[seed - 1] for seed in seed_order(len(ranked))]
    half = len(laid) // 2
    for at, slot in enumerate(laid):
        winner = laid.index(BracketSlot(match=slot.match))
        if slot.place == 2 and (winner < half) == (at < half):
            swap = next(other for other in _far_places(laid, at) if _may_move(laid, other, at, half))
            laid[at], laid[swap] = laid[swap], laid[at]
    return list(laid)


def _far_places(laid: list[BracketSlot], at: int) -> list[int]:
    """Places in the other half: runners-up first, then the lowest ranked."""
    half = len(laid) // 2
    places = range(half, len(laid)) if at < half else range(half)
    return sorted(places, key=lambda place: (-laid[place].place, -(laid[place].match or 0)))


def _may_move(laid: list[BracketSlot], place: int, to: int, half: int) -> bool:
    """Moving must not bring another winner and runner-up into one half."""
    slot = laid[place]
    partners = [at for at, other in enumerate(laid) if other.match == slot.match and at != place]
    return all((at < half) != (to < half) for at in partners)


def knockout_round(teams: int, boards: int, stanzas: int, three_ways: bool = False) -> Movement:
    """One round of a knock-out: numbers 1 and 2 meet, 3 and 4 and so on, all over the same boards.

    In every other stanza one side changes opponents. With `three_ways` the matches of three come first, as the bracket
    has them: a triangle in every two stanzas, with boards of its own (see `triangles`).
    """
    if teams < 2:
        raise MovementError("too-few", option="teams", number=teams, what="knock-out", least=2)
    sizes = [len(match.slots) for match in bracket(teams, three_ways).rounds[0]] if three_ways else [2] * (teams // 2)
    if sum(sizes) != teams:
        raise MovementError("knockout-odd", number=teams)
    if 3 in sizes and stanzas % 2:
        raise MovementError("threes-in-twos", rounds=stanzas)
    groups = [tuple(range(end - size + 1, end + 1)) for size, end in zip(sizes, accumulate(sizes), strict=True)]
    stanza_rounds = [
        Round(tuple(seating for group in groups for seating in _stanza(group, number, boards, stanzas)))
        for number in range(1, stanzas + 1)
    ]
    notes = (Note.of("same-boards"),) if teams > 2 else ()
    sets = stanzas + 3 * (stanzas // 2) if 3 in sizes else stanzas
    return Movement(
        MovementKind.KNOCKOUT,
        Unit.TEAM,
        teams,
        tuple(stanza_rounds),
        boards,
        sets,
        copies=len(sizes),
        meetings=stanzas,
        notes=notes,
    )


def _stanza(group: tuple[int, ...], number: int, boards: int, stanzas: int) -> tuple[Seating, ...]:
    """The tables of a match in a stanza: as many as it has teams, numbered like them."""
    if len(group) == 2:
        first, second = group if number % 2 else group[::-1]
        return match_tables(group[0], first, second, board_numbers(number, boards))
    half, first_set = (number - 1) % 2, stanzas + 1 + 3 * ((number - 1) // 2)
    return tuple(
        Seating(table, (seats.ns, seats.ew), board_numbers(first_set + seats.board_set, boards))
        for table, seats in zip(group, triple_rounds((group[0], group[1], group[2]))[half], strict=True)
    )
