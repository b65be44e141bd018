"""How well grading models predict later sessions of made-up histories: `python -m bench.grading_models`.

The table in docs/algorithms/grading.md is what this prints; a test recomputes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum, sqrt

from bench.graded_histories import KINDS, History, HistoryKind, make_history
from points.grading.history import graded
from points.grading.model import GradedSession, GradingModel
from points.grading.state_space import StateSpaceModel
from points.grading.window import WindowModel

SEEDS = (11, 12, 13)
Predictions = list[list[float]]


def everybody_is_50(sessions: Iterable[GradedSession]) -> Predictions:
    return [[50.0] * len(session.results) for session in sessions]


def elo(sessions: Iterable[GradedSession], k: float = 32.0, start: float = 1200.0) -> Predictions:
    """Elo on percentages: a pair's rating is the mean of its players', the field's that of the other pairs."""
    ratings: dict[str, float] = {}
    predictions = []
    for session in sessions:
        pairs = [sum(ratings.get(name, start) for name in line.players) / len(line.players) for line in session.results]
        total, count = sum(pairs), len(pairs)
        expected = [1 / (1 + 10 ** (((total - own) / (count - 1) - own) / 400)) for own in pairs]
        predictions.append([100 * share for share in expected])
        for line, share in zip(session.results, expected, strict=True):
            for name in line.players:
                ratings[name] = ratings.get(name, start) + k * (line.percent / 100 - share)
    return predictions


def by_model(model: GradingModel) -> Callable[[Iterable[GradedSession]], Predictions]:
    def predict(sessions: Iterable[GradedSession]) -> Predictions:
        return [[line.expected for line in grades.lines] for grades in graded(model, sessions)]

    return predict


PREDICTORS: dict[str, Callable[[Iterable[GradedSession]], Predictions]] = {
    "everybody is 50": everybody_is_50,
    "Elo on percentages": elo,
    "window": by_model(WindowModel()),
    "state-space": by_model(StateSpaceModel()),
}
FLOOR = "true strengths"


def error(history: History, predictions: Iterable[Iterable[float]]) -> float:
    """Root of the mean squared error over the second half of a history."""
    half = len(history.sessions) // 2
    squares = [
        (line.percent - expected) ** 2
        for number, (session, expectations) in enumerate(zip(history.sessions, predictions, strict=True))
        if number >= half
        for line, expected in zip(session.results, expectations, strict=True)
    ]
    return sqrt(fsum(squares) / len(squares))


def errors(kind: HistoryKind, seeds: Iterable[int] = SEEDS) -> dict[str, float]:
    """The error of each predictor over histories of a kind, and that of somebody who knew every true strength."""
    histories = [make_history(kind, seed) for seed in seeds]
    found = {
        name: fsum(error(history, predict(history.sessions)) for history in histories) / len(histories)
        for name, predict in PREDICTORS.items()
    }
    return found | {FLOOR: fsum(error(history, history.true_pars) for history in histories) / len(histories)}


def table(kinds: Iterable[HistoryKind] = KINDS) -> str:
    """The comparison as a table of Markdown."""
    names = [*PREDICTORS, FLOOR]
    lines = [f"| history | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for kind in kinds:
        found = errors(kind)
        lines.append(f"| {kind.name} | {' | '.join(f'{found[name]:.2f}' for name in names)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
