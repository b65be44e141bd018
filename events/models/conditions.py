"""What is laid down before anybody plays (Law 78D), for one event or for a series of them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from events.movements.catalogue import MOST_BOARDS, traits_by_name
from events.movements.model import MovementKind, Traits, Unit
from events.movements.recommend import USUAL_BOARDS, USUAL_SHARE
from scoring.engine.methods import SCORING_METHODS, USUAL_METHOD, ScoringMethod, scoring_method


class Form(models.TextChoices):
    PAIRS = Unit.PAIR.value, _("Pairs")
    TEAMS = Unit.TEAM.value, _("Teams")
    INDIVIDUAL = Unit.PLAYER.value, _("Individual")

    @property
    def unit(self) -> Unit:
        return Unit(self.value)

    @property
    def size(self) -> int:
        """How many players a contestant has at least."""
        return {"pair": 2, "team": 4, "player": 1}[self.value]

    @property
    def most(self) -> int:
        """How many players a contestant has at most."""
        return {"pair": 2, "team": 6, "player": 1}[self.value]


def scoring_choices() -> list[tuple[str, Any]]:
    """Asked anew each time, so that a method registered later is among them and needs no migration."""
    return [(method.name, _(method.label)) for method in SCORING_METHODS.values()]


class Systems(models.TextChoices):
    """What partnerships may play (Law 40B2)."""

    ANY = "any", _("Any disclosed system")
    NO_HUM = "no-hum", _("No highly unusual methods")
    NO_BROWN = "no-brown", _("No highly unusual methods, no brown sticker conventions")
    NATURAL = "natural", _("Natural systems only")
    SIMPLE = "simple", _("A simple system laid down by the club")


class TieBreak(models.TextChoices):
    HEAD_TO_HEAD = "head-to-head", _("Result between the tied")
    OPPONENTS = "opponents", _("Sum of the opponents’ final scores")
    IMPS = "imps", _("Net IMPs")
    QUOTIENT = "quotient", _("IMP quotient")
    TOPS = "tops", _("Most tops")
    BOARDS_WON = "boards-won", _("Boards won")
    LOT = "lot", _("Lot")


class CarryOver(models.TextChoices):
    NONE = "none", _("Nothing")
    FULL = "full", _("The full score")
    HALF = "half", _("Half of the score")
    PROPORTION = "proportion", _("In proportion to the boards (half at most)")


def minutes_field(label: Any) -> models.PositiveIntegerField[Any, Any]:
    return models.PositiveIntegerField(label, null=True, blank=True, validators=[MaxValueValidator(100_000)])


def money_field(label: Any) -> models.DecimalField[Any, Any]:
    return models.DecimalField(
        label, max_digits=8, decimal_places=2, default=Decimal(0), validators=[MinValueValidator(Decimal(0))]
    )


class Conditions(models.Model):
    """Conditions of contest. What is left empty follows the club's regulations."""

    name = models.CharField(_("name"), max_length=120)
    form = models.CharField(_("form"), max_length=10, choices=Form.choices, default=Form.PAIRS)
    scoring = models.CharField(_("scoring"), max_length=20, choices=scoring_choices, default=USUAL_METHOD)
    profile = models.CharField(_("scoring profile"), max_length=20, blank=True)
    vp_scale = models.CharField(_("victory point scale"), max_length=40, blank=True)
    movement_kind = models.CharField(_("movement"), max_length=20, blank=True)
    winners = models.PositiveSmallIntegerField(
        _("winners"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(2)]
    )
    three_ways = models.BooleanField(
        _("matches of three where numbers are odd"),
        default=False,
        help_text=_("Teams: in a Swiss a triangle over two rounds, in a knock-out a first round in threes."),
    )
    boards = models.PositiveSmallIntegerField(
        _("boards wanted"),
        default=USUAL_BOARDS,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_BOARDS)],
    )
    minutes_per_board = models.DecimalField(
        _("minutes for a board"),
        max_digits=3,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal(3)), MaxValueValidator(Decimal(20))],
    )
    share = models.PositiveSmallIntegerField(
        _("boards everybody must play"),
        default=USUAL_SHARE,
        validators=[MaxValueValidator(100)],
        help_text=_("In percent of the boards in play."),
    )
    tie_breaks = models.JSONField(_("tie-breaks in order"), default=list, blank=True)
    carry_over = models.CharField(
        _("carried over from an earlier stage"), max_length=12, choices=CarryOver.choices, default=CarryOver.NONE
    )
    systems = models.CharField(_("systems"), max_length=10, choices=Systems.choices, default=Systems.NO_BROWN)
    members_only = models.BooleanField(_("only for members"), default=False)
    most_contestants = models.PositiveSmallIntegerField(
        _("places"), null=True, blank=True, validators=[MinValueValidator(2), MaxValueValidator(400)]
    )
    takes_entries = models.BooleanField(_("members enter online"), default=True)
    fee = money_field(_("table money"))
    visitor_fee = money_field(_("table money for visitors"))
    deposit = models.DecimalField(
        _("deposit for an appeal"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal(0))],
    )
    period_score_correction = minutes_field(_("minutes for correcting a score"))
    period_tabulation_correction = minutes_field(_("minutes for correcting the tabulation"))
    period_ruling_request = minutes_field(_("minutes for asking for a ruling"))
    period_appeal = minutes_field(_("minutes for appealing"))
    entry_conditions = models.TextField(_("who may enter"), blank=True)
    remarks = models.TextField(_("remarks"), blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def planned_kind(self) -> MovementKind | None:
        """The movement that is to be played; None where it is chosen on the day."""
        return MovementKind(self.movement_kind) if self.movement_kind else None

    @property
    def movement_traits(self) -> Traits:
        return traits_by_name(self.movement_kind)

    @property
    def scoring_method(self) -> ScoringMethod:
        return scoring_method(self.scoring)

    @property
    def is_for_teams(self) -> bool:
        return self.form == Form.TEAMS

    @property
    def has_matches(self) -> bool:
        """Contestants meet in matches that are scored as such: teams, and pairs for victory points."""
        return self.is_for_teams or (self.form == Form.PAIRS and self.scoring_method.victory_points)


CONDITIONS = tuple(field.name for field in Conditions._meta.local_fields)
