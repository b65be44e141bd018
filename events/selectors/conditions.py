"""Conditions of contest (Law 78D) in words, with the club's regulations where the event says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Club
from clubs.regulations import CATALOGUE, Effective, effective_all
from events.models import Event
from events.models.conditions import CarryOver, Form, TieBreak
from events.selectors.entries import closes_at
from events.wording import kind_name, local_moment
from scoring.engine.victory import USUAL_SCALE

# Where the event may say otherwise than the club's regulations: its field, and the regulation.
REGULATED = {
    "profile": "scoring.profile",
    "period_score_correction": "period.score_correction",
    "period_tabulation_correction": "period.tabulation_correction",
    "period_ruling_request": "period.ruling_request",
    "period_appeal": "period.appeal",
    "deposit": "appeals.deposit",
}
SCALE_NAMES = {
    "wbf": gettext_lazy("WBF continuous"),
    "wbf-discrete": gettext_lazy("WBF discrete"),
    "ebu": gettext_lazy("EBU discrete"),
}
#: A rule that only a match of teams needs.
FOR_TEAMS = "laws.86B3"
Regulations = Mapping[str, Effective]


@dataclass(frozen=True)
class ConditionLine:
    label: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class ConditionGroup:
    title: str
    lines: list[ConditionLine]


def club_regulations(club: Club, at: datetime | None = None) -> dict[str, Effective]:
    """What holds for the club, or held at a moment, by key."""
    return {rule.regulation.key: rule for rule in effective_all(body=club, at=at)}


def condition_groups(event: Event) -> list[ConditionGroup]:
    regulations = club_regulations(event.club)
    if (begun := _last_begun(event)) is not None:
        # What was announced for a game that has begun holds for it, whatever is laid down afterwards.
        regulations |= {key: rule for key, rule in club_regulations(event.club, begun).items() if _is_kept(rule)}
    return [
        ConditionGroup(_("What is played"), _game_lines(event, regulations)),
        ConditionGroup(_("Who plays"), _player_lines(event)),
        ConditionGroup(_("How ties are broken"), _tie_lines(event)),
        ConditionGroup(_("After the game"), _period_lines(event, regulations)),
        ConditionGroup(_("Where the Laws leave it to regulation"), _regulation_lines(event, regulations)),
    ]


def _is_kept(rule: Effective) -> bool:
    return rule.regulation.is_held_from_the_start


def _last_begun(event: Event) -> datetime | None:
    """When the last session began; None where one is still to begin."""
    starts = list(event.sessions.values_list("started_at", flat=True))
    begun = [start for start in starts if start is not None]
    return max(begun, default=None) if len(begun) == len(starts) else None


def _game_lines(event: Event, regulations: Regulations) -> list[ConditionLine]:
    sessions = ngettext("%(count)s session", "%(count)s sessions", event.sessions_planned)
    boards = ngettext("about %(count)s board", "about %(count)s boards", event.boards)
    lines = [
        ConditionLine(_("Form"), event.get_form_display()),
        ConditionLine(
            _("Length"), f"{sessions % {'count': event.sessions_planned}}, {boards % {'count': event.boards}}"
        ),
        ConditionLine(_("Movement"), _movement_text(event)),
        ConditionLine(_("Scoring"), _scoring_text(event)),
        *_bye_lines(event, regulations),
        regulated_line(event, "profile", regulations),
    ]
    if event.form == Form.PAIRS:
        lines.append(ConditionLine(_("Winners"), _winners_text(event)))
    if event.minutes_per_board:
        pace = _("%(count)s minutes for a board") % {"count": number_format(event.minutes_per_board.normalize())}
        lines.append(ConditionLine(_("Pace"), pace))
    share = _("Everybody plays at least %(share)s%% of the boards in play.") % {"share": event.share}
    return [*lines, ConditionLine(_("Boards for everybody"), share)]


def _movement_text(event: Event) -> str:
    if event.planned_kind is None:
        return _("Chosen on the day, for as many as come")
    name = kind_name(event.planned_kind)
    return name[:1].upper() + name[1:]


def _scoring_text(event: Event) -> str:
    if not event.scoring_method.victory_points:
        return event.get_scoring_display()
    name = event.vp_scale or USUAL_SCALE
    scale = SCALE_NAMES.get(name, name)
    return _("%(scoring)s (scale %(scale)s)") % {"scoring": event.get_scoring_display(), "scale": scale}


def _bye_lines(event: Event, regulations: Regulations) -> list[ConditionLine]:
    """What a round without opponents gives in a Swiss, by the club's regulations."""
    if not event.has_matches or (event.movement_kind and not event.movement_traits.is_drawn):
        return []
    rule = regulations[bye_regulation(event)]
    return [ConditionLine(str(rule.regulation.label), rule.shown)]


def bye_regulation(event: Event) -> str:
    """The regulation that says what a round without opponents gives."""
    return "score.bye_vps" if event.scoring_method.victory_points else "score.bye_imps"


def _winners_text(event: Event) -> str:
    if event.winners == 1:
        return _("One: all pairs are compared")
    if event.winners == 2:
        return _("Two: North-South and East-West")
    return _("One or two, as the movement has it")


def _player_lines(event: Event) -> list[ConditionLine]:
    members = _("Members of %(club)s") % {"club": event.club} if event.members_only else _("Everybody")
    lines = [ConditionLine(_("Open to"), members)]
    if event.entry_conditions:
        lines.append(ConditionLine(_("Conditions of entry"), event.entry_conditions))
    if event.most_contestants:
        waits = _("Whoever comes later waits for a place.")
        lines.append(ConditionLine(_("Places"), number_format(event.most_contestants), waits))
    closing = closes_at(event)
    if event.takes_entries and closing:
        lines.append(ConditionLine(_("Entries close"), local_moment(event.club, closing)))
    return [
        *lines,
        ConditionLine(_("Table money"), _money_text(event)),
        ConditionLine(_("Systems"), event.get_systems_display()),
    ]


def _money_text(event: Event) -> str:
    if not event.fee and not event.visitor_fee:
        return _("None")
    if event.fee == event.visitor_fee:
        return number_format(event.fee, 2)
    gaps = {"fee": number_format(event.fee, 2), "visitor": number_format(event.visitor_fee, 2)}
    return _("%(fee)s; visitors %(visitor)s") % gaps


def _tie_lines(event: Event) -> list[ConditionLine]:
    ordinals = (_("First by"), _("Then by"))
    lines = [
        ConditionLine(ordinals[bool(at)], str(TieBreak(value).label))
        for at, value in enumerate(event.tie_breaks)
        if value in TieBreak.values
    ]
    if not lines or event.tie_breaks[-1] != TieBreak.LOT:
        lines.append(
            ConditionLine(_("After that") if lines else _("Ties"), _("Those who are still equal share the place."))
        )
    if event.three_ways:
        lines.append(ConditionLine(_("An odd number"), _("Three teams play each other, so that nobody has a bye.")))
    if event.carry_over != CarryOver.NONE:
        lines.append(ConditionLine(_("Carried over"), event.get_carry_over_display()))
    return lines


def _period_lines(event: Event, regulations: Regulations) -> list[ConditionLine]:
    periods = [field for field in REGULATED if field.startswith("period_")]
    lines = [regulated_line(event, field, regulations) for field in periods]
    hears = regulations["appeals.adjudicator"]
    lines.append(ConditionLine(str(hears.regulation.label), hears.shown))
    return [*lines, regulated_line(event, "deposit", regulations)]


def _regulation_lines(event: Event, regulations: Regulations) -> list[ConditionLine]:
    announced = [rule for rule in regulations.values() if rule.regulation.announced]
    return [
        ConditionLine(str(rule.regulation.label), rule.shown, _law_text(rule.regulation.laws))
        for rule in announced
        if rule.regulation.key != FOR_TEAMS or event.is_for_teams
    ]


def _law_text(laws: tuple[str, ...]) -> str:
    return _("Law %(law)s") % {"law": laws[0]}


def regulated_line(event: Any, field: str, regulations: Regulations) -> ConditionLine:
    """What the event says, or the regulation that holds where it says nothing."""
    rule = regulations[REGULATED[field]]
    label = str(rule.regulation.label)
    value = getattr(event, field)
    if value in ("", None):
        return ConditionLine(label, rule.shown)
    return ConditionLine(label, CATALOGUE[REGULATED[field]].kind.show(value), _("for this event"))
