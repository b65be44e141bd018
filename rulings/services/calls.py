"""Calls for the director: taken, handed to a colleague, closed, or opened by the director who walks by."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.models import User
from core import transaction
from core.actors import Actor
from core.errors import field_error
from core.permissions import require
from events.models import Section
from rulings.models import Ruling
from rulings.models.rulings import RulingState
from rulings.selectors.directors import session_directors
from rulings.selectors.reach import director_reach
from scoring.models import DirectorCall
from scoring.services import director_calls


def _require(actor: Actor, call: DirectorCall) -> None:
    session = call.section.session
    require(actor, "ruling.make", session)
    director_reach(actor, session).require(call.section_id, call.round, call.table)


@transaction.atomic
def open_call(
    *, actor: Actor, section: Section, table: int, board: int | None = None, reason: str = ""
) -> DirectorCall:
    """The director has seen something, or was called across the room: it is on record, and taken."""
    session = section.session
    require(actor, "ruling.make", session)
    director_reach(actor, session).require(section.pk, max(1, session.round), table, board)
    call = director_calls.call_director(
        actor=actor, section=section, table=table, board=board, reason=reason, code=None, is_authorized=True
    )
    return director_calls.take_call(actor=actor, call=call, is_authorized=True)


def take_call(*, actor: Actor, call: DirectorCall, version: int | None = None) -> DirectorCall:
    _require(actor, call)
    return director_calls.take_call(actor=actor, call=call, version=version, is_authorized=True)


@transaction.atomic
def hand_over(*, actor: Actor, call: DirectorCall, to: User, version: int | None = None) -> DirectorCall:
    """A colleague goes on, with what has been written so far."""
    _require(actor, call)
    if to not in session_directors(call.section.session, at=actor.at):
        raise field_error("to", _("Choose a director of this session."), "no_director")
    Ruling.objects.filter(call=call, state=RulingState.DRAFT).update(director=to)
    return director_calls.take_call(actor=actor, call=call, version=version, for_user=to, is_authorized=True)


def close_call(*, actor: Actor, call: DirectorCall, note: str = "", version: int | None = None) -> DirectorCall:
    _require(actor, call)
    return director_calls.close_call(actor=actor, call=call, note=note, version=version, is_authorized=True)
