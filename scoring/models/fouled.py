"""Boards whose cards changed on their way (Law 87)."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.superseding import SupersededQuerySet
from events.models import Section
from scoring.models.acting_user import acting_user


class BoardForms(models.Model):
    """The director's word on the forms in which a section played a board. A later word supersedes it.

    `forms` names the slots that had other cards than the first form: `[{"round": 4, "table": 2, "form": "B"}, …]`.
    Slots, not plays: whoever turns out to have sat there played the cards that lay there. None at all means that the
    director has looked and the board was one and the same throughout.
    """

    section = models.ForeignKey(
        Section, on_delete=models.PROTECT, related_name="board_forms", verbose_name=_("section")
    )
    board = models.PositiveSmallIntegerField(_("board"), validators=[MinValueValidator(1)])
    forms = models.JSONField(_("other forms"), default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    made_at = models.DateTimeField(_("said"))
    made_by = acting_user()
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)

    objects = SupersededQuerySet.as_manager()

    class Meta:
        verbose_name = _("forms of a board")
        verbose_name_plural = _("forms of boards")
        ordering = ["section", "board", "-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "board"], condition=Q(superseded_at__isnull=True), name="board_forms_one_current"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.board}"

    @property
    def count(self) -> int:
        """How many forms there are, the first among them."""
        return 1 + len({slot["form"] for slot in self.forms})

    @property
    def club(self) -> Club:
        return self.section.club
