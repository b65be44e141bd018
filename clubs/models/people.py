from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models.bodies import Club, Federation
from core.errors import field_error
from core.names import fold, name_key, surname_key
from core.versioned import Versioned


def a_year_of_birth(year: int) -> None:
    if not 1900 <= year <= timezone.now().year:
        raise ValidationError(_("Write the year with four digits, between 1900 and this year."), code="no_year")


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


class SearchKeyField(models.CharField):  # type: ignore[type-arg]  # takes none at run time
    """By what a register is searched: all names and the number, folded. It follows them by itself."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        player: Any = model_instance
        names = name_key(" ".join((player.display_name, *player.other_names.split("\n"))))
        key = f"{names} {fold(player.federation_number)}".strip()[:400]
        setattr(model_instance, self.attname, key)
        return key


class Privacy(models.TextChoices):
    """How the name shows to people who have no business with the person."""

    FULL = "full", _("Full name")
    INITIALS = "initials", _("Initials only")
    HIDDEN = "hidden", _("Not at all: “a player”")


# Whoever is younger is a minor: the name shows as initials at most.
OF_AGE = 18


class Registered(models.TextChoices):
    """How a person stands in the federation's register."""

    ACTIVE = "active", _("Active")
    LAPSED = "lapsed", _("Lapsed")
    DECEASED = "deceased", _("Deceased")


class PlayerQuerySet(models.QuerySet["Player"]):
    def findable(self) -> PlayerQuerySet:
        """Who can be found and named: neither erased nor merged into somebody else."""
        return self.filter(erased_at=None, merged_into=None)

    def named_in_public(self) -> PlayerQuerySet:
        """Who is named in full to everybody: by their own wish, and no minor."""
        adults = Q(birth_year=None) | Q(birth_year__lt=timezone.now().year - OF_AGE)
        return self.filter(adults, privacy=Privacy.FULL)


class Player(Versioned):
    """The person in bridge, with or without an account: visitors have results too.

    Somebody who stood in the records twice has two players, one of them `merged_into` the other: rows keep the player
    that they name (`clubs.models.keys`), and the merged one shows what the other shows.
    """

    # What a merged record takes over from the one that is kept, so that every list shows the person's one name.
    SHOWN = (
        "display_name",
        "name_key",
        "given_name",
        "family_name",
        "surname_key",
        "privacy",
        "birth_year",
        "erased_at",
    )

    # How the person is reached: for those who keep their membership, and nobody else.
    CONTACT = ("email", "phone")
    PERSONAL = {
        *("display_name", "name_key", "given_name", "family_name", "surname_key", *CONTACT),
        *("federation_number", "disputed_number", "languages", "needs_stationary_seat", "user"),
        *("other_names", "search_key", "birth_year"),
    }

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    display_name = models.CharField(_("name"), max_length=120)
    name_key = NameKeyField(max_length=200, editable=False, default="", db_index=True)
    given_name = models.CharField(_("first name"), max_length=80, blank=True)
    family_name = models.CharField(_("last name"), max_length=80, blank=True)
    surname_key = SurnameKeyField(max_length=200, editable=False, default="", db_index=True)
    other_names = models.TextField(
        _("other names"),
        blank=True,
        max_length=300,
        help_text=_(
            "In other scripts or former names, one a line. They are found by a search and shown to nobody else."
        ),
    )
    search_key = SearchKeyField(max_length=400, editable=False, default="")
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"), null=True, blank=True, validators=[a_year_of_birth]
    )
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
    home_club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="home_players", verbose_name=_("home club")
    )
    registered = models.CharField(
        _("in the register"), max_length=10, choices=Registered.choices, default=Registered.ACTIVE
    )
    deceased_on = models.DateField(_("died"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)

    objects = PlayerQuerySet.as_manager()

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
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="player_not_merged_into_itself"),
            # The account and the number are the kept one's: whoever is merged has neither.
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(user__isnull=True, federation_number=""),
                name="player_merged_has_no_account_or_number",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, **options: Any) -> None:
        if {"display_name", "given_name", "family_name"} & {*(options.get("update_fields") or ())}:
            options["update_fields"] = {*options["update_fields"], "name_key", "surname_key"}
        if {"display_name", "other_names", "federation_number"} & {*(options.get("update_fields") or ())}:
            options["update_fields"] = {*options["update_fields"], "search_key"}
        is_new = self._state.adding
        super().save(**options)
        if not is_new and self.merged_into_id is None:
            show_like_the_kept([self])

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
    def person_id(self) -> int:
        """The id of the person, whichever of the merged records this is."""
        return self.merged_into_id or self.pk

    @property
    def person(self) -> Player:
        """The record that stands for the person: this one, or the one that it was merged into."""
        return self.merged_into or self

    @property
    def has_what_is_taken_over(self) -> bool:
        """Whether a record into which this one is merged gets an account, a number, or words about the person."""
        return bool(self.user_id or self.federation_number or self.birth_year or self.email or self.phone)

    @property
    def record_ids(self) -> list[int]:
        """The ids of all records of this person; seldom more than one, which an index is then read for."""
        return [self.person_id, *self.person.merged.values_list("pk", flat=True)]

    def is_same_person(self, other: Player | None) -> bool:
        return other is not None and self.person_id == other.person_id

    @property
    def is_minor(self) -> bool:
        """Under age for some of this year: where only the year is known, the doubt is in favour of the child."""
        return self.birth_year is not None and timezone.now().year - self.birth_year <= OF_AGE

    @property
    def is_named_in_public(self) -> bool:
        return self.privacy == Privacy.FULL and not self.is_minor

    @property
    def public_name(self) -> str:
        """The name as a stranger may see it."""
        if self.privacy == Privacy.HIDDEN:
            return gettext("a player")
        if self.privacy == Privacy.INITIALS or self.is_minor:
            return " ".join(f"{word[0]}." for word in self.display_name.split())
        return self.display_name


def set_keys(player: Player) -> None:
    """What follows the names, for rows that are written many at once."""
    for name in ("name_key", "surname_key", "search_key"):
        Player._meta.get_field(name).pre_save(player, add=False)  # type: ignore[union-attr]


def show_like_the_kept(kept: Iterable[Player]) -> None:
    """Records that were merged into these players show what these show."""
    for player in kept:
        player.merged.update(**{name: getattr(player, name) for name in Player.SHOWN})


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
