"""What was claimed at the tables, and what counts."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.superseding import SupersededQuerySet
from events.models import Play, TableCode
from scoring.engine.cards import Card, Seat
from scoring.engine.contract import Contract, Result
from scoring.models.acting_user import acting_user


class Outcome(models.TextChoices):
    PLAYED = "played", _("Played")
    PASSED = "passed", _("Passed out")
    # Never an artificial score: the board has no result at this table, or not yet.
    NOT_PLAYED = "not-played", _("Not played")


@lru_cache(maxsize=4096)
def parse_stored_result(outcome: str, contract: str, declarer: str, tricks: int | None, lead: str) -> Result | None:
    """Parsed once: a field has thousands of results, and few of them differ."""
    if outcome == Outcome.PASSED:
        return Result()
    if outcome == Outcome.NOT_PLAYED or not contract:
        return None
    first = Card.parse(lead) if lead else None
    return Result(Contract.parse(contract), Seat(declarer) if declarer else None, tricks, first)


class TableScore(models.Model):
    """A contract, who played it, and how it went; the score is North-South's."""

    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, default=Outcome.PLAYED)
    contract = models.CharField(_("contract"), max_length=5, blank=True)
    declarer = models.CharField(_("declarer"), max_length=1, blank=True)
    tricks = models.PositiveSmallIntegerField(_("tricks"), null=True, blank=True)
    lead = models.CharField(_("lead"), max_length=2, blank=True)
    score = models.IntegerField(_("score for North-South"), null=True, blank=True)

    SCORE_FIELDS = ("outcome", "contract", "declarer", "tricks", "lead", "score")

    class Meta:
        abstract = True

    @property
    def result(self) -> Result | None:
        """As the engine sees it; None where the board was not played, or only its score is known."""
        return parse_stored_result(self.outcome, self.contract, self.declarer, self.tricks, self.lead)

    @property
    def score_fields(self) -> dict[str, Any]:
        """The columns that say what happened, by name."""
        return {name: getattr(self, name) for name in self.SCORE_FIELDS}

    def says_the_same_as(self, other: TableScore) -> bool:
        """The lead may be missing on one side: it does not change the score."""
        names = ("outcome", "contract", "declarer", "tricks", "score")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def text(self) -> str:
        result = self.result
        if result is not None:
            return str(result)
        # A file that was imported may know the score alone.
        return str(self.get_outcome_display()) if self.score is None else f"{self.score:+d}"


class ResultSource(models.TextChoices):
    TABLE = "table", _("At the table")
    DESK = "desk", _("At the director's desk")
    IMPORT = "import", _("Imported")
    PROGRAM = "program", _("By a program")


class EntryState(models.TextChoices):
    WAITING = "waiting", _("To be confirmed")
    AGREED = "agreed", _("Agreed")
    # Contradicts another claim, or comes too late to be taken without the director.
    DISPUTED = "disputed", _("For the director")
    SET_ASIDE = "set-aside", _("Set aside")
    WITHDRAWN = "withdrawn", _("Replaced by those who made it")


class ScoreEntry(TableScore):
    """A claim about a result. It is never changed but in its state, and never discarded."""

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="entries", verbose_name=_("play"))
    # The device's own random key: what is sent twice is one entry.
    key = models.CharField(max_length=64, unique=True)
    source = models.CharField(_("where"), max_length=10, choices=ResultSource.choices)
    state = models.CharField(_("state"), max_length=10, choices=EntryState.choices, default=EntryState.WAITING)
    side = models.CharField(_("entered by"), max_length=2, blank=True)
    # The number of the pair that declared, where the table is asked for it: it tells when they sat the other way.
    declared_by = models.PositiveSmallIntegerField(_("pair that declared"), null=True, blank=True)
    # The version of the result that those who typed this had seen; 0 for none.
    seen = models.PositiveIntegerField(_("version seen"), default=0)
    # The key of the claim that it corrects. That one may arrive later, and is then known to be replaced.
    after = models.CharField(_("corrects"), max_length=64, blank=True)
    code = models.ForeignKey(TableCode, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    user = acting_user()
    device = models.CharField(_("device"), max_length=60, blank=True)
    typed_at = models.DateTimeField(_("typed"), null=True, blank=True)
    received_at = models.DateTimeField(_("received"))
    confirmed_side = models.CharField(_("confirmed by"), max_length=2, blank=True)
    confirmed_device = models.CharField(max_length=60, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("score entry")
        verbose_name_plural = _("score entries")
        ordering = ["play_id", "pk"]
        indexes = [models.Index(fields=["play", "state"], name="entry_by_state")]

    def __str__(self) -> str:
        return f"{self.play} · {self.text}"

    @property
    def club(self) -> Club:
        return self.play.club

    @property
    def phone(self) -> str:
        """What the device that sent it calls itself: the same word means the same phone."""
        return self.device.partition(".")[2]

    @property
    def confirmed_phone(self) -> str:
        """Where the opponents accepted it on a device of their own."""
        other = self.confirmed_device.partition(".")[2]
        return other if other != self.phone else ""

    @property
    def was_kept(self) -> bool:
        """It waited on the phone for a connection: typed well before it was received."""
        return self.typed_at is not None and self.received_at - self.typed_at > timedelta(minutes=1)


class BoardResult(TableScore):
    """What counts for a play. A change is a new version; one of them is current."""

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="results", verbose_name=_("play"))
    version = models.PositiveIntegerField(_("version"))
    entry = models.ForeignKey(
        ScoreEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="results", verbose_name=_("entry")
    )
    source = models.CharField(_("where"), max_length=10, choices=ResultSource.choices)
    # The wrong side of the table sat North-South: the result belongs to the other contestants (Law 5B).
    turned = models.BooleanField(_("they sat the other way"), default=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("accepted"))
    made_by = acting_user()
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)
    # The director has looked at an odd result and found it right.
    checked_at = models.DateTimeField(_("looked at"), null=True, blank=True)

    objects = SupersededQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["play_id", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["play", "version"], name="result_version_once"),
            models.UniqueConstraint(
                fields=["play"], condition=Q(superseded_at__isnull=True), name="result_one_current"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play} · {self.text}"

    @property
    def club(self) -> Club:
        return self.play.club


class AdjustmentKind(models.TextChoices):
    ARTIFICIAL = "artificial", _("Artificial score")
    ASSIGNED = "assigned", _("Assigned score")
    WEIGHTED = "weighted", _("Weighted score")
    SPLIT = "split", _("Split score")
    NOT_PLAYED = "not-played", _("Not to be played")


class ScoreAdjustment(models.Model):
    """A score that somebody with authority gives instead of the result (Law 12). A later one supersedes it.

    The values are plain data that the engine's Outcomes and Awards are made from; see `scoring.adjusted.storage`.
    """

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="adjustments", verbose_name=_("play"))
    kind = models.CharField(_("kind"), max_length=12, choices=AdjustmentKind.choices)
    north_south = models.JSONField(_("to North-South"), null=True, blank=True)
    east_west = models.JSONField(_("to East-West"), null=True, blank=True)
    law = models.CharField(_("law"), max_length=40, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    # What gave the right to it, such as `ruling:7`; empty where the director simply says so.
    authority = models.CharField(_("by authority of"), max_length=60, blank=True)
    made_at = models.DateTimeField(_("given"))
    made_by = acting_user()
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)

    objects = SupersededQuerySet.as_manager()

    class Meta:
        verbose_name = _("adjusted score")
        verbose_name_plural = _("adjusted scores")
        ordering = ["play_id", "-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["play"], condition=Q(superseded_at__isnull=True), name="adjustment_one_current"
            )
        ]

    def __str__(self) -> str:
        return f"{self.play} · {self.get_kind_display()}"

    @property
    def club(self) -> Club:
        return self.play.club

    @property
    def words(self) -> str:
        """Why the score is what it is, for a scorecard."""
        return f"{self.reason} ({_('Law')} {self.law})" if self.law else self.reason
