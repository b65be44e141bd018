"""The ranking, the matrix and the scorecards of a session, as whoever asks may see them."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from events.models import Session
from events.models.conditions import Form
from events.reports.sources import SESSION
from printing.charts import bar_chart, histogram, line_chart
from printing.registry import Context, Group, NothingToPrint, printed_report
from scoring.engine.totals import session_top
from scoring.selectors.result_lines import RunLines, Signs
from scoring.selectors.result_names import Who
from scoring.selectors.results import FieldRankings, RankingLine
from scoring.selectors.scorecards import CardRound, card_matches, card_rounds
from scoring.selectors.shown_results import SessionResults

# As many boards stand side by side in the matrix.
ACROSS = 26


def scored(actor: Actor, session: Session) -> SessionResults:
    """The results as this reader may see them; a sentence where there are none."""
    results = SessionResults(actor, session)
    if not results.fields:
        raise NothingToPrint(_("No result has come in yet."))
    return results


def rankings_of(results: SessionResults) -> list[FieldRankings]:
    fields = [field for field in results.rankings() if field.rankings]
    if not fields:
        raise NothingToPrint(_("There is no ranking to be shown yet."))
    return fields


@printed_report(
    "ranking",
    title=gettext_lazy("Ranking"),
    source=SESSION,
    group=Group.RESULTS,
    template="scoring/print/ranking.html",
    act="club.view",
    has_scores=True,
)
def ranking(actor: Actor, session: Session, period: str) -> Context:
    """The places of everybody, then of each section alone; how ties were broken, and how the figures spread."""
    results = scored(actor, session)
    fields = rankings_of(results)
    letters = [section.letter for section in results.sight.sections]
    lines = [line for field in fields for ranking in field.rankings for line in ranking.rows]
    return {
        "event": session.event,
        "session": session,
        "is_team": session.event.is_for_teams,
        "fields": fields,
        "sections": [(letter, results.rankings(letter)) for letter in letters] if len(letters) > 1 else [],
        "tops": [_top_words(lines) for lines in results.fields],
        "pending": results.pending_board_numbers,
        "chart": _spread(lines),
        "has_ties": any(line.tie_break for line in lines),
    }


def _top_words(lines: RunLines) -> str:
    """What a board is worth, where the method has a top."""
    if not lines.event.scoring_method.has_top:
        return ""
    top = session_top(lines.sheet.sheet, lines.sheet.profile)
    figures = {"top": f"{float(top):g}", "average": f"{float(top / 2):g}"}
    return _("Top on a board: %(top)s. Average: %(average)s, 50%%.") % figures


def _spread(lines: list[RankingLine]) -> SafeString | str:
    """How many had which percentage."""
    shares = [float(line.percent) for line in lines if line.percent]
    if len(shares) < 6:
        return ""
    title = _("How the percentages spread")
    description = _("From %(low)s%% to %(high)s%%, %(count)s contestants, in steps of five per cent.")
    figures = {"low": min(shares), "high": max(shares), "count": len(shares)}
    return bar_chart(title, description % figures, histogram(shares), height=150)


@printed_report(
    "matrix",
    title=gettext_lazy("Boards and contestants"),
    source=SESSION,
    group=Group.RESULTS,
    template="scoring/print/matrix.html",
    act="club.view",
    landscape=True,
    has_scores=True,
)
def matrix(actor: Actor, session: Session, period: str) -> Context:
    """What everybody made on each board: contestants down, boards across."""
    results = scored(actor, session)
    blocks = [block for lines in results.fields for block in _blocks(lines)]
    if not blocks:
        raise NothingToPrint(_("No board is to be shown yet."))
    unit = "%" if session.event.scoring_method.in_percent else _(session.event.scoring_method.board_unit.value)
    return {"blocks": blocks, "unit": unit}


def _blocks(lines: RunLines) -> list[dict[str, Any]]:
    made: dict[int, dict[int, str]] = defaultdict(dict)
    shown = [board for board in lines.boards() if board.lines]
    for board in shown:
        for line in board.lines:
            for side in line.sides:
                for who in side.who:
                    made[who.contestant][board.number] = _share(side.share) or side.points
    people = sorted((lines.names[pk] for pk in made), key=_by_number)
    numbers = [board.number for board in shown]
    return [
        {
            "boards": some,
            "rows": [(who, [made[who.contestant].get(number, "") for number in some]) for who in people],
        }
        for some in _even_parts(numbers)
    ]


def _even_parts(numbers: list[int]) -> list[list[int]]:
    """In parts of about the same width, none wider than a page."""
    if not numbers:
        return []
    wide = -(-len(numbers) // -(-len(numbers) // ACROSS))
    return [numbers[at : at + wide] for at in range(0, len(numbers), wide)]


def _share(share: str) -> str:
    """A percentage in whole figures: there is no room for more in a matrix."""
    return f"{float(share):.0f}" if share else ""


def _by_number(who: Who) -> tuple[str, int, str]:
    return who.letter, len(who.number), who.number


@printed_report(
    "scorecards",
    title=gettext_lazy("Personal scorecards"),
    source=SESSION,
    group=Group.RESULTS,
    template="scoring/print/scorecards.html",
    act="club.view",
    has_scores=True,
)
def scorecards(actor: Actor, session: Session, period: str) -> Context:
    """A page for each contestant: every board in the order of play, and how it went over the session."""
    return {"cards": _cards(actor, session, by_table=False)} | _card_words(session)


@printed_report(
    "scorecards-by-table",
    title=gettext_lazy("Scorecards to cut and hand out"),
    source=SESSION,
    group=Group.RESULTS,
    template="scoring/print/scorecards_cut.html",
    act="club.view",
    has_scores=True,
    is_cut=True,
)
def scorecards_by_table(actor: Actor, session: Session, period: str) -> Context:
    """The same, small, in the order in which people sit in the last round: cut once and handed out table by table."""
    return {"cards": _cards(actor, session, by_table=True), "event": session.event} | _card_words(session)


def _card_words(session: Session) -> Context:
    return {
        "board_unit": _(session.event.scoring_method.board_unit.value),
        "in_percent": session.event.scoring_method.in_percent,
        "is_team": session.event.is_for_teams,
        "is_individual": session.event.form == Form.INDIVIDUAL,
        "event": session.event,
        "session": session,
    }


def _cards(actor: Actor, session: Session, *, by_table: bool) -> list[dict[str, Any]]:
    results = scored(actor, session)
    standings = {
        line.who.contestant: (line, field)
        for field in results.rankings()
        for ranking in field.rankings
        for line in ranking.rows
    }
    cards = [
        _card(results, lines, who, standings.get(who.contestant))
        for who in sorted(results.names.values(), key=_by_number)
        if results.sight.sees_card(who.contestant)
        and (lines := results.field_of_contestant(who.contestant)) is not None
        and lines.card(who.contestant)
    ]
    if not cards:
        raise NothingToPrint(_("No scorecard is to be shown yet."))
    return sorted(cards, key=lambda card: card["last_table"]) if by_table else cards


def _card(results: SessionResults, lines: RunLines, who: Who, standing: Any) -> dict[str, Any]:
    is_team = results.session.event.is_for_teams
    own_lines = [line for _board, line in lines.card(who.contestant)]
    rounds = card_rounds(lines, who.contestant) if not is_team else []
    last = max(own_lines, key=lambda line: line.slot.round)
    return {
        "who": who,
        "rounds": rounds,
        "matches": card_matches(lines, who.contestant) if is_team else [],
        "signs": Signs.of(own_lines),
        "standing": standing[0] if standing else None,
        "unit": standing[1].unit if standing else "",
        "chart": _progress(rounds, who),
        "last_table": (who.letter, last.slot.table, len(who.number), who.number),
        "count": len(own_lines),
    }


def _progress(rounds: list[CardRound], who: Who) -> SafeString | str:
    """The percentage, or the sum of points, after each round."""
    points: list[tuple[str, float]] = []
    shares: list[float] = []
    total = Fraction(0)
    for round_ in rounds:
        if round_.vps:
            total += Fraction(round_.vps)
            points.append((str(round_.number), float(total)))
            continue
        shares += [float(line.own.share) for line in round_.lines if line.own.share]
        if shares:
            points.append((str(round_.number), sum(shares) / len(shares)))
    if len(points) < 3:
        return ""
    is_percent = bool(shares)
    title = _("Over the session") if is_percent else _("Victory points over the rounds")
    description = _("After each round, from %(first).1f to %(last).1f.") % {
        "first": points[0][1],
        "last": points[-1][1],
    }
    return line_chart(f"{title}: {who.title}", description, points, middle=50.0 if is_percent else None, height=120)
