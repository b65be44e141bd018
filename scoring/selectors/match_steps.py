"""Why a match or a team's total is what it is: sentences from the figures of the run, for the explanation page."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.victory import whole_margin
from scoring.selectors.event_results import EventResultLine
from scoring.selectors.match_rows import MatchRow
from scoring.selectors.matches import TWO, BoardLine, MatchLine, MatchView, said
from scoring.selectors.result_lines import signed
from scoring.selectors.tie_words import tie_words


def match_steps(view: MatchView) -> list[str]:
    """From the boards to IMPs and victory points; boards that this reader may not see are only counted."""
    line, row = view.line, view.line.row
    found = [_board(one, line) for one in view.lines if one.state == "compared"]
    hidden = sum(1 for one in view.lines if one.state == "hidden")
    if hidden:
        found.append(_("%(count)s boards are not shown while they are in play.") % {"count": hidden})
    if not line.is_seen or not row.is_begun:
        return found
    return found + totals(row, line)


def _board(one: BoardLine, line: MatchLine) -> str:
    board, opened, closed = one.board, one.open, one.closed
    gained = _gain(one.home, one.away, line)
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
        "open": opened.score,
        "closed": closed.score,
        "points": abs(difference),
        "gained": gained,
    }


def _pair_board(one: BoardLine, line: MatchLine) -> str:
    """Compared with the whole field; the board's own page says how."""
    gained = _gain(one.home, one.away, line)
    if one.open is None or one.open.score is None:
        return _("Board %(board)s, by an adjusted score: %(gained)s.") % {"board": one.board, "gained": gained}
    said = {"board": one.board, "score": signed(one.open.score), "gained": gained}
    return _("Board %(board)s, %(score)s for North-South: compared with the field, %(gained)s.") % said


def _gain(home: str, away: str, line: MatchLine) -> str:
    if home and not away:
        return _("%(imps)s IMPs to %(team)s") % {"imps": home, "team": line.home.title}
    if away and not home:
        return _("%(imps)s IMPs to %(team)s") % {"imps": away, "team": line.away.title}
    if home and away:
        return _("%(home)s to the one, %(away)s to the other") % {"home": home, "away": away}
    return _("nothing to either")


def totals(row: MatchRow, line: MatchLine) -> list[str]:
    found = [
        _("Together %(home)s IMPs to %(one)s and %(away)s to %(other)s.")
        % {"home": line.imps[0], "away": line.imps[1], "one": line.home.title, "other": line.away.title}
    ]
    carry = Fraction(row.data.get("carry", "0"))
    if carry:
        team = line.home if carry > 0 else line.away
        found.append(
            _("%(imps)s of these were brought into the match by %(team)s.")
            % {"imps": said(abs(carry)), "team": team.title}
        )
    for name, team in (("home_penalty", line.home), ("away_penalty", line.away)):
        taken = Fraction(row.data.get(name, "0"))
        if taken:
            found.append(_("A penalty takes %(imps)s IMPs from %(team)s.") % {"imps": said(taken), "team": team.title})
    if row.vps[0]:
        net, _other = row.net
        whole = whole_margin(net)
        if net != whole:
            sentence = _("The margin of %(margin)s is %(whole)s to the nearest whole IMP, at which the scale is read.")
            found.append(sentence % {"margin": TWO.show(abs(net)), "whole": abs(whole)})
        found.append(
            _("A margin of %(margin)s over %(boards)s boards is %(home)s–%(away)s in victory points.")
            % {
                "margin": abs(whole),
                "boards": len(row.all_boards),
                "home": row.vps[0],
                "away": row.vps[1],
            }
        )
    return found


def total_steps(line: EventResultLine) -> list[str]:
    """How a contestant's place in an event came about."""
    found = [
        _("Session %(number)s: %(total)s%(percent)s over %(boards)s boards.")
        % {
            "number": cell.session.number,
            "total": cell.total,
            "percent": f" ({cell.percent}%)" if cell.percent else "",
            "boards": cell.boards,
        }
        for cell in line.cells
        if cell.boards
    ]
    if line.carried:
        share = line.overall.share
        found.append(
            _("%(amount)s is carried over: %(share)s%% of the stage before.")
            % {"amount": line.carried_said, "share": said(share * 100)}
        )
    if line.penalty:
        found.append(_("Penalties of %(amount)s are taken off in that.") % {"amount": line.penalty_said})
    whole = f"{line.percent}%" if line.percent else line.total
    found.append(_("Together %(total)s: place %(place)s.") % {"total": whole, "place": line.place})
    found += [_("The tie was broken: %(how)s") % {"how": how} for how in tie_words(line.overall.standing.tie_break)]
    return found
