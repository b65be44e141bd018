"""ETags: an answer that has not changed is not sent again, and a change to what has changed is refused.

The tag of a versioned object is `"version-digest"`: the digest of what was answered serves If-None-Match, the
version alone serves If-Match, so that a change elsewhere (a player's new name) is no conflict.
"""

from __future__ import annotations

import hashlib
import re
from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

VERSION = re.compile(r'(?:W/)?"(\d{1,10})-')
KEPT = ("ETag", "Vary", "Cache-Control")
NO_VERSION = -1


class ConditionalMixin:
    """Tags what a view answers to GET, PUT and PATCH."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[misc]
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        if response.status_code == 200 and request.method in {"GET", "HEAD", "PUT", "PATCH"}:
            response.add_post_render_callback(partial(_tag, request))
        return response


def expected_version(request: Request, current: int) -> int | None:
    """The version that a change was made from, as If-Match tells it; None where the caller does not mind."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    versions = {int(match[1]) for tag in parse_etags(header) if (match := VERSION.match(tag))}
    return current if current in versions else NO_VERSION


def _tag(request: Request, response: Response) -> HttpResponse | None:
    digest = hashlib.sha256(response.content).hexdigest()[:20]
    version = response.data.get("version") if isinstance(response.data, dict) else None
    response["ETag"] = tag = f'"{digest}"' if version is None else f'"{version}-{digest}"'
    if request.method not in {"GET", "HEAD"} or not _has_tag(request, tag):
        return None
    unchanged = HttpResponseNotModified()
    for name in KEPT:
        unchanged[name] = response[name]
    return unchanged


def _has_tag(request: Request, tag: str) -> bool:
    tags = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in tags or tag in {sent_tag.removeprefix("W/") for sent_tag in tags}
