"""Grades: how well a player or a partnership is expected to do, moved by each session.

Pure and deterministic: the same sessions in the same order give the same bytes. A model keeps one small record for each
player and partnership and needs only those of the people in a session to grade it. `window.WindowModel` and
`state_space.StateSpaceModel` are the models; `history.replay` takes sessions in their order.
"""

from points.grading.history import encode, replay
from points.grading.model import Grade, GradedLine, GradedSession, PairResult
from points.grading.state_space import StateSpaceModel
from points.grading.window import WindowModel

#: What a club or federation chooses between.
MODELS = {"window": WindowModel, "state-space": StateSpaceModel}

__all__ = [
    "MODELS",
    "Grade",
    "GradedLine",
    "GradedSession",
    "PairResult",
    "StateSpaceModel",
    "WindowModel",
    "encode",
    "replay",
]
