"""Answers that are asked for again and again: one that has not changed is not sent again."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control


def conditional_response(request: HttpRequest, response: HttpResponse, basis: str = "") -> HttpResponse:
    """The answer with its ETag, or 304 where the asker has it already; `basis` is the part of it that counts."""
    tag = f'"{hashlib.sha256(basis.encode() or response.content).hexdigest()[:24]}"'
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    answer = get_conditional_response(request, etag=tag, response=response)
    for name in ("X-Now", "Cache-Control"):
        if answer is not None and name in response:
            answer[name] = response[name]
    return answer or response
