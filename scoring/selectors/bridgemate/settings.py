"""What Bridgemates ask and show, as the rules for devices at the tables have it."""

from __future__ import annotations

from scoring.interchange.bridgemate.records import (
    Setting,
)
from scoring.models.table_rules import Shown, TableRules, TricksStyle, When

_RANKING = {When.NEVER: 0, When.ROUND: 1, When.LIVE: 1, When.END: 2}


def settings_of(rules: TableRules) -> dict[str, Setting]:
    """What Bridgemates ask and show, as the rules for devices at the tables have it."""
    return {
        "ShowResults": rules.traveller == Shown.ALL,
        "ShowOwnResult": rules.traveller != Shown.NOTHING,
        "MaximumResults": rules.most_results,
        "ShowPercentage": rules.percentages,
        "EnterResultsMethod": int(rules.tricks == TricksStyle.TOTAL),
        "ShowContract": int(rules.letters),
        "LeadCard": rules.lead,
        "BoardOrderVerification": rules.in_order,
        "HandRecordValidation": rules.check_lead,
        "BM2ConfirmNP": not rules.not_played,
        "BM2NextSeatings": rules.next_seats,
        "BM2ScoreCorrection": rules.correct,
        "BM2ShowPlayerNames": int(rules.names),
        "BM2Ranking": _RANKING[When(rules.ranking)],
        "BM2ViewHandRecord": rules.hand,
        "MemberNumbers": True,
    }
