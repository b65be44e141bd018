"""What counts for each play, as ReceivedData has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Prefetch

from clubs.models import Club
from events.models import Play, Session
from events.models.conditions import Form
from scoring.adjusted.storage import unpack
from scoring.engine.sheet import Award
from scoring.interchange.bridgemate.records import (
    ARBITRAL,
    NOT_PLAYED,
    FileResult,
)
from scoring.interchange.bridgemate.writer import (
    awards_remark,
    contract_text,
    lead_text,
    result_text,
)
from scoring.models import BoardResult, ScoreAdjustment
from scoring.models.results import AdjustmentKind
from scoring.selectors.bridgemate.clock import file_days
from scoring.selectors.bridgemate.movement import Meetings


def session_results(
    session: Session, idents: Mapping[int, int], numbers: Mapping[int, int], played: Mapping[int, Meetings]
) -> Iterable[FileResult]:
    """What counts for each play, marked as processed: a scoring program has it already."""
    plays = Play.objects.filter(section__session=session).order_by("section__letter", "round", "table", "board")
    with_scores = plays.prefetch_related(
        Prefetch("results", BoardResult.objects.current(), to_attr="current_results")
    ).prefetch_related(Prefetch("adjustments", ScoreAdjustment.objects.current(), to_attr="current_adjustments"))
    ident = 0
    is_individual = session.event.form == Form.INDIVIDUAL
    for play in with_scores:
        if not (play.current_results or play.current_adjustments):
            continue
        ident += 1
        round_number, table = play.round, play.table
        if play.section_id in played:
            round_number, table = played[play.section_id].where[play.pk]
        ns, ew, *others = (numbers.get(pk, 0) for pk in play.contestant_ids)
        south, west = others if is_individual and others else (0, 0)
        row = FileResult(
            *(ident, idents[play.section_id], table, round_number, play.board, ns, ew),
            is_processed=True,
            south=south,
            west=west,
        )
        yield _with_score(row, play, session.club)


def _with_score(row: FileResult, play: Play, club: Club) -> FileResult:
    """An artificial score as a remark; any other adjusted score leaves what happened at the table, or says so."""
    results: list[BoardResult] = getattr(play, "current_results", [])
    adjustments: list[ScoreAdjustment] = getattr(play, "current_adjustments", [])
    adjustment = adjustments[0] if adjustments else None
    if adjustment is not None and adjustment.kind == AdjustmentKind.ARTIFICIAL:
        ns, ew = unpack(adjustment.north_south), unpack(adjustment.east_west)
        if isinstance(ns, Award) and isinstance(ew, Award):
            return replace(row, remarks=awards_remark(ns, ew))
    if not results:
        return replace(row, remarks=ARBITRAL)
    current = results[0]
    days = file_days(current.made_at, club)
    row = replace(row, date=float(int(days)), time=days % 1)
    result = current.result
    if result is None:
        return replace(row, remarks=NOT_PLAYED if current.score is None else ARBITRAL)
    seat = result.declarer.value if result.declarer else ""
    declared_ns = (seat in ("N", "S")) != current.turned
    return replace(
        row,
        declarer=(row.ns if declared_ns else row.ew) if seat else 0,
        direction=seat,
        contract=contract_text(result),
        result=result_text(result),
        lead=lead_text(result),
    )
