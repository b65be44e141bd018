"""Boards whose score waits for a ruling: pages show it subject to them, and the score does not become final."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from events.models import Session
from events.models.sessions import SessionState
from rulings.models import Ruling
from rulings.models.rulings import RulingState
from rulings.selectors.restrictions import open_score_debts
from scoring.pending import Pending
from scoring.services.comparison_fields import check_lock_and_rescore


def waiting_for_a_ruling(session: Session) -> Iterator[Pending]:
    drafts = Ruling.objects.filter(session=session, state=RulingState.DRAFT, play__isnull=False)
    for board, play in drafts.order_by("board", "pk").values_list("board", "play"):
        sentence = _("Board %(board)s: a ruling is to be given.") % {"board": board}
        yield Pending(sentence, board=board, play=play, what=_("ruling"))
    for board, play, number in open_score_debts(session).values_list("ruling__board", "ruling__play", "ruling"):
        sentence = _("Board %(board)s: the adjusted score of ruling %(number)s is owed.")
        yield Pending(sentence % {"board": board, "number": number}, board=board, play=play, what=_("ruling"))


def invalidate_live_pages(ruling: Ruling, *, at: datetime) -> None:
    """The pages that follow the game learn of it; afterwards they are read anew each time."""
    if ruling.play is not None and ruling.session.state == SessionState.PLAYING:
        check_lock_and_rescore(ruling.play.section, at=at)
