"""The office for programs: the same acts by the same services as on the pages."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club
from clubs.models.base import standing_on
from core.api.views import BaseViewSet, ListMixin, PrivateMixin, RetrieveMixin
from core.permissions import is_allowed, require
from office.api import serializers as forms
from office.models import DuesPayment, GroupMail, MembershipYear, Notice, Renewal
from office.models.notices import MailState
from office.notice_kinds import KINDS
from office.selectors.group_mails import group_choices
from office.selectors.recipients import own_choices
from office.selectors.renewals import (
    RenewalLine,
    RenewalState,
    narrowed,
    renewal_line,
    renewals_in,
    visible_years,
    year_lines,
)
from office.services.group_mails import send_group_mail
from office.services.invitations import invite_by_mail, note_answer, note_letters
from office.services.mail_choices import choose_mail
from office.services.notices import read_notices, send_again, settle_undelivered
from office.services.payments import record_payment, withdraw_payment
from office.services.years import change_renewal, change_year, open_year, take_in_members

RENEWALS, NOTICES = "Renewals", "Notices"


class MembershipYearViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = RENEWALS
    summaries = {
        "list": "A club's membership years",
        "retrieve": "One membership year",
        "create": "Open a membership year for everybody who is a member",
        "partial_update": "Change a membership year and its fees",
        "renewals": "The members of a year, and what is open",
        "invite": "Invite by mail everybody whom a mail reaches",
        "letters": "Note that the letters to the others are handed out",
        "members": "Take in members who have joined since",
    }
    view_act = "renewal.view"
    versioned_actions = ("partial_update",)
    queryset = MembershipYear.objects.none()
    serializer_class = forms.MembershipYearSerializer
    search_fields = ["name"]
    ordering_fields = ["starts", "name"]
    ordering = ["-starts"]
    body: Club

    def visible(self) -> QuerySet[MembershipYear]:
        return visible_years(self.actor, self.body)

    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "renewal.keep", self.body)
        year = open_year(actor=self.actor, club=self.body, **self.read())
        return self.answer(year, 201, at=reverse("api-membership-year", args=[slug, year.pk]))

    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        year = self.get_object()
        sent = self.read(year, partial=True)
        fees = sent.pop("fees", {})
        return self.answer(change_year(actor=self.actor, year=year, version=self.version(year), fees=fees, **sent))

    @extend_schema(
        parameters=[OpenApiParameter("state", enum=[*RenewalState.values, "overdue"])],
        responses={200: forms.RenewalLineSerializer(many=True)},
    )
    def renewals(self, request: Request, slug: str, pk: int) -> Response:
        require(self.actor, "renewal.view", self.body)
        lines = year_lines(self.get_object(), day=self.body.day(self.actor.at))
        chosen = narrowed(lines, state=request.query_params.get("state", ""))
        serializer: Any = forms.RenewalLineSerializer
        return Response(serializer(chosen, many=True).data)

    @extend_schema(request=None, responses={200: forms.CountSerializer})
    def invite(self, request: Request, slug: str, pk: int) -> Response:
        return _count(len(invite_by_mail(actor=self.actor, year=self.get_object()).by_mail))

    @extend_schema(request=None, responses={200: forms.CountSerializer})
    def letters(self, request: Request, slug: str, pk: int) -> Response:
        return _count(note_letters(actor=self.actor, year=self.get_object()))

    @extend_schema(request=None, responses={200: forms.CountSerializer})
    def members(self, request: Request, slug: str, pk: int) -> Response:
        return _count(len(take_in_members(actor=self.actor, year=self.get_object())))


def _count(people: int) -> Response:
    return Response(forms.CountSerializer({"people": people}).data)


class RenewalViewSet(RetrieveMixin, OnBodyViewSet):
    tag = RENEWALS
    summaries = {
        "retrieve": "One member in a membership year",
        "partial_update": "Change what is asked for, or who pays",
        "note_answer": "Note what a member answered",
        "pay": "Note a payment, or that it is let off",
    }
    view_act = "renewal.view"
    versioned_actions = ("partial_update", "note_answer", "pay")
    queryset = Renewal.objects.none()
    serializer_class = forms.RenewalLineSerializer
    body: Club

    def visible(self) -> QuerySet[Renewal]:
        rows = Renewal.objects.filter(year__club=self.body).select_related("year__club__federation", "payer__player")
        return rows if is_allowed(self.actor, "renewal.view", self.body) else rows.none()

    def get_answer_serializer(self, obj: Any) -> Any:
        return forms.RenewalLineSerializer(self._line(obj))

    def _line(self, renewal: Renewal) -> RenewalLine:
        row = renewals_in(renewal.year).get(pk=renewal.pk)
        return renewal_line(row, renewal.year, self.body.day(self.actor.at))

    @extend_schema(request=forms.RenewalChangeSerializer, responses={200: forms.RenewalLineSerializer})
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        renewal = self.get_object()
        sent = self.sent(forms.RenewalChangeSerializer)
        return self.answer(change_renewal(actor=self.actor, renewal=renewal, version=self.version(renewal), **sent))

    @extend_schema(request=forms.RenewalAnswerSerializer, responses={200: forms.RenewalLineSerializer})
    def note_answer(self, request: Request, slug: str, pk: int) -> Response:
        renewal = self.get_object()
        sent = self.sent(forms.RenewalAnswerSerializer)
        return self.answer(note_answer(actor=self.actor, renewal=renewal, version=self.version(renewal), **sent))

    @extend_schema(request=forms.NewPaymentSerializer, responses={201: forms.PaymentSerializer})
    def pay(self, request: Request, slug: str, pk: int) -> Response:
        renewal = self.get_object()
        sent = self.sent(forms.NewPaymentSerializer)
        payment = record_payment(actor=self.actor, renewal=renewal, version=self.version(renewal), **sent)
        return Response(forms.PaymentSerializer(payment).data, status=201)


class DuesPaymentViewSet(ListMixin, OnBodyViewSet):
    tag = RENEWALS
    summaries = {"list": "Payments of fees, the newest first", "withdraw": "Take a payment back"}
    view_act = "renewal.view"
    queryset = DuesPayment.objects.none()
    serializer_class = forms.PaymentSerializer
    search_fields = ["renewal__player__display_name", "note"]
    ordering_fields = ["receipt", "paid_on"]
    ordering = ["-receipt"]
    body: Club

    def visible(self) -> QuerySet[DuesPayment]:
        rows = DuesPayment.objects.filter(club=self.body).select_related("renewal__year", "club__federation")
        return rows if is_allowed(self.actor, "renewal.view", self.body) else rows.none()

    @extend_schema(request=forms.PaymentTakenBackSerializer, responses={200: forms.PaymentSerializer})
    def withdraw(self, request: Request, slug: str, pk: int) -> Response:
        sent = self.sent(forms.PaymentTakenBackSerializer)
        return self.answer(withdraw_payment(actor=self.actor, payment=self.get_object(), **sent))


class GroupMailViewSet(ListMixin, OnBodyViewSet):
    tag = NOTICES
    summaries = {
        "list": "Messages to groups, the newest first",
        "create": "Write to a group",
        "groups": "The groups that can be written to",
    }
    view_act = "group_mail.view"
    queryset = GroupMail.objects.none()
    serializer_class = forms.GroupMailSerializer
    search_fields = ["subject", "text"]
    ordering_fields = ["made_at"]
    ordering = ["-made_at"]

    def visible(self) -> QuerySet[GroupMail]:
        return GroupMail.objects.filter(**standing_on(self.body)).select_related("made_by__player")

    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "group_mail.send", self.body)
        return self.answer(send_group_mail(actor=self.actor, body=self.body, **self.read()), 201)

    @extend_schema(responses={200: forms.MailGroupSerializer(many=True)})
    def groups(self, request: Request, slug: str) -> Response:
        require(self.actor, "group_mail.view", self.body)
        return Response(forms.MailGroupSerializer(group_choices(self.body, self.actor.at), many=True).data)


class UndeliveredViewSet(ListMixin, OnBodyViewSet):
    tag = NOTICES
    summaries = {
        "list": "Mails that came back",
        "settle": "They were told in another way",
        "again": "Try a mail once more",
    }
    view_act = "undelivered.view"
    queryset = Notice.objects.none()
    serializer_class = forms.UndeliveredSerializer
    search_fields = ["error"]
    ordering_fields = ["made_at"]
    ordering = ["-made_at"]

    def visible(self) -> QuerySet[Notice]:
        rows = Notice.objects.filter(
            **standing_on(self.body), state=MailState.FAILED, settled_at=None, kind__in=KINDS
        ).select_related("user__player", "player", "club__federation", "federation")
        return rows if is_allowed(self.actor, "undelivered.view", self.body) else rows.none()

    @extend_schema(request=None, responses={200: forms.UndeliveredSerializer})
    def settle(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(settle_undelivered(actor=self.actor, notice=self.get_object()))

    @extend_schema(request=None, responses={200: forms.UndeliveredSerializer})
    def again(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(send_again(actor=self.actor, notice=self.get_object()))


class OwnNoticeViewSet(ListMixin, PrivateMixin, BaseViewSet):
    tag = NOTICES
    summaries = {
        "list": "What you were told, the newest first",
        "read_all": "All of it has been read",
        "choices": "Which kinds of mail you want",
        "choose": "Choose which kinds of mail you want",
    }
    view_act = "notice.view"
    queryset = Notice.objects.none()
    serializer_class = forms.NoticeSerializer
    search_fields = ["kind"]
    ordering_fields = ["made_at"]
    ordering = ["-made_at"]

    def visible(self) -> QuerySet[Notice]:
        return Notice.objects.filter(user=self.actor.user, kind__in=KINDS).select_related("club", "federation")

    @extend_schema(request=None, responses={204: None})
    def read_all(self, request: Request) -> Response:
        read_notices(actor=self.actor)
        return Response(status=204)

    @extend_schema(responses={200: forms.MailChoicesSerializer})
    def choices(self, request: Request) -> Response:
        require(self.actor, "notice.view")
        return self._choices()

    @extend_schema(request=forms.MailChoicesSerializer, responses={200: forms.MailChoicesSerializer})
    def choose(self, request: Request) -> Response:
        choose_mail(actor=self.actor, **self.sent(forms.MailChoicesSerializer))
        return self._choices()

    def _choices(self) -> Response:
        assert self.actor.user is not None
        return Response(forms.MailChoicesSerializer({"wanted": own_choices(self.actor.user)}).data)
