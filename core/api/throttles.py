"""How often one may ask: strangers by address, users by id."""

from __future__ import annotations

from typing import Any

from rest_framework import throttling
from rest_framework.request import Request

from core.actors import client_address


class _ByTrustedAddress:
    def get_ident(self, request: Request) -> str:
        # Not the library's reading of X-Forwarded-For: anybody could write another address there each time.
        return client_address(request._request)


class AddressThrottle(_ByTrustedAddress, throttling.AnonRateThrottle):
    """For whoever is not signed in, wrong tokens included."""


class UserThrottle(_ByTrustedAddress, throttling.UserRateThrottle):
    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None
