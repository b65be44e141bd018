from scoring.models.fields import Field, Penalty, ScoringRun, Standing
from scoring.models.matches import Knockout, MatchAgreement, MatchTerm, RoundDraw
from scoring.models.night import Announcement, DirectorCall, TableRules
from scoring.models.results import BoardResult, ScoreAdjustment, ScoreEntry

__all__ = [
    "Announcement",
    "BoardResult",
    "DirectorCall",
    "Field",
    "Knockout",
    "MatchAgreement",
    "MatchTerm",
    "Penalty",
    "RoundDraw",
    "ScoreAdjustment",
    "ScoreEntry",
    "ScoringRun",
    "Standing",
    "TableRules",
]
