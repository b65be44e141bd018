"""Accounts: how allauth signs people in here."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from allauth.core import context as allauth_context
from django.conf import settings
from django.contrib.sites.shortcuts import get_current_site
from django.http import HttpRequest

from clubs.models import User
from clubs.services.account_mail import ask_for_account_mail
from clubs.services.players import add_own_player
from core import actors, transaction


class AuthenticationBackend(AllauthBackend):
    """Signs in by email; demo accounts only while the demo is on, whatever sessions they still have."""

    def user_can_authenticate(self, user: Any) -> bool:
        return super().user_can_authenticate(user) and (settings.DEMO or not user.is_demo)

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("player").filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None


class AccountAdapter(DefaultAccountAdapter):
    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords count for an account at an address: who tries them elsewhere locks nobody out here.

        Whoever is locked out at the same address comes back by a new password, which wipes the count: by mail, or by
        a link that the club's secretary hands out.
        """
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{actors.client_address(request)}"

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Like the backend. allauth itself lets a refused account with the right password go on to a page for it."""
        user = super().authenticate(request, **credentials)
        return None if user is not None and user.is_demo and not settings.DEMO else user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """By a job: no page waits for a mail server."""
        request = allauth_context.request
        whole = {"request": request, "email": email, "current_site": get_current_site(request)} | context
        ask_for_account_mail(self.render_mail(template_prefix, email, whole))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """An account and its player: both, or neither."""
        with transaction.atomic():
            user = super().save_user(request, user, form, commit=commit)
            if commit:
                name = form.cleaned_data["display_name"]
                add_own_player(actor=actors.of_request(request, user=user), display_name=name)
        return user
