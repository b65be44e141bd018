"""Which movement to play: candidates weighed as an experienced director weighs them.

Every candidate is first weighed by arithmetic alone; only the few best are generated, checked and
weighed again with their balance. Costs are in boards: one point is as bad as missing the wished
number of boards by one.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from math import sqrt

from events.movements.catalogue import KINDS, MovementRequest, build_movement, most_swiss_rounds, usual_swiss_rounds
from events.movements.checker import MovementReport, check
from events.movements.designs import rounds_on_file
from events.movements.errors import MovementError
from events.movements.mitchell import switch_rounds
from events.movements.model import Movement, MovementKind, Note, Unit
from events.movements.timing import boards_in, session_minutes

USUAL_BOARDS = 26
USUAL_SHARE = 70
USUAL_ROUNDS, MOST_ROUNDS = 15, 20
HOWELL_TABLES = 7
GENERATED = 6
BOARD_COST, SHARE_COST, COPY_COST, SIT_OUT_COST = 1.5, 20.0, 3.0, 1.5
SHARING_COST, BELOW_SHARE_COST, OVER_TIME_COST = 4.0, 50.0, 40.0
SHORT_MATCH_COST, MATCH_BOARDS, SWISS_ROUND_COST = 3.0, 4, 1.5
ROUND_LEFT_OVER_COST, TWO_ROUNDS_COST = 3.0, 3.0
SINGLE_BOARD_COST, FEW_ROUNDS_COST, ENOUGH_ROUNDS = 6.0, 1.5, 7


@dataclass(frozen=True, slots=True)
class Wish:
    """What the club wants. Either boards or minutes; `share` is the percentage everyone must play."""

    contestants: int
    unit: Unit = Unit.PAIR
    boards: int | None = None
    minutes: int | None = None
    minutes_per_board: float | None = None
    copies: int | None = None
    winners: int | None = None
    share: int = USUAL_SHARE
    rounds: int | None = None
    boards_per_round: int | None = None
    missing: str = "ns"
    # Only this kind.
    kind: MovementKind | None = None
    # Teams play in threes where their number is odd.
    three_ways: bool = False

    @property
    def wanted_boards(self) -> int:
        if self.boards is not None:
            return self.boards
        if self.rounds and self.boards_per_round:
            return self.rounds * self.boards_per_round
        return USUAL_BOARDS if self.minutes is None else boards_in(self.minutes, self.minutes_per_board)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A candidate by arithmetic: nothing generated yet."""

    kind: MovementKind
    rounds: int
    boards: int
    board_sets: int
    copies: int = 1
    winners: int = 1
    sharing: bool = False
    sit_outs: int = 0
    effort: float = 0.0

    @property
    def boards_each(self) -> int:
        """What the worst served plays."""
        return (self.rounds - self.sit_outs) * self.boards

    @property
    def share(self) -> int:
        return 100 * (self.rounds - self.sit_outs) // self.board_sets


@dataclass(frozen=True, slots=True)
class MovementCandidate:
    request: MovementRequest
    sketch: Sketch
    movement: Movement
    report: MovementReport
    minutes: int
    cost: float
    reasons: tuple[Note, ...]

    @property
    def name(self) -> str:
        return self.sketch.kind.traits.label


def recommend(wish: Wish, most: int = 5) -> list[MovementCandidate]:
    """The best candidates, best first; at most two of a kind."""
    sketches = sorted(_sketches(wish), key=lambda sketch: _cost(sketch, wish))
    chosen: list[Sketch] = []
    for sketch in sketches:
        if sum(sketch.kind is other.kind for other in chosen) < 2 and len(chosen) < GENERATED:
            chosen.append(sketch)
    candidates = _candidates(chosen, wish)
    return sorted(candidates, key=lambda candidate: candidate.cost)[:most]


def usual_kind(request: MovementRequest) -> MovementRequest:
    """The request with the kind (and length) a director would choose."""
    unit = request.unit
    wish = Wish(
        request.contestants,
        unit,
        winners=request.winners,
        rounds=request.rounds,
        boards_per_round=request.boards_per_round,
        missing=request.missing,
    )
    best = min(_sketches(wish), key=lambda sketch: _cost(sketch, wish), default=None)
    if best is None:
        return replace(request, kind=KINDS[unit][0] if unit is not Unit.PAIR else _by_length(request))
    return replace(request, kind=best.kind, rounds=best.rounds, boards_per_round=best.boards)


def _by_length(request: MovementRequest) -> MovementKind:
    """When only the rounds are certain: a Mitchell if it is long enough."""
    tables = (request.contestants + 1) // 2
    return (
        MovementKind.MITCHELL if request.contestants >= 4 and (request.rounds or 0) <= tables else MovementKind.HOWELL
    )


def _sketches(wish: Wish) -> Iterator[Sketch]:
    for sketch in _swiss(wish, wish.kind) if wish.kind and wish.kind.traits.is_drawn else _usual(wish):
        if wish.kind not in (None, sketch.kind):
            continue
        if wish.rounds not in (None, sketch.rounds):
            continue
        if wish.boards_per_round is not None:
            sketch = replace(sketch, boards=wish.boards_per_round)
        if wish.copies is None or sketch.copies <= wish.copies or sketch.copies == 1:
            yield sketch


def _usual(wish: Wish) -> Iterator[Sketch]:
    makers = {Unit.PAIR: _for_pairs, Unit.TEAM: _for_teams, Unit.PLAYER: _for_players}
    yield from makers[wish.unit](wish)
    for kind in KINDS[wish.unit]:
        if kind.traits.sketches is not None:
            yield from kind.traits.sketches(wish)


def _board_sizes(rounds: int, wish: Wish) -> list[int]:
    """Boards a round that come nearest to the wish, below and above."""
    low = max(1, wish.wanted_boards // rounds)
    return [low, low + 1]


def _for_pairs(wish: Wish) -> Iterator[Sketch]:
    pairs = wish.contestants
    if pairs < 4:
        return
    tables, odd = (pairs + 1) // 2, pairs % 2
    if wish.winners != 2:
        yield from _one_field(wish, pairs + odd, odd)
    for kind, lengths, sets, copies, sharing, effort in _mitchells(tables, odd, wish):
        for length in lengths:
            for boards in _board_sizes(length, wish):
                switch = 0.5 + _switch_excess(length) if wish.winners == 1 else 0.0
                yield Sketch(kind, length, boards, sets, copies, wish.winners or 2, sharing, odd, effort + switch)
    if odd and tables > 3:
        yield from _rovers(wish, tables - 1)


def _switch_excess(rounds: int) -> float:
    """Few rounds make an eighth of the boards hard to hit."""
    return 8 * abs(switch_rounds(rounds) / rounds - 0.125)


def _one_field(wish: Wish, even: int, odd: int) -> Iterator[Sketch]:
    tables = even // 2
    orders = rounds_on_file(even) or ((even - 1,) if even <= 6 else ())
    for order in orders:
        couples = order - tables
        effort = 1.0 if tables <= HOWELL_TABLES else 2.0 + couples
        if order == even - 1:
            effort -= 1.0
        kind = MovementKind.HESITATION if couples == 1 and even > 8 else MovementKind.HOWELL
        for boards in _board_sizes(order, wish):
            yield Sketch(kind, order, boards, order, sharing=even == 4, sit_outs=odd, effort=effort)


def _mitchells(tables: int, odd: int, wish: Wish) -> Iterator[tuple[MovementKind, list[int], int, int, bool, float]]:
    """Kind, possible rounds, sets, copies, sharing and effort of the two-field movements."""
    if tables % 2:
        yield MovementKind.MITCHELL, _lengths(tables, tables, wish), tables, 1, False, 0.0
    else:
        if tables > 2:
            yield MovementKind.SKIP, _lengths(tables - 1, tables, wish), tables, 1, False, 1.0
        yield MovementKind.RELAY, _lengths(tables, tables, wish), tables, 1, not odd, 1.0
    for sets in (7, 9, 11, 13):
        if tables > sets:
            second = tables // 2 if tables % 2 == 0 else (tables - sets) // 2
            copies = -(-(tables - second) // sets) + -(-second // sets)
            yield MovementKind.WEB, _web_lengths(sets, wish), sets, copies, False, 0.5


def _lengths(rounds: int, sets: int, wish: Wish) -> list[int]:
    """The full length, if an evening is long enough, and shorter ones that still play the share asked for."""
    if wish.rounds is not None:
        return [wish.rounds] if wish.rounds <= rounds else []
    least = -(-sets * wish.share // 100)
    shorter = {length for length in range(7, rounds) if least <= length <= USUAL_ROUNDS}
    return sorted(shorter | {min(rounds, MOST_ROUNDS)})


def _web_lengths(sets: int, wish: Wish) -> list[int]:
    """A Web has as many sets as rounds, or one more: cut further, it would be another Web with more copies."""
    if wish.rounds is None:
        return [sets]
    return [wish.rounds] if wish.rounds in (sets, sets - 1) else []


def _rovers(wish: Wish, tables: int) -> Iterator[Sketch]:
    rounds = tables if tables % 2 else tables - 1
    for length in _lengths(rounds, tables, wish):
        for boards in _board_sizes(length, wish):
            winners = wish.winners or 2
            yield Sketch(MovementKind.ROVER, length, boards, tables, winners=winners, sit_outs=1, effort=2.0)


def _swiss(wish: Wish, kind: MovementKind) -> Iterator[Sketch]:
    """A Swiss that was asked for: matches of a few boards, as many rounds as are usual for the field or nearly so."""
    odd = wish.contestants % 2
    in_threes = odd and wish.three_ways and wish.unit is Unit.TEAM
    most, usual = most_swiss_rounds(wish.contestants), usual_swiss_rounds(wish.contestants)
    least = min(2 if in_threes else 3, most)
    for rounds in [wish.rounds] if wish.rounds else range(least, min(most, MOST_ROUNDS) + 1):
        # A match of three takes two rounds; only a round left over at the end has a bye.
        sit_outs = rounds % 2 if in_threes else odd
        for boards in _board_sizes(rounds, wish):
            effort = SHORT_MATCH_COST * max(0, MATCH_BOARDS - boards) + SWISS_ROUND_COST * abs(rounds - usual)
            # Few rounds are no fault in a Swiss: each is a match of its own.
            effort -= FEW_ROUNDS_COST * max(0, ENOUGH_ROUNDS - rounds)
            effort += ROUND_LEFT_OVER_COST * (in_threes and sit_outs) + TWO_ROUNDS_COST * (rounds == 2 and most > 3)
            yield Sketch(kind, rounds, boards, rounds, sit_outs=sit_outs, effort=effort)


def _for_teams(wish: Wish) -> Iterator[Sketch]:
    teams = wish.contestants
    if teams == 2:
        for rounds in [wish.rounds] if wish.rounds else [2, 4]:
            yield Sketch(MovementKind.HEAD_TO_HEAD, rounds, max(1, wish.wanted_boards // rounds), rounds)
    if teams < 3:
        return
    for rounds in [wish.rounds] if wish.rounds else range(5, 9):
        if rounds <= teams - 2 and teams >= 8:
            for boards in _board_sizes(rounds, wish):
                yield Sketch(MovementKind.SWISS, rounds, boards, rounds, effort=2.0)
    full = teams - 1 + teams % 2
    for boards in _board_sizes(full, wish):
        yield Sketch(MovementKind.ROUND_ROBIN, full, boards, full, sit_outs=teams % 2, effort=1.0)
    visits = teams - 1 if teams % 2 else teams - 2
    for boards in _board_sizes(visits, wish):
        yield Sketch(MovementKind.AMERICAN_WHIST, visits, boards, visits, effort=2.0 + (teams % 2 == 0))


def _for_players(wish: Wish) -> Iterator[Sketch]:
    players = wish.contestants
    if not 4 <= players <= 40:
        return
    most = players - 1 + players % 2
    out = 1 if players % 4 else 0
    for rounds in [wish.rounds] if wish.rounds else range(min(6, most), min(most, 15) + 1):
        if rounds <= most:
            for boards in _board_sizes(rounds, wish):
                yield Sketch(MovementKind.INDIVIDUAL, rounds, boards, rounds, copies=1, sit_outs=out)


def _cost(sketch: Sketch, wish: Wish) -> float:
    cost = sketch.effort + BOARD_COST * abs(sketch.rounds * sketch.boards - wish.wanted_boards)
    cost += SHARE_COST * (1 - min(100, 100 * sketch.rounds // sketch.board_sets) / 100)
    cost += COPY_COST * (sketch.copies - 1) + SIT_OUT_COST * sketch.sit_outs + SHARING_COST * sketch.sharing
    cost += SINGLE_BOARD_COST * (sketch.boards == 1) + FEW_ROUNDS_COST * max(0, ENOUGH_ROUNDS - sketch.rounds)
    if sketch.share < wish.share and sketch.sit_outs == 0:
        cost += BELOW_SHARE_COST
    minutes = session_minutes(sketch.rounds, sketch.boards, wish.minutes_per_board)
    if wish.minutes is not None and minutes > wish.minutes:
        cost += OVER_TIME_COST + minutes - wish.minutes
    return cost


def _candidates(sketches: Iterable[Sketch], wish: Wish) -> Iterator[MovementCandidate]:
    """Those that can be made: a long rover movement exists on paper before its visits are found."""
    for sketch in sketches:
        with suppress(MovementError):
            yield _candidate(sketch, wish)


def _candidate(sketch: Sketch, wish: Wish) -> MovementCandidate:
    request = MovementRequest(
        wish.unit,
        wish.contestants,
        sketch.kind,
        sketch.rounds,
        sketch.boards,
        wish.winners,
        wish.missing,
        wish.three_ways,
    )
    movement = build_movement(request)
    report = check(movement)
    cost = _cost(sketch, wish) + _unbalance(report)
    minutes = session_minutes(sketch.rounds, sketch.boards, wish.minutes_per_board)
    reasons = tuple(_reasons(wish, movement, report, minutes))
    return MovementCandidate(request, sketch, movement, report, minutes, round(cost, 2), reasons)


def _unbalance(report: MovementReport) -> float:
    """How far influence strays, against its mean: 1 when the one is as large as the other."""
    if report.balance is None or report.balance.influence.mean <= 0:
        return 0.0
    influence = report.balance.influence
    return min(2.0, sqrt(influence.variance) / influence.mean)


def _reasons(wish: Wish, movement: Movement, report: MovementReport, minutes: int) -> Iterator[Note]:
    played = int(report.boards_per_contestant.minimum)
    yield Note.of("near-boards", boards=played, wanted=wish.wanted_boards)
    share = 100 * played // max(1, report.boards_in_play)
    if share == 100:
        yield Note.of("every-pair")
    elif share >= wish.share:
        yield Note.of("share-of-boards", share=share)
    else:
        yield Note.of("below-share", share=share, wanted=wish.share)
    if wish.minutes is not None:
        yield Note.of("fits-time" if minutes <= wish.minutes else "over-time", minutes=minutes, limit=wish.minutes)
    most = report.sit_outs.maximum
    yield (
        Note.of("no-sit-out")
        if most == 0
        else Note.of("sit-out-once")
        if most == 1
        else Note.of("sit-out-some", times=most)
    )
    yield Note.of("one-winner" if movement.winners == 1 else "two-winners")
    if report.opponents.minimum == movement.contestants - 1:
        yield Note.of("everyone-meets")
    if movement.stationary:
        yield Note.of("seats-kept", number=len(movement.stationary))
    if movement.kind.traits.is_simple:
        yield Note.of("simple")
    if report.shared_rounds and movement.unit is Unit.PAIR:
        yield Note.of("boards-shared", rounds=report.shared_rounds)
    if movement.copies > 1:
        yield Note.of("copies-needed", copies=movement.copies)
    if report.balance is not None:
        yield Note.of("balance", variance=report.balance.influence.variance)


def recommend_or_fail(wish: Wish, most: int = 5) -> list[MovementCandidate]:
    """Like `recommend`, with a sentence to show when nothing fits."""
    candidates = recommend(wish, most)
    if candidates:
        return candidates
    least = {Unit.PAIR: 4, Unit.TEAM: 2, Unit.PLAYER: 4}[wish.unit]
    if wish.contestants < least:
        what = f"movement for {wish.unit}s"
        raise MovementError("too-few", option=f"{wish.unit}s", number=wish.contestants, what=what, least=least)
    raise MovementError("nothing-fits", unit=wish.unit, number=wish.contestants)
