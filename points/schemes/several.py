"""One award out of several: strata, sections and overall, scratch and handicap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from points.schemes.awards import PointAward, award_place, shown_points
from points.schemes.errors import PointsError
from points.schemes.evaluation import Evaluation, show
from points.schemes.model import Edition, PointRounding, RoundingUp
from points.schemes.typed import Placing
from points.schemes.words import Note
from points.strata import StratumRanking


@dataclass(frozen=True, slots=True)
class NamedAward:
    """An award, and what it is for: a stratum, a section, the handicap ranking."""

    name: str
    award: PointAward


def best_award(awards: Sequence[NamedAward]) -> PointAward:
    """The highest of several awards of one contestant; of equal ones the first. It tells what the others were."""
    if not awards:
        raise PointsError("nothing-to-choose")
    best = max(awards, key=lambda named: named.award.points)  # max() keeps the first of equal ones
    others = [named for named in awards if named is not best]
    if not others:
        return best.award
    names = [named.name for named in others]
    less = [f"{shown_points(named.award)} {named.award.kind}" for named in others]
    value, kind = shown_points(best.award), best.award.kind
    told = Note.of("best", name=best.name, value=value, kind=kind, others=names, less=less)
    return replace(best.award, steps=(*best.award.steps, told))


def scaled_award(award: PointAward, factor: Fraction, rounding: RoundingUp = RoundingUp.HALF_UP) -> PointAward:
    """A part of an award, such as the half that a handicap ranking gives, rounded to the award's decimals."""
    points = PointRounding(award.decimals, rounding).apply(award.points * factor)
    scaled = replace(award, units=int(points * 10**award.decimals))
    told = Note.of("scaled", factor=show(factor), value=shown_points(scaled))
    return replace(scaled, steps=(*award.steps, told))


def award_strata(
    edition: Edition, typed: Mapping[str, str], rankings: Sequence[StratumRanking]
) -> dict[str, PointAward]:
    """The best award of each contestant over the strata it ranks in, each stratum awarded by its own number."""
    found: dict[str, list[NamedAward]] = {}
    for ranking in rankings:
        if not ranking.places:
            continue
        session = Evaluation(edition, {**typed, "ranked": str(len(ranking.places))})
        for place in ranking.places:
            award = award_place(session, Placing(place.rank, place.tied))
            found.setdefault(place.contestant, []).append(NamedAward(ranking.stratum.name, award))
    return {contestant: best_award(awards) for contestant, awards in found.items()}
