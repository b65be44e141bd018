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
class Ranked:
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
    rows: tuple[Ranked, ...]

    @property
    def title(self) -> str:
        return str(SIDES.get(self.side, self.side))

    @property
    def has_penalties(self) -> bool:
        return any(row.penalty for row in self.rows)

    @property
    def has_unranked(self) -> bool:
        return not all(row.is_ranked for row in self.rows)

    @property
    def boards_differ(self) -> bool:
        return len({row.boards for row in self.rows}) > 1


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
    found = newest_runs(session, full=through is not None)
    ids = [run.pk for _field, run in found if run]
    stored: dict[int, list[Standing]] = {}
    if through is None:
        for row in Standing.objects.filter(run__in=ids).order_by("ranking", "rank", "pk"):
            stored.setdefault(row.run_id, []).append(row)
    shown = []
    for field, run in found:
        rankings: tuple[Ranking, ...] = ()
        if run is not None:
            rows = stored.get(run.pk, []) if through is None else _after(run, through)
            rankings = tuple(_rankings(run, rows, names, sight, letter))
        shown.append(FieldRankings(field, run, rankings, through))
    return shown


def _after(run: ScoringRun, through: int) -> list[Standing]:
    """The standings when that round was over, worked out again from what the run has kept."""
    scored = score_field(restore_sheet(run, through=through))
    rows = [standing_row(run, place, scored) for place in scored.places]
    return sorted(rows, key=lambda row: (row.ranking, row.rank))


def _rankings(
    run: ScoringRun, rows: Iterable[Standing], names: dict[int, Who], sight: ResultsSight, letter: str
) -> Iterable[Ranking]:
    sides: dict[str, list[Ranked]] = {}
    for row in rows:
        who = names.get(row.contestant_id)
        if who is not None and (not letter or who.letter == letter):
            sides.setdefault(row.ranking, []).append(_ranked(row, who, run, sight))
    # North-South stands before East-West.
    for side in sorted(sides, reverse=True):
        yield Ranking(side, tuple(_by_itself(sides[side]) if letter else sides[side]))


def _ranked(row: Standing, who: Who, run: ScoringRun, sight: ResultsSight) -> Ranked:
    return Ranked(
        row.rank,
        row.tied,
        who,
        row.boards,
        row.shown_total,
        row.shown_percent,
        # With one result on each board so far there is nothing to be a percentage of.
        (row.shown_percent or NOTHING) if scoring_method(run.method).in_percent else row.shown_total,
        row.penalty,
        tuple(tie_words(row.tie_break)),
        who.contestant in sight.own,
        row.is_ranked,
    )


def _by_itself(rows: list[Ranked]) -> Iterable[Ranked]:
    """The places of some of a ranking among themselves."""
    ranks = [row.rank for row in rows if row.is_ranked]
    for row in rows:
        yield replace(row, rank=1 + sum(rank < row.rank for rank in ranks), tied=ranks.count(row.rank) > 1)
