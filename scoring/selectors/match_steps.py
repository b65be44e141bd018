"""Why a match or a team's total is what it is: sentences from the figures of the run, for the explanation page."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Event
from events.selectors.tables import ranges
from scoring.engine.victory import whole_margin
from scoring.selectors.event_results import EventResultLine, SessionCell
from scoring.selectors.match_rows import MatchRow, rows_and_byes
from scoring.selectors.match_totals import made_in_match, scale_used
from scoring.selectors.matches import TWO, BoardLine, MatchLine, MatchView, bye_points, imps_text
from scoring.selectors.result_lines import signed_score, signed_text
from scoring.selectors.tie_words import tie_words


def match_steps(view: MatchView) -> list[str]:
    """From the boards to IMPs and victory points; boards that this reader may not see are only counted."""
    line, row = view.line, view.line.row
    found = [_board(one, line) for one in view.lines if one.state == "compared"]
    if row.is_of_pairs:
        found += _unbalanced(view.lines)
    hidden = sum(1 for one in view.lines if one.state == "hidden")
    if hidden:
        found.append(_("%(count)s boards are not shown while they are in play.") % {"count": hidden})
    if not line.is_seen or not row.is_begun:
        return found
    return found + match_total_steps(row, line, view.session.event)


def _board(one: BoardLine, line: MatchLine) -> str:
    board, opened, closed = one.board, one.open, one.closed
    gained = _gain(one, line)
    if line.row.is_of_pairs:
        return _pair_board(one, line)
    if opened is None or closed is None or opened.score is None or closed.score is None:
        return _("Board %(board)s: %(gained)s, by an adjusted score.") % {"board": board, "gained": gained}
    difference = opened.score - closed.score
    return _(
        "Board %(board)s: %(home)s had %(open)s North-South in the open room, %(away)s had %(closed)s in the closed"
        " room. The difference of %(points)s points: %(gained)s."
    ) % {
        "board": board,
        "home": line.home.title,
        "away": line.away.title,
        "open": signed_score(opened.score),
        "closed": signed_score(closed.score),
        "points": abs(difference),
        "gained": gained,
    }


def _pair_board(one: BoardLine, line: MatchLine) -> str:
    """Compared with the whole field; the board's own page says how."""
    gained = _gain(one, line)
    if one.open is not None and one.open.ns_score is not None and one.open.ew_score is not None:
        ns, ew = signed_score(one.open.ns_score), signed_score(one.open.ew_score)
        sentence = _(
            "Board %(board)s, where North-South counts %(ns)s and East-West %(ew)s: compared with the field %(gained)s."
        )
        return sentence % {"board": one.board, "ns": ns, "ew": ew, "gained": gained}
    if one.open is None or one.open.score is None:
        return _("Board %(board)s, by an adjusted score: %(gained)s.") % {"board": one.board, "gained": gained}
    words = {"board": one.board, "score": signed_score(one.open.score), "gained": gained}
    return _("Board %(board)s, %(score)s for North-South: compared with the field %(gained)s.") % words


def _gain(one: BoardLine, line: MatchLine) -> str:
    """A name never ends the sentence: many end in a stop."""
    if one.is_unbalanced:
        home, away = signed_text(one.home), signed_text(one.away)
        words = {"one": line.home.title, "home": home, "other": line.away.title, "away": away}
        return _("%(one)s gets %(home)s IMPs, %(other)s %(away)s") % words
    if one.home or one.away:
        winner = line.home if one.home else line.away
        return _("%(team)s wins %(imps)s IMPs") % {"team": winner.title, "imps": one.home or one.away}
    return _("nothing to either")


def _unbalanced(lines: Iterable[BoardLine]) -> list[str]:
    """Why a board gave to the one pair something else than it took from the other."""
    found = [one for one in lines if one.is_unbalanced]
    artificial = [one.board for one in found if one.is_artificial]
    compared = [one.board for one in found if not one.is_artificial]
    said = []
    if compared:
        sentence = ngettext(
            "Board %(boards)s is no mirror image: at a table the two sides count different scores, and each pair is"
            " compared with what the others of its own direction count.",
            "Boards %(boards)s are no mirror images: at a table the two sides count different scores, and each pair is"
            " compared with what the others of its own direction count.",
            len(compared),
        )
        said.append(sentence % {"boards": ranges(compared)})
    if artificial:
        sentence = ngettext(
            "Board %(boards)s is no mirror image: an artificial score is given to each side by itself (Law 12C2).",
            "Boards %(boards)s are no mirror images: an artificial score is given to each side by itself (Law 12C2).",
            len(artificial),
        )
        said.append(sentence % {"boards": ranges(artificial)})
    return said


def match_total_steps(row: MatchRow, line: MatchLine, event: Event) -> list[str]:
    found = [*_dropped(row)]
    own_margins = bool(row.vps[0]) and row.net[0] != -row.net[1]
    if row.is_balanced or not own_margins:
        words = {"home": line.imps[0], "away": line.imps[1], "one": line.home.title, "other": line.away.title}
        found.append(_("Together %(one)s has won %(home)s IMPs and %(other)s %(away)s.") % words)
    carry = Fraction(row.data.get("carry", "0"))
    if carry:
        team = line.home if carry > 0 else line.away
        words = {"imps": imps_text(abs(carry)), "team": team.title}
        found.append(_("%(team)s brought %(imps)s of these into the match.") % words)
    for name, team in (("home_penalty", line.home), ("away_penalty", line.away)):
        taken = Fraction(row.data.get(name, "0"))
        if taken:
            words = {"imps": imps_text(taken), "team": team.title}
            found.append(_("%(team)s loses %(imps)s IMPs by a penalty.") % words)
    if any(TWO.apply(Fraction(one[side])) != Fraction(one[side]) for one in row.boards for side in ("home", "away")):
        found.append(_("Boards are added up exactly and rounded only to be shown."))
    if own_margins:
        found += _own_margins(row, line, event)
    elif row.vps[0]:
        found += _margin(row)
    return found + (scale_used(len(row.boards), len(row.all_boards)) if row.vps[0] else [])


def _dropped(row: MatchRow) -> list[str]:
    if not row.dropped:
        return []
    sentence = ngettext("Board %(boards)s was not played.", "Boards %(boards)s were not played.", len(row.dropped))
    return [sentence % {"boards": ranges(row.dropped)}]


def _margin(row: MatchRow) -> list[str]:
    """What the one is ahead the other is behind."""
    net, found = row.net[0], []
    whole = whole_margin(net)
    if net != whole:
        sentence = _("The margin of %(margin)s is %(whole)s to the nearest whole IMP, at which the scale is read.")
        found.append(sentence % {"margin": TWO.show(abs(net)), "whole": abs(whole)})
    words = {"margin": abs(whole), "boards": len(row.all_boards), "home": row.vps[0], "away": row.vps[1]}
    found.append(_("A margin of %(margin)s over %(boards)s boards is %(home)s–%(away)s in victory points.") % words)
    return found


def _own_margins(row: MatchRow, line: MatchLine, event: Event) -> list[str]:
    found = []
    for team, boards, net, vps in zip((line.home, line.away), row.made, row.net, row.vps, strict=True):
        if boards == net:
            made = made_in_match(event.scoring, net, len(row.boards), len(row.all_boards))
        else:
            made = _("with the penalty a margin of %(net)s IMPs") % {"net": signed_text(imps_text(net))}
        words = {"team": team.title, "made": made, "vps": vps}
        found.append(_("%(team)s: %(made)s: %(vps)s victory points.") % words)
    if row.is_of_pairs:
        found.append(
            _("The two margins are no mirror images, and each pair’s victory points come from its own margin.")
        )
    else:
        found.append(
            _("The two margins are no mirror images, and each team’s victory points come from its own margin.")
        )
    return found


def _session_of_matches(cell: SessionCell, contestant: int, *, sees_all: bool) -> str:
    """How many matches and boards are behind a session's total, and the rounds without opponents."""
    session = cell.session
    last = session.round if session.is_over or sees_all else session.round - 1
    rows, byes = rows_and_byes(session)
    matches = sum(1 for row in rows if contestant in (row.home_id, row.away_id) and row.round <= last and row.is_begun)
    words = {"number": session.number, "total": cell.total, "matches": matches, "boards": _boards(cell.boards)}
    if matches:
        sentence = ngettext(
            "Session %(number)s: %(total)s from %(matches)s match over %(boards)s.",
            "Session %(number)s: %(total)s from %(matches)s matches over %(boards)s.",
            matches,
        )
    else:
        sentence = _("Session %(number)s: %(total)s.")
    found = [sentence % words]
    for (number, who), given in sorted(byes.items()):
        if who == contestant and number <= last:
            bye = {"round": number, "amount": bye_points(session, given)}
            found.append(_("Round %(round)s was without opponents, and gives %(amount)s of it.") % bye)
    return " ".join(found)


def _boards(count: int) -> str:
    return ngettext("%(count)s board", "%(count)s boards", count) % {"count": count}


def total_steps(line: EventResultLine, *, sees_all: bool = False) -> list[str]:
    """How a contestant's place in an event came about; `sees_all`: rounds in play are told too."""
    found = []
    for cell in line.cells:
        if cell.total and cell.session.event.has_matches:
            found.append(_session_of_matches(cell, line.contestant.pk, sees_all=sees_all))
        elif cell.boards:
            words = {
                "number": cell.session.number,
                "total": cell.total,
                "percent": f" ({cell.percent}%)" if cell.percent else "",
                "boards": cell.boards,
            }
            found.append(_("Session %(number)s: %(total)s%(percent)s over %(boards)s boards.") % words)
    if line.carried:
        share = line.overall.share
        found.append(
            _("%(amount)s is carried over: %(share)s%% of the stage before.")
            % {"amount": line.carried_said, "share": imps_text(share * 100)}
        )
    if line.penalty:
        found.append(_("Penalties of %(amount)s are taken off in that.") % {"amount": line.penalty_said})
    whole = f"{line.percent}%" if line.percent else line.total
    found.append(_("Together %(total)s: place %(place)s.") % {"total": whole, "place": line.place})
    found += [_("The tie was broken: %(how)s") % {"how": how} for how in tie_words(line.overall.standing.tie_break)]
    return found
