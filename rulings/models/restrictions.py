"""What stays alive after a ruling: restrictions until they end, questions until they are answered."""

from __future__ import annotations

from operator import attrgetter

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rulings.models.rulings import Ruling, SeatChoice


class RestrictionKind(models.TextChoices):
    PASS = "pass", _("Must pass")
    PLAY = "play", _("Play restriction")
    LEAD = "lead", _("Lead restriction")
    CARD = "pc", _("Penalty card")
    CHOICE = "opt", _("To be chosen")


class EndChoice(models.TextChoices):
    """The values of `rulings.laws.restrictions.End`."""

    NEXT_TURN = "next-turn", _("after the next turn")
    AUCTION = "auction", _("with the auction")
    THIS_LEAD = "this-lead", _("with this lead")
    THIS_TRICK = "this-trick", _("with this trick")
    LEAD_LOST = "lead-lost", _("when the partner, once on lead, loses the lead")
    CARD_GONE = "card-gone", _("when the card is played or picked up")
    CHOSEN = "chosen", _("when it is chosen")


class LiveRestriction(models.Model):
    """An enforced pass, a restricted play or lead, or a penalty card, until it ends; all of them end with the board."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="restrictions", verbose_name=_("ruling"))
    kind = models.CharField(_("kind"), max_length=10, choices=RestrictionKind.choices)
    # The code of the outcome, which rulings.laws.phrases says in full; for a choice the outcome with the options.
    text = models.CharField(_("what"), max_length=100)
    seat = models.CharField(_("who"), max_length=1, choices=SeatChoice.choices, blank=True)
    detail = models.CharField(_("card or suit"), max_length=60, blank=True)
    ends = models.CharField(_("ends"), max_length=12, choices=EndChoice.choices)
    began_at = models.DateTimeField(_("begun"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    # The ruling that goes on with it: when that is given, this one has ended.
    continued_by = models.ForeignKey(
        Ruling, on_delete=models.SET_NULL, null=True, blank=True, related_name="continues", verbose_name=_("goes on in")
    )

    class Meta:
        verbose_name = _("restriction")
        verbose_name_plural = _("restrictions")
        ordering = ["began_at", "pk"]
        indexes = [models.Index(fields=["ruling"], condition=Q(ended_at__isnull=True), name="restriction_alive")]

    def __str__(self) -> str:
        return f"{self.ruling_id} · {self.get_kind_display()} · {self.detail or self.text}"

    club = property(attrgetter("ruling.club"))


#: The code of a reminder that asks nothing: the ruling adjusts the score, and the score has yet to be given.
SCORE_OWED = "score"


class Reminder(models.Model):
    """A question for the end of the hand (Laws 16B, 23C, 27D, 64C, 72C …). Due when the result is entered.

    With the code `SCORE_OWED` it is no question but an adjusted score that the ruling owes.
    """

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="reminders", verbose_name=_("ruling"))
    # A key of rulings.laws.phrases.CHECKS, or SCORE_OWED.
    check_code = models.CharField(_("check"), max_length=12)
    tree = models.CharField(_("irregularity"), max_length=10)
    made_at = models.DateTimeField(_("made"))
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    # The ruling that decides it: when that is given, the question is settled.
    decided_by = models.ForeignKey(
        Ruling, on_delete=models.SET_NULL, null=True, blank=True, related_name="decides", verbose_name=_("decided in")
    )

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["ruling", "check_code"], name="reminder_once_per_ruling")]
        indexes = [models.Index(fields=["ruling"], condition=Q(settled_at__isnull=True), name="reminder_open")]

    def __str__(self) -> str:
        return f"{self.ruling_id} · {self.check_code}"

    club = property(attrgetter("ruling.club"))
