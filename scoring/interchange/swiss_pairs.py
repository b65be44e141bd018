"""Swiss pairs in a file: what the matches were worth makes the ranking."""

import re
from fractions import Fraction

from scoring.engine.ranking import rank_standings
from scoring.engine.results import ScoredStanding, SessionScore
from scoring.interchange.document import Document
from scoring.interchange.naming import contestant_keys
from scoring.interchange.sheets import Reading

_POINTS = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,4})?")


def standings(
    document: Document, reading: Reading, session: SessionScore
) -> tuple[tuple[ScoredStanding, ...], int] | None:
    """Pairs by the victory points of their matches, and their decimals; None where a match does not say them."""
    names = {number: name for name, (_section, number, _way) in contestant_keys(document, reading.names).items()}
    totals: dict[str, Fraction] = {}
    decimals = 0
    for head in document.pair_matches:
        for number, text in ((head.home, head.home_score), (head.away, head.away_score)):
            if not _POINTS.fullmatch(text.strip()):
                if number and number in names:
                    return None
                continue
            decimals = max(decimals, len(text.partition(".")[2]))
            name = names.get(number, number)
            totals[name] = totals.get(name, Fraction(0)) + Fraction(text.strip())
    if not totals:
        return None
    for penalty in session.sheet.penalties:
        if penalty.contestant in totals:
            totals[penalty.contestant] -= penalty.amount
    boards = {standing.contestant: standing.boards for standing in session.standings}
    unplaced = [ScoredStanding(0, False, who, boards.get(who, 0), total, None) for who, total in totals.items()]
    return rank_standings(unplaced, totals), min(decimals, 2)
