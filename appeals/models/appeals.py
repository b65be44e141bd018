"""An appeal, its points, who must concur, its deposits, and every step that it has taken."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from appeals import gates
from clubs.models import Club, Player
from clubs.models.keys import NamesPlayer, PlayerKey
from core.versioned import Versioned
from events.models import Contestant, Session
from rulings.models import Ruling


def acting_user(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", **options
    )


class AppealState(models.TextChoices):
    """The values of `appeals.gates.State`."""

    REQUESTED = "requested", _("Requested")
    LODGED = "lodged", _("Lodged")
    REFERRED = "referred", _("Before the adjudicators")
    HEARING = "hearing", _("Being heard")
    DECIDED = "decided", _("Decided")
    FURTHER = "further", _("Before the federation")
    CLOSED = "closed", _("Closed")
    REFUSED = "refused", _("Refused")
    NOT_HEARD = "not_heard", _("Not heard")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class HearsChoice(models.TextChoices):
    """The values of `appeals.gates.Hears`."""

    COMMITTEE = "committee", _("An appeals committee")
    REFEREE = "referee", _("A single referee or reviewer")
    PANEL = "panel", _("A panel of directors")
    DIRECTOR = "director", _("The director in charge")
    NOBODY = "nobody", _("Nobody")


class NoCommitteeChoice(models.TextChoices):
    """The values of `appeals.gates.NoCommittee`."""

    NONE = "none", _("There is no committee: nobody can hear it")
    DISTURBS = "disturbs", _("It cannot meet without disturbing the tournament")


class PartyChoice(models.TextChoices):
    NS = "NS", _("North-South")
    EW = "EW", _("East-West")

    @property
    def other(self) -> PartyChoice:
        return PartyChoice.EW if self == PartyChoice.NS else PartyChoice.NS


class Merit(models.TextChoices):
    OPEN = "", _("No finding")
    MERIT = "merit", _("With merit")
    WITHOUT = "without", _("Without merit")


class VerdictChoice(models.TextChoices):
    """The values of `appeals.gates.Verdict`."""

    STANDS = "stands", _("The ruling stands")
    CHANGED = "changed", _("Changed")
    RECOMMENDED = "recommended", _("A change is recommended to the director in charge")
    NOT_HEARD = "not_heard", _("Not heard")
    # What the federation makes of a point on which the ruling was changed below (Law 93C).
    UPHELD = "upheld", _("The decision on appeal stands")
    RESTORED = "restored", _("The director’s ruling is restored")


#: What becomes of a ruling, and what those who hear an appeal first can decide.
FIRST_VERDICTS = (
    VerdictChoice.STANDS,
    VerdictChoice.CHANGED,
    VerdictChoice.RECOMMENDED,
    VerdictChoice.NOT_HEARD,
)


class Appeal(Versioned):
    """A request for the review of a ruling made at the appellants' table (Law 92A)."""

    # Case 2026/7 of the club.
    year = models.PositiveSmallIntegerField(_("year"))
    number = models.PositiveIntegerField(_("number"))
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("ruling"))
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("session"))
    # The club again, with what the register counts by: it reads thousands of appeals at once.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("club"))
    law = models.CharField(_("law"), max_length=12, blank=True)
    topic = models.CharField(_("irregularity"), max_length=10, blank=True)
    director = acting_user(verbose_name=_("director who ruled"))
    side = models.CharField(_("appellants"), max_length=2, choices=PartyChoice.choices)
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("appellant")
    )
    grounds = models.TextField(_("why"), max_length=4000)
    state = models.CharField(_("state"), max_length=10, choices=AppealState.choices, default=AppealState.REQUESTED)
    hears = models.CharField(_("heard by"), max_length=10, choices=HearsChoice.choices)
    # The other side's appeal against the same ruling, where that one came to the adjudicators first.
    heard_with = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="heard_together",
        verbose_name=_("heard together with"),
    )
    requested_at = models.DateTimeField(_("requested"))
    requested_by = acting_user(verbose_name=_("requested by"))
    at_desk = models.BooleanField(_("at the director's desk"), default=False)
    # Until when the request was possible; empty where no time ran yet.
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    refusal = models.CharField(_("why it was refused or not heard"), max_length=500, blank=True)
    refusal_law = models.CharField(_("under"), max_length=12, blank=True)
    needed = models.PositiveSmallIntegerField(_("must concur"), default=1)
    concurring = models.PositiveSmallIntegerField(_("concur"), default=0)
    concur_until = models.DateTimeField(_("concurrence until"), null=True, blank=True)
    lodged_at = models.DateTimeField(_("lodged"), null=True, blank=True)
    lodged_by = acting_user(verbose_name=_("lodged by"))
    contest_until = models.DateTimeField(_("law may be contested until"), null=True, blank=True)
    statements_until = models.DateTimeField(_("statements until"), null=True, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    verdict = models.CharField(_("outcome"), max_length=12, choices=VerdictChoice.choices, blank=True)
    merit = models.CharField(_("merit"), max_length=8, choices=Merit.choices, blank=True)
    further_until = models.DateTimeField(_("further appeal until"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed since"), null=True, blank=True)
    # The next moment by which somebody has to do something; what the register calls overdue is before now.
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    reminded_for = models.DateTimeField(null=True, blank=True, editable=False)
    notes = models.TextField(_("notes of the register"), max_length=4000, blank=True)
    follow_up = models.DateField(_("follow up on"), null=True, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["-requested_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="appeal_number_once"),
            models.UniqueConstraint(
                fields=["ruling", "side"],
                condition=Q(state__in=[str(state) for state in gates.OPEN]),
                name="appeal_one_open_per_ruling_and_side",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=[str(state) for state in gates.LODGED_OR_LATER])
                | Q(needed__gte=1, concurring__gte=F("needed"), lodged_at__isnull=False),
                name="appeal_lodged_with_concurrence",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[str(state) for state in gates.ENDED], closed_at__isnull=False)
                | Q(state__in=[str(state) for state in gates.OPEN], closed_at__isnull=True),
                name="appeal_closed_when_it_ended",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["decided", "further", "closed"]) | Q(decided_at__isnull=False),
                name="appeal_decided_has_its_time",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "state"], name="appeal_by_state"),
            models.Index(fields=["requested_at"], name="appeal_by_day"),
            models.Index(fields=["club", "requested_at"], name="appeal_by_club_and_day"),
            models.Index(fields=["law"], name="appeal_by_law"),
            models.Index(fields=["due_at"], condition=Q(closed_at__isnull=True), name="appeal_due"),
            models.Index(fields=["closed_at", "club"], name="appeal_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.year}/{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("club-appeal", kwargs={"slug": self.club.slug, "appeal_id": self.pk})

    @property
    def is_open(self) -> bool:
        return self.state in gates.OPEN


class PointKind(models.TextChoices):
    """The values of `appeals.gates.GateKind`."""

    LAW = "law", _("Law or regulation (Law 93B1)")
    FACT = "fact", _("Fact or judgement (Law 93B2)")
    DISCIPLINE = "discipline", _("Disciplinary powers (Laws 91A and 93B3)")


class PathChoice(models.TextChoices):
    """The values of `appeals.gates.Path`."""

    OPEN = "open", _("Open")
    RULED = "ruled", _("Ruled on by the director in charge")
    CONTESTED = "contested", _("Taken to the adjudicators")
    DECIDED = "decided", _("Decided")
    RECOMMENDED = "recommended", _("A change is recommended")
    ANSWERED = "answered", _("Recommendation answered")


class AppealPoint(models.Model):
    """One thing that the appellants say is wrong, with its own path (Law 93B)."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="points", verbose_name=_("appeal"))
    kind = models.CharField(_("about"), max_length=10, choices=PointKind.choices)
    text = models.CharField(_("point"), max_length=500)
    path = models.CharField(_("where it is"), max_length=12, choices=PathChoice.choices, default=PathChoice.OPEN)

    class Meta:
        verbose_name = _("point of an appeal")
        verbose_name_plural = _("points of appeals")
        ordering = ["appeal", "pk"]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.get_kind_display()}"

    @property
    def as_gates_see_it(self) -> gates.Point:
        return gates.Point(gates.GateKind(self.kind), gates.Path(self.path))


class Assent(models.TextChoices):
    WAITING = "waiting", _("Not yet asked or answered")
    CONCURS = "concurs", _("Concurs")
    DECLINES = "declines", _("Does not concur")


class How(models.TextChoices):
    SIGN_IN = "sign-in", _("Signed in")
    CODE = "code", _("By code")
    WITNESS = "witness", _("Before the director")


class Concurrence(NamesPlayer):
    """Somebody without whom the appeal is not heard (Law 92D): each partner, the player, or the captain."""

    PERSONAL = {"code"}

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="concurrences", verbose_name=_("appeal"))
    # Empty: in the appeal itself.
    further = models.ForeignKey(
        "appeals.FurtherAppeal",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="concurrences",
        verbose_name=_("further appeal"),
    )
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="+", verbose_name=_("who"))
    is_captain = models.BooleanField(_("captain"), default=False)
    state = models.CharField(_("answer"), max_length=10, choices=Assent.choices, default=Assent.WAITING)
    how = models.CharField(_("how"), max_length=10, choices=How.choices, blank=True)
    code = models.CharField(_("code"), max_length=12, unique=True)
    reason = models.CharField(_("how the director knows"), max_length=300, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = acting_user(verbose_name=_("entered by"))

    class Meta:
        verbose_name = _("concurrence")
        verbose_name_plural = _("concurrences")
        ordering = ["appeal", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["appeal", "player"], condition=Q(further__isnull=True), name="concurrence_once"
            ),
            models.UniqueConstraint(
                fields=["further", "player"], condition=Q(further__isnull=False), name="concurrence_once_further"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", how="") | (~Q(state="waiting") & ~Q(how="")),
                name="concurrence_says_how",
            ),
            models.CheckConstraint(condition=~Q(how="witness") | ~Q(reason=""), name="concurrence_witness_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.player}"

    club = property(attrgetter("appeal.club"))

    @property
    def is_asked(self) -> bool:
        """Not answered, and what it is about is not past that."""
        is_open = self.appeal.state == "requested" if self.further is None else self.further.state == "asked"
        return is_open and self.state == Assent.WAITING

    @property
    def answer_words(self) -> str:
        """What they answered; of a case that has gone on without them, that they did not."""
        if self.state == Assent.WAITING and not self.is_asked:
            return str(_("Did not answer"))
        return self.get_state_display()

    @property
    def grounds(self) -> str:
        """What is asked for in this person's name, and why."""
        return self.appeal.grounds if self.further is None else self.further.grounds


class DepositState(models.TextChoices):
    DUE = "due", _("To be paid")
    TAKEN = "taken", _("Paid")
    RETURNED = "returned", _("Returned")
    KEPT = "kept", _("Kept")


class Deposit(models.Model):
    """Paid with an appeal where the regulations ask for it; once for the appeal, once for a further one."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="deposits", verbose_name=_("appeal"))
    further = models.BooleanField(_("for a further appeal"), default=False)
    amount = models.DecimalField(_("amount"), max_digits=9, decimal_places=2)
    state = models.CharField(_("state"), max_length=10, choices=DepositState.choices, default=DepositState.DUE)
    taken_at = models.DateTimeField(_("paid"), null=True, blank=True)
    taken_by = acting_user(verbose_name=_("taken by"))
    settled_at = models.DateTimeField(_("returned or kept"), null=True, blank=True)
    settled_by = acting_user(verbose_name=_("settled by"))
    # Returned is what was decided; the money is back when somebody has handed it over.
    handed_back_at = models.DateTimeField(_("handed back"), null=True, blank=True)
    handed_back_by = acting_user(verbose_name=_("handed back by"))

    class Meta:
        verbose_name = _("deposit")
        verbose_name_plural = _("deposits")
        ordering = ["appeal", "further"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "further"], name="deposit_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="deposit_is_something"),
            models.CheckConstraint(
                condition=Q(state="due", taken_at__isnull=True) | (~Q(state="due") & Q(taken_at__isnull=False)),
                name="deposit_settled_after_taken",
            ),
        ]
        indexes = [models.Index(fields=["state", "handed_back_at"], name="deposit_by_state")]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.amount}"

    @property
    def is_to_hand_back(self) -> bool:
        return self.state == DepositState.RETURNED and self.handed_back_at is None

    club = property(attrgetter("appeal.club"))


class Step(models.Model):
    """One act on a case: by whom, when, under which paragraph. Written once."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="steps", verbose_name=_("appeal"))
    # A key of appeals.gates.EDGES.
    act = models.CharField(_("act"), max_length=20)
    law = models.CharField(_("law"), max_length=12)
    state = models.CharField(_("state after it"), max_length=10, choices=AppealState.choices)
    at = models.DateTimeField(_("when"))
    by = acting_user(verbose_name=_("by"))
    words = models.CharField(_("in words"), max_length=500, blank=True)
    # Not for the parties: who was thought of for a committee, how members voted.
    inner = models.BooleanField(_("for the adjudicators only"), default=False)

    class Meta:
        verbose_name = _("step of an appeal")
        verbose_name_plural = _("steps of appeals")
        ordering = ["appeal", "at", "pk"]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.act}"
