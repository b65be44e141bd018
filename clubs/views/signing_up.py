"""Signing up, for a club where one came from its pages."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from django.urls import Resolver404, resolve


class SignUp(SignupView):
    """allauth's page, which knows the club: by `?club=`, or by the club's page that one wanted to open."""

    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        initial["club"] = self.request.GET.get("club", "") or _club_in(self.request.GET.get("next", ""))
        return initial


def _club_in(address: str) -> str:
    try:
        match = resolve(address.partition("?")[0])
    except Resolver404:
        return ""
    return str(match.kwargs.get("slug", "")) if match.kwargs.get("kind") == "club" else ""
