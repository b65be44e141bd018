"""The numbers of a ruling. The arithmetic is the scoring engine's; here it speaks the language of the trees."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulings.laws.errors import LawsError
from rulings.laws.regulation import USUAL, Regulation
from scoring.engine import method_named, rulings, score_session
from scoring.engine.cards import Strain
from scoring.engine.sheet import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    Board,
    Line,
    Outcomes,
    Penalty,
    Scoresheet,
    Unit,
)
from scoring.engine.teams import Comparison, Match, MatchBoard, Table, TeamRules, score_match

#: Law 12C2(a): a contestant's responsibility, as the trees name it.
AWARDS = {"direct": AVERAGE_MINUS, "part": AVERAGE, "none": AVERAGE_PLUS}
SUITS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES)
EXEMPTIONS = ("none", "b2", "b3", "b4", "b5", "b6", "b7", "b8")
WINNERS = {"player": "player", "partner": "partner", "nos": "others"}


class Sides(NamedTuple):
    """Each side's score from its own point of view."""

    non_offending: Fraction
    offending: Fraction


def revoke_tricks(exempt: str, won: str, later: int) -> int:
    """Law 64A and 64B: tricks that go to the non-offending side."""
    _one_of("exempt", exempt, EXEMPTIONS)
    _one_of("won", won, tuple(WINNERS))
    if not 0 <= later <= 12:
        raise LawsError("bad-tricks", later=later)
    return rulings.revoke_tricks(exempt=exempt != "none", won_by=WINNERS[won], later=later)


def forbidden_suits(specified: Iterable[Strain]) -> tuple[Strain, ...]:
    """Law 26B: the suits of which declarer may forbid one; those that the offender did not specify."""
    named = set(specified)
    return tuple(suit for suit in SUITS if suit not in named)


def award(fault: str, percent: Fraction | None = None, regulation: Regulation = USUAL) -> Award:
    """Law 12C2(a): the artificial score for a responsibility, or a percentage beyond the limit where allowed."""
    _one_of("fault", fault, tuple(AWARDS))
    usual = AWARDS[fault]
    if percent is None or percent == usual.base_percent:
        return usual
    within = {"direct": 0 <= percent <= 40, "none": 60 <= percent <= 100}.get(fault, False)
    if regulation["C11"] != "limits" or not within:
        raise LawsError("bad-percent", percent=percent, usual=usual.base_percent)
    return Award(percent=percent)


def artificial_points(fault: str, top: Fraction, own: Fraction | None = None) -> Fraction:
    """Matchpoints out of `top`; `own` is the contestant's percentage on the other boards (Law 12C2(c))."""
    return rulings.artificial_percent(award(fault), own) * top / 100


def artificial_imps(fault: str, own: Fraction | None = None) -> Fraction:
    """Law 12C2(b): minus 3, 0 or plus 3."""
    return rulings.artificial_imps(award(fault), own)


def weighted_matchpoints(others: Sequence[int], outcomes: Outcomes) -> tuple[Fraction, Fraction]:
    """Law 12C1(c): North-South's and East-West's matchpoints against the scores of the other tables."""
    lines = [Line.played(f"NS{table}", f"EW{table}", score) for table, score in enumerate(others)]
    ruled = Line.assigned("NS", "EW", outcomes)
    scored = score_session(Scoresheet((Board(1, (*lines, ruled)),)), method_named("matchpoints"))
    line = scored.boards[0].lines[-1]
    assert line.ns is not None
    assert line.ew is not None
    return line.ns.counted, line.ew.counted


def weighted_imps(other: int, outcomes: Outcomes) -> Fraction:
    """Law 12C1(c): IMPs of the team whose result is weighted; `other` is what it has at its other table."""
    board = MatchBoard(1, Comparison(Table.of(outcomes), Table.of(-other)))
    return score_match(Match("home", "away", (board,)), TeamRules()).boards[0].home


def split(
    table: Fraction, normal: Fraction, adjusted: Fraction, whole: Fraction, regulation: Regulation = USUAL
) -> Sides:
    """Law 12C1(e): values to the non-offending side in; `whole` is what both sides have between them."""
    if regulation["C5"] != "F4":
        raise LawsError("by-guidance", setting="C5")
    own, charged = rulings.self_inflicted(table, normal, adjusted)
    return Sides(own, whole - charged)


def knockout(own: Fraction, theirs: Fraction) -> tuple[Fraction, Fraction]:
    """Law 12C4: the average of scores that do not balance."""
    value = rulings.knockout(own, theirs)
    return value, -value


def one_at_fault(assigned: Fraction) -> Sides:
    """Law 86B2(b): for each board."""
    value = rulings.one_at_fault(assigned)
    return Sides(value, -value)


def cancelled(
    first: str, second: str, *, knocked_out: bool = False, regulation: Regulation = USUAL
) -> tuple[Fraction, Fraction]:
    """Law 86B2(a) and (c): a cancelled board in a match, by each contestant's fault."""
    if first == second == "none" and regulation["C8"] == "average":
        first = second = "part"
    scores = artificial_imps(first), artificial_imps(second)
    return knockout(*scores) if knocked_out else scores


def fouled(method: str, on_board: int, in_group: int, points: Fraction) -> Fraction:
    """Law 87B: matchpoints (one for a win) in a group of a fouled board, on the scale of the whole board."""
    _one_of("method", method, ("half", "neuberg"))
    if not 1 <= in_group <= on_board:
        raise LawsError("bad-group", in_group=in_group, on_board=on_board)
    if method == "half":
        return rulings.other_groups_half(points, in_group, on_board, win=1)
    return rulings.neuberg(points, in_group, on_board, win=1)


def procedural_penalty(contestant: str, reason: str, regulation: Regulation = USUAL) -> Penalty:
    """Law 90: as much of a top as the regulation says."""
    return Penalty(contestant, regulation.penalty * 100, Unit.TOP_PERCENT, reason)


def penalty_points(top: Fraction, share: Fraction) -> Fraction:
    """What a penalty of a share of a top costs in points."""
    if not 0 < share <= 1:
        raise LawsError("bad-share", share=share)
    return top * share


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise LawsError("no-choice", name=name, choice=value, known=known)
