"""Laws 77, 78, 12C, 86 and 87: contract to score to matchpoints or IMPs to ranking.

Pure: values in, values out; the standard library alone. Start at `score_session` for a scoresheet, at
`teams.score_match` for teams, and at `explain` for why.
"""

from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Card, Seat, Side, Strain
from scoring.engine.contract import Contract, Result
from scoring.engine.errors import NotationError, ScoringError, SheetError
from scoring.engine.law77 import declarer_score, table_score
from scoring.engine.methods import METHODS, Method, method_named
from scoring.engine.profiles import PROFILES, Profile, profile_named
from scoring.engine.results import ScoredStanding, SessionScore
from scoring.engine.session import score_session
from scoring.engine.sheet import Award, Board, Level, Line, Outcomes, Penalty, Scoresheet

__all__ = [
    "METHODS",
    "PROFILES",
    "Award",
    "Board",
    "Card",
    "Conditions",
    "Contract",
    "Level",
    "Line",
    "Method",
    "NotationError",
    "Outcomes",
    "Penalty",
    "Profile",
    "Result",
    "ScoredStanding",
    "Scoresheet",
    "ScoringError",
    "Seat",
    "SessionScore",
    "SheetError",
    "Side",
    "Strain",
    "Vulnerability",
    "declarer_score",
    "method_named",
    "profile_named",
    "score_session",
    "table_score",
]
