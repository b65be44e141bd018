"""What a ruling would do to the scores, and how its auction reads, before anything is saved."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError

from events.models import Play
from events.selectors.tables import Room, session_room
from rulings.checked import scores
from rulings.checked.auctions import check_auction
from rulings.checked.reachable import refuse_unreachable
from rulings.models import Ruling
from rulings.selectors.auctions import AuctionTable, ruling_auction
from rulings.selectors.page import names_in
from scoring.adjusted.awards import Adjusted
from scoring.adjusted.storage import pack_damage_by_side
from scoring.adjusted.words import given_words, value_words
from scoring.engine.cards import Side
from scoring.engine.sheet import Penalty, Unit
from scoring.models.fields import PenaltyUnit
from scoring.runs.sheets import boards_in_percent
from scoring.selectors.preview import Move, Points, Preview, preview


@dataclass(frozen=True)
class PointsRow:
    points: Points
    names: str


@dataclass(frozen=True)
class MoveRow:
    move: Move
    names: str


@dataclass(frozen=True)
class EffectPreview:
    """`problems` are sentences; where there are some, nothing is shown of the scores."""

    problems: tuple[str, ...] = ()
    ns: str = ""
    ew: str = ""
    points: tuple[PointsRow, ...] = ()
    here: tuple[MoveRow, ...] = ()
    others: tuple[MoveRow, ...] = ()
    auction: AuctionTable | None = None
    auction_problem: str = ""
    # Law 12C1(e): what each side gets wants words.
    has_own_damage: bool = False

    @property
    def shows_scores(self) -> bool:
        return bool(self.points or self.here)


def preview_ruling_effect(ruling: Ruling, fields: dict[str, Any]) -> EffectPreview:
    """With the fields as they stand on the page."""
    draft = copy(ruling)
    for name, value in fields.items():
        setattr(draft, name, value)
    auction, problem = _auction(draft)
    common: dict[str, Any] = {"auction": auction, "auction_problem": problem}
    try:
        adjusted = scores.checked_adjusted_score(draft)
        if not problem:
            refuse_unreachable(draft)
        fines = [
            Penalty(str(penalty["contestant"].pk), Fraction(penalty["amount"]), Unit(penalty["unit"]))
            for penalty in scores.read_penalties(draft)
            if penalty["unit"] != PenaltyUnit.WARNING
        ]
    except ValidationError as error:
        return EffectPreview(tuple(error.messages), **common)
    if draft.play is None or (adjusted is None and not fines):
        return EffectPreview(**common)
    ns, ew, damage = (adjusted.ns, adjusted.ew, adjusted.own_damage) if adjusted else (None, None, None)
    result = preview(play=draft.play, ns=ns, ew=ew, own_damage=damage, penalties=fines, withdrawn=ruling.authority)
    if result is None:
        return EffectPreview(**common)
    return _effect_in_words(draft, result, adjusted, common)


def preview_score_effect(ruling: Ruling, adjusted: Adjusted | None) -> EffectPreview | None:
    """The same for scores as they are; penalties stay as they stand. None where there is nothing to rank yet."""
    if ruling.play is None or adjusted is None:
        return None
    result = preview(play=ruling.play, ns=adjusted.ns, ew=adjusted.ew, own_damage=adjusted.own_damage)
    return _effect_in_words(ruling, result, adjusted, {}) if result is not None else None


def _effect_in_words(
    ruling: Ruling, result: Preview, adjusted: Adjusted | None, common: dict[str, Any]
) -> EffectPreview:
    names = names_in(session_room(ruling.session, open_names=True))

    def named(contestant: str) -> str:
        return " – ".join(names.get(int(key), "") for key in contestant.split("+"))

    return EffectPreview(
        (),
        *_scores_in_words(adjusted, ruling),
        tuple(PointsRow(points, named(points.contestant)) for points in result.points if points.here or points.moves),
        # As they sat, not as they rank: whoever lays several of these side by side compares the same people.
        tuple(MoveRow(move, named(str(move.contestant))) for move in sorted(result.here, key=_seat_order(ruling))),
        tuple(MoveRow(move, named(str(move.contestant))) for move in result.others),
        has_own_damage=adjusted is not None and adjusted.own_damage is not None,
        **common,
    )


def _seat_order(ruling: Ruling) -> Callable[[Move], int]:
    seated = ruling.play.contestant_ids if ruling.play is not None else ()
    return lambda move: seated.index(move.contestant) if move.contestant in seated else len(seated)


def _scores_in_words(adjusted: Adjusted | None, ruling: Ruling) -> tuple[str, str]:
    if adjusted is None:
        return "", ""
    how = {"in_percent": boards_in_percent(ruling.session.event)}
    if adjusted.own_damage is not None:
        ns, ew = pack_damage_by_side(adjusted.own_damage)
        return given_words(ns, Side.NS, **how), given_words(ew, Side.EW, **how)
    return value_words(adjusted.ns, Side.NS, **how), value_words(adjusted.ew, Side.EW, **how)


def _auction(ruling: Ruling) -> tuple[AuctionTable | None, str]:
    try:
        check_auction(ruling)
    except ValidationError as error:
        return None, " ".join(error.messages)
    return ruling_auction(ruling), ""


def penalizable_contestants(ruling: Ruling, room: Room | None = None) -> dict[int, str]:
    """Who can be penalized: those at the table on the board, else everybody in the session."""
    names = names_in(room or session_room(ruling.session, open_names=True))
    play: Play | None = ruling.play
    if play is None:
        return names
    return {pk: names.get(pk, str(pk)) for pk in play.contestant_ids}
