"""Membership years: what a membership costs, who is asked to renew, what was answered and paid."""

from __future__ import annotations

from decimal import Decimal
from operator import attrgetter

from django.conf import settings
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Membership, Player
from clubs.models.keys import PlayerKey
from core.errors import field_error
from core.versioned import Versioned

CURRENCY = RegexValidator(r"^[A-Z]{3}$", _("Write the three letters of the currency, such as EUR or NOK."))
NOT_NEGATIVE = MinValueValidator(Decimal(0))


class MembershipYear(Versioned):
    """A span of a club's memberships that is paid for as one, with its fees and when people are reminded."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="membership_years", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=40, help_text=_("Such as 2027 or 2026/27."))
    starts = models.DateField(_("from"))
    ends = models.DateField(_("until"), help_text=_("The last day of the memberships that are paid for."))
    currency = models.CharField(
        _("currency"), max_length=3, validators=[CURRENCY], help_text=_("Its three letters, such as EUR.")
    )
    pay_until = models.DateField(_("to be paid until"))
    how_to_pay = models.TextField(
        _("how to pay"),
        blank=True,
        max_length=2000,
        help_text=_("Stands on every invitation: the account, whom to give it to at the club, what to write."),
    )
    remind_before = models.PositiveSmallIntegerField(
        _("remind so many days before"),
        null=True,
        blank=True,
        help_text=_("The first reminder, before the day until which it is to be paid. Empty: none before."),
    )
    remind_every = models.PositiveSmallIntegerField(
        _("then every so many days"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("Reminders after that day. Empty: none."),
    )
    remind_most = models.PositiveSmallIntegerField(_("reminders in all, at most"), default=3)
    # The day on which it was last looked who is to be reminded.
    looked_on = models.DateField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("membership year")
        verbose_name_plural = _("membership years")
        ordering = ["club", "-starts"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="membership_year_name_once"),
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="membership_year_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("club-membership-year", kwargs={"slug": self.club.slug, "year_id": self.pk})

    def clean(self) -> None:
        if self.starts and self.ends and self.ends <= self.starts:
            sentence = gettext("The last day lies before the first. Choose a later last day.")
            raise field_error("ends", sentence, "backwards")
        same = MembershipYear.objects.filter(club=self.club_id, name=self.name).exclude(pk=self.pk)
        if self.name and same.exists():
            sentence = gettext("There is a membership year of this name. Choose another name.")
            raise field_error("name", sentence, "twice")


class FeeKind(models.TextChoices):
    """What a fee is for: the kinds of membership, and two ways to pay that are none."""

    FULL = "full", _("Full")
    ASSOCIATE = "associate", _("Associate")
    JUNIOR = "junior", _("Junior")
    STUDENT = "student", _("Student of bridge")
    HONORARY = "honorary", _("Honorary")
    FAMILY = "family", _("Family, one payer")
    LIFE = "life", _("For life")


class Fee(models.Model):
    """What one kind costs in a membership year."""

    year = models.ForeignKey(MembershipYear, on_delete=models.CASCADE, related_name="fees", verbose_name=_("year"))
    kind = models.CharField(_("kind"), max_length=10, choices=FeeKind.choices)
    amount = models.DecimalField(_("amount"), max_digits=8, decimal_places=2, validators=[NOT_NEGATIVE])

    class Meta:
        verbose_name = _("fee")
        verbose_name_plural = _("fees")
        ordering = ["year", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["year", "kind"], name="fee_once_per_kind"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="fee_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.amount}"

    club = property(attrgetter("year.club"))


class Answer(models.TextChoices):
    NONE = "", _("No answer")
    RENEWS = "renews", _("Renews")
    LEAVES = "leaves", _("Does not renew")


class Invited(models.TextChoices):
    NOT = "", _("Not invited")
    MAIL = "mail", _("By mail")
    LETTER = "letter", _("By letter")


class Renewal(Versioned):
    """One member in a membership year: what is asked, whether it was answered, who pays."""

    year = models.ForeignKey(
        MembershipYear, on_delete=models.PROTECT, related_name="renewals", verbose_name=_("membership year")
    )
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="renewals", verbose_name=_("member"))
    # The membership that is to be renewed, and the one that came of it.
    membership = models.ForeignKey(
        Membership, on_delete=models.SET_NULL, null=True, related_name="renewals", verbose_name=_("membership")
    )
    renewed_as = models.ForeignKey(
        Membership, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("renewed as")
    )
    fee_kind = models.CharField(_("fee"), max_length=10, choices=FeeKind.choices)
    amount = models.DecimalField(_("amount"), max_digits=8, decimal_places=2, validators=[NOT_NEGATIVE])
    payer = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="paid_along", verbose_name=_("paid by")
    )
    invited = models.CharField(_("invited"), max_length=10, choices=Invited.choices, blank=True, default=Invited.NOT)
    invited_at = models.DateTimeField(_("invited on"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=10, choices=Answer.choices, blank=True, default=Answer.NONE)
    answered_at = models.DateTimeField(_("answered on"), null=True, blank=True)
    reminders = models.PositiveSmallIntegerField(_("reminders"), default=0)
    reminded_at = models.DateTimeField(_("reminded on"), null=True, blank=True)
    # Nothing is open any more: paid in full, let off, or nothing to pay.
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("renewal")
        verbose_name_plural = _("renewals")
        ordering = ["year", "player__display_name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["year", "player"], name="renewal_once_per_year"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="renewal_amount_not_negative"),
            models.CheckConstraint(
                condition=Q(payer__isnull=True) | ~Q(payer=F("id")), name="renewal_not_its_own_payer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year.name} · {self.player}"

    club = property(attrgetter("year.club"))


class HowPaid(models.TextChoices):
    CASH = "cash", _("Cash")
    TRANSFER = "transfer", _("Bank transfer")
    CARD = "card", _("Card")
    OTHER = "other", _("Other")
    FREE = "free", _("Let off: nothing to pay")


class DuesPayment(models.Model):
    """Money taken for a renewal, or that it was let off. Never overwritten: taken back, and noted anew."""

    PERSONAL = {"note"}

    renewal = models.ForeignKey(Renewal, on_delete=models.PROTECT, related_name="payments", verbose_name=_("renewal"))
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="dues_payments", verbose_name=_("club"))
    receipt = models.PositiveIntegerField(_("receipt number"))
    amount = models.DecimalField(_("amount"), max_digits=8, decimal_places=2, validators=[NOT_NEGATIVE])
    paid_on = models.DateField(_("paid on"))
    how = models.CharField(_("how"), max_length=10, choices=HowPaid.choices)
    note = models.CharField(_("note"), max_length=200, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    taken_at = models.DateTimeField(_("noted"))
    withdrawn_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("payment of a fee")
        verbose_name_plural = _("payments of fees")
        ordering = ["club", "receipt"]
        constraints = [
            models.UniqueConstraint(fields=["club", "receipt"], name="dues_receipt_number_once"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="dues_payment_not_negative"),
            models.CheckConstraint(condition=~Q(how="free") | Q(amount=0), name="dues_free_is_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.receipt} · {self.amount}"
