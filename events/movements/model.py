"""The one value every generator makes: who sits where in each round, and with which boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from events.movements.catalogue import MovementRequest
    from events.movements.knockout import Bracket
    from events.movements.recommend import Sketch, Wish


class Unit(StrEnum):
    PAIR = "pair"
    TEAM = "team"
    PLAYER = "player"


class MovementKind(str):
    """The stored name of a kind of movement, with its traits. `events.movements.kinds` registers those that there are.

    There is one object of each name, so that `is` compares; a name that is not registered is a ValueError.
    """

    traits: Traits
    MITCHELL: ClassVar[MovementKind]
    SKIP: ClassVar[MovementKind]
    RELAY: ClassVar[MovementKind]
    ROVER: ClassVar[MovementKind]
    HESITATION: ClassVar[MovementKind]
    WEB: ClassVar[MovementKind]
    HOWELL: ClassVar[MovementKind]
    BAROMETER: ClassVar[MovementKind]
    SWISS: ClassVar[MovementKind]
    HEAD_TO_HEAD: ClassVar[MovementKind]
    ROUND_ROBIN: ClassVar[MovementKind]
    AMERICAN_WHIST: ClassVar[MovementKind]
    NEW_ENGLAND: ClassVar[MovementKind]
    KNOCKOUT: ClassVar[MovementKind]
    WHIST: ClassVar[MovementKind]
    INDIVIDUAL: ClassVar[MovementKind]

    def __new__(cls, name: str) -> MovementKind:
        if name not in MOVEMENT_KINDS:
            raise ValueError(f"There is no movement {name!r}.")
        return MOVEMENT_KINDS[name]

    def __reduce__(self) -> tuple[type[MovementKind], tuple[str]]:
        return MovementKind, (self.value,)

    @property
    def value(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Traits:
    """What is special about a kind of movement: everything that the rest asks of it."""

    label: str  # in English, marked for translation; whoever shows it translates it
    units: tuple[Unit, ...]
    build: Callable[[MovementRequest], Movement | Bracket]
    has_two_fields: bool = False  # may be played for two winners, North-South and East-West
    is_drawn: bool = False  # round by round from the standings, as a Swiss
    is_knockout: bool = False  # a draw sheet, of which a session plays one round
    is_one_match: bool = False  # two teams play one match over all rounds
    has_threes: bool = False  # an odd number of teams may play in threes
    is_simple: bool = False  # easy to run for a director without help
    # Lengths that a recommendation weighs beside those it knows; without them it is played where it is asked for.
    sketches: Callable[[Wish], Iterable[Sketch]] | None = None
    aliases: tuple[str, ...] = ()


MOVEMENT_KINDS: dict[str, MovementKind] = {}
KINDS: dict[Unit, tuple[MovementKind, ...]] = dict.fromkeys(Unit, ())


def register(name: str, traits: Traits) -> MovementKind:
    """Let sections play a kind of movement; its name must be new."""
    if name in MOVEMENT_KINDS:
        raise ValueError(f"There is a movement {name!r} already.")
    kind = str.__new__(MovementKind, name)
    kind.traits = traits
    MOVEMENT_KINDS[name] = kind
    for unit in traits.units:
        KINDS[unit] = (*KINDS[unit], kind)
    return kind


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell a person: a code and its figures. `words.say` puts it in English."""

    code: str
    params: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, code: str, **params: object) -> Note:
        return cls(code, tuple(sorted(params.items())))

    def __getitem__(self, name: str) -> object:
        return dict(self.params)[name]


@dataclass(frozen=True, slots=True)
class Seating:
    """One table in one round.

    `seats` holds North-South and East-West for pairs and teams, and North, East, South, West for
    players on their own. `shared` says that the boards go back and forth with another table in
    the same round.
    """

    table: int
    seats: tuple[int, ...]
    boards: tuple[int, ...]
    shared: bool = False

    @property
    def ns(self) -> int:
        return self.seats[0]

    @property
    def ew(self) -> int:
        return self.seats[1]

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if len(self.seats) == 4:
            return self.seats[::2], self.seats[1::2]
        return self.seats[:1], self.seats[1:]

    def switched(self) -> Seating:
        """The same table with the arrow turned."""
        if len(self.seats) == 4:
            return replace(self, seats=(*self.seats[1:], self.seats[0]))
        return replace(self, seats=self.seats[::-1])


@dataclass(frozen=True, slots=True)
class Rest:
    """A bye stand: boards that wait for a round after the table named (0: before table 1)."""

    after_table: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    seatings: tuple[Seating, ...]
    sitting_out: tuple[int, ...] = ()
    resting: tuple[Rest, ...] = ()

    def switched(self) -> Round:
        return replace(self, seatings=tuple(seating.switched() for seating in self.seatings))


@dataclass(frozen=True, slots=True)
class Departure:
    """Who left before which round, and the round in which they were back (0: they are not).

    `planned` are the rounds from there on as they were before, `notes` how many notes the movement had: what is
    needed to let them come back. Empty where the rounds were changed otherwise since.
    """

    contestant: int
    round: int
    planned: tuple[Round, ...] = ()
    notes: int = 0
    back: int = 0


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole session. `copies` of each board lie in the room; opponents meet at most `meetings` times.

    `withdrawn` have left; `late` names contestants with the first round in which they are there; `departures` are
    those who left, in that order, also when they are back.
    """

    kind: MovementKind
    unit: Unit
    contestants: int
    rounds: tuple[Round, ...]
    boards_per_set: int
    board_sets: int
    copies: int = 1
    meetings: int = 1
    winners: int = 1
    stationary: tuple[int, ...] = ()
    arrow_switched: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()
    late: tuple[tuple[int, int], ...] = ()
    notes: tuple[Note, ...] = ()
    departures: tuple[Departure, ...] = ()

    @property
    def tables(self) -> int:
        return max((seating.table for seating in self.seatings()), default=0)

    @property
    def tables_at_once(self) -> int:
        """How many tables are in play in a round, at the most."""
        return max((len({seating.table for seating in round_.seatings}) for round_ in self.rounds), default=0)

    @property
    def boards_in_play(self) -> int:
        return self.boards_per_set * self.board_sets

    def seatings(self) -> Iterator[Seating]:
        for round_ in self.rounds:
            yield from round_.seatings

    def cut(self, rounds: int) -> Movement:
        """The same movement stopped after so many rounds."""
        if rounds >= len(self.rounds):
            return self
        switched = tuple(number for number in self.arrow_switched if number <= rounds)
        note = Note.of("cut-short", rounds=rounds, full=len(self.rounds))
        return replace(self, rounds=self.rounds[:rounds], arrow_switched=switched, notes=(*self.notes, note))


def board_numbers(board_set: int, size: int) -> tuple[int, ...]:
    """The boards of a set: sets and boards are both counted from 1."""
    return tuple(range((board_set - 1) * size + 1, board_set * size + 1))
