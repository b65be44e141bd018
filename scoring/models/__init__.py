from scoring.models.corrections import Correction
from scoring.models.fields import Field, Penalty, ScoringRun, Standing
from scoring.models.mail import MailWish, ResultsMail
from scoring.models.night import Announcement, DirectorCall, TableRules
from scoring.models.official import ContactNote, LateDeadline, OfficialScore, Publication
from scoring.models.results import BoardResult, ScoreAdjustment, ScoreEntry

__all__ = [
    "Announcement",
    "BoardResult",
    "ContactNote",
    "Correction",
    "DirectorCall",
    "Field",
    "LateDeadline",
    "MailWish",
    "OfficialScore",
    "Penalty",
    "Publication",
    "ResultsMail",
    "ScoreAdjustment",
    "ScoreEntry",
    "ScoringRun",
    "Standing",
    "TableRules",
]
