from scoring.models.fields import Field, Penalty, ScoringRun, Standing
from scoring.models.fouled import BoardForms
from scoring.models.night import Announcement, DirectorCall, TableRules
from scoring.models.results import BoardResult, ScoreAdjustment, ScoreEntry

__all__ = [
    "Announcement",
    "BoardForms",
    "BoardResult",
    "DirectorCall",
    "Field",
    "Penalty",
    "ScoreAdjustment",
    "ScoreEntry",
    "ScoringRun",
    "Standing",
    "TableRules",
]
