"""Middleware that knows nothing of bridge."""

import ipaddress
import re
import secrets
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import is_valid_path

from core import logs
from core.api import problems

Respond = Callable[[HttpRequest], HttpResponse]
SAFE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class ClientAddressMiddleware:
    """Behind a proxy that we trust, the address of the visitor; otherwise nobody can claim to be somebody else."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Taken out in any case: rate limits and the audit then see one address only, REMOTE_ADDR.
        forwarded = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        nearest = forwarded.rsplit(",", 1)[-1].strip()
        if settings.TRUST_PROXY and is_address(nearest):
            request.META["REMOTE_ADDR"] = nearest
        return self.get_response(request)


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


class RequestIdMiddleware:
    """Take the proxy's request id or make one; logs, audit entries and the answer carry it."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent_id = request.headers.get("X-Request-Id", "")
        request.id = sent_id if SAFE_ID.fullmatch(sent_id) else secrets.token_urlsafe(12)  # type: ignore[attr-defined]
        reset = logs.request_id.set(request.id)  # type: ignore[attr-defined]
        try:
            response = self.get_response(request)
        finally:
            logs.request_id.reset(reset)
        response["X-Request-Id"] = request.id  # type: ignore[attr-defined]
        return response


class UploadLimitMiddleware:
    """Refuse a body over the limit before a byte of it is read."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._length(request) <= settings.UPLOAD_LIMIT:
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return problems.as_http(request, problems.TOO_LARGE)
        megabytes = settings.UPLOAD_LIMIT // 1_000_000
        return HttpResponse(render_to_string("413.html", {"megabytes": megabytes}), status=413)

    @staticmethod
    def _length(request: HttpRequest) -> int:
        try:
            return int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return 0


class PageAboveMiddleware:
    """An address that is only posted to stands in the browser's bar after a refusal. Whoever opens it again, or comes
    back to it after signing in, gets the page above it."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not is_page or request.path.startswith("/api/"):
            return response
        above = page_above(request.path)
        return HttpResponseRedirect(above) if above else response


def page_above(path: str) -> str:
    """The nearest address above this one that leads anywhere; empty where there is none."""
    parts = path.strip("/").split("/")
    for length in range(len(parts) - 1, 0, -1):
        above = "/" + "/".join(parts[:length]) + "/"
        if is_valid_path(above):
            return above
    return ""
