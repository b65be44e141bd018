"""Answers that are asked for again and again: what has not changed is not sent again (304)."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control


def make_etag(basis: str | bytes) -> str:
    """The tag of an answer that changes only with `basis`."""
    data = basis.encode() if isinstance(basis, str) else basis
    return f'"{hashlib.sha256(data).hexdigest()[:24]}"'


def not_modified(request: HttpRequest, etag: str, **headers: str) -> HttpResponse | None:
    """304 with these headers where the asker has the answer of this tag already, else None."""
    # Browsers send back what they were sent: compared as it stands, it need not be taken apart.
    if request.headers.get("If-None-Match") == etag:
        return with_etag(HttpResponse(status=304, headers=headers), etag)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        return None
    for name, value in headers.items():
        answer[name] = value
    return with_etag(answer, etag)


def with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """The answer with its tag; it is kept by whoever asked, and asked about each time."""
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def conditional_response(request: HttpRequest, response: HttpResponse, basis: str = "") -> HttpResponse:
    """The answer with its tag, or 304; `basis` is the part of it that counts, its whole content where none is given."""
    etag = make_etag(basis or response.content)
    headers = {name: response[name] for name in ("X-Now",) if name in response}
    return not_modified(request, etag, **headers) or with_etag(response, etag)
