from scoring.models.corrections import Correction
from scoring.models.director_calls import Announcement, DirectorCall
from scoring.models.fields import ComparisonField, Penalty, ScoringRun, Standing
from scoring.models.fouled import BoardForms
from scoring.models.imports import ImportedFile
from scoring.models.matches import Knockout, MatchAgreement, MatchTerm, RoundDraw
from scoring.models.official import ContactNote, LateDeadline, OfficialScore, Publication
from scoring.models.results import BoardResult, ScoreAdjustment, ScoreEntry
from scoring.models.table_rules import ClubTableRules, TableRules

__all__ = [
    "Announcement",
    "BoardForms",
    "BoardResult",
    "ClubTableRules",
    "ComparisonField",
    "ContactNote",
    "Correction",
    "DirectorCall",
    "ImportedFile",
    "Knockout",
    "LateDeadline",
    "MatchAgreement",
    "MatchTerm",
    "OfficialScore",
    "Penalty",
    "Publication",
    "RoundDraw",
    "ScoreAdjustment",
    "ScoreEntry",
    "ScoringRun",
    "Standing",
    "TableRules",
]
