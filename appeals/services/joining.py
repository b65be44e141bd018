"""Both sides' appeals against one ruling are put before the same adjudicators."""

from __future__ import annotations

from appeals.gates import CaseState
from appeals.models import AdjudicatingBody, Appeal, Hearing, Statement, Vote
from appeals.selectors.audience import chair_users, member_users, side_users
from appeals.selectors.together import following_cases, joinable_case
from appeals.services.base import record_step
from appeals.services.notices import notify
from core.actors import Actor


def join_other_case(actor: Actor, appeal: Appeal) -> bool:
    """Where the other side's appeal is before the adjudicators already, this one goes there and follows it."""
    leading = joinable_case(appeal)
    if leading is None:
        return False
    appeal.heard_with, appeal.hears = leading, leading.hears
    appeal.statements_until, appeal.due_at = leading.statements_until, leading.due_at
    record_step(actor, appeal, "refer", words=str(leading), after={"heard_with": leading.pk})
    if leading.state == CaseState.HEARING:
        appeal.state = CaseState.HEARING
        appeal.save(update_fields=["state"])
    users = side_users(appeal) | member_users(leading) | chair_users(appeal, actor.at)
    notify(appeal, "together", users, actor.at, leading.due_at)
    return True


def take_other_along(appeal: Appeal) -> None:
    """The director in charge decides both sides' appeals at once: from now on they are one."""
    Appeal.objects.filter(pk__in=[follower.pk for follower in following_cases(appeal)]).update(heard_with=appeal)


def hand_over_to_follower(appeal: Appeal) -> None:
    """The leading case ends before it is decided: body, hearing, statements and votes are its follower's now."""
    followers = following_cases(appeal)
    if not followers:
        return
    heir, *other_followers = followers
    for model in (AdjudicatingBody, Hearing, Statement, Vote):
        model._default_manager.filter(appeal=appeal).update(appeal=heir)
    Appeal.objects.filter(pk=heir.pk).update(heard_with=None)
    Appeal.objects.filter(pk__in=[follower.pk for follower in other_followers]).update(heard_with=heir)
