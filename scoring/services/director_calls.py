"""Calls for the director: made, taken, closed, taken back."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import User
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.locks import lock
from core.permissions import require
from events.models import Section, TableCode
from events.models.sessions import SessionState
from scoring.models import DirectorCall
from scoring.models.director_calls import OPEN_CALLS, CallState
from scoring.selectors.table_rounds import round_at
from scoring.services.table_codes import refuse_other_table


@transaction.atomic
def call_director(
    *,
    actor: Actor,
    section: Section,
    table: int,
    board: int | None = None,
    reason: str = "",
    code: TableCode | None,
    is_authorized: bool = False,
) -> DirectorCall:
    """Call the director to a table. A second tap is the same call; a reason given later is added to it."""
    if code is None:
        if not is_authorized:
            require(actor, "session.run", section)
    else:
        refuse_other_table(code, section.pk, table)
    session = locked(section.session)
    if session.state != SessionState.PLAYING:
        raise ValidationError(_("This session is not being played."), code="wrong_state")
    call = lock(DirectorCall.objects).filter(section=section, table=table, state__in=OPEN_CALLS).first()
    if call is not None:
        return _add_reason(call, reason, board)
    call = DirectorCall.objects.create(
        section=section,
        table=table,
        round=round_at(section, table),
        board=board,
        reason=reason.strip()[:200],
        called_at=actor.at,
        device=actor.device,
    )
    record(actor=actor, act="call.make", body=session.club, target=call, after=values(call, {"table", "round"}))
    return call


def _add_reason(call: DirectorCall, reason: str, board: int | None) -> DirectorCall:
    if reason.strip() and not call.reason:
        call.reason, call.board = reason.strip()[:200], board or call.board
        call.save(update_fields=["reason", "board"])
    return call


@transaction.atomic
def take_call(
    *,
    actor: Actor,
    call: DirectorCall,
    version: int | None = None,
    for_user: User | None = None,
    is_authorized: bool = False,
) -> DirectorCall:
    """Take a call, for oneself or `for_user`: a director is on the way. Taking it from another is a hand-over."""
    if not is_authorized:
        require(actor, "session.run", call)
    taker = for_user or actor.user
    return _move_call(actor, call, "call.take", CallState.TAKEN, version, taken_by=taker, taken_at=actor.at)


@transaction.atomic
def close_call(
    *, actor: Actor, call: DirectorCall, note: str = "", version: int | None = None, is_authorized: bool = False
) -> DirectorCall:
    if not is_authorized:
        require(actor, "session.run", call)
    return _move_call(actor, call, "call.close", CallState.DONE, version, done_at=actor.at, note=note.strip()[:300])


@transaction.atomic
def take_back_call(*, actor: Actor, call: DirectorCall, code: TableCode | None = None) -> DirectorCall:
    """Cancel a call: the table no longer needs the director."""
    if code is None:
        require(actor, "session.run", call)
    else:
        refuse_other_table(code, call.section_id, call.table)
    return _move_call(actor, call, "call.close", CallState.CANCELLED, None, done_at=actor.at)


def _move_call(
    actor: Actor, call: DirectorCall, act: str, state: str, version: int | None, **fields: Any
) -> DirectorCall:
    call = locked(call, version=version)
    if call.state not in OPEN_CALLS:
        raise ValidationError(_("This call has been attended to already."), code="closed")
    before = {"state": call.state}
    call.state = state
    for name, value in fields.items():
        setattr(call, name, value)
    call.version += 1
    call.save(update_fields=["state", "version", *fields])
    record(actor=actor, act=act, body=call.club, target=call, before=before, after={"state": state})
    return call
