"""A club's year: who won what, and how the members' figures went."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.reports.sources import CLUB
from core.actors import Actor
from events.models import Entrant
from events.reports.money import month_of
from events.selectors.tables import sees_names
from printing.charts import line_chart
from printing.registry import Context, Group, NothingToPrint, printed_report
from scoring.models import Standing
from scoring.selectors.newest_runs import newest_run
from scoring.selectors.results_lists import sessions_with_results, visible_name, with_winners

# Who has played so often has a line, and the most faithful a chart.
LEAST, CHARTED = 2, 6


@printed_report(
    "club-year",
    title=gettext_lazy("The club’s year"),
    source=CLUB,
    group=Group.RESULTS,
    template="scoring/print/year.html",
    act="club.view",
    period="year",
)
def club_year(actor: Actor, club: Club, period: str) -> Context:
    """The winners of each session of a year, and how often and how well everybody played."""
    first, last = month_of(club, period or f"{club.day(actor.at).year}", actor.at)
    sessions = list(sessions_with_results(actor, club).filter(starts_at__range=(first, last)).order_by("starts_at"))
    if not sessions:
        raise NothingToPrint(_("Nothing was played in this year."))
    players = _players(actor, club, [session.pk for session in sessions])
    return {
        "first": first,
        "played": with_winners(actor, sessions),
        "players": players,
        "charts": [_form(player) for player in players[:CHARTED] if len(player["figures"]) > 2],
    }


def _players(actor: Actor, club: Club, sessions: list[int]) -> list[dict[str, Any]]:
    """Percentages of everybody in the order of play; only what has a percentage can be averaged."""
    standings = Standing.objects.filter(
        run=newest_run("run__field"), run__field__session__in=sessions, is_ranked=True
    ).exclude(shown_percent="")
    shares = defaultdict(list)
    rows = standings.order_by("run__field__session__starts_at", "pk")
    for contestant, share, day in rows.values_list("contestant", "shown_percent", "run__field__session__starts_at"):
        shares[contestant].append((day, float(share)))
    figures: dict[Any, list[tuple[Any, float]]] = defaultdict(list)
    entrants = Entrant.objects.filter(contestant__in=shares, player__isnull=False).select_related("player")
    for entrant in entrants:
        figures[entrant.player] += shares[entrant.contestant_id]
    open_names = sees_names(actor, club)
    players = [
        {
            "name": visible_name(player, open_names=open_names),
            "figures": sorted(made),
            "times": len(made),
            "average": sum(share for _day, share in made) / len(made),
            "best": max(share for _day, share in made),
        }
        for player, made in figures.items()
        if len(made) >= LEAST
    ]
    return sorted(players, key=lambda player: (-player["times"], -player["average"], player["name"]))


def _form(player: dict[str, Any]) -> Any:
    points = [(f"{day:%d.%m.}", share) for day, share in player["figures"]]
    title = _("Form over the year: %(name)s") % {"name": player["name"]}
    description = _("%(count)s results, %(average).1f%% on average.") % {
        "count": player["times"],
        "average": player["average"],
    }
    return line_chart(title, description, points, middle=50.0, height=120)
