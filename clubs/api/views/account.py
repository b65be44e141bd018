"""Oneself, and one's tokens."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers.account import (
    MadeTokenSerializer,
    MeSerializer,
    NewTokenSerializer,
    TokenSerializer,
)
from clubs.models import ApiToken, User
from clubs.selectors.visible import own_tokens
from clubs.services.tokens import make_token, revoke_token
from core.api.views import BaseViewSet, ListMixin, PrivateMixin

# The password once more, as on the page that does the same; raises where it was not given lately.
confirm_person = reauthentication_required(lambda request: None)


class MeViewSet(PrivateMixin, BaseViewSet):
    """Open to every token, whatever its scopes: this is where it learns which they are."""

    tag = "Account"
    summaries = {"retrieve": "Who is asking: user, player, roles, scopes"}
    queryset = User.objects.none()
    serializer_class = MeSerializer

    def retrieve(self, request: Request) -> Response:
        return self.answer(self.actor)


class TokenViewSet(PrivateMixin, ListMixin, BaseViewSet):
    """For people only: with a token, no token is listed, made or revoked."""

    tag = "Account"
    summaries = {"list": "Your tokens", "create": "Make a token", "destroy": "Revoke a token"}
    view_act = "token.make"
    queryset = ApiToken.objects.none()
    serializer_class = TokenSerializer
    filter_backends = []
    keeps_answers = False

    def visible(self) -> QuerySet[ApiToken]:
        return own_tokens(self.actor).order_by("-created_at", "-pk")

    @extend_schema(request=NewTokenSerializer, responses={201: MadeTokenSerializer})
    def create(self, request: Request) -> Response:
        if self.actor.token is None:
            confirm_person(request._request)
        serializer = NewTokenSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        token, secret = make_token(actor=self.actor, **serializer.validated_data)
        return Response(TokenSerializer(token).data | {"secret": secret}, status=201)

    def destroy(self, request: Request, pk: int) -> Response:
        revoke_token(actor=self.actor, token=self.get_object())
        return Response(status=204)
