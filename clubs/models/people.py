from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models.bodies import Club, Federation
from core.errors import field_error
from core.names import name_key, surname_key
from core.versioned import Versioned


class NameKeyField(models.CharField):  # type: ignore[type-arg]  # takes none at run time
    """Follows the name by itself, also where many rows are written at once."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(model_instance.display_name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


class SurnameKeyField(models.CharField):  # type: ignore[type-arg]  # takes none at run time
    """Follows the name by itself, also where many rows are written at once."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        player: Any = model_instance
        key = surname_key(player.display_name, player.given_name, player.family_name)
        setattr(model_instance, self.attname, key)
        return key


class Privacy(models.TextChoices):
    """How the name shows to people who are not signed in."""

    FULL = "full", _("Full name")
    INITIALS = "initials", _("Initials only")
    HIDDEN = "hidden", _("Not at all: “a player”")


class Player(Versioned):
    """The person in bridge, with or without an account: visitors have results too."""

    # How the person is reached: for those who keep their membership, and nobody else.
    CONTACT = ("email", "phone")
    PERSONAL = {
        *("display_name", "name_key", "given_name", "family_name", "surname_key", *CONTACT),
        *("federation_number", "disputed_number", "languages", "needs_stationary_seat", "user"),
    }

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    display_name = models.CharField(_("name"), max_length=120)
    name_key = NameKeyField(max_length=200, editable=False, default="", db_index=True)
    given_name = models.CharField(_("first name"), max_length=80, blank=True)
    family_name = models.CharField(_("last name"), max_length=80, blank=True)
    surname_key = SurnameKeyField(max_length=200, editable=False, default="", db_index=True)
    email = models.EmailField(_("email address"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    federation = models.ForeignKey(
        Federation,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("federation"),
        help_text=_("The one that issues the number: the nearest national federation."),
    )
    federation_number = models.CharField(_("federation number"), max_length=20, blank=True)
    # A number that somebody else of the same federation held when numbers became unique in it: it does not count, and
    # is kept until the clubs have found out whose it is.
    disputed_number = models.CharField(_("number in dispute"), max_length=20, blank=True, editable=False)
    languages = models.JSONField(_("languages spoken"), default=list, blank=True)
    needs_stationary_seat = models.BooleanField(
        _("needs a stationary seat"),
        default=False,
        help_text=_("For players who find it hard to move between tables."),
    )
    privacy = models.CharField(_("name in public"), max_length=10, choices=Privacy.choices, default=Privacy.FULL)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["display_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "federation_number"],
                condition=~Q(federation_number=""),
                name="player_federation_number_unique",
            ),
            # A number that nobody has issued would be compared with none.
            models.CheckConstraint(
                condition=Q(federation_number="") | Q(federation__isnull=False), name="player_number_has_an_issuer"
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, **options: Any) -> None:
        if {"display_name", "given_name", "family_name"} & {*(options.get("update_fields") or ())}:
            options["update_fields"] = {*options["update_fields"], "name_key", "surname_key"}
        super().save(**options)

    def clean(self) -> None:
        if self.federation_number and not self.federation_id:
            sentence = gettext("Say which federation has issued this number.")
            raise field_error("federation", sentence, "no_issuer")
        same = Player.objects.filter(federation=self.federation_id, federation_number=self.federation_number)
        if self.federation_id and self.federation_number and same.exclude(pk=self.pk).exists():
            sentence = gettext("Somebody else has this federation number. Look at the number again.")
            raise field_error("federation_number", sentence, "number_taken")

    @property
    def surname_first(self) -> str:
        """The name as a list by surname writes it, where first and last name are known apart."""
        return f"{self.family_name}, {self.given_name}" if self.family_name and self.given_name else self.display_name

    @property
    def public_name(self) -> str:
        """The name as a stranger may see it."""
        if self.privacy == Privacy.HIDDEN:
            return gettext("a player")
        if self.privacy == Privacy.INITIALS:
            return " ".join(f"{word[0]}." for word in self.display_name.split())
        return self.display_name


class MembershipKind(models.TextChoices):
    FULL = "full", _("Full")
    ASSOCIATE = "associate", _("Associate")
    JUNIOR = "junior", _("Junior")
    STUDENT = "student", _("Student of bridge")
    HONORARY = "honorary", _("Honorary")


class MembershipStatus(models.TextChoices):
    ACTIVE = "active", _("Active")
    SUSPENDED = "suspended", _("Suspended")
    ENDED = "ended", _("Ended")


class Membership(Versioned):
    """A player in a club for a time; a player's memberships in one club never overlap."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships", verbose_name=_("player"))
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships", verbose_name=_("club"))
    number = models.CharField(_("member number"), max_length=20, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=MembershipKind.choices, default=MembershipKind.FULL)
    status = models.CharField(
        _("status"), max_length=10, choices=MembershipStatus.choices, default=MembershipStatus.ACTIVE
    )
    starts = models.DateField(_("from"))
    ends = models.DateField(_("until"), null=True, blank=True, help_text=_("The last day; empty while it runs on."))

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["club", "player", "-starts"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")),
                name="membership_ends_after_it_starts",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.club}"

    def clean(self) -> None:
        if self.starts and self.ends and self.ends < self.starts:
            sentence = gettext("The last day lies before the first. Choose a later last day.")
            raise field_error("ends", sentence, "backwards")

    def is_over(self, day: date) -> bool:
        return self.status == MembershipStatus.ENDED or (self.ends is not None and self.ends < day)

    def runs_on(self, day: date) -> bool:
        """Begun, not over, not suspended."""
        return self.status == MembershipStatus.ACTIVE and self.starts <= day and (self.ends is None or day <= self.ends)
