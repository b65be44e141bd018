from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.sealing import seal, unseal


class MailSecurity(models.TextChoices):
    STARTTLS = "starttls", _("STARTTLS (usually port 587)")
    TLS = "tls", _("TLS from the start (usually port 465)")
    NONE = "none", _("None (only inside one machine or network)")


class MailServer(models.Model):
    """Through which server mail leaves, where the environment does not say so. There is one row at most."""

    PERSONAL = {"username", "sealed_password"}

    host = models.CharField(_("mail server"), max_length=200, help_text=_("Such as mail.example.org"))
    port = models.PositiveIntegerField(_("port"), default=587)
    security = models.CharField(
        _("encryption"), max_length=10, choices=MailSecurity.choices, default=MailSecurity.STARTTLS
    )
    username = models.CharField(_("user name"), max_length=200, blank=True)
    # Sealed with the installation's secret key: a copy of the database alone does not give it away.
    sealed_password = models.TextField(_("password"), blank=True, editable=False)
    sender = models.EmailField(_("sender’s address"), help_text=_("Messages come from this address."))
    changed_at = models.DateTimeField(_("changed"))
    only = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("mail server")
        verbose_name_plural = _("mail servers")
        constraints = [
            models.UniqueConstraint(fields=["only"], name="mail_server_only_one"),
            models.CheckConstraint(condition=models.Q(only=True), name="mail_server_is_the_one"),
        ]

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def password(self) -> str:
        """As it was typed; nothing where the secret key has changed since."""
        return (unseal(self.sealed_password, "mail") or "") if self.sealed_password else ""

    @password.setter
    def password(self, password: str) -> None:
        self.sealed_password = seal(password, "mail") if password else ""
