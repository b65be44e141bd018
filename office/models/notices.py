"""What people are told, in the application and by mail, and what of it they want by mail."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from clubs.models.base import OnBody
from clubs.models.keys import PlayerKey
from office.notice_kinds import Category


class MailState(models.TextChoices):
    WAITING = "waiting", _("To be mailed")
    # Handed to the mail server, whose answer is not known: it is not sent again.
    SENDING = "sending", _("Handed over")
    SENT = "sent", _("Mailed")
    FAILED = "failed", _("The mail came back")
    IN_APP = "in-app", _("Not mailed: no address, or not wanted by mail")
    SKIPPED = "skipped", _("No longer wanted")


class Notice(OnBody):
    """One thing that one person is told, by an account or, where the club holds an address, without one."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("account"),
    )
    player = PlayerKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="notices", verbose_name=_("player")
    )
    # A key of office.notice_kinds.KINDS.
    kind = models.CharField(_("about"), max_length=30)
    # What it is about, of an application above: no foreign key can say it from here.
    about_kind = models.CharField(_("thing"), max_length=30)
    about_id = models.BigIntegerField(_("number of the thing"))
    gaps = models.JSONField(default=dict, blank=True)
    path = models.CharField(_("address"), max_length=200, blank=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"))
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    state = models.CharField(_("mail"), max_length=10, choices=MailState.choices, default=MailState.WAITING)
    error = models.CharField(_("error"), max_length=300, blank=True)
    settled_at = models.DateTimeField(_("told in another way"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=OnBody.exactly_one_body, name="notice_on_one_body"),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(player__isnull=False), name="notice_for_somebody"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "made_at", "id"], name="notice_by_user"),
            models.Index(fields=["user"], condition=Q(read_at__isnull=True), name="notice_unread_by_user"),
            models.Index(fields=["about_kind", "about_id"], name="notice_about"),
            models.Index(fields=["club"], condition=Q(state="failed"), name="notice_undelivered"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} · {self.about_kind} {self.about_id}"


class MailChoice(models.Model):
    """That somebody wants a category by mail, or does not; the newest counts, so that it is known when it was said."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="mail_choices"
    )
    player = PlayerKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="mail_choices")
    category = models.CharField(_("category"), max_length=20, choices=Category.choices)
    wanted = models.BooleanField(_("wanted by mail"))
    made_at = models.DateTimeField(_("chosen"))

    class Meta:
        verbose_name = _("choice of mail")
        verbose_name_plural = _("choices of mail")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, player__isnull=True) | Q(user__isnull=True, player__isnull=False),
                name="mail_choice_of_one_person",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user or self.player} · {self.category}"


class GroupMail(OnBody):
    """A message from a federation or club to a group of people, in the application and by mail."""

    group = models.CharField(_("group"), max_length=40)
    group_label = models.CharField(_("to"), max_length=200)
    subject = models.CharField(_("subject"), max_length=120)
    text = models.TextField(_("text"), max_length=10_000)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(_("sent"))

    class Meta:
        verbose_name = _("mail to a group")
        verbose_name_plural = _("mails to groups")
        ordering = ["-made_at", "-pk"]
        constraints = [models.CheckConstraint(condition=OnBody.exactly_one_body, name="group_mail_on_one_body")]

    def __str__(self) -> str:
        return self.subject

    def clean(self) -> None:
        self.subject = " ".join(self.subject.split())

    def save(self, **options: Any) -> None:
        self.subject = " ".join(self.subject.split())
        super().save(**options)
