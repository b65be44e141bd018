"""Matches between two teams: IMPs, board-a-match, aggregate, victory points (Laws 78B, 86 and 12C4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.engine import rulings
from scoring.engine.cards import Side
from scoring.engine.methods import IMPS, Average, TeamScoring
from scoring.engine.numbers import ZERO
from scoring.engine.ranking import rank_standings
from scoring.engine.results import ScoredStanding
from scoring.engine.sheet import Award, CarryOver, Line, Outcomes, Penalty, SelfInflicted, Unit, Value
from scoring.engine.victory import VPScale


@dataclass(frozen=True, slots=True)
class TeamTable:
    """One table's score as each side is to be given it; they differ only after a split score."""

    ns: Outcomes
    ew: Outcomes
    own_damage: SelfInflicted | None = None  # Law 12C1(e): worked out against the other table

    @classmethod
    def of(cls, score: int | Outcomes) -> "TeamTable":
        outcomes = score if isinstance(score, Outcomes) else Outcomes.one(score)
        return cls(outcomes, outcomes)


@dataclass(frozen=True, slots=True)
class Awards:
    """Law 86B2(a) and (c): the board is cancelled and each team gets an artificial score."""

    home: Award
    away: Award


@dataclass(frozen=True, slots=True)
class OneAtFault:
    """Law 86B2(b): the innocent team gets the better of average plus and an assigned score."""

    home_is_innocent: bool
    open_room: TeamTable
    closed_room: TeamTable


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both tables have a score: the home team sits North-South in the open room, East-West in the closed
    one.
    """

    open_room: TeamTable
    closed_room: TeamTable
    # A team that gets an artificial score (Law 12C1(d)) has it instead of what the comparison gives it.
    home_award: Award | None = None
    away_award: Award | None = None


@dataclass(frozen=True, slots=True)
class MatchBoard:
    number: int | str
    scored: Comparison | Awards | OneAtFault | None  # None: not played


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams over a number of boards."""

    home: str
    away: str
    boards: tuple[MatchBoard, ...]
    round: int | str = ""
    knockout: bool = False
    home_carry: Fraction = ZERO  # IMPs brought into the match; negative where the away team brings them
    home_penalty: Fraction = ZERO  # in IMPs
    away_penalty: Fraction = ZERO


@dataclass(frozen=True, slots=True)
class TeamRules:
    """How a match is scored."""

    scoring: TeamScoring = IMPS
    cap: int | None = None
    equal_within: int = 0  # board-a-match: the largest difference that still counts as equal
    average_plus: Fraction = Fraction(3)


@dataclass(frozen=True, slots=True)
class MatchBoardScore:
    """What the board gives to each team; the two balance unless a ruling says otherwise."""

    number: int | str
    home: Fraction
    away: Fraction


@dataclass(frozen=True, slots=True)
class MatchScore:
    match: TeamMatch
    boards: tuple[MatchBoardScore, ...]
    home: Fraction  # net, from each team's own point of view
    away: Fraction
    home_vps: Fraction | None = None
    away_vps: Fraction | None = None


def compare_rooms(rooms: Sequence[tuple[Line, Side]]) -> Comparison | Awards | None:
    """What a board's tables come to, each with the side on which the home team sat there; None: nothing yet."""
    home = _artificial(line.value(side) for line, side in rooms)
    away = _artificial(line.value(side.other) for line, side in rooms)
    if home is not None and away is not None:
        return Awards(home, away)
    tables = {side: _table(line) for line, side in rooms}
    opened, closed = tables.get(Side.NS), tables.get(Side.EW)
    # The rooms had different cards: what each side gets is a ruling's (Law 87C).
    if opened is None or closed is None or len({line.group for line, _side in rooms}) > 1:
        return None
    return Comparison(opened, closed, home, away)


def _artificial(values: Iterable[Value | None]) -> Award | None:
    return next((value for value in values if isinstance(value, Award)), None)


def _table(line: Line) -> TeamTable | None:
    """A side with an artificial score is not compared; the other one is, as if both had what it was assigned."""
    values = (line.ns_value, line.ew_value)
    outcomes = [value for value in values if isinstance(value, Outcomes)]
    return TeamTable(outcomes[0], outcomes[-1], line.self_inflicted) if outcomes and None not in values else None


def score_match(match: TeamMatch, rules: TeamRules, scale: VPScale | None = None) -> MatchScore:
    """A match board by board; victory points for each team from its own net score, which need not balance."""
    boards = tuple(_scored(board, match, rules) for board in match.boards if board.scored is not None)
    home = sum((board.home for board in boards), ZERO) + match.home_carry - match.home_penalty
    away = sum((board.away for board in boards), ZERO) - match.home_carry - match.away_penalty
    if scale is None:
        return MatchScore(match, boards, home, away)
    return MatchScore(match, boards, home, away, scale.points(home), scale.points(away))


def _scored(board: MatchBoard, match: TeamMatch, rules: TeamRules) -> MatchBoardScore:
    home, away = _board_gains(board, rules)
    whole = rules.scoring.whole
    if match.knockout and home + away != whole:
        half = whole / 2
        home, away = half + rulings.knockout(home, away), half + rulings.knockout(away, home)
    return MatchBoardScore(board.number, home, away)


def _board_gains(board: MatchBoard, rules: TeamRules) -> tuple[Fraction, Fraction]:
    """Home and away, each from its own point of view."""
    comparison = board.scored
    if isinstance(comparison, Awards):
        return _award(comparison.home, rules), _award(comparison.away, rules)
    assert comparison is not None
    open_room = _relieved(comparison.open_room, comparison.closed_room, rules)
    closed_room = _relieved(comparison.closed_room, comparison.open_room, rules)
    home = _compare(open_room.ns, closed_room.ew, rules)
    away = _compare(closed_room.ns, open_room.ew, rules)
    if isinstance(comparison, Comparison):
        return _award(comparison.home_award, rules, home), _award(comparison.away_award, rules, away)
    whole = rules.scoring.whole
    plus = rules.average_plus if rules.scoring.average is Average.IMPS else whole * 3 / 5
    gained = rulings.one_at_fault(home if comparison.home_is_innocent else away, plus)
    return (gained, whole - gained) if comparison.home_is_innocent else (whole - gained, gained)


def _relieved(table: TeamTable, other: TeamTable, rules: TeamRules) -> TeamTable:
    """Law 12C1(e), by what the three scores are worth to the team that was not at fault."""
    ruling = table.own_damage
    if ruling is None:
        return table
    sits_ns = ruling.non_offenders is Side.NS
    worths = (
        _compare(part, other.ew, rules) if sits_ns else _compare(other.ns, part, rules)
        for part in (ruling.table, ruling.normal, ruling.adjusted)
    )
    line = rulings.apply_own_damage(Line.self_damage("ns", "ew", ruling), *worths)
    assert isinstance(line.ns_value, Outcomes)
    assert isinstance(line.ew_value, Outcomes)
    return TeamTable(line.ns_value, line.ew_value)


def _award(award: Award | None, rules: TeamRules, compared: Fraction = ZERO) -> Fraction:
    if award is None:
        return compared
    scoring = rules.scoring
    return award.base_imps if scoring.average is Average.IMPS else award.base_percent * scoring.whole / 100


def _compare(own: Outcomes, other: Outcomes, rules: TeamRules) -> Fraction:
    """What a team gains that has `own` at the table where it sits North-South, `other` where it sits
    East-West.
    """
    return sum(
        (
            weight * share * rules.scoring.swing(score - against, rules)
            for score, weight in own.scores
            for against, share in other.scores
        ),
        ZERO,
    )


def team_standings(
    matches: Sequence[MatchScore],
    *,
    penalties: Iterable[Penalty] = (),
    carry_overs: Iterable[CarryOver] = (),
    byes: Iterable[CarryOver] = (),
) -> tuple[ScoredStanding, ...]:
    """Teams by victory points, or by what they won net where there are none; `byes` are what rounds without
    opponents give.
    """
    totals: dict[str, Fraction] = _summed(byes)
    boards: dict[str, int] = dict.fromkeys(totals, 0)
    for match in matches:
        for team, vps, net in (
            (match.match.home, match.home_vps, match.home),
            (match.match.away, match.away_vps, match.away),
        ):
            totals[team] = totals.get(team, ZERO) + (net if vps is None else vps)
            boards[team] = boards.get(team, 0) + len(match.boards)
    penalty_sums = _summed(in_points(penalties))
    carried = _summed(carry_overs)
    for team in totals:
        totals[team] += carried.get(team, ZERO) - penalty_sums.get(team, ZERO)
    unplaced = [
        ScoredStanding(
            0, False, team, boards[team], total, None, "", carried.get(team, ZERO), penalty_sums.get(team, ZERO)
        )
        for team, total in totals.items()
    ]
    return rank_standings(unplaced, totals)


def in_points(penalties: Iterable[Penalty]) -> Iterable[Penalty]:
    """There are tops only at board-a-match: two points a board."""
    for penalty in penalties:
        yield replace(penalty, amount=penalty.amount * 2 / 100) if penalty.unit is Unit.TOP_PERCENT else penalty


def _summed(entries: Iterable[Penalty] | Iterable[CarryOver]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for entry in entries:
        sums[entry.contestant] = sums.get(entry.contestant, ZERO) + entry.amount
    return sums
