"""What each decision that is on the table would do to the ranking, and what a published one has done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal, Decision
from appeals.models.appeals import AppealState, HearsChoice, VerdictChoice
from appeals.selectors.standing import STANDS_BELOW, at_the_table, gives_score, score_as_decided, score_as_ruled
from core.actors import Actor
from events.selectors.tables import session_room
from rulings.selectors.effect import Effect, effect_of_scores
from rulings.selectors.page import names_in
from scoring.adjusted.awards import Adjusted, outcomes_in, read_adjusted
from scoring.adjusted.words import both_words
from scoring.models import Penalty
from scoring.selectors.conditions import board_conditions
from scoring.selectors.results_sight import results_sight


@dataclass(frozen=True)
class PossibleOutcome:
    label: Any
    score: str
    effect: Effect


def possible_outcomes(actor: Actor, appeal: Appeal) -> tuple[PossibleOutcome, ...]:
    """For whoever may see the board's results and the ranking."""
    ruling = appeal.ruling
    if ruling.play is None:
        return ()
    sight = results_sight(actor, appeal.session)
    if not (sight.sees_board(ruling.play.board) and sight.sees_ranking):
        return ()
    found: dict[Adjusted, PossibleOutcome] = {}
    for label, given in _scores(appeal):
        if given in found:
            continue
        effect = effect_of_scores(ruling, given)
        if effect is not None:
            found[given] = PossibleOutcome(label, _words(given), effect)
    return tuple(found.values())


def _scores(appeal: Appeal) -> Iterator[tuple[Any, Adjusted]]:
    """What stands now, the director's, the table's, and each result that the director's is made of."""
    ruling = appeal.ruling
    assert ruling.play is not None
    played, ruled, below = at_the_table(ruling), score_as_ruled(ruling), gives_score(appeal)
    by_table = Adjusted(played, played) if played is not None else None
    stands = score_as_decided(ruling, below) if below is not None else None
    if below is not None and stands is not None:
        yield STANDS_BELOW[HearsChoice(below.body_kind)], stands
    as_ruled = ruled or by_table
    if as_ruled is not None and (below is None or appeal.state == AppealState.FURTHER):
        yield (_("The ruling stands") if below is None else VerdictChoice.RESTORED.label), as_ruled
    if by_table is not None:
        yield _("The result at the table counts again"), by_table
    conditions = board_conditions(ruling.play.section, ruling.play.board)
    for text in dict.fromkeys([*outcomes_in(ruling.score_ns), *outcomes_in(ruling.score_ew)]):
        yield _("All of it: %(result)s") % {"result": text}, read_adjusted(text, "", conditions)


def _words(given: Adjusted) -> str:
    return both_words(given.ns, given.ew)


def ranking_moves(effect: Effect | None) -> list[dict[str, Any]]:
    """Place and total before and after, of those at the table and of all whose place changes; names are read later."""
    if effect is None:
        return []
    return [
        {
            "contestant": row.move.contestant,
            "before": [row.move.before.rank, row.move.before.total] if row.move.before else None,
            "after": [row.move.after.rank, row.move.after.total],
        }
        for row in (*effect.here, *effect.others)
    ]


@dataclass(frozen=True)
class PublishedDecision:
    decision: Decision
    # Names, place and total before, place and total after.
    ranking: tuple[tuple[str, Any, Any], ...] = ()
    # With whom it is for.
    penalties: tuple[tuple[Penalty, str], ...] = ()


def published_decisions(
    appeal: Appeal, decisions: Iterable[Decision], *, with_ranking: bool
) -> list[PublishedDecision]:
    rows = list(decisions)
    given = list(Penalty.objects.filter(authority__in=[row.authority for row in rows]).order_by("pk"))
    if not given and not any(row.ranking for row in rows):
        return [PublishedDecision(row) for row in rows]
    names = names_in(session_room(appeal.session, open_names=True))
    return [
        PublishedDecision(
            row,
            tuple((names.get(one["contestant"], ""), one["before"], one["after"]) for one in row.ranking)
            if with_ranking
            else (),
            tuple((one, names.get(one.contestant_id, "")) for one in given if one.authority == row.authority),
        )
        for row in rows
    ]
