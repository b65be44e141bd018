"""What a federation or club has written to many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from clubs.models import Club, Federation, Role
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from clubs.selectors.visible import sees_everything
from core.actors import Actor
from office.hooks import MailGroup
from office.models import GroupMail, Notice
from office.models.notices import MailState
from office.notice_kinds import Category
from office.selectors.groups import groups_of
from office.selectors.recipients import accounts_of, addresses, wanted_by_mail


@dataclass(frozen=True)
class GroupChoice:
    """A group, and how many people are in it now."""

    group: MailGroup
    people: int

    @property
    def reached(self) -> int:
        """How many of them a mail reaches; the others read it in the application."""
        players = set(self.group.players().values_list("pk", flat=True))
        account_of = accounts_of(players)
        at_hand = addresses(users=account_of.values(), players=players)
        wanted = wanted_by_mail(Category.GROUPS, users=account_of.values(), players=players)
        return sum(
            bool(at_hand.of(account_of.get(player), player)) and wanted.by(account_of.get(player), player)
            for player in players
        )


def group_choices(body: Body, at: datetime) -> list[GroupChoice]:
    return [GroupChoice(group, group.players().count()) for group in groups_of(body, at)]


def sent_mails(body: Body, *, most: int = 100) -> list[GroupMail]:
    """The newest first, each with how many got it, by mail, and whom it did not reach."""
    return list(with_counts(GroupMail.objects.filter(**standing_on(body)))[:most])


def with_counts(mails: QuerySet[GroupMail]) -> QuerySet[GroupMail]:
    theirs = Notice.objects.filter(about_kind="group_mail", about_id=OuterRef("pk")).order_by().values("about_id")
    mailed = Q(state__in=[MailState.SENT, MailState.SENDING])
    return mails.annotate(
        people=Subquery(theirs.annotate(count=Count("pk")).values("count")),
        mailed=Subquery(theirs.annotate(count=Count("pk", filter=mailed)).values("count")),
        refused=Subquery(theirs.annotate(count=Count("pk", filter=Q(state=MailState.FAILED))).values("count")),
    ).select_related("club__federation", "federation", "made_by__player")


def visible_group_mails(actor: Actor) -> QuerySet[GroupMail]:
    """What was written to this person, and what was sent from where they write."""
    mails = GroupMail.objects.select_related("club__federation", "federation", "made_by__player")
    if sees_everything(actor):
        return mails
    told = Notice.objects.filter(user=actor.user, about_kind="group_mail")
    runs = Q(pk__in=told.values("about_id")) if actor.user else Q(pk__in=[])
    for grant in actor.grants:
        if grant.role == Role.SECRETARY and grant.club_id:
            runs |= Q(club=grant.club_id)
        elif grant.role == Role.OFFICER and grant.federation is not None:
            below = {"path__startswith": grant.federation.path}
            runs |= Q(federation__in=Federation.objects.filter(**below))
            runs |= Q(club__in=Club.objects.filter(federation__path__startswith=grant.federation.path))
    return mails.filter(runs)
