"""What USEBIO calls things, and what they are here."""

EVENT_METHODS = {
    "MP_PAIRS": "matchpoints",
    "BUTLER_PAIRS": "butler",
    "BUTLER": "butler",
    "CROSS_IMP": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP_PAIRS": "cross-imps",
    "CROSS_IMPS_PAIRS": "cross-imps",
    "AGGREGATE_PAIRS": "total-points",
    "MP_INDIVIDUAL": "matchpoints",
}
# Kinds of events that say nothing of how boards are scored.
EVENT_KINDS = frozenset(
    {
        "PAIRS",
        "SWISS_PAIRS",
        "INDIVIDUAL",
        "TEAMS",
        "TEAM",
        "TEAMS_OF_FOUR",
        "MULTIPLE_TEAMS",
        "SWISS_TEAMS",
        "KO",
        "KO_TEAMS",
        "HEAD_TO_HEAD",
        "",
    }
)
BOARD_METHODS = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "MPS": "matchpoints",
    "MP": "matchpoints",
    "PERCENTAGE": "matchpoints",
    "BUTLER": "butler",
    "BUTLER_IMPS": "butler",
    "BUTLER_IMP": "butler",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP": "cross-imps",
    "XIMPS": "cross-imps",
    "X_IMPS": "cross-imps",
    "IMPS": "cross-imps",
    "IMP": "cross-imps",
    "AGGREGATE": "total-points",
    "TOTAL_POINTS": "total-points",
    "PAB": "board-a-match",
    "BAM": "board-a-match",
    "POINT_A_BOARD": "board-a-match",
    "BOARD_A_MATCH": "board-a-match",
}
TEAM_METHODS = {"board-a-match": "board-a-match", "total-points": "aggregate"}
# What points on a line are called, after the side; the program wrote them as it scored.
POINTS = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "BUTLER_POINTS": "butler",
    "BUTLER_IMPS": "butler",
    "BUTLER_IMP_POINTS": "butler",
    "CROSS_IMP_POINTS": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMPS_POINTS": "cross-imps",
    "AGGREGATE_POINTS": "total-points",
    "AGGREGATE_SCORE": "total-points",
    "IMPS": "",  # of one kind or the other: the event says it
    "IMP_POINTS": "",
    "POINTS": "",
}
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
PHANTOM = "-9999"  # what New Zealand's scorer writes where a side has no opponents


def told(text: str) -> str:
    """A word of the format, however it is written: `Cross-IMPs` is CROSS_IMPS."""
    return "_".join(text.upper().replace("-", " ").replace("_", " ").split())
