from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.models.keys import NamesPlayer, PlayerKey
from core.versioned import Versioned
from events.models.events import Event
from events.models.sessions import Section, Session


class Status(models.TextChoices):
    ENTERED = "entered", _("Entered")
    WAITING = "waiting", _("On the waiting list")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Contestant(Versioned):
    """Who competes in an event: a player, a pair or a team (the Laws' word)."""

    PERSONAL = {"note"}

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="contestants", verbose_name=_("event"))
    name = models.CharField(_("name of the team"), max_length=80, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.ENTERED)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    entered_at = models.DateTimeField(_("entered"))
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("contestant")
        verbose_name_plural = _("contestants")
        ordering = ["event", "entered_at", "pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def title(self) -> str:
        """The team's name, or the players' names; reads `entrants`, so have them prefetched in lists."""
        if self.name:
            return self.name
        return " – ".join(entrant.title for entrant in self.entrants.all()) or gettext("unknown")


class Entrant(NamesPlayer):
    """One place in a contestant: a player, or somebody whose name is not known yet.

    Entrants 1 and 2 of a pair sit North and South, or East and West. Of a team, 1 and 2 are at home (North-South) and
    3 and 4 away (East-West) unless a line-up says otherwise.
    """

    # The event again, so that the database itself keeps a player from entering twice.
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants", editable=False)
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="entrants")
    player = PlayerKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entrants", verbose_name=_("player")
    )
    position = models.PositiveSmallIntegerField(_("place in the contestant"))
    is_captain = models.BooleanField(_("captain"), default=False)
    # False once the contestant has withdrawn: the player may then enter again.
    is_active = models.BooleanField(default=True, editable=False)
    # When the last finished session of the contestant began, so that an index finds somebody's newest results.
    # Empty: there is none, or nobody has looked yet (`events.services.last_played`).
    last_played = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("player of a contestant")
        verbose_name_plural = _("players of contestants")
        ordering = ["contestant_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["contestant", "position"], name="entrant_position_once"),
            models.UniqueConstraint(
                fields=["event", "player"],
                condition=Q(is_active=True, player__isnull=False),
                name="entrant_once_per_event",
            ),
            models.UniqueConstraint(fields=["contestant"], condition=Q(is_captain=True), name="entrant_one_captain"),
        ]
        indexes = [models.Index(fields=["player", "last_played", "id"], name="entrant_by_last_played")]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.player.display_name if self.player else gettext("unknown")


class Place(models.Model):
    """A contestant's number in a section for one session. Where it sits in each round, the movement says."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="places", editable=False)
    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="places", verbose_name=_("section"))
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="places", verbose_name=_("contestant")
    )
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        ordering = ["section", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "contestant"], name="place_once_per_session"),
            models.UniqueConstraint(fields=["section", "number"], name="place_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section.letter}{self.number}"

    @property
    def club(self) -> Club:
        return self.session.club


class Substitution(NamesPlayer):
    """Somebody else plays for one of a contestant's players from one round to another (Law 4)."""

    PERSONAL = {"reason"}

    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="substitutions", verbose_name=_("place"))
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="substitutions", verbose_name=_("for"))
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="substitutions", verbose_name=_("who"))
    first_round = models.PositiveSmallIntegerField(_("from round"))
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("made"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        ordering = ["place_id", "first_round", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_round__isnull=True) | Q(last_round__gte=models.F("first_round")),
                name="substitution_ends_after_it_starts",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.entrant})"

    @property
    def club(self) -> Club:
        return self.place.club

    def covers(self, round_number: int) -> bool:
        last = self.last_round if self.last_round is not None else round_number
        return self.withdrawn_at is None and self.first_round <= round_number <= last


class LineUp(models.Model):
    """Who of a team sits where from a round on, until another line-up supersedes it."""

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="line_ups", verbose_name=_("team"))
    first_round = models.PositiveSmallIntegerField(_("from round"))
    north = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", verbose_name=_("North"))
    south = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", verbose_name=_("South"))
    east = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", verbose_name=_("East"))
    west = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", verbose_name=_("West"))
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("line-up")
        verbose_name_plural = _("line-ups")
        ordering = ["place_id", "first_round"]
        constraints = [models.UniqueConstraint(fields=["place", "first_round"], name="line_up_once_per_round")]

    def __str__(self) -> str:
        return f"{self.place} · {self.first_round}"

    @property
    def club(self) -> Club:
        return self.place.club


class WishState(models.TextChoices):
    OPEN = "open", _("Looking for a partner")
    MATCHED = "matched", _("Found a partner")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class PartnerWish(NamesPlayer, Versioned):
    """Somebody who wants to play and has no partner: the partner desk."""

    PERSONAL = {"note"}

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="partner_wishes", verbose_name=_("event"))
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="partner_wishes", verbose_name=_("who"))
    state = models.CharField(_("state"), max_length=10, choices=WishState.choices, default=WishState.OPEN)
    note = models.CharField(_("about my game"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("wish for a partner")
        verbose_name_plural = _("wishes for a partner")
        ordering = ["event", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], condition=Q(state="open"), name="partner_wish_one_open")
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.event}"

    @property
    def club(self) -> Club:
        return self.event.club
