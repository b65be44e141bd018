"""The rows of the record. Their tables are called after `clubs`, where they began."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.actors import ActorKind


class AuditChain(models.Model):
    """One chain of acts for each club and federation, and one for acts that stand on neither."""

    label = models.CharField(_("chain"), max_length=40, unique=True, help_text=_("club:7, federation:2 or site"))
    length = models.PositiveBigIntegerField(_("entries"), default=0)
    head = models.CharField(_("hash of the last entry"), max_length=64, default="")

    class Meta:
        app_label = "clubs"
        verbose_name = _("audit chain")
        verbose_name_plural = _("audit chains")
        ordering = ["label"]

    def __str__(self) -> str:
        return self.label


class AuditEntry(models.Model):
    """Who did what to which object; never changed, never removed (triggers), people by id only."""

    chain = models.ForeignKey(AuditChain, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveBigIntegerField(_("number"))
    at = models.DateTimeField(_("when"))
    actor_kind = models.CharField(_("who"), max_length=10, choices=ActorKind.choices)
    # Plain numbers, not foreign keys: erasing a person must not touch the chain.
    user_id = models.BigIntegerField(_("user"), null=True, blank=True)
    actor_ref = models.CharField(_("token or device"), max_length=60, blank=True)
    acted_as = models.CharField(_("acting as"), max_length=120, blank=True)
    address = models.CharField(_("from"), max_length=45, blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    act = models.CharField(_("act"), max_length=60)
    target_kind = models.CharField(_("on what"), max_length=60)
    target_id = models.CharField(max_length=40)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    # What was typed as a reason stands beside the chain (`AuditWords`) and can be erased; here, of older entries.
    plain_reason = models.CharField(_("reason"), max_length=300, blank=True, db_column="reason")
    words_digest = models.CharField(max_length=64, blank=True, default="")
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        app_label = "clubs"
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["chain", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["chain", "number"], name="audit_number_once_per_chain"),
            models.CheckConstraint(condition=Q(number__gte=1), name="audit_numbers_from_one"),
        ]
        indexes = [
            models.Index(fields=["target_kind", "target_id"], name="audit_by_target"),
            models.Index(fields=["chain", "at"], name="audit_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.chain} #{self.number} {self.act}"

    @property
    def reason(self) -> str:
        words = getattr(self, "words", None)
        return self.plain_reason if words is None else words.text


class AuditWords(models.Model):
    """The words of an entry's reason: never changed, but erased where a person is; their digest is in the chain."""

    entry = models.OneToOneField(AuditEntry, on_delete=models.PROTECT, primary_key=True, related_name="words")
    text = models.CharField(_("words"), max_length=300, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True)

    class Meta:
        app_label = "clubs"
        verbose_name = _("words of an audit entry")
        verbose_name_plural = _("words of audit entries")
        constraints = [
            models.CheckConstraint(
                condition=Q(erased_at__isnull=True) | Q(text="", salt=""), name="audit_words_erased_are_gone"
            )
        ]

    def __str__(self) -> str:
        return self.text
