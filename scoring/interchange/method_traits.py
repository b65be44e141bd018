"""What a document's method is like, by the name that it has there."""

from scoring.engine.methods import IMPS, METHODS, USUAL_METHOD, PointUnit, team_scoring_named


def counts_in_percent(name: str) -> bool:
    """Whether boards have a top: matchpoints, and whatever a document does not name."""
    method = METHODS.get(name or USUAL_METHOD)
    return method is not None and method.gives_percentages


def swings_in_imps(name: str) -> bool:
    """Whether two teams compare a board in IMPs, and not in points."""
    return (team_scoring_named(name) or IMPS).unit is PointUnit.IMPS
