from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.bodies import Club
from clubs.models.people import Membership, Player


def place_of_file(_row: models.Model, name: str) -> str:
    """A name of our own: what the file was called may say anything."""
    return f"imports/{uuid4().hex}"


class ImportState(models.TextChoices):
    MATCHING = "matching", _("Columns to be matched")
    CHECKING = "checking", _("Being checked")
    READY = "ready", _("To be confirmed")
    RUNNING = "running", _("Being imported")
    DONE = "done", _("Done")
    DROPPED = "dropped", _("Dropped")


class Fate(models.TextChoices):
    NEW = "new", _("New")
    CHANGED = "changed", _("Changed")
    SAME = "same", _("Same")
    ERROR = "error", _("Error")


class MemberImport(models.Model):
    """A file of members on its way into a club's list. The file goes when it is done."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_imports", verbose_name=_("club"))
    file = models.FileField(_("file"), upload_to=place_of_file, blank=True, editable=False)
    file_name = models.CharField(_("file name"), max_length=120)
    header = models.JSONField(_("column names"), default=list)
    sample = models.JSONField(_("first rows"), default=list)
    columns = models.JSONField(_("columns"), default=dict)
    rows_total = models.PositiveIntegerField(_("rows"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=ImportState.choices, default=ImportState.MATCHING)
    counts = models.JSONField(_("counts"), default=dict)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("import of members")
        verbose_name_plural = _("imports of members")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} #{self.pk}"

    @property
    def key(self) -> str:
        """How its jobs are named."""
        return f"import:{self.pk}"


class MemberImportRow(models.Model):
    """One row of the file and its fate. When the import is done, only what went wrong is kept, with the name."""

    member_import = models.ForeignKey(MemberImport, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField(_("line"))
    said = models.JSONField(_("cells"), default=dict)
    # Who the row is about and which number it claims, to find the same once more further down the file.
    who = models.CharField(max_length=250, default="")
    number = models.CharField(max_length=20, default="")
    fate = models.CharField(_("fate"), max_length=10, choices=Fate.choices)
    note = models.TextField(_("reason"), blank=True)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    membership = models.ForeignKey(Membership, on_delete=models.SET_NULL, null=True, related_name="+")
    is_written = models.BooleanField(_("written"), default=False)

    class Meta:
        verbose_name = _("row of an import")
        verbose_name_plural = _("rows of imports")
        ordering = ["member_import", "line"]
        constraints = [models.UniqueConstraint(fields=["member_import", "line"], name="import_line_once")]
        indexes = [
            models.Index(fields=["member_import", "who"], name="import_row_by_person"),
            models.Index(fields=["member_import", "number"], name="import_row_by_number"),
        ]

    def __str__(self) -> str:
        return f"{self.member_import_id}:{self.line}"
