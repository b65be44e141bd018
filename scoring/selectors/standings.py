"""The newest standings of a session, for whoever runs it."""

from __future__ import annotations

from dataclasses import dataclass

from events.models import Session
from events.selectors.tables import Room
from scoring.models import ComparisonField, ScoringRun, Standing
from scoring.selectors.changes import number_and_names
from scoring.selectors.newest_runs import newest_runs
from scoring.selectors.tie_words import tie_reasons


@dataclass(frozen=True)
class NamedStanding:
    standing: Standing
    number: str
    names: str
    # How a tie was broken, or why not.
    ties: tuple[str, ...] = ()


@dataclass(frozen=True)
class FieldStandings:
    """`rankings` has one list, or two where there are two winners."""

    field: ComparisonField
    run: ScoringRun | None
    rankings: tuple[tuple[str, tuple[NamedStanding, ...]], ...]
    # Places are shared because the conditions of contest have no rule that would break the tie.
    has_ties_without_rule: bool = False


def session_standings(session: Session, room: Room) -> list[FieldStandings]:
    runs = newest_runs(session)
    keys = [run.pk for _field, run in runs if run]
    standings = list(Standing.objects.filter(run__in=keys).order_by("-ranking", "rank", "pk"))
    who = number_and_names(room)
    rules = session.event.tie_breaks
    return [_field_standings(field, run, standings, who, rules) for field, run in runs]


def _field_standings(
    field: ComparisonField,
    run: ScoringRun | None,
    standings: list[Standing],
    who: dict[int, tuple[str, str]],
    rules: list[str],
) -> FieldStandings:
    rankings: dict[str, list[NamedStanding]] = {}
    for standing in standings:
        if run is not None and standing.run_id == run.pk:
            ties = tuple(tie_reasons(standing.tie_break, is_tied=standing.tied, rules=rules))
            ranked = NamedStanding(standing, *who.get(standing.contestant_id, ("", "")), ties)
            rankings.setdefault(standing.ranking, []).append(ranked)
    shared = any(ranked.standing.tied for lines in rankings.values() for ranked in lines)
    return FieldStandings(
        field, run, tuple((name, tuple(lines)) for name, lines in rankings.items()), shared and not rules
    )
