"""Why a contestant that plays matches has the total it has: each match, byes, penalties, the tie, the place."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.adjusted.words import MINUS
from scoring.engine.methods import PointUnit, scoring_method
from scoring.engine.numbers import Rounding
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.session import score_session
from scoring.engine.teams import in_points
from scoring.engine.victory import whole_margin
from scoring.runs.explanations import figure_text, imps_unit
from scoring.runs.pair_matches import counted_points, pair_matches
from scoring.runs.sheets import FieldSheet
from scoring.runs.team_scores import Row, score_teams
from scoring.selectors.result_lines import signed_text
from scoring.selectors.result_names import Who
from scoring.selectors.tie_words import tie_words

TWO = Rounding(2)


def match_total_steps(
    field_sheet: FieldSheet, place: Place, places: tuple[Place, ...], names: dict[int, Who]
) -> Iterator[str]:
    """In the order in which it was played; a match without a score yet is not in it."""
    sentences = dict(_rounds(field_sheet, place.contestant, names))
    for number in sorted(sentences):
        yield from sentences[number]
    if place.carry_over:
        yield _("%(amount)s is carried over from an earlier stage.") % {"amount": figure_text(place.carry_over)}
    for penalty in in_points(field_sheet.penalties):
        if penalty.contestant == place.contestant:
            yield _penalty(field_sheet, penalty.amount, penalty.reason)
    total = {"total": _total(field_sheet, place.total), "unit": total_unit(field_sheet)}
    yield _("Together: %(total)s %(unit)s.") % total
    for sentence in tie_words(place.tie_break):
        yield _("The tie was broken: %(figure)s") % {"figure": sentence}
    field = sum(1 for other in places if other.ranking == place.ranking)
    yield _("That is place %(place)s of %(field)s.") % {"place": place.place, "field": field}


def _rounds(field_sheet: FieldSheet, contestant: str, names: dict[int, Who]) -> Iterator[tuple[int, list[str]]]:
    sentences: dict[int, list[str]] = {}
    for match in _field_matches(field_sheet):
        if contestant in (match["home"], match["away"]) and (match["boards"] or match["home_net"] != "0"):
            sentences.setdefault(int(match["round"]), []).append(_match_sentence(field_sheet, match, contestant, names))
    for number, bye in zip(field_sheet.bye_rounds, field_sheet.byes, strict=True):
        if bye.contestant == contestant:
            values = {"round": number, "amount": _total(field_sheet, bye.amount), "unit": total_unit(field_sheet)}
            sentence = _("Round %(round)s: no opponents. The regulations give %(amount)s %(unit)s for that.")
            sentences.setdefault(number, []).append(sentence % values)
    yield from sentences.items()


def _field_matches(field_sheet: FieldSheet) -> list[Row]:
    if field_sheet.event.is_for_teams:
        return score_teams(field_sheet).match_data
    session = score_session(field_sheet.sheet, field_sheet.method, field_sheet.profile)
    return [match.data for match in pair_matches(field_sheet, counted_points(field_sheet, session))]


def _match_sentence(field_sheet: FieldSheet, match: Row, contestant: str, names: dict[int, Who]) -> str:
    own, other = ("home", "away") if match["home"] == contestant else ("away", "home")
    who, net = names.get(int(match[other])), Fraction(match[f"{own}_net"])
    values = {
        "round": _round_words(match),
        "opponents": who.title if who else "",
        "made": made_in_match(field_sheet.event.scoring, net, len(match["boards"]), _scheduled(match)),
        "vps": match[f"{own}_vps"],
    }
    if match[f"{own}_vps"]:
        sentence = _("%(round)s against %(opponents)s: %(made)s: %(vps)s victory points.") % values
        return " ".join([sentence, *scale_used(len(match["boards"]), _scheduled(match))])
    return _("%(round)s against %(opponents)s: %(made)s.") % values


def _round_words(match: Row) -> str:
    """In which rounds a match was played: a triangle takes two."""
    rounds = match.get("rounds") or [match["round"]]
    if len(rounds) == 1:
        return _("Round %(round)s") % {"round": rounds[0]}
    return _("Rounds %(first)s–%(last)s") % {"first": rounds[0], "last": rounds[-1]}


def _scheduled(match: Row) -> int:
    """The boards of a match, played or not."""
    return sum(len(match.get(name, ())) for name in ("boards", "missing", "dropped"))


def made_in_match(scoring: str, net: Fraction, boards: int, scheduled: int) -> str:
    """What the boards come to, and the whole IMPs at which a scale of victory points is read."""
    values: dict[str, Any] = {
        "boards": _count(boards, scheduled),
        "net": signed_text(TWO.show(net) if net.denominator > 1 else str(net)),
    }
    method = scoring_method(scoring)
    if not method.in_imps:
        words = ngettext("%(boards)s board gives %(net)s points", "%(boards)s boards add up to %(net)s points", boards)
        return words % values
    values["unit"] = imps_unit(net)
    if boards < scheduled:
        words = _("%(boards)s boards add up to %(net)s %(unit)s")
    else:
        words = ngettext(
            "%(boards)s board gives %(net)s %(unit)s", "%(boards)s boards add up to %(net)s %(unit)s", boards
        )
    if method.victory_points and net.denominator > 1:
        whole = signed_text(str(whole_margin(net)))
        return _("%(made)s, %(whole)s to the nearest whole IMP") % {"made": words % values, "whole": whole}
    return words % values


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


def _penalty(field_sheet: FieldSheet, amount: Fraction, reason: str) -> str:
    values = {"amount": figure_text(amount), "unit": total_unit(field_sheet, amount), "reason": reason or _("Law 90")}
    return _("Less a penalty of %(amount)s %(unit)s: %(reason)s") % values


def total_unit(field_sheet: FieldSheet, amount: Fraction | int = 2) -> str:
    """What totals are counted in, for one of them or for several."""
    count, unit = 1 if abs(amount) == 1 else 2, field_sheet.event.scoring_method.total_unit
    if unit is PointUnit.VICTORY_POINTS:
        return ngettext("victory point", "victory points", count)
    return imps_unit(amount) if unit is PointUnit.IMPS else ngettext("point", "points", count)


def _total(field_sheet: FieldSheet, value: Fraction) -> str:
    """As the ranking shows it: victory points with both decimals."""
    in_vps = field_sheet.event.scoring_method.total_unit is PointUnit.VICTORY_POINTS
    return TWO.show(value).replace("-", MINUS) if in_vps else _shortest(value)


def _shortest(value: Fraction) -> str:
    """Two decimals at the most, and none that say nothing: 12, 41.5, 36.07."""
    return figure_text(TWO.apply(value))
