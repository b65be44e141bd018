"""Why a contestant that plays matches has the total it has: each match, byes, penalties, the tie, the place."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models.conditions import Form
from scoring.adjusted.words import MINUS
from scoring.engine.methods import PointUnit, scoring_method
from scoring.engine.numbers import Rounding
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.session import score_session
from scoring.engine.teams import in_points
from scoring.engine.victory import whole_margin
from scoring.runs.explanations import figure_said, imps_unit
from scoring.runs.pair_matches import counted_in, pair_matches
from scoring.runs.sheets import FieldSheet
from scoring.runs.team_scores import Row, score_teams
from scoring.selectors.result_lines import signed_text
from scoring.selectors.result_names import Who
from scoring.selectors.tie_words import tie_words

TWO = Rounding(2)


def match_total_steps(
    read: FieldSheet, place: Place, places: tuple[Place, ...], names: dict[int, Who]
) -> Iterator[str]:
    """In the order in which it was played; a match without a score yet is not in it."""
    said = dict(_rounds(read, place.contestant, names))
    for number in sorted(said):
        yield from said[number]
    if place.carry_over:
        yield _("%(amount)s is carried over from an earlier stage.") % {"amount": figure_said(place.carry_over)}
    for penalty in in_points(read.penalties):
        if penalty.contestant == place.contestant:
            yield _penalty(read, penalty.amount, penalty.reason)
    total = {"total": _total(read, place.total), "unit": total_unit(read)}
    yield _("Together: %(total)s %(unit)s.") % total
    for sentence in tie_words(place.tie_break):
        yield _("The tie was broken: %(figure)s") % {"figure": sentence}
    field = sum(1 for other in places if other.ranking == place.ranking)
    yield _("That is place %(place)s of %(field)s.") % {"place": place.place, "field": field}


def _rounds(read: FieldSheet, contestant: str, names: dict[int, Who]) -> Iterator[tuple[int, list[str]]]:
    found: dict[int, list[str]] = {}
    for row in _match_rows(read):
        if contestant in (row["home"], row["away"]) and (row["boards"] or row["home_net"] != "0"):
            found.setdefault(int(row["round"]), []).append(_match(read, row, contestant, names))
    for number, bye in zip(read.bye_rounds, read.byes, strict=True):
        if bye.contestant == contestant:
            said = {"round": number, "amount": _total(read, bye.amount), "unit": total_unit(read)}
            sentence = _("Round %(round)s: no opponents. The regulations give %(amount)s %(unit)s for that.")
            found.setdefault(number, []).append(sentence % said)
    yield from found.items()


def _match_rows(read: FieldSheet) -> list[Row]:
    if read.event.form == Form.TEAMS:
        return score_teams(read).rows
    session = score_session(read.sheet, read.method, read.profile)
    return [match.row for match in pair_matches(read, counted_in(read, session))]


def _match(read: FieldSheet, row: Row, contestant: str, names: dict[int, Who]) -> str:
    own, other = ("home", "away") if row["home"] == contestant else ("away", "home")
    who, net = names.get(int(row[other])), Fraction(row[f"{own}_net"])
    said = {
        "round": _round_words(row),
        "opponents": who.title if who else "",
        "made": made_in_match(read.event.scoring, net, len(row["boards"]), _scheduled(row)),
        "vps": row[f"{own}_vps"],
    }
    if row[f"{own}_vps"]:
        sentence = _("%(round)s against %(opponents)s: %(made)s: %(vps)s victory points.") % said
        return " ".join([sentence, *scale_used(len(row["boards"]), _scheduled(row))])
    return _("%(round)s against %(opponents)s: %(made)s.") % said


def _round_words(row: Row) -> str:
    """In which rounds a match was played: a triangle takes two."""
    rounds = row.get("rounds") or [row["round"]]
    if len(rounds) == 1:
        return _("Round %(round)s") % {"round": rounds[0]}
    return _("Rounds %(first)s–%(last)s") % {"first": rounds[0], "last": rounds[-1]}


def _scheduled(row: Row) -> int:
    """The boards of a match, played or not."""
    return sum(len(row.get(name, ())) for name in ("boards", "missing", "dropped"))


def made_in_match(scoring: str, net: Fraction, boards: int, scheduled: int) -> str:
    """What the boards come to, and the whole IMPs at which a scale of victory points is read."""
    said: dict[str, Any] = {
        "boards": _count(boards, scheduled),
        "net": signed_text(TWO.show(net) if net.denominator > 1 else str(net)),
    }
    method = scoring_method(scoring)
    if not method.in_imps:
        words = ngettext("%(boards)s board gives %(net)s points", "%(boards)s boards add up to %(net)s points", boards)
        return words % said
    said["unit"] = imps_unit(net)
    if boards < scheduled:
        words = _("%(boards)s boards add up to %(net)s %(unit)s")
    else:
        words = ngettext(
            "%(boards)s board gives %(net)s %(unit)s", "%(boards)s boards add up to %(net)s %(unit)s", boards
        )
    if method.victory_points and net.denominator > 1:
        whole = signed_text(str(whole_margin(net)))
        return _("%(made)s, %(whole)s to the nearest whole IMP") % {"made": words % said, "whole": whole}
    return words % said


def _count(boards: int, scheduled: int) -> str:
    return (
        _("%(boards)s of %(scheduled)s") % {"boards": boards, "scheduled": scheduled}
        if boards < scheduled
        else str(boards)
    )


def scale_used(boards: int, scheduled: int) -> list[str]:
    """That the scale is the one for the whole match, where boards of it have no score."""
    if boards >= scheduled:
        return []
    return [_("The scale is the one for all %(boards)s boards of the match, as scheduled.") % {"boards": scheduled}]


def _penalty(read: FieldSheet, amount: Fraction, reason: str) -> str:
    said = {"amount": figure_said(amount), "unit": total_unit(read, amount), "reason": reason or _("Law 90")}
    return _("Less a penalty of %(amount)s %(unit)s: %(reason)s") % said


def total_unit(read: FieldSheet, amount: Fraction | int = 2) -> str:
    """What totals are counted in, for one of them or for several."""
    count, unit = 1 if abs(amount) == 1 else 2, read.event.scoring_method.total_unit
    if unit is PointUnit.VICTORY_POINTS:
        return ngettext("victory point", "victory points", count)
    return imps_unit(amount) if unit is PointUnit.IMPS else ngettext("point", "points", count)


def _total(read: FieldSheet, value: Fraction) -> str:
    """As the ranking shows it: victory points with both decimals."""
    in_vps = read.event.scoring_method.total_unit is PointUnit.VICTORY_POINTS
    return TWO.show(value).replace("-", MINUS) if in_vps else _shortest(value)


def _shortest(value: Fraction) -> str:
    """Two decimals at the most, and none that say nothing: 12, 41.5, 36.07."""
    return figure_said(TWO.apply(value))
