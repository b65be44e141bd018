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
from scoring.selectors.match_totals import made_in_match, scale_used
from scoring.selectors.matches import TWO, BoardLine, MatchLine, MatchView, bye_points, imps_text
from scoring.selectors.newest_matches import RunMatch, matches_and_byes
from scoring.selectors.result_lines import signed_score, signed_text
from scoring.selectors.tie_words import tie_words


def match_steps(view: MatchView) -> list[str]:
    """From the boards to IMPs and victory points; boards that this reader may not see are only counted."""
    line, match = view.line, view.line.match
    steps = [_board(board, line) for board in view.lines if board.state == "compared"]
    if match.is_of_pairs:
        steps += _unbalanced_sentences(view.lines)
    hidden = sum(1 for board in view.lines if board.state == "hidden")
    if hidden:
        steps.append(_("%(count)s boards are not shown while they are in play.") % {"count": hidden})
    if not line.is_seen or not match.is_begun:
        return steps
    return steps + match_total_steps(match, line, view.session.event)


def _board(board_line: BoardLine, line: MatchLine) -> str:
    board, opened, closed = board_line.board, board_line.open, board_line.closed
    gained = _gain(board_line, line)
    if line.match.is_of_pairs:
        return _pair_board(board_line, line)
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


def _pair_board(board_line: BoardLine, line: MatchLine) -> str:
    """Compared with the whole field; the board's own page says how."""
    gained = _gain(board_line, line)
    if board_line.open is not None and board_line.open.ns_score is not None and board_line.open.ew_score is not None:
        ns, ew = signed_score(board_line.open.ns_score), signed_score(board_line.open.ew_score)
        sentence = _(
            "Board %(board)s, where North-South counts %(ns)s and East-West %(ew)s: compared with the field %(gained)s."
        )
        return sentence % {"board": board_line.board, "ns": ns, "ew": ew, "gained": gained}
    if board_line.open is None or board_line.open.score is None:
        return _("Board %(board)s, by an adjusted score: %(gained)s.") % {"board": board_line.board, "gained": gained}
    words = {"board": board_line.board, "score": signed_score(board_line.open.score), "gained": gained}
    return _("Board %(board)s, %(score)s for North-South: compared with the field %(gained)s.") % words


def _gain(board_line: BoardLine, line: MatchLine) -> str:
    """A name never ends the sentence: many end in a stop."""
    if board_line.is_unbalanced:
        home, away = signed_text(board_line.home), signed_text(board_line.away)
        words = {"one": line.home.title, "home": home, "other": line.away.title, "away": away}
        return _("%(one)s gets %(home)s IMPs, %(other)s %(away)s") % words
    if board_line.home or board_line.away:
        winner = line.home if board_line.home else line.away
        return _("%(team)s wins %(imps)s IMPs") % {"team": winner.title, "imps": board_line.home or board_line.away}
    return _("nothing to either")


def _unbalanced_sentences(lines: Iterable[BoardLine]) -> list[str]:
    """Why a board gave to the one pair something else than it took from the other."""
    unbalanced = [board_line for board_line in lines if board_line.is_unbalanced]
    artificial = [board_line.board for board_line in unbalanced if board_line.is_artificial]
    compared = [board_line.board for board_line in unbalanced if not board_line.is_artificial]
    sentences = []
    if compared:
        sentence = ngettext(
            "Board %(boards)s is no mirror image: at a table the two sides count different scores, and each pair is"
            " compared with what the others of its own direction count.",
            "Boards %(boards)s are no mirror images: at a table the two sides count different scores, and each pair is"
            " compared with what the others of its own direction count.",
            len(compared),
        )
        sentences.append(sentence % {"boards": ranges(compared)})
    if artificial:
        sentence = ngettext(
            "Board %(boards)s is no mirror image: an artificial score is given to each side by itself (Law 12C2).",
            "Boards %(boards)s are no mirror images: an artificial score is given to each side by itself (Law 12C2).",
            len(artificial),
        )
        sentences.append(sentence % {"boards": ranges(artificial)})
    return sentences


def match_total_steps(match: RunMatch, line: MatchLine, event: Event) -> list[str]:
    steps = [*_dropped(match)]
    own_margins = bool(match.vps[0]) and match.net[0] != -match.net[1]
    if match.is_balanced or not own_margins:
        words = {"home": line.imps[0], "away": line.imps[1], "one": line.home.title, "other": line.away.title}
        steps.append(_("Together %(one)s has won %(home)s IMPs and %(other)s %(away)s.") % words)
    carry = Fraction(match.data.get("carry", "0"))
    if carry:
        team = line.home if carry > 0 else line.away
        words = {"imps": imps_text(abs(carry)), "team": team.title}
        steps.append(_("%(team)s brought %(imps)s of these into the match.") % words)
    for name, team in (("home_penalty", line.home), ("away_penalty", line.away)):
        penalty = Fraction(match.data.get(name, "0"))
        if penalty:
            words = {"imps": imps_text(penalty), "team": team.title}
            steps.append(_("%(team)s loses %(imps)s IMPs by a penalty.") % words)
    if any(
        TWO.apply(Fraction(board[side])) != Fraction(board[side]) for board in match.boards for side in ("home", "away")
    ):
        steps.append(_("Boards are added up exactly and rounded only to be shown."))
    if own_margins:
        steps += _own_margins(match, line, event)
    elif match.vps[0]:
        steps += _margin(match)
    return steps + (scale_used(len(match.boards), len(match.all_boards)) if match.vps[0] else [])


def _dropped(match: RunMatch) -> list[str]:
    if not match.dropped:
        return []
    sentence = ngettext("Board %(boards)s was not played.", "Boards %(boards)s were not played.", len(match.dropped))
    return [sentence % {"boards": ranges(match.dropped)}]


def _margin(match: RunMatch) -> list[str]:
    """What the one is ahead the other is behind."""
    net, steps = match.net[0], []
    whole = whole_margin(net)
    if net != whole:
        sentence = _("The margin of %(margin)s is %(whole)s to the nearest whole IMP, at which the scale is read.")
        steps.append(sentence % {"margin": TWO.show(abs(net)), "whole": abs(whole)})
    words = {"margin": abs(whole), "boards": len(match.all_boards), "home": match.vps[0], "away": match.vps[1]}
    steps.append(_("A margin of %(margin)s over %(boards)s boards is %(home)s–%(away)s in victory points.") % words)
    return steps


def _own_margins(match: RunMatch, line: MatchLine, event: Event) -> list[str]:
    steps = []
    for team, boards, net, vps in zip((line.home, line.away), match.board_sums, match.net, match.vps, strict=True):
        if boards == net:
            margin_words = made_in_match(event.scoring, net, len(match.boards), len(match.all_boards))
        else:
            margin_words = _("with the penalty a margin of %(net)s IMPs") % {"net": signed_text(imps_text(net))}
        words = {"team": team.title, "made": margin_words, "vps": vps}
        steps.append(_("%(team)s: %(made)s: %(vps)s victory points.") % words)
    if match.is_of_pairs:
        steps.append(
            _("The two margins are no mirror images, and each pair’s victory points come from its own margin.")
        )
    else:
        steps.append(
            _("The two margins are no mirror images, and each team’s victory points come from its own margin.")
        )
    return steps


def _session_sentence(cell: SessionCell, contestant: int, *, sees_all: bool) -> str:
    """How many matches and boards are behind a session's total, and the rounds without opponents."""
    session = cell.session
    last = session.round if session.is_over or sees_all else session.round - 1
    all_matches, byes = matches_and_byes(session)
    matches = sum(
        1
        for match in all_matches
        if contestant in (match.home_id, match.away_id) and match.round <= last and match.is_begun
    )
    words = {"number": session.number, "total": cell.total, "matches": matches, "boards": _boards(cell.boards)}
    if matches:
        sentence = ngettext(
            "Session %(number)s: %(total)s from %(matches)s match over %(boards)s.",
            "Session %(number)s: %(total)s from %(matches)s matches over %(boards)s.",
            matches,
        )
    else:
        sentence = _("Session %(number)s: %(total)s.")
    sentences = [sentence % words]
    for (number, who), amount in sorted(byes.items()):
        if who == contestant and number <= last:
            bye = {"round": number, "amount": bye_points(session, amount)}
            sentences.append(_("Round %(round)s was without opponents, and gives %(amount)s of it.") % bye)
    return " ".join(sentences)


def _boards(count: int) -> str:
    return ngettext("%(count)s board", "%(count)s boards", count) % {"count": count}


def total_steps(line: EventResultLine, *, sees_all: bool = False) -> list[str]:
    """How a contestant's place in an event came about; `sees_all`: rounds in play are told too."""
    steps = []
    for cell in line.cells:
        if cell.total and cell.session.event.has_matches:
            steps.append(_session_sentence(cell, line.contestant.pk, sees_all=sees_all))
        elif cell.boards:
            words = {
                "number": cell.session.number,
                "total": cell.total,
                "percent": f" ({cell.percent}%)" if cell.percent else "",
                "boards": cell.boards,
            }
            steps.append(_("Session %(number)s: %(total)s%(percent)s over %(boards)s boards.") % words)
    if line.carried:
        share = line.overall.share
        steps.append(
            _("%(amount)s is carried over: %(share)s%% of the stage before.")
            % {"amount": line.carried_text, "share": imps_text(share * 100)}
        )
    if line.penalty:
        steps.append(_("Penalties of %(amount)s are taken off in that.") % {"amount": line.penalty_text})
    whole = f"{line.percent}%" if line.percent else line.total
    steps.append(_("Together %(total)s: place %(place)s.") % {"total": whole, "place": line.place})
    steps += [_("The tie was broken: %(how)s") % {"how": how} for how in tie_words(line.overall.standing.tie_break)]
    return steps
