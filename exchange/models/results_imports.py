"""Files of other programs on their way into a club's results."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from core.versioned import Versioned
from events.models import Event


def place_of_upload(_row: models.Model, _name: str) -> str:
    """A name of our own: what the file was called may say anything."""
    return f"results-imports/{uuid4().hex}"


class ImportState(models.TextChoices):
    CHECKING = "checking", _("Being read")
    READY = "ready", _("To be confirmed")
    RUNNING = "running", _("Being imported")
    DONE = "done", _("Done")
    DROPPED = "dropped", _("Dropped")
    UNDONE = "undone", _("Undone")


class ResultsImport(Versioned):
    """Files that were handed in together. What was uploaded goes when it is done."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="results_imports", verbose_name=_("club"))
    state = models.CharField(_("state"), max_length=10, choices=ImportState.choices, default=ImportState.CHECKING)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("import of results")
        verbose_name_plural = _("imports of results")
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["club", "-made_at"], name="results_import_by_club")]

    def __str__(self) -> str:
        return f"{self.club} #{self.pk}"

    @property
    def key(self) -> str:
        """How its jobs are named."""
        return f"results-import:{self.pk}"

    @property
    def is_at_work(self) -> bool:
        return self.state in (ImportState.CHECKING, ImportState.RUNNING)


class Fate(models.TextChoices):
    """What becomes of a file: before it is confirmed what would, afterwards what did."""

    WAITING = "waiting", _("To be read")
    NEW = "new", _("New")
    CHANGED = "changed", _("Here with other scores")
    SAME = "same", _("Here already")
    TWICE = "twice", _("Twice in this import")
    ERROR = "error", _("Cannot be imported")
    IMPORTED = "imported", _("Imported")
    LEFT_OUT = "left-out", _("Left out")
    UNDONE = "undone", _("Undone")


#: What can be written, if somebody wants it.
WRITABLE = (Fate.NEW, Fate.CHANGED, Fate.SAME)


class Choice(models.TextChoices):
    """What somebody wants to become of a file."""

    TAKE = "take", _("Import it")
    LEAVE = "leave", _("Leave it out")
    REPLACE = "replace", _("Put it in the place of what is here")
    KEEP_BOTH = "keep-both", _("Keep both")


class ImportFile(models.Model):
    """One file of an import: uploaded by itself, or a member of an archive."""

    results_import = models.ForeignKey(
        ResultsImport, on_delete=models.CASCADE, related_name="files", verbose_name=_("import")
    )
    name = models.CharField(_("file"), max_length=200)
    # Of a member of an archive both are empty: it is read where it is, and the archive says where.
    upload = models.FileField(upload_to=place_of_upload, blank=True, editable=False)
    is_archive = models.BooleanField(_("archive"), default=False)
    archive = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="members")
    member = models.PositiveIntegerField(_("place in the archive"), null=True, blank=True)
    fate = models.CharField(_("fate"), max_length=10, choices=Fate.choices, default=Fate.WAITING)
    note = models.TextField(_("reason"), blank=True)
    choice = models.CharField(_("what is wanted"), max_length=10, choices=Choice.choices, default=Choice.TAKE)
    # As somebody wants it scored; empty leaves it to the file and to what was found to fit its figures.
    profile = models.CharField(_("profile"), max_length=20, blank=True)
    method = models.CharField(_("scoring"), max_length=20, blank=True)
    # What it is: format, title, day, how many boards, contestants and sessions, the profile that fits. No names.
    outline = models.JSONField(_("what it is"), default=dict)
    problems = models.JSONField(_("to be looked at"), default=list)
    fingerprint = models.CharField(max_length=64, blank=True)
    # Of the scores as well: whether the same evening comes with other ones.
    digest = models.CharField(max_length=64, blank=True)
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("event")
    )
    written_at = models.DateTimeField(_("written"), null=True, blank=True)

    class Meta:
        verbose_name = _("file of an import")
        verbose_name_plural = _("files of imports")
        ordering = ["results_import", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["archive", "member"], name="import_member_once"),
            models.CheckConstraint(
                condition=~Q(fate="imported") | Q(event__isnull=False, written_at__isnull=False),
                name="import_file_written_has_its_event",
            ),
        ]
        indexes = [
            models.Index(fields=["results_import", "fate", "id"], name="import_file_by_fate"),
            models.Index(fields=["fingerprint"], name="import_file_by_fingerprint"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def club(self) -> Club:
        return self.results_import.club

    @property
    def day(self) -> str:
        """On which day it was played: as somebody has said, else as the file says; empty where nobody does."""
        return self.outline.get("day") or self.outline.get("played_on") or ""

    @property
    def is_to_be_written(self) -> bool:
        return self.fate in WRITABLE and self.choice != Choice.LEAVE


class Answer(models.TextChoices):
    """Who is meant by a name."""

    OPEN = "open", _("To be decided")
    PERSON = "person", _("Somebody of the records")
    VISITOR = "visitor", _("Somebody new: enter as a visitor")
    AS_WRITTEN = "as-written", _("Leave the name as it is written")


class ImportedName(models.Model):
    """A name that stands in the files of an import, and whom it means. It goes when the import is done."""

    results_import = models.ForeignKey(ResultsImport, on_delete=models.CASCADE, related_name="names")
    name = models.CharField(_("name"), max_length=120)
    name_key = models.CharField(max_length=200)
    number = models.CharField(_("number"), max_length=20, blank=True)
    files = models.PositiveIntegerField(_("in so many files"), default=1)
    answer = models.CharField(_("who that is"), max_length=12, choices=Answer.choices, default=Answer.OPEN)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("name in an import")
        verbose_name_plural = _("names in imports")
        ordering = ["results_import", "name_key"]
        constraints = [
            models.UniqueConstraint(fields=["results_import", "name_key"], name="imported_name_once"),
            models.CheckConstraint(
                condition=~Q(answer="person") | Q(player__isnull=False), name="imported_name_of_a_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name
