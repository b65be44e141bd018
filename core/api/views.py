"""What the API's views have in common: they find, read and answer. What may be done, services know."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework import mixins, status
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from core.actors import Actor
from core.api.conditional import ConditionalMixin, expected_version
from core.api.idempotency import IdempotencyMixin
from core.api.searching import refuse_unknown_parameters
from core.permissions import require


class BaseView(IdempotencyMixin, ConditionalMixin, APIView):
    metadata_class = None

    @property
    def actor(self) -> Actor:
        actor: Actor = self.request.actor  # type: ignore[attr-defined]
        return actor

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # JSON and addresses are UTF-8 whatever the Content-Type claims.
        request.encoding = "utf-8"
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.query_params and getattr(self, "action", None):
            refuse_unknown_parameters(self)

    def perform_authentication(self, request: Request) -> None:
        """Wrong tokens count against the address that sends them."""
        try:
            super().perform_authentication(request)
        except AuthenticationFailed:
            self.check_throttles(request)
            raise


class BaseViewSet(BaseView, GenericViewSet[Any]):
    """A view whose rows are what the actor can see; the rest is not there."""

    tag: ClassVar[str]
    summaries: ClassVar[dict[str, str]]
    # The rule for reading, and the actions that pass If-Match on as the version seen.
    view_act: ClassVar[str]
    versioned_actions: ClassVar[tuple[str, ...]] = ()

    def get_queryset(self) -> QuerySet[Any]:
        if getattr(self, "swagger_fake_view", False):
            return super().get_queryset()
        return self.visible()

    def visible(self) -> QuerySet[Any]:
        raise NotImplementedError

    def get_object(self) -> Any:
        """The row, without the filters that narrow a list."""
        return get_object_or_404(self.get_queryset(), **{self.lookup_field: self.kwargs[self.lookup_field]})

    def read(self, instance: Any = None, *, partial: bool = False) -> dict[str, Any]:
        """What was sent, checked as far as its form goes."""
        serializer = self.get_serializer(instance, data=self.request.data, partial=partial)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def sent(self, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The same for an act that has a form of its own."""
        form = serializer(data=self.request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def answer(self, obj: Any, code: int = status.HTTP_200_OK, *, at: str = "") -> Response:
        serializer = self.get_answer_serializer(obj)
        return Response(serializer.data, status=code, headers={"Location": at} if at else None)

    def get_answer_serializer(self, obj: Any) -> BaseSerializer[Any]:
        return self.get_serializer(obj)

    def version(self, obj: Any) -> int | None:
        assert self.action in self.versioned_actions, "the schema would not tell that If-Match is minded"
        return expected_version(self.request, obj.version)


class ListMixin(mixins.ListModelMixin):
    def list(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        require(self.actor, self.view_act, getattr(self, "body", None))
        response: Response = super().list(request, *args, **kwargs)
        return response


class RetrieveMixin:
    def retrieve(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        obj = self.get_object()
        require(self.actor, self.view_act, getattr(self, "body", None) or obj)
        response: Response = self.answer(obj)
        return response


class PrivateMixin:
    """For what no stranger sees: all of them are asked to sign in, whether or not there is anything."""

    permission_classes: Any = [IsAuthenticated]
