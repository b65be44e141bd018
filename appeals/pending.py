"""While an appeal is open the score stands subject to it, and is not final."""

from __future__ import annotations

from django.utils.translation import gettext as _

from appeals.gates import OPEN, CaseState
from appeals.models import Appeal
from appeals.models.appeals import PathChoice
from events.models import Session
from scoring.pending import Pending


def open_appeals(session: Session) -> list[Pending]:
    appeals = Appeal.objects.filter(session=session, state__in=[str(state) for state in OPEN]).select_related("ruling")
    return [_pending_appeal(appeal) for appeal in appeals.order_by("pk")]


def _waits_for_slips_only(appeal: Appeal) -> bool:
    """It is decided, nobody owes an answer, and it cannot be taken further."""
    if appeal.state != CaseState.DECIDED or appeal.further_until is not None:
        return False
    return not appeal.points.filter(path=PathChoice.RECOMMENDED).exists()


def _pending_appeal(appeal: Appeal) -> Pending:
    board = appeal.ruling.board
    if _waits_for_slips_only(appeal):
        # Not final yet, and subject to nothing: there is no way on from here.
        return Pending(
            _("Appeal %(case)s is decided: a slip in the decision can still be corrected.") % {"case": appeal}
        )
    state = appeal.get_state_display()
    if board is None:
        return Pending(_("Appeal %(case)s is open: %(state)s.") % {"case": appeal, "state": state})
    sentence = _("Subject to board %(board)s: appeal %(case)s is open (%(state)s).")
    return Pending(
        sentence % {"board": board, "case": appeal, "state": state}, board, appeal.ruling.play_id, _("appeal")
    )
