"""Movements: recommending against generating one, and a Swiss draw against the bare matching."""

import random

import networkx as nx

from bench.measure import Row, at_most, medians, timed
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.howell import howell
from events.movements.model import MovementKind, Unit
from events.movements.recommend import Wish, recommend
from events.movements.swiss import History, SwissRules, SwissStanding, draw, draw_graph

PAIRS, TEAMS, ROUNDS = 60, 200, 8
RECOMMEND_LIMIT, DRAW_LIMIT = 30, 3


def run(times: int = 5) -> list[Row]:
    return [recommending(times), drawing(times)]


def recommending(times: int) -> Row:
    """All candidates for 60 pairs, generated, checked and weighed, against one Howell for 60 pairs."""
    request = MovementRequest(Unit.PAIR, PAIRS, MovementKind.HOWELL, boards_per_round=1)
    recommend(Wish(PAIRS))
    ours, build = medians(timed(lambda: recommend(Wish(PAIRS))), timed(lambda: build_movement(request)), times=times)
    return at_most(f"recommend for {PAIRS} pairs / generate one", ours * 1000, build * 1000, "ms", RECOMMEND_LIMIT)


def drawing(times: int) -> Row:
    """The ninth round for 200 teams, against networkx on the very graph the draw matched."""
    standings, history = an_event()
    graph = draw_graph(standings, history, SwissRules())
    ours, bare = medians(
        timed(lambda: draw(standings, history)),
        timed(lambda: nx.max_weight_matching(graph, maxcardinality=True)),
        times=times,
    )
    return at_most(f"Swiss draw for {TEAMS} teams / bare matching", ours * 1000, bare * 1000, "ms", DRAW_LIMIT)


def an_event() -> tuple[list[SwissStanding], History]:
    rng = random.Random(200)
    scores = dict.fromkeys(range(1, TEAMS + 1), 0.0)
    history = History()
    for _ in range(ROUNDS):
        drawn = draw([SwissStanding(team, score) for team, score in scores.items()], history)
        for first, second in drawn.matches:
            won = min(20.0, max(0.0, rng.gauss(10, 5)))
            scores[first] += won
            scores[second] += 20 - won
        history = history.after(drawn)
    return [SwissStanding(team, score) for team, score in scores.items()], history


def generating(times: int = 5) -> dict[str, float]:
    """Milliseconds from the stored starter to a movement, for the page on algorithms."""
    sizes = [(10, 9), (26, 17), (60, 32), (80, 79)]
    runs = [timed(lambda pairs=pairs, rounds=rounds: howell(pairs, 1, rounds)) for pairs, rounds in sizes]
    seconds = medians(*runs, times=times)
    return {
        f"{pairs} pairs, {rounds} rounds": 1000 * spent for (pairs, rounds), spent in zip(sizes, seconds, strict=True)
    }
