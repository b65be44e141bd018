"""The ranking as a table may see it, when the director allows it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from events.models import Place, Play, TableCode
from events.selectors.seats import session_places
from scoring.models import ComparisonField, ScoringRun, Standing, TableRules
from scoring.selectors.at_table import MOVEMENT
from scoring.selectors.newest_runs import newest_run
from scoring.selectors.table_rounds import round_at
from scoring.selectors.travellers import side_names, side_numbers

Data = dict[str, Any]


def rankings_at_table(code: TableCode, rules: TableRules) -> list[Data]:
    """The newest standings of the field in which this table plays; two lists where there are two winners."""
    field = ComparisonField.objects.filter(sections=code.section_id).first()
    run = ScoringRun.objects.filter(field=field, pk=newest_run()).defer("boards").first() if field else None
    if run is None:
        return []
    people = {place.contestant_id: place for place in session_places(code.section.session).defer(MOVEMENT)}
    here = _contestants_at_table(code)
    rankings: dict[str, list[Data]] = {}
    for standing in Standing.objects.filter(run=run).order_by("-ranking", "rank", "pk"):
        rankings.setdefault(standing.ranking, []).append(_line(standing, people, here, names=rules.names))
    return [{"side": side, "lines": lines} for side, lines in rankings.items()]


def _contestants_at_table(code: TableCode) -> set[int]:
    """Those who sit at the table now."""
    now = Q(section=code.section_id, table=code.table, round=round_at(code.section, code.table))
    return {pk for play in Play.objects.filter(now) for pk in play.contestant_ids}


def _line(standing: Standing, people: dict[int, Place], here: set[int], *, names: bool) -> Data:
    place = people.get(standing.contestant_id)
    team = place.contestant.name if place else ""
    return {
        "place": standing.place,
        "number": side_numbers((standing.contestant_id,), people),
        "names": (team or side_names((standing.contestant_id,), people)) if names else "",
        "score": standing.shown_percent or standing.shown_total,
        "percent": bool(standing.shown_percent),
        "own": standing.contestant_id in here,
    }
