"""What devices at the tables may do, and what they show."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.versioned import Versioned
from events.models import Section


class Shown(models.TextChoices):
    NOTHING = "nothing", _("Nothing")
    OWN = "own", _("The own result")
    ALL = "all", _("All results")


class When(models.TextChoices):
    NEVER = "never", _("Never")
    ROUND = "round", _("After each round")
    END = "end", _("At the end")
    LIVE = "live", _("All the time")


class TricksStyle(models.TextChoices):
    MARGIN = "margin", _("=, +1, -1")
    TOTAL = "total", _("Tricks taken")


class NextRound(models.TextChoices):
    CALLED = "called", _("when the director calls it")
    TABLES = "tables", _("at each table by itself, when its players and boards are there")


class TableSwitches(Versioned):
    """What devices at the tables ask, check and show."""

    next_round = models.CharField(
        _("the next round begins"), max_length=10, choices=NextRound.choices, default=NextRound.CALLED
    )
    confirm = models.BooleanField(_("opponents confirm each result"), default=True)
    lead = models.BooleanField(_("ask for the opening lead"), default=True)
    declarer_pair = models.BooleanField(_("ask for the number of the pair that declared"), default=False)
    check_lead = models.BooleanField(_("check the lead against the deal"), default=True)
    tricks = models.CharField(_("result as"), max_length=10, choices=TricksStyle.choices, default=TricksStyle.MARGIN)
    correct = models.BooleanField(_("players may correct a board of the round"), default=True)
    traveller = models.CharField(_("after a board show"), max_length=10, choices=Shown.choices, default=Shown.ALL)
    percentages = models.BooleanField(_("percentages rather than matchpoints"), default=True)
    most_results = models.PositiveSmallIntegerField(
        _("at most so many results"), default=20, validators=[MaxValueValidator(200)]
    )
    hand = models.BooleanField(_("show the deal after the board"), default=False)
    ranking = models.CharField(_("show the ranking"), max_length=10, choices=When.choices, default=When.END)
    letters = models.BooleanField(_("suits as letters, not as symbols"), default=False)
    names = models.BooleanField(_("show names"), default=True)
    in_order = models.BooleanField(_("warn when boards are not played in order"), default=False)
    not_played = models.BooleanField(_("players may mark a board as not played"), default=True)
    call = models.BooleanField(_("players may call the director"), default=True)
    next_seats = models.BooleanField(_("show where to go next"), default=True)

    class Meta:
        abstract = True


class ClubTableRules(TableSwitches):
    """For all tables of a club, unless a director makes an exception for a session."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="table_rules", verbose_name=_("club"))

    class Meta:
        verbose_name = _("club's rules for tables")
        verbose_name_plural = _("clubs' rules for tables")

    def __str__(self) -> str:
        return str(self.club)


class TableRules(TableSwitches):
    """A director's exceptions for a section: `exceptions` names the switches that are not as the club has them."""

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="rules", verbose_name=_("section"))
    exceptions = models.JSONField(_("exceptions to the club's rules"), default=list, blank=True)

    class Meta:
        verbose_name = _("rules for tables")
        verbose_name_plural = _("rules for tables")

    def __str__(self) -> str:
        return str(self.section)

    @property
    def club(self) -> Club:
        return self.section.club
