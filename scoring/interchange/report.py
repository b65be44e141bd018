"""A scored file as JSON for programs, and as text that a secretary can read."""

import json
from fractions import Fraction
from itertools import groupby

from scoring.engine.cards import Side
from scoring.engine.numbers import plain
from scoring.engine.results import BoardScore, LineScore, Points, ScoredStanding
from scoring.engine.sheet import Award, Line, Outcomes
from scoring.engine.teams import MatchScore
from scoring.interchange.scored import ScoredFile


def as_json(scored: ScoredFile) -> str:
    return json.dumps(as_data(scored), ensure_ascii=False, indent=1)


def as_data(scored: ScoredFile) -> dict[str, object]:
    data: dict[str, object] = {
        "method": scored.method,
        "profile": scored.profile.name,
        "boards": [_board(board, scored) for board in scored.session.boards],
        "matches": [_match(match, scored) for match in scored.matches],
        "ranking": [_standing(standing, scored) for standing in scored.standings],
        "problems": [
            {"board": problem.board, "line": problem.line, "message": problem.message} for problem in scored.problems
        ],
    }
    if scored.matches:
        data["pairs"] = [_pair(standing, scored) for standing in scored.session.standings]
    return data


def _board(board: BoardScore, scored: ScoredFile) -> dict[str, object]:
    return {"board": board.number, "lines": [_line(line, scored) for line in board.lines]}


def _line(score: LineScore, scored: ScoredFile) -> dict[str, object]:
    line = score.line
    result = line.result
    declarer = result.declarer.value if result and result.declarer else None
    return {
        "ns": line.ns,
        "ew": line.ew,
        "contract": _contract(line),
        "declarer": declarer if result and not result.passed_out else None,
        "tricks": result.tricks if result and not result.passed_out else None,
        "score": shown_score(line),
        "ns_points": _points(score.ns, scored),
        "ew_points": _points(score.ew, scored),
    }


def _contract(line: Line) -> str | None:
    if line.result is None:
        return None
    return str(line.result.contract) if line.result.contract else "PASS"


def shown_score(line: Line) -> int | str | None:
    """Points as North-South sees them, `A6040`, or `NP`."""
    if not line.counts:
        return "NP"
    if isinstance(line.ns_value, Outcomes) and line.ns_value.single is not None:
        return line.ns_value.single
    if isinstance(line.ns_value, Award) and isinstance(line.ew_value, Award):
        return "A" + "".join(plain(award.base_percent).rjust(2, "0") for award in (line.ns_value, line.ew_value))
    return None


def _points(points: Points | None, scored: ScoredFile) -> str | None:
    return None if points is None else scored.session.board_rounding.show(points.shown)


def _match(match: MatchScore, scored: ScoredFile) -> dict[str, object]:
    return {
        "round": match.match.round,
        "team": match.match.home,
        "opponent": match.match.away,
        "boards": [{"board": board.number, "imps": _short(board.home, scored)} for board in match.boards],
        "imps": _short(match.home, scored),
        "opponent_imps": _short(match.away, scored),
        "team_vps": None if match.home_vps is None else scored.show_total(match.home_vps),
        "opponent_vps": None if match.away_vps is None else scored.show_total(match.away_vps),
    }


def _short(value: Fraction, scored: ScoredFile) -> str:
    """IMPs between two tables are whole numbers unless a ruling weighted them."""
    return str(value.numerator) if value.denominator == 1 else scored.profile.imps.show(value)


def _standing(standing: ScoredStanding, scored: ScoredFile) -> dict[str, object]:
    percent = standing.percent
    return {
        "rank": standing.place,
        "contestant": standing.contestant,
        "boards": standing.boards,
        "total": scored.show_total(standing.total),
        "percent": None if percent is None else scored.profile.percent.show(percent),
    }


def _pair(standing: ScoredStanding, scored: ScoredFile) -> dict[str, object]:
    return {
        "rank": standing.place,
        "contestant": standing.contestant,
        "boards": standing.boards,
        "total": scored.profile.total.show(standing.total),
        "percent": None,
    }


def as_text(scored: ScoredFile) -> str:
    """The ranking, the matches where there are any, and what has to be looked at."""
    blocks = [_heading(scored)]
    for direction, members in groupby(scored.standings, key=lambda standing: standing.ranking):
        blocks.append(_table(list(members), scored, direction))
    if scored.matches:
        blocks.append(_match_table(scored))
    if scored.problems:
        blocks.append(_problems(scored))
    return "\n\n".join(blocks) + "\n"


def _heading(scored: ScoredFile) -> str:
    boards, session = len(scored.session.boards), scored.session
    results = sum(len(board.board.counting) for board in session.boards)
    title = f"{scored.title}\n" if scored.title else ""
    return f"{title}{scored.method}, profile {scored.profile.name}: {boards} boards, {results} results"


_DIRECTIONS = {Side.NS.value: "North-South", Side.EW.value: "East-West"}


def _table(members: list[ScoredStanding], scored: ScoredFile, direction: str) -> str:
    width = max(4, *(len(member.contestant) for member in members))
    percents = any(member.percent is not None for member in members)
    head = f"{'Rank':>5}  {'Pair' if not scored.matches else 'Team':<{width}}  {'Boards':>6}  {'Total':>10}"
    lines = [_DIRECTIONS.get(direction, direction)] if direction else []
    lines.append(head + (f"  {'%':>6}" if percents else ""))
    for member in members:
        row = f"{member.place:>5}  {member.contestant:<{width}}  {member.boards:>6}"
        row += f"  {scored.show_total(member.total):>10}"
        if member.percent is not None:
            row += f"  {scored.profile.percent.show(member.percent):>6}"
        lines.append(row)
    return "\n".join(lines)


def _match_table(scored: ScoredFile) -> str:
    lines = [f"{'Round':>5}  {'Match':<15}  {'IMPs':>6}  {'VPs':>11}"]
    for match in scored.matches:
        vps = (
            ""
            if match.home_vps is None or match.away_vps is None
            else (f"{scored.show_total(match.home_vps)} - {scored.show_total(match.away_vps)}")
        )
        teams = f"{match.match.home} - {match.match.away}"
        lines.append(f"{match.match.round:>5}  {teams:<15}  {_short(match.home, scored):>6}  {vps:>11}")
    return "\n".join(lines)


def _problems(scored: ScoredFile) -> str:
    lines = ["To be looked at:"]
    for problem in scored.problems:
        place = f"board {problem.board}" if problem.board is not None else "file"
        line = f", line {problem.line}" if problem.line is not None else ""
        lines.append(f"  {place}{line}: {problem.message}")
    return "\n".join(lines)
