from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.hooks import is_over


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email: str | None) -> User:
        return self.get(email__iexact=email)


class User(AbstractBaseUser, PermissionsMixin):
    """An account: who signs in. The person in bridge is the Player."""

    PERSONAL = {"email", "password"}

    email = models.EmailField(_("email address"), unique=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    is_staff = models.BooleanField(_("runs this installation"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_demo = models.BooleanField(_("demo account"), default=False, help_text=_("Signs in only while the demo is on."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    objects = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_unique")]

    def __str__(self) -> str:
        return self.email


class ApiToken(models.Model):
    """A key for a program that acts for a user, within scopes, until it expires or is revoked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=80)
    prefix = models.CharField(_("begins with"), max_length=12, unique=True)
    digest = models.CharField(max_length=64, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    created_at = models.DateTimeField(_("made"))
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    # The sign-in that it was made for and ends with; empty for one that stays.
    sign_in = models.CharField(max_length=40, blank=True, default="", editable=False)
    # What runs and it ends with, such as a session of play (`clubs.hooks.running_things`), and its name for people.
    ends_with = models.CharField(max_length=40, blank=True, default="", editable=False)
    ends_with_name = models.CharField(_("ends with"), max_length=200, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def is_usable(self, at: datetime) -> bool:
        return self.revoked_at is None and self.expires_at > at and self._is_signed_in(at) and not self._is_over()

    def _is_signed_in(self, at: datetime) -> bool:
        if not self.sign_in:
            return True
        return Session.objects.filter(session_key=self.sign_in, expire_date__gt=at).exists()

    def _is_over(self) -> bool:
        """What nobody knows any more is over."""
        if not self.ends_with:
            return False
        answers = [answer for answer in is_over.call(self.ends_with) if answer is not None]
        return not answers or any(answers)
