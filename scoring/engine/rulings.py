"""The arithmetic of adjusted scores: Laws 12C, 64, 86B and 87B, each as a function of plain numbers."""

from dataclasses import replace
from fractions import Fraction

from scoring.engine.numbers import ONE, ZERO
from scoring.engine.sheet import Award, Level, Line, Outcomes, SelfInflicted


def artificial_percent(award: Award, own: Fraction | None) -> Fraction:
    """Law 12C2(a) and (c): 60% or the contestant's own percentage on the other boards if higher; and its
    mirror.
    """
    if own is None or award.level is None:
        return award.base_percent
    if award.level is Level.PLUS:
        return max(award.base_percent, own)
    return min(award.base_percent, own) if award.level is Level.MINUS else award.base_percent


def artificial_imps(award: Award, own: Fraction | None) -> Fraction:
    """Law 12C2(b) and (c): plus or minus 3 IMPs, or the contestant's own average if that is further out."""
    if own is None or award.level is None:
        return award.base_imps
    if award.level is Level.PLUS:
        return max(award.base_imps, own)
    return min(award.base_imps, own) if award.level is Level.MINUS else award.base_imps


def self_inflicted(table: Fraction, normal: Fraction, adjusted: Fraction) -> tuple[Fraction, Fraction]:
    """Law 12C1(e): what each side's score is worth to the non-offenders, theirs first, then the offenders'.

    The offenders are charged the adjusted score in full; the non-offenders keep the table score and are
    relieved of what the infraction cost, which is adjusted less normal. No damage from the infraction: the
    table score stands.
    """
    if adjusted <= normal:
        return table, table
    return min(adjusted, table + adjusted - normal), adjusted


def apply_own_damage(line: Line, table: Fraction, normal: Fraction, adjusted: Fraction) -> Line:
    """Law 12C1(e) on a line, given what its three scores are worth to the non-offenders.

    The non-offenders' score becomes table + adjusted - normal as signed weights, so that comparisons with it
    are split in the same way.
    """
    ruling = line.self_inflicted
    if ruling is None:
        return line
    if adjusted <= normal:
        return replace(line, ns_value=ruling.table, ew_value=ruling.table)
    own = ruling.adjusted if table >= normal else _relieved(ruling)
    if ruling.non_offenders.sign > 0:
        return replace(line, ns_value=own, ew_value=ruling.adjusted)
    return replace(line, ns_value=ruling.adjusted, ew_value=own)


def _relieved(ruling: SelfInflicted) -> Outcomes:
    weights: dict[int, Fraction] = {}
    for outcomes, sign in ((ruling.table, 1), (ruling.adjusted, 1), (ruling.normal, -1)):
        for score, weight in outcomes.scores:
            weights[score] = weights.get(score, ZERO) + sign * weight
    nonzero = tuple((score, weight) for score, weight in weights.items() if weight)
    return Outcomes(nonzero) if nonzero else Outcomes(((0, ONE),))


def knockout(own: Fraction, theirs: Fraction) -> Fraction:
    """Law 12C4: each side's score from its own view; the average goes to each, with opposite signs."""
    return (own - theirs) / 2


def one_at_fault(assigned: Fraction, average_plus: Fraction = Fraction(3)) -> Fraction:
    """Law 86B2(b): the better of average plus and the assigned score; the offenders get the complement."""
    return max(average_plus, assigned)


def revoke_tricks(*, exempt: bool, won_by: str, later: int) -> int:
    """Law 64A: tricks that go to the non-offending side. `won_by` the revoke trick: player, partner or
    others.
    """
    if exempt:
        return 0
    if won_by == "player":
        return 2 if later else 1
    return 1 if won_by == "partner" or later else 0


def neuberg(points: Fraction, results: int, expected: int, *, win: int = 2, decimals: int | None = None) -> Fraction:
    """Matchpoints in a group of `results`, put on the scale of `expected` results.

    Each missing result is filled in as the average of those there are; a share of the field stays the same
    share.
    """
    if results == expected:
        return points
    half = Fraction(win, 2)
    factor = Fraction(expected, results)
    if decimals is not None:
        factor = Fraction(round(factor * 10**decimals), 10**decimals)
    return (points + half) * factor - half


def missing_as_ties(points: Fraction, results: int, expected: int, *, win: int = 2) -> Fraction:
    """The same where each missing result counts as a tie with every one that there is."""
    return points + Fraction(win, 2) * (expected - results)


def other_groups_half(points: Fraction, results: int, on_board: int, *, win: int = 2) -> Fraction:
    """Law 87B by halves: half a comparison for each result in another group."""
    return points + Fraction(win, 2) * (on_board - results)


def small_group_percent(points: Fraction, results: int) -> Fraction:
    """Law 87B, two or three results out of many: 65 and 55, or 70, 60 and 50 (two points for a win)."""
    return 60 + (points - (results - 1)) * 5


def is_small_group(results: int, expected: int) -> bool:
    return results in (2, 3) and 3 * results <= expected
