"""One director asks another before ruling: nobody who sat there, or has yet to play the board (Law 16D)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.models import User
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Forbidden, field_error
from core.locks import lock_row
from rulings.models import Opinion, Ruling
from rulings.selectors.directors import session_directors
from rulings.selectors.polls import asking_problem
from rulings.services.cases import require_ruling


@transaction.atomic
def consult(*, actor: Actor, ruling: Ruling, colleague: User, question: str = "") -> Opinion:
    require_ruling(actor, ruling)
    if colleague == actor.user or colleague not in session_directors(ruling.session, at=actor.at):
        raise field_error("asked", _("Choose another director of this session."), "no_director")
    spot = (ruling.round, ruling.table)
    player = getattr(colleague, "player", None)
    if player and (problem := asking_problem(ruling.session, ruling.section, ruling.board, player, spot=spot)):
        raise field_error("asked", problem, "not_outside")
    opinion = Opinion.objects.create(
        ruling=ruling, asked=colleague, asked_by=actor.user, question=question.strip()[:500], asked_at=actor.at
    )
    record(actor=actor, act="ruling.consult", body=ruling.club, target=ruling, after={"asked": colleague.pk})
    return opinion


@transaction.atomic
def give_opinion(*, actor: Actor, opinion: Opinion, answer: str) -> Opinion:
    if actor.user is None or opinion.asked_id != actor.user_id:
        raise Forbidden(_("Only the director who was asked can answer."))
    if not answer.strip():
        raise field_error("answer", _("Say what you think."), "required")
    answered = lock_row(opinion)
    answered.answer, answered.answered_at = answer.strip()[:1000], actor.at
    answered.save(update_fields=["answer", "answered_at"])
    record(actor=actor, act="ruling.answer", body=opinion.club, target=opinion.ruling, after={"opinion": answered.pk})
    return answered
