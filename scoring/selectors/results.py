"""A session's rankings as its pages show them: the newest run of each field, and nothing else but names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.models import Session
from scoring.engine.methods import PointUnit, ScoringMethod, scoring_method
from scoring.engine.results import place_text
from scoring.models import ComparisonField, ScoringRun, Standing
from scoring.runs.field_scores import score_field
from scoring.runs.sheet_storage import restore_sheet
from scoring.runs.standings import standing_row
from scoring.selectors.newest_runs import newest_runs
from scoring.selectors.result_names import Who
from scoring.selectors.results_sight import ResultsSight
from scoring.selectors.tie_words import tie_words

NOTHING = "–"
SIDES: dict[str, str | Promise] = {"": "", "NS": _("North-South"), "EW": _("East-West")}


@dataclass(frozen=True)
class RankingLine:
    """A line of a ranking. `figure` is what it goes by."""

    rank: int
    tied: bool
    who: Who
    boards: int
    total: str
    percent: str
    figure: str
    penalty: str = ""
    tie_break: tuple[str, ...] = ()
    own: bool = False
    is_ranked: bool = True

    @property
    def place(self) -> str:
        return place_text(self.rank, self.tied, self.is_ranked)


@dataclass(frozen=True)
class Ranking:
    """Contestants who compete for one first place."""

    side: str
    rows: tuple[RankingLine, ...]

    @property
    def title(self) -> str:
        return str(SIDES.get(self.side, self.side))

    @property
    def has_penalties(self) -> bool:
        return any(ranked.penalty for ranked in self.rows)

    @property
    def has_unranked(self) -> bool:
        return not all(ranked.is_ranked for ranked in self.rows)

    @property
    def boards_differ(self) -> bool:
        return len({ranked.boards for ranked in self.rows}) > 1


@dataclass(frozen=True)
class FieldRankings:
    field: ComparisonField
    run: ScoringRun | None
    rankings: tuple[Ranking, ...]
    # The round after which it stood so; None where it is as it stands.
    through: int | None = None

    @property
    def method(self) -> ScoringMethod | None:
        return scoring_method(self.run.method) if self.run else None

    @property
    def unit(self) -> str:
        return gettext((self.method.total_unit if self.method else PointUnit.POINTS).value)

    @property
    def gives_percentages(self) -> bool:
        return self.method is not None and self.method.in_percent

    @property
    def is_behind(self) -> bool:
        return self.field.is_behind


def visible_rankings(
    session: Session, sight: ResultsSight, names: dict[int, Who], *, letter: str = ""
) -> list[FieldRankings]:
    """What this reader may see now; `letter` for one section alone, ranked by itself."""
    if not sight.sees_ranking:
        return []
    through = sight.ranking_through
    fields_and_runs = newest_runs(session, full=through is not None)
    ids = [run.pk for _field, run in fields_and_runs if run]
    stored: dict[int, list[Standing]] = {}
    if through is None:
        for standing in Standing.objects.filter(run__in=ids).order_by("ranking", "rank", "pk"):
            stored.setdefault(standing.run_id, []).append(standing)
    field_rankings = []
    for field, run in fields_and_runs:
        rankings: tuple[Ranking, ...] = ()
        if run is not None:
            standings = stored.get(run.pk, []) if through is None else _standings_after_round(run, through)
            rankings = tuple(_rankings(run, standings, names, sight, letter))
        field_rankings.append(FieldRankings(field, run, rankings, through))
    return field_rankings


def _standings_after_round(run: ScoringRun, through: int) -> list[Standing]:
    """The standings when that round was over, worked out again from what the run has kept."""
    field_score = score_field(restore_sheet(run, through=through))
    standings = [standing_row(run, place, field_score) for place in field_score.places]
    return sorted(standings, key=lambda standing: (standing.ranking, standing.rank))


def _rankings(
    run: ScoringRun, standings: Iterable[Standing], names: dict[int, Who], sight: ResultsSight, letter: str
) -> Iterable[Ranking]:
    sides: dict[str, list[RankingLine]] = {}
    for standing in standings:
        who = names.get(standing.contestant_id)
        if who is not None and (not letter or who.letter == letter):
            sides.setdefault(standing.ranking, []).append(_ranking_line(standing, who, run, sight))
    # North-South stands before East-West.
    for side in sorted(sides, reverse=True):
        yield Ranking(side, tuple(_rank_among_themselves(sides[side]) if letter else sides[side]))


def _ranking_line(standing: Standing, who: Who, run: ScoringRun, sight: ResultsSight) -> RankingLine:
    return RankingLine(
        standing.rank,
        standing.tied,
        who,
        standing.boards,
        standing.shown_total,
        standing.shown_percent,
        # With one result on each board so far there is nothing to be a percentage of.
        (standing.shown_percent or NOTHING) if scoring_method(run.method).in_percent else standing.shown_total,
        standing.penalty,
        tuple(tie_words(standing.tie_break)),
        who.contestant in sight.own,
        standing.is_ranked,
    )


def _rank_among_themselves(ranked: list[RankingLine]) -> Iterable[RankingLine]:
    """The places of some of a ranking among themselves."""
    ranks = [line.rank for line in ranked if line.is_ranked]
    for line in ranked:
        yield replace(line, rank=1 + sum(rank < line.rank for rank in ranks), tied=ranks.count(line.rank) > 1)
