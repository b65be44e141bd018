"""Standings as rows: of a run that is written, or of a field as it would be ranked now."""

from __future__ import annotations

from fractions import Fraction

from scoring.engine.methods import Method
from scoring.engine.numbers import ZERO, plain
from scoring.engine.results import ScoredStanding as Place
from scoring.models import ComparisonField, ScoringRun, Standing
from scoring.runs.field_scores import FieldScore, score_field
from scoring.runs.sheets import read_field_sheet

NOT_COMPARED = "–"


def standing_row(run: ScoringRun | None, place: Place, field_score: FieldScore) -> Standing:
    return Standing(
        run=run,
        contestant_id=int(place.contestant),
        ranking=place.ranking,
        rank=place.rank,
        tied=place.tied,
        is_ranked=place.is_ranked,
        boards=place.boards,
        total=str(place.total),
        percent="" if place.percent is None else str(place.percent),
        shown_total=NOT_COMPARED if _is_not_compared(place, field_score) else field_score.total.show(place.total),
        shown_percent="" if place.percent is None else field_score.percent.show(place.percent),
        penalty=plain(place.penalty) if place.penalty else "",
        tie_break=list(place.tie_break),
    )


def place_of_standing(standing: Standing) -> Place:
    """What `standing_row` has written, for the engine again."""
    return Place(
        standing.rank,
        standing.tied,
        str(standing.contestant_id),
        standing.boards,
        Fraction(standing.total),
        Fraction(standing.percent) if standing.percent else None,
        standing.ranking,
        penalty=Fraction(standing.penalty) if standing.penalty else ZERO,
        tie_break=tuple(standing.tie_break),
        is_ranked=standing.is_ranked,
    )


def _is_not_compared(place: Place, field_score: FieldScore) -> bool:
    """None of its boards has a second result: at matchpoints that is no score yet, not one of nought."""
    return field_score.session is not None and is_not_compared(place, field_score.session.method)


def is_not_compared(place: Place, method: Method) -> bool:
    return method.gives_percentages and place.percent is None and not place.total


def unsaved_standings(field: ComparisonField) -> list[Standing]:
    """A field as it would be ranked now; nothing is written."""
    field_score = score_field(read_field_sheet(field.pk))
    return [standing_row(None, place, field_score) for place in field_score.places]
