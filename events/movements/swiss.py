"""Swiss: each round is drawn from the standings so that neighbours meet and nobody meets twice.

The draw is a minimum-weight perfect matching. Only each contestant's nearest legal neighbours enter
the graph; when they allow no perfect matching the neighbourhood is widened until one exists.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import networkx as nx

from events.movements.errors import MovementError
from events.movements.model import Note

NEIGHBOURS = 8
REMATCH_COST = 10**9
TRIPLE_REACH = 8


class Rematch(StrEnum):
    NEVER = "never"
    LAST_RESORT = "last-resort"


@dataclass(frozen=True, slots=True)
class SwissStanding:
    """A contestant who plays on, with the score so far. A late entry brings a provisional score."""

    number: int
    score: float


@dataclass(frozen=True, slots=True)
class SwissRules:
    """How a draw may go. A rematch is legal again once `rounds_apart` rounds lie between."""

    rematch: Rematch = Rematch.LAST_RESORT
    rounds_apart: int | None = None
    triples: bool = False
    neighbours: int = NEIGHBOURS


@dataclass(frozen=True, slots=True)
class History:
    """What was played so far: the rounds of matches, and who had byes."""

    rounds: tuple[tuple[tuple[int, int], ...], ...] = ()
    byes: tuple[int, ...] = ()

    def after(self, draw: "Draw") -> "History":
        matches = draw.matches if draw.triple is None else (*draw.matches, *combinations(draw.triple, 2))
        byes = self.byes if draw.bye is None else (*self.byes, draw.bye)
        return History((*self.rounds, tuple(matches)), byes)


@dataclass(frozen=True, slots=True)
class Draw:
    """The matches of a round, best placed first, and what does not fit into twos."""

    matches: tuple[tuple[int, int], ...]
    bye: int | None = None
    triple: tuple[int, int, int] | None = None
    rematches: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Field:
    """The contestants in order of rank, and who may not meet."""

    order: list[int]
    met: dict[int, set[int]]

    def legal(self, first: int, second: int) -> bool:
        return second not in self.met.get(first, ())


def draw(standings: Sequence[SwissStanding], history: History = History(), rules: SwissRules = SwissRules()) -> Draw:  # noqa: B008 - frozen
    """The next round. Raises when rematches are never allowed and no other draw exists."""
    players = _field(standings, history, rules)
    strict = _draw(players, history, rules, allow=False)
    if strict is not None:
        return strict
    with_rematches = _draw(players, history, rules, allow=True) if rules.rematch is Rematch.LAST_RESORT else None
    if with_rematches is None:
        raise MovementError("no-draw", round=len(history.rounds) + 1)
    return with_rematches


def draw_graph(standings: Sequence[SwissStanding], history: History, rules: SwissRules) -> "nx.Graph[int]":
    """The graph that a first attempt at an even field matches: what a draw costs at the least."""
    players = _field(standings, history, rules)
    return neighbour_graph(players, players.order, rules.neighbours, allow=False)


def _field(standings: Sequence[SwissStanding], history: History, rules: SwissRules) -> _Field:
    ranked = sorted(standings, key=lambda standing: (-standing.score, standing.number))
    return _Field([standing.number for standing in ranked], _earlier_opponents(history, rules))


def _earlier_opponents(history: History, rules: SwissRules) -> dict[int, set[int]]:
    met: dict[int, set[int]] = {}
    apart = rules.rounds_apart
    rounds = history.rounds if apart is None else history.rounds[max(0, len(history.rounds) - apart) :]
    for first, second in (match for round_ in rounds for match in round_):
        met.setdefault(first, set()).add(second)
        met.setdefault(second, set()).add(first)
    return met


def _draw(players: _Field, history: History, rules: SwissRules, allow: bool) -> Draw | None:
    if len(players.order) % 2 == 0:
        return _finish(players, players.order, rules, allow)
    if rules.triples and len(players.order) >= 3:
        for triple in _triples(players, allow):
            remaining = [x for x in players.order if x not in triple]
            drawn = _finish(players, remaining, rules, allow)
            if drawn is not None:
                return Draw(drawn.matches, None, triple, drawn.rematches)
    for bye in _bye_order(players, history):
        drawn = _finish(players, [x for x in players.order if x != bye], rules, allow)
        if drawn is not None:
            return Draw(drawn.matches, bye, None, drawn.rematches)
    return None


def _bye_order(players: _Field, history: History) -> list[int]:
    """From the bottom up, those with the fewest byes first."""
    had = Counter(history.byes)
    place = {number: at for at, number in enumerate(players.order)}
    return sorted(players.order, key=lambda number: (had[number], -place[number]))


def _triples(players: _Field, allow: bool) -> Iterator[tuple[int, int, int]]:
    """Three near neighbours who have not met, from the bottom up, the nearest to each other first."""
    order = players.order
    for reach in range(2, min(TRIPLE_REACH, len(order) - 1) + 1):
        for at in range(len(order) - 1 - reach, -1, -1):
            a, c = order[at], order[at + reach]
            for b in order[at + 1 : at + reach]:
                if allow or (players.legal(a, b) and players.legal(b, c) and players.legal(a, c)):
                    yield a, b, c


def _finish(players: _Field, order: list[int], rules: SwissRules, allow: bool) -> Draw | None:
    matches = _match(players, order, rules, allow)
    if matches is None:
        return None
    rematches = tuple(match for match in matches if not players.legal(*match))
    return Draw(tuple(matches), rematches=rematches)


def _match(players: _Field, order: list[int], rules: SwissRules, allow: bool) -> list[tuple[int, int]] | None:
    reach = rules.neighbours
    while order:
        graph = neighbour_graph(players, order, reach, allow)
        matched = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matched) == len(order):
            rank = {number: at for at, number in enumerate(order)}
            return sorted((_by_rank(rank, *match) for match in matched), key=lambda match: rank[match[0]])
        if reach >= len(order):
            return None
        reach *= 3
    return []


def _by_rank(rank: dict[int, int], first: int, second: int) -> tuple[int, int]:
    return (first, second) if rank[first] < rank[second] else (second, first)


def neighbour_graph(players: _Field, order: list[int], reach: int, allow: bool) -> "nx.Graph[int]":
    """Edges to the nearest legal opponents; the nearer in rank, the heavier.

    Weights are whole numbers, so the matching is exact, and two small gaps beat one of none and a large one.
    """
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(order)
    top = len(order) ** 2 + 1
    for at, number in enumerate(order):
        edges = 0
        for gap, opponent in enumerate(order[at + 1 :], start=1):
            legal = players.legal(number, opponent)
            if not legal and not allow:
                continue
            graph.add_edge(number, opponent, weight=top - gap * gap - (0 if legal else REMATCH_COST))
            edges += 1
            if edges == reach:
                break
    return graph


def check_draw(
    matches: Iterable[tuple[int, int]], standings: Sequence[SwissStanding], history: History, bye: int | None = None
) -> tuple[Note, ...]:
    """What is wrong with a draw corrected by hand: someone twice, someone missing, a rematch, a second bye."""
    number = len(history.rounds) + 1
    matches = list(matches)
    seats = Counter(x for match in matches for x in match)
    if bye is not None:
        seats[bye] += 1
    entered = {standing.number for standing in standings}
    notes = [Note.of("seated-twice", round=number, contestant=x) for x, n in sorted(seats.items()) if n > 1]
    notes += [Note.of("unknown-contestant", round=number, contestant=x) for x in sorted(set(seats) - entered)]
    notes += [Note.of("not-seated", round=number, contestant=x) for x in sorted(entered - set(seats))]
    met = Counter(tuple(sorted(match)) for round_ in history.rounds for match in round_)
    for first, second in (tuple(sorted(match)) for match in matches):
        if met[first, second]:
            notes.append(Note.of("met-again", round=number, a=first, b=second, times=met[first, second] + 1))
    if bye is not None and bye in history.byes:
        notes.append(Note.of("second-bye", round=number, contestant=bye))
    return tuple(notes)


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Two neighbours in the standings who do not meet; `met` is the round in which they did, None where another match
    further down would not have been possible."""

    higher: int
    lower: int
    met: int | None


def passed_over(drawn: Draw, standings: Sequence[SwissStanding], history: History) -> list[PassedOver]:
    """Why contestants do not meet the best placed who is still free: from the top down, each with those in between."""
    opponents = {number: opponent for match in drawn.matches for number, opponent in (match, match[::-1])}
    met = {frozenset(match): number for number, round_ in enumerate(history.rounds, start=1) for match in round_}
    ranked = sorted(standings, key=lambda standing: (-standing.score, standing.number))
    free = [standing.number for standing in ranked if standing.number in opponents]
    passed = []
    while free:
        higher = free.pop(0)
        between = free[: free.index(opponents[higher])]
        passed += [PassedOver(higher, lower, met.get(frozenset((higher, lower)))) for lower in between]
        free.remove(opponents[higher])
    return passed


def take_sides(draws: Iterable[Draw]) -> list[Draw]:
    """For pairs: whoever has sat North-South less often so far sits North-South, named first."""
    north_south: Counter[int] = Counter()
    seated = []
    for drawn in draws:
        matches = tuple((b, a) if north_south[a] > north_south[b] else (a, b) for a, b in drawn.matches)
        north_south.update(ns for ns, _ in matches)
        seated.append(replace(drawn, matches=matches))
    return seated


@dataclass(frozen=True, slots=True)
class TripleTable:
    """One table of a triangle: North-South, East-West, and which of its three board sets."""

    ns: int
    ew: int
    board_set: int


def triple_rounds(triple: tuple[int, int, int]) -> tuple[tuple[TripleTable, ...], tuple[TripleTable, ...]]:
    """A triangle over two rounds with three board sets, one for each of its matches.

    In the first round everyone's North-South meet the next team; in the second the same boards come
    back the other way, at tables where nobody has held them.
    """
    meetings = [(triple[at], triple[(at + 1) % 3], at) for at in range(3)]
    first = tuple(TripleTable(team, opponent, at) for team, opponent, at in meetings)
    second = tuple(TripleTable(opponent, team, at) for team, opponent, at in meetings)
    return first, second


Result = Callable[[int, int, int], tuple[float, float]]


def rehearse(contestants: int, rounds: int, result: Result, rules: SwissRules = SwissRules()) -> list[Draw]:  # noqa: B008 - frozen
    """A whole Swiss with results made up by `result(first, second, round)`."""
    scores = dict.fromkeys(range(1, contestants + 1), 0.0)
    history, draws = History(), []
    for number in range(1, rounds + 1):
        drawn = draw([SwissStanding(x, score) for x, score in scores.items()], history, rules)
        for first, second in drawn.matches:
            won, lost = result(first, second, number)
            scores[first] += won
            scores[second] += lost
        if drawn.bye is not None:
            scores[drawn.bye] += BYE_SCORE
        history = history.after(drawn)
        draws.append(drawn)
    return draws


BYE_SCORE = 12.0
