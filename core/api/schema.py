"""How the API describes itself (OpenAPI 3)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from core.api.problems import MEDIA_TYPE

IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag from which the change was made. Answered 412 when the object has changed since.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the answer already at hand. Answered 304 when nothing has changed.",
)
ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200],
    description="Names this very answer.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="1 to 255 characters of your choice, new for each request, such as a UUID. The same request with the "
    "same key is carried out once and, for a day, answered alike. Answered 422 when the key came with another request.",
)
PROBLEMS = {
    400: "Something in the request is not right; `errors` says what.",
    401: "Not signed in, or the token cannot be used.",
    403: "Signed in, but not allowed.",
    404: "Not there, or not for this caller to see.",
    406: "Only JSON is answered.",
    409: "In conflict with what is there; nothing was done.",
    412: "Changed since the ETag in If-Match; nothing was done.",
    413: "The body is too large.",
    422: "The Idempotency-Key was sent with another request; nothing was done.",
    415: "Only JSON is read.",
    429: "Too many requests; Retry-After says when to come back.",
    500: "A mistake of the server.",
}


class FieldErrorSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="Which field; empty where it is none in particular.")
    message = serializers.CharField(help_text="A sentence for people.")
    code = serializers.CharField(help_text="A name for programs.")


class ProblemSerializer(serializers.Serializer[Any]):
    """Problem details (RFC 9457)."""

    type = serializers.CharField(help_text="A stable name for programs, such as urn:tenace:problem:stale")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What happened and what to do, for people.")
    instance = serializers.CharField(help_text="The id of the request in the logs.")
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]


class TenaceSchema(AutoSchema):
    """Takes tag and summaries from the view, and adds what every operation has in common."""

    def get_tags(self) -> list[str]:
        tag = getattr(self.view, "tag", "")
        return [tag] if tag else super().get_tags()

    def get_summary(self) -> str | None:
        summaries: dict[str, str] = getattr(self.view, "summaries", {})
        return summaries.get(getattr(self.view, "action", ""), super().get_summary())

    def get_filter_backends(self) -> list[Any]:
        return super().get_filter_backends() if self._is_paged() else []

    def _get_paginator(self) -> Any:
        return super()._get_paginator() if self._is_paged() else None  # type: ignore[no-untyped-call]

    def _is_paged(self) -> bool:
        """Only `list` is answered in pages; other acts that answer several rows answer all of them, as an array."""
        return getattr(self.view, "action", "") == "list"

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        if isinstance(field, serializers.ChoiceField) and field.read_only:
            _allow_what_the_column_does(field)
        return super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]

    def get_override_parameters(self) -> list[Any]:
        parameters = list(super().get_override_parameters())
        if self._takes_if_match():
            parameters.append(IF_MATCH)
        if self.method == "GET":
            parameters.append(IF_NONE_MATCH)
        else:
            parameters.append(IDEMPOTENCY_KEY)
        if self.method in {"GET", "PUT", "PATCH"}:
            parameters.append(ETAG)
        return parameters

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        responses: dict[str, Any] = super()._get_response_bodies(direction)
        for code in self._problem_codes():
            problem = OpenApiResponse(ProblemSerializer, description=PROBLEMS[code])
            answer = self._get_response_for_code(problem, str(code), [MEDIA_TYPE], direction)  # type: ignore[no-untyped-call]
            responses.setdefault(str(code), answer)
        if self.method == "GET":
            responses["304"] = {"description": "Nothing has changed since If-None-Match."}
        return responses

    def _problem_codes(self) -> list[int]:
        codes = {400, 401, 403, 404, 406, 429, 500}
        if self.method != "GET":
            codes |= {409, 422}
        if self.method in {"POST", "PUT", "PATCH"}:
            codes |= {413, 415}
        if self._takes_if_match():
            codes |= {412}
        return sorted(codes)

    def _takes_if_match(self) -> bool:
        return getattr(self.view, "action", "") in getattr(self.view, "versioned_actions", ())


def _allow_what_the_column_does(field: serializers.ChoiceField) -> None:
    """A choice that is only read has lost whether it may be empty; its column still knows."""
    model = getattr(getattr(field.parent, "Meta", None), "model", None)
    if model is None or not field.source or "." in field.source:
        return
    with suppress(FieldDoesNotExist):
        column = model._meta.get_field(field.source)
        field.allow_blank, field.allow_null = column.blank and not column.null, column.null


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "clubs.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`tn_xxxxxxxx.secret`, from `/api/v1/tokens/`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "clubs.api.auth.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The cookie of a signed-in browser; changes also need the header X-CSRFToken.",
        }
