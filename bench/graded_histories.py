"""Made-up histories of clubs, the same for the same seed: who played with whom, how well, and what was made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from points.grading.model import GradedSession, PairResult

FIRST_DAY = date(2020, 1, 7)


@dataclass(frozen=True)
class HistoryKind:
    """What a made-up club is like. Strengths and deviations are percentage points."""

    name: str
    players: int = 90
    sessions: int = 120
    days_between: int = 7
    pairs: tuple[int, int] = (16, 28)
    boards: tuple[int, ...] = (20, 24, 26, 28)
    mean: float = 50.0
    spread: float = 4.5  # between players
    yearly_drift: float = 1.2
    newcomers: float = 0.15  # part of the players who join later
    newcomer_mean: float = 44.0
    learning: float = 2.5  # what a newcomer gains in a year
    regular: float = 0.75  # how often a player sits with the usual partner
    synergy: float = 1.2  # how far a partnership differs from its players
    board_spread: float = 28.0


KINDS = (
    HistoryKind("club, regular partners"),
    HistoryKind("club, changing partners", regular=0.2),
    HistoryKind("many newcomers", newcomers=0.5),
    HistoryKind("large and uneven", players=160, pairs=(24, 40), spread=6.0, days_between=4),
)


@dataclass(frozen=True)
class History:
    kind: HistoryKind
    sessions: tuple[GradedSession, ...]
    #: For each session the percentages that the true strengths make one expect.
    true_pars: tuple[tuple[float, ...], ...]


@dataclass
class Player:
    name: str
    strength: float
    joins: int
    learning: float
    partner: int


def make_history(kind: HistoryKind, seed: int) -> History:
    """A history of this kind. Everything comes from one seeded generator, in a fixed order."""
    random = Random(f"{kind.name}-{seed}")
    players = _people(kind, random)
    synergies: dict[tuple[int, int], float] = {}
    sessions, pars = [], []
    for number in range(kind.sessions):
        present = [index for index, player in enumerate(players) if player.joins <= number]
        pairs = _pairs(kind, random, players, present)
        session, par = _session(kind, random, players, synergies, pairs, number)
        sessions.append(session)
        pars.append(par)
        _drift(kind, random, players, number)
    return History(kind, tuple(sessions), tuple(pars))


def _people(kind: HistoryKind, random: Random) -> list[Player]:
    players = []
    for index in range(kind.players):
        late = random.random() < kind.newcomers
        strength = random.gauss(kind.newcomer_mean if late else kind.mean, kind.spread)
        joins = random.randrange(kind.sessions // 8, kind.sessions * 3 // 4) if late else 0
        players.append(Player(f"p{index:03}", strength, joins, kind.learning if late else 0.0, index ^ 1))
    return players


def _pairs(kind: HistoryKind, random: Random, players: list[Player], present: list[int]) -> list[tuple[int, int]]:
    waiting, here = present[:], set(present)
    random.shuffle(waiting)
    wanted = min(random.randint(*kind.pairs), len(waiting) // 2)
    pairs: list[tuple[int, int]] = []
    singles: list[int] = []
    for index in waiting:
        partner = players[index].partner
        if index not in here or len(pairs) == wanted:
            continue
        if partner in here and random.random() < kind.regular:
            pairs.append((min(index, partner), max(index, partner)))
            here -= {index, partner}
        else:
            singles.append(index)
            here.discard(index)
            if len(singles) == 2:
                pairs.append((min(singles), max(singles)))
                singles = []
    return pairs


def _session(
    kind: HistoryKind,
    random: Random,
    players: list[Player],
    synergies: dict[tuple[int, int], float],
    pairs: list[tuple[int, int]],
    number: int,
) -> tuple[GradedSession, tuple[float, ...]]:
    for pair in pairs:
        if pair not in synergies:
            synergies[pair] = random.gauss(0, kind.synergy)
    strengths = [sum(players[index].strength for index in pair) / 2 + synergies[pair] for pair in pairs]
    total, boards = sum(strengths), random.choice(kind.boards)
    pars = [50 + own - (total - own) / (len(pairs) - 1) for own in strengths]
    noise = kind.board_spread / boards**0.5
    made = [min(95.0, max(5.0, par + random.gauss(0, noise))) for par in pars]
    shift = sum(made) / len(made) - 50  # percentages of a field have 50 in the mean
    results = tuple(
        PairResult(tuple(players[index].name for index in pair), round(percent - shift, 2), boards)
        for pair, percent in zip(pairs, made, strict=True)
    )
    day = FIRST_DAY + timedelta(days=number * kind.days_between)
    return GradedSession(number + 1, day, results), tuple(pars)


def _drift(kind: HistoryKind, random: Random, players: list[Player], number: int) -> None:
    years = kind.days_between / 365
    for player in players:
        player.strength += random.gauss(0, kind.yearly_drift * years**0.5)
        if player.joins <= number:
            player.strength += player.learning * years
