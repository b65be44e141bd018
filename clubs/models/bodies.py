from __future__ import annotations

import zoneinfo
from datetime import date, datetime
from functools import cache, cached_property
from typing import ClassVar, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.versioned import Versioned


@cache
def time_zones() -> frozenset[str]:
    """Read once: the standard library walks its whole folder of zones each time."""
    return frozenset(zoneinfo.available_timezones())


def validate_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError(_("“%(name)s” is not a time zone. Write it like Europe/Riga."), params={"name": name})


class Level(models.TextChoices):
    WORLD = "world", _("World")
    ZONE = "zone", _("Zone")
    NATIONAL = "national", _("National")
    REGION = "region", _("Region")


class Colour(models.TextChoices):
    """A palette, because each of these passes contrast in light and dark; a free choice would not."""

    PINE = "pine", _("Pine green")
    NAVY = "navy", _("Navy blue")
    CLARET = "claret", _("Claret red")
    PLUM = "plum", _("Plum")
    TEAL = "teal", _("Teal")
    AMBER = "amber", _("Amber")
    SLATE = "slate", _("Slate grey")


class Organization(Versioned):
    """What a federation and a club have in common."""

    kind: ClassVar[str]
    other_kind: ClassVar[str]

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address name"), max_length=60, unique=True)
    timezone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[validate_zone])
    language = models.CharField(_("language"), max_length=10, blank=True)
    website = models.URLField(_("website"), blank=True)
    email = models.EmailField(_("contact email"), blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse(self.kind, kwargs={"slug": self.slug})

    def day(self, at: datetime) -> date:
        """The calendar day here at that moment."""
        return at.astimezone(zoneinfo.ZoneInfo(self.timezone)).date()

    @property
    def label(self) -> str:
        """How the audit and the jobs name this body."""
        return f"{self.kind}:{self.pk}"


class Federation(Organization):
    """A Regulating Authority (Law 80A); federations form a tree from the world down to a region."""

    kind = "federation"
    other_kind = "club"

    level = models.CharField(_("level"), max_length=10, choices=Level.choices)
    parent = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="children",
        verbose_name=_("under"),
    )
    # The ids from the root down to this one, "/1/4/": a subtree is a prefix.
    path = models.CharField(max_length=120, editable=False, default="", db_index=True)

    class Meta:
        verbose_name = _("federation")
        verbose_name_plural = _("federations")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(parent=F("id")), name="federation_not_its_own_parent")]

    @cached_property
    def line(self) -> list[int]:
        """Ids of this federation and all above it, the root first."""
        return [int(part) for part in self.path.split("/") if part]


class Club(Organization):
    """A Tournament Organizer (Law 80B) under a federation."""

    kind = "club"
    other_kind = "federation"

    federation = models.ForeignKey(
        Federation, on_delete=models.PROTECT, related_name="clubs", verbose_name=_("federation")
    )
    code = models.CharField(
        _("number in the federation"),
        max_length=20,
        blank=True,
        help_text=_("As the federation’s own list of people writes the club."),
    )
    colour = models.CharField(_("colour"), max_length=10, choices=Colour.choices, default=Colour.PINE)
    logo = models.FileField(_("logo"), upload_to="logos/", blank=True)
    welcome = models.TextField(_("welcome"), blank=True, help_text=_("Shown at the top of the public page."))
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    address = models.TextField(_("address"), blank=True)
    directions = models.TextField(_("how to get there"), blank=True)
    playing_times = models.TextField(_("playing times"), blank=True, help_text=_("One a line: Tuesday 19:00, pairs."))
    is_listed = models.BooleanField(_("listed in public"), default=True)
    sorts_by_surname = models.BooleanField(
        _("list members by surname"),
        default=False,
        help_text=_("Where first and last name are known apart, the surname is written first."),
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    @property
    def line(self) -> list[int]:
        """Ids of the federations that the club stands under, the root first."""
        return self.federation.line


Body: TypeAlias = Federation | Club
