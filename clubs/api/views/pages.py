"""Where to begin, the documentation page, and addresses that are none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import URLResolver, get_resolver, reverse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.api.views import BaseView

# Swagger UI writes its styles into the page; scripts come from our own files as everywhere.
docs = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="api-schema"))
V1 = "api/v1/"


_schemas: dict[str, Any] = {}
_one_at_a_time = Lock()


def published_schema() -> Any:
    """The description in the reader's language, made once, by one thread at a time: its generator takes seconds."""
    language = get_language() or ""
    with _one_at_a_time:
        if language not in _schemas:
            _schemas[language] = SchemaGenerator().get_schema(request=None, public=True)
    return _schemas[language]


class SchemaView(SpectacularAPIView):
    def _get_schema_response(self, request: Request) -> Response:
        filename = self._get_filename(request, None)  # type: ignore[no-untyped-call]
        return Response(published_schema(), headers={"Content-Disposition": f'inline; filename="{filename}"'})


class StartSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    schema = serializers.CharField(help_text="The description of everything there is, as OpenAPI.")
    docs = serializers.CharField(help_text="The same for people.")
    addresses = serializers.ListField(
        child=serializers.CharField(), help_text="What can be read without knowing a number or a name yet."
    )


class StartViewSet(ViewSetMixin, BaseView):
    tag = "Start"
    summaries = {"start": "Where to begin"}

    @extend_schema(responses={200: StartSerializer})
    def start(self, request: Request) -> Response:
        start = {"version": "1", "schema": reverse("api-schema"), "docs": reverse("api-docs")}
        return Response(StartSerializer(start | {"addresses": beginnings()}).data)


@cache
def beginnings() -> list[str]:
    return sorted(f"/{route}" for route in _readable(get_resolver().url_patterns, "") if route != V1)


def _readable(patterns: list[Any], prefix: str) -> Iterator[str]:
    """Routes below version 1 in which nothing varies and that answer to GET."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _readable(pattern.url_patterns, route)
        elif route.startswith(V1) and "<" not in route and "get" in getattr(pattern.callback, "actions", {}):
            yield route


class UnknownAddress(BaseView):
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound
