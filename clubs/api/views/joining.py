"""A newcomer asks to be joined to a member, the club's office answers, and hands out one-time links."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.filters import JoinRequestFilter
from clubs.api.on_body import OnBodyViewSet
from clubs.api.serializers import joining as forms
from clubs.models import Club, JoinRequest, Membership
from clubs.selectors.joining import club_visitors, latest_join_request
from clubs.services import joining
from clubs.services.invitations import invite_all
from clubs.services.links import link_for_address
from core.api.views import ListMixin, RetrieveMixin

TAG = "Members"


class OwnJoinRequestViewSet(OnBodyViewSet):
    """For people only: no token asks to be somebody."""

    tag = TAG
    summaries = {
        "retrieve": "One's own latest request to be joined to a member",
        "create": "Say that one is a member of this club; while it waits, this changes it",
        "destroy": "Take one's own request back",
    }
    view_act = "club.view"
    queryset = JoinRequest.objects.none()
    serializer_class = forms.JoinRequestSerializer
    body: Club

    def retrieve(self, request: Request, slug: str) -> Response:
        return self.answer(self._own())

    @extend_schema(request=forms.AskToJoinSerializer, responses={201: forms.JoinRequestSerializer})
    def create(self, request: Request, slug: str) -> Response:
        join_request = joining.ask_to_join(actor=self.actor, club=self.body, **self.sent(forms.AskToJoinSerializer))
        return self.answer(join_request, 201, at=reverse("api-club-own-join-request", args=[slug]))

    def destroy(self, request: Request, slug: str) -> Response:
        joining.withdraw_join_request(actor=self.actor, request=self._own())
        return Response(status=204)

    def _own(self) -> JoinRequest:
        join_request = latest_join_request(self.actor, self.body)
        if join_request is None:
            raise NotFound
        return join_request


class JoinRequestViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "Requests to be joined to a member of this club",
        "retrieve": "One request to be joined",
        "join": "Join the account to a member: the member's history is theirs",
        "visitor": "What was played here as a visitor is the account's",
        "add": "Add the person as a new member from today",
        "decline": "Decline a request, with a reason",
    }
    view_act = "join.answer"
    queryset = JoinRequest.objects.none()
    serializer_class = forms.JoinRequestSerializer
    filterset_class = JoinRequestFilter
    ordering_fields = ["asked_at"]
    ordering = ["asked_at", "pk"]
    body: Club

    def visible(self) -> QuerySet[JoinRequest]:
        return JoinRequest.objects.filter(club=self.body).select_related("user__player", "club__federation")

    @extend_schema(request=forms.JoinToMemberSerializer)
    def join(self, request: Request, slug: str, pk: int) -> Response:
        join_request, membership_id = self.get_object(), self.sent(forms.JoinToMemberSerializer)["membership"]
        rows = Membership.objects.select_related("club__federation", "player")
        membership = get_object_or_404(rows, pk=membership_id, club=self.body)
        joining.join_to_member(actor=self.actor, request=join_request, membership=membership)
        return self.answer(self.get_object())

    @extend_schema(request=forms.JoinToVisitorSerializer)
    def visitor(self, request: Request, slug: str, pk: int) -> Response:
        join_request, player_id = self.get_object(), self.sent(forms.JoinToVisitorSerializer)["player"]
        visitor = get_object_or_404(club_visitors(self.body), pk=player_id)
        joining.join_to_visitor(actor=self.actor, request=join_request, visitor=visitor)
        return self.answer(self.get_object())

    @extend_schema(request=forms.AddNewcomerSerializer)
    def add(self, request: Request, slug: str, pk: int) -> Response:
        join_request = self.get_object()
        joining.accept_as_new_member(actor=self.actor, request=join_request, **self.sent(forms.AddNewcomerSerializer))
        return self.answer(self.get_object())

    @extend_schema(request=forms.DeclineSerializer)
    def decline(self, request: Request, slug: str, pk: int) -> Response:
        join_request = self.get_object()
        joining.decline_join_request(actor=self.actor, request=join_request, **self.sent(forms.DeclineSerializer))
        return self.answer(self.get_object())


class InvitationViewSet(OnBodyViewSet):
    """For people only: whoever has an invitation can become the member."""

    tag = TAG
    summaries = {"create": "Invite every member without an account, by mail"}
    view_act = "join.answer"
    queryset = JoinRequest.objects.none()
    serializer_class = forms.InvitationSerializer
    keeps_answers = False
    body: Club

    @extend_schema(request=forms.InviteSerializer, responses={201: forms.InvitationSerializer(many=True)})
    def create(self, request: Request, slug: str) -> Response:
        self.sent(forms.InviteSerializer)
        made = invite_all(actor=self.actor, club=self.body, by_mail=True)
        return Response(forms.InvitationSerializer(made, many=True).data, 201)


class OneTimeLinkViewSet(OnBodyViewSet):
    """For people only: whoever has such a link can become another person, so no token gets one."""

    tag = TAG
    summaries = {"create": "A one-time link for an address: to confirm it, or for a new password"}
    view_act = "join.answer"
    queryset = JoinRequest.objects.none()
    serializer_class = forms.OneTimeLinkSerializer
    keeps_answers = False
    body: Club

    @extend_schema(request=forms.AskForLinkSerializer, responses={201: forms.OneTimeLinkSerializer})
    def create(self, request: Request, slug: str) -> Response:
        link = link_for_address(actor=self.actor, club=self.body, **self.sent(forms.AskForLinkSerializer))
        return self.answer(link, 201)
