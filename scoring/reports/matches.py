"""Matches: all of a session, the cross-table, standings round by round, and what becomes of an event."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from events.models import Event, Session
from events.reports.sources import EVENT, SESSION
from events.selectors.entries import title_for
from printing.charts import line_chart
from printing.registry import Context, Group, NothingToPrint, printed_report
from scoring.engine.results import place_text
from scoring.selectors.event_results import visible_event_results
from scoring.selectors.knockouts import knockout_sheet
from scoring.selectors.matches import Matches, session_matches


def has_matches(session: Session) -> bool:
    return bool(session.event.has_matches)


RESULTS: dict[str, Any] = {"group": Group.RESULTS, "act": "club.view", "has_scores": True}
OF_SESSION = RESULTS | {"source": SESSION, "suits": has_matches}


def _matches(actor: Actor, session: Session) -> Matches:
    found = session_matches(actor, session) if session.event.has_matches else None
    if found is None or not found.lines:
        raise NothingToPrint(_("No match has been played yet."))
    return found


@printed_report("matches", title=gettext_lazy("Matches"), template="scoring/print/matches.html", **OF_SESSION)
def matches(actor: Actor, session: Session, period: str) -> Context:
    """Every match with its IMPs and victory points, the newest round first."""
    return {"matches": _matches(actor, session), "is_team": session.event.is_for_teams}


@printed_report(
    "cross-table",
    title=gettext_lazy("Cross-table"),
    template="scoring/print/cross_table.html",
    landscape=True,
    **OF_SESSION,
)
def cross_table(actor: Actor, session: Session, period: str) -> Context:
    """What each made against each."""
    return {"cross": _matches(actor, session), "is_team": session.event.is_for_teams}


@printed_report(
    "standings-by-round",
    title=gettext_lazy("Standings round by round"),
    template="scoring/print/standings_by_round.html",
    landscape=True,
    **OF_SESSION,
)
def standings_by_round(actor: Actor, session: Session, period: str) -> Context:
    """The sum and the place of everybody after each round, and the way of the first six."""
    found = _matches(actor, session)
    sums: dict[int, dict[int, float]] = {pk: {} for pk in found.teams}
    for number, lines, byes in reversed(found.rounds):
        for line in lines:
            for pk, score in zip((line.match.home_id, line.match.away_id), line.score, strict=True):
                _add(sums, pk, number, score)
        for bye in byes:
            _add(sums, bye.team.contestant_id, number, bye.points)
    rounds = [number for number, _lines, _byes in reversed(found.rounds)]
    rows = _running(found, sums, rounds)
    if not rounds or not rows:
        raise NothingToPrint(_("No match has been played yet."))
    return {"rounds": rounds, "rows": rows, "charts": [_way(row, rounds) for row in rows[:6] if len(rounds) > 2]}


def _add(sums: dict[int, dict[int, float]], pk: int, number: int, score: str) -> None:
    if score:
        made = float(score.replace("−", "-"))
        sums[pk][number] = sums[pk].get(number, 0.0) + made


def _running(found: Matches, sums: dict[int, dict[int, float]], rounds: list[int]) -> list[dict[str, Any]]:
    """Each team's running sum with the place it gave; the last round's order."""
    totals = {
        pk: [sum(made.get(number, 0.0) for number in rounds[:at]) for at in range(1, len(rounds) + 1)]
        for pk, made in sums.items()
    }
    rows = []
    for pk, team in found.teams.items():
        cells = []
        for at, total in enumerate(totals[pk]):
            others = [totals[other][at] for other in totals]
            rank = 1 + sum(other > total + 1e-9 for other in others)
            tied = sum(abs(other - total) < 1e-9 for other in others) > 1
            cells.append({"total": f"{total:g}", "place": place_text(rank, tied, True), "sum": total, "rank": rank})
        rows.append({"team": team, "cells": cells, "last": cells[-1]["rank"] if cells else 0})
    return sorted(rows, key=lambda row: (row["last"], row["team"].number))


def _way(row: dict[str, Any], rounds: list[int]) -> Any:
    points = [(str(number), cell["sum"]) for number, cell in zip(rounds, row["cells"], strict=True)]
    title = _("The matches of %(who)s") % {"who": row["team"].title}
    description = _("The sum after each round, %(last)g in the end.") % {"last": points[-1][1]}
    return line_chart(title, description, points, height=110)


# --- Of an event -------------------------------------------------------------------------------------------------
@printed_report(
    "event-ranking",
    title=gettext_lazy("Overall ranking"),
    source=EVENT,
    template="scoring/print/event_ranking.html",
    **RESULTS,
)
def event_ranking(actor: Actor, event: Event, period: str) -> Context:
    """The event over its sessions and stages: each session's figure, what was carried over, ties in words."""
    results = visible_event_results(actor, event)
    if not any(stage.rankings for stage in results.stages):
        raise NothingToPrint(_("Nothing has been played yet."))
    return {"results": results, "event": event}


@printed_report(
    "prize-list", title=gettext_lazy("Prize list"), source=EVENT, template="scoring/print/prizes.html", **RESULTS
)
def prize_list(actor: Actor, event: Event, period: str) -> Context:
    """The first three of each ranking of the last stage, with room for what they are given."""
    last = visible_event_results(actor, event).last
    rankings = [
        {"title": ranking.title, "lines": [line for line in ranking.lines if _is_among_the_first(line.place)]}
        for ranking in (last.rankings if last else ())
    ]
    if not any(ranking["lines"] for ranking in rankings):
        raise NothingToPrint(_("Nothing has been played yet."))
    return {"rankings": rankings, "is_over": last is not None and last.is_over}


def _is_among_the_first(place: str, most: int = 3) -> bool:
    digits = "".join(sign for sign in place if sign.isdigit())
    return bool(digits) and int(digits) <= most


@printed_report(
    "draw-sheet",
    title=gettext_lazy("Draw sheet"),
    source=EVENT,
    template="scoring/print/draw_sheet.html",
    landscape=True,
    suits=lambda event: event.movement_traits.is_knockout,
    **RESULTS,
)
def draw_sheet(actor: Actor, event: Event, period: str) -> Context:
    """The knock-out from the first round to the final."""
    sheet = knockout_sheet(event, actor)
    if sheet is None:
        raise NothingToPrint(_("Nothing is drawn yet."))
    return {"sheet": sheet, "champion": title_for(actor, sheet.champion) if sheet.champion else ""}
