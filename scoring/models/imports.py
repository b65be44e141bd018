"""Which events came from files, so that the same results are not taken twice."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from events.models import Event
from scoring.models.acting_user import acting_user


class ImportedFile(models.Model):
    """The file that an event was imported from, known by who met whom on which boards and on which day."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="imported_files", verbose_name=_("club"))
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="imported_file", verbose_name=_("event"))
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    # Counts those that were imported again on purpose.
    copy = models.PositiveSmallIntegerField(_("copy"), default=1)
    imported_at = models.DateTimeField(_("imported"))
    imported_by = acting_user()
    # Another import of the same results has taken its place.
    replaced_at = models.DateTimeField(_("replaced"), null=True, blank=True)

    class Meta:
        verbose_name = _("imported file")
        verbose_name_plural = _("imported files")
        ordering = ["-imported_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "fingerprint", "copy"], condition=Q(replaced_at__isnull=True), name="imported_file_once"
            )
        ]

    def __str__(self) -> str:
        return self.file_name or str(self.event)
