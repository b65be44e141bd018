"""The draw of a Swiss from its standings: laid down, drawn again with a reason, taken back while nobody has begun."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.errors import field_error
from core.permissions import require
from events.models import Section, Session
from events.services import draws as movements
from scoring.models import RoundDraw
from scoring.models.matches import Basis, PendingScore
from scoring.selectors.draws import Match, Proposal, propose_draw
from scoring.services.comparison_fields import check_lock_and_rescore


@transaction.atomic
def draw_round(
    *,
    actor: Actor,
    section: Section,
    basis: str = Basis.STANDINGS,
    pending: str = "",
    matches: Sequence[Match] | None = None,
    reason: str = "",
    version: int | None = None,
    confirmed: str = "",
) -> RoundDraw:
    """Draw the next round. `matches` are the director's own where they are given; `version` is the section's as seen.

    Where a ruling is pending, `pending` says which score to go by. Results that are missing take a reason.
    Repeats in a draw by hand are `confirmed` by name; the proposal has only those that cannot be avoided.
    """
    require(actor, "session.run", section)
    _refuse_unknown_choice(basis, pending)
    event = section.session.event
    _session, section = movements.section_for_drawing(section, version)
    section.session.event = event
    proposal = propose_draw(section, basis=basis, pending_score=pending or PendingScore.STANDS)
    if proposal.problem:
        raise ValidationError(proposal.problem, code="no_draw")
    if proposal.pending and not pending:
        sentence = _("A ruling is pending (%(what)s). Say which score the draw goes by.")
        message = sentence % {"what": "; ".join(str(ruling.sentence) for ruling in proposal.pending[:MOST_NAMED])}
        raise field_error("pending", message, "pending")
    if proposal.missing and not reason.strip():
        sentence = _("Results are missing: %(boards)s. Enter them, or say why the round is drawn without them.")
        message = sentence % {"boards": "; ".join(proposal.missing[:MOST_NAMED])}
        raise field_error("reason", message, "missing")
    chosen = list(matches) if matches is not None else proposal.numbers
    by_hand = {frozenset(match) for match in chosen} != {frozenset(match) for match in proposal.numbers}
    drawn = movements.draw_round(
        actor=actor,
        section=section,
        matches=chosen,
        reason=reason.strip(),
        confirmed=confirmed if by_hand else None,
    )
    return _record_draw(actor, proposal, drawn.section, chosen, Basis.BY_HAND if by_hand else basis, reason.strip())


MOST_NAMED = 6


def _refuse_unknown_choice(basis: str, pending: str) -> None:
    if basis not in (Basis.STANDINGS, Basis.ROUND_BEFORE):
        raise field_error("basis", _("Choose which standings to draw by."), "unknown")
    if pending and pending not in PendingScore.values:
        sentence = _("Choose which score to use where a ruling is pending.")
        raise field_error("pending", sentence, "unknown")


def _record_draw(
    actor: Actor, proposal: Proposal, section: Section, chosen: Sequence[Match], basis: str, reason: str
) -> RoundDraw:
    contestant_ids = {standing.place.number: standing.place.contestant_id for standing in proposal.standings}
    seated = {number for match in chosen for number in match}
    withdrawn = section.movement.withdrawn if section.movement else ()
    busy = {place.number for place in proposal.in_triangle}
    sitting_out = [
        number for number in contestant_ids if number not in seated and number not in withdrawn and number not in busy
    ]
    # A round laid down by another way has no draw of its own; one that has been taken back keeps its row.
    RoundDraw.objects.filter(section=section, round=proposal.round, undone_at=None).update(undone_at=actor.at)
    return RoundDraw.objects.create(
        section=section,
        round=proposal.round,
        basis=basis,
        pending=proposal.pending_score,
        standings=[[standing.place.contestant_id, standing.total] for standing in proposal.standings],
        matches=[[contestant_ids[number] for number in match] for match in chosen],
        bye_id=contestant_ids[sitting_out[0]] if sitting_out else None,
        reason=reason[:300],
        made_at=actor.at,
        made_by=actor.user,
    )


@transaction.atomic
def take_back_draw(*, actor: Actor, section: Section, reason: str, version: int | None = None) -> None:
    """Take back the draw of the round drawn last."""
    taken_back = movements.take_back_draw(actor=actor, section=section, reason=reason, version=version)
    RoundDraw.objects.filter(section=section, round=taken_back.round, undone_at=None).update(undone_at=actor.at)


@transaction.atomic
def redraw_round(
    *,
    actor: Actor,
    section: Section,
    reason: str,
    basis: str = Basis.STANDINGS,
    pending: str = "",
    matches: Sequence[Match] | None = None,
    version: int | None = None,
    confirmed: str = "",
) -> RoundDraw:
    """Draw a round once more from the scores as they are now; one act, so that no round is ever without its draw."""
    take_back_draw(actor=actor, section=section, reason=reason, version=version)
    return draw_round(
        actor=actor,
        section=section,
        basis=basis,
        pending=pending,
        matches=matches,
        reason=reason,
        confirmed=confirmed,
    )


def score_byes(*, session: Session, finished: int, actor: Actor) -> None:
    """When a round begins: whoever has no opponents in it has the regulated score at once."""
    for section in session.sections.all():
        movement = section.movement
        if movement and movement.kind.traits.is_drawn and movement.rounds[session.round - 1].sitting_out:
            check_lock_and_rescore(section, at=actor.at)
