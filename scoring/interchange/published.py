"""What the program that wrote a file made of it, held against what its lines give."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.engine.cards import Side
from scoring.engine.errors import NotationError
from scoring.engine.numbers import Rounding
from scoring.engine.profiles import PROFILES
from scoring.engine.results import LineScore, ScoredStanding, SessionScore
from scoring.engine.session import score_session
from scoring.engine.teams import MatchScore
from scoring.interchange import sentences
from scoring.interchange.document import (
    Document,
    FileContestant,
    FileLine,
    MatchHead,
    Problem,
    PublishedStanding,
)
from scoring.interchange.naming import contestant_keys
from scoring.interchange.sheets import Reading

# More decimals than these are what is left of a floating-point number.
FINEST = 4
_FIGURE = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,8})?")


def contradictions(
    document: Document,
    reading: Reading,
    session: SessionScore,
    standings: Sequence[ScoredStanding],
    matches: Sequence[MatchScore] = (),
) -> list[Problem]:
    """One sentence for each published figure that does not follow from the lines.

    Where all or more of them follow another profile, it is that one they are held against, and one sentence says so.
    """
    problems = direct_contradictions(document, reading, session, standings, matches)
    if not problems or matches or document.individual:
        return problems
    published, fewer = session.profile.name, problems
    for name, profile in PROFILES.items():
        if name == session.profile.name:
            continue
        other = score_session(session.sheet, session.method, profile)
        other_problems = [*_lines(document, reading, other), *_standings(document, reading, other, other.standings)]
        if len(other_problems) < len(fewer):
            published, fewer = name, other_problems
        if not other_problems:
            break
    if fewer is problems:
        return problems
    gaps = {"published": published, "chosen": session.profile.name}
    return [Problem(sentences.OTHER_PROFILE, gaps), *fewer]


def direct_contradictions(
    document: Document,
    reading: Reading,
    session: SessionScore,
    standings: Sequence[ScoredStanding],
    matches: Sequence[MatchScore] = (),
) -> list[Problem]:
    """The same under the profile that was chosen, whatever others would give."""
    problems = [*_matches(document, matches), *_lines(document, reading, session)]
    problems += _standings(document, reading, session, standings)
    return problems


def _lines(document: Document, reading: Reading, session: SessionScore) -> Iterator[Problem]:
    if document.points_method != session.method.kind:
        return
    right: set[tuple[str, int]] = set()
    for board in session.boards:
        for entry, line_score in zip(reading.entries[board.number], board.lines, strict=True):
            yield from _line(board.number, entry.row, line_score, session.board_rounding, right)


def _line(
    number: int | str, row: FileLine, line_score: LineScore, rounding: Rounding, right: set[tuple[str, int]]
) -> Iterator[Problem]:
    """`right` are figures that were found right already: equal scores share their points."""
    for side, text in ((Side.NS, row.points_ns), (Side.EW, row.points_ew)):
        points = line_score.points(side)
        if points is None or (text, id(points)) in right:
            continue
        if _agrees(text, points.shown, points.counted):
            right.add((text, id(points)))
            continue
        gaps = {"contestant": line_score.line.contestant(side), "published": text, "worth": rounding.show(points.shown)}
        yield Problem(sentences.PUBLISHED_POINTS, gaps, number, row.where or None)


def _agrees(text: str, *worth: Fraction | None) -> bool:
    """Whether a figure is one of these, rounded to as many decimals as it has; what is no figure says nothing."""
    if not _FIGURE.fullmatch(text.strip()):
        return True
    figure = text.strip().replace(",", ".")
    decimals = min(FINEST, len(figure.partition(".")[2]))
    half = Fraction(1, 2 * 10**decimals)
    return any(abs(Fraction(figure) - value) <= half for value in worth if value is not None)


def _standings(
    document: Document, reading: Reading, session: SessionScore, standings: Sequence[ScoredStanding]
) -> Iterator[Problem]:
    if not document.standings:
        return
    numbers = contestant_keys(document, reading.names)
    compares_places = not has_handicaps(document)
    for standing in standings:
        key = numbers.get(standing.contestant, ("", standing.contestant, ""))
        published, contestant = document.published(*key), document.contestant(*key)
        if published is not None:
            told = published if compares_places else replace(published, place="")
            yield from _standing(told, standing, session, _handicap(contestant))


def has_handicaps(document: Document) -> bool:
    """Whether places go by figures with handicaps in them, which the lines do not give."""
    return any(_handicap(contestant) for contestant in document.contestants.values())


def _handicap(contestant: FileContestant | None) -> Fraction:
    text = contestant.handicap.strip().removesuffix("%").replace(",", ".") if contestant else ""
    return Fraction(text) if _FIGURE.fullmatch(text) else Fraction(0)


def _standing(
    published: PublishedStanding, standing: ScoredStanding, session: SessionScore, handicap: Fraction
) -> Iterator[Problem]:
    """The first of percentage, total and place that is another one."""
    if handicap and standing.percent is not None:
        percents = [standing.percent + handicap * share for share in (Fraction(0), Fraction(1, 2), Fraction(1))]
        if published.percent and _agrees(published.percent, *percents):
            return
    profile, place = session.profile, published.place.strip().rstrip("=")
    worth = {
        "percent": profile.percent.show(standing.percent) if standing.percent is not None else "",
        "total": profile.total.show(standing.total),
    }
    gaps: dict[str, object] = {"contestant": standing.contestant}
    if standing.percent is not None and not _agrees(
        published.percent, standing.percent, profile.percent.apply(standing.percent)
    ):
        gaps |= {"published": f"{published.percent}%", "worth": f"{worth['percent']}%"}
    elif not _agrees(published.total, standing.total, profile.total.apply(standing.total), standing.percent):
        gaps |= {"published": published.total, "worth": worth["total"]}
    elif place.isdecimal() and int(place) != standing.rank:
        gaps |= {
            "published": NotationError(sentences.PLACE, place=place),
            "worth": NotationError(sentences.PLACE, place=standing.place),
        }
    else:
        return
    yield Problem(sentences.PUBLISHED_STANDING, gaps)


def _matches(document: Document, matches: Sequence[MatchScore]) -> Iterator[Problem]:
    for head, match in zip(document.matches, matches, strict=False):
        wrong = list(_boards(head, match))
        yield from wrong
        if not wrong:
            yield from _match(head, match)


def _boards(head: MatchHead, match: MatchScore) -> Iterator[Problem]:
    for board in match.boards:
        text = head.board_scores.get(str(board.number).rpartition("-")[2], "")
        if not _agrees(text, board.home):
            gaps = {"home": head.home, "away": head.away, "published": text, "worth": _short(board.home)}
            yield Problem(sentences.PUBLISHED_MATCH, gaps, board.number)


def _match(head: MatchHead, match: MatchScore) -> Iterator[Problem]:
    """Programs publish victory points, the margin, or what each team won: any of them will do."""
    for text, vps, net, sign in (
        (head.home_score, match.home_vps, match.home, 1),
        (head.away_score, match.away_vps, match.away, -1),
    ):
        won = sum((swing for board in match.boards if (swing := sign * board.home) > 0), Fraction(0))
        if not _agrees(text, vps, net, won, abs(net)):
            worth = _short(net if vps is None else vps)
            gaps = {"home": head.home, "away": head.away, "published": text, "worth": worth}
            yield Problem(sentences.PUBLISHED_MATCH, gaps)
            return


def _short(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else Rounding(2).show(value)
