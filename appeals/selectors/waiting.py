"""What a case asks of somebody now, and the open cases that somebody has something to do with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from appeals.gates import CaseState
from appeals.models import Appeal
from appeals.models.appeals import HearsChoice, PathChoice, PointKind
from appeals.models.bodies import SITTING, MemberState
from appeals.selectors.audience import challenged_users, composing_users, side_users
from appeals.selectors.case_page import CasePage
from appeals.selectors.notices import cases_told_of
from appeals.selectors.parties import side_label
from appeals.selectors.sight import yet_to_play
from clubs.models import Club, Role
from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.models.sessions import Duty

MOST = 30
WITH = ("club__federation", "session__event__club", "ruling__play__section__board_set", "contestant")


@dataclass(frozen=True)
class Waiting:
    """An open case; `task` is what this person is asked for, empty where others are."""

    appeal: Appeal
    task: Any
    # Whom or what it waits for, whoever looks; empty where it waits for nobody.
    waits: Any
    until: datetime | None
    is_overdue: bool


def task_for(page: CasePage) -> Any:
    """What the case waits for from this person, in a sentence; empty where others are asked."""
    ask = ASKED.get(CaseState(page.state))
    return ask(page) if ask else ""


def _requested(page: CasePage) -> Any:
    if page.own_concurrence is not None and page.open("concur"):
        return _("Say whether you concur: yes or no.")
    if not page.directs:
        owes = page.facts.deposit_due and page.side == page.appeal.side
        return _("Pay the deposit to the director.") if owes else ""
    return _("Everybody concurs: lodge it.") if page.open("lodge") else " ".join(page.waits)


def _lodged(page: CasePage) -> Any:
    law = any(point.kind == PointKind.LAW and point.path == PathChoice.OPEN for point in page.points)
    if law and page.leads:
        return _("Rule on the point of law.")
    if page.appeal.hears == HearsChoice.DIRECTOR:
        return _("Hear it and decide: you act as director in charge.") if page.hears_alone else ""
    return _("Refer it to those who hear appeals.") if page.directs and page.open("refer") else ""


def _referred(page: CasePage) -> Any:
    if page.own_seat is not None and page.own_seat.state == MemberState.INVITED:
        return _("Answer the invitation to hear it.")
    if page.side:
        return _of_a_side(page)
    if challenge := _challenge_to_decide(page):
        return challenge
    lacks_members = not page.facts.has_chair or page.facts.seated < page.facts.quorum
    if lacks_members and page.open("seat") and _sees_to_the_body(page):
        return _("Invite those who are to hear it.")
    if page.has_chair and page.open("open_hearing"):
        return _("Open the hearing.")
    return _statement_to_take_down(page) if page.directs and page.open("state") else ""


def _challenge_to_decide(page: CasePage) -> Any:
    """Nobody decides on a challenge to themselves: then the next in line is asked."""
    if not page.facts.open_challenges or not page.composes or not page.open("decide_challenge"):
        return ""
    appeal, at = page.appeal, page.actor.at
    asked = composing_users(appeal, at, without=challenged_users(appeal))
    return _("Decide on the challenge to a member.") if page.actor.user_id in asked else ""


def _sees_to_the_body(page: CasePage) -> bool:
    return page.composes and page.actor.user_id in composing_users(page.appeal, page.actor.at)


def _statement_to_take_down(page: CasePage) -> Any:
    """Of a side of which nobody has an account: somebody else writes down what it has to say."""
    silent = [side_label(side) for side in page.missing_statements if not side_users(page.appeal, side)]
    if not silent:
        return ""
    sentence = _("The statement of %(sides)s is due, and they have no account: take it down as they tell it.")
    return sentence % {"sides": ", ".join(silent)}


def _of_a_side(page: CasePage) -> Any:
    own_statement = page.own_statement
    if page.open("state") and not (own_statement and own_statement.handed_in_at):
        return _("Write your side’s statement, or tell it to the director.")
    agreed = getattr(page.hearing, f"agreed_{page.side.lower()}_at", None)
    return _("Read the hearing pack and agree to it.") if page.open("agree_pack") and agreed is None else ""


def _heard(page: CasePage) -> Any:
    if challenge := _challenge_to_decide(page):
        return challenge
    if page.facts.seated < page.facts.quorum and page.open("seat") and _sees_to_the_body(page):
        return _("Invite those who are to hear it.")
    voted = {vote.member_id for vote in page.votes}
    if page.may_vote and page.own_seat is not None and page.own_seat.pk not in voted:
        return _("Vote.")
    return _("Write the decision.") if page.has_chair and page.facts.cast >= page.facts.quorum else ""


def _decided(page: CasePage) -> Any:
    return _("Answer the recommendation.") if page.facts.unanswered and page.leads else ""


def _further(page: CasePage) -> Any:
    if page.own_concurrence is not None and page.open("concur"):
        return _("Say whether you concur: yes or no.")
    if page.facts.further_missing and (page.is_above or page.directs):
        return " ".join(page.waits)
    if not page.is_above or page.facts.follows:
        return ""
    return _("Decide it for the federation.") if page.facts.admitted else _("Admit it to the federation, or not.")


ASKED: dict[CaseState, Callable[[CasePage], Any]] = {
    CaseState.REQUESTED: _requested,
    CaseState.LODGED: _lodged,
    CaseState.REFERRED: _referred,
    CaseState.HEARING: _heard,
    CaseState.DECIDED: _decided,
    CaseState.FURTHER: _further,
}


def waits_for(page: CasePage) -> Any:
    """Whom or what a case waits for, in a sentence for whoever looks after it; empty where it waits for nobody."""
    if page.state == CaseState.DECIDED:
        return _("The director in charge answers the recommendation.") if page.facts.unanswered else ""
    return " ".join(page.waits)


def _waiting(actor: Actor, rows: Any) -> list[Waiting]:
    waiting = []
    for appeal in rows:
        if may(actor, "appeal.view", appeal) and not yet_to_play(actor, appeal):
            page = CasePage.of(appeal, actor)
            waiting.append(Waiting(appeal, task_for(page), waits_for(page), page.until, page.is_overdue))
    return waiting


def open_in_session(actor: Actor, session: Session) -> list[Waiting]:
    """Those that this person may see, the oldest first."""
    rows = Appeal.objects.filter(session=session, closed_at=None).select_related(*WITH)
    return _waiting(actor, rows.order_by("requested_at", "pk")[:MOST])


def waiting_in_club(actor: Actor, club: Club) -> list[Waiting]:
    """The club's cases that wait for somebody, as far as this person may see them; those for this person first."""
    rows = _undecided(Appeal.objects.filter(pk__in=_open_ids(Q(club=club))))
    waiting = [case for case in _waiting(actor, rows) if case.task or case.waits]
    return sorted(waiting, key=lambda case: not case.task)


def _open_ids(*conditions: Q) -> list[int]:
    """The open ones first, which are few wherever one looks: what is asked of them leads through five tables."""
    return list(Appeal.objects.filter(*conditions, closed_at=None).order_by().values_list("pk", flat=True))


def _undecided(rows: QuerySet[Appeal]) -> QuerySet[Appeal]:
    """Without those that only wait for the time for going further to end; what is due first comes first."""
    answered = Q(points__path=PathChoice.RECOMMENDED) | Q(heard_together__points__path=PathChoice.RECOMMENDED)
    ids = rows.filter(~Q(state=CaseState.DECIDED) | answered).order_by().values("pk").distinct()
    undecided = Appeal.objects.filter(pk__in=ids).select_related(*WITH)
    return undecided.order_by(F("due_at").asc(nulls_last=True), "pk")[:MOST]


def open_cases(actor: Actor) -> list[Waiting]:
    """Those that wait for this person: as a side, a member, a director or chair of the club, for the federation."""
    if actor.user is None:
        return []
    mine = Q(adjudicators__members__user=actor.user, adjudicators__members__state__in=SITTING)
    if actor.player is not None:
        mine |= Q(contestant__entrants__player=actor.player) | Q(concurrences__player=actor.player)
        mine |= Q(session__officials__player=actor.player, session__officials__duty=Duty.DIRECTOR)
    for grant in actor.grants:
        if grant.club_id and grant.role in (Role.DIRECTOR, Role.APPEALS_CHAIR, Role.SECRETARY):
            mine |= Q(club=grant.club_id)
        elif grant.federation_id and grant.role in (Role.OFFICER, Role.APPEALS_CHAIR):
            # Also those of the federations below theirs: `path` has every id from the root down.
            mine |= Q(state=CaseState.FURTHER, club__federation__path__contains=f"/{grant.federation_id}/")
    mine |= Q(pk__in=cases_told_of(actor.user))
    rows = _undecided(Appeal.objects.filter(mine, pk__in=_open_ids()))
    return [case for case in _waiting(actor, rows) if case.task]
