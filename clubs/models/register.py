"""A federation's own list of its people on its way into the register."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.bodies import Federation
from clubs.models.imports import ImportState
from clubs.models.people import Player


def place_of_list(_row: models.Model, name: str) -> str:
    """A name of our own: what the file was called may say anything."""
    return f"imports/{uuid4().hex}"


class ListFate(models.TextChoices):
    NEW = "new", _("New")
    CHANGED = "changed", _("Changed")
    SAME = "same", _("Same")
    ASK = "ask", _("Another name")
    ERROR = "error", _("Error")


class RegisterImport(models.Model):
    """A federation's list, shown row by row before anything is written. The file goes when it is done."""

    federation = models.ForeignKey(
        Federation, on_delete=models.CASCADE, related_name="register_imports", verbose_name=_("federation")
    )
    file = models.FileField(_("file"), upload_to=place_of_list, blank=True, editable=False)
    file_name = models.CharField(_("file name"), max_length=120)
    rows_total = models.PositiveIntegerField(_("rows"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=ImportState.choices, default=ImportState.CHECKING)
    counts = models.JSONField(_("counts"), default=dict)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("import of a register")
        verbose_name_plural = _("imports of registers")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} #{self.pk}"

    @property
    def key(self) -> str:
        """How its jobs are named."""
        return f"register:{self.pk}"


class RegisterImportRow(models.Model):
    """One person of the list and what becomes of the row."""

    PERSONAL = {"said", "number"}

    register_import = models.ForeignKey(RegisterImport, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField(_("line"))
    number = models.CharField(_("number"), max_length=20, blank=True)
    said = models.JSONField(_("cells"), default=dict)
    fate = models.CharField(_("fate"), max_length=10, choices=ListFate.choices)
    note = models.CharField(_("reason"), max_length=300, blank=True)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    is_same_person = models.BooleanField(_("confirmed as the same person"), default=False)
    is_written = models.BooleanField(_("written"), default=False)

    class Meta:
        verbose_name = _("row of an import of a register")
        verbose_name_plural = _("rows of imports of registers")
        ordering = ["register_import", "line"]
        constraints = [models.UniqueConstraint(fields=["register_import", "line"], name="register_line_once")]
        indexes = [models.Index(fields=["register_import", "number"], name="register_row_by_number")]

    def __str__(self) -> str:
        return f"{self.register_import_id}:{self.line}"
