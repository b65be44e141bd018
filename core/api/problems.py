"""Every refusal as problem details (RFC 9457): what happened, and what to do about it.

`type` is a stable name for programs, `detail` a sentence for people, `instance` the id of the request in the
logs, and `errors` what is wrong with which field.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import singledispatch
from http import HTTPStatus
from typing import Any

from allauth.core.exceptions import ReauthenticationRequired
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, RequestDataTooBig, ValidationError
from django.core.signals import got_request_exception
from django.db import IntegrityError, InterfaceError, InternalError, OperationalError
from django.db.models import ProtectedError
from django.http import Http404, HttpRequest, JsonResponse
from django.http.request import UnreadablePostError
from django.utils.translation import gettext_lazy, ngettext
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from core.database_away import RETRY_SECONDS, is_away, was_broken_off
from core.errors import Conflict
from core.idempotency import AnsweredBefore, KeyReused

logger = logging.getLogger("django.request")

MEDIA_TYPE = "application/problem+json"
NAMES = "urn:tenace:problem:"
CHALLENGE = 'Bearer realm="Tenace"'
TITLES = {
    400: gettext_lazy("Something in the request is not right"),
    401: gettext_lazy("Sign in first"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Not found"),
    405: gettext_lazy("Not possible here"),
    406: gettext_lazy("Only JSON is answered"),
    409: gettext_lazy("In conflict with what is there"),
    412: gettext_lazy("Changed in the meantime"),
    413: gettext_lazy("Too large"),
    415: gettext_lazy("Only JSON is read"),
    422: gettext_lazy("Not what it was the first time"),
    429: gettext_lazy("Too many requests"),
    500: gettext_lazy("Our mistake"),
    503: gettext_lazy("Not now"),
}


class TooLarge(exceptions.APIException):
    status_code = 413


@dataclass(frozen=True)
class Problem:
    status: int
    code: str
    detail: Any
    errors: list[dict[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)

    def as_data(self, request: Any) -> dict[str, Any]:
        data: dict[str, Any] = {
            "type": NAMES + self.code.replace("_", "-"),
            "title": str(TITLES.get(self.status) or HTTPStatus(self.status).phrase),
            "status": self.status,
            "detail": str(self.detail),
            "instance": getattr(request, "id", ""),
        }
        return data | {"errors": self.errors} if self.errors else data


SECOND_STEP = Problem(
    403, "second_step", gettext_lazy("Your office needs a second step to sign in. Set it up on the pages first.")
)
TOO_LARGE = Problem(413, "too_large", gettext_lazy("This is more than is read at once. Send it in smaller parts."))

SERVER_ERROR = Problem(
    500,
    "server_error",
    gettext_lazy("This should not have happened, and has been written down. Try again in a moment."),
)
DATABASE_AWAY = Problem(
    503,
    "database_away",
    gettext_lazy("The database does not answer at the moment. Wait a little, then send this again."),
    headers={"Retry-After": str(RETRY_SECONDS)},
)


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """What was broken off for the sake of another transaction is left to whoever carries it out once more."""
    if was_broken_off(exc):
        return None
    request = context["request"]
    problem = problem_from_exception(exc, request)
    if problem.status >= status.HTTP_500_INTERNAL_SERVER_ERROR:
        _report_to_operators(exc, request, context.get("view"))
    return Response(problem.as_data(request), status=problem.status, headers=problem.headers, content_type=MEDIA_TYPE)


def as_http(request: HttpRequest, problem: Problem) -> JsonResponse:
    """For what is refused before a view is reached."""
    data = problem.as_data(request)
    return JsonResponse(data, status=problem.status, headers=problem.headers, content_type=MEDIA_TYPE)


@singledispatch
def problem_from_exception(exc: Exception, request: Request) -> Problem:
    return SERVER_ERROR


@problem_from_exception.register
def _(exc: ValidationError, request: Request) -> Problem:
    return _bad_input(list(_entries_from_django(exc)))


@problem_from_exception.register
def _(exc: exceptions.ValidationError, request: Request) -> Problem:
    return _bad_input(list(_entries_from_rest(exc.detail, "")))


@problem_from_exception.register
def _(exc: PermissionDenied, request: Request) -> Problem:
    return _forbidden(request, "forbidden", str(exc))


@problem_from_exception.register
def _(exc: exceptions.PermissionDenied, request: Request) -> Problem:
    return _forbidden(request, "forbidden", str(exc.detail))


@problem_from_exception.register
def _(exc: ReauthenticationRequired, request: Request) -> Problem:
    sentence = gettext_lazy("Enter your password again first, at /account/reauthenticate/.")
    return Problem(403, "password_needed", sentence)


@problem_from_exception.register
def _(exc: exceptions.NotAuthenticated, request: Request) -> Problem:
    return _sign_in_first()


@problem_from_exception.register
def _(exc: exceptions.AuthenticationFailed, request: Request) -> Problem:
    code = exc.get_codes()
    return Problem(401, str(code), exc.detail, headers={"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'})


@problem_from_exception.register(Http404)
@problem_from_exception.register(exceptions.NotFound)
def _(exc: Exception, request: Request) -> Problem:
    return Problem(404, "not_found", _nothing_here(request.path))


@problem_from_exception.register
def _(exc: Conflict, request: Request) -> Problem:
    if "If-Match" in request.headers and _minds_versions(request):
        return Problem(412, "stale", exc.message)
    return Problem(409, "conflict", exc.message)


@problem_from_exception.register
def _(exc: KeyReused, request: Request) -> Problem:
    sentence = gettext_lazy("This Idempotency-Key was sent with another request. Use a new one for each request.")
    return Problem(422, "key_reused", sentence)


@problem_from_exception.register
def _(exc: AnsweredBefore, request: Request) -> Problem:
    """Only where the answer was not kept; else it is given again."""
    sentence = gettext_lazy("This was done when it was first sent. Its answer holds a secret and is not kept.")
    return Problem(409, "answered_before", sentence)


@problem_from_exception.register
def _(exc: IntegrityError, request: Request) -> Problem:
    return Problem(409, "conflict", Conflict().message)


@problem_from_exception.register(OperationalError)
@problem_from_exception.register(InterfaceError)
@problem_from_exception.register(InternalError)
def _(exc: Exception, request: Request) -> Problem:
    return DATABASE_AWAY if is_away(exc) else SERVER_ERROR


@problem_from_exception.register
def _(exc: ProtectedError, request: Request) -> Problem:
    return Problem(409, "in_use", gettext_lazy("Other records rest on this one. Remove or change them first."))


@problem_from_exception.register(TooLarge)
@problem_from_exception.register(RequestDataTooBig)
def _(exc: Exception, request: Request) -> Problem:
    return TOO_LARGE


@problem_from_exception.register
def _(exc: UnreadablePostError, request: Request) -> Problem:
    return problem_from_exception(exceptions.ParseError(), request)


@problem_from_exception.register
def _(exc: exceptions.APIException, request: Request) -> Problem:
    return Problem(exc.status_code, str(exc.get_codes()), exc.detail)


@problem_from_exception.register
def _(exc: exceptions.ParseError, request: Request) -> Problem:
    return Problem(400, "unreadable", gettext_lazy("The body is not readable as JSON. Look at it with a JSON checker."))


@problem_from_exception.register
def _(exc: exceptions.MethodNotAllowed, request: Request) -> Problem:
    sentence = gettext_lazy("%(method)s cannot be done here. The header “Allow” lists what can.")
    return Problem(405, "method_not_allowed", sentence % {"method": request.method})


@problem_from_exception.register
def _(exc: exceptions.NotAcceptable, request: Request) -> Problem:
    return Problem(406, "not_acceptable", gettext_lazy("Ask with “Accept: application/json”, or leave it out."))


@problem_from_exception.register
def _(exc: exceptions.UnsupportedMediaType, request: Request) -> Problem:
    return Problem(415, "unsupported_media_type", gettext_lazy("Send JSON, with “Content-Type: application/json”."))


@problem_from_exception.register
def _(exc: exceptions.Throttled, request: Request) -> Problem:
    seconds = max(1, int(getattr(exc, "wait", None) or 1))
    sentence = ngettext("Wait %(count)s second, then try again.", "Wait %(count)s seconds, then try again.", seconds)
    return Problem(429, "throttled", sentence % {"count": seconds}, headers={"Retry-After": str(seconds)})


def _minds_versions(request: Request) -> bool:
    view = (request.parser_context or {}).get("view")
    return getattr(view, "action", None) in getattr(view, "versioned_actions", ())


def _forbidden(request: Request, code: str, sentence: str) -> Problem:
    """A stranger is asked to sign in: what is closed to them may be open to who they are."""
    actor = getattr(request, "actor", None)
    if actor is None or actor.user is None:
        return _sign_in_first()
    return Problem(403, code, sentence)


def _sign_in_first() -> Problem:
    sentence = gettext_lazy("Sign in, or send a token with “Authorization: Bearer …”.")
    return Problem(401, "not_authenticated", sentence, headers={"WWW-Authenticate": CHALLENGE})


def _nothing_here(path: str) -> Any:
    if not path.endswith("/"):
        return gettext_lazy("There is nothing here. Addresses end with a slash.")
    return gettext_lazy("There is nothing here, or it is not yours to see.")


def _bad_input(errors: list[dict[str, str]]) -> Problem:
    if len(errors) == 1:
        return Problem(400, "invalid", errors[0]["message"], errors)
    return Problem(
        400,
        "invalid",
        gettext_lazy("Nothing was done. Put right what “errors” lists, then try again."),
        errors,
    )


def _entries_from_django(exc: ValidationError) -> Iterator[dict[str, str]]:
    """One entry for each sentence of a service's refusal."""
    by_field = exc.error_dict if hasattr(exc, "error_dict") else {NON_FIELD_ERRORS: exc.error_list}
    for name, errors in by_field.items():
        for error in errors:
            where = "" if name == NON_FIELD_ERRORS else name
            yield from (_entry(where, message, error.code) for message in error.messages)


def _entries_from_rest(detail: Any, where: str) -> Iterator[dict[str, str]]:
    """The same for a serializer's or filter's errors, which nest: `new_player.languages.0`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            is_of_form = name in (api_settings.NON_FIELD_ERRORS_KEY, NON_FIELD_ERRORS)
            yield from _entries_from_rest(inner, where if is_of_form else f"{where}.{name}".lstrip("."))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _entries_from_rest(inner, f"{where}.{index}".lstrip(".") if nested else where)
    else:
        yield _entry(where, detail, getattr(detail, "code", None))


def _entry(where: str, message: Any, code: str | None) -> dict[str, str]:
    return {"field": where, "message": str(message), "code": code or "invalid"}


def _report_to_operators(exc: Exception, request: Request, view: Any) -> None:
    logger.error("Internal Server Error: %s", request.path, exc_info=exc, extra={"status_code": 500})
    got_request_exception.send(sender=type(view), request=request._request)
